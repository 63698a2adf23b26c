/*
 * test_containers.c: what container engines, clusters and platforms put around lines: each form with its sharp edges,
 * and lines that look like it and are not. Whole sources: messages come out per container, pod and stream.
 */
#include "peeled.h"

#include "input/envelope.h"
#include "input/stamp.h"

static void takes_none(const struct ed_layer *layer, const char *const *lines)
{
    for (; *lines; lines++) {
        struct peeled p = peel(layer, *lines);

        if (p.is) {
            fail_msg("%s takes: %s", layer->name, *lines);
        }
        ed_arena_done(&p.arena);
    }
}

#define TAKES_NONE(layer, ...) takes_none(layer, (const char *const[]){__VA_ARGS__, NULL})

/* Text, stream and container of a line that is taken. */
struct expected {
    const char *line, *body, *stream, *container;
    bool partial, decoded;
};

static void takes_all(const struct ed_layer *layer, const struct expected *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct peeled p = peel(layer, cases[i].line);

        if (!p.is) {
            fail_msg("not taken: %s", cases[i].line);
        }
        assert_str(p.peel.body, cases[i].body);
        assert_non_null(p.peel.body.p);
        assert_str(p.meta.stream, cases[i].stream);
        assert_str(p.meta.container, cases[i].container);
        assert_int_equal(p.peel.partial, cases[i].partial);
        assert_int_equal(p.peel.decoded, cases[i].decoded);
        ed_arena_done(&p.arena);
    }
}

#define AT "\"time\":\"2026-06-07T08:09:10.5Z\"}"

static void docker_json(void **state)
{
    static const struct expected cases[] = {
        {"{\"log\":\"no shard\\n\",\"stream\":\"stderr\"," AT, "no shard", "stderr", NULL, false, false},
        {"{\"log\":\"no shard\",\"stream\":\"stdout\"," AT, "no shard", "stdout", NULL, true, false},
        {"{\"log\":\"a \\u003cb\\u003e \\u0026 c\\n\",\"stream\":\"stdout\"," AT, "a <b> & c", "stdout", NULL, false,
         true},
        {"{\"log\":\"\\u0009at x\\r\\n\",\"stream\":\"stdout\"," AT, "\tat x", "stdout", NULL, false, true},
        {"{\"log\":\"x\\r\\n\",\"stream\":\"stdout\"," AT, "x", "stdout", NULL, false, false},
        {"{\"log\":\"C:\\\\n\",\"stream\":\"stdout\"," AT, "C:\\n", "stdout", NULL, true, true},
        {"{\"log\":\"C:\\\\\\n\",\"stream\":\"stdout\"," AT, "C:\\", "stdout", NULL, false, true},
        {"{\"log\":\"C:\\\\r\\n\",\"stream\":\"stdout\"," AT, "C:\\r", "stdout", NULL, false, true},
        {"{\"log\":\"\\n\",\"stream\":\"stdout\"," AT, "", "stdout", NULL, false, false},
        {"{\"stream\":\"stdout\"," AT, "", "stdout", NULL, false, false},
        {"{\"log\":\"x\\n\",\"stream\":\"stdout\",\"attrs\":{\"env\":\"}\",\"tag\":\"web\"}," AT, "x", "stdout", "web",
         false, false},
        {"{\"log\":\"{\\\"msg\\\":\\\"a\\\"}\\n\",\"stream\":\"stdout\"," AT, "{\"msg\":\"a\"}", "stdout", NULL, false,
         true},
    };
    struct peeled p;

    (void)state;
    takes_all(&ed_env_docker_json, cases, ED_ARRAY_LEN(cases));
    TAKES_NONE(&ed_env_docker_json, "{\"log\":\"x\\n\",\"stream\":\"out\"," AT,
               "{\"log\":\"x\\n\",\"stream\":\"stdout\"}",
               "{\"log\":\"x\",\"level\":\"info\",\"stream\":\"stdout\"," AT, "{\"log\":1,\"stream\":\"stdout\"," AT,
               "{\"log\":\"x\\n\",\"stream\":\"stdout\"," AT " x",
               "{\"log\":\"a\",\"log\":\"b\",\"stream\":\"stdout\"," AT, "{\"log\"", "{\"log\":\"x", "{}");
    p = peel(&ed_env_docker_json, "{\"log\":\"x\\n\",\"stream\":\"stdout\",\"ti");
    assert_true(!p.is && p.peel.undecoded); /* the rotated file's last line */
    ed_arena_done(&p.arena);
    p = peel(&ed_env_docker_json, "{\"log\":\"x\\n\",\"stream\":\"stdout\"," AT);
    assert_true(p.peel.sure);
    assert_int_equal(ed_told_time(&p.peel.told), INT64_C(1780819750500000));
    ed_arena_done(&p.arena);
}

/* A line of over 16 KiB in two pieces, cut in a word, the other stream between them, and one that never ends. */
static void docker_json_pieces(void **state)
{
    struct ed_buf text, line;
    struct run run;

    (void)state;
    ed_buf_init(&text, /* max */ 0);
    ed_buf_init(&line, /* max */ 0);
    while (line.n < 16384 - 9) {
        ed_buf_text(&line, "<x>");
    }
    ed_buf_text(&text, "{\"log\":\"");
    for (size_t i = 0; i < line.n; i += 3) {
        ed_buf_text(&text, "\\u003cx\\u003e");
    }
    ed_buf_text(&text, "CUDA out of\",\"stream\":\"stderr\",\"time\":\"2026-06-07T08:09:10.000000001Z\"}\n"
                       "{\"log\":\"step 7\\n\",\"stream\":\"stdout\",\"time\":\"2026-06-07T08:09:10.1Z\"}\n"
                       "{\"log\":\" memory\\n\",\"stream\":\"stderr\",\"time\":\"2026-06-07T08:09:10.000000001Z\"}\n"
                       "{\"log\":\"step 8\\n\",\"stream\":\"stdout\",\"time\":\"2026-06-07T08:09:10.2Z\"}\n"
                       "{\"log\":\"  at end\\n\",\"stream\":\"stderr\",\"time\":\"2026-06-07T08:09:11Z\"}\n"
                       "{\"log\":\"cut\",\"stream\":\"stderr\",\"time\":\"2026-06-07T08:09:12Z\"}\n");
    run = run_bytes(ed_buf_view(&text));
    assert_int_equal(run.messages.n, 2);
    assert_true(ed_str_starts(run.messages.v[0].text, ed_buf_view(&line)));
    assert_str(ed_str_slice(run.messages.v[0].text, line.n, SIZE_MAX), "CUDA out of memory\n  at end\ncut");
    assert_text(&run, 1, "step 7\nstep 8");
    assert_int_equal(run.messages.v[0].nlines, 3);
    assert_int_equal(number_of(&run, 0, 0), 1);
    assert_int_equal(number_of(&run, 0, 1), 5);
    assert_int_equal(number_of(&run, 1, 0), 2);
    assert_str(meta_of(&run, 0, 0)->stream, "stderr");
    assert_str(meta_of(&run, 1, 1)->stream, "stdout");
    assert_str(meta_of(&run, 0, 0)->layers, "docker-json");
    assert_str(told_of(&run, 0, 0)->time_text, "2026-06-07T08:09:10.000000001Z");
    run_done(&run);
    ed_buf_done(&text);
    ed_buf_done(&line);
}

static void cri(void **state)
{
    static const struct expected cases[] = {
        {"2026-06-07T08:09:10.123456789Z stdout F no shard", "no shard", "stdout", NULL, false, false},
        {"2026-06-07T08:09:10.1+02:00 stderr P no sh", "no sh", "stderr", NULL, true, false},
        {"2026-06-07T08:09:10Z stderr F   at x", "  at x", "stderr", NULL, false, false},
        {"2026-06-07T08:09:10Z stderr F:x:y z", "z", "stderr", NULL, false, false},
        {"2026-06-07T08:09:10Z stderr P:x z", "z", "stderr", NULL, true, false},
        {"2026-06-07T08:09:10Z stderr F ", "", "stderr", NULL, false, false},
        {"2026-06-07T08:09:10Z stderr F", "", "stderr", NULL, false, false},
    };
    struct peeled p;

    (void)state;
    takes_all(&ed_env_cri, cases, ED_ARRAY_LEN(cases));
    TAKES_NONE(&ed_env_cri, "2026-06-07T08:09:10Z stdout X x", "2026-06-07T08:09:10Z stdout Fx", "2026-06-07T08:09:10Z",
               "2026-06-07T08:09:10Z stdout", "2026-06-07T08:09:10Z stdout ", "2026-06-07T08:09:10 stdout F x",
               "2026-06-07 08:09:10Z stdout F x", "2026-06-07T08:09:10Z std F x", "2026-06-07T08:09:10Z stdoutF x");
    p = peel(&ed_env_cri, cases[1].line);
    assert_str(p.peel.told.time_text, "2026-06-07T08:09:10.1+02:00");
    assert_int_equal(ed_told_time(&p.peel.told), INT64_C(1780812550100000));
    assert_true(p.peel.sure);
    ed_arena_done(&p.arena);
}

static void cri_pieces(void **state)
{
    struct run run = run_text("2026-06-07T08:09:10.1Z stderr P cannot map\n"
                              "2026-06-07T08:09:10.2Z stdout P step\n"
                              "2026-06-07T08:09:10.3Z stderr P  weights\n"
                              "2026-06-07T08:09:10.4Z stdout F:x  7\n"
                              "2026-06-07T08:09:10.5Z stderr F  file\n"
                              "2026-06-07T08:09:10.6Z stderr F \n"
                              "2026-06-07T08:09:10.7Z stderr F trainer[12]: stays\n"
                              "2026-06-07T08:09:10.8Z stderr P no end");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "cannot map weights file\n\ntrainer[12]: stays\nno end");
    assert_text(&run, 1, "step 7");
    assert_int_equal(number_of(&run, 0, 3), 8);
    assert_str(meta_of(&run, 0, 0)->stream, "stderr");
    assert_str(meta_of(&run, 0, 0)->layers, "cri");
    run_done(&run);
}

static void compose(void **state)
{
    static const struct expected cases[] = {
        {"web-1  | no shard", "no shard", NULL, "web-1", false, false},
        {"web_12 | no shard", "no shard", NULL, "web_12", false, false},
        {"web-1  |   at x", "  at x", NULL, "web-1", false, false},
        {"web-1  |   | ValueError: x", "  | ValueError: x", NULL, "web-1", false, false},
        {"web-1  | ", "", NULL, "web-1", false, false},
        {"web-1  |", "", NULL, "web-1", false, false},
        {"my.db      | x", "x", NULL, "my.db", false, false},
    };
    struct peeled p;

    (void)state;
    takes_all(&ed_env_compose, cases, ED_ARRAY_LEN(cases));
    TAKES_NONE(&ed_env_compose, "  | ValueError: x", "  +-+---------------- 1 ----------------", "| id | name |",
               " id | name ", "id | name", "12   | let x = 3;", "ERROR    | no shard", "info  | no shard", "-1  | x",
               "web-1  |x", "web-1|  x", "two words  | x", "web-1  : a | b", "a/b-1  | x", "Größe  | x", "----+----",
               "|", "web");
    p = peel(&ed_env_compose, "web-1  | x");
    assert_true(!p.peel.sure && !p.peel.weak);
    ed_arena_done(&p.arena);
}

static void docker_service(void **state)
{
    static const struct expected cases[] = {
        {"web.1.q1w2e3r4t5y6@oak3    | no shard", "no shard", NULL, "web.1.q1w2e3r4t5y6", false, false},
        {"my_web.12@oak-3.example.net     | a | b", "a | b", NULL, "my_web.12", false, false},
        {"web.q1w2e3r4t5y6q1w2e3r4t5y6z@oak3    |", "", NULL, "web.q1w2e3r4t5y6q1w2e3r4t5y6z", false, false},
    };
    struct peeled p;

    (void)state;
    takes_all(&ed_env_compose, cases, ED_ARRAY_LEN(cases));
    TAKES_NONE(&ed_env_compose, "user@oak3    | x", "web.1@oak3 | x", "web.x@oak3    | x", "web.1@    | x");
    p = peel(&ed_env_compose, cases[0].line);
    assert_true(p.peel.sure);
    assert_str(p.meta.host, "oak3");
    ed_arena_done(&p.arena);
}

/* Colours around the column, a column that gets wider, a name that begins anew, lines of compose itself. */
static void compose_source(void **state)
{
    struct run run = run_text("Attaching to web-1, db-1\n"
                              "\033[36mweb-1  | \033[0mloading\n"
                              "\033[33mdb-1   | \033[0mready\n"
                              "\033[36mweb-1  | \033[0mTraceback (most recent call last):\n"
                              "\033[33mdb-1   | \033[0mcheckpoint\n"
                              "\033[36mweb-1  | \033[0m  File \"x.py\", line 1\n"
                              "\033[32mlong-trainer-1  | \033[0m[rank0]: ValueError: y\n"
                              "\033[36mweb-1           | \033[0m\n"
                              "\033[36mweb-1           | \033[0mValueError: x\n"
                              "web-1 exited with code 1\n");

    (void)state;
    assert_int_equal(run.messages.n, 4);
    assert_text(&run, 0, "Attaching to web-1, db-1\nweb-1 exited with code 1");
    assert_text(&run, 1, "loading\nTraceback (most recent call last):\n  File \"x.py\", line 1\n\nValueError: x");
    assert_text(&run, 2, "ready\ncheckpoint");
    assert_true(ed_str_ends(run.messages.v[3].text, ED_STR("ValueError: y")));
    assert_str(meta_of(&run, 1, 0)->container, "web-1");
    assert_str(meta_of(&run, 2, 0)->container, "db-1");
    assert_str(meta_of(&run, 3, 0)->container, "long-trainer-1");
    assert_str(meta_of(&run, 1, 0)->layers, "compose");
    assert_int_equal(number_of(&run, 1, 4), 9);
    run_done(&run);
}

static void compose_times(void **state)
{
    struct run run = run_text("cache     | 2026-06-07T08:09:10.000000001Z a\n"
                              "cache     | 2026-06-07T08:09:10.000000002Z b | c\n"
                              "cache     | 2026-06-07T08:09:10.000000003Z c\n"
                              "web_1     | 2026-06-07T08:09:10.000000004Z d\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "a\nb | c\nc");
    assert_text(&run, 1, "d");
    assert_str(meta_of(&run, 0, 0)->container, "cache");
    assert_str(told_of(&run, 1, 0)->time_text, "2026-06-07T08:09:10.000000004Z");
    assert_str(meta_of(&run, 1, 0)->layers, "compose timestamp");
    run_done(&run);
}

/* Texts with bars that are no columns of names: nothing is taken off. */
static void no_compose(void **state)
{
    static const char *const texts[] = {
        "name    | size | kind\n--------+------+-----\nfirst   | 1    | a\nsecond  | 2    | b\nthird   | 3    | c\n",
        " id | name\n----+------\n  1 | a\n  2 | b\n  3 | c\n(3 rows)\n",
        "| id | name |\n+----+------+\n| 1  | a    |\n| 2  | b    |\n",
        "  + Exception Group Traceback (most recent call last):\n  |   File \"x.py\", line 1\n  | ExceptionGroup: x\n"
        "  +-+---------------- 1 ----------------\n    | ValueError: y\n    +------------------------------------\n",
        "ERROR    | cannot a\nWARNING  | cannot b\nINFO     | cannot c\nERROR    | cannot d\n",
        "2 |     let s = x;\n  |         - moved\n3 |     let t = s;\n4 |     let u = s;\n5 |     let v = s;\n",
        "one | two\nthree | four\nfive | six\nseven | eight\n",
        "alpha    | first\nbeta     | second\ngamma    | third\ndelta    | fourth\n",
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        struct run run = run_text(texts[i]);

        assert_int_equal(run.messages.n, 1);
        assert_true(ed_str_eq(run.messages.v[0].text, ed_str_slice(ed_str_c(texts[i]), 0, strlen(texts[i]) - 1)));
        assert_null(meta_of(&run, 0, 0)->layers.p);
        run_done(&run);
    }
}

static void docker_details(void **state)
{
    static const struct expected cases[] = {
        {"2026-06-07T08:09:10.000000001Z a=1,b=x%20y no shard", "no shard", NULL, NULL, false, false},
        {"2026-06-07T08:09:10.000000001Z com.example.team=vision no shard", "no shard", NULL, NULL, false, false},
        {"2026-06-07T08:09:10.000000001Z a=,b= ", "", NULL, NULL, false, false},
    };

    (void)state;
    takes_all(&ed_env_docker_details, cases, ED_ARRAY_LEN(cases));
    TAKES_NONE(&ed_env_docker_details, "2026-06-07T08:09:10.000000001Z level=error,a=b msg=x",
               "2026-06-07T08:09:10.000000001Z a=1 no shard", "2026-06-07T08:09:10.000000001Z a=1,b no shard",
               "2026-06-07T08:09:10.000000001Z a=\"x,y=z\" no shard", "2026-06-07T08:09:10.000000001Z a=1,b=2",
               "2026-06-07T08:09:10.0001Z a=1,b=2 no shard", "2026-06-07T08:09:10.000000001Z no shard",
               "2026-06-07T08:09:10.000000001Z  no shard", "2026-06-07T08:09:10.000000001Z");
}

static void docker_details_source(void **state)
{
    struct run run = run_text("2026-06-07T08:09:10.000000001Z a=1,b=2 cannot map\n"
                              "2026-06-07T08:09:10.000000002Z a=1,b=2 weights\n"
                              "2026-06-07T08:09:10.000000003Z a=1,b=2 file\n");

    (void)state;
    assert_text(&run, 0, "cannot map\nweights\nfile");
    assert_str(meta_of(&run, 0, 0)->layers, "docker-details");
    assert_str(told_of(&run, 0, 2)->time_text, "2026-06-07T08:09:10.000000003Z");
    run_done(&run);
}

static void kubectl(void **state)
{
    static const struct expected cases[] = {
        {"[pod/web-7f9/main] no shard", "no shard", NULL, "main", false, false},
        {"[pod/web-7f9/main]   at x", "  at x", NULL, "main", false, false},
        {"[pod/web-7f9/main] ", "", NULL, "main", false, false},
        {"[pod/web-7f9/main]", "", NULL, "main", false, false},
        {"[pod/0a.b/1c] [x] y", "[x] y", NULL, "1c", false, false},
    };
    struct run run;

    (void)state;
    takes_all(&ed_env_kubectl, cases, ED_ARRAY_LEN(cases));
    TAKES_NONE(&ed_env_kubectl, "[pod/web-7f9] x", "[pod/web-7f9/main]x", "[pod/Web/main] x", "[pod//main] x",
               "[pod/web/] x", "[job/web/main] x", "[pod/web/main", "[pod/web", "[pod/a b/c] x");
    run = run_text("[pod/web-0/main] 2026-06-07T08:09:10.1Z ValueError:\n"
                   "[pod/web-1/main] 2026-06-07T08:09:10.12Z TypeError:\n"
                   "Error from server (BadRequest): no such pod\n"
                   "[pod/web-0/main] 2026-06-07T08:09:10.123Z  no shard\n"
                   "[pod/web-1/main] 2026-06-07T08:09:10.2Z  no type\n");
    assert_int_equal(run.messages.n, 3);
    assert_text(&run, 0, "ValueError:\n no shard");
    assert_text(&run, 1, "TypeError:\n no type");
    assert_text(&run, 2, "Error from server (BadRequest): no such pod");
    assert_str(meta_of(&run, 0, 0)->pod, "web-0");
    assert_str(meta_of(&run, 0, 0)->container, "main");
    assert_str(meta_of(&run, 0, 0)->layers, "kubectl timestamp");
    assert_int_equal(ed_told_time(told_of(&run, 0, 0)), INT64_C(1780819750100000));
    run_done(&run);
}

static void stern(void **state)
{
    struct run run = run_text("+ web-0 \xE2\x80\xBA main\n+ web-1 \xE2\x80\xBA main\n"
                              "web-0 main ValueError:\nweb-1 main TypeError:\n"
                              "web-0 main  no shard\nweb-1 main cannot map file\n- web-0 \xE2\x80\xBA main\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "ValueError:\n no shard");
    assert_text(&run, 1, "TypeError:\ncannot map file");
    assert_str(meta_of(&run, 0, 0)->pod, "web-0");
    assert_str(meta_of(&run, 1, 1)->container, "main");
    assert_str(meta_of(&run, 0, 0)->layers, "stern");
    assert_null(meta_of(&run, 0, 0)->namespace.p);
    assert_int_equal(run.account.passed_over, 3);
    run_done(&run);
    run = run_text("+ ml web-0 \xE2\x80\xBA main\nml web-0 main no shard\nml web-0 main 2026-06-07 08:09:10 x\n");
    assert_text(&run, 0, "no shard\n2026-06-07 08:09:10 x");
    assert_str(meta_of(&run, 0, 0)->namespace, "ml");
    assert_str(meta_of(&run, 0, 0)->pod, "web-0");
    assert_str(meta_of(&run, 0, 0)->layers, "stern-namespaces");
    run_done(&run);
}

/* Two words in a colour each are stern's, and plain words or one coloured word are not. */
static void stern_colours(void **state)
{
    struct run run = run_text("\033[36mweb-0\033[0m \033[96mmain\033[0m no shard\n"
                              "\033[36mweb-0\033[0m \033[96mmain\033[0m no file\n"
                              "\033[36mweb-0\033[0m \033[96mmain\033[0;22m no map\n");

    (void)state;
    assert_text(&run, 0, "no shard\nno file\nno map");
    assert_str(meta_of(&run, 0, 0)->pod, "web-0");
    run_done(&run);
    run = run_text("web-0 main no shard\nweb-0 main no file\nweb-0 main no map\nweb-0 main x\n");
    assert_null(meta_of(&run, 0, 0)->layers.p);
    run_done(&run);
    run = run_text("\033[32minfo\033[0m \033[36mloader\033[0m a\n\033[32minfo\033[0m \033[36mloader\033[0m b\n"
                   "\033[32minfo\033[0m \033[36mloader\033[0m c\n\033[32minfo\033[0m \033[36mloader\033[0m d\n");
    assert_null(meta_of(&run, 0, 3)->layers.p);
    run_done(&run);
    TAKES_NONE(&ed_env_stern, "+ added a line", "+ web-0 > main", "- web-0", "Cannot map file", "one", "a b: c");
}

static void fluent(void **state)
{
    static const struct expected cases[] = {
        {"{\"log\":\"no "
         "shard\\n\",\"stream\":\"stderr\",\"kubernetes\":{\"pod_name\":\"web-0\",\"labels\":{\"a\":\"}\"},"
         "\"namespace_name\":\"ml\",\"container_name\":\"main\",\"host\":\"oak3\"}}",
         "no shard", "stderr", "main", false, true},
        {"{\"file\":\"/x\",\"kubernetes\":{\"container_name\":\"main\",\"pod_name\":\"web-0\",\"pod_namespace\":\"ml\","
         "\"pod_node_name\":\"oak3\"},\"message\":\"no shard\",\"stream\":\"stdout\"}",
         "no shard", "stdout", "main", false, false},
        {"{\"message\":\"no shard\",\"nodeName\":\"oak3\",\"namespace\":\"ml\",\"podName\":\"web-0\","
         "\"containerName\":\"main\"}",
         "no shard", NULL, "main", false, false},
        {"{\"container_id\":\"1f\",\"container_name\":\"/ecs-web\",\"source\":\"stdout\",\"log\":\"no sh\","
         "\"partial_message\":\"true\",\"ecs_task_arn\":\"arn:x\"}",
         "no sh", "stdout", "ecs-web", true, false},
        {"{\"log\":\"\",\"ecs_task_arn\":\"arn:x\"}", "", NULL, NULL, false, false},
    };
    static const struct {
        const char *time;
        int64_t micros;
    } times[] = {
        {"\"date\":1780819750.5", INT64_C(1780819750500000)},
        {"\"timestamp\":1780819750500", INT64_C(1780819750500000)},
        {"\"timestamp\":1780819750500000", INT64_C(1780819750500000)},
        {"\"time\":\"2026-06-07T08:09:10.5Z\"", INT64_C(1780819750500000)},
        {"\"time\":null", ED_TIME_UNKNOWN},
    };

    (void)state;
    takes_all(&ed_env_fluent, cases, ED_ARRAY_LEN(cases));
    for (size_t i = 0; i < 3; i++) {
        struct peeled p = peel(&ed_env_fluent, cases[i].line);

        assert_str(p.meta.pod, "web-0");
        assert_str(p.meta.namespace, "ml");
        assert_str(p.meta.host, "oak3");
        assert_true(p.peel.sure);
        ed_arena_done(&p.arena);
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(times); i++) {
        char line[128];
        struct peeled p;

        snprintf(line, sizeof(line), "{%s,\"log\":\"x\",\"kubernetes\":{}}", times[i].time);
        p = peel(&ed_env_fluent, line);
        assert_true(p.is);
        assert_int_equal(ed_told_time(&p.peel.told), times[i].micros);
        ed_arena_done(&p.arena);
    }
    TAKES_NONE(&ed_env_fluent, "{\"log\":\"x\",\"stream\":\"stdout\"}", "{\"message\":\"x\",\"level\":\"info\"}",
               "{\"message\":\"x\",\"container_name\":\"y\"}", "{\"kubernetes\":{}}", "{\"log\":{},\"kubernetes\":{}}",
               "{\"log\":\"x\",\"kubernetes\":\"no\"}", "{\"log\":\"x\",\"kubernetes\":{}", "{\"log\":\"x\",\"kube");
}

static void platforms(void **state)
{
    static const struct expected dynos[] = {
        {"2026-06-07T08:09:10.123456+00:00 app[web.1]: no shard", "no shard", NULL, "web.1", false, false},
        {"2026-06-07T08:09:10+00:00 heroku[router]: at=error code=H12", "at=error code=H12", NULL, "router", false,
         false},
        {"2026-06-07T08:09:10Z app[a-b.12]:   at x", "  at x", NULL, "a-b.12", false, false},
        {"2026-06-07T08:09:10Z app[api]:", "", NULL, "api", false, false},
    };
    static const struct expected instances[] = {
        {"   2026-06-07T08:09:10.12+0200 [APP/PROC/WEB/0] ERR no shard", "no shard", "stderr", "APP/PROC/WEB/0", false,
         false},
        {"2026-06-07T08:09:10.123Z [RTR/1] OUT   x", "  x", "stdout", "RTR/1", false, false},
        {"2026-06-07T08:09:10.12+0200 [APP/TASK/my-job/0] OUT", "", "stdout", "APP/TASK/my-job/0", false, false},
    };
    struct peeled p;

    (void)state;
    takes_all(&ed_env_heroku, dynos, ED_ARRAY_LEN(dynos));
    TAKES_NONE(&ed_env_heroku, "2026-06-07T08:09:10Z app[12]: x", "2026-06-07T08:09:10Z web[web.1]: x",
               "2026-06-07T08:09:10Z app[web.1] x", "2026-06-07T08:09:10Z app[web.1]:x", "2026-06-07T08:09:10Z app[",
               "2026-06-07T08:09:10Z app[web.1", "2026-06-07T08:09:10Z", "2026-06-07 08:09:10 app[web.1]: x");
    takes_all(&ed_env_cloud_foundry, instances, ED_ARRAY_LEN(instances));
    TAKES_NONE(&ed_env_cloud_foundry, "2026-06-07T08:09:10Z [ERROR] OUT x", "2026-06-07T08:09:10Z [APP/0] WARN x",
               "2026-06-07T08:09:10Z [main/0] ERR x", "2026-06-07T08:09:10Z [APP/PROC] ERR x",
               "   2026-06-07T08:09:10Z", "2026-06-07T08:09:10Z [APP/0] ERRx", "2026-06-07T08:09:10Z [APP/0",
               "2026-06-07 08:09:10Z [A/0] OUT x");
    p = peel(&ed_env_heroku, dynos[0].line);
    assert_str(p.meta.ident, "app");
    assert_str(p.peel.told.time_text, "2026-06-07T08:09:10.123456+00:00");
    ed_arena_done(&p.arena);
    p = peel(&ed_env_cloud_foundry, instances[0].line);
    assert_int_equal(ed_told_time(&p.peel.told), INT64_C(1780812550120000));
    ed_arena_done(&p.arena);
}

/* What kubectl prints of events is a table, and stays as it is. */
static void events(void **state)
{
    static const char text[] = "LAST SEEN   TYPE      REASON    OBJECT      MESSAGE\n"
                               "12s         Warning   BackOff   pod/web-0   Back-off restarting failed container\n"
                               "13s         Warning   Failed    pod/web-1   Error: ErrImagePull\n"
                               "14s         Normal    Pulled    pod/web-1   Container image is present\n";
    struct run run = run_text(text);

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_true(ed_str_eq(run.messages.v[0].text, ed_str(text, sizeof(text) - 2)));
    assert_null(meta_of(&run, 0, 1)->layers.p);
    run_done(&run);
}

/* Frames of docker's API, {stream, 0, 0, 0, length} and text: as a file, through the walk over sources. */
static void add_frame(struct ed_buf *out, char stream, const char *text)
{
    size_t n = strlen(text);
    const char head[8] = {stream, 0, 0, 0, 0, (char)(n >> 16), (char)(n >> 8), (char)n};

    ed_buf_append(out, head, sizeof(head));
    ed_buf_text(out, text);
}

static enum ed_rc run_reader(void *ctx, struct ed_reader *reader, struct ed_err *err)
{
    struct run *run = ctx;

    return ed_input_run(reader, &(struct ed_input_opts){0}, keep_message, run, &run->account, err);
}

static struct run run_walked(struct ed_str bytes)
{
    struct run run = {0};
    struct ed_source_events events = {.open = run_reader, .ctx = &run};

    ed_arena_init(&run.arena);
    assert_int_equal(ed_source_bytes("raw", bytes, events, &run.err), ED_OK);
    return run;
}

static void docker_api(void **state)
{
    struct ed_buf raw;
    struct run run;

    (void)state;
    ed_buf_init(&raw, /* max */ 0);
    add_frame(&raw, 2, "line of 10\n");  /* the length's last byte is no line break, */
    add_frame(&raw, 1, "ten byt\r\n\n"); /* and here it is */
    add_frame(&raw, 2, "CUDA out of");
    add_frame(&raw, 1, "step 7\n");
    add_frame(&raw, 2, " memory\n  at x\n");
    add_frame(&raw, 1, "step");
    add_frame(&raw, 1, " 8");
    run = run_walked(ed_buf_view(&raw));
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "line of 10\nCUDA out of memory\n  at x");
    assert_text(&run, 1, "ten byt\n\nstep 7\nstep 8");
    assert_str(meta_of(&run, 0, 0)->stream, "stderr");
    assert_str(meta_of(&run, 1, 3)->stream, "stdout");
    assert_str(meta_of(&run, 1, 0)->layers, "docker-api");
    run_done(&run);
    for (size_t cut = 0; cut < raw.n; cut++) { /* a stream that ends anywhere */
        run = run_walked(ed_str_slice(ed_buf_view(&raw), 0, cut));
        run_done(&run);
    }
    for (size_t i = 0; i < 500; i++) { /* more than is looked at before */
        add_frame(&raw, 2, "one more\n");
    }
    ed_buf_text(&raw, "no head of a frame\nand more\n");
    run = run_walked(ed_buf_view(&raw));
    assert_int_equal(run.messages.n, 3);
    assert_text(&run, 2, "no head of a frame\nand more");
    run_done(&run);
    ed_buf_done(&raw);
}

/* What begins like a frame, and is none. */
static void no_docker_api(void **state)
{
    static const struct ed_str texts[] = {
        ED_STR_INIT("\1\0\0\0\0\0\0\0text\n"),
        ED_STR_INIT("\1\0\0\0\0\0\0\2x\nno head here\n"),
        ED_STR_INIT("\0\0\0\0\0\0\0\2x\n"),
        ED_STR_INIT("\3\0\0\0\0\0\0\2x\n"),
        ED_STR_INIT("\1\0\0\0\0\0\0\7x\0\0\0\0\0\0\n"),
        ED_STR_INIT("\1\0\0\1\0\0\0\2x\n"),
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        struct run run = run_walked(texts[i]);

        assert_int_equal(run.messages.n, 1);
        assert_null(meta_of(&run, 0, 0)->layers.p);
        run_done(&run);
    }
}

static struct run run_forced(const char *text, const char *format)
{
    struct ed_reader *reader = ed_reader_new("test.log", ed_str_c(text));
    struct run run = {0};

    ed_arena_init(&run.arena);
    run.rc = ed_input_run(reader, &(struct ed_input_opts){.format = format}, keep_message, &run, &run.account,
                          &run.err);
    assert_int_equal(run.rc, ED_OK);
    ed_reader_free(reader);
    return run;
}

/* The user knows what the lines do not tell. */
static void forced(void **state)
{
    struct run run = run_forced("web-0 main no shard\nweb-1 main no file\n", "stern");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "no shard");
    assert_str(meta_of(&run, 1, 0)->pod, "web-1");
    run_done(&run);
    run = run_forced("one  | no shard\ntwo  | no file\n", "compose");
    assert_text(&run, 1, "no file");
    assert_str(meta_of(&run, 1, 0)->container, "two");
    run_done(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(docker_json),
        cmocka_unit_test(docker_json_pieces),
        cmocka_unit_test(cri),
        cmocka_unit_test(cri_pieces),
        cmocka_unit_test(compose),
        cmocka_unit_test(docker_service),
        cmocka_unit_test(compose_source),
        cmocka_unit_test(compose_times),
        cmocka_unit_test(no_compose),
        cmocka_unit_test(docker_details),
        cmocka_unit_test(docker_details_source),
        cmocka_unit_test(kubectl),

        cmocka_unit_test(stern),
        cmocka_unit_test(stern_colours),
        cmocka_unit_test(fluent),
        cmocka_unit_test(platforms),
        cmocka_unit_test(events),
        cmocka_unit_test(forced),
        cmocka_unit_test(docker_api),
        cmocka_unit_test(no_docker_api),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
