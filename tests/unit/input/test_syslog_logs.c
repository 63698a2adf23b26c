/*
 * test_syslog_logs.c: logs of syslog and of the kernel through the whole input layer: which layers are proven, where
 * the lines go, and texts that only look like such logs.
 */
#include "support.h"

#include "input/stamp.h"

#define TIME_OF(run, i, k) ed_told_time(told_of(run, i, k))
#define NOON               INT64_C(1746439200000000) /* 2025-05-05T12:00:00+02:00 */

static void a_trace_in_one_line(void **state)
{
    struct run run = run_text("May  5 12:00:00 pine07 trainer[4711]: Traceback (most recent call last):#012"
                              "  File \"a.py\", line 3, in <module>#012#011x()#012#033[31mValueError: x#033[0m\n"
                              "May  5 12:00:01 pine07 trainer[4711]: next\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0,
                "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n\tx()\nValueError: x\nnext");
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(number_of(&run, 0, k), 1);
        assert_str(meta_of(&run, 0, k)->host, "pine07");
        assert_str(meta_of(&run, 0, k)->ident, "trainer");
        assert_str(meta_of(&run, 0, k)->pid, "4711");
        assert_str(told_of(&run, 0, k)->time_text, "May  5 12:00:00");
    }
    assert_int_equal(number_of(&run, 0, 4), 2);
    run_done(&run);
}

static void repeated(void **state)
{
    struct run run = run_text("May  5 12:00:00 pine07 trainer[4711]: ValueError: x\n"
                              "May  5 12:00:09 pine07 trainer[4711]: message repeated 3 times: [ ValueError: x]\n"
                              "May  5 12:00:10 pine07 trainer[4711]: done\n"
                              "May  5 12:00:19 pine07 last message repeated 4 times\n"
                              "May  5 12:00:20 pine07 trainer[4711]: Last message 'done' repeated 2 times, suppressed "
                              "by syslog-ng on pine07\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "ValueError: x\nValueError: x\ndone");
    assert_int_equal(told_of(&run, 0, 0)->repeat, 0);
    assert_int_equal(told_of(&run, 0, 1)->repeat, 3);
    assert_int_equal(told_of(&run, 0, 2)->repeat, 7);
    assert_str(meta_of(&run, 0, 1)->layers, "journal-short syslog-repeat");
    assert_int_equal(run.account.passed_over, 2);
    run_done(&run);

    run = run_text("May  5 12:00:19 pine07 last message repeated 4 times\n"); /* of a file before */
    assert_int_equal(run.messages.n, 0);
    assert_int_equal(run.account.passed_over, 1);
    run_done(&run);
}

static void newer_header(void **state)
{
    struct run run = run_text("<11>1 2025-05-05T12:00:00.000042+02:00 pine07 trainer main-1 W12 [meta@1 rank=\"] 3\" "
                              "x=\"a\\\"]b\"] \xEF\xBB\xBF"
                              "cannot map weights file\n"
                              "<14>1 2025-05-05T12:00:01+02:00 pine08 trainer main-1 - - ready\n"
                              "<14>1 2025-05-05T12:00:01+02:00 pine08 trainer main-1 - -\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "cannot map weights file");
    assert_str(meta_of(&run, 0, 0)->host, "pine07");
    assert_str(meta_of(&run, 0, 0)->ident, "trainer");
    assert_str(meta_of(&run, 0, 0)->pid, "main-1");
    assert_str(meta_of(&run, 0, 0)->layers, "syslog-5424");
    assert_int_equal(told_of(&run, 0, 0)->level, ED_LEVEL_ERR);
    assert_int_equal(TIME_OF(&run, 0, 0), NOON + 42);
    assert_text(&run, 1, "ready");
    run_done(&run);
}

static void kernel_under_syslog(void **state)
{
    struct run run = run_text(
        "May  5 12:00:00 pine07 trainer[4711]: step 7\n"
        "May  5 12:00:01 pine07 kernel: [   93.001200] NVRM: Xid (PCI:0000:01:00): 79, GPU has\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 1, "NVRM: Xid (PCI:0000:01:00): 79, GPU has");
    assert_str(meta_of(&run, 1, 0)->layers, "journal-short dmesg");
    assert_str(meta_of(&run, 1, 0)->host, "pine07");
    assert_str(meta_of(&run, 1, 0)->ident, "kernel");
    assert_str(meta_of(&run, 1, 0)->pid, NULL);
    assert_str(told_of(&run, 1, 0)->time_text, "May  5 12:00:01");
    run_done(&run);

    run = run_text("2025-05-05T12:00:00+02:00 pine07 kernel: [   93.0] NVRM: Xid (PCI:0000:01:00): 79\n");
    assert_text(&run, 0, "NVRM: Xid (PCI:0000:01:00): 79");
    assert_int_equal(TIME_OF(&run, 0, 0), NOON);
    run_done(&run);
}

static void dmesg_iso(void **state)
{
    struct run run = run_text("2025-05-05T12:00:00,000042+02:00 usb 1-1: new device\n"
                              "2025-05-05T12:00:01,123456+02:00 usb 1-1: cannot map weights file\n"
                              "2025-05-05T12:00:01,123457+02:00 usb 1-1: device: ready\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "usb 1-1: new device\nusb 1-1: cannot map weights file\nusb 1-1: device: ready");
    assert_str(meta_of(&run, 0, 1)->ident, "kernel");
    assert_str(meta_of(&run, 0, 1)->host, NULL);
    assert_str(meta_of(&run, 0, 1)->layers, "dmesg-iso");
    assert_int_equal(TIME_OF(&run, 0, 0), NOON + 42);
    assert_int_equal(TIME_OF(&run, 0, 1), NOON + 1123456);
    run_done(&run);
}

static void wire(void **state)
{
    struct run run = run_text("<11>May  5 12:00:00 trainer[4711]: no host\n"
                              "<13>May  5 2025 12:00:01 pine07 trainer[4712]: year#012behind\n"
                              "<12>2025-05-05T12:00:00Z pine07 trainer[4712]: more\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "no host");
    assert_int_equal(told_of(&run, 0, 0)->level, ED_LEVEL_ERR);
    assert_str(meta_of(&run, 0, 0)->layers, "syslog-priority journal-short");
    assert_text(&run, 1, "year\nbehind\nmore");
    assert_int_equal(told_of(&run, 1, 0)->level, ED_LEVEL_NOTICE);
    assert_int_equal(told_of(&run, 1, 2)->level, ED_LEVEL_WARNING);
    run_done(&run);
}

static void frames(void **state)
{
    struct run run = run_text("42 <11>May  5 12:00:00 pine07 trainer[7]: one43 <11>May  5 12:00:00 pine07 loader[8]: "
                              "three42 <11>May  5 12:00:01 pine07 trainer[7]: two\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "one\ntwo");
    assert_str(meta_of(&run, 0, 0)->ident, "trainer");
    assert_text(&run, 1, "three");
    assert_str(meta_of(&run, 1, 0)->layers, "syslog-frame syslog-priority journal-short");
    run_done(&run);

    run = run_bytes(ED_STR("<11>May  5 12:00:00 pine07 trainer[7]: one\0<12>May  5 12:00:01 pine07 trainer[7]: two\0"));
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "one\ntwo");
    assert_int_equal(told_of(&run, 0, 1)->level, ED_LEVEL_WARNING);
    run_done(&run);
}

static void devices(void **state)
{
    struct run run = run_text("<189>29: *May  5 12:00:00.123: %LINK-3-UPDOWN: Interface x, state down\n"
                              "May  5 12:00:01 10.0.0.9 30: *May  5 12:00:00.456: %LINK-3-UPDOWN: Interface y\n"
                              "May  5 12:00:01 10.0.0.9 %LINK-5-CHANGED: Interface y\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "%LINK-3-UPDOWN: Interface x, state down");
    assert_int_equal(told_of(&run, 0, 0)->level, ED_LEVEL_ERR); /* the message's own */
    assert_str(meta_of(&run, 0, 0)->layers, "syslog-priority cisco");
    assert_text(&run, 1, "%LINK-3-UPDOWN: Interface y\n%LINK-5-CHANGED: Interface y");
    assert_str(meta_of(&run, 1, 0)->host, "10.0.0.9");
    assert_str(meta_of(&run, 1, 0)->layers, "syslog-host cisco");
    assert_str(told_of(&run, 1, 0)->time_text, "May  5 12:00:00.456");
    run_done(&run);
}

/* A report of the kernel over many lines, and programs that speak between them. */
static void a_report(void **state)
{
    struct run run = run_text("May  5 12:00:00 pine07 trainer[7]: step 7\n"
                              "May  5 12:00:01 pine07 kernel: [   93.000001] python invoked oom-killer: order=0\n"
                              "May  5 12:00:01 pine07 trainer[7]: step 8\n"
                              "May  5 12:00:01 pine07 kernel: [   93.000002] Mem-Info:\n"
                              "May  5 12:00:01 pine08 kernel: [    7.000003] link lost\n"
                              "May  5 12:00:01 pine07 systemd[1]: Started x.\n"
                              "May  5 12:00:02 pine07 kernel: [   93.000003] Out of memory: Killed process 9 (python)\n"
                              "May  5 12:00:02 pine07 kernel: [   94.000000] systemd[1]: watchdog\n");
    struct run bare;

    (void)state;
    assert_int_equal(run.messages.n, 4);
    assert_text(&run, 0, "step 7\nstep 8");
    assert_text(&run, 1, "python invoked oom-killer: order=0\nMem-Info:\nOut of memory: Killed process 9 (python)");
    assert_int_equal(number_of(&run, 1, 2), 7);
    assert_text(&run, 2, "link lost");
    assert_text(&run, 3, "Started x.\nwatchdog"); /* of the same program */
    run_done(&run);

    bare = run_text("[   93.000001] ------------[ cut here ]------------\n"
                    "[   93.000002] systemd[1]: Started x.\n"
                    "[   93.000003] WARNING: CPU: 3 PID: 9 at fs/x.c:12 f+0x1/0x2\n"
                    "[   93.000004] Call Trace:\n"
                    "[   93.000005]  <TASK>\n"
                    "[   93.000006]  g+0x1/0x2\n"
                    "               of two lines\n"
                    "[   93.000007] ---[ end trace 0000000000000000 ]---\n");
    assert_int_equal(bare.messages.n, 2);
    assert_text(&bare, 0,
                "------------[ cut here ]------------\nWARNING: CPU: 3 PID: 9 at fs/x.c:12 f+0x1/0x2\nCall Trace:\n"
                " <TASK>\n g+0x1/0x2\nof two lines\n---[ end trace 0000000000000000 ]---");
    assert_text(&bare, 1, "Started x.");
    assert_str(meta_of(&bare, 1, 0)->pid, "1");
    run_done(&bare);
}

static void ways_of_dmesg(void **state)
{
    static const char *const heads[][4] = {
        {"[   93.001200] ", "[   93.001271] ", "[   94.000000] ", "dmesg"},
        {"[   93.001200] [    T1] ", "[   93.001271] [    C0] ", "[   94.000000] [  T712] ", "dmesg"},
        {"<6>[   93.001200] ", "<3>[   93.001271] ", "<4>[   94.000000] ", "dmesg"},
        {"[   93.001200 <    0.000000>] ", "[   93.001271 <    0.000071>] ", "[   94.000000 <    0.998729>] ",
         "dmesg-delta"},
        {"[Mon May  5 12:00:00 2025] ", "[Mon May  5 12:00:00 2025] ", "[Mon May  5 12:00:01 2025] ", "dmesg-ctime"},
        {"[Пн мая  5 12:00:00 2025] ", "[Пн мая  5 12:00:00 2025] ", "[Пн мая 15 12:00:01 2025] ", "dmesg-ctime"},
        {"[May 5 12:00] ", "[  +0.000071] ", "[ +10.998729] ", "dmesg-reltime"},
        {"kern  :info  : [   93.001200] ", "kern  :err   : [   93.001271] ", "kern  :warn  : [   94.000000] ",
         "dmesg-decoded"},
        {"6,8,93001200,-;", "3,9,93001271,-;", "4,10,94000000,-,caller=T1;", "kmsg"},
        {"[    93.001] ", "[    93.002] ", "[    94.000] ", "xorg"},
        {"2025-05-05T12:00:00,001200+0200 ", "2025-05-05T12:00:00,001271+0200 ", "2025-05-05T12:00:01,000000+0200 ",
         "dmesg-iso"},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(heads); i++) {
        char log[512];
        struct run run;

        snprintf(log, sizeof(log), "%susb 1-1: found\n%sfake0: cannot map\n%sweights file\\x1b[0m\n", heads[i][0],
                 heads[i][1], heads[i][2]);
        run = run_text(log);
        assert_int_equal(run.messages.n, 1);
        assert_str(meta_of(&run, 0, 0)->layers, heads[i][3]);
        if (strcmp(heads[i][3], "xorg") != 0) {
            assert_text(&run, 0, "usb 1-1: found\nfake0: cannot map\nweights file");
        }
        run_done(&run);
    }
}

static void kmsg_and_console(void **state)
{
    struct run run = run_text("6,8,93001200,-;usb 1-1: found\n"
                              " SUBSYSTEM=usb\n"
                              " DEVICE=c189:1\n"
                              "3,9,93001271,-;fake0: cannot map\\x0aweights file\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "usb 1-1: found\nfake0: cannot map\nweights file");
    assert_int_equal(told_of(&run, 0, 2)->level, ED_LEVEL_ERR);
    assert_int_equal(run.account.passed_over, 2);
    run_done(&run);

    run = run_text("[    1.000001] fake0: probing\n"
                   "[\033[0;32m  OK  \033[0m] Started one.\n"
                   "[    1.000002] fake0: cannot map\n"
                   "[\033[0;1;31mFAILED\033[0m] Failed to start two.\n"
                   "[  OK  ] Reached target three.\n"
                   "[    1.000003] fake0: weights file\n");
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "fake0: probing\nfake0: cannot map\nfake0: weights file");
    assert_text(&run, 1, "Started one.\nFailed to start two.\nReached target three.");
    assert_int_equal(told_of(&run, 1, 1)->level, ED_LEVEL_ERR);
    run_done(&run);
}

static void events_and_audit(void **state)
{
    struct run run = run_text("May  5 12:00:00 pine07 CEF:0|Acme|Loader|1.0|12|cannot map|8|msg=weights file\n"
                              "May  5 12:00:00 pine07 CEF: 0|Acme|Loader|1.0|12|cannot map|8|msg=weights file two\n"
                              "May  5 12:00:01 pine07 LEEF:1.0|Acme|Loader|1.0|12|sev=9#011msg=cannot map\n"
                              "type=AVC msg=audit(1746439200.123:42): avc:  denied  { map }\n"
                              "type=SYSCALL msg=audit(1746439200.123:42): arch=c000003e\n"
                              "May  5 12:00:01 pine07 kernel: [   93.000001] link lost\n"
                              "May  5 12:00:01 pine07 trainer[7]: step 7\n"
                              "May  5 12:00:01 pine07 kernel: [   93.000001] audit: type=1400 "
                              "audit(1746439200.124:43): avc:  denied  { read }\n");

    (void)state;
    assert_int_equal(run.messages.n, 4);
    assert_text(&run, 0, "cannot map\nweights file\ncannot map\nweights file two\ncannot map");
    assert_str(meta_of(&run, 0, 0)->host, "pine07");
    assert_str(meta_of(&run, 0, 0)->ident, "Loader");
    assert_str(meta_of(&run, 0, 0)->layers, "syslog-host cef");
    assert_str(meta_of(&run, 0, 2)->layers, "syslog-host cef"); /* sure of the lines before */
    assert_str(meta_of(&run, 0, 4)->layers, "syslog-host leef");
    assert_text(&run, 1, "avc:  denied  { map }\narch=c000003e");
    assert_int_equal(TIME_OF(&run, 1, 0), NOON + 123000);
    assert_text(&run, 2, "link lost\navc:  denied  { read }");
    assert_str(meta_of(&run, 2, 1)->ident, "kernel");
    assert_str(meta_of(&run, 2, 1)->layers, "journal-short dmesg audit");
    assert_int_equal(TIME_OF(&run, 2, 1), NOON + 124000);
    run_done(&run);
}

/* Texts that look like these logs in a line or two, and are handed out as they are. */
static void twins(void **state)
{
    static const char *const texts[] = {
        "read 3 headers:\n<1> items\n<2> things\n<3> more\n",
        "[  FAILED  ] Suite.one\n[       OK ] Suite.two\n[  FAILED  ] Suite.three\n",
        "[1.0] one\n[2.0] two\n[3.0] three\n",
        "[ 10.5] one\n[ 12.5] two\n[ 13.5] three\n",
        "loss at steps\n[   93.001200] one line of it\nand text\nand more\n",
        "12 <b>bold</b>\n13 <i>x</i>\n14 <b>y</b>\n",
        "type=error of x\ntype=error of y\ntype=error of z\n",
        "a message\nmessage repeated often\nlast message repeated 3 times\n",
        "1,2,3;4\n2,3,4;5\n3,4,5;6\n",
        "Errors:values: 1\nErrors:values: 2\nErrors:values: 3\n",
        "CEF:none\nLEEF:none\nCEF:0|a\n",
        "[FAILED] one\nand two\n",
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        struct run run = run_text(texts[i]);

        assert_int_equal(run.messages.n, 1);
        assert_str(run.messages.v[0].text, ed_arena_str(&run.arena, ed_str_trim(ed_str_c(texts[i]))).p);
        run_done(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trace_in_one_line),
        cmocka_unit_test(repeated),
        cmocka_unit_test(newer_header),
        cmocka_unit_test(kernel_under_syslog),
        cmocka_unit_test(dmesg_iso),
        cmocka_unit_test(wire),
        cmocka_unit_test(frames),
        cmocka_unit_test(devices),
        cmocka_unit_test(a_report),
        cmocka_unit_test(ways_of_dmesg),
        cmocka_unit_test(kmsg_and_console),
        cmocka_unit_test(events_and_audit),
        cmocka_unit_test(twins),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
