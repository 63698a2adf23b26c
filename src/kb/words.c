/*
 * words.c: what a record puts into the full-text table, and how text is cut into words on the way in and when it is
 * asked. What is made here from a record must not depend on anything but the record: a row is taken out of the table by
 * making it again. Of prose each word goes in once: that a page says "memory" ten times does not make it the better
 * answer, and the table is half as large.
 */
#include "kb/words.h"

#include "base/utf8.h"

/* The first code point of the CJK blocks; what stands below is written with blanks between words. */
#define FIRST_UNSPACED 0x2E80u
/* No byte below this leads such a code point. */
#define FIRST_LEAD 0xE2u

static bool needs_spacing(struct ed_str text)
{
    size_t i = 0;

    for (; i + sizeof(uint64_t) <= text.n; i += sizeof(uint64_t)) {
        uint64_t block;

        memcpy(&block, text.p + i, sizeof(block));
        if (block & 0x8080808080808080u) {
            break;
        }
    }
    for (; i < text.n; i++) {
        if ((unsigned char)text.p[i] >= FIRST_LEAD) {
            return true;
        }
    }
    return false;
}

struct ed_str ed_words_spaced(struct ed_str text, struct ed_arena *arena)
{
    char *out;
    size_t n = 0, len = 0;

    if (!needs_spacing(text)) {
        return text;
    }
    /* The worst is a text of three-byte characters: five bytes for three. */
    out = ed_arena_alloc(arena, text.n * 2 + 2);
    for (size_t i = 0; i < text.n; i += len) {
        uint32_t cp = ed_utf8_next(ed_str_slice(text, i, text.n), &len);
        bool apart = cp != ED_UTF8_BAD && cp >= FIRST_UNSPACED;

        if (apart) {
            out[n++] = ' ';
        }
        memcpy(out + n, text.p + i, len);
        n += len;
        if (apart) {
            out[n++] = ' ';
        }
    }
    return ed_str(out, n);
}

/* 0 for a byte that separates words, else the byte, ASCII letters lower case. */
static unsigned char word_byte(char c)
{
    unsigned char u = (unsigned char)c;

    if (u > 0x7F || (u >= 'a' && u <= 'z') || ed_is_digit(c)) {
        return u;
    }
    return u >= 'A' && u <= 'Z' ? (unsigned char)(u + 32) : 0;
}

bool ed_words_next(struct ed_str text, size_t *at, struct ed_str *ret_word)
{
    size_t start = *at, end;

    while (start < text.n && !word_byte(text.p[start])) {
        start++;
    }
    end = start;
    while (end < text.n && word_byte(text.p[end])) {
        end++;
    }
    *at = end;
    *ret_word = ed_str_slice(text, start, end);
    return end > start;
}

/* Texts joined by line ends, filler left out. */
static struct ed_str joined(const struct ed_str *texts, size_t n, struct ed_arena *arena)
{
    size_t size = 0, at = 0;
    char *out;

    for (size_t i = 0; i < n; i++) {
        size += texts[i].n + 1;
    }
    out = ed_arena_alloc(arena, size + 1);
    for (size_t i = 0; i < n; i++) {
        if (!texts[i].p || ed_record_is_filler(texts[i])) {
            continue;
        }
        memcpy(out + at, texts[i].p, texts[i].n);
        at += texts[i].n;
        out[at++] = '\n';
    }
    return ed_words_spaced(ed_str(out, at), arena);
}

/* The words of a text so far, lower case, each once: `out` holds them, the table where. */
struct distinct {
    char *out;
    size_t n;
    struct {
        uint32_t at, n; /* n 0: free */
    } * table;
    size_t places; /* a power of two, more than there can be words */
    uint64_t seed; /* another one for each record, so that no text can be written that makes the table slow */
};

/* Keep the word that stands at the end of `out`, `n` bytes long, unless it was there before. */
static void keep_new(struct distinct *d, size_t n)
{
    struct ed_str word = ed_str(d->out + d->n, n);
    size_t place = (size_t)ed_str_hash(word, d->seed) & (d->places - 1);

    while (d->table[place].n > 0) {
        if (d->table[place].n == n && memcmp(d->out + d->table[place].at, word.p, n) == 0) {
            return;
        }
        place = (place + 1) & (d->places - 1);
    }
    d->table[place].at = (uint32_t)d->n;
    d->table[place].n = (uint32_t)n;
    d->n += n;
    d->out[d->n++] = ' ';
}

static void add_words(struct distinct *d, struct ed_str text)
{
    size_t n = 0;

    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = word_byte(text.p[i]);

        if (c) {
            d->out[d->n + n++] = (char)c;
        } else if (n > 0) {
            keep_new(d, n);
            n = 0;
        }
    }
    if (n > 0) {
        keep_new(d, n);
    }
}

/* The different words of all texts, filler left out, in the order they first stand in. */
static struct ed_str distinct(const struct ed_str *texts, size_t ntexts, struct ed_arena *arena)
{
    struct distinct d = {.places = 64};
    struct timespec now = {0};
    struct ed_str *spaced = ed_arena_zero(arena, ntexts, sizeof(*spaced));
    size_t size = 0;

    for (size_t i = 0; i < ntexts; i++) {
        if (texts[i].p && !ed_record_is_filler(texts[i])) {
            spaced[i] = ed_words_spaced(texts[i], arena);
            size += spaced[i].n + 1;
        }
    }
    while (d.places < size / 2 + 2) {
        d.places *= 2;
    }
    d.out = ed_arena_alloc(arena, size + 2);
    d.table = ed_arena_zero(arena, d.places, sizeof(*d.table));
    clock_gettime(CLOCK_MONOTONIC, &now);
    d.seed = (uint64_t)now.tv_nsec;
    for (size_t i = 0; i < ntexts; i++) {
        add_words(&d, spaced[i]);
    }
    return ed_str(d.out, d.n);
}

/* What is said of the record: documentation, scenarios, situations, solutions. */
static struct ed_str prose_of(const struct ed_record *record, struct ed_arena *arena)
{
    size_t n = record->solutions.n + 3;
    struct ed_str *texts = ed_arena_zero(arena, n, sizeof(*texts));

    texts[0] = record->documentation;
    texts[1] = record->trigger_scenarios;
    texts[2] = record->common_situations;
    for (size_t i = 0; i < record->solutions.n; i++) {
        texts[i + 3] = record->solutions.v[i];
    }
    return distinct(texts, n, arena);
}

void ed_words_of_record(const struct ed_record *record, struct ed_arena *arena, struct ed_search_text *ret_text)
{
    const struct ed_str names[] = {record->error_class, record->error_code};

    *ret_text = (struct ed_search_text){
        .message = ed_words_spaced(record->error_message, arena),
        .slug = record->slug,
        .names = joined(names, ED_ARRAY_LEN(names), arena),
        .prose = prose_of(record, arena),
        .tags = joined(record->tags.v, record->tags.n, arena),
    };
}
