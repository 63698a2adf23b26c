/*
 * test_record.c: a whole record read, and one fault at a time put into it.
 */
#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "record/record.h"

#include <setjmp.h>

#include <cmocka.h>

/* The two halves of a record with every key. */
#define HEAD "\"id\":\"fe965af8c7e6afca\",\"repo\":\"acme/widget-hub\",\"slug\":\"port-in-use\""
#define BODY                                                                                                           \
    "\"errorCode\":\"EADDRINUSE\",\"errorMessage\":\"Port {port} is in use\",\"messagePattern\":\"Port (.+?) is in "   \
    "use\","                                                                                                           \
    "\"errorType\":\"exception\",\"errorClass\":\"BindError\",\"httpStatus\":503,\"severity\":\"critical\","           \
    "\"filePath\":\"src/bind.c\",\"lineNumber\":12,\"sourceCode\":\"die();\\n\",\"sourceCodeStart\":10,"               \
    "\"sourceCodeEnd\":14,\"githubUrl\":\"https://github.com/acme/widget-hub\",\"documentation\":\"Two servers.\","    \
    "\"triggerScenarios\":\"A second start.\",\"commonSituations\":\"A stale process.\",\"solutions\":[\"Stop it\","   \
    "\"Take another port\"],\"exampleFix\":\"kill 1\",\"handlingStrategy\":\"retry\",\"validationCode\":\"ss -l\","    \
    "\"typeGuard\":\"x\",\"tryCatchPattern\":\"try {}\",\"preventionTips\":[\"Use a unit file\"],\"tags\":[\"net\","   \
    "\"tcp-port\"],\"backgroundTag\":\"address-in-use\","                                                              \
    "\"analyzedSha\":\"0132848349585cfe6aae51c4941cbae872505f8a\",\"analyzedAt\":\"2026-08-28T05:10:05.995Z\","        \
    "\"schemaVersion\":2,\"contentChangedAt\":\"2026-08-27T00:00:00Z\""

struct fixture {
    struct ed_arena arena;
    struct ed_json_doc *doc;
    struct ed_record r;
    struct ed_problems problems;
};

static enum ed_rc read_text(struct fixture *f, struct ed_str json)
{
    struct ed_err err = {0};
    enum ed_rc rc;

    memset(&f->problems, 0xAA, sizeof(f->problems));
    ed_arena_init(&f->arena);
    if (ed_json_parse(json, &f->doc, &err)) {
        print_error("%s\n", err.message);
        fail();
    }
    rc = ed_record_read(ed_json_root(f->doc), &f->arena, &f->r, &f->problems);
    ed_json_doc_free(f->doc);
    return rc;
}

static void test_every_key(void **state)
{
    struct fixture f;

    (void)state;
    assert_int_equal(read_text(&f, ED_STR("{" HEAD "," BODY ",\"extra\":{\"kept\":\"elsewhere\"}}")), ED_OK);
    assert_int_equal(f.problems.total, 0);
    /* The document is gone: all of this lives in the arena. */
    assert_true(ed_str_is(f.r.id, "fe965af8c7e6afca"));
    assert_true(ed_str_is(f.r.repo, "acme/widget-hub"));
    assert_true(ed_str_is(f.r.slug, "port-in-use"));
    assert_true(ed_str_is(f.r.error_code, "EADDRINUSE"));
    assert_true(ed_str_is(f.r.error_class, "BindError"));
    assert_true(ed_str_is(f.r.error_message, "Port {port} is in use"));
    assert_true(ed_str_is(f.r.message_pattern, "Port (.+?) is in use"));
    assert_true(ed_str_is(f.r.error_type, "exception"));
    assert_int_equal(f.r.http_status, 503);
    assert_int_equal(f.r.severity, ED_SEVERITY_CRITICAL);
    assert_true(ed_str_is(f.r.file_path, "src/bind.c"));
    assert_int_equal(f.r.line_number, 12);
    assert_true(ed_str_is(f.r.source_code, "die();\n"));
    assert_int_equal(f.r.source_code_start, 10);
    assert_int_equal(f.r.source_code_end, 14);
    assert_true(ed_str_is(f.r.github_url, "https://github.com/acme/widget-hub"));
    assert_true(ed_str_is(f.r.documentation, "Two servers."));
    assert_true(ed_str_is(f.r.trigger_scenarios, "A second start."));
    assert_true(ed_str_is(f.r.common_situations, "A stale process."));
    assert_int_equal(f.r.solutions.n, 2);
    assert_true(ed_str_is(f.r.solutions.v[1], "Take another port"));
    assert_true(ed_str_is(f.r.example_fix, "kill 1"));
    assert_true(ed_str_is(f.r.handling_strategy, "retry"));
    assert_true(ed_str_is(f.r.validation_code, "ss -l"));
    assert_true(ed_str_is(f.r.type_guard, "x"));
    assert_true(ed_str_is(f.r.try_catch_pattern, "try {}"));
    assert_int_equal(f.r.prevention_tips.n, 1);
    assert_true(ed_str_is(f.r.tags.v[1], "tcp-port"));
    assert_true(ed_str_is(f.r.background_tag, "address-in-use"));
    assert_true(ed_str_is(f.r.analyzed_sha, "0132848349585cfe6aae51c4941cbae872505f8a"));
    assert_true(ed_str_is(f.r.analyzed_at, "2026-08-28T05:10:05.995Z"));
    assert_true(f.r.analyzed_micros == ed_clock_parse(f.r.analyzed_at) && f.r.analyzed_micros > 0);
    assert_true(ed_str_is(f.r.content_changed_at, "2026-08-27T00:00:00Z"));
    assert_int_equal(f.r.schema_version, 2);
    ed_arena_done(&f.arena);
}

static void test_optional_keys_may_miss_or_be_null(void **state)
{
    struct fixture f;

    (void)state;
    assert_int_equal(read_text(&f, ED_STR("{" HEAD ",\"errorMessage\":\"m\"}")), ED_OK);
    assert_int_equal(f.problems.total, 0);
    assert_int_equal(f.r.severity, ED_SEVERITY_ERROR);
    assert_true(f.r.analyzed_micros == ED_TIME_UNKNOWN);
    assert_null(f.r.documentation.p);
    assert_int_equal(f.r.solutions.n, 0);
    ed_arena_done(&f.arena);
    assert_int_equal(read_text(&f, ED_STR("{\"errorMessage\":\"m\",\"severity\":null,\"solutions\":null,\"tags\":[],"
                                          "\"httpStatus\":null,\"exampleFix\":null,\"analyzedAt\":null," HEAD "}")),
                     ED_OK);
    assert_int_equal(f.problems.total, 0);
    assert_int_equal(f.r.http_status, 0);
    assert_null(f.r.example_fix.p);
    ed_arena_done(&f.arena);
}

struct fault {
    const char *members; /* what is written, behind what is right */
    const char *pointer, *words;
    bool fatal;
};

/* Each fault alone, on top of what is right, is one problem. */
static void one_fault(const char *json, const struct fault *fault)
{
    struct fixture f;
    enum ed_rc rc = read_text(&f, ed_str_c(json));
    const struct ed_problem *p = f.problems.v;

    if (rc != (fault->fatal ? ED_ERR_INPUT : ED_OK) || f.problems.total != 1 || f.problems.n != 1 ||
        p->fatal != fault->fatal || f.problems.fatal != fault->fatal || strcmp(p->pointer, fault->pointer) != 0 ||
        !strstr(p->message, fault->words)) {
        print_error("%s\nrc %d, %zu problems, first: %s: %s\n", json, rc, f.problems.total, p->pointer, p->message);
        fail();
    }
    ed_arena_done(&f.arena);
}

static void test_faults_of_required_keys(void **state)
{
    static const struct fault faults[] = {
        {"\"repo\":\"a/b\",\"slug\":\"s\",\"errorMessage\":\"m\"", "/id", "is missing: it must be 16 lower-case", true},
        {"\"id\":null,\"repo\":\"a/b\",\"slug\":\"s\",\"errorMessage\":\"m\"", "/id", "but is null", true},
        {"\"id\":7,\"repo\":\"a/b\",\"slug\":\"s\",\"errorMessage\":\"m\"", "/id", "but is a number", true},
        {"\"id\":\"FE965AF8C7E6AFCA\",\"repo\":\"a/b\",\"slug\":\"s\",\"errorMessage\":\"m\"", "/id",
         "but is \"FE965AF8C7E6AFCA\"", true},
        {"\"id\":\"fe965af8c7e6afc\",\"repo\":\"a/b\",\"slug\":\"s\",\"errorMessage\":\"m\"", "/id", "16 lower-case",
         true},
        {"\"id\":\"\",\"repo\":\"a/b\",\"slug\":\"s\",\"errorMessage\":\"m\"", "/id", "16 lower-case", true},
        {HEAD ",\"errorMessage\":\"\"", "/errorMessage", "the message as it stands", true},
        {HEAD ",\"errorMessage\":\" \\n\"", "/errorMessage", "the message as it stands", true},
        {HEAD, "/errorMessage", "is missing", true},
        {"\"id\":\"0000000000000000\",\"repo\":\"a/b\",\"errorMessage\":\"m\"", "/slug", "is missing: it must be kebab",
         true},
    };
    static const char *const bad_repos[] = {"a",    "a/b/c", "/b",         "a/",       "a b/c",
                                            "a/..", "./b",   "a/b\\u00e9", "a\\\\b/c", "https://github.com/a/b"};
    static const char *const bad_slugs[] = {"", "-a", "a-", "A", "a_b", "a b", "a/b", "\\u00e9", ".."};
    char json[512];

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(faults); i++) {
        snprintf(json, sizeof(json), "{%s}", faults[i].members);
        one_fault(json, &faults[i]);
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(bad_repos); i++) {
        snprintf(json, sizeof(json),
                 "{\"id\":\"0000000000000000\",\"repo\":\"%s\",\"slug\":\"s\",\"errorMessage\":\"m\"}", bad_repos[i]);
        one_fault(json, &(struct fault){"", "/repo", "must be owner/name", true});
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(bad_slugs); i++) {
        snprintf(json, sizeof(json),
                 "{\"id\":\"0000000000000000\",\"repo\":\"a/b\",\"slug\":\"%s\",\"errorMessage\":\"m\"}", bad_slugs[i]);
        one_fault(json, &(struct fault){"", "/slug", "must be kebab-case", true});
    }
}

static void test_faults_of_optional_keys(void **state)
{
    static const struct fault faults[] = {
        {"\"severity\":\"fatal\"", "/severity", "but is \"fatal\": taken as error", false},
        {"\"severity\":3", "/severity", "must be a string or null, but is a number", true},
        {"\"errorType\":\"crash\"", "/errorType", "must be exception, error_code", false},
        {"\"httpStatus\":99", "/httpStatus", "100 to 599, but is 99: taken as unknown", false},
        {"\"httpStatus\":600", "/httpStatus", "100 to 599", false},
        {"\"httpStatus\":404.5", "/httpStatus", "but is 404.5", false},
        {"\"httpStatus\":\"404\"", "/httpStatus", "a number or null, but is a string", true},
        {"\"lineNumber\":0", "/lineNumber", "1 or more", false},
        {"\"sourceCodeStart\":9,\"sourceCodeEnd\":8", "/sourceCodeEnd", "before sourceCodeStart", false},
        {"\"githubUrl\":\"javascript:alert(1)\"", "/githubUrl", "begins with https://", false},
        {"\"documentation\":\"\"", "/documentation", "is empty: write null", false},
        {"\"documentation\":[\"x\"]", "/documentation", "but is an array", true},
        {"\"solutions\":\"restart\"", "/solutions", "an array of strings or null, but is a string", true},
        {"\"solutions\":[\"a\",\"b\",{}]", "/solutions/2", "must be a string, but is an object", true},
        {"\"solutions\":[\"a\",\"\"]", "/solutions/1", "is empty: leave it out", false},
        {"\"solutions\":[null]", "/solutions/0", "but is null", true},
        {"\"tags\":[\"ok\",\"Not Ok\"]", "/tags/1", "must be kebab-case", false},
        {"\"backgroundTag\":\"x_y\"", "/backgroundTag", "must be kebab-case", false},
        {"\"handlingStrategy\":\"pray\"", "/handlingStrategy", "must be try-catch", false},
        {"\"analyzedSha\":\"main\"", "/analyzedSha", "40 lower-case", false},
        {"\"analyzedAt\":\"yesterday\"", "/analyzedAt", "but is \"yesterday\"", false},
        {"\"analyzedAt\":\"2026-02-30T00:00:00Z\"", "/analyzedAt", "a time like", false},
        {"\"contentChangedAt\":\"\"", "/contentChangedAt", "is empty", false},
        {"\"schemaVersion\":3", "/schemaVersion", "must be 2", false},
        {"\"schemaVersion\":\"2\"", "/schemaVersion", "but is a string", true},
        {"\"x~/y\":1,\"x~/y\":2", "/x~0~1y", "stands twice", true},
        {"\"documentation\":\"a\",\"documentation\":\"a\"", "/documentation", "stands twice", true},
    };
    char json[512];

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(faults); i++) {
        snprintf(json, sizeof(json), "{" HEAD ",\"errorMessage\":\"m\",%s}", faults[i].members);
        one_fault(json, &faults[i]);
    }
}

static void test_values_that_break_a_rule(void **state)
{
    struct fixture f;

    (void)state;
    assert_int_equal(read_text(&f, ED_STR("{" HEAD ",\"errorMessage\":\"m\",\"severity\":\"fatal\",\"httpStatus\":42,"
                                          "\"errorType\":\"crash\",\"analyzedAt\":\"soon\"}")),
                     ED_OK);
    assert_int_equal(f.problems.total, 4);
    assert_int_equal(f.problems.fatal, 0);
    assert_int_equal(f.r.severity, ED_SEVERITY_ERROR);
    assert_int_equal(f.r.http_status, 0);
    assert_true(ed_str_is(f.r.error_type, "crash"));
    assert_true(ed_str_is(f.r.analyzed_at, "soon"));
    assert_true(f.r.analyzed_micros == ED_TIME_UNKNOWN);
    ed_arena_done(&f.arena);
}

static void test_long_texts(void **state)
{
    struct ed_buf buf;
    struct fixture f;

    (void)state;
    ed_buf_init(&buf, 0);
    ed_buf_text(&buf, "{" HEAD ",\"errorMessage\":\"m\",\"documentation\":\"");
    ed_buf_fill(&buf, 'd', ED_LIMIT_RECORD_STRING);
    ed_buf_text(&buf, "\"}");
    assert_int_equal(read_text(&f, ed_buf_view(&buf)), ED_OK);
    assert_int_equal(f.r.documentation.n, ED_LIMIT_RECORD_STRING);
    ed_arena_done(&f.arena);
    buf.n -= 2;
    ed_buf_text(&buf, "d\"}");
    assert_int_equal(read_text(&f, ed_buf_view(&buf)), ED_ERR_INPUT);
    assert_string_equal(f.problems.v[0].pointer, "/documentation");
    assert_string_equal(f.problems.v[0].message, "has 1048577 bytes, and 1048576 are allowed: shorten it");
    ed_arena_done(&f.arena);
    ed_buf_reset(&buf);
    ed_buf_text(&buf, "{\"id\":\"0000000000000000\",\"repo\":\"a/b\",\"errorMessage\":\"m\",\"slug\":\"");
    ed_buf_fill(&buf, 's', 64);
    ed_buf_text(&buf, "\"}");
    assert_int_equal(read_text(&f, ed_buf_view(&buf)), ED_OK);
    assert_int_equal(f.problems.total, 0);
    ed_arena_done(&f.arena);
    buf.n -= 2;
    ed_buf_text(&buf, "s\"}");
    assert_int_equal(read_text(&f, ed_buf_view(&buf)), ED_OK);
    assert_string_equal(f.problems.v[0].message, "has 65 characters, and slugs have at most 64: shorten it");
    ed_arena_done(&f.arena);
    ed_buf_done(&buf);
}

/* A list that is full still counts, and messages are cut at whole characters. */
static void test_many_problems(void **state)
{
    struct ed_buf buf;
    struct fixture f;

    (void)state;
    ed_buf_init(&buf, 0);
    ed_buf_text(&buf, "{" HEAD ",\"errorMessage\":\"m\",\"tags\":[\"");
    for (int i = 0; i < 40; i++) {
        ed_buf_text(&buf, "\xC3\xA9");
    }
    ed_buf_text(&buf, "\"],\"solutions\":[0");
    for (int i = 0; i < 99; i++) {
        ed_buf_text(&buf, ",0");
    }
    ed_buf_text(&buf, "]}");
    assert_int_equal(read_text(&f, ed_buf_view(&buf)), ED_ERR_INPUT);
    assert_int_equal(f.problems.n, ED_LIMIT_PROBLEMS);
    assert_int_equal(f.problems.total, 101);
    assert_int_equal(f.problems.fatal, 100);
    assert_non_null(strstr(f.problems.v[0].message, "\xC3\xA9...\": kept as it is"));
    assert_string_equal(f.problems.v[ED_LIMIT_PROBLEMS - 1].pointer, "/solutions/30");
    ed_arena_done(&f.arena);
    ed_buf_done(&buf);
}

static void test_no_object(void **state)
{
    struct fixture f;

    (void)state;
    assert_int_equal(read_text(&f, ED_STR("[1]")), ED_ERR_INPUT);
    assert_string_equal(f.problems.v[0].pointer, "");
    assert_non_null(strstr(f.problems.v[0].message, "but is an array"));
    ed_arena_done(&f.arena);
    assert_int_equal(ed_record_read(NULL, &f.arena, &f.r, &f.problems), ED_ERR_INPUT);
}

static void test_severities(void **state)
{
    static const char *const names[] = {"info", "warning", "error", "critical"};
    enum ed_severity s = ED_SEVERITY_INFO;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(names); i++) {
        assert_true(ed_severity_parse(ed_str_c(names[i]), &s));
        assert_int_equal(s, i);
        assert_string_equal(ed_severity_name(s), names[i]);
    }
    assert_false(ed_severity_parse(ED_STR("Error"), &s));
    assert_false(ed_severity_parse(ED_STR_NONE, &s));
    assert_int_equal(s, ED_SEVERITY_CRITICAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_key),
        cmocka_unit_test(test_optional_keys_may_miss_or_be_null),
        cmocka_unit_test(test_faults_of_required_keys),
        cmocka_unit_test(test_faults_of_optional_keys),
        cmocka_unit_test(test_values_that_break_a_rule),
        cmocka_unit_test(test_long_texts),
        cmocka_unit_test(test_many_problems),
        cmocka_unit_test(test_no_object),
        cmocka_unit_test(test_severities),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
