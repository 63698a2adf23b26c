/*
 * take.c: the rules of record-format for one value: a broken one is refused with its place; the same id again is the
 * same, newer, older or changed; whatever is neither record nor family is counted and said.
 *
 * The same text is compared first and the JSON values only when it differs. A record keeps its row when it is replaced.
 * Full-text rows are taken out with the words of the old record, made from its stored JSON as they were made then.
 */
#include "kb/take.h"

#include "kb/words.h"
#include "store/derived.h"
#include "store/records.h"
#include "json/write.h"

void ed_take_init(struct ed_take *take, struct ed_db *db, struct ed_ingest_events events)
{
    *take = (struct ed_take){.db = db, .events = events};
    ed_map_init(&take->reason_numbers);
    ed_map_init(&take->source_rows);
    ed_arena_init(&take->arena);
    ed_arena_init(&take->scratch);
    ed_clock_format(ed_clock_now(), take->now);
}

void ed_take_done(struct ed_take *take)
{
    ed_vec_done(&take->sources);
    ed_vec_done(&take->changes);
    ed_vec_done(&take->reasons);
    ed_map_done(&take->reason_numbers);
    ed_map_done(&take->source_rows);
    ed_arena_done(&take->arena);
    ed_arena_done(&take->scratch);
}

size_t ed_take_source(struct ed_take *take, struct ed_str name)
{
    *ed_vec_add(&take->sources) = (struct ed_take_source){.name = ed_arena_str(&take->arena, name)};
    return take->sources.n - 1;
}

void ed_take_problem(struct ed_take *take, const char *source, uint64_t line, const char *pointer, bool fatal,
                     struct ed_str message)
{
    struct ed_err problem = {0};

    if (!take->events.problem) {
        return;
    }
    ed_err_set(&problem, fatal ? ED_ERR_INPUT : ED_OK, "%.*s", ED_STR_ARG(message));
    ed_err_at(&problem, source, line, pointer);
    take->events.problem(take->events.ctx, &problem, fatal);
}

/* A problem in a value: its place in the source, and `pointer` within the record or family. */
static void report(struct ed_take *take, const struct ed_prepared *p, const char *pointer, bool fatal,
                   struct ed_str message)
{
    const struct ed_take_source *source = &take->sources.v[p->raw.source];
    char where[192];

    ed_prepared_pointer(p, pointer, where, sizeof(where));
    ed_take_problem(take, source->name.p, p->raw.line + (p->fault_line ? p->fault_line - 1 : 0), where, fatal, message);
}

static void report_problems(struct ed_take *take, const struct ed_prepared *p)
{
    if (p->fault.p) {
        report(take, p, "", /* fatal */ true, p->fault);
    }
    for (size_t i = 0; i < p->nproblems; i++) {
        report(take, p, p->problems[i].pointer, p->problems[i].fatal, ed_str_c(p->problems[i].message));
    }
    if (p->unlisted > 0) {
        report(take, p, "", /* fatal */ p->rc != ED_OK,
               ed_arena_printf(&take->scratch, "%zu more problems are not listed", p->unlisted));
    }
}

/* The row of the source table for this source and version, made when something is taken from it for the first time. */
static enum ed_rc source_row(struct ed_take *take, size_t number, struct ed_str version, int64_t *ret_row,
                             struct ed_err *err)
{
    struct ed_take_source *source = &take->sources.v[number];
    struct ed_str key;
    uint64_t *row;
    bool fresh = false;
    enum ed_rc rc = ED_OK;

    if (source->row != 0 && ed_str_eq(source->version, version)) {
        *ret_row = source->row;
        return ED_OK;
    }
    key = ed_arena_printf(&take->scratch, "%zu %.*s", number, ED_STR_ARG(version));
    row = ed_map_put(&take->source_rows, key, &fresh);
    if (fresh) {
        rc = ed_records_source(take->db, source->name, version, ed_str_c(take->now), &source->row, err);
        *row = (uint64_t)source->row;
    }
    source->row = (int64_t)*row;
    source->version = ed_arena_str(&take->arena, version);
    *ret_row = source->row;
    return rc;
}

static void note_change(struct ed_take *take, uint32_t row, const struct ed_pattern *pattern)
{
    struct ed_str reason = pattern->reason.p ? pattern->reason : ED_STR("");
    struct ed_take_change change = {.row = row, .state = pattern->state};
    uint64_t *number;
    bool fresh = false;

    if (pattern->state == ED_PATTERN_INACTIVE) {
        number = ed_map_put(&take->reason_numbers, reason, &fresh);
        if (fresh) {
            *number = take->reasons.n;
            *ed_vec_add(&take->reasons) = ed_arena_str(&take->arena, reason);
        }
        change.reason = (uint32_t)*number;
    }
    *ed_vec_add(&take->changes) = change;
}

static struct ed_str names_json(const struct ed_pattern *pattern, struct ed_buf *buf)
{
    struct ed_json_out out;

    if (pattern->nnames == 0) {
        return ED_STR_NONE;
    }
    ed_json_out_init(&out, buf, /* indent */ 0);
    ed_json_open_array(&out);
    for (size_t i = 0; i < pattern->nnames; i++) {
        ed_json_str_out(&out, pattern->names[i]);
    }
    ed_json_close_array(&out);
    return ed_buf_view(buf);
}

/* The derived rows of a record that has none, or whose full-text row was taken out. */
static enum ed_rc put_derived(struct ed_take *take, uint32_t row, const struct ed_prepared *p, struct ed_err *err)
{
    const struct ed_record *record = &p->record;
    bool active = p->pattern.state != ED_PATTERN_INACTIVE;
    struct ed_look look = {
        .id = record->id,
        .repo = record->repo,
        .slug = record->slug,
        .code = record->error_code,
        .message = record->error_message,
        .severity = ed_str_c(ed_severity_name(record->severity)),
        .family = record->background_tag,
        .analyzed = record->analyzed_micros,
    };
    struct ed_pattern_row pattern = {
        .state = active ? (int64_t)p->pattern.state : ED_STATE_INACTIVE,
        .flags = (int64_t)p->pattern.flags,
        .reason = p->pattern.reason,
        .regex = active ? p->pattern.regex : ED_STR_NONE,
    };
    struct ed_buf names;
    enum ed_rc rc = ed_derived_look_put(take->db, row, &look, err);

    ed_buf_init(&names, /* max */ 0);
    if (rc == ED_OK) {
        pattern.names = active ? names_json(&p->pattern, &names) : ED_STR_NONE;
        rc = ed_derived_pattern_put(take->db, row, &pattern, err);
    }
    ed_buf_done(&names);
    if (rc == ED_OK) {
        rc = ed_search_add(take->db, row, &p->words, err);
    }
    if (rc == ED_OK) {
        note_change(take, row, &p->pattern);
    }
    return rc;
}

/* Tell when the slug stands for another record of the repository, too: it happens upstream, and both are kept. */
static enum ed_rc look_for_clash(struct ed_take *take, uint32_t row, const struct ed_prepared *p, struct ed_err *err)
{
    struct ed_str id = ED_STR_NONE;
    enum ed_rc rc = ed_derived_clash(take->db, row, p->record.repo, p->record.slug, &take->scratch, &id, err);

    if (rc == ED_OK) {
        report(
            take, p, "/slug", /* fatal */ false,
            ed_arena_printf(&take->scratch,
                            "the slug stands for another record of %.*s, too (id %.*s): both are kept, tell them apart "
                            "by their ids",
                            ED_STR_ARG(p->record.repo), ED_STR_ARG(id)));
    }
    return rc == ED_NOT_FOUND ? ED_OK : rc;
}

static enum ed_rc insert(struct ed_take *take, const struct ed_prepared *p, struct ed_err *err)
{
    uint32_t row = 0;
    int64_t source = 0;
    enum ed_rc rc = source_row(take, p->raw.source, p->version, &source, err);

    if (rc == ED_OK) {
        rc = ed_records_insert(take->db, p->record.id, source, p->json, &row, err);
    }
    if (rc == ED_OK) {
        rc = look_for_clash(take, row, p, err);
    }
    if (rc == ED_OK) {
        rc = put_derived(take, row, p, err);
    }
    take->counts.taken += rc == ED_OK;
    return rc;
}

static enum ed_rc remove_words(struct ed_take *take, const struct ed_stored_record *old, struct ed_err *err)
{
    struct ed_prepared was = {.raw.text = old->json};

    if (!old->readable) {
        return ED_OK;
    }
    ed_prepare(&was, &take->scratch);
    if (was.rc != ED_OK || was.shape != ED_SHAPE_RECORD) {
        return ed_err_set(err, ED_ERR_DB,
                          "the record in row %" PRIu32 " of %s is not what its look-up tables say: run errdex rebuild",
                          old->row, ed_db_path(take->db));
    }
    return ed_search_remove(take->db, old->row, &was.words, err);
}

static enum ed_rc replace(struct ed_take *take, const struct ed_prepared *p, const struct ed_stored_record *old,
                          struct ed_err *err)
{
    int64_t source = 0;
    enum ed_rc rc = remove_words(take, old, err);

    if (rc == ED_OK) {
        rc = source_row(take, p->raw.source, p->version, &source, err);
    }
    if (rc == ED_OK) {
        rc = ed_records_replace(take->db, old->row, source, p->json, err);
    }
    if (rc == ED_OK) {
        rc = ed_derived_forget(take->db, old->row, err);
    }
    if (rc == ED_OK) {
        rc = look_for_clash(take, old->row, p, err);
    }
    if (rc == ED_OK) {
        rc = put_derived(take, old->row, p, err);
    }
    take->counts.replaced += rc == ED_OK;
    return rc;
}

static bool same_values(struct ed_str a, struct ed_str b)
{
    struct ed_json_doc *x = NULL, *y = NULL;
    bool same = ed_str_eq(a, b);

    if (!same && ed_json_parse(a, &x, /* err */ NULL) == ED_OK && ed_json_parse(b, &y, /* err */ NULL) == ED_OK) {
        same = ed_json_equal(ed_json_root(x), ed_json_root(y));
    }
    ed_json_doc_free(x);
    ed_json_doc_free(y);
    return same;
}

static void report_older(struct ed_take *take, const struct ed_prepared *p, int64_t stored)
{
    char when[ED_CLOCK_TEXT];

    ed_clock_format(stored, when);
    report(take, p, "/analyzedAt", /* fatal */ false,
           ed_arena_printf(&take->scratch,
                           "the record %.*s is older than the one in the data base (analyzed %s): it was not taken",
                           ED_STR_ARG(p->record.id), when));
}

static enum ed_rc take_record(struct ed_take *take, const struct ed_prepared *p, struct ed_err *err)
{
    struct ed_stored_record old = {0};
    enum ed_rc rc = ed_records_find(take->db, p->record.id, &take->scratch, &old, err);

    if (rc == ED_NOT_FOUND) {
        return insert(take, p, err);
    }
    if (rc != ED_OK) {
        return rc;
    }
    if (old.readable && same_values(old.json, p->json)) {
        take->counts.same++;
        return ED_OK;
    }
    if (old.readable && p->record.analyzed_micros < old.analyzed) {
        take->counts.older++;
        report_older(take, p, old.analyzed);
        return ED_OK;
    }
    return replace(take, p, &old, err);
}

/* When a stored family was generated; ED_TIME_UNKNOWN when it does not say. */
static int64_t generated(struct ed_str json)
{
    struct ed_json_doc *doc = NULL;
    int64_t when = ED_TIME_UNKNOWN;

    if (ed_json_parse(json, &doc, /* err */ NULL) == ED_OK) {
        struct ed_str text = ed_json_str(ed_json_get(ed_json_root(doc), "generatedAt"));

        when = text.p ? ed_clock_parse(text) : ED_TIME_UNKNOWN;
    }
    ed_json_doc_free(doc);
    return when;
}

static enum ed_rc take_family(struct ed_take *take, const struct ed_prepared *p, struct ed_err *err)
{
    struct ed_str old = ED_STR_NONE;
    int64_t source = 0;
    enum ed_rc rc = ed_records_family(take->db, p->family.slug, &take->scratch, &old, err);

    if (rc == ED_OK && same_values(old, p->json)) {
        return ED_OK;
    }
    if (rc == ED_OK && generated(p->json) < generated(old)) {
        report(take, p, "/generatedAt", /* fatal */ false,
               ED_STR("the family is older than the one in the data base: it was not taken"));
        return ED_OK;
    }
    if (rc == ED_OK || rc == ED_NOT_FOUND) {
        rc = source_row(take, p->raw.source, p->version, &source, err);
    }
    if (rc == ED_OK) {
        rc = ed_records_family_put(take->db, p->family.slug, source, p->json, err);
    }
    if (rc == ED_OK) {
        rc = ed_derived_members_put(take->db, p->family.slug, p->family.error_ids.v, p->family.error_ids.n, err);
    }
    take->counts.families += rc == ED_OK;
    return rc;
}

static void take_manifest(struct ed_take *take, const struct ed_prepared *p)
{
    struct ed_json_doc *doc = NULL;

    if (take->dataset && ed_json_parse(p->raw.text, &doc, /* err */ NULL) == ED_OK) {
        ed_dataset_manifest(take->dataset, take->sources.v[p->raw.source].name, ed_json_root(doc));
    }
    ed_json_doc_free(doc);
}

enum ed_rc ed_take_value(void *ctx, struct ed_prepared *p, struct ed_err *err)
{
    struct ed_take *take = ctx;
    struct ed_take_source *source = &take->sources.v[p->raw.source];

    ed_arena_reset(&take->scratch);
    if (take->events.value && take->events.value(take->events.ctx, source->name.p, p)) {
        take->known++;
    }
    report_problems(take, p);
    if (p->rc != ED_OK) {
        take->counts.rejected++;
        return ED_OK;
    }
    switch (p->shape) {
    case ED_SHAPE_RECORD:
    case ED_SHAPE_WRAPPED:
        take->known++;
        source->records++;
        return take_record(take, p, err);
    case ED_SHAPE_FAMILY:
        take->known++;
        return take_family(take, p, err);
    case ED_SHAPE_MANIFEST:
        take_manifest(take, p);
        break;
    case ED_SHAPE_REPO_ENTRY:
        source->repo_entries++;
        break;
    case ED_SHAPE_EXAMPLE:
        source->examples++;
        break;
    case ED_SHAPE_PLAYBOOK:
        source->playbooks++;
        break;
    case ED_SHAPE_INFO_ENTRY:
    case ED_SHAPE_COMPACT:
    case ED_SHAPE_UNKNOWN: /* refused above */
        take->counts.compact++;
        break;
    }
    return ED_OK;
}

enum ed_rc ed_take_stored(void *ctx, struct ed_prepared *p, struct ed_err *err)
{
    struct ed_take *take = ctx;
    enum ed_rc rc = ED_OK;

    ed_arena_reset(&take->scratch);
    report_problems(take, p);
    if (p->rc != ED_OK || (p->shape != ED_SHAPE_RECORD && p->shape != ED_SHAPE_FAMILY)) {
        take->counts.rejected++;
    } else if (p->shape == ED_SHAPE_FAMILY) {
        rc = ed_derived_members_put(take->db, p->family.slug, p->family.error_ids.v, p->family.error_ids.n, err);
        take->counts.families += rc == ED_OK;
    } else {
        rc = put_derived(take, p->raw.row, p, err);
        take->counts.taken += rc == ED_OK;
    }
    return rc;
}
