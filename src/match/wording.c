/*
 * wording.c: tokens of literal fragments as words. A token that a hole touches (`(.+?)ms`) is no word of its own in the
 * texts that match, so it is left out, and the words at its sides are not joined.
 */
#include "match/wording.h"

#include "base/limits.h"
#include "base/vec.h"
#include "match/token_scan.h"

#include <math.h>

/* A lead byte in front of the fragment would take the byte at `at` for its own: at most 3 continuation bytes. */
static bool taken_by_lead(struct ed_str text, size_t at)
{
    for (size_t i = 0; i <= at; i++) {
        if (i == 3 || ((unsigned char)text.p[i] & 0xC0) != 0x80) {
            return false;
        }
    }
    return true;
}

bool ed_word_whole(const struct ed_fragment *fragment, struct ed_token token)
{
    struct ed_str text = ed_str_slice(fragment->text, token.start, token.end);
    bool word = ed_is_word(text.p[0]);

    if ((token.start == 0 && word && fragment->glued_left) || taken_by_lead(fragment->text, token.start)) {
        return false;
    }
    return token.end < fragment->text.n || (word ? !fragment->glued_right : ed_token_whole(text));
}

uint64_t ed_word_fold(struct ed_str word)
{
    uint64_t h = 0xCBF29CE484222325u;

    for (size_t i = 0; i < word.n; i++) {
        h = (h ^ (unsigned char)ed_lower(word.p[i])) * 0x100000001B3u;
    }
    return h;
}

/* Numbers and single letters are everywhere, and a code point of a script without spaces is a letter of a word. */
double ed_word_cap(struct ed_str word)
{
    size_t digits = 0;

    while (digits < word.n && ed_is_digit(word.p[digits])) {
        digits++;
    }
    if (digits == word.n || word.n == 1) {
        return 2;
    }
    return ed_is_word(word.p[0]) ? INFINITY : 5;
}

/* The inverse document frequency. */
double ed_word_bits(double cap, double documents, double holding)
{
    return fmin(log2(documents / (holding + 1)), cap);
}

void ed_wording_of(const struct ed_literals *literals, struct ed_arena *arena, struct ed_wording *ret_wording)
{
    struct ed_word *v = ed_arena_alloc(arena, ED_LIMIT_WORDING * sizeof(*v));
    size_t n = 0;

    for (size_t i = 0; i < literals->n; i++) {
        const struct ed_fragment *fragment = &literals->v[i];
        struct ed_token token;
        size_t at = 0;
        bool joined = false;

        while (n < ED_LIMIT_WORDING && ed_token_next(fragment->text, &at, &token)) {
            struct ed_str text = ed_str_slice(fragment->text, token.start, token.end);
            bool whole = ed_word_whole(fragment, token);

            if (whole) {
                v[n++] = (struct ed_word){.text = text,
                                          .hash = ed_token_hash(text.p, text.n),
                                          .fold = ed_word_fold(text),
                                          .part = (uint32_t)i,
                                          .joined = joined};
            }
            joined = whole;
        }
    }
    *ret_wording = (struct ed_wording){v, n, *literals};
}

void ed_wording_read(struct ed_str regex, struct ed_arena *arena, struct ed_wording *ret_wording)
{
    struct ed_literals literals;

    ed_literals_read(regex, arena, &literals);
    ed_wording_of(&literals, arena, ret_wording);
}
