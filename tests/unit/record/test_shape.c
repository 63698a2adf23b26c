/*
 * test_shape.c: one value of each shape, the broken and the sparse ones too.
 */
#include "record/shape.h"

#include <setjmp.h>

#include <cmocka.h>

static void test_shapes(void **state)
{
    static const struct {
        enum ed_shape shape;
        const char *json;
    } cases[] = {
        {ED_SHAPE_RECORD,
         "{\"id\":\"a\",\"repo\":\"o/n\",\"slug\":\"s\",\"errorMessage\":\"m\",\"messagePattern\":\"m\"}"},
        {ED_SHAPE_RECORD, "{\"id\":\"a\",\"repo\":\"o/n\",\"slug\":\"s\",\"errorMessage\":\"m\"}"},
        {ED_SHAPE_RECORD, "{\"slug\":\"s\",\"errorMessage\":\"m\"}"},
        {ED_SHAPE_RECORD, "{\"id\":\"a\",\"errorMessage\":7}"},
        {ED_SHAPE_RECORD, "{\"repo\":\"o/n\",\"errorMessage\":\"m\",\"solutions\":[]}"},
        {ED_SHAPE_RECORD, "{\"id\":\"a\",\"slug\":\"s\",\"errorMessage\":null,\"documentation\":\"d\"}"},
        {ED_SHAPE_RECORD, "{\"id\":\"a\",\"slug\":\"s\",\"errorType\":\"panic\"}"},
        {ED_SHAPE_RECORD, "{\"id\":\"a\",\"slug\":\"s\",\"errorMessage\":\"m\",\"record\":\"a string\"}"},
        {ED_SHAPE_RECORD, "{\"id\":\"a\",\"slug\":\"s\",\"errorMessage\":\"m\",\"record\":{},\"clusterKey\":\"k\"}"},
        {ED_SHAPE_WRAPPED, "{\"record\":{\"id\":\"a\"},\"datasetVersion\":\"v\"}"},
        {ED_SHAPE_WRAPPED, "{\"record\":{}}"},
        {ED_SHAPE_FAMILY, "{\"slug\":\"s\",\"clusterKey\":\"tag:s\",\"title\":\"t\",\"errorIds\":[]}"},
        {ED_SHAPE_INFO_ENTRY, "{\"slug\":\"s\",\"clusterKey\":\"tag:s\",\"title\":\"t\",\"errorCount\":1}"},
        {ED_SHAPE_INFO_ENTRY, "{\"slug\":\"s\",\"title\":\"t\",\"summary\":\"u\",\"errorCount\":3,\"repoCount\":1}"},
        {ED_SHAPE_EXAMPLE, "{\"record\":\"0123456789abcdef\",\"lines\":[{\"log\":\"l\"}],\"nearMiss\":[]}"},
        {ED_SHAPE_EXAMPLE, "{\"lines\":[],\"nearMiss\":[]}"},
        {ED_SHAPE_WRAPPED, "{\"record\":{},\"lines\":[]}"},
        {ED_SHAPE_UNKNOWN, "{\"lines\":[]}"},
        {ED_SHAPE_PLAYBOOK, "{\"playbook\":\"p\",\"schemaVersion\":1,\"title\":\"t\",\"evidence\":[]}"},
        {ED_SHAPE_UNKNOWN, "{\"playbook\":\"p\",\"title\":\"t\"}"},
        {ED_SHAPE_MANIFEST, "{\"schemaVersion\":2,\"datasetVersion\":\"v\",\"counts\":{\"repos\":1},\"files\":{}}"},
        {ED_SHAPE_REPO_ENTRY, "{\"repo\":\"o/n\",\"description\":null,\"language\":\"C\",\"stars\":5,"
                              "\"defaultBranch\":\"main\",\"analyzedSha\":\"x\",\"errorCount\":2}"},
        {ED_SHAPE_COMPACT,
         "{\"id\":\"a\",\"repo\":\"o/n\",\"slug\":\"s\",\"code\":null,\"msg\":\"m\",\"pattern\":\"m\","
         "\"type\":\"http\",\"cls\":null,\"tags\":[],\"sev\":\"error\"}"},
        {ED_SHAPE_COMPACT, "{\"id\":\"a\",\"slug\":\"s\",\"message\":\"m\"}"},
        {ED_SHAPE_COMPACT, "{\"schemaVersion\":2,\"datasetVersion\":\"v\",\"errors\":[{\"id\":\"a\",\"msg\":\"m\"}]}"},
        {ED_SHAPE_COMPACT, "{\"schemaVersion\":2,\"datasetVersion\":\"v\",\"part\":1,\"parts\":2,\"errors\":[]}"},
        {ED_SHAPE_COMPACT, "{\"entryCount\":3,\"tokenShards\":256,\"metaChunk\":2000,\"weightScale\":100}"},
        {ED_SHAPE_COMPACT, "{\"ECONNRESET\":[1,2],\"EPIPE\":[3]}"},
        {ED_SHAPE_COMPACT, "{\"timeout\":[350,[1,2]]}"},
        {ED_SHAPE_COMPACT, "{\"fe965af8c7e6afca\":17}"},
        {ED_SHAPE_COMPACT, "174"},
        {ED_SHAPE_UNKNOWN, "{}"},
        {ED_SHAPE_UNKNOWN, "{\"a\":1}"},
        {ED_SHAPE_UNKNOWN, "{\"id\":1,\"message\":\"a log line\",\"level\":\"error\"}"},
        {ED_SHAPE_UNKNOWN, "{\"record\":7}"},
        {ED_SHAPE_UNKNOWN, "[{\"id\":\"a\"}]"},
        {ED_SHAPE_UNKNOWN, "\"text\""},
        {ED_SHAPE_UNKNOWN, "null"},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct ed_json_doc *doc = NULL;
        enum ed_shape shape;

        assert_int_equal(ed_json_parse(ed_str_c(cases[i].json), &doc, NULL), ED_OK);
        shape = ed_shape_of(ed_json_root(doc));
        if (shape != cases[i].shape) {
            print_error("%s is shape %d\n", cases[i].json, shape);
            fail();
        }
        ed_json_doc_free(doc);
    }
}

static void test_heads(void **state)
{
    (void)state;
    assert_int_equal(ed_shape_of_head(ED_STR("{\"schemaVersion\":2,\"datasetVersion\":\"v\",\"errors\":[{\"id\":\"a\","
                                             "\"repo\":\"o/n\",\"slug\":\"s\",\"code\":null,\"msg\":\"tim")),
                     ED_SHAPE_COMPACT);
    assert_int_equal(ed_shape_of_head(ED_STR("{\"id\":\"a\",\"errorMessage\":\"\\\"errors\\\"")), ED_SHAPE_UNKNOWN);
    assert_int_equal(ed_shape_of_head(ED_STR("")), ED_SHAPE_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shapes), cmocka_unit_test(test_heads)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
