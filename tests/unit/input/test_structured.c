/*
 * test_structured.c: structured logs through the whole input layer: JSON of many loggers, logfmt, exports of stores.
 * Twins of each that are no logs must come out as they went in.
 */
#include "support.h"

#include "input/keys.h"
#include "input/stamp.h"

/* What one line of a log comes out as. NULL: it is not asked. */
struct form {
    const char *line, *body, *layers, *time;
    int64_t moment; /* microseconds; 0: it is not asked */
    enum ed_level level;
};

static void check_form(const struct form *form)
{
    struct run run = run_text(form->line);

    if (run.messages.n != 1 || !ed_str_is(run.messages.v[0].text, form->body)) {
        fail_msg("%s\n is %zu messages, the first [%.*s]\nnot [%s]", form->line, run.messages.n,
                 ED_STR_ARG(run.messages.n ? run.messages.v[0].text : ED_STR_NONE), form->body);
    }
    if (!ed_str_eq(meta_of(&run, 0, 0)->layers, ed_str_c(form->layers)) || told_of(&run, 0, 0)->level != form->level) {
        fail_msg("%s\n is of [%.*s], level %d", form->line, ED_STR_ARG(meta_of(&run, 0, 0)->layers),
                 (int)told_of(&run, 0, 0)->level);
    }
    if (form->time) {
        assert_str(told_of(&run, 0, 0)->time_text, form->time);
    }
    if (form->moment && ed_told_time(told_of(&run, 0, 0)) != form->moment) {
        fail_msg("%s\n is at %" PRId64, form->line, ed_told_time(told_of(&run, 0, 0)));
    }
    run_done(&run);
}

#define MOMENT INT64_C(1746446400123000) /* 2025-05-05T12:00:00.123Z */

static void loggers(void **state)
{
    static const struct form forms[] = {
        {"{\"level\":\"error\",\"ts\":1746446400.123,\"caller\":\"loader/map.go:12\",\"msg\":\"cannot map weights "
         "file\","
         "\"error\":\"open w7: no such file\",\"errorVerbose\":\"open w7: no such "
         "file\\nmain.load\\n\\t/src/main.go:12\","
         "\"stacktrace\":\"main.main\\n\\t/src/main.go:9\"}",
         "cannot map weights file\nmain.main\n\t/src/main.go:9\nopen w7: no such file\nmain.load\n\t/src/main.go:12",
         "zap", "1746446400.123", MOMENT, ED_LEVEL_ERR},
        {"{\"level\":\"error\",\"msg\":\"cannot map\",\"time\":\"2025-05-05T12:00:00.123Z\",\"error\":\"EOF\"}",
         "cannot map\nEOF", "logrus-json", NULL, MOMENT, ED_LEVEL_ERR},
        {"{\"level\":50,\"time\":1746446400123,\"pid\":4711,\"hostname\":\"pine07\",\"err\":{\"type\":\"TypeError\","
         "\"message\":\"w is not set\",\"stack\":\"TypeError: w is not set\\n    at load (/a.js:1:2)\"},\"msg\":\"w is "
         "not "
         "set\"}",
         "TypeError: w is not set\n    at load (/a.js:1:2)", "pino", "1746446400123", MOMENT, ED_LEVEL_ERR},
        {"{\"name\":\"loader\",\"hostname\":\"pine07\",\"pid\":4711,\"level\":60,\"err\":{\"message\":\"w is not "
         "set\",\"name\":\"TypeError\",\"code\":\"E_W\"},\"msg\":\"cannot "
         "map\",\"time\":\"2025-05-05T12:00:00.123Z\",\"v\":0}",
         "cannot map\nTypeError: w is not set\ncode: E_W", "bunyan", NULL, MOMENT, ED_LEVEL_CRIT},
        {"{\"@timestamp\":\"2025-05-05T12:00:00.123Z\",\"log.level\":\"warn\",\"message\":\"cannot "
         "map\",\"ecs.version\":"
         "\"1.6.0\",\"error\":{\"type\":\"ValueError\",\"message\":\"shard 7\",\"stack_trace\":\"  File \\\"a.py\\\", "
         "line "
         "3\\n\"},\"log\":{\"origin\":{\"file\":{\"name\":\"a.py\",\"line\":3}}}}",
         "cannot map\nValueError: shard 7\n  File \"a.py\", line 3", "ecs", NULL, MOMENT, ED_LEVEL_WARNING},
        {"{\"version\":\"1.1\",\"host\":\"pine07\",\"short_message\":\"cannot map\",\"full_message\":\"cannot map\\n"
         "shard 7\",\"timestamp\":1746446400.123,\"level\":3,\"_rank\":\"3\"}",
         "cannot map\nshard 7", "gelf", NULL, MOMENT, ED_LEVEL_ERR},
        {"{\"@t\":\"2025-05-05T12:00:00.1230000Z\",\"@l\":\"Fatal\",\"@mt\":\"cannot map {File} of {Count:000} "
         "{{x}} {No}\",\"File\":\"w7\",\"Count\":3,\"@x\":\"System.IO.IOException: disk\\n   at A.B()\"}",
         "cannot map w7 of 3 {x} {No}\nSystem.IO.IOException: disk\n   at A.B()", "clef", NULL, MOMENT, ED_LEVEL_CRIT},
        {"{\"insertId\":\"1\",\"severity\":\"CRITICAL\",\"timestamp\":\"2025-05-05T12:00:00.123Z\",\"logName\":\"l\","
         "\"resource\":{\"labels\":{\"pod_name\":\"train-0\"}},\"jsonPayload\":{\"message\":\"cannot "
         "map\",\"exc_info\":"
         "\"Traceback (most recent call last):\\n  File \\\"a.py\\\", line 3\\nValueError: x\"}}",
         "cannot map\nTraceback (most recent call last):\n  File \"a.py\", line 3\nValueError: x", "gcp", NULL, MOMENT,
         ED_LEVEL_CRIT},
        {"{\"t\":{\"$date\":\"2025-05-05T12:00:00.123+00:00\"},\"s\":\"E\",\"c\":\"STORAGE\",\"id\":22435,\"ctx\":"
         "\"x\","
         "\"msg\":\"WiredTiger error\",\"attr\":{\"error\":28,\"message\":\"No space left on device\"}}",
         "WiredTiger error\nNo space left on device", "mongodb", NULL, MOMENT, ED_LEVEL_ERR},
        {"{\"timestamp\":\"2025-05-05T12:00:00.123Z\",\"level\":\"ERROR\",\"fields\":{\"message\":\"cannot "
         "map\",\"error\":\"os error 2\"},\"target\":\"loader\"}",
         "cannot map\nos error 2", "tracing-json", NULL, MOMENT, ED_LEVEL_ERR},
        {"{\"asctime\":\"2025-05-05 12:00:00,123\",\"levelname\":\"ERROR\",\"levelno\":40,\"message\":\"cannot "
         "map\",\"exc_info\":null}",
         "cannot map", "python-json", "2025-05-05 12:00:00,123", ED_TIME_UNKNOWN, ED_LEVEL_ERR},
        {"{\"timeUnixNano\":\"1746446400123000000\",\"severityNumber\":17,\"body\":{\"stringValue\":\"cannot map\"},"
         "\"attributes\":[{\"key\":\"exception.type\",\"value\":{\"stringValue\":\"E\"}},{\"key\":\"exception."
         "message\","
         "\"value\":{\"stringValue\":\"shard 7\"}}]}",
         "cannot map\nE: shard 7", "otlp-record", NULL, MOMENT, ED_LEVEL_ERR},
        {"{\"timestamp\":\"2025-05-05T12:00:00.123Z\",\"level\":\"ERROR\",\"requestId\":\"0a\",\"message\":{"
         "\"errorType\":"
         "\"Error\",\"errorMessage\":\"boom\",\"stack\":[\"Error: boom\",\"    at f (/a.js:1:2)\"]}}",
         "Error: boom\n    at f (/a.js:1:2)", "lambda-json json", NULL, MOMENT, ED_LEVEL_ERR},
        {"{\"EventId\":0,\"LogLevel\":\"Critical\",\"Category\":\"A\",\"Message\":\"cannot map w7\",\"Exception\":"
         "\"System.Exception: x\\n   at A()\",\"State\":{\"Message\":\"cannot map w7\",\"File\":\"w7\","
         "\"{OriginalFormat}\":\"cannot map {File}\"}}",
         "cannot map w7\nSystem.Exception: x\n   at A()", "dotnet-json", NULL, 0, ED_LEVEL_CRIT},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(forms); i++) {
        check_form(&forms[i]);
    }
}

static void pairs(void **state)
{
    static const struct form forms[] = {
        {"time=\"2025-05-05T12:00:00.123Z\" level=error msg=\"cannot map \\\"w7\\\"\" error=\"open w7: no such file\" "
         "shard=7",
         "cannot map \"w7\"\nopen w7: no such file", "logfmt", "2025-05-05T12:00:00.123Z", MOMENT, ED_LEVEL_ERR},
        {"ts=2025-05-05T12:00:00.123Z caller=map.go:12 level=warn msg=retry err=EOF", "retry\nEOF", "logfmt", NULL,
         MOMENT, ED_LEVEL_WARNING},
        {"level=info ts=1746446400.123 msg=\"a\\n\\tb\"", "a\n\tb", "logfmt", "1746446400.123", MOMENT, ED_LEVEL_INFO},
        {"t=2025-05-05T12:00:00.123Z lvl=eror msg=\"cannot map\" logger=load path=", "cannot map", "logfmt", NULL,
         MOMENT, ED_LEVEL_ERR},
        {"logger=load t=2025-05-05T12:00:00.123Z level=error msg=\"x y\" reason=\"disk is full\"", "x y\ndisk is full",
         "logfmt", NULL, MOMENT, ED_LEVEL_ERR},
        {"msg=\"cannot map\" level=error", "cannot map", "logfmt", NULL, 0, ED_LEVEL_ERR},
        {"ERRO[0012] cannot map weights file                       shard=7",
         "cannot map weights file                       shard=7", "logrus-tty", NULL, 0, ED_LEVEL_ERR},
        {"\033[31mFATA\033[0m[2025-05-05T12:00:00Z] cannot map", "cannot map", "logrus-tty", "2025-05-05T12:00:00Z", 0,
         ED_LEVEL_CRIT},
        /* no logs */
        {"time=5 level of water is high", "time=5 level of water is high", "", NULL, 0, ED_LEVEL_UNKNOWN},
        {"level=error msg=\"cannot map", "level=error msg=\"cannot map", "", NULL, 0, ED_LEVEL_UNKNOWN},
        {"ERRO[12] cannot map", "ERRO[12] cannot map", "", NULL, 0, ED_LEVEL_UNKNOWN},
        {"NAME[0012] cannot map", "NAME[0012] cannot map", "", NULL, 0, ED_LEVEL_UNKNOWN},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(forms); i++) {
        check_form(&forms[i]);
    }
}

/* An object in a log is not a log's: it stays, or all that it says does. */
static void no_logs(void **state)
{
    static const char *const lines[] = {
        "{\"level\":\"error\",\"time\":1746446400,\"id\":7}",    /* says nothing */
        "{\"level\":\"error\",\"msg\":\"cannot map\"} and more", /* in a sentence */
        "{\"level\":\"error\",\"msg\":\"cannot map\"",           /* cut behind the message, */
        "{\"a\":1,\"b\":{\"c\":\"d\"}}",                         /* a dump */
        "{'level': 'error', 'msg': 'cannot map'}",
        "{\"level\":\"error\" \"msg\":\"cannot map\",\"time\":1746446400}", /* no JSON */
        "{}",
        "[1, 2, 3]",
        "[{\"a\":\"b\"},{\"level\":\"error\",\"msg\":\"cannot map\"}]",
        "{\"events\":[{\"name\":\"x\"}]}",
        "{\"hits\":7}",
        "{\"resourceLogs\":[]}",
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(lines); i++) {
        char text[1024];
        struct run run;

        snprintf(text, sizeof(text), "a log begins here\n%s\n%s\n", lines[i], lines[i]);
        run = run_text(text);
        if (i == 2) { /* this one is a log's, and told so */
            assert_true(told_of(&run, 0, 1)->truncated);
            assert_text(&run, 0, "a log begins here\ncannot map\ncannot map");
        } else {
            char same[1024];

            snprintf(same, sizeof(same), "a log begins here\n%s\n%s", lines[i], lines[i]);
            assert_int_equal(run.messages.n, 1);
            assert_text(&run, 0, same);
        }
        run_done(&run);
    }
}

/* A message alone proves nothing until three lines agree. */
static void three_agree(void **state)
{
    struct run run = run_text(
        "{\"note\":\"x y\"}\n{\"message\":\"one\"}\n{\"message\":\"two\"}\n{\"message\":\"three\"}\n"
        "{\"message\":\"four\"}\nplain\n");

    (void)state;
    assert_text(&run, 0, "{\"note\":\"x y\"}\none\ntwo\nthree\nfour\nplain");
    assert_str(meta_of(&run, 0, 4)->layers, "json-message");
    run_done(&run);
    run = run_text("a b\n{\"message\":\"one\"}\n{\"msg\":\"two\"}\n{\"message\":\"three\"}\n"
                   "{\"level\":\"error\",\"message\":\"four\"}\n{\"error\":\"five\"}");
    assert_text(&run, 0,
                "a b\n{\"message\":\"one\"}\n{\"msg\":\"two\"}\n{\"message\":\"three\"}\nfour\n{\"error\":\"five\"}");
    run_done(&run);
}

static void json_in_json(void **state)
{
    static const struct form forms[] = {
        {"{\"level\":\"error\",\"time\":\"2025-05-05T12:00:00.123Z\",\"msg\":\"{\\\"level\\\":\\\"fatal\\\",\\\"ts\\\":"
         "1746446400.123,\\\"caller\\\":\\\"a.go:1\\\",\\\"msg\\\":\\\"cannot map "
         "\\\\\\\"w7\\\\\\\"\\\",\\\"stacktrace\\\":"
         "\\\"main.main\\\\n\\\\t/a.go:1\\\"}\"}",
         "cannot map \"w7\"\nmain.main\n\t/a.go:1", "logrus-json zap", "1746446400.123", MOMENT, ED_LEVEL_CRIT},
        /* three levels, and nothing but them in the source: the innermost says what it says */
        {"{\"severity\":\"ERROR\",\"message\":\"{\\\"level\\\":50,\\\"time\\\":1746446400123,\\\"msg\\\":\\\"{"
         "\\\\\\\"error"
         "\\\\\\\":\\\\\\\"dial w7\\\\\\\"}\\\"}\"}",
         "dial w7", "json logrus-json json-message", NULL, MOMENT, ED_LEVEL_ERR},
        /* an object as the message */
        {"{\"pod\":\"train-0\",\"container\":\"main\",\"message\":{\"level\":\"warn\",\"ts\":1746446400.123,\"msg\":"
         "\"x "
         "y\"}}",
         "x y", "json-message zap", NULL, MOMENT, ED_LEVEL_WARNING},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(forms); i++) {
        check_form(&forms[i]);
    }
}

/* What no key tells is said too, once. */
static void nothing_is_hidden(void **state)
{
    static const struct form forms[] = {
        {"{\"level\":\"error\",\"ts\":1746446400.123,\"msg\":\"sync\",\"nested\":{\"deep\":[{\"why\":\"disk w7 is "
         "full\"}]},"
         "\"id\":\"a1\",\"why\":\"no luck\\ttoday\"}",
         "sync\nno luck\ttoday\ndisk w7 is full", "zap", NULL, 0, ED_LEVEL_ERR},
        {"{\"level\":\"error\",\"ts\":1746446400.123,\"msg\":\"disk w7 is full\",\"why\":\"disk w7 is full\"}",
         "disk w7 is full", "zap", NULL, 0, ED_LEVEL_ERR},
        {"{\"level\":\"error\",\"ts\":1746446400.123,\"why\":\"disk w7 is full\"}", "disk w7 is full", "json", NULL, 0,
         ED_LEVEL_ERR},
        /* not what the key promises */
        {"{\"level\":\"the disk is level\",\"time\":\"not now, later\",\"message\":\"x\",\"@timestamp\":1746446400123,"
         "\"stream\":\"of the river\"}",
         "x\nthe disk is level\nnot now, later\nof the river", "json", NULL, MOMENT, ED_LEVEL_UNKNOWN},
        /* a part of a word is not the word */
        {"{\"level\":\"error\",\"ts\":1746446400.123,\"msg\":\"map\",\"error\":\"remapped w7\"}", "map\nremapped w7",
         "zap", NULL, 0, ED_LEVEL_ERR},
        {"{\"level\":\"error\",\"ts\":1746446400.123,\"msg\":\"x\",\"error\":{\"code\":\"E7\",\"status\":500}}",
         "x\ncode: E7", "zap", NULL, 0, ED_LEVEL_ERR},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(forms); i++) {
        check_form(&forms[i]);
    }
}

static void cut_lines(void **state)
{
    static const struct {
        const char *line, *body;
    } cases[] = {
        {"{\"level\":\"error\",\"ts\":1746446400.123,\"msg\":\"cannot \\\"map\\\" wei", "cannot \"map\" wei"},
        {"{\"level\":\"error\",\"ts\":1746446400.123,\"msg\":\"cannot map\\", "cannot map\\"},
        {"{\"level\":\"error\",\"ts\":1746446400.123,\"msg\":\"cannot map\\u00", "cannot map\\u00"},
        {"{\"level\":\"error\",\"ts\":1746446400.123,\"msg\":\"x\",\"err\":{\"type\":\"E\",\"message\":\"cannot ma",
         "x\nE: cannot ma"},
        {"{\"level\":\"error\",\"ts\":1746446400.123,\"msg\":\"x\",\"tags\":[\"a\",\"cannot ma", "x\ncannot ma"},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct run run = run_text(cases[i].line);

        assert_text(&run, 0, cases[i].body);
        assert_true(told_of(&run, 0, 0)->truncated);
        assert_int_equal(run.account.truncated, 1);
        run_done(&run);
    }
}

/* Steps of a path stand in one key or in objects; what wraps a record is no step. */
static void keys(void **state)
{
    static const char *const same[] = {"log.origin.file.name", "_source.log.origin.file.name"};
    unsigned log = ed_key_find(ED_KEY_ROOT, ED_STR("log"));

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(same); i++) {
        unsigned key = ed_key_find(ED_KEY_ROOT, ed_str_c(same[i]));

        assert_int_equal(ed_key_get(key)->role, ED_KEY_FILE);
        assert_int_equal(key, ed_key_find(log, ED_STR("origin.file.name")));
    }
    assert_int_equal(ed_key_get(log)->role, ED_KEY_MESSAGE);
    assert_int_equal(ed_key_find(ED_KEY_ROOT, ED_STR("no.such.key")), ED_KEY_UNKNOWN);
    assert_int_equal(ed_key_find(ED_KEY_ROOT, ED_STR("")), ED_KEY_UNKNOWN);
    assert_int_equal(ed_key_find(ED_KEY_ROOT, ED_STR(".")), ED_KEY_UNKNOWN);
    assert_int_equal(ed_key_find(ED_KEY_ROOT, ED_STR("_source.")), ED_KEY_UNKNOWN);
    assert_int_equal(ed_key_find(ED_KEY_UNKNOWN, ED_STR("message")), ED_KEY_UNKNOWN);
}

static void names(void **state)
{
    struct run run = run_text(
        "{\"message\":\"cannot "
        "map\\n\",\"stream\":\"stderr\",\"time\":\"2025-05-05T12:00:00.123Z\",\"kubernetes.pod_name\":"
        "\"train-0\",\"kubernetes.container_name\":\"main\",\"kubernetes.host\":\"pine07\",\"kubernetes.labels.app\":"
        "\"trainer\",\"rank\":3,"
        "\"process\":{\"pid\":4711},\"caller\":\"a/map.go:12\"}\n");
    const struct ed_meta *meta = meta_of(&run, 0, 0);

    (void)state;
    assert_text(&run, 0, "cannot map");
    assert_str(meta->pod, "train-0");
    assert_str(meta->container, "main");
    assert_str(meta->host, "pine07");
    assert_str(meta->ident, "trainer");
    assert_str(meta->stream, "stderr");
    assert_str(meta->rank, "3");
    assert_str(meta->pid, "4711");
    assert_str(meta->file, "a/map.go");
    assert_int_equal(meta->file_line, 12);
    assert_str(meta->layers, "json");
    run_done(&run);
}

static void lists(void **state)
{
    static const struct form forms[] = {
        {"[{\"level\":\"error\",\"time\":\"2025-05-05T12:00:00.123Z\",\"msg\":\"one\"}, {\"level\":\"error\",\"time\":"
         "\"2025-05-05T12:00:00.123Z\",\"msg\":\"two\",\"err\":\"a\\nb\"}]",
         "one\ntwo\na\nb", "json-array logrus-json", NULL, MOMENT, ED_LEVEL_ERR},
        {"{\"events\":[{\"timestamp\":1746446400123,\"message\":\"one\",\"ingestionTime\":1746446400999},{"
         "\"timestamp\":"
         "1746446400124,\"message\":\"two\"}],\"nextForwardToken\":\"f/1\"}",
         "one\ntwo", "cloudwatch-events json", NULL, MOMENT, ED_LEVEL_UNKNOWN},
        {"{\"messageType\":\"DATA_MESSAGE\",\"logGroup\":\"g\",\"logEvents\":[{\"id\":\"1\",\"timestamp\":"
         "1746446400123,"
         "\"message\":\"one\"}]}",
         "one", "cloudwatch-push json", NULL, MOMENT, ED_LEVEL_UNKNOWN},
        {"{\"took\":3,\"hits\":{\"total\":{\"value\":1},\"hits\":[{\"_index\":\"l\",\"_id\":\"1\",\"_source\":{\"@"
         "timestamp\":"
         "\"2025-05-05T12:00:00.123Z\",\"log\":{\"level\":\"ERROR\"},\"message\":\"one\"}}]}}",
         "one", "es-search elasticsearch", NULL, MOMENT, ED_LEVEL_ERR},
        {"{\"status\":\"success\",\"data\":{\"resultType\":\"streams\",\"result\":[{\"stream\":{\"pod\":\"train-0\"},"
         "\"values\":[[\"1746446400123000000\",\"one \\\"w7\\\"\"],[\"1746446400124000000\",\"two\"]]}]}}",
         "one \"w7\"\ntwo", "loki-json loki-jsonl", NULL, MOMENT, ED_LEVEL_UNKNOWN},
    };
    struct run run;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(forms); i++) {
        check_form(&forms[i]);
    }
    run = run_text(
        "{\"resourceLogs\":[{\"resource\":{\"attributes\":[{\"key\":\"host.name\",\"value\":{\"stringValue\":"
        "\"pine07\"}},{\"key\":\"k8s.pod.name\",\"value\":{\"stringValue\":\"train-0\"}}]},\"scopeLogs\":[{"
        "\"scope\":{},\"logRecords\":[{\"timeUnixNano\":\"1746446400123000000\",\"severityNumber\":13,\"body\":{"
        "\"stringValue\":\"one\"}},{\"timeUnixNano\":\"1746446400124000000\",\"severityNumber\":17,\"body\":{"
        "\"stringValue\":\"two\"}}]}]},{\"resource\":{\"attributes\":[{\"key\":\"host.name\",\"value\":{"
        "\"stringValue\":\"oak3\"}}]},\"scopeLogs\":[{\"logRecords\":[{\"timeUnixNano\":"
        "\"1746446400123000000\",\"body\":{\"stringValue\":\"three\"}}]}]}]}\n");
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "one\ntwo");
    assert_str(meta_of(&run, 0, 0)->host, "pine07");
    assert_str(meta_of(&run, 0, 1)->pod, "train-0");
    assert_int_equal(told_of(&run, 0, 0)->level, ED_LEVEL_WARNING);
    assert_int_equal(told_of(&run, 0, 1)->level, ED_LEVEL_ERR);
    assert_text(&run, 1, "three");
    assert_str(meta_of(&run, 1, 0)->host, "oak3");
    assert_str(meta_of(&run, 1, 0)->pod, "");
    run_done(&run);
}

/* A line longer than a piece is put together again; one longer than any value is read as far as it is kept. */
static void long_lines(void **state)
{
    static const size_t sizes[] = {100000, 9 * 1024 * 1024};

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(sizes); i++) {
        struct ed_buf text;
        struct run run;
        struct ed_str last;

        ed_buf_init(&text, 0);
        ed_buf_text(&text, "{\"level\":\"error\",\"ts\":1746446400.123,\"data\":\"");
        ed_buf_fill(&text, 'x', sizes[i]);
        ed_buf_text(&text,
                    "\",\"msg\":\"cannot map\"}\n{\"level\":\"error\",\"ts\":1746446400.123,\"msg\":\"next\"}\n");
        run = run_bytes(ed_buf_view(&text));
        last = run.messages.v[run.messages.n - 1].text;
        if (i == 0) {
            assert_int_equal(run.messages.n, 1);
            assert_text(&run, 0, "cannot map\nnext");
            assert_int_equal(number_of(&run, 0, 1), 2);
        } else { /* the message stands behind the limit: all is text */
            assert_true(ed_str_find(last, ED_STR("next"), 0) != SIZE_MAX || run.messages.n > 1);
        }
        run_done(&run);
        ed_buf_done(&text);
    }
}

static void long_list(void **state)
{
    struct ed_buf text;
    struct run run;

    (void)state;
    ed_buf_init(&text, 0);
    for (unsigned i = 0; i < 2000; i++) {
        ed_buf_printf(&text, "%s{\"level\":\"error\",\"ts\":1746446400.123,\"msg\":\"cannot map w%u\"}",
                      i ? "," : "{\"events\":[", i);
    }
    ed_buf_text(&text, "]}\n");
    run = run_bytes(ed_buf_view(&text));
    assert_int_equal(run.account.lines, 1);
    assert_str(meta_of(&run, 0, 0)->layers, "cloudwatch-events zap");
    assert_true(ed_str_ends(run.messages.v[run.messages.n - 1].text, ED_STR("\ncannot map w1999")));
    run_done(&run);
    ed_buf_done(&text);
}

#define PG                                                                                                             \
    "2025-05-05 12:00:00.123 UTC,\"app\",\"db\",4711,\"10.0.0.1:5000\",61a269cc.1267,2,\"SELECT\",2025-05-05 "         \
    "12:00:00 "                                                                                                        \
    "UTC,3/4,0,"

static void postgres(void **state)
{
    static const struct form forms[] = {
        {PG
         "ERROR,23505,\"cannot map \"\"w7\"\"\",\"Key exists.\",\"Look.\",,,,\"insert into w\",12,,\"psql\",\"client "
         "backend\",,0\n",
         "ERROR:  cannot map \"w7\"\nDETAIL:  Key exists.\nHINT:  Look.\nSTATEMENT:  insert into w", "postgres-csv",
         "2025-05-05 12:00:00.123 UTC", MOMENT, ED_LEVEL_ERR},
        /* a field of several lines, one of which looks like another record's beginning but is none */
        {PG "FATAL,XX000,\"cannot map\nw7, \"\"x\n2025-05-05 12:00:00.123 UTC,\"\" y\",,,,,,,,,\"\"\n",
         "FATAL:  cannot map\nw7, \"x\n2025-05-05 12:00:00.123 UTC,\" y", "postgres-csv", NULL, MOMENT, ED_LEVEL_CRIT},
        /* cut, and the next record follows */
        {PG "ERROR,XX000,\"cannot map\nw7\n" PG "ERROR,XX000,\"two\",,,,,,,,,\"\"\n",
         "ERROR:  cannot map\nw7\nERROR:  two", "postgres-csv", NULL, MOMENT, ED_LEVEL_ERR},
        {"{\"timestamp\":\"2025-05-05 12:00:00.123 "
         "UTC\",\"pid\":4711,\"session_id\":\"6.1\",\"error_severity\":\"PANIC\","
         "\"state_code\":\"XX000\",\"message\":\"cannot map\",\"hint\":\"Look\\ntwice.\",\"backend_type\":\"startup\"}",
         "PANIC:  cannot map\nHINT:  Look\ntwice.", "postgres-json", NULL, MOMENT, ED_LEVEL_CRIT},
        {"2025-05-05 12:00:00.123 UTC,a,b,4711,c", "2025-05-05 12:00:00.123 UTC,a,b,4711,c", "", NULL, 0,
         ED_LEVEL_UNKNOWN},
    };
    struct run run;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(forms); i++) {
        check_form(&forms[i]);
    }
    run = run_text(PG "ERROR,XX000,\"one\",,,,,,,,,\"\"\n");
    assert_str(meta_of(&run, 0, 0)->pid, "4711");
    run_done(&run);
    run = run_text(PG "ERROR,XX000,\"one");
    assert_text(&run, 0, "ERROR:  one");
    assert_int_equal(run.account.truncated, 1);
    run_done(&run);
}

static void stores(void **state)
{
    static const struct form forms[] = {
        {"2025-05-05T12:00:00.123000+00:00 2025/05/05/[$LATEST]0a1b2c3d4e5f60718293a4b5c6d7e8f9 [ERROR]\t"
         "2025-05-05T12:00:00.123Z\tc793869b-ee49-115b-a5b6-4fd21e8dedac\tcannot map\nw7 is missing",
         "cannot map\nw7 is missing", "aws-logs-tail aws-lambda", NULL, MOMENT, ED_LEVEL_ERR},
        {"2025-05-05T12:00:00.123Z\tc793869b-ee49-115b-a5b6-4fd21e8dedac\tERROR\tInvoke Error \t{\"errorType\":"
         "\"TypeError\",\"errorMessage\":\"w is not set\",\"stack\":[\"TypeError: w is not set\",\"    at f "
         "(/a.js:1:2)\"]}",
         "TypeError: w is not set\n    at f (/a.js:1:2)", "aws-lambda json", NULL, MOMENT, ED_LEVEL_ERR},
        {"2025-05-05T12:00:00Z {app=\"a, \\\"b\\\" }\", pod=\"train-0\"}   cannot map", "cannot map", "logcli",
         "2025-05-05T12:00:00Z", 0, ED_LEVEL_UNKNOWN},
        {"2025-05-05T12:00:00Z {pod=\"train-0\"} {\"level\":\"error\",\"ts\":1746446400.123,\"msg\":\"cannot map\"}",
         "cannot map", "logcli zap", NULL, MOMENT, ED_LEVEL_ERR},
        {"Date,Host,Service,Message\n\"2025-05-05T12:00:00.123Z\",pine07,loader,\"cannot \"\"map\"\"\nw7, w8\"\n",
         "cannot \"map\"\nw7, w8", "datadog-csv", NULL, MOMENT, ED_LEVEL_UNKNOWN},
        {"\"_serial\",\"_time\",host,\"_raw\"\n0,\"2025-05-05T12:00:00.123+00:00\",pine07,\"May  5 12:00:00 pine07 "
         "loader[4711]: cannot map\"\n",
         "cannot map", "splunk-csv journal-short", NULL, MOMENT, ED_LEVEL_UNKNOWN},
        {"@timestamp,@message\n2025-05-05 12:00:00.123,\"cannot map\n\tat w7\"\n", "cannot map\n\tat w7",
         "cloudwatch-csv", "2025-05-05 12:00:00.123", ED_TIME_UNKNOWN, ED_LEVEL_UNKNOWN},
        /* no tables: no message, no rows that fit */
        {"Date,Host,Count\n2025-05-05,a,7", "Date,Host,Count\n2025-05-05,a,7", "", NULL, 0, ED_LEVEL_UNKNOWN},
        /* no stream, a syslog file's host; no labels */
        {"2025-05-05T12:00:00Z {pod} cannot map", "{pod} cannot map", "timestamp", NULL, 0, ED_LEVEL_UNKNOWN},
    };
    struct run run;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(forms); i++) {
        check_form(&forms[i]);
    }
    run = run_text("2025-05-05T12:00:00Z {pod=\"train-0\", container=\"main\", stream=\"stderr\", node_name=\"n1\"} x");
    assert_str(meta_of(&run, 0, 0)->pod, "train-0");
    assert_str(meta_of(&run, 0, 0)->container, "main");
    assert_str(meta_of(&run, 0, 0)->stream, "stderr");
    assert_str(meta_of(&run, 0, 0)->host, "n1");
    run_done(&run);
    run = run_text(
        "2025-05-05T12:00:00.123000+00:00 app/main/0a one\n2025-05-05T12:00:00.124000+00:00 app/main/0a two\n"
        "2025-05-05T12:00:00.125000+00:00 app/main/0a three\n  of it\n");
    assert_text(&run, 0, "one\ntwo\nthree\n  of it");
    assert_str(meta_of(&run, 0, 0)->ident, "app/main/0a");
    run_done(&run);
}

/* A table ends where a row does not fit, and what follows is read as if it had never been. */
static void table_ends(void **state)
{
    struct run run = run_text("time,level,host,message\n2025-05-05T12:00:00.123Z,error,pine07,one\n"
                              "2025-05-05T12:00:01.123Z,warn,oak3,\"two, \"\"w7\"\"\"\n\n"
                              "<11>May  5 12:00:00 pine07 loader[4711]: three\nplain, it is\n");

    (void)state;
    assert_text(&run, 0, "one");
    assert_str(meta_of(&run, 0, 0)->host, "pine07");
    assert_int_equal(told_of(&run, 0, 0)->level, ED_LEVEL_ERR);
    assert_int_equal(number_of(&run, 0, 0), 2);
    assert_text(&run, 1, "two, \"w7\"");
    assert_int_equal(number_of(&run, 1, 0), 3);
    assert_text(&run, 2, "three\nplain, it is");
    assert_str(meta_of(&run, 2, 0)->ident, "loader");
    assert_int_equal(number_of(&run, 2, 0), 5);
    assert_int_equal(run.account.lines, 6);
    run_done(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loggers),     cmocka_unit_test(pairs),        cmocka_unit_test(no_logs),
        cmocka_unit_test(three_agree), cmocka_unit_test(json_in_json), cmocka_unit_test(nothing_is_hidden),
        cmocka_unit_test(cut_lines),   cmocka_unit_test(names),        cmocka_unit_test(keys),
        cmocka_unit_test(lists),       cmocka_unit_test(long_lines),   cmocka_unit_test(long_list),
        cmocka_unit_test(postgres),    cmocka_unit_test(stores),       cmocka_unit_test(table_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
