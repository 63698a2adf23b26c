/*
 * test_source_journal.c: binary journals, made by systemd-journal-remote where it is installed; without it, or where
 * errdex was built without libsystemd, only what is said of them is tested, and that is told.
 */
#include "walk.h"

#include <fcntl.h>
#include <sys/wait.h>

#define REMOTE "/lib/systemd/systemd-journal-remote"

static const char entries[] =
    "__REALTIME_TIMESTAMP=1746439200000123\n__MONOTONIC_TIMESTAMP=1\n"
    "_BOOT_ID=0123456789abcdef0123456789abcdef\n_MACHINE_ID=0123456789abcdef0123456789abcdef\n"
    "_HOSTNAME=pine07\nPRIORITY=3\nSYSLOG_IDENTIFIER=trainer\n_PID=4711\n"
    "_SYSTEMD_UNIT=trainer.service\nMESSAGE=cannot map weights \"file\"\n\n"
    "__REALTIME_TIMESTAMP=1746439201000123\n__MONOTONIC_TIMESTAMP=2\n"
    "_BOOT_ID=0123456789abcdef0123456789abcdef\n_MACHINE_ID=0123456789abcdef0123456789abcdef\n"
    "_HOSTNAME=pine07\nPRIORITY=6\nSYSLOG_IDENTIFIER=trainer\n_PID=4711\n"
    "_SYSTEMD_UNIT=trainer.service\nMESSAGE=\033[31mred\033[0m\n\n";

/* Whether a journal of those entries could be made. */
static bool make_journal(const char *top)
{
    char from[PATH_MAX + 32], to[PATH_MAX + 32];
    int status = -1;
    pid_t child;

    if (access(REMOTE, X_OK) != 0) {
        return false;
    }
    put_text(top, "entries", entries);
    snprintf(from, sizeof(from), "%s/entries", top);
    snprintf(to, sizeof(to), "--output=%s/test.journal", top);
    child = fork();
    if (child == 0) {
        int quiet = open("/dev/null", O_WRONLY);

        dup2(quiet, STDERR_FILENO);
        dup2(quiet, STDOUT_FILENO);
        execl(REMOTE, REMOTE, to, from, (char *)NULL);
        _exit(127);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    snprintf(from, sizeof(from), "%s/entries", top);
    assert_int_equal(remove(from), 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static enum ed_rc run_reader(void *ctx, struct ed_reader *reader, struct ed_err *err)
{
    struct run *run = ctx;

    run->rc = ed_input_run(reader, &(struct ed_input_opts){.limits = NULL}, keep_message, run, &run->account, err);
    return ED_OK;
}

static void note(void *ctx, const struct ed_err *why)
{
    ((struct run *)ctx)->err = *why;
}

static struct run run_path(const char *path)
{
    struct run run = {.rc = ED_OK};
    struct ed_source_events events = {.open = run_reader, .note = note, .ctx = &run, .logs = true};

    ed_arena_init(&run.arena);
    assert_int_equal(ed_source_walk(&path, 1, events, &run.err), ED_OK);
    return run;
}

/* The file says that it has more entries than can be read: what there is comes, and the rest is said. */
static void check_missing_entries(const char *top)
{
    char path[PATH_MAX + 32];
    struct run run;
    int fd;

    snprintf(path, sizeof(path), "%s/test.journal", top);
    fd = open(path, O_WRONLY);
    assert_int_equal(pwrite(fd, "\5", 1, /* n_entries */ 152), 1);
    close(fd);
    run = run_path(path);
    assert_int_equal(run.rc, ED_ERR_INPUT);
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "cannot map weights \"file\"\nred");
    run_done(&run);
}

static void a_journal(void **state)
{
    char top[PATH_MAX];
    struct run run;

    (void)state;
    make_folder(top);
    if (!make_journal(top)) {
        print_message("NOT TESTED: there is no " REMOTE " here that makes a journal\n");
        assert_int_equal(remove_tree(top), 0);
        return;
    }
    run = run_path(top);
    if (strstr(run.err.message, "built without")) {
        print_message("NOT TESTED: errdex was built without libsystemd\n");
    } else {
        assert_int_equal(run.rc, ED_OK);
        assert_int_equal(run.err.rc, ED_OK);
        assert_int_equal(run.messages.n, 1);
        assert_text(&run, 0, "cannot map weights \"file\"\nred");
        assert_str(meta_of(&run, 0, 0)->host, "pine07");
        assert_str(meta_of(&run, 0, 0)->unit, "trainer.service");
        assert_str(meta_of(&run, 0, 1)->pid, "4711");
        assert_int_equal(told_of(&run, 0, 0)->level, ED_LEVEL_ERR);
        assert_str(told_of(&run, 0, 0)->time_text, "1746439200000123");
        check_missing_entries(top);
    }
    run_done(&run);
    assert_int_equal(remove_tree(top), 0);
}

/* A file that only begins as one: said, and whatever stands beside it is read. */
static void broken_journals(void **state)
{
    char top[PATH_MAX];
    struct run run;

    (void)state;
    make_folder(top);
    put_bytes(top, "a.journal", ED_STR("LPKSHHRH\0\0\0\0\0\0\0\0 and nothing that it should hold"));
    put_text(top, "b.log", "one line\n");
    run = run_path(top);
    assert_int_equal(run.err.rc, ED_ERR_INPUT);
    assert_non_null(strstr(run.err.source, "/a.journal"));
    assert_non_null(strstr(run.err.message, "journalctl --"));
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "one line");
    run_done(&run);
    assert_int_equal(remove_tree(top), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_journal),
        cmocka_unit_test(broken_journals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
