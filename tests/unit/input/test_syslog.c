/*
 * test_syslog.c: the layers of syslog and of the kernel's log, each alone: what it takes off, tells and refuses.
 */
#include "peeled.h"

#include "input/envelope.h"
#include "input/kinds.h"
#include "input/stamp.h"

/* ident: what an outer layer told, or NULL. */
static struct peeled peel_beside(const struct ed_layer *layer, const char *ident, const char *line)
{
    struct ed_meta meta = ed_meta_none;

    meta.ident = ed_str_c(ident);
    return peel_of(layer, ed_str_c(line), meta, (struct ed_paint){.colour = ED_STR_NONE});
}

struct form {
    const char *outer; /* ident */
    const char *line, *time, *host, *ident, *pid, *body;
    enum ed_level level;
    bool sure;
    const char *variant;
};

#define NO ED_LEVEL_UNKNOWN

static void check(const struct ed_layer *layer, const struct form *form)
{
    struct peeled p = peel_beside(layer, form->outer, form->line);

    if (!p.is) {
        fail_msg("not taken: %s", form->line);
    }
    assert_str(p.peel.told.time_text, form->time);
    assert_str(p.meta.host, form->host);
    assert_str(p.meta.ident, form->ident);
    assert_str(p.meta.pid, form->pid);
    assert_str(p.peel.body, form->body);
    if (p.peel.told.level != form->level || p.peel.sure != form->sure) {
        fail_msg("level %d, sure %d: %s", (int)p.peel.told.level, (int)p.peel.sure, form->line);
    }
    if (form->variant) {
        assert_true(p.peel.variant > 0 && p.peel.variant <= layer->nvariants);
        assert_string_equal(layer->variants[p.peel.variant - 1].name, form->variant);
    }
    ed_arena_done(&p.arena);
}

#define CHECK_ALL(layer, forms)                                                                                        \
    do {                                                                                                               \
        for (size_t i_ = 0; i_ < ED_ARRAY_LEN(forms); i_++) {                                                          \
            check(layer, &(forms)[i_]);                                                                                \
        }                                                                                                              \
    } while (0)

static void refused(const struct ed_layer *layer, const char *ident, const char *const *lines)
{
    for (; *lines; lines++) {
        struct peeled p = peel_beside(layer, ident, *lines);

        if (p.is) {
            fail_msg("%s took: %s", layer->name, *lines);
        }
        ed_arena_done(&p.arena);
    }
}

#define REFUSED(layer, ident, ...) refused(layer, ident, (const char *const[]){__VA_ARGS__, NULL})

static void samples_of_variants(void **state)
{
    struct ed_kind is;
    unsigned n = 0;

    (void)state;
    for (size_t i = 0; ed_layers()[i]; i++) {
        const struct ed_layer *layer = ed_layers()[i];

        for (unsigned k = 0; k < layer->nvariants && layer != &ed_env_logger && !layer->framing; k++, n++) {
            struct peeled p = peel_beside(layer, NULL, layer->variants[k].sample);

            assert_true(p.is && ed_str_find(p.peel.body, ED_STR("cannot map weights file"), 0) != SIZE_MAX);
            assert_int_equal(p.peel.variant, k + 1);
            assert_true(ed_kind_get(ed_kind_find(ed_str_c(layer->variants[k].name)), &is));
            ed_arena_done(&p.arena);
        }
    }
    assert_true(n >= 9);
}

static void priority(void **state)
{
    static const struct form forms[] = {
        {0, "<11>Jun  7 08:09:10 oak3 ld[12]: x", 0, 0, 0, 0, "Jun  7 08:09:10 oak3 ld[12]: x", ED_LEVEL_ERR, true, 0},
        {0, "<0>Jun 17 2026 08:09:10 ld[12]: x", 0, 0, 0, 0, "Jun 17 2026 08:09:10 ld[12]: x", ED_LEVEL_EMERG, true, 0},
        {0, "<191>2026-06-07T08:09:10Z oak3 ld: x", 0, 0, 0, 0, "2026-06-07T08:09:10Z oak3 ld: x", ED_LEVEL_DEBUG, true,
         0},
        {0, "<189>29: *Jun  7 08:09:10.123: %A-3-B: x", 0, 0, 0, 0, "*Jun  7 08:09:10.123: %A-3-B: x", ED_LEVEL_NOTICE,
         true, 0},
        {0, "<166>%LOADER-6-302013: x", 0, 0, 0, 0, "%LOADER-6-302013: x", ED_LEVEL_INFO, true, 0},
        {0, "<3>boom", 0, 0, 0, 0, "boom", ED_LEVEL_ERR, false, 0}, /* a level for systemd */
        {0, "<3>12: boom", 0, 0, 0, 0, "12: boom", ED_LEVEL_ERR, false, 0},
    };

    (void)state;
    CHECK_ALL(&ed_env_syslog_priority, forms);
    REFUSED(&ed_env_syslog_priority, NULL, "<192>Jun  7 08:09:10 oak3 ld[12]: x", "<3> items", "<3>", "<>x", "<12", "<",
            "<1a>x", "<1234>Jun  7 08:09:10 x[1]: y");
}

static void frame(void **state)
{
    struct ed_arena arena;
    struct ed_meta meta = ed_meta_none;
    struct ed_peel peeled = {.told = ed_told_none};
    static const struct form forms[] = {
        {0, "12 <11>Jun 7: x", 0, 0, 0, 0, "<11>Jun 7: x", NO, true, 0},
        {0, "12 <11>Jun 7: x13 <11>Jun 7: yz", 0, 0, 0, 0, "<11>Jun 7: x\n<11>Jun 7: yz", NO, true, 0},
        {0, "900 <11>Jun 7: x", 0, 0, 0, 0, "<11>Jun 7: x", NO, true, 0}, /* goes on in the next line */
        {0, "12 <11>Jun 7: x13 <11>Jun 7: yz7 none", 0, 0, 0, 0, "<11>Jun 7: x\n13 <11>Jun 7: yz7 none", NO, true,
         0}, /* nothing is lost */
        {0, "12 <11>Jun 7: x\r", 0, 0, 0, 0, "<11>Jun 7: x", NO, true, 0},
    };

    (void)state;
    CHECK_ALL(&ed_env_syslog_frame, forms);
    REFUSED(&ed_env_syslog_frame, NULL, "12 <b>bold</b>", "8 <11>Jun 7: x", "4 <1>a", "012 <11>Jun 7: x", "12 files",
            "<11>Jun 7: x", "99999999 <11>x");

    ed_arena_init(&arena); /* NULs end messages too */
    assert_true(ed_env_syslog_frame.peel(&ed_env_syslog_frame, ED_STR("<11>a: x\0<12>b: y\0"), &arena, &meta, &peeled));
    assert_str(peeled.body, "<11>a: x\n<12>b: y");
    peeled = (struct ed_peel){.told = ed_told_none};
    assert_true(ed_env_syslog_frame.peel(&ed_env_syslog_frame, ED_STR("<11>a: x\0"), &arena, &meta, &peeled));
    assert_str(peeled.body, "<11>a: x");
    assert_false(peeled.decoded);
    assert_false(ed_env_syslog_frame.peel(&ed_env_syslog_frame, ED_STR("<b>a\0"), &arena, &meta, &peeled));
    ed_arena_done(&arena);
}

static void newer(void **state)
{
    const struct ed_layer *layer = &ed_env_syslog_5424;
    static const struct form forms[] = {
        {0, "<11>1 2026-06-07T08:09:10.000123Z oak3 ld 12 W1 [meta@1 rank=\"3\"] x", "2026-06-07T08:09:10.000123Z",
         "oak3", "ld", "12", "x", ED_LEVEL_ERR, true, 0},
        {0, "<11>1 2026-06-07T08:09:10Z oak3 ld 12 W1 [a@1 k=\"v] w\\\"] \\\\\"][b@1] x [y]", "2026-06-07T08:09:10Z",
         "oak3", "ld", "12", "x [y]", ED_LEVEL_ERR, true, 0},
        {0, "<14>1 2026-06-07T08:09:10+02:00 - ld main-7 - - x", "2026-06-07T08:09:10+02:00", NULL, "ld", "main-7", "x",
         ED_LEVEL_INFO, true, 0},
        {0, "<14>1 - - - - - - x", NULL, NULL, NULL, NULL, "x", ED_LEVEL_INFO, false, 0},
        {0, "<14>1 2026-06-07T08:09:10Z oak3 ld 12 - -", "2026-06-07T08:09:10Z", "oak3", "ld", "12", "", ED_LEVEL_INFO,
         true, 0},
        {0, "<14>1 2026-06-07T08:09:10Z oak3 ld web.1 - x: y", "2026-06-07T08:09:10Z", "oak3", "ld", "web.1", "x: y",
         ED_LEVEL_INFO, true, 0}, /* without structured data */
        {0, "<14>1 2026-06-07T08:09:10Z oak3 ld 12 - [ERROR] x", "2026-06-07T08:09:10Z", "oak3", "ld", "12",
         "[ERROR] x", ED_LEVEL_INFO, true, 0},
        {0, "<14>1 2026-06-07T08:09:10Z oak3 ld 12 - [a k=\"v x", "2026-06-07T08:09:10Z", "oak3", "ld", "12",
         "[a k=\"v x", ED_LEVEL_INFO, true, 0},
        {0, "<14>1 2026-06-07T08:09:10Z oak3 CEF:0|A|B|1|2|x|3|", "2026-06-07T08:09:10Z", "oak3", NULL, NULL,
         "CEF:0|A|B|1|2|x|3|", ED_LEVEL_INFO, true, 0},
        {0, "<11>1 2026-06-07T08:09:10Z oak3 ld 12 - - Traceback:#012  File \"a\"#012E: x", "2026-06-07T08:09:10Z",
         "oak3", "ld", "12", "Traceback:\n  File \"a\"\nE: x", ED_LEVEL_ERR, true, 0},
    };

    (void)state;
    CHECK_ALL(layer, forms);
    REFUSED(layer, NULL, "<11>1 of 3 things are here now: x y", "<11>0 2026-06-07T08:09:10Z a b c d - x",
            "<11>1 2026-06-07 08:09:10 a b c d - x", "<11>1 2026-06-07T08:09:10Z a b c", "<11>1", "<11>1 ", "<11>1 -",
            "<11>Jun  7 08:09:10 oak3 ld[12]: x", "<200>1 - - - - - - x");
}

static void host(void **state)
{
    const struct ed_layer *layer = &ed_env_syslog_host;
    static const struct form forms[] = {
        {0, "Jun  7 08:09:10 oak3 CEF:0|A|B|1|2|x|3|", "Jun  7 08:09:10", "oak3", 0, 0, "CEF:0|A|B|1|2|x|3|", NO, true,
         0},
        {0, "2026-06-07T08:09:10Z oak3 LEEF:1.0|A|B|1|2|a=b", "2026-06-07T08:09:10Z", "oak3", 0, 0,
         "LEEF:1.0|A|B|1|2|a=b", NO, true, 0},
        {0, "Jun  7 08:09:10 CEF: 0|A|B|1|2|x|3|", "Jun  7 08:09:10", 0, 0, 0, "CEF: 0|A|B|1|2|x|3|", NO, true, 0},
        {0, "Jun 07 08:09:10 oak3 %LINK-3-UPDOWN: x", "Jun 07 08:09:10", "oak3", 0, 0, "%LINK-3-UPDOWN: x",
         ED_LEVEL_ERR, true, 0},
        {0, "Jun 07 2026 08:09:10 fw1 : %FW-4-106023: x", "Jun 07 2026 08:09:10", "fw1", 0, 0, "%FW-4-106023: x",
         ED_LEVEL_WARNING, true, 0},
        {0, "Jun  7 08:09:10 10.0.0.9 *Jun  7 08:09:09.5 UTC: %LINK-3-UPDOWN: x", "Jun  7 08:09:10", "10.0.0.9", 0, 0,
         "*Jun  7 08:09:09.5 UTC: %LINK-3-UPDOWN: x", ED_LEVEL_ERR, true, 0},
        {0, "Jun  7 08:09:10 oak3 type=AVC msg=audit(1.2:3): x", "Jun  7 08:09:10", "oak3", 0, 0,
         "type=AVC msg=audit(1.2:3): x", NO, true, 0},
        {0, "Jun  7 08:09:10 oak3 last message repeated 3 times", "Jun  7 08:09:10", "oak3", 0, 0, "", NO, true, 0},
        {0, "Jun  7 08:09:10 --- last message repeated 1 time ---", "Jun  7 08:09:10", 0, 0, 0, "", NO, true, 0},
    };
    struct peeled p = peel_beside(layer, NULL, forms[7].line);

    (void)state;
    assert_true(p.peel.again);
    assert_int_equal(p.peel.told.repeat, 3);
    ed_arena_done(&p.arena);
    CHECK_ALL(layer, forms);
    REFUSED(layer, NULL, "Jun  7 08:09:10 oak3 the last message", "Jun  7 08:09:10 oak3 CEF: none", "Jun  7 08:09:10 ",
            "Jun  7 08:09:10", "Jun  7 08:09:10 oak3", "Jun  7 08:09:10 oak3 %LINK-9-UPDOWN: x",
            "Jun  7 08:09:10 oak3 % done", "Jun  7 08:09:10 oak3 last message repeated",
            "2026-06-07 08:09:10 oak3 CEF:0|A|B|1|2|x|3|", "Jun  7 08:09:10 oak3 type=AVC",
            "Jun  7 08:09:10 a b CEF:0|A|B|1|2|x|3|");
}

static void repeat(void **state)
{
    const struct ed_layer *layer = &ed_env_syslog_repeat;
    struct peeled p = peel_beside(layer, NULL, "message repeated 3 times: [ ValueError: [x]]");

    (void)state;
    assert_str(p.peel.body, "ValueError: [x]");
    assert_int_equal(p.peel.told.repeat, 3);
    assert_true(p.peel.sure && !p.peel.truncated && !p.peel.again);
    ed_arena_done(&p.arena);
    p = peel_beside(layer, NULL, "message repeated 12 times: [  two blanks]");
    assert_str(p.peel.body, " two blanks");
    assert_int_equal(p.peel.told.repeat, 12);
    ed_arena_done(&p.arena);
    p = peel_beside(layer, NULL, "Last message 'a 'b' c' repeated 7 times, suppressed by syslog-ng on oak3");
    assert_true(p.is && p.peel.again);
    assert_int_equal(p.peel.told.repeat, 7);
    ed_arena_done(&p.arena);
    REFUSED(layer, NULL, "message repeated x times: [a]", "message repeated 3 times", "message repeated 0 times: [a]",
            "message repeated 4294967296 times: [a]", "Last message 'abc' repeated often",
            "Last message 'this is longer than twenty' repeated 7 times, suppressed by syslog-ng on oak3",
            "message repeated");
}

static void cisco(void **state)
{
    const struct ed_layer *layer = &ed_env_cisco;
    static const struct form forms[] = {
        {0, "*Jun  7 08:09:10.123: %LINK-3-UPDOWN: x", "Jun  7 08:09:10.123", 0, 0, 0, "%LINK-3-UPDOWN: x",
         ED_LEVEL_ERR, true, 0},
        {0, ".Jun 17 08:09:10 CEST: %SYS-SP-5-RESTART: x", "Jun 17 08:09:10 CEST", 0, 0, 0, "%SYS-SP-5-RESTART: x",
         ED_LEVEL_NOTICE, true, 0},
        {0, "000123: Jun  7 2026 08:09:10: %A_B-0-C_D: x", "Jun  7 2026 08:09:10", 0, 0, 0, "%A_B-0-C_D: x",
         ED_LEVEL_EMERG, true, 0},
        {0, "Jun 07 2026 08:09:10: %FW-4-106023: x", "Jun 07 2026 08:09:10", 0, 0, 0, "%FW-4-106023: x",
         ED_LEVEL_WARNING, true, 0},
        {0, "00:00:46: %LINK-3-UPDOWN: x", "00:00:46", 0, 0, 0, "%LINK-3-UPDOWN: x", ED_LEVEL_ERR, true, 0},
    };

    (void)state;
    CHECK_ALL(layer, forms);
    REFUSED(layer, NULL, "*Jun  7 08:09:10.123: LINK-3-UPDOWN: x", "*Jun  7 08:09:10.123 %LINK-3-UPDOWN: x", "*Jun",
            "00:00:46: %d done", "*Jun  7 08:09:10: %LINK-3-: x", "*Jun  7 08:09:10: %LINK-UPDOWN: x",
            "000123: ", "*Jun  7 08:09:10: %LINK-3-UPDOWN");
}

static void dmesg(void **state)
{
    const struct ed_layer *layer = &ed_env_dmesg;
    static const struct form forms[] = {
        {0, "[   93.001200] nic0: x", "93.001200", 0, "kernel", 0, "nic0: x", NO, false, "dmesg"},
        {0, "[184220.118442] nic0: x", "184220.118442", 0, "kernel", 0, "nic0: x", NO, false, "dmesg"},
        {0, "[    0.000000] [    T0] x", "0.000000", 0, "kernel", 0, "x", NO, false, "dmesg"},
        {0, "[   93.001200] [    C12] x", "93.001200", 0, "kernel", 0, "x", NO, false, "dmesg"},
        {0, "[   93.001200] ", "93.001200", 0, "kernel", 0, "", NO, false, "dmesg"},
        {0, "<3>[   93.001200] nic0: x", "93.001200", 0, "kernel", 0, "nic0: x", ED_LEVEL_ERR, false, "dmesg"},
        {0, "<30>[    2.100000] systemd[1]: Started x.", "2.100000", 0, "systemd", "1", "Started x.", ED_LEVEL_INFO,
         false, "dmesg"},
        {0, "[    2.100000] (udev-worker)[312]: x", "2.100000", 0, "(udev-worker)", "312", "x", NO, false, "dmesg"},
        {0, "[   93.001200] ld[47]: segfault at 0 ip 00007f", "93.001200", 0, "kernel", 0,
         "ld[47]: segfault at 0 ip 00007f", NO, false, "dmesg"},
        {0, "[   93.001200] usb 1-1: new device", "93.001200", 0, "kernel", 0, "usb 1-1: new device", NO, false,
         "dmesg"},
        {"kernel", "[   93.0] nic0: x", NULL, 0, "kernel", 0, "nic0: x", NO, true, "dmesg"},
        {"kernel", "[    2.100000] systemd[1]: x", NULL, 0, "systemd", "1", "x", NO, true, "dmesg"},
        {"ld", "[   93.001200] x", NULL, 0, "kernel", 0, "x", NO, false, "dmesg"},
        {0, "[   93.001200 <    0.000071>] nic0: x", "93.001200", 0, "kernel", 0, "nic0: x", NO, false, "dmesg-delta"},
        {0, "[<    0.000071>] nic0: x", NULL, 0, "kernel", 0, "nic0: x", NO, false, "dmesg-delta"},
        {0, "[Mon May  5 12:00:00 2025] nic0: x", "Mon May  5 12:00:00 2025", 0, NULL, 0, "nic0: x", NO, false,
         "dmesg-ctime"},
        {0, "[Пн мая 15 12:00:00 2025] systemd[1]: x", "Пн мая 15 12:00:00 2025", 0, "systemd", "1", "x", NO, false,
         "dmesg-ctime"},
        {0, "[Mon May  5 12:00:00 2025 <    0.000071>] x", "Mon May  5 12:00:00 2025", 0, NULL, 0, "x", NO, false,
         "dmesg-ctime"},
        {0, "[Mon May  5 12:00:00 2025] [   93.001200] [    T7] x", "Mon May  5 12:00:00 2025", 0, NULL, 0, "x", NO,
         false, "dmesg-ctime"},
        {0, "[May 5 12:00] x", "May 5 12:00", 0, "kernel", 0, "x", NO, false, "dmesg-reltime"},
        {0, "[May15 12:00] x", "May15 12:00", 0, "kernel", 0, "x", NO, false, "dmesg-reltime"},
        {0, "[  +0.000071] x", NULL, 0, "kernel", 0, "x", NO, false, "dmesg-reltime"},
        {0, "[ +12.345678] x", NULL, 0, "kernel", 0, "x", NO, false, "dmesg-reltime"},
        {0, "[ +123.456789] x", NULL, 0, "kernel", 0, "x", NO, false, "dmesg-reltime"},
        {0, "2025-05-05T12:00:00,123456+02:00 nic0: x", "2025-05-05T12:00:00,123456+02:00", 0, "kernel", 0, "nic0: x",
         NO, false, "dmesg-iso"},
        {0, "2025-05-05T12:00:00,123456+0200 nic0: x", "2025-05-05T12:00:00,123456+0200", 0, "kernel", 0, "nic0: x", NO,
         false, "dmesg-iso"},
        {0, "kern  :err   : [   93.001200] nic0: x", "93.001200", 0, "kernel", 0, "nic0: x", ED_LEVEL_ERR, true,
         "dmesg-decoded"},
        {0, "daemon:notice: [    2.100000] systemd[1]: x", "2.100000", 0, "systemd", "1", "x", ED_LEVEL_NOTICE, true,
         "dmesg-decoded"},
        {0, "kern  :warn  : [Mon May  5 12:00:00 2025] x", "Mon May  5 12:00:00 2025", 0, NULL, 0, "x",
         ED_LEVEL_WARNING, true, "dmesg-decoded"},
        {0, "kern  :info  : x", NULL, 0, "kernel", 0, "x", ED_LEVEL_INFO, true, "dmesg-decoded"}, /* -t */
        {0, "[    93.001] (EE) x", "93.001", 0, NULL, 0, "(EE) x", NO, false, "xorg"},
    };
    struct peeled p = peel_beside(layer, NULL, "[   93.001200] \\x1b[31mnic0\\x1b[0m: C:\\x41 \\xc3\\xa9 \\x");

    (void)state;
    CHECK_ALL(layer, forms);
    assert_true(p.peel.decoded);
    assert_str(p.peel.body, "\033[31mnic0\033[0m: C:\\x41 \xC3\xA9 \\x");
    assert_int_equal(p.peel.continuation, strlen("[   93.001200] "));
    ed_arena_done(&p.arena);
    p = peel_beside(layer, NULL, "kern  :err   : [   93.001200] [    T7] x");
    assert_int_equal(p.peel.continuation, strlen("kern  :err   : [   93.001200] [    T7] "));
    ed_arena_done(&p.arena);
    p = peel_beside(layer, "kernel", "[   93.001200] x"); /* the header is the daemon's */
    assert_int_equal(p.peel.continuation, 0);
    ed_arena_done(&p.arena);
    p = peel_beside(layer, NULL, "2025-05-05T12:00:00,123456+02:00 x");
    assert_int_equal(ed_told_time(&p.peel.told), INT64_C(1746439200123456));
    ed_arena_done(&p.arena);
}

static void not_dmesg(void **state)
{
    (void)state;
    REFUSED(&ed_env_dmesg, NULL, "[   93.001200] oak3 kernel: x", /* journalctl -o short-monotonic */
            "[   93.001200] oak3 ld[12]: x", "[   93.001200 <    0.000071 >] oak3 kernel: x",
            "[Mon May 15 12:00:00 2025] [error] [client 10.0.0.1] x", /* Apache 2.2 */
            "[Mon May 05 12:00:00.123456 2025] [core:error] x", "[  OK  ] Started x.", "[ ok ] x", "[   93] x",
            "[93.001200] x", "[   93.001200]x", "[   93.0012] x", "[1.0] x", "[ x ] y", "[default0]: x", "[INFO] x",
            "[", "[ ", "[]", "[<x>] y", "[ +x] y", "[+1.000071] y", "[  +0.0071] y", "[May 5 12:0] x",
            "[12 5 12:00:00 2025] x", "2025-05-05T12:00:00,123+02:00 ERROR x",
            "2025-05-05T12:00:00.123456+02:00 x[1]: y", "2025-05-05T12:00:00,123456 x", "Errors:values: x",
            "kern  :bad   : x", "<3>x", "<3>[INFO] x");
}

static void kmsg(void **state)
{
    const struct ed_layer *layer = &ed_env_kmsg;
    static const struct form forms[] = {
        {0, "3,812,93001200,-;nic0: x", "93001200", 0, "kernel", 0, "nic0: x", ED_LEVEL_ERR, true, 0},
        {0, "6,812,93001200,-,caller=T123;nic0: a;b", "93001200", 0, "kernel", 0, "nic0: a;b", ED_LEVEL_INFO, true, 0},
        {0, "30,9,2100000,-;systemd[1]: Started x.", "2100000", 0, "systemd", "1", "Started x.", ED_LEVEL_INFO, true,
         0},
        {0, "4,9,0,c;a\\x5cb\\x0ac", "0", 0, "kernel", 0, "a\\b\nc", ED_LEVEL_WARNING, true, 0},
    };
    struct peeled p = peel_beside(layer, NULL, "4,168,0,+;1");

    (void)state;
    CHECK_ALL(layer, forms);
    assert_true(p.is && p.peel.continues);
    ed_arena_done(&p.arena);
    assert_true(layer->restates(ED_STR(" SUBSYSTEM=pci")));
    assert_true(layer->restates(ED_STR(" DEVICE=+pci:0000:01:00.0")));
    assert_false(layer->restates(ED_STR(" A is not B")));
    assert_false(layer->restates(ED_STR("SUBSYSTEM=pci")));
    assert_false(layer->restates(ED_STR(" ")));
    REFUSED(layer, NULL, "3,812,93001200;x", "3,812,x,-;y", "1,2,3,4;5", "3,8", "1000,1,1,-;x", "3,1,1,-", "1,5,2;",
            "3,1,1,;x");
}

static void console(void **state)
{
    static const struct form forms[] = {
        {0, "[  OK  ] Started x.", 0, 0, "systemd", 0, "Started x.", ED_LEVEL_INFO, false, 0},
        {0, "[FAILED] Failed to start x.", 0, 0, "systemd", 0, "Failed to start x.", ED_LEVEL_ERR, false, 0},
        {0, "[DEPEND] Dependency failed for x.", 0, 0, "systemd", 0, "Dependency failed for x.", ED_LEVEL_ERR, false,
         0},
        {0, "[ TIME ] Timed out waiting for x.", 0, 0, "systemd", 0, "Timed out waiting for x.", ED_LEVEL_ERR, false,
         0},
    };

    (void)state;
    CHECK_ALL(&ed_env_console, forms);
    REFUSED(&ed_env_console, NULL, "[  FAILED  ] Suite.case", "[       OK ] Suite.case", "[PASSED] x", "[FAILED]",
            "[FAILED] ", "[ OK ] x", "[failed] x");
}

static void audit(void **state)
{
    const struct ed_layer *layer = &ed_env_audit;
    static const struct form forms[] = {
        {0, "type=AVC msg=audit(1746439200.123:42): avc:  denied  { map }", "1746439200.123", 0, "audit", 0,
         "avc:  denied  { map }", NO, true, 0},
        {0, "node=oak3 type=USER_AUTH msg=audit(1746439200.123:42): pid=1 msg='op=x'", "1746439200.123", "oak3",
         "audit", 0, "pid=1 msg='op=x'", NO, true, 0},
        {0, "type=AVC msg=audit(05/05/2025 12:00:00.123:42) : avc:  denied", "05/05/2025 12:00:00.123", 0, "audit", 0,
         "avc:  denied", NO, true, 0},
        {"kernel", "audit: type=1400 audit(1746439200.123:42): avc:  denied", "1746439200.123", 0, "kernel", 0,
         "avc:  denied", NO, true, 0},
        {0, "type=EOE msg=audit(1746439200.123:42): ", "1746439200.123", 0, "audit", 0, "", NO, true, 0},
    };
    struct peeled p = peel_beside(layer, NULL, forms[0].line);

    (void)state;
    assert_int_equal(ed_told_time(&p.peel.told), INT64_C(1746439200123000));
    ed_arena_done(&p.arena);
    CHECK_ALL(layer, forms);
    REFUSED(layer, NULL, "type=AVC msg=audit(1.2): x", "type=error msg=\"x\"", "type=AVC msg=audit(1.2:3) x",
            "type=", "node=oak3 x", "type=AVC msg=audit(1.2:3",
            "type=AVC msg=audit():", "audit: backlog limit exceeded");
}

static void events(void **state)
{
    const struct ed_layer *layer = &ed_env_cef;
    static const struct form forms[] = {
        {0,
         "CEF:0|Acme|Loader \\| Mapper|1.0|12|cannot map|8|src=10.0.0.1 msg=region\\=3 is gone\\nfor good "
         "dvchost=oak3 rt=1746439200123 dvcpid=12",
         "1746439200123", "oak3", "Loader \\| Mapper", "12", "cannot map\nregion=3 is gone\nfor good", ED_LEVEL_ERR,
         true, "cef"},
        {0, "CEF: 0|Acme|Loader|1.0|12|cannot map|Very-High|", 0, 0, "Loader", 0, "cannot map", ED_LEVEL_CRIT, true,
         "cef"},
        {0, "CEF:0|Acme|Loader|1.0|12|a \\| b|3", 0, 0, "Loader", 0, "a | b", ED_LEVEL_INFO, true, "cef"},
        {"CEF", "0|Acme|Loader|1.0|12|cannot map|5|a=b=c msg=x", 0, 0, "Loader", 0, "cannot map\nx", ED_LEVEL_WARNING,
         true, "cef"},
        {0, "LEEF:1.0|Acme|Loader|1.0|LOAD_FAILED|sev=9\tmsg=cannot map\tsrc=10.0.0.1", 0, 0, "Loader", 0,
         "LOAD_FAILED\ncannot map", ED_LEVEL_CRIT, true, "leef"},
        {0, "LEEF:2.0|Acme|Loader|1.0|41|^|devTime=1746439200123^msg=cannot map a=b^sev=5", "1746439200123", 0,
         "Loader", 0, "cannot map a=b", ED_LEVEL_WARNING, true, "leef"},
        {0, "LEEF:2.0|Acme|Loader|1.0|41|0x5E|src=1^msg=x", 0, 0, "Loader", 0, "x", NO, true, "leef"},
        {0, "LEEF:2.0|Acme|Loader|1.0|41|src=1\tmsg=x|y", 0, 0, "Loader", 0, "x|y", NO, true, "leef"},
        {"LEEF", "1.0|Acme|Loader|1.0|LOAD_FAILED|", 0, 0, "Loader", 0, "LOAD_FAILED", NO, true, "leef"},
    };

    (void)state;
    CHECK_ALL(layer, forms);
    REFUSED(layer, NULL, "CEF:0|Acme|Loader|1.0|12", "CEF:0|a", "0|a|b|c|d|e|f|", "ABC:0|a|b|c|d|e|f|",
            "LEEF:", "CEF:0|a|b|c|d|e\\|f", "LEEF:1.0|a|b|c|d");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_of_variants),
        cmocka_unit_test(priority),
        cmocka_unit_test(frame),
        cmocka_unit_test(newer),
        cmocka_unit_test(host),
        cmocka_unit_test(repeat),
        cmocka_unit_test(cisco),
        cmocka_unit_test(dmesg),
        cmocka_unit_test(not_dmesg),
        cmocka_unit_test(kmsg),
        cmocka_unit_test(console),
        cmocka_unit_test(audit),
        cmocka_unit_test(events),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
