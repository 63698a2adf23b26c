/*
 * test_order.c: what led to what, and the order of reading. A case is a row of findings, named by letters in the order
 * of their groups; what is wanted is their reading order with the cause of each behind it.
 */
#include <setjmp.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "diag/order.h"

#include <cmocka.h>

struct given {
    const char *family, *host, *unit;
    uint64_t source, line;
    int64_t seconds; /* 0: no time */
    uint64_t trace;
    bool trace_root, unsure;
    enum ed_tier tier;
    enum ed_severity severity;
};

/* "oom" is a root; "exit" a consequence of "oom" and "gpu"; "late" a symptom of "exit"; "ring" and "gnir" of each
 * other. */
static enum ed_rc family_of(void *ctx, struct ed_str slug, struct ed_arena *arena, struct ed_family *ret,
                            struct ed_err *err)
{
    static const struct {
        const char *slug, *role, *follows[3];
    } known[] = {{"oom", "root", {NULL}},
                 {"gpu", "root", {NULL}},
                 {"exit", "consequence", {"oom", "gpu", NULL}},
                 {"late", "symptom", {"exit", NULL}},
                 {"ring", "symptom", {"gnir", NULL}},
                 {"gnir", "symptom", {"ring", NULL}}};

    (void)ctx;
    (void)err;
    for (size_t i = 0; i < ED_ARRAY_LEN(known); i++) {
        struct ed_str *follows = ed_arena_zero(arena, 3, sizeof(*follows));

        if (!ed_str_is(slug, known[i].slug)) {
            continue;
        }
        ret->slug = slug;
        ret->role = ed_str_c(known[i].role);
        ret->follows_from.v = follows;
        for (size_t k = 0; known[i].follows[k]; k++) {
            follows[ret->follows_from.n++] = ed_str_c(known[i].follows[k]);
        }
        return ED_OK;
    }
    return ED_NOT_FOUND;
}

/* "a; b<a": a first, then b, which came from a. */
static void check(const struct given *given, size_t n, const char *want)
{
    struct ed_group *groups = ed_alloc_zero(n, sizeof(*groups)), **order = NULL;
    struct ed_record *records = ed_alloc_zero(n, sizeof(*records));
    struct ed_arena arena;
    char have[128] = "";

    ed_arena_init(&arena);
    for (size_t i = 0; i < n; i++) {
        records[i].background_tag = given[i].family ? ed_str_c(given[i].family) : ED_STR_NONE;
        records[i].severity = given[i].severity;
        groups[i].finding = (struct ed_finding){
            .row = (uint32_t)i,
            .record = &records[i],
            .tier = given[i].tier,
            .confidence = given[i].unsure ? 0.3 : 0.9,
            .first = {.line = given[i].line, .host = ed_str_c(given[i].host), .unit = ed_str_c(given[i].unit)}};
        groups[i].first_source = given[i].source;
        groups[i].moment = given[i].seconds ? given[i].seconds * 1000000 : ED_TIME_UNKNOWN;
        groups[i].trace = given[i].trace;
        groups[i].trace_root = given[i].trace_root;
    }
    assert_int_equal(ed_order_run(groups, n, (struct ed_order_families){family_of, NULL}, &arena, &order, NULL), ED_OK);
    for (size_t i = 0; i < n; i++) {
        size_t at = strlen(have);

        snprintf(have + at, sizeof(have) - at, "%s%c", i ? " " : "", (char)('a' + (order[i] - groups)));
        if (order[i]->cause) {
            assert_non_null(order[i]->finding.cause_says);
            at = strlen(have);
            snprintf(have + at, sizeof(have) - at, "<%c", (char)('a' + (order[i]->cause - groups)));
        }
    }
    if (strcmp(have, want) != 0) {
        fail_msg("%s, not %s", have, want);
    }
    ed_arena_done(&arena);
    ed_free(records);
    ed_free(groups);
}

#define CHECK(want, ...)                                                                                               \
    do {                                                                                                               \
        const struct given given[] = {__VA_ARGS__};                                                                    \
        check(given, ED_ARRAY_LEN(given), want);                                                                       \
    } while (0)

static void families_lead(void **state)
{
    (void)state;
    CHECK("b a<b", {.family = "exit", .line = 9}, {.family = "oom", .line = 3});
    CHECK("a c<a b<c", {.family = "oom", .line = 1}, {.family = "late", .line = 5}, {.family = "exit", .line = 3});
    /* the nearest one before it */
    CHECK("a b c<b", {.family = "oom", .line = 1}, {.family = "gpu", .line = 5}, {.family = "exit", .line = 6});
    CHECK("a b c<a", {.family = "oom", .line = 1}, {.family = "gpu", .line = 8}, {.family = "exit", .line = 6});
    /* what is no cause by its words leads nowhere; a consequence comes last all the same */
    CHECK("b a", {.family = "exit", .line = 1}, {.line = 2});
    CHECK("b a", {.family = "exit", .line = 1}, {.family = "unknown", .line = 2});
    /* no one leads to itself, over any number of steps */
    CHECK("b a<b", {.family = "ring", .line = 1}, {.family = "gnir", .line = 2});
}

static void what_speaks_against(void **state)
{
    (void)state;
    CHECK("a b", {.family = "oom", .line = 1, .host = "db"}, {.family = "exit", .line = 2, .host = "gpu"});
    CHECK("a b<a", {.family = "oom", .line = 1, .host = "db"}, {.family = "exit", .line = 2, .host = "db"});
    CHECK("a b<a", {.family = "oom", .line = 1}, {.family = "exit", .line = 2, .host = "db"});
    CHECK("a b", {.family = "oom", .line = 1, .unit = "x.service"}, {.family = "exit", .line = 2, .unit = "y.service"});
    CHECK("a b", {.family = "oom", .line = 1, .unsure = true}, {.family = "exit", .line = 2, .unsure = true});
    CHECK("b a", {.family = "oom", .line = 1, .tier = ED_TIER_SIMILAR}, {.family = "exit", .line = 2});
    /* times: a quarter of an hour before, a moment behind; other sources only by their times */
    CHECK("a b<a", {.family = "oom", .line = 1, .seconds = 1000}, {.family = "exit", .line = 2, .seconds = 1800});
    CHECK("a b", {.family = "oom", .line = 1, .seconds = 1000}, {.family = "exit", .line = 2, .seconds = 2000});
    CHECK("a b<a", {.family = "oom", .line = 2, .seconds = 1010}, {.family = "exit", .line = 1, .seconds = 1000});
    CHECK("a b", {.family = "oom", .line = 2, .seconds = 1030}, {.family = "exit", .line = 1, .seconds = 1000});
    CHECK("a b", {.family = "oom", .line = 300}, {.family = "exit", .line = 1});
    CHECK("a b", {.family = "oom", .line = 1}, {.family = "exit", .line = 1, .source = 1});
    CHECK("a b<a", {.family = "oom", .line = 1, .seconds = 5},
          {.family = "exit", .line = 1, .source = 1, .seconds = 9});
}

static void traces_lead(void **state)
{
    (void)state;
    CHECK("b a<b", {.line = 1, .trace = 7}, {.line = 9, .trace = 7, .trace_root = true});
    CHECK("a b", {.line = 1, .trace = 7}, {.line = 9, .trace = 8, .trace_root = true});
    CHECK("a b", {.line = 1}, {.line = 9, .trace_root = true});
    /* words of the trace before those of families */
    CHECK("a b c<b", {.family = "oom", .line = 1}, {.line = 3, .trace = 2, .trace_root = true},
          {.family = "exit", .line = 2, .trace = 2});
}

static void order_of_reading(void **state)
{
    (void)state;
    CHECK("b a c", {.line = 2}, {.line = 1}, {.line = 1, .source = 1});
    CHECK("b a", {.line = 1, .severity = ED_SEVERITY_WARNING}, {.line = 1, .severity = ED_SEVERITY_ERROR});
    CHECK("d c b a", {.line = 1, .tier = ED_TIER_SIMILAR}, {.line = 2, .tier = ED_TIER_CODE},
          {.line = 3, .unsure = true}, {.line = 4});
    CHECK("b a", {.family = "late", .line = 1}, {.line = 4});
    check(NULL, 0, "");
    /* a cause that is sure speaks for what came of it */
    CHECK("a b<a c", {.family = "oom", .line = 1}, {.family = "exit", .line = 2, .unsure = true},
          {.line = 3, .unsure = true});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_lead),
        cmocka_unit_test(what_speaks_against),
        cmocka_unit_test(traces_lead),
        cmocka_unit_test(order_of_reading),
    };

    return cmocka_run_group_tests(tests, /* setup */ NULL, /* teardown */ NULL);
}
