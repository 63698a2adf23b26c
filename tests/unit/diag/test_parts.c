/*
 * test_parts.c: what values are found inside a value.
 */
#include "diag/parts.h"

#include "base/buf.h"

#include <setjmp.h>

#include <cmocka.h>

/* "name=value|..." of the parts. */
static void find(const char *value, const char *want)
{
    struct ed_part parts[ED_PARTS_MOST];
    size_t n = ed_parts_find(ed_str_c(value), parts);
    struct ed_buf out;

    ed_buf_init(&out, 0);
    ed_buf_text(&out, "");
    for (size_t i = 0; i < n; i++) {
        ed_buf_printf(&out, "%s%.*s=%.*s", i ? "|" : "", ED_STR_ARG(parts[i].name), ED_STR_ARG(parts[i].value));
    }
    assert_string_equal(out.p ? out.p : "", want);
    ed_buf_done(&out);
}

static void keys_and_their_values(void **state)
{
    (void)state;
    find("actor ID: f9cc, name=Sim.run, pid=4374, memory used=2.21GB",
         "actor ID=f9cc|name=Sim.run|pid=4374|memory used=2.21GB");
    find("a=1", "a=1");
    find("(x=", "");
    find("http://host/a?b", "");
}

static void numbers_and_amounts(void **state)
{
    (void)state;
    find("Process 61207 has 23.47 GiB memory in use. ", "Process=61207|memory in use=23.47 GiB");
    find("with 82.00 MiB allocated in private pools (e.g., graphs), ", "allocated in private pools=82.00 MiB");
    find("[PG 3 Rank 5] at 10.0.0.7 in 3d", "PG=3|Rank=5");
    find("took 5ms, 7 %", "took=5ms");
    find("Failed with result 'gone'.", "with result=gone");
    find("pull image \"a/b:1\": don't 'x", "pull image=a/b:1");
}

static void remarks_and_paths(void **state)
{
    (void)state;
    find("system error (run with X for details)", "text=system error");
    find("/a.slice/b.slice/c.scope", "name=c.scope");
    find("/dev/sda", "");
    find("\"north 2\"", "");
    find("plain", "");
    find("4711", "");
    find("", "");
}

static void units_right_behind_a_number(void **state)
{
    (void)state;
    assert_int_equal(ed_parts_unit_end(ED_STR("59.48GB / 62"), 5), 7);
    assert_int_equal(ed_parts_unit_end(ED_STR("59.48GBx"), 5), 5);
    assert_int_equal(ed_parts_unit_end(ED_STR("59"), 2), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_and_their_values),
        cmocka_unit_test(numbers_and_amounts),
        cmocka_unit_test(remarks_and_paths),
        cmocka_unit_test(units_right_behind_a_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
