/*
 * test_beside.c: what of a class and of a path may stand beside a message, and where a path does.
 */
#include "record/beside.h"

#include <setjmp.h>

#include <cmocka.h>

static void assert_str(struct ed_str got, const char *want)
{
    assert_int_equal(got.n, strlen(want));
    assert_memory_equal(got.p ? got.p : "", want, got.n);
}

static void a_class_is_told_by_its_last_name(void **state)
{
    (void)state;
    assert_str(ed_beside_class(ED_STR("java.io.IOException")), "IOException");
    assert_str(ed_beside_class(ED_STR("RuntimeError")), "RuntimeError");
    assert_str(ed_beside_class(ED_STR("std::out_of_range")), "out_of_range");
    assert_str(ed_beside_class(ED_STR("Foo[]")), "");
    assert_str(ed_beside_class(ED_STR("")), "");
    assert_str(ed_beside_class(ED_STR_NONE), "");
}

static void a_path_is_told_by_its_end(void **state)
{
    (void)state;
    assert_str(ed_beside_path(ED_STR("python/acme/srv/boot/start.py")), "srv/boot/start.py");
    assert_str(ed_beside_path(ED_STR("boot/start.py")), "boot/start.py");
    assert_str(ed_beside_path(ED_STR("/start.py")), "/start.py");
    assert_str(ed_beside_path(ED_STR("start.py")), "");
    assert_str(ed_beside_path(ED_STR("a/b/c/")), "b/c/");
    assert_str(ed_beside_path(ED_STR_NONE), "");
}

static void a_path_stands_as_whole_words(void **state)
{
    struct ed_str path = ED_STR("boot/start.py");

    (void)state;
    assert_int_equal(ed_beside_find_path(ED_STR("File \"/x/boot/start.py\", line 7"), path), 9);
    assert_int_equal(ed_beside_find_path(ED_STR("boot/start.py"), path), 0);
    assert_int_equal(ed_beside_find_path(ED_STR("reboot/start.py boot/start.pyc boot/start.py"), path), 31);
    assert_true(ed_beside_find_path(ED_STR("reboot/start.py"), path) == SIZE_MAX);
    assert_true(ed_beside_find_path(ED_STR("boot/start.pyc"), path) == SIZE_MAX);
    assert_int_equal(ed_beside_find_path(ED_STR("x/start.py"), ED_STR("/start.py")), 1);
    assert_true(ed_beside_find_path(ED_STR("boot/start.py"), ED_STR("")) == SIZE_MAX);
    assert_true(ed_beside_find_path(ED_STR(""), path) == SIZE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_class_is_told_by_its_last_name),
        cmocka_unit_test(a_path_is_told_by_its_end),
        cmocka_unit_test(a_path_stands_as_whole_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
