/*
 * test_source.c: what is read from where: files and folders, what is packed in them, and what is said about the rest.
 * The packed files in data/ come from make_data.py.
 */
#include "support.h"

#include <locale.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io.h"
#include "input/source.h"

#define DATA     ED_TEST_DATA "/unit/input/data/"
#define LOG      "first line\nsecond line\n"
#define LONG_LOG "line 0 of a log that was cut, checksum 00000000\nline 1 of"

/* "name=bytes;" for each reader, "name!words" for a failure while reading, "name?words" for a note. */
struct walked {
    struct ed_buf says;
    size_t cut; /* bytes of a reader that are kept; 0: all */
    uint64_t bytes;
    enum ed_rc rc;
    struct ed_err err;
    bool stop;
};

static enum ed_rc on_open(void *ctx, struct ed_reader *reader, struct ed_err *err)
{
    struct walked *w = ctx;
    struct ed_err why = {0};
    char block[1000];
    size_t n = 0, kept = 0;
    uint64_t total = 0;
    enum ed_rc rc;

    (void)err;
    ed_buf_printf(&w->says, "%s=", ed_reader_name(reader));
    while ((rc = ed_reader_read(reader, block, sizeof(block), &n, &why)) == ED_OK && n) {
        size_t keep = w->cut ? ED_MIN(n, w->cut - ED_MIN(kept, w->cut)) : n;

        ed_buf_append(&w->says, block, keep);
        kept += keep;
        total += n;
    }
    ed_buf_text(&w->says, ";");
    if (rc < 0) {
        assert_string_equal(why.source, ed_reader_name(reader));
        ed_buf_printf(&w->says, "%s!%s;", why.source, why.message);
    }
    assert_int_equal(ed_reader_bytes(reader), total);
    w->bytes += total;
    return w->stop ? ED_STOP : ED_OK;
}

static void on_note(void *ctx, const struct ed_err *why)
{
    struct walked *w = ctx;

    ed_buf_printf(&w->says, "%s?%s;", why->source, why->message);
}

static struct walked walk_paths(const char *const *paths, size_t n, size_t cut, bool stop)
{
    struct walked w = {.cut = cut, .stop = stop};
    struct ed_source_events events = {.open = on_open, .note = on_note};

    ed_buf_init(&w.says, 0);
    events.ctx = &w;
    w.rc = ed_source_walk(paths, n, events, &w.err);
    return w;
}

static struct walked walk(const char *path)
{
    return walk_paths(&path, 1, 0, false);
}

/* What the walk of a data file says, with DATA left out of it. */
static void check(const char *name, const char *want)
{
    char path[512];
    struct walked w;
    struct ed_buf says;
    struct ed_str rest;
    size_t at;

    snprintf(path, sizeof(path), "%s%s", DATA, name);
    w = walk_paths((const char *const[]){path}, 1, strlen(LONG_LOG), false);
    assert_int_equal(w.rc, ED_OK);
    ed_buf_init(&says, 0);
    for (rest = ed_buf_view(&w.says); (at = ed_str_find(rest, ED_STR(DATA), 0)) != SIZE_MAX;) {
        ed_buf_str(&says, ed_str_slice(rest, 0, at));
        rest = ed_str_slice(rest, at + strlen(DATA), rest.n);
    }
    ed_buf_str(&says, rest);
    assert_str(ed_buf_view(&says), want);
    ed_buf_done(&says);
    ed_buf_done(&w.says);
}

static void compressed(void **state)
{
    (void)state;
    check("log.bz2", "log.bz2=" LOG ";");
    check("log.xz", "log.xz=" LOG ";");
    check("log.zst", "log.zst=" LOG ";");
    check("log.lz4", "log.lz4=" LOG ";");
    check("members.gz", "members.gz=" LOG "third line\n;");
    check("empty.xz", "empty.xz=;");
}

static void compressed_and_broken(void **state)
{
    (void)state;
    check("garbage.gz", "garbage.gz=" LOG ";garbage.gz!bytes that are no gzip follow its end, and were not read;");
    check("truncated.gz", "truncated.gz=" LONG_LOG ";truncated.gz!ends early (truncated): what is there was read;");
    check("damaged.gz",
          "damaged.gz=" LONG_LOG ";damaged.gz!is damaged (incorrect data check): what stands before that was read;");
    check("truncated.xz", "truncated.xz=" LONG_LOG ";truncated.xz!ends early (truncated): what is there was read;");
}

static void all_that_decodes_is_handed_out(void **state)
{
    struct walked w = walk(DATA "damaged.gz");
    size_t whole = w.bytes;
    char line[64];

    (void)state;
    snprintf(line, sizeof(line), "line 2999 of a log that was cut, checksum %08x\n", (unsigned)(2999u * 2654435761u));
    assert_true(ed_str_find(ed_buf_view(&w.says), ed_str_c(line), 0) != SIZE_MAX);
    ed_buf_done(&w.says);
    w = walk(DATA "truncated.gz"); /* cut at half */
    assert_true(w.bytes > whole * 45 / 100 && w.bytes < whole * 55 / 100);
    assert_true(w.bytes % (64 * ED_KIB) != 0);
    ed_buf_done(&w.says);
}

static void archives(void **state)
{
    (void)state;
    setlocale(LC_CTYPE, "C.UTF-8");
    check("bundle.zip", "bundle.zip:a.log=" LOG ";bundle.zip:dir/b.log=bee\n;bundle.zip:dir/c.log.gz=sea\n;"
                        "bundle.zip:empty=;bundle.zip:../evil.log=evil\n;bundle.zip:/abs.log=abs\n;"
                        "bundle.zip:n\xC3\xA4me.log=name\n;");
    check("bundle.tar.gz", "bundle.tar.gz:top/a.log=" LOG ";"
                           "bundle.tar.gz:top/pipe?is a device, pipe or socket: not read;"
                           "bundle.tar.gz:top/inner.zip:z.log=zed\n;bundle.tar.gz:top/inner.tar.gz:y.log=why\n;");
    check("bundle.cpio", "bundle.cpio?is a cpio file, which is not read: unpack it first (cpio -id < FILE);");
    check("bundle.7z", "bundle.7z:a.log=" LOG ";");
    setlocale(LC_CTYPE, "C");
}

static void archives_that_are_not_read(void **state)
{
    (void)state;
    check("encrypted.zip", "encrypted.zip:a.log?is encrypted: unpack it with its password and give the plain file;");
    check("deep.tar.gz",
          "deep.tar.gz:level2.tar.gz:level3.tar.gz:level4.tar.gz?is a gzip file inside 3 others, and deeper "
          "than that nothing is read: unpack it first;");
    check("truncated.tar", "truncated.tar:a.log=" LOG ";truncated.tar:b.log=" LONG_LOG
                           ";truncated.tar:b.log!ends early (truncated): what stands before that was read;");
}

static void bombs(void **state)
{
    static const char *const names[] = {DATA "bomb.bz2", DATA "bomb.gz.gz"};

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(names); i++) {
        struct walked w = walk_paths(&names[i], 1, 1, false);

        assert_int_equal(w.rc, ED_OK);
        assert_true(ed_str_find(ed_buf_view(&w.says), ED_STR("as a decompression bomb does"), 0) != SIZE_MAX);
        assert_true(w.bytes >= ED_LIMIT_UNPACK_FREE / 2 && w.bytes <= ED_LIMIT_UNPACK_FREE * 2);
        ed_buf_done(&w.says);
    }
}

static void check_bytes(struct ed_str bytes, struct ed_str want)
{
    struct walked w = {0};
    struct ed_source_events events = {.open = on_open, .note = on_note, .ctx = &w};

    ed_buf_init(&w.says, 0);
    assert_int_equal(ed_source_bytes("x", bytes, events, &w.err), ED_OK);
    if (!ed_str_eq(ed_buf_view(&w.says), want)) {
        fail_msg("is %.*s", ED_STR_ARG(ed_buf_view(&w.says)));
    }
    ed_buf_done(&w.says);
}

static void text_is_no_container(void **state)
{
    static const char *const texts[] = {
        "",
        "PK is not enough",
        "BZh9 is a word",
        "#mtree\n./a type=file\n",
        "#!/bin/sh\n# This is a shell archive\n",
        "070701 is a number of a log line",
        "070707 too",
        "7z x bundle.7z",
        "Rar! it is",
        "LZIP of words",
        "ustar",
        "!<arch> and on",
        "WARC/1.0\r\n",
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        char want[128];

        snprintf(want, sizeof(want), "x=%s;", texts[i]);
        check_bytes(ed_str_c(texts[i]), ed_str_c(want));
    }
    check_bytes(ED_STR("\x1F\x8B is no gzip"), ED_STR("x=\x1F\x8B is no gzip;"));
}

static void containers_that_are_only_magic(void **state)
{
    (void)state;
    check_bytes(ED_STR("LPKSHHRH\0\0\0\0"),
                ED_STR("x?is a binary journal that is packed or comes through a pipe, and only a file can be read: "
                       "unpack it first, or use journalctl --file=FILE -o json | errdex;"));
    check_bytes(ED_STR("\x1F\x8B\x08"), ED_STR("x=;x!ends early (truncated): what is there was read;"));
    check_bytes(ED_STR("\x28\xB5\x2F\xFD"), ED_STR("x?ends early (truncated): what stands before that was read;"));
}

/* A folder of its own for a test. */
static char *folder(void)
{
    static const char template[] = "/tmp/errdex-test-XXXXXX";
    char *path = ed_alloc_text(template, strlen(template));

    assert_non_null(mkdtemp(path));
    return path;
}

static void put(const char *in, const char *name, const char *text)
{
    char path[512];
    struct ed_err err;

    snprintf(path, sizeof(path), "%s/%s", in, name);
    if (ed_io_replace(path, ed_str_c(text), &err) != ED_OK) {
        fail_msg("%s", err.message);
    }
}

static void folders(void **state)
{
    static const char *const made[] = {"sub/c.log", "sub/loop", "sub/z.link", "sub/nowhere", "sub",
                                       "a.log",     "b.log",    ".hidden",    "pipe",        "sock"};
    char *top = folder(), path[512], want[2048];
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct walked w;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    (void)state;
    put(top, "b.log", "b\n");
    put(top, "a.log", "a\n");
    put(top, ".hidden", "h\n");
    snprintf(path, sizeof(path), "%s/sub", top);
    assert_int_equal(mkdir(path, 0700), 0);
    put(top, "sub/c.log", "c\n");
    snprintf(path, sizeof(path), "%s/sub/loop", top);
    assert_int_equal(symlink("..", path), 0);
    snprintf(path, sizeof(path), "%s/sub/z.link", top);
    assert_int_equal(symlink("../a.log", path), 0);
    snprintf(path, sizeof(path), "%s/sub/nowhere", top);
    assert_int_equal(symlink("/nonexistent/file", path), 0);
    snprintf(path, sizeof(path), "%s/pipe", top);
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(address.sun_path, sizeof(address.sun_path), "%s/sock", top);
    assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof(address)), 0);

    snprintf(path, sizeof(path), "%s/", top); /* the slash is not doubled */
    w = walk(path);
    assert_int_equal(w.rc, ED_OK);
    snprintf(want, sizeof(want),
             "%s/.hidden=h\n;%s/a.log=a\n;%s/b.log=b\n;%s/pipe?is a device, pipe or socket in a folder: not read;"
             "%s/sock?is a device, pipe or socket in a folder: not read;%s/sub/c.log=c\n;",
             top, top, top, top, top, top);
    assert_str(ed_buf_view(&w.says), want);
    ed_buf_done(&w.says);
    close(fd);
    for (size_t i = 0; i < ED_ARRAY_LEN(made); i++) {
        snprintf(path, sizeof(path), "%s/%s", top, made[i]);
        assert_int_equal(remove(path), 0);
    }
    assert_int_equal(remove(top), 0);
    ed_free(top);
}

static void what_was_named_must_open(void **state)
{
    static const char *const paths[] = {DATA "log.xz", "/nonexistent/a.log", DATA "log.bz2"};
    struct walked w = walk_paths(paths, 3, 0, false);

    (void)state;
    assert_int_equal(w.rc, ED_ERR_IO);
    assert_string_equal(w.err.source, "/nonexistent/a.log");
    assert_non_null(strstr(w.err.message, "cannot be opened: No such file"));
    assert_true(
        ed_str_ends(ed_buf_view(&w.says), ED_STR("log.xz=" LOG ";"))); /* the first was read, the last was not */
    ed_buf_done(&w.says);
}

static void a_walk_may_be_stopped(void **state)
{
    static const char *const paths[] = {DATA "bundle.zip", DATA "log.xz"};
    struct walked w = walk_paths(paths, 2, 0, true);

    (void)state;
    assert_int_equal(w.rc, ED_STOP);
    assert_str(ed_buf_view(&w.says), DATA "bundle.zip:a.log=" LOG ";");
    ed_buf_done(&w.says);
}

static void from_a_pipe(void **state)
{
    static const char *const names[] = {"log.xz", "bundle.zip", "bundle.tar.gz", "members.gz"};
    int saved = dup(STDIN_FILENO);

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(names); i++) {
        char path[512];
        struct ed_buf file;
        struct walked w;
        int ends[2];

        ed_buf_init(&file, 0);
        snprintf(path, sizeof(path), "%s%s", DATA, names[i]);
        assert_int_equal(ed_io_file(path, &file, NULL), ED_OK);
        assert_int_equal(pipe(ends), 0);
        assert_int_equal(ed_io_write(ends[1], ed_buf_view(&file), NULL), ED_OK);
        close(ends[1]);
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        w = walk("-");
        assert_int_equal(w.rc, ED_OK);
        assert_true(ed_str_starts(ed_buf_view(&w.says), ED_STR("-")));
        assert_true(ed_str_find(ed_buf_view(&w.says), ED_STR("=" LOG), 0) != SIZE_MAX);
        ed_buf_done(&w.says);
        ed_buf_done(&file);
    }
    dup2(saved, STDIN_FILENO);
    close(saved);
}

static void a_7z_needs_a_file(void **state)
{
    char path[] = DATA "bundle.7z";
    int saved = dup(STDIN_FILENO), ends[2];
    struct ed_buf file;
    struct walked w;

    (void)state;
    ed_buf_init(&file, 0);
    assert_int_equal(ed_io_file(path, &file, NULL), ED_OK);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(ed_io_write(ends[1], ed_buf_view(&file), NULL), ED_OK);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    w = walk("-");
    assert_str(ed_buf_view(&w.says),
               "-?is a 7z file in a stream, which can only be read from a file: unpack it first;");
    ed_buf_done(&w.says);
    ed_buf_done(&file);
    dup2(saved, STDIN_FILENO);
    close(saved);
}

static void bytes_in_memory(void **state)
{
    struct ed_reader *reader = ed_reader_new("mem", ED_STR("abcdef"));
    char part[4];
    size_t n = 0;

    (void)state;
    assert_string_equal(ed_reader_name(reader), "mem");
    assert_false(ed_reader_unpacked(reader));
    assert_int_equal(ed_reader_read(reader, part, 4, &n, NULL), ED_OK);
    assert_int_equal(n, 4);
    assert_int_equal(ed_reader_read(reader, part, 4, &n, NULL), ED_OK);
    assert_int_equal(n, 2);
    assert_memory_equal(part, "ef", 2);
    assert_int_equal(ed_reader_read(reader, part, 4, &n, NULL), ED_OK);
    assert_int_equal(n, 0);
    assert_int_equal(ed_reader_bytes(reader), 6);
    ed_reader_free(reader);
    ed_reader_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compressed),
        cmocka_unit_test(compressed_and_broken),
        cmocka_unit_test(all_that_decodes_is_handed_out),
        cmocka_unit_test(archives),
        cmocka_unit_test(archives_that_are_not_read),
        cmocka_unit_test(bombs),
        cmocka_unit_test(text_is_no_container),
        cmocka_unit_test(containers_that_are_only_magic),
        cmocka_unit_test(folders),
        cmocka_unit_test(what_was_named_must_open),
        cmocka_unit_test(a_walk_may_be_stopped),
        cmocka_unit_test(from_a_pipe),
        cmocka_unit_test(a_7z_needs_a_file),
        cmocka_unit_test(bytes_in_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
