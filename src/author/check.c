/*
 * check.c: the run of a check: all records and families are noted first, so that every link can be followed, then each
 * is looked at. Nothing is changed; of one record every flaw is told, not only the first.
 */
#include "author/check_private.h"

static void tell(struct ed_check *check, struct ed_flaw *flaw, const struct ed_check_kind *kind,
                 const struct ed_shelf_place *place, const char *pointer, struct ed_str what)
{
    ed_flaw_at(flaw, place);
    flaw->code = kind->code;
    flaw->level = kind->level;
    flaw->pointer = ed_str_c(pointer);
    flaw->rows[0] = (struct ed_flaw_row){"what", what};
    flaw->rows[1] = (struct ed_flaw_row){"do", ed_str_c(kind->remedy)};
    check->flaw(check->ctx, flaw);
}

void ed_check_flaw(struct ed_check *check, const struct ed_shelf_place *place, const struct ed_check_record *record,
                   const struct ed_check_kind *kind, const char *pointer, struct ed_str what)
{
    struct ed_flaw flaw = {.id = record->id};

    if (record->repo.p) {
        flaw.name = ed_arena_printf(&check->scratch, "%.*s/%.*s", ED_STR_ARG(record->repo), ED_STR_ARG(record->slug));
    }
    tell(check, &flaw, kind, place, pointer, what);
}

void ed_check_record_flaw(struct ed_check *check, const struct ed_check_record *record,
                          const struct ed_check_kind *kind, const char *pointer, struct ed_str what)
{
    ed_check_flaw(check, ed_shelf_record(check->shelf, record->id), record, kind, pointer, what);
}

void ed_check_family_flaw(struct ed_check *check, struct ed_str slug, const struct ed_check_kind *kind,
                          const char *pointer, struct ed_str what)
{
    struct ed_flaw flaw = {.name = slug};

    tell(check, &flaw, kind, ed_shelf_family(check->shelf, slug), pointer, what);
}

bool ed_check_misplaced(const struct ed_shelf_place *place, const char *kind, struct ed_str name)
{
    struct ed_str file = ed_str_c(place ? place->file : NULL), folder = ed_str_c(kind), tail = ED_STR(".json");
    size_t begin = SIZE_MAX;

    for (size_t at = 0; (at = ed_str_find(file, folder, at)) != SIZE_MAX; at++) {
        if ((at == 0 || file.p[at - 1] == '/') && at + folder.n < file.n && file.p[at + folder.n] == '/') {
            begin = at + folder.n + 1;
        }
    }
    if (begin == SIZE_MAX) {
        return false;
    }
    file = ed_str_slice(file, begin, file.n);
    return !ed_str_ends(file, tail) || !ed_str_eq(ed_str_slice(file, 0, file.n - tail.n), name);
}

const struct ed_check_record *ed_check_find(const struct ed_check *check, struct ed_str id)
{
    const uint64_t *number = ed_map_get(&check->by_id, id);

    return number ? &check->records.v[*number - 1] : NULL;
}

static enum ed_rc note_record(void *ctx, const struct ed_kb_row *row, struct ed_err *err ED_UNUSED)
{
    struct ed_check *check = ctx;
    struct ed_check_record *record = ed_vec_add(&check->records);

    *record = (struct ed_check_record){
        .row = row->row,
        .id = ed_arena_str(&check->arena, row->id),
        .repo = ed_arena_str(&check->arena, row->repo),
        .slug = ed_arena_str(&check->arena, row->slug),
        .family = ed_arena_str(&check->arena, row->family),
        .subject = !ed_shelf_has_places(check->shelf) || ed_shelf_record(check->shelf, row->id),
        .active = !row->weak && !row->inactive,
    };
    *ed_map_put(&check->by_id, row->id, /* ret_new */ NULL) = check->records.n;
    check->counts->records += record->subject;
    return ED_OK;
}

static enum ed_rc note_family(void *ctx, const struct ed_family *family, struct ed_err *err ED_UNUSED)
{
    struct ed_check *check = ctx;

    *ed_map_put(&check->families, family->slug, /* ret_new */ NULL) = 1;
    return ED_OK;
}

static enum ed_rc look_at_records(struct ed_check *check, struct ed_err *err)
{
    enum ed_rc rc = ED_OK;

    for (size_t i = 0; i < check->records.n && rc == ED_OK; i++) {
        struct ed_check_record *own = &check->records.v[i];
        struct ed_kb_pattern_info pattern = {0};
        struct ed_record record = {0};

        rc = ed_kb_pattern_info(check->kb, own->row, &check->scratch, &pattern, err);
        if (rc == ED_OK && own->active) {
            own->regex = ed_arena_str(&check->arena, pattern.regex);
        }
        if (rc == ED_OK && own->subject) {
            rc = ed_kb_record(check->kb, own->row, &check->scratch, &record, err);
        }
        if (rc == ED_OK && own->subject) {
            ed_check_fields(check, own, &record, &pattern);
        }
        ed_arena_reset(&check->scratch);
    }
    return rc;
}

enum ed_rc ed_check_run(const struct ed_shelf *shelf, ed_flaw_fn flaw, void *ctx, struct ed_check_counts *ret_counts,
                        struct ed_err *err)
{
    struct ed_check check = {.shelf = shelf, .kb = ed_shelf_kb(shelf), .flaw = flaw, .ctx = ctx, .counts = ret_counts};
    enum ed_rc rc;

    *ret_counts = (struct ed_check_counts){0};
    ed_arena_init(&check.arena);
    ed_arena_init(&check.scratch);
    ed_map_init(&check.by_id);
    ed_map_init(&check.families);
    rc = ed_kb_list(check.kb, /* filter */ NULL, note_record, &check, err);
    if (rc == ED_OK) {
        rc = ed_kb_families(check.kb, note_family, &check, err);
    }
    if (rc == ED_OK) {
        rc = look_at_records(&check, err);
    }
    if (rc == ED_OK) {
        rc = ed_check_patterns(&check, err);
    }
    if (rc == ED_OK) {
        rc = ed_check_families(&check, err);
    }
    if (rc == ED_OK) {
        ed_check_examples(&check);
    }
    ed_vec_done(&check.records);
    ed_map_done(&check.by_id);
    ed_map_done(&check.families);
    ed_arena_done(&check.arena);
    ed_arena_done(&check.scratch);
    return rc;
}
