/*
 * index_scan.c: from marks to candidates. A marked place is looked up in the table, and the stored literal is held
 * against the text. A scan is both in one: tokens come in chunks from the vector walk, index_note.c notes the few that
 * may be keys, and these are looked up at once. A chunk (about 70 KiB at most) lives on the stack.
 */
#include "match/index_note.h"

struct probe {
    const struct ed_index *index;
    struct ed_str text;
    ed_candidate_fn fn;
    void *ctx;
};

/* The stored text against the text, forward from the key's beginning; a blank stands for a run of them. A run is taken
   whole, as the regex must: what follows in the literal is no blank. */
static bool fits_forward(struct ed_str text, size_t at, const char *p, const char *end)
{
    for (; p < end; p++) {
        if (at >= text.n) {
            return false;
        }
        if (*p != ' ') {
            if (text.p[at++] != *p) {
                return false;
            }
            continue;
        }
        if (!ed_is_space(text.p[at])) {
            return false;
        }
        while (at < text.n && ed_is_space(text.p[at])) {
            at++;
        }
    }
    return true;
}

/* And backward from there: where the stored text begins in the text, or SIZE_MAX. */
static size_t fits_backward(struct ed_str text, size_t at, const char *start, const char *p)
{
    while (p > start) {
        p--;
        if (at == 0) {
            return SIZE_MAX;
        }
        if (*p != ' ') {
            if (text.p[--at] != *p) {
                return SIZE_MAX;
            }
            continue;
        }
        if (!ed_is_space(text.p[at - 1])) {
            return SIZE_MAX;
        }
        while (at > 0 && ed_is_space(text.p[at - 1])) {
            at--;
        }
    }
    return at;
}

/* The first entry that is not below the key, within the key's bucket. */
static size_t lower_bound(const struct ed_index *index, uint64_t key, size_t low, size_t high)
{
    size_t mid;

    while (low < high) {
        mid = low + (high - low) / 2;
        if (index->entries[mid].key < key) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low;
}

static void look_up(const struct probe *probe, uint64_t key, size_t start, size_t end)
{
    const struct ed_index *index = probe->index;
    size_t stop, low = ed_index_bucket(index, key, &stop);

    for (size_t i = lower_bound(index, key, low, stop); i < stop; i++) {
        const struct ed_index_entry *entry = &index->entries[i];
        struct ed_index_literal literal;
        const char *text, *key_text;
        size_t begin;

        if (entry->key != key) {
            return;
        }
        if (!ed_index_points(index, entry)) {
            continue;
        }
        text = index->literals + entry->literal + sizeof(literal);
        literal = ed_index_literal_at(index, entry->literal);
        key_text = text + ed_index_key_at(literal);
        if (!fits_forward(probe->text, start, key_text, text + literal.n)) {
            continue;
        }
        begin = fits_backward(probe->text, start, text, key_text);
        if (begin != SIZE_MAX) {
            bool sign = entry->slot >= index->nrecords;
            struct ed_candidate candidate = {.record = sign ? ED_INDEX_SIGN : index->records[entry->slot],
                                             .slot = entry->slot,
                                             .blanks_before = literal.blanks_before,
                                             .blanks = literal.blanks,
                                             .start = start,
                                             .end = end,
                                             .match = literal.at & ED_INDEX_LEADS ? begin : SIZE_MAX};

            probe->fn(probe->ctx, &candidate);
        }
    }
}

/* A key that begins at `at`: its tokens are read anew. */
static void look_at(const struct probe *probe, size_t at, bool alone)
{
    size_t next = at;
    struct ed_token left, right;
    uint64_t key;

    if (at >= probe->text.n || !ed_token_next(probe->text, &next, &left)) {
        return;
    }
    key = ed_token_hash(probe->text.p + left.start, left.end - left.start);
    right = left;
    if (!alone) {
        if (!ed_token_next(probe->text, &next, &right)) {
            return;
        }
        key = ed_token_pair(key, ed_token_hash(probe->text.p + right.start, right.end - right.start));
    }
    look_up(probe, key, left.start, right.end);
}

void ed_index_look(const struct ed_index *index, struct ed_str text, const uint32_t *keys, size_t n, ed_candidate_fn fn,
                   void *ctx)
{
    struct probe probe = {index, text, fn, ctx};

    for (size_t i = 0; i < n; i++) {
        look_at(&probe, keys[i] >> 1, keys[i] & ED_MARK_SINGLE);
    }
}

bool ed_index_joins(const struct ed_index *index, struct ed_str left, struct ed_str right, size_t *ret_at)
{
    struct ed_token first, last = {0};
    size_t at = left.n, next = 0;
    uint64_t hash;

    if (!ed_token_next(right, &next, &first)) {
        return false;
    }
    hash = ed_token_hash(right.p + first.start, first.end - first.start);
    if (!ed_index_has_role(ed_index_roles(index, hash), hash, ED_INDEX_RIGHT)) {
        return false;
    }
    while (at > 0 && (unsigned char)left.p[at - 1] < 0x80 && !ed_is_word(left.p[at - 1])) {
        at--;
    }
    last.end = at;
    while (at > 0 && ed_is_word(left.p[at - 1])) {
        at--;
    }
    if (at == last.end) { /* none, or one that is no word and whose beginning takes more than a look backward */
        while (at > 0 && (unsigned char)left.p[at - 1] >= 0x80) {
            at--;
        }
        for (next = at; next < left.n && ed_token_next(left, &next, &last);) {
        }
        if (last.end <= last.start) {
            return false;
        }
        at = last.start;
    }
    *ret_at = at;
    return ed_index_has_bits(index->bitmap, index->bitmap_shift,
                             ed_token_pair(ed_token_hash(left.p + at, last.end - at), hash));
}

void ed_index_scan(const struct ed_index *index, struct ed_str text, ed_candidate_fn fn, void *ctx)
{
    struct ed_token_scan scan;
    struct ed_index_notes notes;

    ed_index_notes_init(&notes);
    ed_token_scan_init(&scan, text, index->walk);
    while (ed_token_scan_fill(&scan)) {
        ed_index_note(index, &scan, &notes);
        ed_index_look(index, text, notes.keys, notes.nkeys, fn, ctx);
    }
}
