/*
 * test_near.c: what counts as nearly a record's wording and what does not, what is said of the difference, which texts
 * are codes, and that a damaged blob is refused.
 */
#include "base/alloc.h"
#include "match/near_build.h"
#include "match/near_format.h"

#include <setjmp.h>

#include <cmocka.h>

#define HASH 99

static const struct {
    const char *regex, *code;
    unsigned flags;
    const char *names[2];
    size_t nnames;
} samples[] = {
    /* 0 */ {"\\bMISCONF\\s+Redis\\s+is\\s+configured\\s+to\\s+save\\s+RDB\\s+snapshots,\\s+but\\s+it's\\s+"
             "currently\\s+unable\\s+"
             "to\\s+persist\\s+to\\s+disk\\.",
             "MISCONF",
             0,
             {0},
             0},
    /* 1 */ {"\\binvalid\\s+option:\\s+Windows\\s+does\\s+not\\s+support\\s+MemorySwappiness\\b", NULL, 0, {0}, 0},
    /* 2 */
    {"\\bgizmo\\s+(.+?)\\s+of\\s+frobnicator\\s+was\\s+quarantined\\s+after\\s+(\\d+)\\s+spurious\\s+resets\\b",
     "GZ-4711",
     0,
     {"name", "times"},
     2},
    /* 3 */
    {"\\bgizmo\\s+(.+?)\\s+of\\s+frobnicator\\s+was\\s+quarantined\\s+after\\s+(\\d+)\\s+spurious\\s+resets\\b",
     "TIMEOUT",
     0,
     {"name", "times"},
     2},
    /* 4 */ {"\\bthe\\s+connection\\s+was\\s+closed\\b", "ERR_SSL_PROTOCOL_ERROR", 0, {0}, 0},
};

struct fixture {
    struct ed_buf blob;
    struct ed_near *near;
    struct ed_arena arena;
    struct ed_marks marks;
    struct ed_str names[2];
    struct ed_buf out;
};

static enum ed_rc fetch(void *ctx, uint32_t record, struct ed_pattern *ret_pattern, struct ed_err *err)
{
    struct fixture *f = ctx;
    size_t i = record / 10;

    (void)err;
    for (size_t k = 0; k < samples[i].nnames; k++) {
        f->names[k] = ed_str_c(samples[i].names[k]);
    }
    *ret_pattern = (struct ed_pattern){
        .regex = ed_str_c(samples[i].regex), .flags = samples[i].flags, .names = f->names, .nnames = samples[i].nnames};
    return ED_OK;
}

/* Sample i is record 10 * i. */
static int setup(void **state)
{
    struct fixture *f = test_calloc(1, sizeof(*f));
    struct ed_index_builder *builder = ed_index_builder_new();
    struct ed_near_coded codes[ED_ARRAY_LEN(samples)];
    struct ed_buf index;
    struct ed_err err = {0};

    ed_buf_init(&index, 0);
    ed_buf_init(&f->blob, 0);
    ed_buf_init(&f->out, 0);
    ed_arena_init(&f->arena);
    for (size_t i = 0; i < ED_ARRAY_LEN(samples); i++) {
        ed_index_builder_add(builder, (uint32_t)(10 * i), ed_str_c(samples[i].regex));
        codes[i] = (struct ed_near_coded){(uint32_t)(10 * i), ed_str_c(samples[i].code)};
    }
    ed_index_builder_finish(builder, HASH, &index, /* info */ NULL, /* ctx */ NULL);
    ed_near_build(builder, /* floor */ 0, codes, ED_ARRAY_LEN(codes), HASH, &f->blob);
    ed_index_builder_free(builder);
    ed_buf_done(&index);
    assert_int_equal(ed_near_open(ed_buf_view(&f->blob), HASH, &f->near, &err), ED_OK);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    ed_near_free(f->near);
    ed_buf_done(&f->blob);
    ed_buf_done(&f->out);
    ed_arena_done(&f->arena);
    ed_marks_done(&f->marks);
    test_free(f);
    return 0;
}

/* "record start-end [record's words|text's words]... name=value... +other", or "" for none. */
static void similar(struct fixture *f, const char *text, const char *want)
{
    struct ed_err err = {0};
    struct ed_near_hit hit = {0};
    enum ed_rc rc = ed_near_similar(f->near, (struct ed_pattern_source){fetch, f}, ed_str_c(text), 0, strlen(text),
                                    &f->arena, &hit, &err);

    ed_buf_reset(&f->out);
    ed_buf_text(&f->out, "");
    if (rc == ED_OK) {
        assert_true(ed_near_touches(f->near, ed_str_c(text), &f->marks) & ED_NEAR_WORDING);
        ed_buf_printf(&f->out, "%" PRIu32 " %zu-%zu", hit.record, hit.start, hit.end);
        for (size_t i = 0; i < hit.ngaps; i++) {
            ed_buf_printf(&f->out, " [%.*s|%.*s]", ED_STR_ARG(hit.gaps[i].record), ED_STR_ARG(hit.gaps[i].text));
        }
        for (size_t i = 0; i < hit.ncaptures; i++) {
            ed_buf_printf(&f->out, " %.*s=%.*s", ED_STR_ARG(hit.captures[i].name), ED_STR_ARG(hit.captures[i].value));
        }
        for (size_t i = 0; i < hit.nothers; i++) {
            ed_buf_printf(&f->out, " +%" PRIu32, hit.others[i]);
        }
        assert_true(hit.bits >= ED_NEAR_BITS && hit.bits >= ED_NEAR_SHARE * hit.all && hit.bits <= hit.all);
    }
    assert_string_equal(f->out.p ? f->out.p : "", want);
}

static void a_changed_wording_is_similar(void **state)
{
    similar(
        *state,
        "(error) MISCONF Redis is configured to save RDB snapshots, but it is currently not able to persist on disk.",
        "0 8-98 [s|is] [unable|not able] [to disk|on]");
}

static void cut_short_and_broken_inside_a_word(void **state)
{
    similar(*state, "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to pers",
            "0 0-79 [persist to disk|pers]");
    similar(*state,
            "MISCONF Redis is confi\n  gured to save RDB snapshots, but it's currently unable to persist to disk",
            "0 0-98 [configured|confi\n  gured]");
}

static void holes_are_captured_between_words_that_are_there(void **state)
{
    similar(*state, "gizmo left arm of frobnicator was quarantined after 17 needless resets",
            "20 0-70 [spurious|] name=left arm +30");
    similar(*state, "gizmo A of frobnicator had been quarantined after many spurious resets",
            "20 0-70 [was|had been] name=A times=many +30");
}

static void what_is_not_similar(void **state)
{
    static const char *const texts[] = {
        "invalid option: Windows does not support BlkioDeviceWriteIOps", /* a sibling: its own word is another */
        "the frobnicator of a gizmo had resets, spurious ones, and was after that quarantined", /* another order */
        "Redis is configured to save snapshots to disk",                                        /* too little */
        "the connection was closed by the client", /* no bits to speak of */
        "MISCONF Redis is not configured to save RDB snapshots, but it's currently unable to persist to disk.",
        "MISCONF Redis\nis\nconfigured\nRDB\nsnapshots", /* scattered: no pair is left */
    };

    for (size_t i = 0; i < ED_ARRAY_LEN(texts) - 1; i++) {
        similar(*state, texts[i], "");
    }
}

static void few_texts_touch_anything(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(ed_near_touches(f->near, ED_STR(""), &f->marks), 0);
    assert_int_equal(ed_near_touches(f->near, ED_STR("frobnicator"), &f->marks), 0);
    assert_int_equal(ed_near_touches(f->near, ED_STR("of frobnicator had been"), &f->marks), 0); /* one pair */
    assert_int_equal(ed_near_touches(f->near, ED_STR("of frobnicator: was quarantined"), &f->marks), ED_NEAR_WORDING);
    assert_int_equal(ed_near_touches(f->near, ED_STR("of\n frobnicator was quarantined, GZ-4711"), &f->marks),
                     ED_NEAR_WORDING | ED_NEAR_CODE);
}

static void on_code(void *ctx, uint32_t record, size_t start, size_t end)
{
    struct fixture *f = ctx;

    ed_buf_printf(&f->out, "%" PRIu32 " %zu-%zu;", record, start, end);
}

static void codes(struct fixture *f, const char *text, const char *want)
{
    bool touches = ed_near_touches(f->near, ed_str_c(text), &f->marks) & ED_NEAR_CODE;

    ed_buf_reset(&f->out);
    ed_buf_text(&f->out, "");
    ed_near_codes(f->near, ed_str_c(text), on_code, f);
    assert_string_equal(f->out.p ? f->out.p : "", want);
    assert_true(touches || f->out.n == 0); /* what is passed over by the fast look holds none */
}

static void codes_stand_as_whole_words(void **state)
{
    codes(*state, "MISCONF", "0 0-7;");
    codes(*state, "error GZ-4711: gone (ERR_SSL_PROTOCOL_ERROR)", "20 6-13;40 21-43;");
    codes(*state, "GZ-47110 GZ 4711 GZ_4711 XGZ-4711 -GZ-4711 misconf MISCONFIG", "");
    codes(*state, "TIMEOUT", ""); /* a word of logs */
}

static void what_is_a_code(void **state)
{
    static const char *const yes[] = {"ORA-00600",  "TS2304",  "E4711", "ERR_SSL_PROTOCOL_ERROR",
                                      "EADDRINUSE", "MISCONF", "E0308", "PGRST116"};
    static const char *const no[] = {"ERROR",   "HTTP",          "JSON",    "EOF",        "404",
                                     "12345",   "E42",           "TIMEOUT", "HTTP_500",   "INTERNAL_ERROR",
                                     "Warning", "no space here", "",        "eaddrinuse", "NOT_FOUND"};

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(yes); i++) {
        if (!ed_near_is_code(ed_str_c(yes[i]))) {
            fail_msg("%s is a code", yes[i]);
        }
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(no); i++) {
        if (ed_near_is_code(ed_str_c(no[i]))) {
            fail_msg("%s is no code", no[i]);
        }
    }
    assert_false(ed_near_is_code(ED_STR_NONE));
}

static void a_foreign_blob_is_refused(void **state)
{
    struct fixture *f = *state;
    struct ed_str blob = ed_buf_view(&f->blob);
    struct ed_err err = {0};
    struct ed_near *near = NULL;
    char *copy = ed_alloc(blob.n);

    assert_int_equal(ed_near_open(blob, HASH + 1, &near, &err), ED_NOT_FOUND);
    for (size_t i = 0; i < blob.n; i += 5) {
        memcpy(copy, blob.p, blob.n);
        copy[i] ^= 0x10;
        assert_int_not_equal(ed_near_open(ed_str(copy, blob.n), HASH, &near, &err), ED_OK);
    }
    for (size_t n = 0; n < blob.n; n += 8) {
        assert_int_equal(ed_near_open(ed_str_slice(blob, 0, n), HASH, &near, &err), ED_ERR_INPUT);
    }
    ed_free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_changed_wording_is_similar, setup, teardown),
        cmocka_unit_test_setup_teardown(cut_short_and_broken_inside_a_word, setup, teardown),
        cmocka_unit_test_setup_teardown(holes_are_captured_between_words_that_are_there, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_not_similar, setup, teardown),
        cmocka_unit_test_setup_teardown(few_texts_touch_anything, setup, teardown),
        cmocka_unit_test_setup_teardown(codes_stand_as_whole_words, setup, teardown),
        cmocka_unit_test(what_is_a_code),
        cmocka_unit_test_setup_teardown(a_foreign_blob_is_refused, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
