/*
 * trial.c: each line in a session of its own, so that no line is explained by the one before it. A record of the same
 * family in another repository may tie: it is the same error, met in two programs that print the same words, and the
 * text alone cannot tell them apart. That is counted, and every other tie is a failure.
 *
 * Only a line that failed is asked again, by the record's pattern alone, for the reason that is told.
 */
#include "author/trial.h"

#include "base/buf.h"
#include "base/map.h"
#include "diag/session.h"
#include "match/matcher.h"

struct trial {
    const struct ed_shelf *shelf;
    struct ed_trial_opts opts;
    struct ed_trial_counts *counts;
    struct ed_matcher *matcher;
    struct ed_map rows;    /* id -> row, + 1 */
    struct ed_arena arena; /* of one example */
    /* The line at hand. */
    const struct ed_shelf_example *example;
    const struct ed_record *record;
    uint32_t row;
    bool hit; /* its pattern takes it */
    char pointer[64];
    struct ed_str log;
};

static struct ed_str name_of(struct ed_arena *arena, struct ed_str repo, struct ed_str slug)
{
    return ed_arena_printf(arena, "%.*s/%.*s", ED_STR_ARG(repo), ED_STR_ARG(slug));
}

static void fail(struct trial *t, const char *code, struct ed_str expected, struct ed_str came, struct ed_str why)
{
    struct ed_flaw flaw = {
        .code = code,
        .level = ED_FLAW_ERROR,
        .pointer = ed_str_c(t->pointer),
        .id = t->example->example.record,
        .name = t->record ? name_of(&t->arena, t->record->repo, t->record->slug) : ED_STR_NONE,
    };
    size_t n = 0;

    ed_flaw_at(&flaw, &t->example->place);
    if (t->log.p) {
        flaw.rows[n++] = (struct ed_flaw_row){"log", t->log};
    }
    flaw.rows[n++] = (struct ed_flaw_row){"expected", expected};
    flaw.rows[n++] = (struct ed_flaw_row){"came", came};
    flaw.rows[n++] = (struct ed_flaw_row){"why", why};
    t->counts->failed++;
    t->opts.flaw(t->opts.ctx, &flaw);
}

static enum ed_rc on_hit(void *ctx, const struct ed_hit *hit, struct ed_err *err ED_UNUSED)
{
    struct trial *t = ctx;

    t->hit |= hit->record == t->row;
    return ED_OK;
}

static enum ed_rc pattern_words(struct trial *t, const struct ed_finding *first, struct ed_str *ret, struct ed_err *err)
{
    struct ed_kb_pattern_info info = {0};
    enum ed_rc rc = ed_kb_pattern_info(ed_shelf_kb(t->shelf), t->row, &t->arena, &info, err);

    t->hit = false;
    if (rc == ED_OK && info.state != ED_PATTERN_INACTIVE) {
        rc = ed_matcher_run(t->matcher, t->log, on_hit, t, err);
    }
    if (rc != ED_OK) {
        return rc;
    }
    if (info.state == ED_PATTERN_INACTIVE) {
        *ret = ed_arena_printf(&t->arena, "no pattern can be made of its message: %.*s", ED_STR_ARG(info.reason));
    } else if (!t->hit && info.state == ED_PATTERN_TAKEN) {
        *ret = ed_arena_printf(&t->arena, "its messagePattern does not match the line: %.*s",
                               ED_STR_ARG(t->record->message_pattern));
    } else if (!t->hit) {
        *ret = ed_arena_printf(&t->arena, "the pattern that is made of its message does not match the line: %.*s",
                               ED_STR_ARG(t->record->error_message));
    } else if (first) {
        *ret = ED_STR("its pattern matches the line, too, but the other one explains more of it or has more literal "
                      "text");
    } else if (info.weak) {
        *ret = ed_arena_printf(&t->arena,
                               "its pattern matches, but is too general to count alone (%.1f bits): the line must hold "
                               "its errorClass or file, or the message more words",
                               info.specificity);
    } else {
        *ret = ED_STR("its pattern matches the line as it stands, but not what is left when its layers are taken off: "
                      "errdex --explain-input shows that");
    }
    return ED_OK;
}

static const char *tier_words(enum ed_tier tier)
{
    return tier == ED_TIER_EXACT ? "" : tier == ED_TIER_CODE ? "by its error code only: " : "as similar only: ";
}

static enum ed_rc not_first(struct trial *t, const struct ed_report *report, const struct ed_finding *first,
                            struct ed_err *err)
{
    struct ed_str came = ED_STR("nothing"), why = ED_STR_NONE;
    const struct ed_finding *shown = first ? first : report->nfindings > 0 ? report->findings : NULL;
    enum ed_rc rc = pattern_words(t, first, &why, err);

    if (rc == ED_OK) {
        if (shown) {
            came = ed_arena_printf(&t->arena, "%s%.*s", tier_words(shown->tier),
                                   ED_STR_ARG(name_of(&t->arena, shown->record->repo, shown->record->slug)));
        }
        fail(t, "not-first", name_of(&t->arena, t->record->repo, t->record->slug), came, why);
    }
    return rc;
}

static const struct ed_finding *first_exact(const struct ed_report *report)
{
    for (size_t i = 0; i < report->nfindings; i++) {
        if (report->findings[i].tier == ED_TIER_EXACT) {
            return &report->findings[i];
        }
    }
    return NULL;
}

static enum ed_rc is_twin(struct trial *t, const struct ed_other *other, bool *ret, struct ed_err *err)
{
    const uint64_t *row = ed_map_get(&t->rows, other->id);
    struct ed_record record = {0};
    enum ed_rc rc = row ? ed_kb_record(ed_shelf_kb(t->shelf), (uint32_t)*row - 1, &t->arena, &record, err) : ED_OK;

    *ret = row && t->record->background_tag.n > 0 && ed_str_eq(record.background_tag, t->record->background_tag) &&
           !ed_str_eq(record.repo, t->record->repo);
    return rc;
}

/* *ret_failed: a tie that is none of a twin. */
static enum ed_rc judge_ties(struct trial *t, const struct ed_finding *first, bool *ret_failed, struct ed_err *err)
{
    bool twin = false, twins = false;

    for (size_t i = 0; i < first->nalso; i++) {
        const struct ed_other *other = &first->also[i];
        enum ed_rc rc = is_twin(t, other, &twin, err);

        if (rc != ED_OK) {
            return rc;
        }
        if (!twin) {
            *ret_failed = true;
            fail(t, "tie", name_of(&t->arena, t->record->repo, t->record->slug),
                 ed_arena_printf(&t->arena, "%.*s/%.*s (%.*s) as well", ED_STR_ARG(other->repo),
                                 ED_STR_ARG(other->slug), ED_STR_ARG(other->id)),
                 ED_STR("both match the same text equally well: only records of one family in two repositories may; "
                        "make one message more exact, or leave one record out"));
            return ED_OK;
        }
        twins = true;
    }
    t->counts->twins += twins;
    return ED_OK;
}

static const struct ed_value *value_of(const struct ed_finding *finding, struct ed_str name)
{
    for (size_t i = 0; i < finding->nvalues; i++) {
        if (ed_str_eq(finding->values[i].name, name)) {
            return &finding->values[i];
        }
    }
    return NULL;
}

static struct ed_str hole_names(struct trial *t, const struct ed_finding *finding)
{
    struct ed_str names = ED_STR_NONE;

    for (size_t i = 0; i < finding->nvalues; i++) {
        names = ed_arena_printf(&t->arena, "%.*s%s%.*s", ED_STR_ARG(names), i == 0 ? "its holes are " : ", ",
                                ED_STR_ARG(finding->values[i].name));
    }
    return names.p ? names : ED_STR("the record has no holes");
}

static void judge_values(struct trial *t, const struct ed_example_line *line, const struct ed_finding *first)
{
    struct ed_buf expected, came;
    bool unknown = false;

    ed_buf_init(&expected, /* max */ 0);
    ed_buf_init(&came, /* max */ 0);
    for (size_t i = 0; i < line->nvalues; i++) {
        const struct ed_example_value *wanted = &line->values[i];
        const struct ed_value *value = value_of(first, wanted->name);

        if (value && value->value.p && ed_str_eq(value->value, wanted->value)) {
            continue;
        }
        unknown |= !value;
        ed_buf_printf(&expected, "%s%.*s = \"%.*s\"", expected.n ? ", " : "", ED_STR_ARG(wanted->name),
                      ED_STR_ARG(wanted->value));
        ed_buf_printf(&came, "%s%.*s ", came.n ? ", " : "", ED_STR_ARG(wanted->name));
        if (value && value->value.p) {
            ed_buf_printf(&came, "= \"%.*s\"", ED_STR_ARG(value->value));
        } else {
            ed_buf_text(&came, value ? "holds nothing" : "is no hole");
        }
    }
    if (expected.n > 0) {
        fail(t, "values", ed_buf_view(&expected), ed_buf_view(&came),
             unknown ? hole_names(t, first) : ED_STR("the holes of the pattern divide the text otherwise"));
    }
    ed_buf_done(&expected);
    ed_buf_done(&came);
}

static enum ed_rc judge_line(struct trial *t, const struct ed_example_line *line, const struct ed_report *report,
                             struct ed_err *err)
{
    const struct ed_finding *first = first_exact(report);
    bool failed = false;
    enum ed_rc rc;

    if (!first || first->row != t->row) {
        return not_first(t, report, first, err);
    }
    rc = judge_ties(t, first, &failed, err);
    if (rc == ED_OK && !failed) {
        judge_values(t, line, first);
    }
    return rc;
}

static void judge_miss(struct trial *t, const struct ed_report *report)
{
    for (size_t i = 0; i < report->nfindings; i++) {
        const struct ed_finding *finding = &report->findings[i];

        if (finding->tier == ED_TIER_EXACT && finding->row == t->row) {
            fail(t, "near-miss", ED_STR("that it is not found"),
                 ed_arena_printf(&t->arena, "it is found in \"%.*s\"", ED_STR_ARG(finding->message)),
                 ED_STR("its pattern is too broad for this line: narrow a hole in messagePattern"));
            return;
        }
    }
}

/* line NULL: a near miss. */
static enum ed_rc try_line(struct trial *t, const struct ed_example_line *line, struct ed_err *err)
{
    struct ed_session *session = ed_session_new(ed_shelf_kb(t->shelf), (struct ed_session_opts){.threads = 1});
    const struct ed_report *report = NULL;
    enum ed_rc rc = ed_session_text(session, "-", t->log, err);

    if (rc == ED_OK) {
        rc = ed_session_report(session, &report, err);
    }
    if (rc == ED_OK && line) {
        rc = judge_line(t, line, report, err);
    } else if (rc == ED_OK) {
        judge_miss(t, report);
    }
    ed_session_free(session);
    return rc;
}

static void begin(struct trial *t, const char *key, size_t number, const char *tail, struct ed_str log)
{
    snprintf(t->pointer, sizeof(t->pointer), "/%s/%zu%s", key, number, tail);
    t->log = log;
}

static enum ed_rc try_example(struct trial *t, struct ed_err *err)
{
    const struct ed_example *example = &t->example->example;
    const uint64_t *row = ed_map_get(&t->rows, example->record);
    struct ed_record record = {0};
    enum ed_rc rc = ED_OK;

    t->record = NULL;
    if (!row) {
        snprintf(t->pointer, sizeof(t->pointer), "/record");
        t->log = ED_STR_NONE;
        fail(t, "unknown-record", ed_arena_printf(&t->arena, "a record %.*s", ED_STR_ARG(example->record)),
             ED_STR("none"), ED_STR("no record that was read has this id: it is misspelled, or its message changed"));
        return ED_OK;
    }
    t->row = (uint32_t)*row - 1;
    rc = ed_kb_record(ed_shelf_kb(t->shelf), t->row, &t->arena, &record, err);
    t->record = &record;
    if (rc != ED_OK || (t->opts.repo.p && !ed_str_eq(t->opts.repo, record.repo))) {
        return rc;
    }
    for (size_t i = 0; i < example->nlines && rc == ED_OK; i++) {
        begin(t, "lines", i, "/log", example->lines[i].log);
        t->counts->lines++;
        rc = try_line(t, &example->lines[i], err);
    }
    for (size_t i = 0; i < example->near_misses.n && rc == ED_OK; i++) {
        begin(t, "nearMiss", i, "", example->near_misses.v[i]);
        t->counts->misses++;
        rc = try_line(t, /* line */ NULL, err);
    }
    return rc;
}

static void untried(struct trial *t, const struct ed_kb_row *row)
{
    struct ed_flaw flaw = {
        .code = "untried",
        .level = t->opts.strict ? ED_FLAW_ERROR : ED_FLAW_WARNING,
        .id = row->id,
        .name = name_of(&t->arena, row->repo, row->slug),
        .rows = {{"why", ED_STR("no example was read for it, so nothing shows that it is found")}},
    };

    ed_flaw_at(&flaw, ed_shelf_record(t->shelf, row->id));
    t->counts->untried++;
    t->opts.flaw(t->opts.ctx, &flaw);
}

static enum ed_rc on_row(void *ctx, const struct ed_kb_row *row, struct ed_err *err ED_UNUSED)
{
    struct trial *t = ctx;

    *ed_map_put(&t->rows, row->id, /* ret_new */ NULL) = (uint64_t)row->row + 1;
    if (!ed_shelf_record(t->shelf, row->id) || (t->opts.repo.p && !ed_str_eq(t->opts.repo, row->repo))) {
        return ED_OK;
    }
    t->counts->records++;
    if (!ed_shelf_has_example(t->shelf, row->id)) {
        untried(t, row);
    }
    return ED_OK;
}

enum ed_rc ed_trial_run(const struct ed_shelf *shelf, struct ed_trial_opts opts, struct ed_trial_counts *ret_counts,
                        struct ed_err *err)
{
    struct ed_kb *kb = ed_shelf_kb(shelf);
    struct trial t = {.shelf = shelf, .opts = opts, .counts = ret_counts};
    const struct ed_shelf_example *examples;
    size_t n = 0;
    enum ed_rc rc;

    *ret_counts = (struct ed_trial_counts){0};
    ed_map_init(&t.rows);
    ed_arena_init(&t.arena);
    t.matcher = ed_matcher_new(ed_kb_index(kb), ed_kb_patterns(kb));
    rc = ed_kb_list(kb, /* filter */ NULL, on_row, &t, err);
    examples = ed_shelf_examples(shelf, &n);
    for (size_t i = 0; i < n && rc == ED_OK; i++) {
        t.example = &examples[i];
        rc = try_example(&t, err);
        ed_arena_reset(&t.arena);
    }
    ed_matcher_free(t.matcher);
    ed_map_done(&t.rows);
    ed_arena_done(&t.arena);
    return rc;
}
