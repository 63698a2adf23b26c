/*
 * test_assemble.c: traces of every language, with what stands around them. A case is a text; what is told of it is
 * written as one letter a line: '.' of no trace, or the number of its part, with '*' for the root's lines and '!' for
 * outcomes.
 */
#include "support.h"

#include "input/assemble.h"

static const char *const alphabet = "0123456789";

struct told {
    struct ed_assembler *assembler;
    struct ed_traces traces;
    char text[256];
    char languages[128];
};

static enum ed_rc on_message(void *ctx, const struct ed_message *m, struct ed_err *err)
{
    struct told *told = ctx;
    size_t n = strlen(told->text);

    (void)err;
    ed_assemble(told->assembler, m, &told->traces);
    for (size_t line = 0; line < m->nlines; line++) {
        const struct ed_trace *trace = ed_traces_at(&told->traces, line);
        const struct ed_trace_part *part = trace ? ed_trace_part_at(&told->traces, trace, line) : NULL;
        char c = '.';

        if (part) {
            size_t number = (size_t)(part - &told->traces.parts.v[trace->part]);

            c = part->outcome == line ? '!' : part->root ? '*' : alphabet[number % 10];
        } else if (trace) {
            c = '-';
        }
        assert_true(n + 1 < sizeof(told->text));
        told->text[n++] = c;
    }
    for (size_t i = 0; i < told->traces.v.n; i++) {
        size_t at = strlen(told->languages);

        snprintf(told->languages + at, sizeof(told->languages) - at, "%s%s", at ? " " : "",
                 told->traces.v.v[i].language);
    }
    return ED_OK;
}

static void check(const char *text, const char *lines, const char *languages)
{
    struct told told = {.assembler = ed_assembler_new()};
    struct ed_reader *reader = ed_reader_new("x", ed_str_c(text));
    struct ed_input_account account = {0};

    assert_int_equal(ed_input_run(reader, &(struct ed_input_opts){0}, on_message, &told, &account, NULL), ED_OK);
    if (strcmp(told.text, lines) != 0 || strcmp(told.languages, languages) != 0) {
        fail_msg("%s\n%s (%s), not %s (%s)", text, told.text, told.languages, lines, languages);
    }
    ed_traces_done(&told.traces);
    ed_reader_free(reader);
    ed_assembler_free(told.assembler);
}

static void python(void **state)
{
    (void)state;
    check("starting\n"
          "Traceback (most recent call last):\n"
          "  File \"a.py\", line 3, in load\n"
          "    read(path)\n"
          "    ^^^^^^^^^^\n"
          "ValueError: cannot map weights file\n"
          "done\n",
          ".****!.", "python");
    /* the first exception is the root */
    check("Traceback (most recent call last):\n"
          "  File \"a.py\", line 3, in load\n"
          "OSError: [Errno 5] Input/output error\n"
          "\n"
          "The above exception was the direct cause of the following exception:\n"
          "\n"
          "Traceback (most recent call last):\n"
          "  File \"b.py\", line 7, in run\n"
          "RuntimeError: cannot map weights file\n",
          "**!---11!", "python");
    check("TP0 hit an exception: Traceback (most recent call last):\n"
          "  File \"a.py\", line 3, in load\n"
          "    read(path)\n"
          "KeyError: 'x'\n"
          "During handling of the above exception, another exception occurred:\n"
          "Traceback (most recent call last):\n"
          "  File \"b.py\", line 7, in run\n"
          "torch.cuda.OutOfMemoryError\n"
          "INFO next\n",
          "***!-11!.", "python");
    /* two, one behind the other */
    check("Traceback (most recent call last):\n"
          "  File \"a.py\", line 3, in load\n"
          "KeyError: 'x'\n"
          "Traceback (most recent call last):\n"
          "  File \"a.py\", line 3, in load\n"
          "KeyError: 'y'\n",
          "**!**!", "python python");
    /* indentation lost on the way; the text ends early */
    check("Traceback (most recent call last):\n"
          "File \"a.py\", line 3, in load\n"
          "scheduler = Scheduler(args)\n"
          "File \"b.py\", line 9, in __init__\n"
          "self.worker = Worker(\n"
          "RuntimeError: cannot map weights file\n",
          "*****!", "python");
    check("Traceback (most recent call last):\n"
          "  File \"a.py\", line 3, in load\n",
          "**", "python");
    check("the Traceback is long\nFile not found: line 3\nValueError: alone\n", "...", "");
}

static void exception_groups(void **state)
{
    (void)state;
    check("  + Exception Group Traceback (most recent call last):\n"
          "  |   File \"a.py\", line 3, in main\n"
          "  |     run()\n"
          "  | ExceptionGroup: two failed (2 sub-exceptions)\n"
          "  +-+---------------- 1 ----------------\n"
          "    | Traceback (most recent call last):\n"
          "    |   File \"a.py\", line 9, in one\n"
          "    | ValueError: cannot map weights file\n"
          "    +---------------- 2 ----------------\n"
          "    | Traceback (most recent call last):\n"
          "    |   File \"a.py\", line 12, in two\n"
          "    | OSError: gone\n"
          "    +------------------------------------\n"
          "done\n",
          "000!011!1**!*.", "python");
}

static void jvm(void **state)
{
    (void)state;
    check("12:00:00 ERROR c.e.C - request failed\n"
          "java.lang.IllegalStateException: cannot start\n"
          "second line of it: odd\n"
          "\tat com.example.App.start(App.java:12)\n"
          "\tat com.example.App.main(App.java:5)\n"
          "\tSuppressed: java.io.IOException: close failed\n"
          "\t\tat com.example.App.close(App.java:44)\n"
          "Caused by: java.io.IOException: cannot map weights file\n"
          "\tat com.example.Io.map(Io.java:7)\n"
          "\t... 2 more\n"
          "INFO next\n",
          ".!000!1!**.", "java");
    check("Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n"
          "\tat com.example.App.main(App.java:5)\n",
          "!*", "java");
    check("Unhandled exception. System.InvalidOperationException: outer\n"
          " ---> System.IO.IOException: cannot map weights file\n"
          "   at App.Io.Map() in /src/Io.cs:line 7\n"
          "   --- End of inner exception stack trace ---\n"
          "   at App.Program.Main() in /src/Program.cs:line 3\n",
          "!!***", "dotnet");
}

static void others(void **state)
{
    (void)state;
    check("/srv/app.js:3\n"
          "Error: cannot map weights file\n"
          "    at load (/srv/app.js:3:9)\n"
          "    at node:internal/main/run_main_module:23:47 {\n"
          "  code: 'EIO',\n"
          "  [cause]: TypeError: x is undefined\n"
          "      at inner (/srv/io.js:9:1)\n"
          "}\n"
          "\n"
          "Node.js v22.1.0\n",
          ".!000!****", "node");
    check("panic: cannot map weights file\n"
          "\n"
          "goroutine 1 [running]:\n"
          "main.load(0xc000)\n"
          "\t/srv/main.go:12 +0x1d\n"
          "created by main.start\n"
          "\t/srv/main.go:3 +0x1d\n"
          "exit status 2\n"
          "done\n",
          "!*******.", "go");
    check("thread 'main' panicked at src/main.rs:12:5:\n"
          "cannot map weights file\n"
          "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n"
          "done\n",
          "*!*.", "rust");
    check("thread 'main' panicked at 'cannot map weights file', src/main.rs:12:5\n"
          "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
          "!*", "rust");
    check("app.rb:3:in `load': cannot map weights file (IOError)\n"
          "\tfrom app.rb:9:in `<main>'\n",
          "!*", "ruby");
    check("terminate called after throwing an instance of 'std::runtime_error'\n"
          "  what():  cannot map weights file\n",
          "!*", "cpp");
}

static void plain_text_is_no_trace(void **state)
{
    (void)state;
    check("at the end of the day (12): nothing\nCaused by: rain\n  indented\nerror: x\n    at least 3\n", ".....", "");
}

/* Text of the letters that rules are made of: promises hold, and it ends. */
static void any_text(void **state)
{
    static const char *const lines[] = {"Traceback (most recent call last):",
                                        "  File \"a\", line 3, in f",
                                        "E: x",
                                        "E",
                                        "",
                                        "\tat a.b(C.java:1)",
                                        "Caused by: a.E: y",
                                        "\tSuppressed: a.E: y",
                                        "During handling of the above exception, another exception occurred:",
                                        "  | Traceback (most recent call last):",
                                        "panic: x",
                                        "goroutine 1 [running]:",
                                        "}",
                                        "word"};
    struct ed_assembler *assembler = ed_assembler_new();
    struct ed_traces traces = {0};
    uint64_t random = 1;

    (void)state;
    for (int round = 0; round < 3000; round++) {
        struct ed_line table[24];
        struct ed_message m = {.source = "-", .lines = table};
        struct ed_buf text;
        size_t next = 0;

        ed_buf_init(&text, /* max */ 0);
        for (m.nlines = 0; m.nlines < ED_ARRAY_LEN(table); m.nlines++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            table[m.nlines] = (struct ed_line){.start = text.n, .number = m.nlines + 1, .meta = &ed_meta_none};
            ed_buf_text(&text, lines[(random >> 33) % ED_ARRAY_LEN(lines)]);
            ed_buf_byte(&text, '\n');
        }
        text.n--;
        m.text = ed_buf_view(&text);
        ed_assemble(assembler, &m, &traces);
        for (size_t i = 0; i < traces.v.n; i++) {
            const struct ed_trace *trace = &traces.v.v[i];
            size_t roots = 0;

            assert_true(trace->first >= next && trace->last >= trace->first && trace->last < m.nlines);
            next = trace->last + 1;
            assert_true(trace->nparts > 0);
            for (size_t k = 0; k < trace->nparts; k++) {
                const struct ed_trace_part *part = &traces.parts.v[trace->part + k];

                roots += part->root;
                assert_true(part->first >= trace->first && part->last >= part->first && part->last <= trace->last);
                assert_true(part->outcome == SIZE_MAX || (part->outcome >= part->first && part->outcome <= part->last));
                assert_true(k == 0 || part->first > part[-1].last);
            }
            assert_int_equal(roots, 1);
        }
        ed_buf_done(&text);
    }
    ed_traces_done(&traces);
    ed_assembler_free(assembler);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(python), cmocka_unit_test(exception_groups),       cmocka_unit_test(jvm),
        cmocka_unit_test(others), cmocka_unit_test(plain_text_is_no_trace), cmocka_unit_test(any_text),
    };

    return cmocka_run_group_tests(tests, /* setup */ NULL, /* teardown */ NULL);
}
