/*
 * check_patterns.c: records against each other, and against logs in which nothing is wrong.
 *
 * Each record's message is printed with sample values. Whoever else's pattern takes that text overlaps; when a
 * diagnosis of the text names another record first, this one is shadowed: its own message is never explained by it.
 * Records of one family may overlap: they are wordings of one error. The calm lines (data/calm/calm.log) go through one
 * diagnosis.
 */
#include "author/check_private.h"
#include "author_calm.h"
#include "diag/session.h"
#include "match/matcher.h"
#include "match/template.h"

/* Values that are tried until the record's own pattern takes its message: a custom one may have narrow holes. */
#define SEEDS 4

static const struct ed_check_kind duplicate = {"duplicate-pattern", ED_FLAW_WARNING,
                                               "leave one record out, or put both in one family"};
static const struct ed_check_kind shadowed = {"shadowed-pattern", ED_FLAW_WARNING,
                                              "narrow the other's holes, or write more of the text into errorMessage"};
static const struct ed_check_kind overlapping = {
    "overlapping-pattern", ED_FLAW_INFO, "see that both are meant; put them in one family if they are one error"};
static const struct ed_check_kind broad = {"broad-pattern", ED_FLAW_ERROR,
                                           "narrow its holes, or write more of the text into errorMessage"};

struct overlaps {
    struct ed_check *check;
    struct ed_map by_row;   /* row -> number in the check's records, + 1 */
    struct ed_map by_regex; /* regex -> number of the first record with it, + 1 */
    struct ed_matcher *matcher;
    const struct ed_check_record *own, *other;
    bool own_hit;
};

static bool kin(const struct ed_check_record *a, const struct ed_check_record *b)
{
    return a->family.n > 0 && ed_str_eq(a->family, b->family);
}

static const struct ed_check_record *by_row(const struct overlaps *o, uint32_t row)
{
    const uint64_t *number = ed_map_get(&o->by_row, ed_str((const char *)&row, sizeof(row)));

    return number ? &o->check->records.v[*number - 1] : NULL;
}

static struct ed_str named(struct ed_check *check, const char *says, const struct ed_check_record *other)
{
    return ed_arena_printf(&check->scratch, "%s %.*s/%.*s (%.*s)", says, ED_STR_ARG(other->repo),
                           ED_STR_ARG(other->slug), ED_STR_ARG(other->id));
}

static enum ed_rc on_hit(void *ctx, const struct ed_hit *hit, struct ed_err *err ED_UNUSED)
{
    struct overlaps *o = ctx;
    const struct ed_check_record *record = by_row(o, hit->record);

    if (record == o->own) {
        o->own_hit = true;
    } else if (record && record->active && !o->other && !kin(o->own, record) &&
               !ed_str_eq(record->regex, o->own->regex)) {
        o->other = record;
    }
    return ED_OK;
}

/* The message as it may be printed, so that its own pattern takes it; ED_STR_NONE when none of the samples will do. */
static enum ed_rc print_message(struct overlaps *o, struct ed_str *ret, struct ed_err *err)
{
    struct ed_check *check = o->check;
    struct ed_template tmpl = {0};
    struct ed_record record = {0};
    enum ed_rc rc = ed_kb_record(check->kb, o->own->row, &check->scratch, &record, err);

    *ret = ED_STR_NONE;
    o->own_hit = false;
    if (rc != ED_OK) {
        return rc;
    }
    ed_template_parse(record.error_message, ed_dialect_of(record.file_path), &check->scratch, &tmpl);
    for (unsigned seed = 0; seed < SEEDS && rc == ED_OK && !o->own_hit; seed++) {
        *ret = ed_template_render(&tmpl, seed, &check->scratch);
        o->other = NULL;
        rc = ed_matcher_run(o->matcher, *ret, on_hit, o, err);
    }
    *ret = o->own_hit ? *ret : ED_STR_NONE;
    return rc;
}

/* The first that a diagnosis of the text finds; NULL: none, or it is the own one, or ties with it. */
static enum ed_rc diagnose(struct overlaps *o, struct ed_str text, const struct ed_check_record **ret_first,
                           struct ed_err *err)
{
    struct ed_session *session = ed_session_new(o->check->kb, (struct ed_session_opts){.threads = 1});
    const struct ed_report *report = NULL;
    const struct ed_check_record *first = NULL;
    enum ed_rc rc = ed_session_text(session, "-", text, err);

    if (rc == ED_OK) {
        rc = ed_session_report(session, &report, err);
    }
    for (size_t i = 0; rc == ED_OK && i < report->nfindings; i++) {
        const struct ed_finding *finding = &report->findings[i];
        bool own = finding->row == o->own->row;

        for (size_t k = 0; k < finding->nalso && !own; k++) {
            own = ed_str_eq(finding->also[k].id, o->own->id);
        }
        if (own && finding->tier == ED_TIER_EXACT) {
            first = NULL;
            break;
        }
        first = first || finding->tier != ED_TIER_EXACT ? first : by_row(o, finding->row);
    }
    ed_session_free(session);
    *ret_first = first;
    return rc;
}

static enum ed_rc look_at_overlaps(struct overlaps *o, struct ed_err *err)
{
    const struct ed_check_record *first = NULL;
    struct ed_str text;
    enum ed_rc rc = print_message(o, &text, err);

    if (rc != ED_OK || !text.p || !o->other) {
        return rc;
    }
    rc = diagnose(o, text, &first, err);
    if (rc != ED_OK) {
        return rc;
    }
    if (first && !kin(o->own, first)) {
        ed_check_record_flaw(o->check, o->own, &shadowed, "/errorMessage",
                             named(o->check, "a log with its message is explained by", first));
    } else {
        ed_check_record_flaw(o->check, o->own, &overlapping, "/errorMessage",
                             named(o->check, "its message is matched by the pattern of", o->other));
    }
    return ED_OK;
}

/* Kin of other repositories may say the same, word for word. */
static void look_for_duplicate(struct overlaps *o)
{
    const uint64_t *number = ed_map_get(&o->by_regex, o->own->regex);
    const struct ed_check_record *twin = number ? &o->check->records.v[*number - 1] : NULL;

    if (twin && twin != o->own && !(kin(o->own, twin) && !ed_str_eq(o->own->repo, twin->repo))) {
        ed_check_record_flaw(o->check, o->own, &duplicate, "/errorMessage",
                             named(o->check, "the same pattern is that of", twin));
    }
}

static void index_records(struct overlaps *o)
{
    for (size_t i = 0; i < o->check->records.n; i++) {
        const struct ed_check_record *record = &o->check->records.v[i];
        struct ed_str row = ed_str((const char *)&record->row, sizeof(record->row));
        uint64_t *number;
        bool fresh = false;

        *ed_map_put(&o->by_row, row, /* ret_new */ NULL) = i + 1;
        if (record->active) {
            number = ed_map_put(&o->by_regex, record->regex, &fresh);
            *number = fresh ? i + 1 : *number;
        }
    }
}

static enum ed_rc look_at_calm_lines(struct overlaps *o, struct ed_err *err)
{
    struct ed_session *session = ed_session_new(o->check->kb, (struct ed_session_opts){.threads = 1});
    const struct ed_report *report = NULL;
    enum ed_rc rc = ed_session_text(session, "calm.log", ed_str(ed_author_calm, sizeof(ed_author_calm) - 1), err);

    if (rc == ED_OK) {
        rc = ed_session_report(session, &report, err);
    }
    for (size_t i = 0; rc == ED_OK && i < report->nfindings; i++) {
        const struct ed_finding *finding = &report->findings[i];
        const struct ed_check_record *record = by_row(o, finding->row);

        if (record && record->subject && finding->tier == ED_TIER_EXACT) {
            ed_check_record_flaw(o->check, record, &broad, "/errorMessage",
                                 ed_arena_printf(&o->check->scratch,
                                                 "it is found in a log in which nothing is wrong: \"%.*s\"",
                                                 ED_STR_ARG(finding->message)));
        }
    }
    if (rc == ED_OK) {
        o->check->counts->calm = report->account.input.lines;
    }
    ed_session_free(session);
    return rc;
}

enum ed_rc ed_check_patterns(struct ed_check *check, struct ed_err *err)
{
    struct overlaps o = {.check = check};
    enum ed_rc rc = ED_OK;

    ed_map_init(&o.by_row);
    ed_map_init(&o.by_regex);
    o.matcher = ed_matcher_new(ed_kb_index(check->kb), ed_kb_patterns(check->kb));
    index_records(&o);
    for (size_t i = 0; i < check->records.n && rc == ED_OK; i++) {
        o.own = &check->records.v[i];
        ed_arena_reset(&check->scratch);
        if (o.own->subject && o.own->active) {
            look_for_duplicate(&o);
            rc = look_at_overlaps(&o, err);
        }
    }
    if (rc == ED_OK) {
        rc = look_at_calm_lines(&o, err);
    }
    ed_matcher_free(o.matcher);
    ed_map_done(&o.by_row);
    ed_map_done(&o.by_regex);
    return rc;
}
