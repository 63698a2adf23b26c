/*
 * cmd_diagnose.c: the main job: logs in, a report out. What it comes to is gate.c's business, and what `explain last`
 * remembers of it last.c's.
 */
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "cli/collect.h"
#include "cli/formats.h"
#include "cli/gate.h"
#include "cli/last.h"
#include "cli/place.h"
#include "cli/term.h"
#include "diag/session.h"
#include "render/render.h"

static const struct ed_opt opts[] = {
    {"format", 'f', ED_OPT_TEXT, offsetof(struct ed_args, format), "NAME",
     "text|json|ndjson|sarif|junit|markdown|github|html", "how the report is written (below)"},
    {"fail-on", 0, ED_OPT_TEXT, offsetof(struct ed_args, fail_on), "SEVERITY", NULL,
     "exit with 1 when a finding is that severe (below)"},
    {"accept", 0, ED_OPT_TEXT, offsetof(struct ed_args, accept), "FILE", NULL,
     "findings that are known and fail nothing (below)"},
    {"write-accept", 0, ED_OPT_TEXT, offsetof(struct ed_args, write_accept), "FILE", NULL,
     "write such a file: --accept's, and this run's"},
    {"why", 0, ED_OPT_FLAG, offsetof(struct ed_args, why), NULL, NULL, "print what each finding's rank is made of"},
    {"input", 'i', ED_OPT_TEXT, offsetof(struct ed_args, input), "FORMAT", NULL,
     "how the log is wrapped (see `errdex formats`)"},
    {"triage", 0, ED_OPT_TEXT, offsetof(struct ed_args, triage), "MODE", "off|brief|full",
     "how much of the errors that no record has (brief)"},
    {"triage-limit", 0, ED_OPT_NUMBER, offsetof(struct ed_args, triage_limit), "BYTES", NULL,
     "the most that is printed of them (8000)"},
    {"baseline", 0, ED_OPT_TEXT, offsetof(struct ed_args, baseline), "GOOD.log", NULL,
     "leave out of them what this log of a good run has"},
    {"follow", 0, ED_OPT_FLAG, offsetof(struct ed_args, follow), NULL, NULL, "go on reading one log as it is written"},
    {"since", 0, ED_OPT_TEXT, offsetof(struct ed_args, since), "TIME", NULL,
     "only lines from then on (\"-1h\", \"12:00\")"},
    {"until", 0, ED_OPT_TEXT, offsetof(struct ed_args, until), "TIME", NULL, "only lines up to then"},
    {"evidence", 'e', ED_OPT_TEXT, offsetof(struct ed_args, evidence), "PATH", NULL,
     "outputs of commands: a folder, archive or file"},
    {"collect", 0, ED_OPT_FLAG, offsetof(struct ed_args, collect), NULL, NULL,
     "run what playbooks ask here, each shown first"},
    {"playbook", 0, ED_OPT_TEXT, offsetof(struct ed_args, playbook), "FILE", NULL, "a playbook of your own"},
    {"explain-input", 0, ED_OPT_FLAG, offsetof(struct ed_args, explain_input), NULL, NULL,
     "print how the first lines are read, and why"},
    {"threads", 0, ED_OPT_NUMBER, offsetof(struct ed_args, threads), "N", NULL,
     "threads that match (one a processor); same report"},
    {"oracle", 0, ED_OPT_FLAG, offsetof(struct ed_args, oracle), NULL, NULL,
     "no index, try all patterns: slow, same result"},
    {0}};

/* Records that are named by --verbose as those that cost most. */
#define COSTS_SAID 5

static const struct ed_renderer *face_of(const struct ed_args *args)
{
    return ed_renderer_find(args->format ? args->format : "text");
}

static bool is_text(const struct ed_args *args)
{
    return !args->format || strcmp(args->format, "text") == 0;
}

/* A program's output is read for orders there: GitHub's runner, and Azure's. */
static bool runner_reads(void)
{
    const char *github = getenv("GITHUB_ACTIONS"), *azure = getenv("TF_BUILD");

    return (github && github[0]) || (azure && azure[0]);
}

static struct ed_render_opts render_opts(const struct ed_args *args)
{
    return (struct ed_render_opts){.color = ed_term_color(args),
                                   .width = ed_term_width(),
                                   .why = args->why,
                                   .verbose = args->verbose,
                                   .quiet = args->quiet,
                                   .runner = runner_reads(),
                                   .version = ERRDEX_VERSION};
}

/* told: the findings are out already. */
static enum ed_exit render(const struct ed_args *args, const struct ed_report *report, bool told)
{
    const struct ed_renderer *face = face_of(args);
    struct ed_render_opts ropts = render_opts(args);
    enum ed_exit code = ED_EXIT_OK;
    bool gone = false;
    struct ed_buf out;

    ed_buf_init(&out, /* max */ 0);
    face->begin(report, &ropts, &out);
    for (size_t i = 0; i < report->nfindings && code == ED_EXIT_OK && !gone && !told; i++) {
        face->finding(report, i, &ropts, &out);
        code = ed_term_out(ed_buf_view(&out), &gone);
        ed_buf_reset(&out);
    }
    if (code == ED_EXIT_OK && !gone) {
        face->end(report, &ropts, &out);
        code = ed_term_out(ed_buf_view(&out), &gone);
    }
    ed_buf_done(&out);
    return code;
}

/* Hints are asked nothing; NULL for them, too. */
static const struct ed_playbook *playbook_of(const struct ed_playbooks *playbooks, const struct ed_finding *finding)
{
    return finding->tier == ED_TIER_EXACT ? ed_playbooks_of(playbooks, finding->record) : NULL;
}

/* What the playbooks make of it; those of the program are read now, when there is something to ask about. `bundle` is
   filled, and both must live as long as the report. */
static enum ed_rc inquire(const struct ed_args *args, struct ed_playbooks **playbooks, struct ed_bundle *bundle,
                          struct ed_session *session, const struct ed_report *report, struct ed_err *err)
{
    enum ed_rc rc = args->evidence ? ed_bundle_read(bundle, args->evidence, err) : ED_OK;
    enum ed_exit ignored; /* said, and the report goes on without them */

    if (!*playbooks && (report->nfindings || args->evidence)) {
        *playbooks = ed_place_playbooks(args, &ignored);
    }
    for (size_t i = 0; *playbooks && i < report->nfindings && args->collect && rc == ED_OK; i++) {
        const struct ed_playbook *playbook = playbook_of(*playbooks, &report->findings[i]);

        for (size_t k = 0; k < i && playbook; k++) { /* each once */
            playbook = playbook_of(*playbooks, &report->findings[k]) == playbook ? NULL : playbook;
        }
        if (playbook) {
            ed_collect(playbook, bundle);
        }
    }
    if (rc == ED_OK && *playbooks) {
        ed_session_inquire(session, *playbooks, bundle);
    }
    return rc;
}

/* Each path by itself: one that cannot be opened is told at once, and the others are read all the same. */
static enum ed_rc read_all(struct ed_session *session, const char *const *paths, size_t npaths, size_t *ret_unopened,
                           struct ed_err *err)
{
    enum ed_rc rc = ED_OK;

    for (size_t i = 0; i < npaths && rc >= 0; i++) {
        rc = ed_session_read(session, &paths[i], 1, err);
        if (rc == ED_ERR_IO) {
            ed_term_fail(err);
            ed_session_note(session, err);
            ++*ret_unopened;
            rc = ED_OK;
        }
    }
    return rc;
}

/* A log that is followed: what is found is printed as soon as the log pauses, the account when it ends. */
struct following {
    const struct ed_args *args;
    struct ed_session *session;
    enum { PRINTED_NOTHING, PRINTED_FINDING, PRINTED_REPEAT } printed; /* last */
};

/* For a person an empty line stands around findings; repeats are rows below each other. */
static void gap(const struct following *f, bool before_finding, struct ed_buf *out)
{
    bool wanted = before_finding ? f->printed != PRINTED_NOTHING : f->printed == PRINTED_FINDING;

    ed_buf_text(out, wanted && is_text(f->args) ? "\n" : "");
}

static enum ed_rc on_idle(void *ctx, struct ed_err *err ED_UNUSED)
{
    struct following *f = ctx;
    struct ed_report fresh = ed_session_fresh(f->session);
    struct ed_render_opts ropts = render_opts(f->args);
    const struct ed_renderer *face = face_of(f->args);
    const struct ed_repeat *repeats;
    bool gone = false;
    struct ed_buf out;
    size_t n;

    ed_buf_init(&out, /* max */ 0);
    repeats = ed_session_repeats(f->session, &n);
    for (size_t i = 0; i < fresh.nfindings; i++) {
        if (i == 0) {
            gap(f, /* before_finding */ true, &out);
        }
        face->finding(&fresh, i, &ropts, &out);
        f->printed = PRINTED_FINDING;
    }
    for (size_t i = 0; i < n; i++) {
        gap(f, /* before_finding */ false, &out);
        face->repeat(&repeats[i], &ropts, &out);
        f->printed = PRINTED_REPEAT;
    }
    if (out.n > 0 && ed_term_out(ed_buf_view(&out), &gone) != ED_EXIT_OK) {
        gone = true;
    }
    ed_buf_done(&out);
    return gone ? ED_STOP : ED_OK;
}

/* Readable as soon as the user wants to stop (Ctrl-C), so that the account is still printed; -1 when the system has no
   such thing, and then the program just ends. */
static int stop_signal(void)
{
    sigset_t set;
    int fd;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd >= 0) {
        pthread_sigmask(SIG_BLOCK, &set, NULL);
    }
    return fd;
}

/* The record, and what searching for it came to, for whoever wonders what takes so long. */
static void say_costs(struct ed_session *session)
{
    struct ed_session_cost costs[COSTS_SAID];
    struct ed_buf line;
    struct ed_err err = {0};
    size_t n = 0;

    if (ed_session_costs(session, ED_ARRAY_LEN(costs), costs, &n, &err) != ED_OK) {
        ed_term_warn("note", &err);
        return;
    }
    if (n > 0) {
        ed_term_say("records that cost most:");
    }
    ed_buf_init(&line, /* max */ 0);
    for (size_t i = 0; i < n; i++) {
        const struct ed_match_cost *cost = &costs[i].cost;

        ed_buf_reset(&line);
        ed_utf8_visible(&line, costs[i].record->repo, /* keep_lines */ false);
        ed_buf_byte(&line, '/');
        ed_utf8_visible(&line, costs[i].record->slug, /* keep_lines */ false);
        ed_buf_printf(&line, "  %" PRIu64 " %s tried, %" PRIu64 " matched", cost->tried,
                      cost->tried == 1 ? "place" : "places", cost->matched);
        if (cost->limits > 0) {
            ed_buf_printf(&line, ", %" PRIu64 " ended at a limit", cost->limits);
        }
        ed_term_say("  %.*s", ED_STR_ARG(ed_buf_view(&line)));
    }
    ed_buf_done(&line);
}

struct progress {
    int64_t started, last;
};

static void on_progress(void *ctx, uint64_t lines)
{
    struct progress *p = ctx;
    int64_t now = ed_clock_monotonic();

    if (now - p->started >= 1000000 && now - p->last >= 200000) {
        p->last = now;
        ed_term_progress("%" PRIu64 " lines read", lines);
    }
}

static enum ed_rc parse_time(const char *option, const char *text, int64_t now, int64_t *ret, struct ed_err *err)
{
    return !text || ed_when_parse(ed_str_c(text), now, ret)
               ? ED_OK
               : ed_err_set(err, ED_ERR_USAGE,
                            "--%s takes a time, as \"2025-05-05 12:00\", \"yesterday\", \"-1h30min\" or \"2 hours "
                            "ago\", not \"%s\"",
                            option, text);
}

static enum ed_rc range_of(const struct ed_args *args, struct ed_when_range *ret, struct ed_err *err)
{
    enum ed_rc rc;

    *ret = (struct ed_when_range){.since = INT64_MIN, .until = INT64_MAX, .now = ed_clock_now()};
    rc = parse_time("since", args->since, ret->now, &ret->since, err);
    rc = rc == ED_OK ? parse_time("until", args->until, ret->now, &ret->until, err) : rc;
    if (rc == ED_OK && ret->since > ret->until) {
        rc = ed_err_set(err, ED_ERR_USAGE, "--since %s is later than --until %s: no line can be of that time",
                        args->since, args->until);
    }
    return rc;
}

static enum ed_triage_mode triage_mode(const struct ed_args *args)
{
    const char *mode = args->triage ? args->triage : "brief";

    return strcmp(mode, "off") == 0 ? ED_TRIAGE_OFF : strcmp(mode, "full") == 0 ? ED_TRIAGE_FULL : ED_TRIAGE_BRIEF;
}

static struct ed_session_opts session_opts(const struct ed_args *args, const struct ed_when_range *range,
                                           const struct ed_gate *gate)
{
    return (struct ed_session_opts){.threads = (size_t)ED_MIN(args->threads, (uint64_t)ED_LIMIT_THREADS),
                                    .oracle = args->oracle,
                                    .format = args->input,
                                    .triage = triage_mode(args),
                                    .triage_limit = (size_t)args->triage_limit,
                                    .accept = gate->accept,
                                    .range = args->since || args->until ? range : NULL};
}

static enum ed_exit follow(const struct ed_args *args, const struct ed_when_range *range, struct ed_kb *kb,
                           struct ed_gate *gate)
{
    struct following following = {.args = args};
    struct ed_session_opts run_opts = session_opts(args, range, gate);
    const struct ed_report *report = NULL;
    struct ed_err err = {0};
    int stop = stop_signal();
    enum ed_exit code;
    enum ed_rc rc;

    if (face_of(args)->repeat) {
        run_opts.idle = on_idle;
        run_opts.idle_ctx = &following;
    }
    following.session = ed_session_new(kb, run_opts);
    rc = args->baseline ? ed_session_baseline(following.session, args->baseline, &err) : ED_OK;
    rc = rc < 0 ? rc : ed_session_follow(following.session, args->nwords ? args->words[0] : "-", stop, &err);
    if (rc >= 0 && run_opts.idle) {
        rc = on_idle(&following, &err);
    }
    if (rc >= 0) {
        rc = ed_session_report(following.session, &report, &err);
    }
    if (rc < 0) {
        code = ed_term_fail(&err);
    } else {
        code = render(args, report, /* told */ run_opts.idle != NULL);
        ed_last_keep(report);
        code = code == ED_EXIT_OK ? ed_gate_verdict(gate, report) : code;
    }
    ed_session_free(following.session);
    if (stop >= 0) {
        close(stop);
    }
    return code;
}

static enum ed_exit diagnose(const struct ed_args *args, const struct ed_when_range *range, struct ed_kb *kb,
                             struct ed_playbooks **playbooks, struct ed_gate *gate)
{
    static const char *const standard_input[] = {"-"};
    struct progress progress = {.started = ed_clock_monotonic()};
    struct ed_session_opts run_opts = session_opts(args, range, gate);
    const char *const *paths = args->nwords ? args->words : standard_input;
    size_t npaths = args->nwords ? args->nwords : 1, unopened = 0;
    const struct ed_report *report = NULL;
    struct ed_bundle *bundle = ed_bundle_new();
    struct ed_session *session;
    struct ed_err err = {0};
    enum ed_exit code = ED_EXIT_DATA;
    enum ed_rc rc;

    run_opts.progress = args->quiet ? NULL : on_progress;
    run_opts.progress_ctx = &progress;
    session = ed_session_new(kb, run_opts);
    rc = args->baseline ? ed_session_baseline(session, args->baseline, &err) : ED_OK;
    rc = rc >= 0 ? read_all(session, paths, npaths, &unopened, &err) : rc;
    if (rc >= 0) {
        rc = ed_session_report(session, &report, &err);
    }
    ed_term_progress(" ");
    if (rc >= 0) {
        rc = inquire(args, playbooks, bundle, session, report, &err);
    }
    if (rc < 0) {
        code = ed_term_fail(&err);
    } else if (unopened < npaths) {
        code = render(args, report, /* told */ false);
        ed_last_keep(report);
        if (args->verbose) {
            say_costs(session);
        }
        code = code == ED_EXIT_OK ? ed_gate_verdict(gate, report) : code;
        code = code == ED_EXIT_OK && unopened ? ED_EXIT_DATA : code;
    }
    ed_session_free(session);
    ed_bundle_free(bundle);
    return code;
}

static bool stat_of(const char *path, struct stat *ret)
{
    return (strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, ret) : stat(path, ret)) == 0;
}

/* The good run's log is the one that is diagnosed, by this or another name: all of it would be left out. */
static bool is_own_baseline(const struct ed_args *args, struct ed_err *err)
{
    size_t n = args->nwords ? args->nwords : 1;
    struct stat good, log;

    for (size_t i = 0; i < n && stat_of(args->baseline, &good); i++) {
        if (stat_of(args->nwords ? args->words[i] : "-", &log) && log.st_dev == good.st_dev &&
            log.st_ino == good.st_ino) {
            ed_err_set(err, ED_ERR_USAGE,
                       "--baseline %s is the log that is diagnosed: nothing of it would be left; name the log of a "
                       "run that went well",
                       args->baseline);
            return true;
        }
    }
    return false;
}

static enum ed_exit run(const struct ed_args *args)
{
    enum ed_exit code = ED_EXIT_OK;
    struct ed_when_range range;
    struct ed_playbooks *playbooks = NULL;
    struct ed_gate gate;
    struct ed_err err = {0};
    struct ed_kb *kb;

    if (!args->nwords && isatty(STDIN_FILENO)) {
        ed_err_set(&err, ED_ERR_USAGE, "nothing to read: name a log (errdex diagnose app.log) or pipe one into it");
        return ed_term_fail(&err);
    }
    if (args->input && !ed_formats_known(args->input, &err)) {
        return ed_term_fail(&err);
    }
    if (range_of(args, &range, &err) != ED_OK) {
        return ed_term_fail(&err);
    }
    if (args->baseline && is_own_baseline(args, &err)) {
        return ed_term_fail(&err);
    }
    if (args->explain_input) {
        return ed_formats_explain(args);
    }
    if (args->follow && args->nwords > 1) {
        ed_err_set(&err, ED_ERR_USAGE, "--follow reads one log; for several: tail -F FILE... | errdex --follow");
        return ed_term_fail(&err);
    }
    if (args->follow && (args->evidence || args->collect)) {
        ed_err_set(&err, ED_ERR_USAGE, "evidence is of one moment: it goes with a log that has an end, not --follow");
        return ed_term_fail(&err);
    }
    if (args->playbook) { /* what is wrong with it is told before the log is read */
        playbooks = ed_place_playbooks(args, &code);
    }
    kb = code == ED_EXIT_OK ? ed_place_open(args, &code) : NULL;
    if (kb) {
        code = ed_gate_open(args, kb, &gate);
        if (code == ED_EXIT_OK) {
            code = args->follow ? follow(args, &range, kb, &gate) : diagnose(args, &range, kb, &playbooks, &gate);
            ed_gate_done(&gate);
        }
    }
    ed_kb_close(kb);
    ed_playbooks_free(playbooks);
    return code;
}

const struct ed_cmd ed_cmd_diagnose = {
    "diagnose",
    "which known errors a log holds, why, and what helps (the default)",
    "[PATH...]",
    "Reads logs from standard input (-), files, folders, compressed files and\n"
    "archives, and matches every message against every record's pattern. Prints the\n"
    "errors that it knows, root causes first and what came of them behind, doubtful\n"
    "ones last, each with its captured values, cause, solutions and the steps that\n"
    "verify the fix.\n\n"
    "--fail-on takes info, warning, error or critical, or a name as explain does\n"
    "(slug, owner/name/slug, id, error code, family): then only these records count.\n"
    "Hints, what --accept knows, and errors that no record has never fail a gate;\n"
    "nor do, for a severity, errors that only lines of level info or debug tell of.\n"
    "--accept reads what --write-accept wrote: a finding is known by its record and\n"
    "its values that are no numbers. A run that writes such a file exits with 0.\n\n"
    "formats of the report:\n"
    "  text      for a person: what failed, where, why and what to do\n"
    "  json      for a script: one document\n"
    "  ndjson    for a script that streams: a finding a line, the account last\n"
    "  sarif     for code scanning: SARIF 2.1.0\n"
    "  junit     for a CI server: JUnit XML, a testcase a finding\n"
    "  markdown  for a summary page (GitHub's job summary): at most 1 MB\n"
    "  github    annotations of a GitHub Actions step\n"
    "  html      for a browser: one page without scripts, to keep, send or print",
    opts,
    run};
