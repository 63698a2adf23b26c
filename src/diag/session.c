/*
 * session.c: the pipeline of one run: walk the sources, match every message (pool.c, by several threads), choose among
 * the hits that overlap, group what stands, and put the groups in reading order.
 *
 * Lifetimes: the run's arena holds records, groups and the report until the session is freed; the scratch arena holds
 * what is chosen in one message and is reset after each. A source that fails half way is noted, and the walk goes on: a
 * truncated log is diagnosed as far as it goes, and the report says so.
 *
 * Order of the file: records met, one message, life, sources, the report.
 */
#include "diag/session.h"

#include "base/vec.h"
#include "diag/choose.h"
#include "diag/inquiry.h"
#include "diag/order.h"
#include "diag/pool.h"
#include "diag/tiers.h"
#include "diag/triage.h"
#include "input/assemble.h"
#include "input/follow.h"

/* Lines between two words of progress: each asks for the time. */
#define PROGRESS_LINES 256

/* A hit of the message at hand. */
struct met {
    size_t group, line;
};

struct ed_session {
    struct ed_kb *kb;
    struct ed_session_opts opts;
    struct ed_pool *pool;
    struct ed_tiers *tiers;
    struct ed_triage *triage; /* NULL: it is off */
    enum ed_rc failed;        /* what ended the matching, not the reading */
    struct ed_arena run, scratch;
    struct ed_map known; /* row -> index into records */
    ED_VEC(struct ed_candidate_record *) records;
    struct ed_groups groups;
    ED_VEC(struct ed_err) notes;
    ED_VEC(struct ed_scored) hits;
    const struct ed_message *message; /* whose hits are judged, */
    uint64_t message_source;          /* and the number of its source; */
    ED_VEC(struct met) met;           /* those that were chosen, */
    bool met_fresh;                   /* one of them the first of its group */
    struct ed_assembler *assembler;
    struct ed_traces traces; /* of the message */
    uint64_t ntraces;        /* of all messages that were looked at */
    uint64_t source_order;   /* of the source that is read */
    uint64_t progress;       /* lines that it was last told of */
    size_t told;             /* groups that ed_session_fresh has handed out */
    struct ed_report report;
};

/* The record of a row, read once a run. */
static enum ed_rc record_of(void *ctx, uint32_t row, const struct ed_candidate_record **ret, struct ed_err *err)
{
    struct ed_session *s = ctx;
    struct ed_str key = ed_str((const char *)&row, sizeof(row));
    uint64_t *at = ed_map_get(&s->known, key);
    struct ed_candidate_record *own;
    struct ed_record *record;
    enum ed_rc rc;

    if (at) {
        *ret = s->records.v[*at];
        return ED_OK;
    }
    own = ed_arena_zero(&s->run, 1, sizeof(*own));
    record = ed_arena_zero(&s->run, 1, sizeof(*record));
    rc = ed_kb_record(s->kb, row, &s->run, record, err);
    if (rc != ED_OK) {
        return rc;
    }
    own->row = row;
    own->record = record;
    own->specificity = ed_index_specificity(ed_kb_index(s->kb), row);
    own->weak = own->specificity < ED_KB_SPECIFICITY_FLOOR;
    *ed_map_put(&s->known, key, /* ret_new */ NULL) = s->records.n;
    *ed_vec_add(&s->records) = own;
    *ret = own;
    return ED_OK;
}

/* Said by the window before, or to be said by the next (message.h). */
static bool other_window(const struct ed_message *m, const struct ed_hit *hit)
{
    return (m->fresh && hit->end < m->fresh) || (m->more && hit->end == m->text.n && hit->start >= m->next);
}

/* The text is told by a finding. */
static void explained(struct ed_session *s, size_t start, size_t end)
{
    ed_tiers_explained(s->tiers, start, end);
    if (s->triage) {
        ed_triage_explained(s->triage, start, end);
    }
}

static void on_chosen(void *ctx, const struct ed_scored *best, double margin, const struct ed_scored *ties,
                      size_t nties);

/* Whether another record's message, cut short, explains more than this exact finding does; then it was chosen. */
static bool is_cut(struct ed_session *s, const struct ed_scored *best)
{
    struct ed_tiers_events events = {.record = record_of, .chosen = on_chosen, .ctx = s};
    struct ed_err why = {0};
    enum ed_rc rc = best->tier == ED_TIER_EXACT && !best->reading
                        ? ed_tiers_cut(s->tiers, s->message, best, events, &why)
                        : ED_NOT_FOUND;

    if (rc < 0) {
        ed_session_note(s, &why);
    }
    return rc == ED_OK;
}

static void on_chosen(void *ctx, const struct ed_scored *best, double margin, const struct ed_scored *ties,
                      size_t nties)
{
    struct ed_session *s = ctx;
    const struct ed_message *m = s->message;
    struct ed_occurrence o = {
        .message = m, .source_order = s->message_source, .best = best, .margin = margin, .ties = ties, .nties = nties};
    struct met met;
    bool fresh = false;

    if (best->tier == ED_TIER_EXACT) {
        explained(s, best->start, best->end);
    }
    if (is_cut(s, best)) {
        return;
    }
    s->report.account.matched += ed_message_last_line(m, best->start, best->end) - ed_message_line(m, best->start) + 1;
    met.line = ed_message_line(m, best->start);
    met.group = ed_groups_add(&s->groups, &o, &fresh);
    if (met.group != SIZE_MAX) {
        *ed_vec_add(&s->met) = met;
        s->met_fresh |= fresh;
    }
}

/* Where errors that nobody met before stand beside others, the message's own words may tell which came from which. */
static void look_at_traces(struct ed_session *s)
{
    if (!s->met_fresh || s->met.n < 2 || s->message->nlines < 2) {
        return;
    }
    ed_assemble(s->assembler, s->message, &s->traces);
    for (size_t i = 0; i < s->met.n; i++) {
        const struct ed_trace *trace = ed_traces_at(&s->traces, s->met.v[i].line);
        const struct ed_trace_part *part = trace ? ed_trace_part_at(&s->traces, trace, s->met.v[i].line) : NULL;
        struct ed_group *group = &s->groups.v.v[s->met.v[i].group];

        if (part && group->trace == 0) {
            group->trace = s->ntraces + (uint64_t)(trace - s->traces.v.v) + 1;
            group->trace_root = part->root;
        }
    }
    s->ntraces += s->traces.v.n;
}

static int by_start(const void *pa, const void *pb)
{
    const struct ed_scored *a = pa, *b = pb;

    if (a->start != b->start) {
        return a->start < b->start ? -1 : 1;
    }
    return (a->of->row > b->of->row) - (a->of->row < b->of->row);
}

/* Score a hit of the message and keep it; *ret_scored NULL: it is said by another window. */
static enum ed_rc add_hit(struct ed_session *s, const struct ed_hit *hit, struct ed_scored **ret_scored,
                          struct ed_err *err)
{
    const struct ed_candidate_record *of = NULL;
    enum ed_rc rc;

    *ret_scored = NULL;
    if (other_window(s->message, hit)) {
        explained(s, hit->start, hit->end);
        return ED_OK;
    }
    rc = record_of(s, hit->record, &of, err);
    if (rc == ED_OK) {
        *ret_scored = ed_vec_add(&s->hits);
        ed_rank_score(s->message, hit, of, *ret_scored);
    }
    return rc;
}

/* Those of other readings among the hits of the text. */
static enum ed_rc add_rereads(struct ed_session *s, const struct ed_matched *matched, struct ed_err *err)
{
    size_t n = s->hits.n;

    for (size_t i = 0; i < matched->nrereads; i++) {
        struct ed_scored *scored;
        enum ed_rc rc = add_hit(s, &matched->rereads[i].hit, &scored, err);

        if (rc != ED_OK) {
            return rc;
        }
        if (scored) {
            ed_rank_reading(scored, matched->rereads[i].reading);
        }
    }
    if (s->hits.n > n) {
        qsort(s->hits.v, s->hits.n, sizeof(*s->hits.v), by_start);
    }
    return ED_OK;
}

static enum ed_rc on_matched(void *ctx, const struct ed_matched *matched, struct ed_err *err)
{
    struct ed_session *s = ctx;
    struct ed_tiers_events events = {.record = record_of, .chosen = on_chosen, .ctx = s};
    enum ed_rc rc = ED_OK;

    s->message = matched->message;
    s->message_source = matched->source;
    s->hits.n = s->met.n = 0;
    s->met_fresh = false;
    for (size_t i = 0; i < matched->nhits && rc == ED_OK; i++) {
        struct ed_scored *scored;

        rc = add_hit(s, &matched->hits[i], &scored, err);
    }
    if (rc == ED_OK) {
        rc = add_rereads(s, matched, err);
    }
    if (rc != ED_OK) {
        return rc;
    }
    if (s->hits.n) {
        ed_choose(s->hits.v, s->hits.n, &s->scratch, on_chosen, s);
    }
    rc = ed_tiers_run(s->tiers, s->message, matched->suspects, matched->nsuspects, events, err);
    if (s->triage && rc == ED_OK) {
        ed_triage_asked(s->triage, matched->asked, matched->nasked);
        ed_triage_look(s->triage, s->message, matched->source);
    }
    look_at_traces(s);
    ed_arena_reset(&s->scratch);
    return rc;
}

static enum ed_rc read_record(void *ctx, uint32_t row, struct ed_arena *arena, struct ed_record *ret_record,
                              struct ed_err *err)
{
    return ed_kb_record(ctx, row, arena, ret_record, err);
}

static enum ed_rc near_of(void *kb, const struct ed_near **ret_near, struct ed_err *err)
{
    return ed_kb_near(kb, ret_near, err);
}

struct ed_session *ed_session_new(struct ed_kb *kb, struct ed_session_opts opts)
{
    struct ed_session *s = ed_alloc_zero(1, sizeof(*s));

    s->kb = kb;
    s->opts = opts;
    s->triage = opts.triage == ED_TRIAGE_OFF ? NULL
                                             : ed_triage_new((struct ed_triage_opts){
                                                   .full = opts.triage == ED_TRIAGE_FULL, .limit = opts.triage_limit});
    s->pool = ed_pool_new(ed_kb_index(kb), ed_kb_patterns(kb),
                          (struct ed_pool_opts){.threads = opts.threads,
                                                .oracle = opts.oracle,
                                                .records = {read_record, kb},
                                                .near = {near_of, kb},
                                                .asker = s->triage ? ed_triage_asker(s->triage) : NULL,
                                                .fn = on_matched,
                                                .ctx = s});
    s->tiers = ed_tiers_new(kb);
    s->assembler = ed_assembler_new();
    ed_arena_init(&s->run);
    ed_arena_init(&s->scratch);
    ed_map_init(&s->known);
    ed_groups_init(&s->groups, &s->run, ed_clock_now());
    return s;
}

void ed_session_free(struct ed_session *session)
{
    if (!session) {
        return;
    }
    ed_pool_free(session->pool);
    ed_tiers_free(session->tiers);
    ed_triage_free(session->triage);
    ed_assembler_free(session->assembler);
    ed_traces_done(&session->traces);
    ed_vec_done(&session->met);
    ed_groups_done(&session->groups);
    ed_map_done(&session->known);
    ed_vec_done(&session->records);
    ed_vec_done(&session->notes);
    ed_vec_done(&session->hits);
    ed_arena_done(&session->scratch);
    ed_arena_done(&session->run);
    ed_free(session);
}

static enum ed_rc on_message(void *ctx, const struct ed_message *message, struct ed_err *err)
{
    struct ed_session *s = ctx;
    uint64_t lines = s->report.account.input.lines;

    if (s->opts.progress && lines - s->progress >= PROGRESS_LINES) {
        s->progress = lines;
        s->opts.progress(s->opts.progress_ctx, lines);
    }
    return s->failed = ed_pool_add(s->pool, message, s->source_order, err);
}

void ed_session_note(struct ed_session *session, const struct ed_err *why)
{
    if (session->notes.n < ED_LIMIT_NOTES) {
        *ed_vec_add(&session->notes) = *why;
    } else {
        session->report.account.notes_dropped++;
    }
}

static void on_note(void *ctx, const struct ed_err *why)
{
    ed_session_note(ctx, why);
}

static void on_passed(void *ctx, uint64_t number, struct ed_str text, const struct ed_meta *meta)
{
    struct ed_session *s = ctx;

    ed_triage_passed(s->triage, s->source_order, number, text, meta);
}

/* What was read is matched and judged before anybody is told that nothing more comes. */
static enum ed_rc on_idle(void *ctx, struct ed_err *err)
{
    struct ed_session *s = ctx;
    enum ed_rc rc = s->failed = ed_pool_drain(s->pool, err);

    return rc == ED_OK && s->opts.idle ? s->opts.idle(s->opts.idle_ctx, err) : rc;
}

/* A failure of the source is a note; one of ours (the data base, a bug) ends the run. */
static enum ed_rc on_open(void *ctx, struct ed_reader *reader, struct ed_err *err)
{
    struct ed_session *s = ctx;
    struct ed_err why = {0};
    struct ed_input_opts opts = {.marker = ed_pool_marker(s->pool),
                                 .team = ed_pool_team(s->pool),
                                 .range = s->opts.range,
                                 .format = s->opts.format,
                                 .idle = on_idle,
                                 .passed = s->triage ? on_passed : NULL};
    enum ed_rc rc = ed_input_run(reader, &opts, on_message, s, &s->report.account.input, &why);

    s->source_order++;
    if (s->failed == ED_OK && (rc == ED_ERR_INPUT || rc == ED_ERR_IO || rc == ED_ERR_LIMIT)) {
        ed_err_at(&why, ed_reader_name(reader), 0, NULL);
        on_note(s, &why);
        return ED_OK;
    }
    if (rc < 0 && err) {
        *err = why;
    }
    return rc;
}

/* Whatever ended the reading, what was read before it comes first. */
static enum ed_rc drain(struct ed_session *s, enum ed_rc rc, struct ed_err *err)
{
    struct ed_err why = {0};

    if (s->failed != ED_OK) {
        return rc;
    }
    s->failed = ed_pool_drain(s->pool, &why);
    if (s->failed < 0 && err) {
        *err = why;
    }
    return s->failed < 0 ? s->failed : rc;
}

enum ed_rc ed_session_read(struct ed_session *session, const char *const *paths, size_t npaths, struct ed_err *err)
{
    struct ed_source_events events = {.open = on_open, .note = on_note, .ctx = session, .logs = true};

    return drain(session, ed_source_walk(paths, npaths, events, err), err);
}

enum ed_rc ed_session_text(struct ed_session *session, const char *name, struct ed_str text, struct ed_err *err)
{
    struct ed_reader *reader = ed_reader_new(name, text);
    enum ed_rc rc = drain(session, on_open(session, reader, err), err);

    ed_reader_free(reader);
    return rc;
}

enum ed_rc ed_session_follow(struct ed_session *session, const char *path, int stop, struct ed_err *err)
{
    struct ed_source_events events = {.open = on_open, .note = on_note, .ctx = session, .logs = true};

    return drain(session, ed_source_follow(path, stop, events, err), err);
}

struct ed_report ed_session_fresh(struct ed_session *session)
{
    struct ed_groups *groups = &session->groups;
    size_t from = session->told, n = groups->v.n - from;
    struct ed_finding *findings = ed_arena_zero(&session->run, n, sizeof(*findings));

    ed_groups_sum_up(groups, from);
    for (size_t i = 0; i < n; i++) {
        if (session->opts.accept) {
            ed_accept_mark(session->opts.accept, &groups->v.v[from + i].finding);
        }
        findings[i] = groups->v.v[from + i].finding;
        groups->v.v[from + i].told = findings[i].count;
    }
    session->told = groups->v.n;
    return (struct ed_report){.findings = findings, .nfindings = n};
}

const struct ed_repeat *ed_session_repeats(struct ed_session *session, size_t *ret_n)
{
    struct ed_groups *groups = &session->groups;
    struct ed_repeat *repeats;
    size_t n = 0;

    for (size_t i = 0; i < session->told; i++) {
        n += groups->v.v[i].finding.count > groups->v.v[i].told;
    }
    repeats = ed_arena_zero(&session->scratch, n, sizeof(*repeats));
    n = 0;
    for (size_t i = 0; i < session->told; i++) {
        struct ed_group *g = &groups->v.v[i];

        if (g->finding.count > g->told) {
            repeats[n] = (struct ed_repeat){.finding = g->finding, .more = g->finding.count - g->told};
            repeats[n++].finding.last = ed_groups_last(g, &session->scratch);
            g->told = g->finding.count;
        }
    }
    *ret_n = n;
    return repeats;
}

static enum ed_rc on_good_message(void *ctx, const struct ed_message *message, struct ed_err *err ED_UNUSED)
{
    struct ed_session *s = ctx;

    ed_triage_good(s->triage, message);
    return ED_OK;
}

static enum ed_rc on_good_open(void *ctx, struct ed_reader *reader, struct ed_err *err)
{
    struct ed_session *s = ctx;
    struct ed_input_account apart = {0};

    return ed_input_run(reader, &(struct ed_input_opts){.format = s->opts.format}, on_good_message, s, &apart, err);
}

enum ed_rc ed_session_baseline(struct ed_session *session, const char *path, struct ed_err *err)
{
    struct ed_source_events events = {.open = on_good_open, .note = on_note, .ctx = session, .logs = true};

    return session->triage ? ed_source_walk(&path, 1, events, err) : ED_OK;
}

static enum ed_rc fill_account(struct ed_session *s, struct ed_err *err)
{
    struct ed_account *account = &s->report.account;
    struct ed_kb_counts counts = {0};
    enum ed_rc rc = ed_kb_count(s->kb, &counts, err);
    size_t tried = 0;

    ed_pool_stats(s->pool, &account->match);
    ed_index_records(ed_kb_index(s->kb), &tried);
    account->records_tried = tried;
    account->inactive = counts.inactive;
    account->weak = counts.weak;
    account->findings_dropped = s->groups.dropped;
    memcpy(account->dropped_sure, s->groups.dropped_sure, sizeof(account->dropped_sure));
    account->notes = s->notes.v;
    account->nnotes = s->notes.n;
    return rc;
}

static enum ed_rc family_of(void *kb, struct ed_str slug, struct ed_arena *arena, struct ed_family *ret_family,
                            struct ed_err *err)
{
    return ed_kb_family(kb, slug, arena, ret_family, err);
}

/* Mark what is accepted, and put it behind what is not. */
static void accept(struct ed_session *s, struct ed_group **order)
{
    struct ed_group **known = ed_arena_zero(&s->scratch, s->groups.v.n, sizeof(*known));
    size_t n = 0, nknown = 0;

    for (size_t i = 0; i < s->groups.v.n; i++) {
        ed_accept_mark(s->opts.accept, &order[i]->finding);
        if (order[i]->finding.accepted) {
            known[nknown++] = order[i];
        } else {
            order[n++] = order[i];
        }
    }
    for (size_t i = 0; i < nknown; i++) {
        order[n + i] = known[i];
    }
    s->report.account.accepted = nknown;
}

enum ed_rc ed_session_report(struct ed_session *session, const struct ed_report **ret_report, struct ed_err *err)
{
    struct ed_groups *groups = &session->groups;
    struct ed_finding *findings;
    struct ed_group **order = NULL;
    enum ed_rc rc = fill_account(session, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_groups_finish(groups);
    rc = ed_order_run(groups->v.v, groups->v.n, (struct ed_order_families){family_of, session->kb}, &session->run,
                      &order, err);
    if (rc != ED_OK) {
        return rc;
    }
    if (session->opts.accept) {
        accept(session, order);
    }
    findings = ed_arena_zero(&session->run, groups->v.n, sizeof(*findings));
    for (size_t i = 0; i < groups->v.n; i++) {
        order[i]->place = i;
    }
    for (size_t i = 0; i < groups->v.n; i++) {
        findings[i] = order[i]->finding;
        findings[i].cause = order[i]->cause ? &findings[order[i]->cause->place] : NULL;
    }
    ed_report_link(findings, groups->v.n);
    session->report.findings = findings;
    session->report.nfindings = groups->v.n;
    if (session->triage) {
        ed_triage_report(session->triage, &session->run, &session->report.triage);
    }
    *ret_report = &session->report;
    return ED_OK;
}

void ed_session_inquire(struct ed_session *session, const struct ed_playbooks *playbooks, struct ed_bundle *bundle)
{
    /* ed_session_report made them, in the run's arena */
    struct ed_finding *findings = (struct ed_finding *)(uintptr_t)session->report.findings;
    const struct ed_err *notes;
    size_t asked = 0, n = 0;

    for (size_t i = 0; i < session->report.nfindings && asked < ED_LIMIT_INQUIRIES; i++) {
        const struct ed_playbook *playbook = ed_playbooks_of(playbooks, findings[i].record);
        struct ed_err err = {0};

        if (!playbook || findings[i].tier != ED_TIER_EXACT) {
            continue;
        }
        asked++;
        if (ed_inquire(playbook, &session->report, &findings[i], bundle, &session->run, &findings[i].evidence, &err) !=
            ED_OK) {
            ed_session_note(session, &err);
        }
    }
    notes = ed_bundle_notes(bundle, &n);
    for (size_t i = 0; i < n; i++) {
        ed_session_note(session, &notes[i]);
    }
    session->report.account.notes = session->notes.v;
    session->report.account.nnotes = session->notes.n;
}

enum ed_rc ed_session_costs(struct ed_session *session, size_t n, struct ed_session_cost *ret_costs, size_t *ret_n,
                            struct ed_err *err)
{
    size_t slots = 0, found = 0;
    const uint32_t *rows = ed_index_records(ed_kb_index(session->kb), &slots);

    for (size_t slot = 0; slot < slots; slot++) {
        struct ed_session_cost one = {.row = rows[slot]};
        size_t at;

        ed_pool_cost(session->pool, (uint32_t)slot, &one.cost);
        for (at = found; at > 0 && ret_costs[at - 1].cost.work < one.cost.work; at--) {
            if (at < n) {
                ret_costs[at] = ret_costs[at - 1];
            }
        }
        if (one.cost.work > 0 && at < n) {
            ret_costs[at] = one;
            found += found < n;
        }
    }
    *ret_n = found;
    for (size_t i = 0; i < found; i++) {
        const struct ed_candidate_record *of = NULL;
        enum ed_rc rc = record_of(session, ret_costs[i].row, &of, err);

        if (rc != ED_OK) {
            return rc;
        }
        ret_costs[i].record = of->record;
    }
    return ED_OK;
}
