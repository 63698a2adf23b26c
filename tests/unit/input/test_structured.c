/*
 * test_structured.c: structured logs through the whole input layer: JSON of many loggers, logfmt, exports of stores.
 * Twins of each that are no logs must come out as they went in.
 */
#include "support.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loggers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
