/*
 * test_ci.c: logs of CI servers: each layer on single lines and on those that only look like it, then whole logs
 * through the input layer.
 */
#include "support.h"

#include "base/limits.h"
#include "input/envelope.h"
#include "input/stamp.h"

struct peeled {
    struct ed_arena arena;
    struct ed_meta meta;
    struct ed_peel peel;
    bool is;
};

static struct peeled peel_painted(const struct ed_layer *layer, const char *line, struct ed_paint paint)
{
    struct peeled p = {.meta = ed_meta_none, .peel = {.told = ed_told_none, .paint = paint}};
    struct ed_meta before = p.meta;
    struct ed_str exact = ed_str_c(line);

    ed_arena_init(&p.arena);
    exact.p = memcpy(ed_arena_alloc(&p.arena, exact.n), line, exact.n);
    p.is = layer->peel(layer, exact, &p.arena, &p.meta, &p.peel);
    if (!p.is) {
        assert_memory_equal(&before, &p.meta, sizeof(before));
    }
    return p;
}

static struct peeled peel(const struct ed_layer *layer, const char *line)
{
    return peel_painted(layer, line, (struct ed_paint){.colour = ED_STR_NONE});
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

static void variants_are_of_their_layer(void **state)
{
    (void)state;
    for (size_t i = 0; ed_layers()[i]; i++) {
        for (unsigned k = 0; k < ed_layers()[i]->nvariants; k++) {
            struct peeled p = peel(ed_layers()[i], ed_layers()[i]->variants[k].sample);

            if (!p.is || p.peel.variant != k + 1) {
                fail_msg("%s", ed_layers()[i]->variants[k].name);
            }
            ed_arena_done(&p.arena);
        }
    }
}

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

#define T "2026-06-07T08:09:10.1234567Z "

/* Vector 18. */
static void a_log_of_github(void **state)
{
    struct run run = run_text("\xEF\xBB\xBF" T "##[group]Run ./load a.bin || echo \"no shard\"\n" /* 1 */
                              T "\033[36;1m./load a.bin || echo \"no shard\"\033[0m\n" T "\033[36;1mexit 1\033[0m\n" T
                              "shell: /usr/bin/bash -e {0}\n" T "env:\n" /* 5 */
                              T "  HINT: no shard\n" T "##[endgroup]\n"
                              "\xEF\xBB\xBF" T "Traceback:\n"
                              "  two lines\n" T "no shard\n" /* 10 */
                              T "##[error]no shard\n" T "##[error]Process completed with exit code 1.\n");

    (void)state;
    assert_text(&run, 0, "Traceback:\n  two lines\nno shard\nProcess completed with exit code 1.");
    assert_int_equal(run.messages.n, 1);
    assert_int_equal(number_of(&run, 0, 0), 8);
    assert_int_equal(number_of(&run, 0, 1), 9);
    assert_int_equal(number_of(&run, 0, 3), 12);
    assert_int_equal(told_of(&run, 0, 3)->level, ED_LEVEL_ERR);
    assert_str(told_of(&run, 0, 1)->time_text, "2026-06-07T08:09:10.1234567Z"); /* of the line it continues */
    assert_str(meta_of(&run, 0, 0)->layers, "github");
    assert_str(meta_of(&run, 0, 3)->layers, "github github-command");
    assert_int_equal(run.account.passed_over, 7); /* six that are shown, and the summary */
    run_done(&run);
}

static void colours_may_be_lost(void **state)
{
    struct run run = run_text(
        T "##[group]Run ./load a.bin\n" T "./load a.bin\n" T "echo \"no shard\"\n" T "shell: /usr/bin/bash -e {0}\n" T
          "##[endgroup]\n" T "it runs\n" T "##[group]Run actions/script@v1\n" T "with:\n" T "  script: a\n"
          "  no shard\n"
          "\n" T "##[endgroup]\n" T "##[group]Run tests\n" T "no shard in a group of the program\n" T "##[endgroup]\n");

    (void)state;
    assert_text(&run, 0, "it runs\nno shard in a group of the program");
    assert_int_equal(number_of(&run, 0, 1), 14);
    run_done(&run);
}

static void what_is_shown_ends(void **state)
{
    struct ed_buf log;
    struct run run;

    (void)state;
    ed_buf_init(&log, /* max */ 0);
    ed_buf_text(&log, T "##[group]Run ./load\n" T "./load\n");
    for (size_t i = 0; i < ED_LIMIT_SHOWN_LINES - 1; i++) {
        ed_buf_text(&log, T "shown\n");
    }
    ed_buf_text(&log, T "no shard\n");
    run = run_bytes(ed_buf_view(&log));
    assert_text(&run, 0, "no shard");
    run_done(&run);
    ed_buf_done(&log);

    run = run_text(T "##[group]Run a\n" T "a\n" T "##[warning]b\n" T "c\n");
    assert_text(&run, 0, "b\nc");
    run_done(&run);
}

/* A line that is passed over is so to its end, however long. */
static void long_lines_are_passed_over_whole(void **state)
{
    struct ed_buf log;
    struct run run;

    (void)state;
    ed_buf_init(&log, /* max */ 0);
    ed_buf_text(&log, T "##[group]Run a\n" T "a\n" T);
    ed_buf_fill(&log, 'x', 3 * ED_LIMIT_LINE_PIECE);
    ed_buf_text(&log, "no shard\n" T "##[endgroup]\n" T "b\n");
    run = run_bytes(ed_buf_view(&log));
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "b");
    assert_int_equal(run.account.passed_over, 3);
    run_done(&run);
    ed_buf_done(&log);
}

static void summaries(void **state)
{
    struct run run = run_text(
        "##[error]no shard\nno shard\n##[error]no shard\n##[error]other\n::error file=a,line=1::other\n");

    (void)state;
    assert_text(&run, 0, "no shard\nno shard\nother\nother");
    assert_int_equal(number_of(&run, 0, 2), 4);
    assert_str(meta_of(&run, 0, 3)->file, "a");
    run_done(&run);

    /* What was only shown was not said. */
    run = run_text("##[group]Run no shard\nno shard\n##[endgroup]\n##[error]no shard\n");
    assert_text(&run, 0, "no shard");
    assert_int_equal(number_of(&run, 0, 0), 4);
    run_done(&run);
}

/* Vector 18, as gh prints it. */
static void a_log_of_gh(void **state)
{
    struct run run = run_text("build\tRun it\t\xEF\xBB\xBF" T "##[group]Run make\n"
                              "build\tRun it\t" T "\033[36;1mmake\033[0m\n"
                              "build\tRun it\t" T "##[endgroup]\n"
                              "build\tRun it\t" T "Traceback:\n"
                              "build\tRun it\t  a\tb\n"
                              "lint\tUNKNOWN STEP\t" T "no shard\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "Traceback:\n  a\tb");
    assert_text(&run, 1, "no shard");
    assert_str(meta_of(&run, 0, 0)->job, "build");
    assert_str(meta_of(&run, 0, 0)->step, "Run it");
    assert_str(meta_of(&run, 0, 0)->layers, "gh github");
    assert_str(meta_of(&run, 1, 0)->job, "lint");
    assert_null(meta_of(&run, 1, 0)->step.p);
    run_done(&run);

    run = run_text("name\tkind\tvalue\na\tb\tc\nd\te\tf\ng\th\ti\n"); /* a table */
    assert_text(&run, 0, "name\tkind\tvalue\na\tb\tc\nd\te\tf\ng\th\ti");
    run_done(&run);
}

#define G "2026-06-07T08:09:10.123456Z "

/* Vector 19. */
static void a_log_of_gitlab(void **state)
{
    struct run run = run_text(G
                              "00O section_start:1780000000:step_script\r\033[0K\033[0K\033[36;1mExecuting\033[0;m\n" G
                              "01O \033[32;1m$ ./load || echo no shard\033[0;m\n" G "01O no sh\n" G "01E other\n" G
                              "01O+ard\n" G "00O section_end:1780000000:step_script\r\033[0K\n" G
                              "00O section_end:1780000000:a\r\033[0Ksection_start:1780000001:b\r\033[0K"
                              "\033[31;1mERROR: Job failed: exit code 1\033[0;m\n");

    (void)state;
    assert_int_equal(run.messages.n, 3);
    assert_text(&run, 0, "Executing\nERROR: Job failed: exit code 1");
    assert_text(&run, 1, "no shard");
    assert_text(&run, 2, "other");
    assert_int_equal(number_of(&run, 1, 0), 3);
    assert_str(meta_of(&run, 1, 0)->stream, "01O");
    assert_str(meta_of(&run, 0, 1)->layers, "gitlab gitlab-section gitlab-section");
    run_done(&run);

    run = run_text("section_end:1780000000:a\r\033[0KERROR: no shard\n\033[32;1m$ ./load no shard\033[0;m\nx\n");
    assert_text(&run, 0, "ERROR: no shard\nx");
    run_done(&run);
}

/* Vector 20. */
static void a_log_of_jenkins(void **state)
{
    struct run run = run_text("\033[8mha:////4AbcdEf+/Z=\033[0m[Pipeline] sh\n"
                              "[2026-06-07T08:09:10.123Z] no \033[8mha:////4AbcdEf+/Z=\033[0mshard\n"
                              "[2026-06-07T08:09:11.123Z] \033[8mha:AAAA=\033[0mERROR: script returned exit code 1\n"
                              "[linux] stays\n");

    (void)state;
    assert_text(&run, 0, "no shard\nERROR: script returned exit code 1\n[linux] stays");
    assert_str(meta_of(&run, 0, 0)->layers, "jenkins");
    assert_int_equal(told_of(&run, 0, 1)->level, ED_LEVEL_ERR);
    run_done(&run);

    run = run_text("[2026-06-07T08:09:10.123Z] a\n[2026-06-07T08:09:11.123Z] b\n[2026-06-07T08:09:12.123Z] c\n");
    assert_str(meta_of(&run, 0, 0)->layers, "timestamp"); /* some logger's */
    run_done(&run);

    run = run_text("08:09:10  a\n08:09:11  b\n08:09:11  no shard\n");
    assert_text(&run, 0, "a\nb\nno shard");
    assert_str(meta_of(&run, 0, 0)->layers, "jenkins-clock");
    run_done(&run);

    run = run_text("08:09:10  a\nb\nc\nd\n"); /* one is no proof */
    assert_text(&run, 0, "08:09:10  a\nb\nc\nd");
    run_done(&run);
}

/* Vector 21. */
static void a_log_of_buildkite(void **state)
{
    struct run run = run_text("\033_bk;t=1780000000123\a--- Running\r\n"
                              "\033_bk;t=1780000000124\ano sh\033_bk;dt=15\aard\r\n"
                              "\033_bk;t=1780000000125\033\\two\033[K\033_bk;t=1780000000126\033\\ three\r\n");

    (void)state;
    assert_text(&run, 0, "--- Running\nno shard\ntwo three");
    run_done(&run);
}

/* Vector 22. */
static void a_log_of_buildkit(void **state)
{
    struct run run = run_text("#11 [internal] load build context\n"
                              "#12 [2/4] RUN ./load || echo no shard\n"
                              "#12 3.456 [default0]:[rank0]: ValueError: no shard\n"
                              "#13 3.500 other\n"
                              "#12 12.34   at load\n"
                              "#12 ERROR: process \"/bin/sh -c ./load\" did not complete successfully: exit code: 1\n"
                              "------\n"
                              " > [2/4] RUN ./load || echo no shard:\n"
                              "3.456 [default0]:[rank0]: ValueError: no shard\n"
                              "------\n"
                              "Dockerfile:12\n"
                              "--------------------\n"
                              "  11 |     FROM scratch\n"
                              "  12 | >>> RUN ./load || echo no shard\n"
                              "--------------------\n"
                              "ERROR: failed to solve\n");
    struct ed_str text;

    (void)state;
    assert_int_equal(run.messages.n, 3);
    text = run.messages.v[0].text;
    assert_true(ed_str_find(text, ED_STR("ValueError: no shard\n  at load\nERROR: process"), 0) != SIZE_MAX);
    assert_true(ed_str_find(text, ED_STR("#12"), 0) == SIZE_MAX && ed_str_find(text, ED_STR("3.456"), 0) == SIZE_MAX);
    assert_str(meta_of(&run, 0, 0)->stream, "#12");
    assert_int_equal(number_of(&run, 0, 0), 3);
    assert_text(&run, 1, "other");
    assert_text(&run, 2, "Dockerfile:12\nERROR: failed to solve");
    run_done(&run);

    run = run_text("PHP Stack trace:\n#0 /srv/a.php(3): load()\n#1 /srv/b.php(4): main()\n#2 {main}\n");
    assert_text(&run, 0, "PHP Stack trace:\n#0 /srv/a.php(3): load()\n#1 /srv/b.php(4): main()\n#2 {main}");
    run_done(&run);
}

static void a_list_of_circleci(void **state)
{
    struct ed_buf log;
    struct run run;

    (void)state;
    ed_buf_init(&log, /* max */ 0);
    ed_buf_text(&log, "[{\"message\":\"");
    ed_buf_fill(&log, 'x', 3 * ED_LIMIT_LINE_PIECE);
    ed_buf_text(&log,
                "\\r\\n\\u001b[31mno shard\\u001b[0m\\r\\n\",\"time\":\"2026-06-07T08:09:10.1Z\",\"type\":\"out\"}]");
    run = run_bytes(ed_buf_view(&log));
    assert_int_equal(run.messages.n, 1);
    assert_int_equal(run.messages.v[0].nlines, 2);
    assert_true(ed_str_ends(run.messages.v[0].text, ED_STR("x\nno shard")));
    assert_str(meta_of(&run, 0, 1)->layers, "circleci");
    run_done(&run);
    ed_buf_done(&log);
}

static void layers_nest(void **state)
{
    struct run run = run_text(T "##[group]x\n" T "#12 [2/4] RUN make\n" T
                                "#12 3.456 ::error file=a.c,line=3::no%0Ashard\n");

    (void)state;
    assert_text(&run, 0, "x");
    assert_text(&run, 1, "no\nshard");
    assert_str(meta_of(&run, 1, 0)->layers, "github buildkit github-command");
    assert_str(meta_of(&run, 1, 1)->file, "a.c");
    assert_int_equal(meta_of(&run, 1, 1)->file_line, 3);
    assert_int_equal(told_of(&run, 1, 1)->level, ED_LEVEL_ERR);
    run_done(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_are_of_their_layer),
        cmocka_unit_test(github),
        cmocka_unit_test(gh),
        cmocka_unit_test(commands),
        cmocka_unit_test(shown_scripts),
        cmocka_unit_test(act),
        cmocka_unit_test(gitlab),
        cmocka_unit_test(folds),
        cmocka_unit_test(jenkins),
        cmocka_unit_test(teamcity),
        cmocka_unit_test(lists),
        cmocka_unit_test(buildkit),
        cmocka_unit_test(a_log_of_github),
        cmocka_unit_test(colours_may_be_lost),
        cmocka_unit_test(what_is_shown_ends),
        cmocka_unit_test(long_lines_are_passed_over_whole),
        cmocka_unit_test(summaries),
        cmocka_unit_test(a_log_of_gh),
        cmocka_unit_test(a_log_of_gitlab),
        cmocka_unit_test(a_log_of_jenkins),
        cmocka_unit_test(a_log_of_buildkite),
        cmocka_unit_test(a_log_of_buildkit),
        cmocka_unit_test(a_list_of_circleci),
        cmocka_unit_test(layers_nest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
