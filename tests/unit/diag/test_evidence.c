/*
 * test_evidence.c: what tells that a line was printed by a record's repository, and which of it is best.
 */
#include "diag/evidence.h"

#include <setjmp.h>

#include <cmocka.h>

static const struct ed_record record = {.repo = {"acme/frobd", 10}, .file_path = {"src/frobd/core/io.c", 19}};

/* The term of the best evidence, "" for none. */
static const char *find(const char *text, const char *unit, const char *container, const struct ed_record *of)
{
    struct ed_meta meta = {.unit = ed_str_c(unit), .container = ed_str_c(container)};
    struct ed_line lines[] = {{0, 1, ed_told_none, &meta}};
    struct ed_message m = {.text = ed_str_c(text), .source = "-", .lines = lines, .nlines = 1};
    struct ed_evidence evidence = {.term = ""};
    struct ed_arena arena;
    bool found;

    ed_arena_init(&arena);
    found = ed_evidence_find(&m, 0, of, &arena, &evidence);
    assert_true(found == (evidence.term[0] != '\0'));
    assert_true(!found || (evidence.confidence <= 0.6 && evidence.says.n > 0));
    ed_arena_done(&arena);
    return evidence.term;
}

static void names_are_whole_words(void **state)
{
    (void)state;
    assert_string_equal(find("X4711", "frobd.service", NULL, &record), "unit");
    assert_string_equal(find("X4711", NULL, "acme-worker-1", &record), "unit");
    assert_string_equal(find("X4711", "frobdish.service", NULL, &record), "");
    assert_string_equal(find("Frobd: X4711", NULL, NULL, &record), "repository");
    assert_string_equal(find("frobd2: X4711", NULL, NULL, &record), "");
    assert_string_equal(find("X4711", NULL, NULL, &record), "");
}

static void the_file_is_best(void **state)
{
    (void)state;
    assert_string_equal(find("X4711 at frobd/core/io.c:12 of frobd", "frobd.service", NULL, &record), "file");
    assert_string_equal(find("X4711 at io.c:12", NULL, NULL, &record), "");
}

/* "node" and "go" stand in logs of all kinds; in a unit's name they are a name. */
static void ordinary_words_are_no_names_in_a_text(void **state)
{
    static const struct ed_record node = {.repo = {"nodejs/node", 11}}, go = {.repo = {"golang/go", 9}};

    (void)state;
    assert_string_equal(find("the node is gone: X4711", NULL, NULL, &node), "");
    assert_string_equal(find("X4711", "node.service", NULL, &node), "unit");
    assert_string_equal(find("main.go: X4711", "go.service", NULL, &go), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_whole_words),
        cmocka_unit_test(the_file_is_best),
        cmocka_unit_test(ordinary_words_are_no_names_in_a_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
