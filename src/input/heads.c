/*
 * heads.c: a line's first bytes are written in the letters of heads (each digit as '0', each letter as 'a') and
 * compared with the heads that may begin so, 16 bytes at once. The lines of a log begin in few ways when written so:
 * what was found of the last ones is remembered. Vectors are the compiler's own, for any machine.
 */
#include "input/heads.h"

/* Every digit as '0', every letter and byte over 127 as 'a'. */
static ed_head_bytes letters_of_heads(ed_head_bytes v)
{
    ed_head_bytes digit = (ed_head_bytes)((ed_head_bytes)(v - '0') < 10);
    ed_head_bytes letter = (ed_head_bytes)((ed_head_bytes)((v | 0x20) - 'a') < 26) | (ed_head_bytes)(v > 127);

    return (v & ~(digit | letter)) | (digit & '0') | (letter & 'a');
}

static ed_head_bytes load(struct ed_str s)
{
    ed_head_bytes v = {0};

    if (s.n >= sizeof(v)) {
        memcpy(&v, s.p, sizeof(v));
    } else if (s.n) {
        memcpy(&v, s.p, s.n);
    }
    return v;
}

static bool is_zero(ed_head_bytes v)
{
    uint64_t halves[2];

    memcpy(halves, &v, sizeof(halves));
    return (halves[0] | halves[1]) == 0;
}

void ed_heads_add(struct ed_heads *heads, const char *head, unsigned layer)
{
    struct ed_str text = ed_str_slice(ed_str_c(head), 0, ED_HEAD_SIZE);
    ed_head_bytes value = load(text);
    unsigned i = 0;
    uint64_t bit;

    while (i < heads->n && !is_zero(heads->all[i].value ^ value)) {
        i++;
    }
    assert(i < ED_HEADS_MAX && text.n > 0 && is_zero(letters_of_heads(value) ^ value));
    heads->n += i == heads->n;
    heads->all[i].value = value;
    heads->all[i].mask = (ed_head_bytes)(value != 0);
    heads->all[i].layers |= UINT64_C(1) << layer;
    bit = UINT64_C(1) << i % 64;
    heads->by_letter[value[0]].layers |= text.n == 1 ? heads->all[i].layers : 0;
    heads->by_letter[value[0]].first[i / 64] |= text.n > 1 ? bit : 0;
    *(text.n < 5 ? &heads->no_fifth[i / 64] : &heads->by_letter[value[4]].fifth[i / 64]) |= bit;
    *(text.n < 11 ? &heads->no_eleventh[i / 64] : &heads->by_letter[value[10]].eleventh[i / 64]) |= bit;
}

void ed_heads_narrow(struct ed_heads *heads, bool (*fits)(const uint8_t letters[ED_HEAD_SIZE]), unsigned layer)
{
    assert(heads->nnarrower < ED_HEADS_NARROWER);
    heads->narrower[heads->nnarrower].fits = fits;
    heads->narrower[heads->nnarrower++].layer = layer;
}

void ed_heads_ask(struct ed_heads *heads, uint64_t layers)
{
    for (unsigned i = 0; i < heads->n; i++) {
        uint64_t bit = UINT64_C(1) << i % 64, *word = &heads->idle[i / 64];

        *word = heads->all[i].layers & layers ? *word & ~bit : *word | bit;
    }
    memset(heads->seen, 0, sizeof(heads->seen));
}

/* The layers of what a line begins with, in the letters of heads. */
static uint64_t compare(const struct ed_heads *heads, ed_head_bytes v)
{
    uint64_t layers = heads->by_letter[v[0]].layers;
    uint8_t letters[ED_HEAD_SIZE];

    for (unsigned word = 0; word < ED_HEAD_WORDS; word++) {
        uint64_t may = heads->by_letter[v[0]].first[word] &
                       (heads->by_letter[v[4]].fifth[word] | heads->no_fifth[word]) &
                       (heads->by_letter[v[10]].eleventh[word] | heads->no_eleventh[word]) & ~heads->idle[word];

        for (; may; may &= may - 1) {
            unsigned i = word * 64 + (unsigned)__builtin_ctzll(may);

            layers |= is_zero((v ^ heads->all[i].value) & heads->all[i].mask) ? heads->all[i].layers : 0;
        }
    }
    memcpy(letters, &v, sizeof(letters));
    for (unsigned i = 0; i < heads->nnarrower; i++) {
        uint64_t layer = UINT64_C(1) << heads->narrower[i].layer;

        layers &= layers & layer && !heads->narrower[i].fits(letters) ? ~layer : UINT64_MAX;
    }
    return layers;
}

uint64_t ed_heads_of(struct ed_heads *heads, struct ed_str line)
{
    ed_head_bytes v = letters_of_heads(load(line));
    uint64_t halves[2], hash;

    memcpy(halves, &v, sizeof(halves));
    hash = (halves[0] * UINT64_C(0x9E3779B97F4A7C15)) ^ (halves[1] * UINT64_C(0xC2B2AE3D27D4EB4F));
    hash = (hash ^ hash >> 32) * UINT64_C(0x9E3779B97F4A7C15) >> 32 & (ED_HEADS_SEEN - 1);
    if (!is_zero(heads->seen[hash].beginning ^ v)) {
        heads->seen[hash].layers = compare(heads, v);
        heads->seen[hash].beginning = v;
    }
    return heads->seen[hash].layers;
}

bool ed_heads_fit(const char *const *heads, struct ed_str line)
{
    for (; *heads; heads++) {
        ed_head_bytes value = load(ed_str_slice(ed_str_c(*heads), 0, ED_HEAD_SIZE));

        if (is_zero((letters_of_heads(load(line)) ^ value) & (ed_head_bytes)(value != 0))) {
            return true;
        }
    }
    return false;
}
