/*
 * test_accept.c: what makes a finding an accepted one: the record, the values that are no numbers, shapes; and what is
 * no file of accepted findings.
 */
#include <setjmp.h>

#include "diag/accept.h"

#include <cmocka.h>

static struct ed_accept *read_text(const char *text)
{
    struct ed_accept *accept = NULL;
    struct ed_err err = {0};

    if (ed_accept_read(ed_str_c(text), &accept, &err) != ED_OK) {
        fail_msg("%s: %s", err.pointer, err.message);
    }
    return accept;
}

#define FILE_OF(entries) "{\"schema\": \"errdex-accept/1\", \"findings\": [" entries "]}"
#define RECORD           "\"id\": \"00000000000000aa\", \"repo\": \"acme/app\", \"slug\": \"disk-gone\""

static const struct ed_record record = {
    .id = ED_STR_INIT("00000000000000aa"), .repo = ED_STR_INIT("acme/app"), .slug = ED_STR_INIT("disk-gone")};

static bool is_accepted(const char *text, enum ed_tier tier, const char *disk)
{
    struct ed_value values[] = {{.name = ED_STR("disk"), .value = ed_str_c(disk)},
                                {.name = ED_STR("bay"), .value = ED_STR("7"), .numeric = true},
                                {.name = ED_STR("at"), .value = ED_STR("7ffe"), .hex = true},
                                {.name = ED_STR("address"), .value = ED_STR("0x7ffe")},
                                {.name = ED_STR("note"), .value = ED_STR("")}};
    struct ed_finding finding = {.record = &record, .tier = tier, .values = values, .nvalues = ED_ARRAY_LEN(values)};
    struct ed_accept *accept = read_text(text);

    ed_accept_mark(accept, &finding);
    ed_accept_free(accept);
    return finding.accepted;
}

static void values_tell(void **state)
{
    const char *exact = FILE_OF("{" RECORD ", \"values\": [{\"name\": \"disk\", \"value\": \"sda\"}]}");
    const char *any = FILE_OF("{" RECORD "}"), *none = FILE_OF("{" RECORD ", \"values\": []}");
    const char *like = FILE_OF("{" RECORD ", \"values\": [{\"name\": \"disk\", \"like\": \"sd*%d\"}]}");
    const char *other = FILE_OF("{\"id\": \"00000000000000ab\", \"repo\": \"a/b\", \"slug\": \"c\"}");

    (void)state;
    assert_true(is_accepted(exact, ED_TIER_EXACT, "sda"));
    assert_false(is_accepted(exact, ED_TIER_EXACT, "sdb"));
    assert_false(is_accepted(exact, ED_TIER_CODE, "sda"));
    assert_false(is_accepted(exact, ED_TIER_SIMILAR, "sda"));
    assert_true(is_accepted(any, ED_TIER_EXACT, "sdb"));
    assert_false(is_accepted(none, ED_TIER_EXACT, "sda"));
    assert_true(is_accepted(none, ED_TIER_EXACT, ""));
    assert_true(is_accepted(like, ED_TIER_EXACT, "sda17"));
    assert_false(is_accepted(like, ED_TIER_EXACT, "sda"));
    assert_false(is_accepted(other, ED_TIER_EXACT, "sda"));
}

static void count_one(void *ctx, struct ed_str words)
{
    (void)words;
    ++*(size_t *)ctx;
}

/* Long and hostile values survive the way through a file; values that differ behind the cut are two. */
static void values_survive(void **state)
{
    char long_a[1000], long_b[1000];
    struct ed_value values[3] = {{.name = ED_STR("v"), .value = ed_str(long_a, sizeof(long_a))},
                                 {.name = ED_STR("v"), .value = ed_str(long_b, sizeof(long_b))},
                                 {.name = ED_STR("v"), .value = ED_STR("\0\033[2J\xff\n\"*%d")}};
    struct ed_finding findings[3];
    struct ed_accept *accept;
    struct ed_buf out, again;
    size_t stale = 0;

    (void)state;
    memset(long_a, 'x', sizeof(long_a));
    memset(long_b, 'x', sizeof(long_b));
    long_b[999] = 'y';
    for (size_t i = 0; i < 3; i++) {
        findings[i] = (struct ed_finding){.record = &record, .values = &values[i], .nvalues = 1};
    }
    ed_buf_init(&out, 0);
    ed_buf_init(&again, 0);
    ed_accept_write(/* accept= */ NULL, findings, 3, &out);
    assert_true(out.n < 1500);
    accept = read_text(out.p);
    assert_int_equal(ed_accept_stale(accept, count_one, &stale), 3);
    for (size_t i = 0; i < 3; i++) {
        ed_accept_mark(accept, &findings[i]);
        assert_true(findings[i].accepted);
    }
    assert_int_equal(ed_accept_stale(accept, count_one, &stale), 0);
    assert_int_equal(stale, 3);
    ed_accept_write(accept, findings, 3, &again);
    assert_string_equal(out.p, again.p);
    ed_accept_free(accept);
    ed_buf_done(&out);
    ed_buf_done(&again);
}

/* An entry is written once, with its reason; order is that of names, not of the run. */
static void written_once_in_order(void **state)
{
    static const struct ed_record first = {
        .id = ED_STR_INIT("00000000000000ff"), .repo = ED_STR_INIT("acme/aaa"), .slug = ED_STR_INIT("zzz")};
    struct ed_accept *accept = read_text(FILE_OF("{" RECORD "}, {" RECORD ", \"reason\": \"known\"}"));
    struct ed_finding findings[2] = {{.record = &first}, {.record = &first, .tier = ED_TIER_SIMILAR}};
    struct ed_buf out;

    (void)state;
    ed_buf_init(&out, 0);
    ed_accept_write(accept, findings, 2, &out);
    assert_string_equal(
        out.p, "{\n  \"schema\": \"errdex-accept/1\",\n  \"findings\": [\n"
               "    {\"id\":\"00000000000000ff\",\"repo\":\"acme/aaa\",\"slug\":\"zzz\",\"values\":[]},\n"
               "    {\"id\":\"00000000000000aa\",\"repo\":\"acme/app\",\"slug\":\"disk-gone\",\"reason\":\"known\"}\n  "
               "]\n}\n");
    ed_buf_reset(&out);
    ed_accept_write(/* accept= */ NULL, findings, 0, &out);
    assert_string_equal(out.p, "{\n  \"schema\": \"errdex-accept/1\",\n  \"findings\": []\n}\n");
    ed_accept_free(accept);
    ed_buf_done(&out);
}

static void refused(void **state)
{
    static const struct {
        const char *text, *pointer;
    } files[] = {
        {"{", ""},
        {"[]", ""},
        {"{\"schema\": 1}", ""},
        {"{\"schema\": \"errdex-accept/2\", \"findings\": []}", "/schema"},
        {"{\"schema\": \"errdex-accept/1\"}", "/findings"},
        {"{\"schema\": \"errdex-accept/1\", \"findings\": [], \"x\": 1}", ""},
        {FILE_OF("1"), "/findings/0"},
        {FILE_OF("{}"), "/findings/0/id"},
        {FILE_OF("{\"id\": 1}"), "/findings/0/id"},
        {FILE_OF("{" RECORD "}, {" RECORD ", \"vaules\": []}"), "/findings/1"},
        {FILE_OF("{" RECORD ", \"slug\": \"x\"}"), "/findings/0"},
        {FILE_OF("{" RECORD ", \"values\": {}}"), "/findings/0/values"},
        {FILE_OF("{" RECORD ", \"values\": [{\"name\": \"x\"}]}"), "/findings/0/values/0/value"},
        {FILE_OF("{" RECORD ", \"values\": [{\"value\": \"x\"}]}"), "/findings/0/values/0/name"},
        {FILE_OF("{" RECORD ", \"values\": [{\"name\": \"x\", \"value\": \"x\", \"like\": \"x\"}]}"),
         "/findings/0/values/0/like"},
        {FILE_OF("{" RECORD ", \"values\": [{\"name\": \"x\", \"like\": \"%\"}]}"), "/findings/0/values/0/like"},
        {FILE_OF("{" RECORD ", \"reason\": null}"), "/findings/0/reason"},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(files); i++) {
        struct ed_accept *accept = NULL;
        struct ed_err err = {0};

        assert_int_equal(ed_accept_read(ed_str_c(files[i].text), &accept, &err), ED_ERR_INPUT);
        assert_null(accept);
        assert_string_equal(err.pointer, files[i].pointer);
        assert_true(err.message[0] != '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_tell), cmocka_unit_test(values_survive),
                                       cmocka_unit_test(written_once_in_order), cmocka_unit_test(refused)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
