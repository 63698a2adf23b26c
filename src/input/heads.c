/*
 * heads.c: a line's first bytes are written in the letters of heads (each digit as '0', each letter as 'a') and
 * compared with the heads that may begin so, 16 bytes at once. Vectors are the compiler's own, for any machine.
 */
#include "input/heads.h"

#define SELF(c)  [c] = (c)
#define SELF4(c) SELF(c), SELF((c) + 1), SELF((c) + 2), SELF((c) + 3)
#define SELF8(c) SELF4(c), SELF4((c) + 4)

/* Bytes up to '/', ':' to '@', '[' to '`' and '{' to DEL are themselves. */
const uint8_t ed_head_letters[256] = {
    SELF8(0),   SELF8(8),  SELF8(16),           SELF8(24),
    SELF8(32),  SELF8(40), ['0' ... '9'] = '0', SELF4(':'),
    SELF('>'),  SELF('?'), SELF('@'),           ['A' ... 'Z'] = 'a',
    SELF4('['), SELF('_'), SELF('`'),           ['a' ... 'z'] = 'a',
    SELF4('{'), SELF(127), [128 ... 255] = 'a',
};

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
    } else {
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

void ed_heads_ask(struct ed_heads *heads, uint64_t layers)
{
    for (unsigned i = 0; i < heads->n; i++) {
        uint64_t bit = UINT64_C(1) << i % 64, *word = &heads->idle[i / 64];

        *word = heads->all[i].layers & layers ? *word & ~bit : *word | bit;
    }
}

uint64_t ed_heads_compare(const struct ed_heads *heads, struct ed_str line, const uint64_t may[ED_HEAD_WORDS])
{
    ed_head_bytes v = letters_of_heads(load(line));
    uint64_t layers = 0;

    for (unsigned word = 0; word < ED_HEAD_WORDS; word++) {
        for (uint64_t rest = may[word]; rest; rest &= rest - 1) {
            unsigned i = word * 64 + (unsigned)__builtin_ctzll(rest);

            layers |= is_zero((v ^ heads->all[i].value) & heads->all[i].mask) ? heads->all[i].layers : 0;
        }
    }
    return layers;
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
