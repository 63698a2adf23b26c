/*
 * test_inquiry.c: playbooks against evidence that somebody made to mislead, and against evidence that is not there.
 */
#include "base/alloc.h"
#include "base/limits.h"
#include "diag/fill.h"
#include "diag/inquiry.h"

#include <setjmp.h>

#include <cmocka.h>

/* A playbook of one table and the checks that a test gives. */
#define BOOK(checks, more)                                                                                             \
    "{\"playbook\":\"own\",\"schemaVersion\":1,\"title\":\"t\",\"families\":[\"f\"],\"evidence\":[{\"name\":\"app\","  \
    "\"about\":\"who is there\",\"command\":[\"lister\",\"--all\"],\"format\":\"csv\",\"columns\":["                   \
    "{\"name\":\"pid\",\"type\":\"integer\",\"from\":\"pid\"},{\"name\":\"comm\",\"from\":\"name\"},"                  \
    "{\"name\":\"used\",\"type\":\"size\",\"unit\":\"MiB\",\"from\":\"mem\"}]},{\"name\":\"owner\","                   \
    "\"about\":\"whose it is\",\"command\":[\"show\",\"--of={pid}\"],\"each\":{\"evidence\":\"app\","                  \
    "\"column\":\"pid\"},\"columns\":[{\"name\":\"unit\"}]}],\"checks\":[" checks "]" more "}"
#define HELD                                                                                                           \
    "{\"name\":\"held\",\"sql\":\"SELECT pid, comm, used, used > 5 AS holds FROM app ORDER BY pid\","                  \
    "\"says\":\"{comm} ({pid}) holds {used}\",\"otherwise\":\"nobody does\"}"

struct world {
    struct ed_playbooks *playbooks;
    struct ed_bundle *bundle;
    struct ed_arena arena;
    struct ed_record record;
    struct ed_finding finding;
    struct ed_report report;
    const struct ed_inquiry *got;
    struct ed_err err;
};

static void begin(struct world *w, const char *book)
{
    *w = (struct world){.playbooks = ed_playbooks_new(), .bundle = ed_bundle_new()};
    ed_arena_init(&w->arena);
    w->finding.record = &w->record;
    w->report = (struct ed_report){.findings = &w->finding, .nfindings = 1};
    if (ed_playbooks_add(w->playbooks, ed_str_c(book), &w->err) != ED_OK) {
        fail_msg("%s: %s", w->err.pointer, w->err.message);
    }
}

static void inquire(struct world *w)
{
    if (ed_inquire(ed_playbooks_at(w->playbooks, 0), &w->report, &w->finding, w->bundle, &w->arena, &w->got, &w->err)) {
        fail_msg("%s", w->err.message);
    }
}

static void end(struct world *w)
{
    ed_bundle_free(w->bundle);
    ed_playbooks_free(w->playbooks);
    ed_arena_done(&w->arena);
}

static void bring(struct world *w, const char *name, const char *text)
{
    ed_bundle_add(w->bundle, ed_str_c(name), ed_str_c(text));
}

static void check_is(const struct world *w, size_t i, enum ed_verdict verdict, const char *words)
{
    const struct ed_evidence_check *c = &w->got->checks[i];
    struct ed_str have = c->verdict == ED_VERDICT_UNKNOWN ? c->why : c->says;

    if (c->verdict != verdict || !ed_str_is(have, words)) {
        fail_msg("%s: %s \"%.*s\", not \"%s\"", c->name.p, ed_verdict_name(c->verdict), ED_STR_ARG(have), words);
    }
}

static void verdicts(void **state)
{
    struct world w;

    (void)state;
    begin(&w, BOOK(HELD, ""));
    inquire(&w); /* nothing was brought */
    check_is(&w, 0, ED_VERDICT_UNKNOWN, "not looked at: who is there");
    assert_true(ed_str_is(w.got->checks[0].tell, "lister --all"));
    assert_false(w.got->brought);
    bring(&w, "app.csv", "1, init, 2 MiB\n7, db, 9 MiB\n8, web, 6 MiB\n");
    inquire(&w);
    check_is(&w, 0, ED_VERDICT_YES, "db (7) holds 9");
    assert_int_equal(w.got->checks[0].rows.nrows, 2);
    end(&w);
    begin(&w, BOOK(HELD, ""));
    bring(&w, "app.csv", "1, init, 2 MiB\n");
    inquire(&w);
    check_is(&w, 0, ED_VERDICT_NO, "nobody does");
    end(&w);
    begin(&w, BOOK(HELD, ""));
    bring(&w, "app.csv", "1, init, [N/A]\n");
    inquire(&w);
    check_is(&w, 0, ED_VERDICT_UNKNOWN, "a value for it is not known");
    end(&w);
    begin(&w, BOOK(HELD, "")); /* an empty output is an answer */
    bring(&w, "app.csv", "");
    inquire(&w);
    check_is(&w, 0, ED_VERDICT_NO, "nobody does");
    end(&w);
}

static void what_cannot_be_told(void **state)
{
    struct world w;

    (void)state;
    begin(&w, BOOK("{\"name\":\"zero\",\"sql\":\"SELECT 1 / 0 > 1 AS holds\",\"says\":\"s\"},"
                   "{\"name\":\"column\",\"sql\":\"SELECT cpu AS holds FROM app\",\"says\":\"s\"},"
                   "{\"name\":\"bad\",\"sql\":\"DELETE FROM app\",\"says\":\"s\"},"
                   "{\"name\":\"endless\",\"sql\":\"WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
                   "SELECT max(x) AS holds FROM n\",\"says\":\"s\"},"
                   "{\"name\":\"holdless\",\"sql\":\"SELECT 1\",\"says\":\"s\"}," HELD,
                   ""));
    bring(&w, "app.csv", "pid, name\n1, init\n"); /* a header without mem */
    inquire(&w);
    check_is(&w, 0, ED_VERDICT_UNKNOWN, "a value for it is not known");
    check_is(&w, 1, ED_VERDICT_UNKNOWN, "the SQL is wrong: no such column: cpu");
    check_is(&w, 2, ED_VERDICT_UNKNOWN, "the SQL was refused: it may do nothing but SELECT");
    assert_non_null(strstr(w.got->checks[3].why.p, "the SQL was ended"));
    check_is(&w, 4, ED_VERDICT_UNKNOWN, "the SQL answers no column holds");
    check_is(&w, 5, ED_VERDICT_UNKNOWN, "the output for app has no used");
    assert_int_equal(w.got->tables[0].rows, 1);
    end(&w);
}

static void failed_outputs(void **state)
{
    static const struct {
        const char *text, *why;
        uint64_t unread;
    } cases[] = {
        {"errdex-evidence/1 own\n$ lister --all\n= absent\n", "app: the command is not installed there", 0},
        {"errdex-evidence/1 own\n$ lister --all\n= exit 124\n", "app: the command took too long and was ended", 0},
        {"errdex-evidence/1 own\n$ lister --all\n| no driver \x1b[31mhere\n= exit 9\n",
         "app: the command ended with 9: no driver \x1b[31mhere", 1},
        {"errdex-evidence/1 own\n$ lister --all\n| words\n= exit 0\n",
         "app: its output is not of the form that is read: words", 1},
        {"errdex-evidence/1 own\n$ lister --other\n| 1, a, 9 MiB\n= exit 0\n", "not looked at: who is there", 0},
        {"errdex-evidence/1 own\n$ lister --all\n| 7, db, 2 MiB\n= cut\n", "only a part of the output for app was read",
         0},
        {"errdex-evidence/1 own\n$ lister --all\n| 7, db, 2 MiB\n= cut\n= exit 0\n",
         "only a part of the output for app was read", 0},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct world w;

        begin(&w, BOOK(HELD, ""));
        bring(&w, "evidence.txt", cases[i].text);
        inquire(&w);
        check_is(&w, 0, ED_VERDICT_UNKNOWN, cases[i].why);
        assert_int_equal(w.got->tables[0].unread, cases[i].unread);
        end(&w);
    }
}

/* Output cannot end its own section or begin another's. */
static void forged(void **state)
{
    struct world w;

    (void)state;
    begin(&w, BOOK(HELD, ""));
    bring(&w, "evidence.txt",
          "errdex-evidence/1 own\n$ lister --all\n| $ lister --all\n| = exit 0\n| 7, $(reboot), 9 MiB\n"
          "| 7, a, b, c, 9 MiB\n| 7;DROP TABLE app, x, 9 MiB\n= exit 0\n$ lister --all\n| 9, second, 900 MiB\n= exit "
          "0\n");
    inquire(&w);
    check_is(&w, 0, ED_VERDICT_YES, "$(reboot) (7) holds 9");
    assert_int_equal(w.got->tables[0].rows, 1);
    assert_int_equal(w.got->tables[0].unread, 4);
    end(&w);
}

static void pasted(void **state)
{
    static const char *const texts[] = {"admin@web1:~$ lister --all\n7, db, 9 MiB\nadmin@web1:~$ exit\n9, x, 99 MiB\n",
                                        "[root@web1 ~]# lister --all\r\n7, db, 9 MiB\r\n",
                                        "$ lister --all\n7, db, 9 MiB", "+ lister --all\n7, db, 9 MiB\n",
                                        "# lister --all\nname, pid, mem [MiB]\ndb, 7, 9\n"};

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        struct world w;

        begin(&w, BOOK(HELD, ""));
        bring(&w, "notes.md", texts[i]);
        inquire(&w);
        check_is(&w, 0, ED_VERDICT_YES, "db (7) holds 9");
        end(&w);
    }
}

/* Evidence that tells of which machine it is, and from when, is for the errors of that machine and from before. */
static void strangers(void **state)
{
    static const struct {
        const char *at, *host, *time, *why; /* NULL: it is used */
    } cases[] = {
        {"@ host web1\n", "web1.example.org", "", NULL},
        {"@ host WEB1.example.net\n", "web1", "", NULL},
        {"@ host web2\n", "web1", "", "app: it is of the machine web2, and the error of web1"},
        {"@ host web2\n", "", "", NULL}, /* the log does not tell */
        {"@ host web2\n", "localhost", "", NULL},
        {"", "web1", "2026-08-08T10:00:00Z", NULL},
        {"@ host \n@ time \n", "web1", "2026-08-08T10:00:00Z", NULL},
        {"@ host a b;c\n", "web1", "", NULL},
        {"@ time 2026-08-08T09:59:59Z\n", "web1", "2026-08-08T10:00:00Z", "app: it is from before the error"},
        {"@ time 2026-08-08T09:59:59Z\n", "web1", "2026-08-08T13:00:00+02:00", "app: it is from before the error"},
        {"@ time 2026-08-08T09:59:59Z\n", "web1", "2026-08-08T13:00:00+0200", "app: it is from before the error"},
        {"@ time 2026-08-08T09:59:59Z\n", "web1", "2026-08-08T11:00:00+02:00", NULL},
        {"@ time 2026-08-08T09:59:59Z\n", "web1", "2026-08-08T11:00:00+0200", NULL},
        {"@ time 2026-08-08T09:59:59Z\n", "web1", "2026-08-08 10:00:00", NULL}, /* of which zone? */
        {"@ time 2026-08-08T10:00:01Z\n", "web1", "2026-08-08T10:00:00Z", NULL},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct ed_place place = {.host = ed_str_c(cases[i].host), .time = ed_str_c(cases[i].time)};
        struct world w;
        char text[256];

        begin(&w, BOOK(HELD, ""));
        w.finding.first = place;
        w.finding.sources = &place;
        w.finding.nsources = 1;
        snprintf(text, sizeof(text), "errdex-evidence/1 own\n%s$ lister --all\n| 7, db, 9 MiB\n= exit 0\n",
                 cases[i].at);
        bring(&w, "evidence.txt", text);
        inquire(&w);
        check_is(&w, 0, cases[i].why ? ED_VERDICT_UNKNOWN : ED_VERDICT_YES,
                 cases[i].why ? cases[i].why : "db (7) holds 9");
        end(&w);
    }
}

/* What is said when there is no row, a NULL, or only a part; and views before the checks. */
static void sentences(void **state)
{
    struct world w;

    (void)state;
    begin(&w,
          BOOK("{\"name\":\"few\",\"sql\":\"SELECT pid, 0 AS holds FROM app\",\"otherwise\":\"{pid} is no such\"},"
               "{\"name\":\"sure\",\"sql\":\"SELECT NULL AS holds FROM big\",\"unsure\":\"which it is\"},"
               "{\"name\":\"all\",\"sql\":\"SELECT lines, unread, cut, 1 AS holds FROM brought WHERE name = 'app'\","
               "\"says\":\"{lines} {unread} {cut}\"},"
               "{\"name\":\"viewed\",\"sql\":\"SELECT n, n = 1 AS holds FROM count_big\",\"says\":\"{n}\"}",
               ",\"views\":[{\"name\":\"big\",\"sql\":\"SELECT pid FROM app WHERE used > 5\"},"
               "{\"name\":\"count_big\",\"sql\":\"SELECT count(*) AS n FROM big\"}]"));
    inquire(&w); /* a view is no table that can do without its evidence */
    check_is(&w, 3, ED_VERDICT_UNKNOWN, "not looked at: who is there");
    bring(&w, "evidence.txt", "errdex-evidence/1 own\n$ lister --all\n| 7, db, 9 MiB\n| x\n");
    inquire(&w);
    check_is(&w, 0, ED_VERDICT_UNKNOWN, "only a part of the output for app was read");
    check_is(&w, 1, ED_VERDICT_UNKNOWN, "which it is");
    check_is(&w, 2, ED_VERDICT_YES, "1 1 1");
    check_is(&w, 3, ED_VERDICT_YES, "1");
    end(&w);
    begin(&w, BOOK("{\"name\":\"few\",\"sql\":\"SELECT pid, 0 AS holds FROM app\",\"otherwise\":\"{pid} is no such\"}",
                   ""));
    bring(&w, "app.csv", "");
    inquire(&w);
    check_is(&w, 0, ED_VERDICT_NO, "");
    end(&w);
    begin(&w, BOOK("{\"name\":\"few\",\"sql\":\"SELECT pid, 0 AS holds FROM app\",\"otherwise\":\"{pid} is no such\"}",
                   ""));
    bring(&w, "app.csv", "7, db, 9 MiB\n");
    inquire(&w);
    check_is(&w, 0, ED_VERDICT_NO, "7 is no such");
    end(&w);
}

#define STEPS                                                                                                          \
    ",\"steps\":[{\"kind\":\"kill\",\"if\":\"held\",\"each\":true,\"says\":\"end {comm}\",\"command\":[\"kill\","      \
    "\"{pid}\"]},{\"kind\":\"stop\",\"if\":\"held\",\"each\":true,\"says\":\"stop\",\"command\":[\"stop\",\"{comm}\"]" \
    "}]"

/* A value is one quoted argument, or there is no command. */
static void commands(void **state)
{
    static const struct {
        const char *cells, *kill, *stop;
    } cases[] = {
        {"7, db", "kill 7", "stop db"},
        {"7, $(reboot)", "kill 7", "stop '$(reboot)'"},
        {"7, a'b; rm -rf /", "kill 7", "stop 'a'\\''b; rm -rf /'"},
        {"7, `id`", "kill 7", "stop '`id`'"},
        {"7, {pid}", "kill 7", "stop '{pid}'"},
        {"7, --all", "kill 7", NULL},
        {"7, a\x1b]0;x\x07", "kill 7", NULL},
        {"7, a\xff", "kill 7", NULL},
        {"7, a\xe2\x80\xae z", "kill 7", NULL}, /* right to left */
        {"7, ", "kill 7", NULL},
        {"1, init", NULL, "stop init"},
        {"0, x", NULL, "stop x"},
        {"-1, x", NULL, "stop x"},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct world w;
        char text[128];

        begin(&w, BOOK(HELD, STEPS));
        snprintf(text, sizeof(text), "%s, 9 MiB\n", cases[i].cells);
        bring(&w, "app.csv", text);
        inquire(&w);
        assert_int_equal(w.got->nsteps, 2);
        for (size_t k = 0; k < 2; k++) {
            const char *want = k ? cases[i].stop : cases[i].kill;

            if (want ? !ed_str_is(w.got->steps[k].command, want)
                     : w.got->steps[k].command.p || !w.got->steps[k].withheld) {
                fail_msg("%s: %.*s, not %s", cases[i].cells, ED_STR_ARG(w.got->steps[k].command), want);
            }
        }
        end(&w);
    }
}

/* Ten processes are eight steps; a file of many lines is read to its limits. */
static void much(void **state)
{
    struct world w;
    struct ed_buf text;

    (void)state;
    begin(&w, BOOK(HELD, STEPS));
    ed_buf_init(&text, 0);
    for (size_t i = 0; i < ED_LIMIT_FACT_ROWS + 50; i++) {
        ed_buf_printf(&text, "%zu, a, 9 MiB\n", i + 2);
    }
    bring(&w, "app.csv", text.p);
    inquire(&w);
    assert_int_equal(w.got->nsteps, ED_LIMIT_EVIDENCE_STEPS + 1); /* the same is stopped once */
    assert_true(w.got->tables[0].cut);
    assert_int_equal(w.got->checks[0].rows.nrows, ED_LIMIT_FACT_PROOF);
    ed_buf_done(&text);
    end(&w);
}

static void bad_playbooks(void **state)
{
    static const struct {
        const char *book, *pointer;
    } cases[] = {
        {"{}", "/schemaVersion"},
        {"{\"playbook\":\"a\",\"schemaVersion\":2,\"title\":\"t\"}", "/schemaVersion"},
        {"{\"playbook\":\"a b\",\"schemaVersion\":1,\"title\":\"t\"}", "/playbook"},
        {"{\"playbook\":\"a\",\"schemaVersion\":1,\"title\":\"t\",\"shell\":\"x\"}", "/shell"},
        {BOOK("{\"name\":\"a\",\"says\":\"s\"}", ""), "/checks/0/sql"},
        {BOOK(HELD, ",\"views\":[{\"name\":\"select\",\"sql\":\"SELECT 1\"}]"), "/views/0/name"},
        {BOOK(HELD, ",\"views\":[{\"name\":\"v\"}]"), "/views/0/sql"},
        {BOOK(HELD, ",\"causes\":[{\"check\":\"none\",\"says\":\"s\"}]"), "/causes/0/check"},
        {BOOK(HELD, ",\"steps\":[{\"kind\":\"run\",\"says\":\"s\"}]"), "/steps/0/kind"},
        {BOOK(HELD, ",\"steps\":[{\"kind\":\"kill\",\"if\":\"none\",\"says\":\"s\"}]"), "/steps/0/if"},
        {BOOK(HELD, ",\"steps\":[{\"kind\":\"kill\",\"says\":\"s\",\"command\":\"rm -rf /\"}]"), "/steps/0/command"},
    };
    struct ed_playbooks *playbooks = ed_playbooks_new();

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct ed_err err = {0};

        if (ed_playbooks_add(playbooks, ed_str_c(cases[i].book), &err) != ED_ERR_INPUT ||
            strcmp(err.pointer, cases[i].pointer) != 0) {
            fail_msg("%s: %s %s", cases[i].book, err.pointer, err.message);
        }
    }
    assert_null(ed_playbooks_at(playbooks, 0));
    ed_playbooks_free(playbooks);
}

/* All that come with the program can be used. */
static void bundled(void **state)
{
    struct ed_playbooks *playbooks = ed_playbooks_new();
    const struct ed_playbook *playbook;
    struct ed_err err = {0};

    (void)state;
    if (ed_playbooks_bundled(playbooks, &err) != ED_OK) {
        fail_msg("%s: %s", err.pointer, err.message);
    }
    assert_non_null(ed_playbooks_find(playbooks, ED_STR("gpu-memory-unbalanced")));
    for (size_t i = 0; (playbook = ed_playbooks_at(playbooks, i)) != NULL; i++) {
        if (ed_inquiry_check(playbook, &err) != ED_OK) {
            fail_msg("%s: %s", playbook->slug.p, err.message);
        }
    }
    ed_playbooks_free(playbooks);
}

static void unusable(void **state)
{
    struct world w;

    (void)state;
    begin(&w, BOOK("{\"name\":\"a\",\"sql\":\"SELECT pid, 1 AS holds FROM app\",\"says\":\"{used}\"}", ""));
    assert_int_equal(ed_inquiry_check(ed_playbooks_at(w.playbooks, 0), &w.err), ED_ERR_INPUT);
    assert_non_null(strstr(w.err.message, "no column fills {used}"));
    end(&w);
    begin(&w, BOOK("{\"name\":\"a\",\"sql\":\"SELECT pid FROM app\",\"says\":\"s\"}", ""));
    assert_int_equal(ed_inquiry_check(ed_playbooks_at(w.playbooks, 0), &w.err), ED_ERR_INPUT);
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts),       cmocka_unit_test(what_cannot_be_told),
        cmocka_unit_test(failed_outputs), cmocka_unit_test(forged),
        cmocka_unit_test(pasted),         cmocka_unit_test(commands),
        cmocka_unit_test(much),           cmocka_unit_test(bad_playbooks),
        cmocka_unit_test(bundled),        cmocka_unit_test(unusable),
        cmocka_unit_test(strangers),      cmocka_unit_test(sentences),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
