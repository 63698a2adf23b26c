/*
 * test_envelope.c: each layer on lines that are of it and on lines that are not. A line that is refused must leave the
 * metadata alone.
 */
#include "peeled.h"

#include "base/alloc.h"
#include "input/envelope.h"
#include "input/heads.h"
#include "input/stamp.h"

/* Those that are asked late, too. */
static void add_heads(struct ed_heads *heads, const struct ed_layer *layer)
{
    if (layer->fits) {
        ed_heads_narrow(heads, layer->fits, 0);
    }
    for (const char *const *head = layer->heads; *head; head++) {
        ed_heads_add(heads, *head, 0);
    }
    for (const char *const *head = layer->late_heads; head && *head; head++) {
        ed_heads_add(heads, *head, 0);
    }
}

/* The first line of the sample is of the layer, and holds the message unless that is on the next. */
static void check_sample(const struct ed_layer *layer, const char *sample, const char *name)
{
    struct ed_str message = ED_STR("cannot map weights file"), rest = ed_str_c(sample), line;
    struct peeled p;
    struct ed_heads heads = {0};

    line = ed_str_cut(&rest, '\n');
    p = peel_str(layer, line);
    add_heads(&heads, layer);
    if (!p.is || ed_str_find(rest.n ? rest : p.peel.body, message, 0) == SIZE_MAX) {
        fail_msg("%s: %s", name, sample);
    }
    assert_true(p.peel.decoded || p.peel.opens || p.peel.body.n < line.n);
    assert_int_equal(ed_heads_of(&heads, line), 1);
    if (layer->nvariants) {
        assert_true(p.peel.variant >= 1 && p.peel.variant <= layer->nvariants);
        assert_string_equal(layer->variants[p.peel.variant - 1].name, name);
    }
    ed_arena_done(&p.arena);
}

static void samples_are_of_their_layer(void **state)
{
    (void)state;
    for (size_t i = 0; ed_layers()[i]; i++) {
        const struct ed_layer *layer = ed_layers()[i];

        assert_true(i < ED_LAYERS_ALL_MAX);
        if (layer->nvariants == 0) {
            check_sample(layer, layer->sample, layer->name);
        }
        for (unsigned k = 0; k < layer->nvariants; k++) {
            check_sample(layer, layer->variants[k].sample, layer->variants[k].name);
        }
        if (layer->framing) {
            struct run run = run_text(layer->sample);

            assert_true(run.messages.n > 0);
            assert_true(ed_str_find(run.messages.v[0].text, ED_STR("cannot map weights file"), 0) != SIZE_MAX);
            run_done(&run);
        }
    }
}

/* Lines of many layers. */
static const char *const beginnings[] = {"Jun  7 2026 08:09:10 h i[1]: x",
                                         "2026-06-07T08:09:10Z h i[1]: x",
                                         "<30>Jun 17 08:09:10 h i[1]: x",
                                         "Sun 2026-06-07 08:09:10 UTC h i[1]: x",
                                         "[06-07 08:09:10 TP1] x",
                                         "[08:09:10] x",
                                         "[2026-06-07 08:09:10 TP0] x",
                                         "2026-06-07 08:09:10 x",
                                         "{\"MESSAGE\":1,\"_PID\":1}",
                                         "1780819750.000123 h i[1]: x",
                                         "[    9.000123] h i[1]: x",
                                         "[123456.000123] h kernel: x",
                                         "\x1E{\"MESSAGE\":1}",
                                         "data: {\"MESSAGE\":1}",
                                         "{",
                                         "__CURSOR=s=739ad463348b4ceca5a9e69c95a3c93f;i=1",
                                         "Sun 2026-06-07 08:09:10 UTC [s=739ad463348b4ceca5a9e69c95a3c93f;i=1]",
                                         "job\tstep\t2026-06-07T08:09:10.1234567Z x",
                                         "2026-06-07T08:09:10.1234567Z x",
                                         "##[error]x",
                                         "::error::x",
                                         "##vso[task.debug]x",
                                         "[ci/build]   | x",
                                         "2026-06-07T08:09:10.123456Z 01O x",
                                         "section_end:1780000000:x",
                                         "section_start:1780000000:x",
                                         "travis_fold:end:x",
                                         "[Pipeline] x",
                                         "[2026-06-07T08:09:10.123Z] x",
                                         "08:09:10  x",
                                         "##teamcity[message text='x']",
                                         "[08:09:10]W:\t x",
                                         "{\"pos\":1,\"out\":\"\",\"time\":1}",
                                         "#12 3.456 x",
                                         "#1 CACHED",
                                         "------",
                                         "{\"log\":\"x\",\"stream\":\"stdout\",\"time\":\"2026-06-07T08:09:10Z\"}",
                                         "2026-06-07T08:09:10Z stdout F x",
                                         "2026-06-07T08:09:10Z app[web.1]: x",
                                         "   2026-06-07T08:09:10Z [A/0] OUT x",
                                         "2026-06-07T08:09:10.123456789Z a=1,b=2 x",
                                         "web-1  | x",
                                         "[pod/a/b] x",
                                         "[docker-api stdout] x",

                                         "web-1 a x",
                                         "n web-1 a x",
                                         "{\"log\":\"x\",\"ecs_task_arn\":\"y\"}"};

/* What a layer takes has one of its heads, if it begins with the first byte of one: tried on lines with a byte or two
   of their beginnings changed. */
static void heads_lose_nothing(void **state)
{
    static const char bytes[] = "07aT/-:. [<>{,+_\xD0";

    (void)state;
    for (size_t i = 0; ed_layers()[i]; i++) {
        const struct ed_layer *layer = ed_layers()[i];
        struct ed_heads heads = {0}, firsts = {0};
        unsigned taken = 0;

        add_heads(&heads, layer);
        for (unsigned k = 0; k < heads.n; k++) {
            ed_heads_add(&firsts, (const char[]){(char)heads.all[k].value[0], '\0'}, 0);
        }
        for (size_t k = 0; k < (ED_ARRAY_LEN(beginnings) + 1 + layer->nvariants) * 18 * 18 * (sizeof(bytes) - 1); k++) {
            char line[512] = "";
            struct ed_str text;
            size_t n = k / (sizeof(bytes) - 1), of = n / 18 / 18;

            snprintf(line, sizeof(line), "%s",
                     of < ED_ARRAY_LEN(beginnings)    ? beginnings[of]
                     : of == ED_ARRAY_LEN(beginnings) ? layer->sample
                                                      : layer->variants[of - ED_ARRAY_LEN(beginnings) - 1].sample);
            line[strcspn(line, "\n")] = '\0';
            line[n % 18] = bytes[k % (sizeof(bytes) - 1)];
            line[n / 18 % 18] = bytes[(k + n) % (sizeof(bytes) - 1)];
            text = ed_str_c(line);
            if (ed_heads_of(&firsts, text)) {
                struct peeled p = peel(layer, line);

                if (p.is && !ed_heads_of(&heads, text)) {
                    fail_msg("%s: %s", layer->name, line);
                }
                taken += p.is;
                ed_arena_done(&p.arena);
            }
        }
        assert_true(taken > 0);
    }
}

static void journal_short(void **state)
{
    static const struct {
        const char *line, *time, *host, *ident, *pid, *body;
        bool sure;
    } cases[] = {
        {"Jun 07 08:09:10 oak3 loader[12]: no such shard", "Jun 07 08:09:10", "oak3", "loader", "12", "no such shard",
         1},
        {"Jun  7 08:09:10 oak3 loader[12]:   indented", "Jun  7 08:09:10", "oak3", "loader", "12", "  indented", 1},
        {"Jun 07 08:09:10.000123 oak3 loader[12]: x", "Jun 07 08:09:10.000123", "oak3", "loader", "12", "x", 1},
        {"Jun  7 2026 08:09:10 oak3 loader[12]: x", "Jun  7 2026 08:09:10", "oak3", "loader", "12", "x", 1},
        {"мая 07 08:09:10 oak3 loader[12]: x", "мая 07 08:09:10", "oak3", "loader", "12", "x", 1},
        {"Jun 07 08:09:10 oak3 kernel: link lost", "Jun 07 08:09:10", "oak3", "kernel", NULL, "link lost", 0},
        {"Jun 07 08:09:10 loader[12]: no host", "Jun 07 08:09:10", NULL, "loader", "12", "no host", 1},
        {"Jun 07 08:09:10 oak3 gdm-password][44]: x", "Jun 07 08:09:10", "oak3", "gdm-password]", "44", "x", 1},
        {"Jun 07 08:09:10 oak3 (sd-pam)[44]: x", "Jun 07 08:09:10", "oak3", "(sd-pam)", "44", "x", 1},
        {"Jun 07 08:09:10 oak3 Tab Helper (GPU)[44]: x", "Jun 07 08:09:10", "oak3", "Tab Helper (GPU)", "44", "x", 1},
        {"Jun 07 08:09:10 oak3 a::b[44]: c: d", "Jun 07 08:09:10", "oak3", "a::b", "44", "c: d", 1},
        {"Jun 07 08:09:10 oak3 loader[12]:", "Jun 07 08:09:10", "oak3", "loader", "12", "", 1},
        {"2026-06-07T08:09:10+0200 oak3 loader[12]: x", "2026-06-07T08:09:10+0200", "oak3", "loader", "12", "x", 1},
        {"2026-06-07T08:09:10+02:00 oak3 loader[12]: x", "2026-06-07T08:09:10+02:00", "oak3", "loader", "12", "x", 1},
        {"2026-06-07T08:09:10.000123Z oak3 l[12]: x", "2026-06-07T08:09:10.000123Z", "oak3", "l", "12", "x", 1},
        {"Sun 2026-06-07 08:09:10 CEST oak3 l[12]: x", "Sun 2026-06-07 08:09:10 CEST", "oak3", "l", "12", "x", 1},
        {"Sun 2026-06-07 08:09:10.000123 UTC oak3 l[12]: x", "Sun 2026-06-07 08:09:10.000123 UTC", "oak3", "l", "12",
         "x", 1},
        {"Sun 2026-06-07 08:09:10 AEST oak3 l[12]: x", "Sun 2026-06-07 08:09:10 AEST", "oak3", "l", "12", "x", 1},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct peeled p = peel(&ed_env_journal_short, cases[i].line);

        if (!p.is) {
            fail_msg("not taken: %s", cases[i].line);
        }
        assert_str(p.peel.told.time_text, cases[i].time);
        assert_str(p.meta.host, cases[i].host);
        assert_str(p.meta.ident, cases[i].ident);
        assert_str(p.meta.pid, cases[i].pid);
        assert_str(p.peel.body, cases[i].body);
        assert_int_equal(p.peel.sure, cases[i].sure);
        ed_arena_done(&p.arena);
    }
}

static void not_journal_short(void **state)
{
    static const char *const lines[] = {
        "2026-06-07T08:09:10Z ERROR loader: no such shard", /* a logger's line, not a host and an ident */
        "2026-06-07T08:09:10Z oak3 error: no such shard",
        "2026-06-07 08:09:10 oak3 loader[12]: x", /* no such mode: no T, no zone */
        "Jun 07 08:09:10 Error: no such shard",
        "Jun 07 08:09:10 cannot open file: no such shard",
        "Jun 07 08:09:10 oak3 loader[12] no colon",
        "Jun 07 08:09:10 oak3 loader[x]: y",
        "Jun 07 08:09:10 oak3 [12]: y",
        "Jun 07 8:09:10 oak3 loader[12]: x",
        "Jun 07 08:09:10",
        "Jun 07 08:09:10 ",
        "Jun 123 08:09:10 oak3 loader[12]: x",
        "Averyveryverylongword 07 08:09:10 oak3 loader[12]: x",
        "2026-06-07T08:09:10,000123+02:00 usb 1-1: x", /* dmesg's */
        "<999>Jun 07 08:09:10 oak3 loader[12]: x",
        "<",
        "Sun 2026-06-07",
        "in 07 files of 12 the loader[12]: x",
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(lines); i++) {
        struct peeled p = peel(&ed_env_journal_short, lines[i]);

        if (p.is) {
            fail_msg("taken: %s", lines[i]);
        }
        ed_arena_done(&p.arena);
    }
}

static void journal_short_details(void **state)
{
    struct peeled p = peel(&ed_env_journal_short, "Jun  7 08:09:10 oak3 a/b@1.service[12]: x");

    (void)state;
    assert_str(p.meta.unit, "b@1.service");
    assert_int_equal(ed_told_time(&p.peel.told), ED_TIME_UNKNOWN);
    assert_int_equal(p.peel.continuation, strlen("Jun  7 08:09:10 oak3 a/b@1.service[12]: "));
    ed_arena_done(&p.arena);

    p = peel(&ed_env_journal_short, "2026-06-07T08:09:10.5+02:00 oak3 l[12]: x");
    assert_int_equal(ed_told_time(&p.peel.told), ed_clock_parse(ED_STR("2026-06-07T06:09:10.5Z")));
    ed_arena_done(&p.arena);

    p = peel(&ed_env_journal_short, "мая 07 08:09:10 oak3 l[12]: x"); /* columns, not bytes */
    assert_int_equal(p.peel.continuation, strlen("mai 07 08:09:10 oak3 l[12]: "));
    ed_arena_done(&p.arena);

    p = peel(&ed_env_journal_short, "Jun 07 08:09:10 oak3 l[12]: Traceback:#012  File \"a\"#012#033[31mE: x#011y#040");
    assert_true(p.peel.decoded);
    assert_str(p.peel.body, "Traceback:\n  File \"a\"\n\033[31mE: x\ty#040");
    ed_arena_done(&p.arena);

    p = peel(&ed_env_journal_short, "Jun 07 08:09:10 oak3 l[12]: issue #001 and #0129");
    assert_true(p.peel.decoded); /* #012 then 9 */
    ed_arena_done(&p.arena);

    p = peel(&ed_env_journal_short, "Jun 07 08:09:10 oak3 l[12]: issue #001 of #7");
    assert_false(p.peel.decoded);
    assert_str(p.peel.body, "issue #001 of #7");
    ed_arena_done(&p.arena);

    p = peel(&ed_env_journal_short, "Jun 07 08:09:10 oak3 l[12]: cannot map the weigh\xE2\x80\xA6");
    assert_true(p.peel.truncated);
    ed_arena_done(&p.arena);
    p = peel(&ed_env_journal_short, "Jun 07 08:09:10 oak3 l[12]: [1.2K blob data]");
    assert_true(p.peel.truncated);
    ed_arena_done(&p.arena);
    p = peel(&ed_env_journal_short, "Jun 07 08:09:10 oak3 l[12]: Starting ...");
    assert_false(p.peel.truncated);
    ed_arena_done(&p.arena);
}

static void journal_short_between(void **state)
{
    (void)state;
    assert_true(ed_env_journal_short.restates(ED_STR("-- Boot 0123456789abcdef0123456789abcdef --")));
    assert_true(ed_env_journal_short.restates(ED_STR("-- No entries --")));
    assert_true(ed_env_journal_short.restates(ED_STR("\xE2\x96\x91\xE2\x96\x91 Subject: a unit has failed")));
    assert_true(ed_env_journal_short.restates(ED_STR("-- Subject: a unit has failed")));
    assert_true(ed_env_journal_short.restates(ED_STR("--")));
    assert_false(ed_env_journal_short.restates(ED_STR("--option is unknown")));
    assert_false(ed_env_journal_short.restates(ED_STR("")));
}

static void journal_json(void **state)
{
    struct peeled p = peel(&ed_env_journal_json,
                           "{\"MESSAGE\":\"a\\nb\",\"PRIORITY\":\"4\",\"_PID\":\"77\",\"_HOSTNAME\":\"oak3\","
                           "\"SYSLOG_IDENTIFIER\":\"ld\",\"_COMM\":\"other\",\"_SYSTEMD_UNIT\":\"ld.service\","
                           "\"CODE_FILE\":\"src/ld.c\",\"CODE_LINE\":\"41\",\"CONTAINER_NAME\":\"box\","
                           "\"__REALTIME_TIMESTAMP\":\"1780000000000042\"}");

    (void)state;
    assert_true(p.is && p.peel.sure && p.peel.decoded);
    assert_str(p.peel.body, "a\nb");
    assert_str(p.meta.host, "oak3");
    assert_str(p.meta.ident, "ld");
    assert_str(p.meta.unit, "ld.service");
    assert_str(p.meta.pid, "77");
    assert_str(p.meta.container, "box");
    assert_str(p.meta.file, "src/ld.c");
    assert_int_equal(p.meta.file_line, 41);
    assert_int_equal(p.peel.told.level, ED_LEVEL_WARNING);
    assert_int_equal(ed_told_time(&p.peel.told), INT64_C(1780000000000042));
    ed_arena_done(&p.arena);
}

static void journal_json_shapes(void **state)
{
    static const struct {
        const char *line, *body;
        bool silent, truncated, partial;
    } cases[] = {
        {"{\"MESSAGE\":null,\"_PID\":\"7\"}", "", true, true, false},
        {"{\"_PID\":\"7\",\"__CURSOR\":\"s=1\"}", "", true, false, false},
        {"{\"MESSAGE\":[27,91,51,49,109,98,97,100],\"_PID\":\"7\"}", "\033[31mbad", false, false, false},
        {"{\"MESSAGE\":[\"one\",\"two\"],\"_PID\":\"7\"}", "one\ntwo", false, false, false},
        {"{\"MESSAGE\":[\"one\",null,[116,119,111],{\"x\":1}],\"_PID\":\"7\"}", "one\n\ntwo\n", false, false, false},
        {"{\"MESSAGE\":[],\"_PID\":\"7\"}", "", false, false, false},
        {"{\"MESSAGE\":[256],\"_PID\":\"7\"}", "", false, false, false},
        {"{\"MESSAGE\":\"\",\"_PID\":\"7\"}", "", false, false, false},
        {"{\"MESSAGE\":\"\xff\",\"_PID\":\"7\"}", "\xff", false, false, false},
        {" {\"MESSAGE\":\"x\",\"_PID\":\"7\"} ", "x", false, false, false},
        {"{\"MESSAGE\":\"x\",\"_PID\":\"7\",\"CONTAINER_PARTIAL_MESSAGE\":\"true\"}", "x", false, false, true},
        {"{\"MESSAGE\":\"x\",\"_PID\":\"7\",\"CONTAINER_PARTIAL_MESSAGE\":\"true\",\"CONTAINER_PARTIAL_LAST\":"
         "\"true\"}",
         "x", false, false, false},
        {"{\"MESSAGE\":\"x\",\"_PID\":\"7\",\"_LINE_BREAK\":\"line-max\"}", "x", false, false, true},
        {"{\"MESSAGE\":\"x\",\"_PID\":\"7\",\"_LINE_BREAK\":\"eof\"}", "x", false, false, false},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct peeled p = peel(&ed_env_journal_json, cases[i].line);

        if (!p.is || p.peel.silent != cases[i].silent || p.peel.truncated != cases[i].truncated ||
            p.peel.partial != cases[i].partial) {
            fail_msg("%s", cases[i].line);
        }
        assert_str(p.peel.body, cases[i].body);
        ed_arena_done(&p.arena);
    }
}

static void journal_json_units(void **state)
{
    struct peeled p = peel(&ed_env_journal_json, "{\"MESSAGE\":\"x\",\"_PID\":\"1\",\"_SYSTEMD_UNIT\":\"init.scope\","
                                                 "\"UNIT\":\"ld.service\",\"PRIORITY\":\"9\"}");

    (void)state;
    assert_str(p.meta.unit, "ld.service");
    assert_int_equal(p.peel.told.level, ED_LEVEL_UNKNOWN);
    assert_int_equal(ed_told_time(&p.peel.told), ED_TIME_UNKNOWN);
    ed_arena_done(&p.arena);
    p = peel(&ed_env_journal_json, "{\"MESSAGE\":\"x\",\"_PID\":\"9\",\"_SYSTEMD_UNIT\":\"a.service\",\"UNIT\":\"b\","
                                   "\"_SOURCE_REALTIME_TIMESTAMP\":\"12\",\"__REALTIME_TIMESTAMP\":\"99\"}");
    assert_str(p.meta.unit, "a.service");
    assert_int_equal(ed_told_time(&p.peel.told), 12);
    ed_arena_done(&p.arena);
    p = peel(&ed_env_journal_json, "{\"MESSAGE\":\"x\",\"_PID\":\"9\",\"COREDUMP_UNIT\":\"c.service\","
                                   "\"_SYSTEMD_UNIT\":\"a.service\"}");
    assert_str(p.meta.unit, "c.service");
    ed_arena_done(&p.arena);
}

static void not_journal_json(void **state)
{
    static const struct {
        const char *line;
        bool broken;
    } cases[] = {
        {"{\"MESSAGE\":\"x\"}", false}, /* some program's own JSON */
        {"{\"message\":\"x\",\"_PID\":\"7\"}", false},
        {"{\"text\":\"the \\\"MESSAGE\\\" of \\\"_PID\\\"\"}", false},
        {"{\"MESSAGE\":\"x\",\"__REALTIME_TIMESTAMP\":\"1\"", true},
        {"{not json}", false},
        {"{", false},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct peeled p = peel(&ed_env_journal_json, cases[i].line);

        if (p.is || p.peel.undecoded != cases[i].broken) {
            fail_msg("%s", cases[i].line);
        }
        ed_arena_done(&p.arena);
    }
}

static void sglang(void **state)
{
    static const struct {
        const char *line, *time, *rank, *body;
    } cases[] = {
        {"[2026-06-07 08:09:10 TP3] Scheduler hit", "2026-06-07 08:09:10", "TP3", "Scheduler hit"},
        {"[08:09:10 TP3] x", "08:09:10", "TP3", "x"},
        {"[06-07 08:09:10 TP3] x", "06-07 08:09:10", "TP3", "x"},
        {"[2026-06-07 08:09:10 DP0 TP1 PP12] x", "2026-06-07 08:09:10", "DP0 TP1 PP12", "x"},
        {"[2026-06-07 08:09:10 TP3]", "2026-06-07 08:09:10", "TP3", ""},
        {"[2026-06-07 08:09:10 TP3]   x", "2026-06-07 08:09:10", "TP3", "  x"},
    };
    static const char *const others[] = {"[2026-06-07 08:09:10 INFO] x",
                                         "[2026-06-07 08:09:10 TP] x",
                                         "[TP3] x",
                                         "[",
                                         "[2026-06-07 08:09:10 TP3 x",
                                         "[2026-06-07 08:09:10 tp3] x",
                                         "[2026-06-07 08:09:10 T3] x",
                                         "[2026-06-07 08:09:10 TP3 ] x"};
    struct peeled p;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        p = peel(&ed_env_sglang, cases[i].line);
        assert_true(p.is && p.peel.sure && !p.peel.weak);
        assert_str(p.peel.told.time_text, cases[i].time);
        assert_str(p.meta.rank, cases[i].rank);
        assert_str(p.peel.body, cases[i].body);
        ed_arena_done(&p.arena);
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(others); i++) {
        p = peel(&ed_env_sglang, others[i]);
        if (p.is) {
            fail_msg("taken: %s", others[i]);
        }
        ed_arena_done(&p.arena);
    }
    p = peel(&ed_env_sglang, "[2026-06-07 08:09:10] the parent");
    assert_true(p.is && p.peel.weak && !p.peel.sure && !p.meta.rank.p);
    ed_arena_done(&p.arena);
}

static void timestamp(void **state)
{
    static const struct {
        const char *line, *time, *body;
        enum ed_level level;
    } cases[] = {
        {"2026-06-07 08:09:10,123 ERROR no shard", "2026-06-07 08:09:10,123", "ERROR no shard", ED_LEVEL_ERR},
        {"2026-06-07 08:09:10,123 [WARNING] no shard", "2026-06-07 08:09:10,123", "[WARNING] no shard",
         ED_LEVEL_WARNING},
        {"2026-06-07 08:09:10,1 - a.b - INFO - x", "2026-06-07 08:09:10,1", "- a.b - INFO - x", ED_LEVEL_INFO},
        {"[2026-06-07 08:09:10 +0000] [7] [ERROR] x", "2026-06-07 08:09:10 +0000", "[7] [ERROR] x", ED_LEVEL_ERR},
        {"[2026-06-07 08:09:10,123: ERROR/Main] x", "2026-06-07 08:09:10,123", "x", ED_LEVEL_ERR},
        {"2026-06-07T08:09:10.1234567Z    indented", "2026-06-07T08:09:10.1234567Z", "   indented", ED_LEVEL_UNKNOWN},
        {"2026/06/07 08:09:10 [error] 2#2: x", "2026/06/07 08:09:10", "[error] 2#2: x", ED_LEVEL_ERR},
        {"[08:09:10] x", "08:09:10", "x", ED_LEVEL_UNKNOWN},
        {"2026-06-07T08:09:10Z", "2026-06-07T08:09:10Z", "", ED_LEVEL_UNKNOWN},
        {"2026-06-07 08:09:10 CST [24-1] u@d FATAL:  sorry", "2026-06-07 08:09:10 CST", "[24-1] u@d FATAL:  sorry",
         ED_LEVEL_CRIT},
    };
    static const char *const others[] = {
        "08:09:10 x", "2026-06-07 is a date", "2026-06-07 08:09:10x", "[08:09:10",   "[1] x",
        "[",          "2026-06-07_08:09:10",  "[08:09:10 ERROR] x",   "[08:09:10;x", "2026-06-07T08:09:10ZZ"};
    struct peeled p;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        p = peel(&ed_env_timestamp, cases[i].line);
        if (!p.is || p.peel.told.level != cases[i].level) {
            fail_msg("%s: %d", cases[i].line, p.peel.told.level);
        }
        assert_str(p.peel.told.time_text, cases[i].time);
        assert_str(p.peel.body, cases[i].body);
        ed_arena_done(&p.arena);
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(others); i++) {
        p = peel(&ed_env_timestamp, others[i]);
        if (p.is) {
            fail_msg("taken: %s", others[i]);
        }
        ed_arena_done(&p.arena);
    }
}

static void a_known_time_stays(void **state)
{
    struct ed_told told = ed_told_none;

    (void)state;
    ed_told_add(&told, &(struct ed_told){.time_text = ED_STR("inner"), .level = ED_LEVEL_ERR});
    assert_str(told.time_text, "inner");
    ed_told_add(&told, &(struct ed_told){.time_text = ED_STR("better"), ED_TIME_DATED, .level = ED_LEVEL_UNKNOWN});
    ed_told_add(&told, &(struct ed_told){.time_text = ED_STR("worse"), .level = ED_LEVEL_UNKNOWN});
    assert_str(told.time_text, "better");
    assert_int_equal(told.level, ED_LEVEL_ERR);
    ed_told_add(&told,
                &(struct ed_told){.time_text = ED_STR("as good"), ED_TIME_MICROS, .level = ED_LEVEL_INFO, .repeat = 3});
    ed_told_add(&told, &ed_told_none);
    assert_str(told.time_text, "as good");
    assert_int_equal(told.level, ED_LEVEL_INFO);
    assert_int_equal(told.time, ED_TIME_MICROS);
    assert_int_equal(told.repeat, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_of_their_layer),
        cmocka_unit_test(heads_lose_nothing),
        cmocka_unit_test(journal_short),
        cmocka_unit_test(not_journal_short),
        cmocka_unit_test(journal_short_details),
        cmocka_unit_test(journal_short_between),
        cmocka_unit_test(journal_json),
        cmocka_unit_test(journal_json_shapes),
        cmocka_unit_test(journal_json_units),
        cmocka_unit_test(not_journal_json),
        cmocka_unit_test(sglang),
        cmocka_unit_test(timestamp),
        cmocka_unit_test(a_known_time_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
