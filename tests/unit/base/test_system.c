/*
 * test_system.c: errors in words, time, files, SHA-256.
 */
#include "base/clock.h"
#include "base/err.h"
#include "base/io.h"
#include "base/sha256.h"

#include <fcntl.h>
#include <setjmp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void errors_are_cut_and_prefixed(void **state)
{
    struct ed_err err;
    char big[2000];

    (void)state;
    memset(big, 'x', sizeof(big) - 1);
    big[sizeof(big) - 1] = '\0';
    assert_int_equal(ed_err_set(&err, ED_ERR_INPUT, "no %s", "way"), ED_ERR_INPUT);
    ed_err_at(&err, "a.json", 3, "/solutions/0");
    ed_err_prefix(&err, "record %d: ", 7);
    assert_string_equal(err.message, "record 7: no way");
    assert_string_equal(err.source, "a.json");
    assert_string_equal(err.pointer, "/solutions/0");
    assert_int_equal(err.line, 3);
    ed_err_set(&err, ED_ERR_IO, "%s", big);
    assert_int_equal(strlen(err.message), sizeof(err.message) - 1);
    assert_string_equal(err.message + sizeof(err.message) - 4, "...");
    assert_string_equal(err.source, "");
    ed_err_prefix(&err, "far: ");
    assert_memory_equal(err.message, "far: xxx", 8);
    assert_string_equal(err.message + sizeof(err.message) - 4, "...");
    ed_err_at(&err, big, 0, big);
    assert_string_equal(err.source + sizeof(err.source) - 4, "...");
    assert_int_equal(ed_err_errno(NULL, ED_ERR_IO, ENOENT, "x"), ED_ERR_IO);
}

static void time_is_read_and_written(void **state)
{
    static const struct {
        const char *text;
        int64_t micros;
    } cases[] = {
        {"1970-01-01T00:00:00Z", 0},
        {"2026-08-28T05:10:05.995Z", 1787893805995000},
        {"2026-08-28 05:10:05,995", 1787893805995000},
        {"2025-05-05T12:00:00.123456+02:00", 1746439200123456},
        {"2025-05-05T12:00:00+0200", 1746439200000000},
        {"2024-02-29T00:00:00Z", 1709164800000000},
        {"2023-02-29T00:00:00Z", ED_TIME_UNKNOWN},
        {"2025-13-01T00:00:00Z", ED_TIME_UNKNOWN},
        {"2025-05-05", ED_TIME_UNKNOWN},
        {"2025-05-05T12:00:00Zx", ED_TIME_UNKNOWN},
        {"", ED_TIME_UNKNOWN},
    };
    char text[ED_CLOCK_TEXT];

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        assert_true(ed_clock_parse(ed_str_c(cases[i].text)) == cases[i].micros);
    }
    ed_clock_format(1746439200123456, text);
    assert_string_equal(text, "2025-05-05T10:00:00.123456Z");
    ed_clock_format(-1000000, text);
    assert_string_equal(text, "1969-12-31T23:59:59Z");
}

static void files_are_replaced_whole(void **state)
{
    char folder[] = "/tmp/errdex-io-XXXXXX";
    char path[64], deep[64];
    struct ed_err err = {0};
    struct ed_buf b;

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(deep, sizeof(deep), "%s/a/b", folder);
    snprintf(path, sizeof(path), "%s/a/b/f", folder);
    assert_int_equal(ed_io_mkdirs(path, &err), ED_OK);
    assert_int_equal(ed_io_mkdirs(path, &err), ED_OK);
    ed_buf_init(&b, /* max */ 8);
    assert_int_equal(ed_io_file(path, &b, &err), ED_ERR_IO);
    assert_string_equal(err.source, path);
    assert_int_equal(ed_io_replace(path, ED_STR("first"), &err), ED_OK);
    assert_int_equal(ed_io_replace_lightly(path, ED_STR("second"), &err), ED_OK);
    ed_buf_done(&b);
    ed_buf_init(&b, /* max */ 1 << 20);
    assert_int_equal(ed_io_file(path, &b, &err), ED_OK);
    assert_string_equal(b.p, "second");
    ed_buf_done(&b);
    ed_buf_init(&b, /* max */ 8);
    assert_int_equal(ed_io_file("/dev/zero", &b, &err), ED_ERR_LIMIT);
    ed_buf_done(&b);
    unlink(path);
    rmdir(deep);
    deep[strlen(deep) - 2] = '\0';
    rmdir(deep);
    assert_int_equal(rmdir(folder), 0); /* no temporary file is left */
}

static void sha256_of_known_texts(void **state)
{
    struct ed_sha256 *sha = ed_sha256_new();
    char hex[ED_SHA256_HEX];

    (void)state;
    ed_sha256_hex(sha, hex);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    ed_sha256_add(sha, ED_STR("a"));
    ed_sha256_add(sha, ED_STR("bc"));
    ed_sha256_hex(sha, hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    ed_sha256_free(sha);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_cut_and_prefixed),
        cmocka_unit_test(time_is_read_and_written),
        cmocka_unit_test(files_are_replaced_whole),
        cmocka_unit_test(sha256_of_known_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
