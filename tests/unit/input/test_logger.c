/*
 * test_logger.c: the prefixes of runtimes and loggers: each row of prefixes.tsv by its sample, what they tell, texts
 * that look like them, and the formats whose entries are more than a line.
 */
#include "peeled.h"

#include "base/alloc.h"
#include "base/io.h"
#include "input/envelope.h"
#include "input/heads.h"
#include "input/kinds.h"
#include "input/stamp.h"

#define MESSAGE "cannot map weights file"

/* One line, which begins with a head of the layer if it is of it. */
static struct peeled peel_logger(struct ed_str line)
{
    struct peeled p = peel_str(&ed_env_logger, line);
    struct ed_heads heads = {0};

    for (const char *const *head = ed_env_logger.heads; *head; head++) {
        ed_heads_add(&heads, *head, 0);
    }
    ed_heads_narrow(&heads, ed_env_logger.fits, 0);
    if (p.is && !ed_heads_of(&heads, line)) {
        fail_msg("no head: %.*s", ED_STR_ARG(line));
    }
    assert_true(!p.is || (p.peel.variant >= 1 && p.peel.variant <= ed_env_logger.nvariants));
    return p;
}

/* Of the variant. */
static const char *name_of(const struct peeled *p)
{
    return ed_env_logger.variants[p->peel.variant - 1].name;
}

/* "\t" and "\n" as the table writes them. */
static struct ed_str unescaped(struct ed_arena *arena, struct ed_str s)
{
    char *out = ed_arena_alloc(arena, s.n + 1);
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++) {
        bool escape = s.p[i] == '\\' && i + 1 < s.n;

        out[n++] = !escape ? s.p[i] : s.p[i + 1] == 't' ? '\t' : '\n';
        i += escape;
    }
    return ed_str(out, n);
}

/* One row: its sample is of its format, alone or, when it does not prove it, behind what does. */
static void check_row(struct ed_str name, struct ed_str flags, struct ed_str sample)
{
    bool whole = ed_str_find(flags, ED_STR("whole"), 0) != SIZE_MAX;
    bool stays = ed_str_ends(sample, ED_STR(MESSAGE));
    struct ed_str rest = sample, first = ed_str_cut(&rest, '\n');
    struct peeled p = peel_logger(first);

    if (!p.is || !ed_str_is(name, name_of(&p))) {
        fail_msg("%.*s is %s: %.*s", ED_STR_ARG(name), p.is ? name_of(&p) : "nothing", ED_STR_ARG(first));
    }
    assert_int_equal(p.peel.sure, ed_str_find(flags, ED_STR("sure"), 0) != SIZE_MAX);
    if (whole) {
        assert_int_equal(p.peel.body.n, 0);
        assert_true(stays);
    } else if (!ed_str_ends(p.peel.body, ED_STR(MESSAGE))) {
        fail_msg("%.*s: body [%.*s]", ED_STR_ARG(name), ED_STR_ARG(p.peel.body));
    } else if (stays && !ed_str_is(p.peel.body, MESSAGE)) { /* a level word that stays */
        assert_true(ed_str_find(p.peel.body, ED_STR(": "), 0) != SIZE_MAX);
    }
    ed_arena_done(&p.arena);
}

static void every_row(void **state)
{
    struct ed_arena arena;
    struct ed_buf table;
    struct ed_err err = {0};
    struct ed_str rest;
    size_t rows = 0;

    (void)state;
    ed_arena_init(&arena);
    ed_buf_init(&table, 0);
    assert_int_equal(ed_io_file(ED_TEST_DATA "/../data/envelopes/prefixes.tsv", &table, &err), ED_OK);
    for (rest = ed_buf_view(&table); rest.n;) {
        struct ed_str line = ed_str_cut(&rest, '\n'), name = ed_str_cut(&line, '\t'), flags;

        if (name.n && name.p[0] != '#') {
            ed_str_cut(&line, '\t');
            ed_str_cut(&line, '\t');
            flags = ed_str_cut(&line, '\t');
            check_row(name, flags, unescaped(&arena, line));
            rows++;
        }
    }
    assert_true(rows > 80);
    ed_buf_done(&table);
    ed_arena_done(&arena);
}

/* What prefixes tell. */
static const struct {
    const char *line, *name, *body, *time, *pid, *rank, *host, *ident, *file;
    uint64_t file_line;
    enum ed_level level;
} told[] = {
    {"[rank11]: x", "torch-rank", "x", NULL, NULL, "11", NULL, NULL, NULL, 0, ED_LEVEL_UNKNOWN},
    {"[default0]:  x", "torch-rank", "  x", NULL, NULL, "0", NULL, NULL, NULL, 0, ED_LEVEL_UNKNOWN},
    {"[rank3]:", "torch-rank", "", NULL, NULL, "3", NULL, NULL, NULL, 0, ED_LEVEL_UNKNOWN},
    {"[E1231 12:00:00.123456789 F.cpp:7] x", "torch-c10", "x", "1231 12:00:00.123456789", NULL, NULL, NULL, NULL,
     "F.cpp", 7, ED_LEVEL_ERR},
    {"V0505 12:00:00.123000 47 torch/f.py:12] [3/1_2] [__graph] x", "glog", "x", "0505 12:00:00.123000", NULL, NULL,
     NULL, NULL, "torch/f.py", 12, ED_LEVEL_DEBUG},
    {"F0505 12:00:00.123456 1 f.cc:1] RAW: x", "glog", "x", "0505 12:00:00.123456", NULL, NULL, NULL, NULL, "f.cc", 1,
     ED_LEVEL_CRIT},
    {"oak-3.lan:47:48 [-1] NCCL INFO x", "nccl", "x", NULL, "47", NULL, "oak-3.lan", NULL, NULL, 0, ED_LEVEL_INFO},
    {"[2026-06-07 08:09:10] oak3:47:48 [0] NCCL INFO x", "nccl", "x", "2026-06-07 08:09:10", "47", NULL, "oak3", NULL,
     NULL, 0, ED_LEVEL_INFO},
    {"WARNING 06-07 08:09:10 [v1/f.py:7]   x", "vllm", "  x", "06-07 08:09:10", NULL, NULL, NULL, NULL, "v1/f.py", 7,
     ED_LEVEL_WARNING},
    {"INFO 06-07 08:09:10 f.py:7] x", "vllm", "x", "06-07 08:09:10", NULL, NULL, NULL, NULL, "f.py", 7, ED_LEVEL_INFO},
    {"(Worker_TP1 pid=47) x", "process-tag", "x", NULL, "47", NULL, NULL, "Worker_TP1", NULL, 0, ED_LEVEL_UNKNOWN},
    {"(A:b pid=47, ip=10.0.0.7) x", "process-tag", "x", NULL, "47", NULL, "10.0.0.7", "A:b", NULL, 0, ED_LEVEL_UNKNOWN},
    {"[0,11]<stdout>: x", "mpirun", "x", NULL, NULL, "11", NULL, NULL, NULL, 0, ED_LEVEL_UNKNOWN},
    {"[Rank 0] x", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, ED_LEVEL_UNKNOWN},
    {"[2026-06-07 08:09:10,1] [INFO] [a.py:7:f] [Rank 2] x", "deepspeed", "x", "2026-06-07 08:09:10,1", NULL, "2", NULL,
     NULL, "a.py", 7, ED_LEVEL_INFO},
    {"2026-06-07 08:09:10.1 | INFO     | a.b:<module>:7 - x", "loguru", "x", "2026-06-07 08:09:10.1", NULL, NULL, NULL,
     NULL, NULL, 7, ED_LEVEL_INFO},
    {"2026-06-07T08:09:10Z  INFO 47 --- [           main] o.s.B : x", "spring", "x", "2026-06-07T08:09:10Z", "47", NULL,
     NULL, NULL, NULL, 0, ED_LEVEL_INFO},
    {"2026-06-07 08:09:10 [error] 7#7: x", "nginx", "x", "2026-06-07 08:09:10", "7", NULL, NULL, NULL, NULL, 0,
     ED_LEVEL_ERR},
    {"2026-06-07 08:09:10 [error] 7: x", "time-level", "7: x", "2026-06-07 08:09:10", NULL, NULL, NULL, NULL, NULL, 0,
     ED_LEVEL_ERR},
    {"47:S 07 Jun 2026 08:09:10.001 * x", "redis", "x", "07 Jun 2026 08:09:10.001", "47", NULL, NULL, NULL, NULL, 0,
     ED_LEVEL_INFO}, /* what goes as it should, whatever words of error stand in it */
    {"4812:C 05 May 2025 12:00:00.123 # x", "redis", "x", "05 May 2025 12:00:00.123", "4812", NULL, NULL, NULL, NULL, 0,
     ED_LEVEL_WARNING},
    {"7:S 05 May 2025 12:00:00 . x y", "redis", "x y", "05 May 2025 12:00:00", "7", NULL, NULL, NULL, NULL, 0,
     ED_LEVEL_DEBUG},
    {"2026-06-07T08:09:10Z 0 [Note] x", "mysql", "x", "2026-06-07T08:09:10Z", NULL, NULL, NULL, NULL, NULL, 0,
     ED_LEVEL_NOTICE},
    {"2026-06-07 08:09:10.1 UTC [47-2] [unknown]@[unknown] FATAL:  x", "postgres", "FATAL:  x",
     "2026-06-07 08:09:10.1 UTC", "47", NULL, NULL, NULL, NULL, 0, ED_LEVEL_CRIT},
    {"2026-06-07 08:09:10.1 CEST [47] FEHLER:  x", "postgres", "FEHLER:  x", "2026-06-07 08:09:10.1 CEST", "47", NULL,
     NULL, NULL, NULL, 0, ED_LEVEL_ERR},
    {"2026-06-07 08:09:10.1 UTC [47] DETAIL:  x", "postgres", "DETAIL:  x", "2026-06-07 08:09:10.1 UTC", "47", NULL,
     NULL, NULL, NULL, 0, ED_LEVEL_UNKNOWN},
    {"[Sun Jun  7 08:09:10.1 2026] [a:warn] [pid 7] x", "apache", "x", "Sun Jun  7 08:09:10.1 2026", "7", NULL, NULL,
     NULL, NULL, 0, ED_LEVEL_WARNING},
    {"[12:00:00] INFO     x   y      a.py:7", "rich", "x   y", "12:00:00", NULL, NULL, NULL, NULL, "a.py", 7,
     ED_LEVEL_INFO},
    {"I, [2026-06-07T08:09:10.1 #47]  INFO -- app: x", "ruby", "x", "2026-06-07T08:09:10.1", "47", NULL, NULL, NULL,
     NULL, 0, ED_LEVEL_INFO},
    {"2026-06-07T08:09:10.1Z\tinfo\tapp\ta/b.go:7\tx\t{\"k\": 1}", "zap-console", "x\t{\"k\": 1}",
     "2026-06-07T08:09:10.1Z", NULL, NULL, NULL, NULL, "a/b.go", 7, ED_LEVEL_INFO},
    {"[2026-06-07T08:09:10.123] [47.batch] error: x", "slurm", "error: x", "2026-06-07T08:09:10.123", NULL, NULL, NULL,
     NULL, NULL, 0, ED_LEVEL_ERR},
};

static void tells(void **state)
{
    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(told); i++) {
        struct peeled p = peel_logger(ed_str_c(told[i].line));

        if (p.is != (told[i].name != NULL) || (p.is && strcmp(name_of(&p), told[i].name) != 0)) {
            fail_msg("%s: %s", told[i].line, p.is ? name_of(&p) : "nothing");
        }
        if (p.is) {
            assert_str(p.peel.body, told[i].body);
            assert_str(p.peel.told.time_text, told[i].time);
            assert_str(p.meta.pid, told[i].pid);
            assert_str(p.meta.rank, told[i].rank);
            assert_str(p.meta.host, told[i].host);
            assert_str(p.meta.ident, told[i].ident);
            assert_str(p.meta.file, told[i].file);
            assert_int_equal(p.meta.file_line, told[i].file ? told[i].file_line : 0);
            assert_int_equal(p.peel.told.level, told[i].level);
        }
        ed_arena_done(&p.arena);
    }
}

/* Lines that only look like a prefix. */
static void refused(void **state)
{
    static const char *const lines[] = {
        "error: cannot map",
        "error[E0505]: cannot move out",
        "E0505 is a code",
        "I text",
        "E text",
        "ERROR: x",
        "ERROR",
        "Warning: x",
        "12:00:00 x",
        "12:00",
        "3:x",
        "12345: x",
        "   0: std::panicking",
        "[x] text",
        "[1.5] text",
        "[12345.678901] text",
        "name  | text",
        "> quoted",
        "(see pid=7): x",
        "(pid=x) y",
        "[rank]: x",
        "[W505 12:00 a.c:1] x",
        "2026-06-07",
        "2026-06-07 08:09:10 INFORMATION x",
        "a.b:1:x",
        "fail: x",
        "warn: x",
        "see Fake.Loader[0]",
        "[",
        "(",
        "[]",
        "W0505 12:00:00.123456 47 noline] x",
        "Jun 07, 2026 08:09:10 is a date",
        "oak3:47:48 x",
        "[E1231] x",
        "SEVEREX: x",
        "47:M x",
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(lines); i++) {
        struct peeled p = peel_logger(ed_str_c(lines[i]));

        if (p.is && !p.peel.weak) {
            fail_msg("%s: %s", lines[i], name_of(&p));
        }
        ed_arena_done(&p.arena);
    }
}

static void klog_is_unquoted(void **state)
{
    static const struct {
        const char *rest, *body;
    } cases[] = {
        {"\"cannot map \\\"a\\\"\" err=\"no\\n\\tspace\" k=\"v\"", "cannot map \"a\" err=no\n\tspace k=\"v\""},
        {"\"cannot map\"", "cannot map"},
        {"\"a\" is no path", "a is no path"}, /* not told apart from a message and a key */
        {"\"cut", "\"cut"},
        {"\"a\"b", "\"a\"b"},
        {"\"a\" err=\"cut", "a err=\"cut"},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        char line[128];
        struct peeled p;

        snprintf(line, sizeof(line), "E0505 12:00:00.123456   47 a.go:7] %s", cases[i].rest);
        p = peel_logger(ed_str_c(line));
        assert_true(p.is);
        assert_str(p.peel.body, cases[i].body);
        ed_arena_done(&p.arena);
    }
}

static void ray_repeats(void **state)
{
    static const struct {
        const char *line, *body;
        uint32_t repeat;
    } cases[] = {
        {"(f pid=7) x [repeated 3x across cluster]", "x", 3},
        {"(f pid=7) x [repeated 99x across cluster] (Ray deduplicates logs by default.)", "x", 99},
        {"(f pid=7) x [repeated 3x across cluster] and more", "x [repeated 3x across cluster] and more", 0},
        {"(f pid=7) x [repeated often across cluster]", "x [repeated often across cluster]", 0},
        {"(f pid=7) [repeated 3x across cluster]", "[repeated 3x across cluster]", 0},
        {"(f pid=7) x [repeated 99999999999x across cluster]", "x [repeated 99999999999x across cluster]", 0},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct peeled p = peel_logger(ed_str_c(cases[i].line));

        assert_true(p.is);
        assert_str(p.peel.body, cases[i].body);
        assert_int_equal(p.peel.told.repeat, cases[i].repeat);
        ed_arena_done(&p.arena);
    }
}

/* Lines of which few prove nothing: the text of a run is what they were. */
static void twins_stay(void **state)
{
    static const char *const texts[] = {
        "3: x",
        "3: x\n4: y",
        "1: a\n2: b\n3: c\n4: d",
        "[0] a",
        "[0] a\n[1] b\n[2] c\n[3] d",
        " 3: x\n",
        "E   x",
        "[node1]:x",
        "ERROR:    x\n",
        "[fake.py:12] x\n",
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        struct run run = run_text(texts[i]);
        struct ed_str want = ed_str_c(texts[i]);

        want.n -= ed_str_ends(want, ED_STR("\n"));
        assert_int_equal(run.messages.n, 1);
        if (!ed_str_eq(run.messages.v[0].text, want)) {
            fail_msg("%s", texts[i]);
        }
        run_done(&run);
    }
}

static void srun_ranks(void **state)
{
    struct run run = run_text(" 3: Traceback\n12: a\n 3:   File\n 3: ValueError: x\n12: b\n12: c\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "Traceback\n  File\nValueError: x");
    assert_text(&run, 1, "a\nb\nc");
    run_done(&run);
    run = run_text("13: x\n13: y\n13: z\n");
    assert_text(&run, 0, "x\ny\nz");
    assert_str(meta_of(&run, 0, 0)->rank, "13");
    run_done(&run);
}

/* Vector 22's inner layers, and 24. */
static void torch_layers(void **state)
{
    struct run run = run_text("[default0]:[rank0]: ValueError: x\n[default1]:[rank1]: KeyError: y\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "ValueError: x");
    assert_str(meta_of(&run, 0, 0)->rank, "0");
    assert_text(&run, 1, "KeyError: y");
    run_done(&run);
    run = run_text("[rank3]:[W505 12:00:00.123456789 FakeGroup.cpp:12] " MESSAGE);
    assert_text(&run, 0, MESSAGE);
    assert_str(meta_of(&run, 0, 0)->rank, "3");
    assert_str(meta_of(&run, 0, 0)->file, "FakeGroup.cpp");
    assert_int_equal(told_of(&run, 0, 0)->level, ED_LEVEL_WARNING);
    assert_str(meta_of(&run, 0, 0)->layers, "torch-rank torch-c10");
    run_done(&run);
    run = run_text("[rank3]:E0505 12:00:00.123000 4711 torch/fake/x.py:12] [0/1] " MESSAGE);
    assert_text(&run, 0, MESSAGE);
    run_done(&run);
}

/* Vector 23. */
static void vllm_lines(void **state)
{
    static const char log[] =
        "\033[0;36m(EngineCore_0 pid=47)\033[0;0m ERROR 05-05 12:00:00 [fake.py:12] Traceback:\r\n"
        "\033[0;36m(EngineCore_0 pid=47)\033[0;0m ERROR 05-05 12:00:00 [fake.py:12]   File\r\n"
        "\033[0;36m(APIServer pid=11)\033[0;0m INFO 05-05 12:00:00 [api.py:9] ready\r\n"
        "\033[0;36m(EngineCore_0 pid=47)\033[0;0m ERROR 05-05 12:00:00 [fake.py:12] KeyError: x\r\n";
    struct run run = run_text(log);

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "Traceback:\n  File\nKeyError: x");
    assert_text(&run, 1, "ready");
    assert_str(meta_of(&run, 0, 2)->pid, "47");
    assert_str(meta_of(&run, 0, 2)->ident, "EngineCore_0");
    assert_int_equal(meta_of(&run, 0, 2)->file_line, 12);
    assert_int_equal(number_of(&run, 0, 2), 4);
    run_done(&run);

    run = run_text("[a.py:1] ValueError: cut\nERROR 05-05 12:00:00 [a.py:1] x\n"); /* an orphan */
    assert_text(&run, 0, "ValueError: cut\nx");
    run_done(&run);
}

/* Vector 25. */
static void nccl_lines(void **state)
{
    struct run run = run_text("\n[2025-05-05 12:00:00] pine07:4711:4802 [0] fake.cc:12 NCCL WARN " MESSAGE "\n"
                              "pine07:4711:4802 [0] NCCL INFO fake.cc:7 -> 3\n");

    (void)state;
    assert_text(&run, run.messages.n - 1, MESSAGE "\nfake.cc:7 -> 3");
    assert_str(meta_of(&run, run.messages.n - 1, 0)->host, "pine07");
    run_done(&run);
}

/* Vector 31. */
static void postgres_statements(void **state)
{
    struct run run = run_text("2025-05-05 12:00:00.123 UTC [47] ERROR:  cannot map weights table\n"
                              "\tsecond line\n"
                              "2025-05-05 12:00:00.123 UTC [47] DETAIL:  it is gone\n"
                              "2025-05-05 12:00:00.123 UTC [47] STATEMENT:  SELECT 'out of memory'\n"
                              "\tFROM a WHERE b = 'no space left'\n"
                              "2025-05-05 12:00:00.124 UTC [47] LOG:  done\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "ERROR:  cannot map weights table\nsecond line\nDETAIL:  it is gone\nLOG:  done");
    assert_int_equal(run.account.passed_over, 2);
    assert_int_equal(told_of(&run, 0, 1)->level, ED_LEVEL_ERR);
    assert_int_equal(number_of(&run, 0, 3), 6);
    run_done(&run);
}

/* Vector 32. */
static void klog_blocks(void **state)
{
    struct run run = run_text("E0505 12:00:00.123456    4711 x.go:12] \"cannot sync\" err=<\n"
                              "\tfirst of it\n"
                              "\t  second of it\n"
                              " > pod=\"a/b\"\n"
                              "I0505 12:00:01.123456    4711 x.go:13] \"done\"\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "cannot sync err=<\nfirst of it\n  second of it\n > pod=\"a/b\"\ndone");
    assert_int_equal(told_of(&run, 0, 1)->level, ED_LEVEL_ERR);
    run_done(&run);
}

/* Vector 33, and JUL. */
static void two_lines(void **state)
{
    struct run run = run_text("fail: Fake.Loader[0]\n      " MESSAGE "\n      Fake.MapException: gone\n"
                              "         at Fake.Loader.Run() in F:line 12\ninfo: Fake.Host[14]\n      ready\n"
                              "warn: Fake.Host[0]\n      slow\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0,
                "\n" MESSAGE "\nFake.MapException: gone\n   at Fake.Loader.Run() in F:line 12\n\nready\n\nslow");
    assert_int_equal(told_of(&run, 0, 1)->level, ED_LEVEL_ERR);
    assert_int_equal(told_of(&run, 0, 5)->level, ED_LEVEL_INFO);
    run_done(&run);
    run = run_text("fail: Fake.Loader[0]\n      " MESSAGE);
    assert_text(&run, 0, "\n" MESSAGE);
    run_done(&run);
    run = run_text("May 05, 2025 1:00:00 PM c.e.C run\nSEVERE: a\nMay 05, 2025 1:00:00 PM c.e.C run\nINFO: b\n"
                   "May 05, 2025 12:00:00 PM c.e.C <init>\nWARNING: " MESSAGE "\n");
    assert_text(&run, 0, "\na\n\nb\n\n" MESSAGE);
    assert_int_equal(told_of(&run, 0, 5)->level, ED_LEVEL_WARNING);
    run_done(&run);
}

static void rich_columns(void **state)
{
    struct run run = run_text("[12:00:00] ERROR    cannot map            a.py:12\n"
                              "                    weights file\n"
                              "           WARNING  slow                  b.py:7\n"
                              "[12:00:01] INFO     done                  a.py:1\n[12:00:01] INFO     bye\n");

    (void)state;
    assert_text(&run, 0, "cannot map\nweights file\nslow\ndone\nbye");
    assert_int_equal(told_of(&run, 0, 2)->level, ED_LEVEL_WARNING);
    assert_int_equal(meta_of(&run, 0, 2)->file_line, 7);
    run_done(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row),
        cmocka_unit_test(tells),
        cmocka_unit_test(refused),
        cmocka_unit_test(klog_is_unquoted),
        cmocka_unit_test(ray_repeats),
        cmocka_unit_test(twins_stay),
        cmocka_unit_test(srun_ranks),
        cmocka_unit_test(torch_layers),
        cmocka_unit_test(vllm_lines),
        cmocka_unit_test(nccl_lines),
        cmocka_unit_test(postgres_statements),
        cmocka_unit_test(klog_blocks),
        cmocka_unit_test(two_lines),
        cmocka_unit_test(rich_columns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
