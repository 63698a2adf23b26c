/*
 * index_weak.c: weak records count only where a sign stands beside them, and logs hold few of these. So a scan looks
 * for signs, and for the common words of weak records only in texts that have one.
 *
 * A sign is found by its last two tokens, or by its only one. They must be whole tokens wherever the text stands as
 * whole words: an ASCII word is, and so is a code point with all its bytes. A text with white space, or with less than
 * a token, makes no sign, and its record stays.
 */
#include "match/index_weak.h"

#include "match/index_format.h"

void ed_index_weak_init(struct ed_index_weak *weak)
{
    *weak = (struct ed_index_weak){0};
    ed_map_init(&weak->told);
    ed_arena_init(&weak->arena);
}

void ed_index_weak_done(struct ed_index_weak *weak)
{
    ed_vec_done(&weak->signs);
    ed_map_done(&weak->told);
    ed_arena_done(&weak->arena);
}

static uint64_t hash_of(struct ed_str text, struct ed_token token)
{
    return ed_token_hash(text.p + token.start, token.end - token.start);
}

static bool whole(struct ed_str text, struct ed_token token)
{
    return ed_token_whole(ed_str_slice(text, token.start, token.end));
}

static bool make(struct ed_str text, struct ed_index_sign *ret_sign)
{
    struct ed_token left, right = {0}, next;
    size_t at = 0, n = 0;

    for (size_t i = 0; i < text.n; i++) {
        if (ed_is_space(text.p[i])) {
            return false;
        }
    }
    while (ed_token_next(text, &at, &next)) {
        left = right;
        right = next;
        n++;
    }
    if (n == 0 || !whole(text, right) || (n > 1 && !whole(text, left))) {
        return false;
    }
    *ret_sign = (struct ed_index_sign){.text = text, .start = right.start, .right = hash_of(text, right)};
    if (n > 1) {
        ret_sign->pair = true;
        ret_sign->start = left.start;
        ret_sign->left = hash_of(text, left);
    }
    return true;
}

static void add(struct ed_index_weak *weak, struct ed_index_sign sign)
{
    bool fresh = false;

    (void)ed_map_put(&weak->told, sign.text, &fresh);
    if (fresh) {
        *ed_vec_add(&weak->signs) = sign;
    }
}

bool ed_index_weak_take(struct ed_index_weak *weak, uint32_t record, double specificity)
{
    struct ed_str name = ED_STR_NONE, path = ED_STR_NONE;
    struct ed_index_sign by_class, by_path;

    if (specificity >= weak->floor || !weak->beside(weak->ctx, record, &name, &path)) {
        return false;
    }
    name = name.n ? ed_arena_printf(&weak->arena, "%.*s:", ED_STR_ARG(name)) : name;
    path = ed_arena_str(&weak->arena, path);
    if ((name.n && !make(name, &by_class)) || (path.n && !make(path, &by_path))) {
        return false;
    }
    if (name.n) {
        add(weak, by_class);
    }
    if (path.n) {
        add(weak, by_path);
    }
    return true;
}
