/*
 * lookup.c: exact look-up of a name a person has in hand. The kinds are tried in the order of enum ed_lookup_kind and
 * the first that has rows wins; a kind that the name cannot be (an id is 16 hex digits, a path has two '/') is not
 * asked.
 */
#include "kb/lookup.h"

#include "kb/rows.h"
#include "kb/state.h"
#include "store/records.h"

#define ID_LENGTH 16

static bool is_id(struct ed_str name)
{
    for (size_t i = 0; i < name.n; i++) {
        if (!ed_is_digit(name.p[i]) && !(name.p[i] >= 'a' && name.p[i] <= 'f')) {
            return false;
        }
    }
    return name.n == ID_LENGTH;
}

/* owner/name/slug in two; false when it is no such path. */
static bool cut_path(struct ed_str name, struct ed_str *ret_repo, struct ed_str *ret_slug)
{
    size_t first = ed_str_find_byte(name, '/', 0);
    size_t second = first == SIZE_MAX ? SIZE_MAX : ed_str_find_byte(name, '/', first + 1);

    if (second == SIZE_MAX) {
        return false;
    }
    *ret_repo = ed_str_slice(name, 0, second);
    *ret_slug = ed_str_slice(name, second + 1, name.n);
    return true;
}

static enum ed_rc ask(struct ed_kb *kb, enum ed_lookup_kind kind, struct ed_str name, struct ed_rows *rows,
                      uint64_t *ret_found, struct ed_err *err)
{
    struct ed_str repo = ED_STR_NONE, slug = ED_STR_NONE;

    switch (kind) {
    case ED_LOOKUP_ID:
        return is_id(name) ? ed_list_named(kb->db, ED_LIST_ID, name, ed_rows_hand_on, rows, ret_found, err) : ED_OK;
    case ED_LOOKUP_PATH:
        return cut_path(name, &repo, &slug) ? ed_list_path(kb->db, repo, slug, ed_rows_hand_on, rows, ret_found, err)
                                            : ED_OK;
    case ED_LOOKUP_SLUG:
        return ed_list_named(kb->db, ED_LIST_SLUG, name, ed_rows_hand_on, rows, ret_found, err);
    case ED_LOOKUP_CODE:
        return ed_list_named(kb->db, ED_LIST_CODE, name, ed_rows_hand_on, rows, ret_found, err);
    case ED_LOOKUP_FAMILY:
        return ed_list_named(kb->db, ED_LIST_FAMILY, name, ed_rows_hand_on, rows, ret_found, err);
    }
    return ED_OK;
}

static enum ed_rc family_exists(struct ed_kb *kb, struct ed_str name, struct ed_err *err)
{
    struct ed_str json = ED_STR_NONE;
    struct ed_arena text;
    enum ed_rc rc;

    ed_arena_init(&text);
    rc = ed_records_family(kb->db, name, &text, &json, err);
    ed_arena_done(&text);
    return rc;
}

enum ed_rc ed_kb_lookup(struct ed_kb *kb, struct ed_str name, enum ed_lookup_kind *ret_kind, ed_kb_row_fn fn, void *ctx,
                        struct ed_err *err)
{
    static const enum ed_lookup_kind kinds[] = {ED_LOOKUP_ID, ED_LOOKUP_PATH, ED_LOOKUP_SLUG, ED_LOOKUP_CODE,
                                                ED_LOOKUP_FAMILY};
    struct ed_rows rows = {.fn = fn, .ctx = ctx};
    uint64_t found = 0;
    enum ed_rc rc = ED_OK;

    name = name.p ? name : ED_STR("");
    ed_kb_lock(kb);
    for (size_t i = 0; i < ED_ARRAY_LEN(kinds) && rc == ED_OK && found == 0; i++) {
        rc = ask(kb, kinds[i], name, &rows, &found, err);
        *ret_kind = kinds[i];
    }
    if (rc == ED_OK && found == 0) {
        rc = family_exists(kb, name, err);
    }
    ed_kb_unlock(kb);
    return rc;
}
