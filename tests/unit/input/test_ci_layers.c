/*
 * test_ci_layers.c: each layer of CI servers' logs on lines that are of it and on those that only look like it.
 */
#include "peeled.h"

#include "input/envelope.h"
#include "input/stamp.h"

static struct peeled peel_painted(const struct ed_layer *layer, const char *line, struct ed_paint paint)
{
    return peel_of(layer, ed_str_c(line), ed_meta_none, paint);
}

struct line {
    const char *text, *body;
    bool sure, weak, restated, silent;
    enum ed_level level;
};

#define LEVEL ED_LEVEL_UNKNOWN

static void check_lines(const struct ed_layer *layer, const struct line *lines, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct peeled p = peel(layer, lines[i].text);

        if (!p.is || p.peel.sure != lines[i].sure || p.peel.weak != lines[i].weak ||
            p.peel.restated != lines[i].restated || p.peel.silent != lines[i].silent ||
            p.peel.told.level != lines[i].level) {
            fail_msg("%s: %s (%d)", layer->name, lines[i].text, p.peel.told.level);
        }
        assert_str(p.peel.body, lines[i].body);
        ed_arena_done(&p.arena);
    }
}

static void check_others(const struct ed_layer *layer, const char *const *lines)
{
    for (; *lines; lines++) {
        struct peeled p = peel(layer, *lines);

        if (p.is) {
            fail_msg("%s takes: %s", layer->name, *lines);
        }
        ed_arena_done(&p.arena);
    }
}

#define OTHERS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void github(void **state)
{
    static const struct line lines[] = {
        {"2026-06-07T08:09:10.1234567Z no shard", "no shard", false, false, false, false, LEVEL},
        {"2026-06-07T08:09:10.1234567Z   x", "  x", false, false, false, false, LEVEL},
        {"2026-06-07T08:09:10.1234567Z", "", false, false, false, false, LEVEL},
        {"2026-06-07T08:09:10.1234567Z ", "", false, false, false, false, LEVEL},
        {"2026-06-07T08:09:10.1234567Z ##[error]x", "##[error]x", true, false, false, false, ED_LEVEL_ERR},
        {"2026-06-07T08:09:10.1234567Z ERROR: x", "ERROR: x", false, false, false, false, ED_LEVEL_ERR},
    };
    struct ed_paint cyan = {.colour = ED_STR("36;1"), .n = 8};
    struct peeled p;

    (void)state;
    check_lines(&ed_env_github, lines, ED_ARRAY_LEN(lines));
    check_others(&ed_env_github, OTHERS("2026-06-07T08:09:10.123456Z six", "2026-06-07T08:09:10.12345678Z eight",
                                        "2026-06-07T08:09:10.1234567+02:00 x", "2026-06-07 08:09:10.1234567Z x",
                                        "2026-06-07T08:09:10.1234567Zx", "2026-06-07T08:09:10.1234567", "2"));
    p = peel_painted(&ed_env_github, "2026-06-07T08:09:10.1234567Z no shard", cyan);
    assert_true(p.is && p.peel.restated);
    ed_arena_done(&p.arena);
    cyan.n = 7; /* "no" stands before the colour */
    p = peel_painted(&ed_env_github, "2026-06-07T08:09:10.1234567Z no shard", cyan);
    assert_true(p.is && !p.peel.restated);
    ed_arena_done(&p.arena);
    p = peel_painted(&ed_env_github, "2026-06-07T08:09:10.1234567Z no shard",
                     (struct ed_paint){.colour = ED_STR("36"), .n = 8});
    assert_true(p.is && !p.peel.restated);
    assert_int_equal(ed_told_time(&p.peel.told), ed_clock_parse(ED_STR("2026-06-07T08:09:10.1234567Z")));
    ed_arena_done(&p.arena);
}

static void gh(void **state)
{
    static const struct line lines[] = {
        {"build\tRun it\t2026-06-07T08:09:10.1234567Z x", "2026-06-07T08:09:10.1234567Z x", true, false, false, false,
         LEVEL},
        {"build\tRun it\t\xEF\xBB\xBF"
         "2026-06-07T08:09:10.1234567Z x",
         "\xEF\xBB\xBF"
         "2026-06-07T08:09:10.1234567Z x",
         true, false, false, false, LEVEL},
        {"build\tRun it\tgoes on\there", "goes on\there", false, true, false, false, LEVEL},
        {"build\tRun it\t", "", false, true, false, false, LEVEL},
    };
    struct peeled p;

    (void)state;
    check_lines(&ed_env_gh, lines, ED_ARRAY_LEN(lines));
    check_others(&ed_env_gh, OTHERS("build\tRun it", "build Run it 2026-06-07T08:09:10.1234567Z x", "\ta\tb"));
    p = peel(&ed_env_gh, "test (3.12, linux)\tRun it\t2026-06-07T08:09:10.1234567Z x");
    assert_str(p.meta.job, "test (3.12, linux)");
    assert_str(p.meta.step, "Run it");
    ed_arena_done(&p.arena);
    p = peel(&ed_env_gh, "3.12\tUNKNOWN STEP\t2026-06-07T08:09:10.1234567Z x");
    assert_str(p.meta.job, "3.12");
    assert_null(p.meta.step.p);
    ed_arena_done(&p.arena);
}

static void commands(void **state)
{
    static const struct line lines[] = {
        {"##[error]no shard", "no shard", true, false, false, false, ED_LEVEL_ERR},
        {"##[error]100%25", "100%25", true, false, false, false, ED_LEVEL_ERR},
        {"##[warning]x", "x", true, false, false, false, ED_LEVEL_WARNING},
        {"##[group]Build it", "Build it", true, false, false, false, LEVEL},
        {"##[group]Run make", "Run make", true, false, true, false, LEVEL},
        {"##[endgroup]", "", true, false, false, true, LEVEL},
        {"##[command]/usr/bin/git version", "/usr/bin/git version", true, false, true, false, LEVEL},
        {"##[section]Starting: Tests", "Starting: Tests", true, false, false, false, LEVEL},
        {"##[add-matcher]/x/gcc.json", "/x/gcc.json", true, false, false, true, LEVEL},
        {"##[remove-matcher owner=gcc]", "", true, false, false, true, LEVEL},
        {"##[end-action id=a;outcome=failure;duration_ms=3]", "", true, false, false, true, LEVEL},
        {"::error::no shard", "no shard", false, false, false, false, ED_LEVEL_ERR},
        {"::error ::no shard", "no shard", false, false, false, false, ED_LEVEL_ERR},
        {"::notice title=A::b::c", "b::c", true, false, false, false, ED_LEVEL_NOTICE},
        {"::error file=a::one%0Atwo%2525", "one\ntwo%25", true, false, false, false, ED_LEVEL_ERR},
        {"::error file=a::50% of %0X", "50% of %0X", true, false, false, false, ED_LEVEL_ERR},
        {"::endgroup::", "", false, false, false, true, LEVEL},
        {"##vso[task.logissue type=error]x%0Ay", "x\ny", true, false, false, false, ED_LEVEL_ERR},
        {"##vso[task.logissue type=warning;code=1]x", "x", true, false, false, false, ED_LEVEL_WARNING},
        {"##vso[task.complete result=Failed;]it failed", "it failed", true, false, false, false, ED_LEVEL_ERR},
        {"##vso[task.setvariable variable=a]x", "x", true, false, false, true, LEVEL},
    };
    struct peeled p;

    (void)state;
    check_lines(&ed_env_ci_command, lines, ED_ARRAY_LEN(lines));
    check_others(&ed_env_ci_command, OTHERS("##[link](x)", "##[error", "##[error:x]y", "## [error]x", "::std::error",
                                            "::error", "::section::x", "::command::x", "::set-output name=a::b",
                                            "##vso[x]y", "##vso[.x]y", "##", "::", "error::x"));
    p = peel(&ed_env_ci_command, "::error file=src/a%2Cb.c,line=12,endLine=13,title=T::no shard");
    assert_str(p.meta.file, "src/a,b.c");
    assert_int_equal(p.meta.file_line, 12);
    assert_true(p.peel.repeats && p.peel.variant == 1);
    ed_arena_done(&p.arena);
    p = peel(&ed_env_ci_command, "##vso[task.logissue type=error;sourcepath=src/a.c;linenumber=7;]x");
    assert_str(p.meta.file, "src/a.c");
    assert_int_equal(p.meta.file_line, 7);
    assert_true(p.peel.variant == 2 && !p.peel.decoded);
    ed_arena_done(&p.arena);
    p = peel(&ed_env_ci_command, "##[error file=a.c;line=x]y");
    assert_str(p.meta.file, "a.c");
    assert_int_equal(p.meta.file_line, 0);
    ed_arena_done(&p.arena);
}

static void shown_scripts(void **state)
{
    bool (*shows)(struct ed_str, struct ed_str) = ed_env_ci_command.shows;

    (void)state;
    assert_true(shows(ED_STR("Run make test"), ED_STR("make test")));
    assert_true(shows(ED_STR("Run make test"), ED_STR("  make test ")));
    assert_true(shows(ED_STR("Run actions/checkout@v4"), ED_STR("with:")));
    assert_true(shows(ED_STR("Run actions/checkout@v4"), ED_STR("env:")));
    assert_true(shows(ED_STR("Run x"), ED_STR("shell: /bin/bash -e {0}")));
    assert_false(shows(ED_STR("Run tests"), ED_STR("test 1 of 3"))); /* a group of the program's own */
    assert_false(shows(ED_STR("Run tests"), ED_STR("tests/a.py failed")));
    assert_false(shows(ED_STR("Run tests"), ED_STR("with: a")));
    shows = ed_env_buildkit.shows;
    assert_true(shows(ED_STR(""), ED_STR(" > [2/4] RUN make:")));
    assert_true(shows(ED_STR(""), ED_STR("  12 | >>> RUN make")));
    assert_true(shows(ED_STR(""), ED_STR("   9 |")));
    assert_false(shows(ED_STR(""), ED_STR("Dockerfile:12")));
    assert_false(shows(ED_STR(""), ED_STR(" > x")));
    assert_false(shows(ED_STR(""), ED_STR("   | x")));
    assert_false(shows(ED_STR(""), ED_STR("")));
}

static void act(void **state)
{
    static const struct line lines[] = {
        {"[CI/build]   | no shard", "no shard", false, false, false, false, LEVEL},
        {"[CI/build]   | ", "", false, false, false, false, LEVEL},
        {"[CI/build] \xE2\xAD\x90 Run Main make", "\xE2\xAD\x90 Run Main make", true, false, true, false, LEVEL},
        {"[CI/build]   \xE2\x9D\x8C  Failure - Main make", "  \xE2\x9D\x8C  Failure - Main make", true, false, false,
         false, LEVEL},
    };
    struct peeled p;

    (void)state;
    check_lines(&ed_env_act, lines, ED_ARRAY_LEN(lines));
    check_others(&ed_env_act, OTHERS("[pod/a/main] no shard", "[CI/build] no shard", "[CI]   | x", "[/build]   | x",
                                     "[a/b", "[1/2]   | x", "[", "x"));
    p = peel(&ed_env_act, "[My work/flow/build-1 ]   | x");
    assert_str(p.meta.job, "build-1");
    ed_arena_done(&p.arena);
}

static void gitlab(void **state)
{
    static const struct line lines[] = {
        {"2026-06-07T08:09:10.123456Z 01E no shard", "no shard", true, false, false, false, LEVEL},
        {"2026-06-07T08:09:10.123456Z 0fO+no shard", "no shard", true, false, false, false, LEVEL},
        {"2026-06-07T08:09:10.123456Z 00O   x", "  x", true, false, false, false, LEVEL},
        {"2026-06-07T08:09:10.123456Z 00O ", "", true, false, false, false, LEVEL},
        {"2026-06-07T08:09:10.123456Z 00O", "", true, false, false, false, LEVEL},
    };
    struct peeled p;

    (void)state;
    check_lines(&ed_env_gitlab, lines, ED_ARRAY_LEN(lines));
    check_others(&ed_env_gitlab,
                 OTHERS("2026-06-07T08:09:10.123456Z 1 [ERROR] x and more", "2026-06-07T08:09:10.123456Z 01X x",
                        "2026-06-07T08:09:10.123456Z 0AO x", "2026-06-07T08:09:10.123456Z 01O-x",
                        "2026-06-07T08:09:10.1234567Z 01O x", "2026-06-07T08:09:10.123456Z 01", "x"));
    p = peel(&ed_env_gitlab, "2026-06-07T08:09:10.123456Z 01E+x");
    assert_true(p.peel.continues);
    assert_str(p.meta.stream, "01E");
    assert_int_equal(ed_told_time(&p.peel.told), ed_clock_parse(ED_STR("2026-06-07T08:09:10.123456Z")));
    ed_arena_done(&p.arena);
    p = peel_painted(&ed_env_gitlab, "2026-06-07T08:09:10.123456Z 01O $ make",
                     (struct ed_paint){.colour = ED_STR("32;1"), .n = 6});
    assert_true(p.peel.restated);
    ed_arena_done(&p.arena);
}

static void folds(void **state)
{
    static const struct line lines[] = {
        {"section_start:1780000000:prepare[collapsed=true]\nPreparing", "Preparing", true, false, false, false, LEVEL},
        {"section_end:1780000000:prepare", "", true, false, false, true, LEVEL},
        {"section_end:1780000000:a\nsection_start:1780000001:b\nx", "section_start:1780000001:b\nx", true, false, false,
         false, LEVEL},
        {"travis_fold:start:install\nmake", "make", true, false, false, false, LEVEL},
        {"travis_time:start:0a1b2c3d\n$ make", "$ make", true, false, false, false, LEVEL},
        {"travis_time:end:0a1b2c3d:start=1,finish=2,duration=1", "", true, false, false, true, LEVEL},
    };
    struct peeled p;

    (void)state;
    check_lines(&ed_env_ci_fold, lines, ED_ARRAY_LEN(lines));
    check_others(&ed_env_ci_fold, OTHERS("section_start:the end", "section_start:12:x", "section_end:1780000000",
                                         "section_end:1780000000:a b", "travis_fold:x", "$ make", "travis_fold"));
    p = peel_painted(&ed_env_ci_fold, "$ make", (struct ed_paint){.colour = ED_STR("32;1"), .n = 6});
    assert_true(p.is && p.peel.weak && p.peel.restated);
    ed_arena_done(&p.arena);
}

static void jenkins(void **state)
{
    static const struct line lines[] = {
        {"[Pipeline] sh", "sh", true, false, false, true, LEVEL},
        {"[Pipeline] { (Branch: linux)", "{ (Branch: linux)", true, false, false, true, LEVEL},
        {"[2026-06-07T08:09:10.123Z] no shard", "no shard", false, true, false, false, LEVEL},
        {"[2026-06-07T08:09:10.123Z] ERROR: x", "ERROR: x", false, true, false, false, ED_LEVEL_ERR},
        {"[2026-06-07T08:09:10.123Z] [Pipeline] sh", "[Pipeline] sh", true, false, false, false, LEVEL},
        {"08:09:10  no shard", "no shard", false, false, false, false, LEVEL},
        {"00:00:01.234    x", "  x", false, false, false, false, LEVEL},
    };

    (void)state;
    check_lines(&ed_env_jenkins, lines, ED_ARRAY_LEN(lines));
    check_others(&ed_env_jenkins, OTHERS("[linux] no shard", "[INFO] x", "[Pipeline]", "08:09:10 no shard", "08:09:10",
                                         "[2026-06-07T08:09:10Z] x", "[2026-06-07T08:09:10.123456Z] x",
                                         "[2026-06-07T08:09:10.123Z]x", "["));
}

static void teamcity(void **state)
{
    static const struct line lines[] = {
        {"##teamcity[message text='no |'shard|'|nb |[c|] d||e' status='ERROR']", "no 'shard'\nb [c] d|e", true, false,
         false, false, ED_LEVEL_ERR},
        {"##teamcity[message text='x' status='WARNING']", "x", true, false, false, false, ED_LEVEL_WARNING},
        {"##teamcity[testFailed name='a' message='m' details='at a|nat b']", "m\nat a\nat b", true, false, false, false,
         ED_LEVEL_ERR},
        {"##teamcity[testFailed details='d' message='m']", "m\nd", true, false, false, false, ED_LEVEL_ERR},
        {"##teamcity[buildProblem description='|0x00e4|0xzz']", "ä0xzz", true, false, false, false, ED_LEVEL_ERR},
        {"##teamcity[testStarted name='no shard']", "", true, false, false, true, LEVEL},
        {"##teamcity[progressMessage 'x']", "", true, false, false, true, LEVEL},
        {"[08:09:10]W:\t [Step 1/2] no shard", "no shard", false, false, false, false, ED_LEVEL_WARNING},
        {"[08:09:10]E:\t\t [Compile] x", "x", false, false, false, false, ED_LEVEL_ERR},
        {"[08:09:10] : [Step 1/2] x", "[Step 1/2] x", false, false, false, false, LEVEL},
    };
    struct peeled p;

    (void)state;
    check_lines(&ed_env_teamcity, lines, ED_ARRAY_LEN(lines));
    check_others(&ed_env_teamcity,
                 OTHERS("##teamcity[", "##teamcity[ x='y']", "##teamcity[message text='x", "##teamcity[message text=x]",
                        "##teamcity[message text='x'", "[08:09:10] x", "[08:09:10]X: x", "[08:09:10]W:x", "["));
    p = peel(&ed_env_teamcity, "[08:09:10]W:\t [Step 1/2] no shard");
    assert_str(p.meta.step, "Step 1/2");
    assert_str(p.peel.told.time_text, "08:09:10");
    ed_arena_done(&p.arena);
}

static void lists(void **state)
{
    static const struct line lines[] = {
        {"[{\"message\":\"a\\r\\nb\",\"time\":\"2026-06-07T08:09:10Z\",\"type\":\"out\"},"
         "{\"message\":\"c\\r\\n\",\"time\":\"2026-06-07T08:09:11Z\",\"type\":\"err\"}]",
         "a\r\nbc", true, false, false, false, LEVEL},
        {"[{\"pos\":0,\"out\":\"+ make\\n\",\"time\":3},{\"pos\":1,\"out\":\"x\\n\",\"time\":4}]", "+ make\nx", true,
         false, false, false, LEVEL},
        {"{\"pos\":1,\"out\":\"x\\n\",\"time\":4}", "x", true, false, false, false, LEVEL},
        {"[{\"id\":1,\"step_id\":2,\"time\":3,\"line\":0,\"data\":\"bm8gc2hhcmQ=\",\"type\":1},"
         "{\"id\":2,\"step_id\":2,\"time\":3,\"line\":1,\"data\":\"MQ==\",\"type\":2},"
         "{\"id\":3,\"step_id\":2,\"time\":3,\"line\":2,\"data\":\"eA\",\"type\":0}]",
         "no shard\nx", true, false, false, false, LEVEL},
        {"{\"line\":0,\"time\":3,\"type\":2,\"data\":\"MQ==\"}", "", true, false, false, true, LEVEL},
    };
    struct peeled p;

    (void)state;
    check_lines(&ed_env_ci_json, lines, ED_ARRAY_LEN(lines));
    check_others(&ed_env_ci_json,
                 OTHERS("[{\"message\":\"x\",\"type\":\"out\"}]", "[{\"message\":\"x\",\"time\":3,\"type\":\"out\"}]",
                        "[{\"message\":\"x\",\"time\":\"3\",\"type\":\"in\"}]", "{\"message\":\"x\",\"type\":\"out\"}",
                        "{\"id\":1,\"data\":\"x\"}", "[{\"message\":", "[]", "[{}]", "{\"line\":1,\"data\":\"x\"}"));
    p = peel(&ed_env_ci_json, lines[0].text);
    assert_str(p.peel.told.time_text, "2026-06-07T08:09:10Z");
    assert_true(p.peel.decoded && !p.peel.truncated);
    ed_arena_done(&p.arena);
    p = peel(&ed_env_ci_json, "[{\"message\":\"x\",\"time\":\"2026\",\"type\":\"out\",\"truncated\":true}]");
    assert_true(p.peel.truncated);
    ed_arena_done(&p.arena);
}

static void buildkit(void **state)
{
    static const struct line lines[] = {
        {"#12 3.456 no shard", "no shard", false, false, false, false, LEVEL},
        {"#12 3.456", "", false, false, false, false, LEVEL},
        {"#12 34.56   x", "  x", false, false, false, false, LEVEL},
        {"#7 345.6 x", "x", false, false, false, false, LEVEL},
        {"#12 [internal] load build definition", "[internal] load build definition", true, false, true, false, LEVEL},
        {"#12 [builder 3/9] RUN make", "[builder 3/9] RUN make", true, false, true, false, LEVEL},
        {"#12 [auth] a:pull token", "[auth] a:pull token", false, true, true, false, LEVEL},
        {"#12 ERROR: process \"x\"", "ERROR: process \"x\"", false, true, false, false, ED_LEVEL_ERR},
        {"#12 DONE 0.2s", "DONE 0.2s", true, false, false, false, LEVEL},
        {"#12 CACHED", "CACHED", true, false, false, false, LEVEL},
        {"#12 sha256:0123 1B / 2B", "sha256:0123 1B / 2B", false, true, false, false, LEVEL},
        {"#12 ...", "...", false, true, false, false, LEVEL},
        {"------", "", false, true, false, true, LEVEL},
        {"--------------------", "", false, true, false, true, LEVEL},
    };
    struct peeled p;

    (void)state;
    check_lines(&ed_env_buildkit, lines, ED_ARRAY_LEN(lines));
    check_others(&ed_env_buildkit,
                 OTHERS("#0 /srv/a.php(12): load()", "#1 0x00007f in main ()", "#1  0x00007f in main ()",
                        "#12 fixes it", "#12 3.4 x", "#12 34.567 x", "#12", "# 12 x", "#1234567 3.456 x", "#12 3.456x",
                        "-----", "-------", "#12 DONE", "#12 DONE it"));
    p = peel(&ed_env_buildkit, "#12 3.456 x");
    assert_str(p.meta.stream, "#12");
    ed_arena_done(&p.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(github),        cmocka_unit_test(gh),       cmocka_unit_test(commands),
        cmocka_unit_test(shown_scripts), cmocka_unit_test(act),      cmocka_unit_test(gitlab),
        cmocka_unit_test(folds),         cmocka_unit_test(jenkins),  cmocka_unit_test(teamcity),
        cmocka_unit_test(lists),         cmocka_unit_test(buildkit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
