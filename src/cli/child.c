/*
 * child.c: a child in a process group of its own, so that it and all that it starts can be ended together, and nothing
 * else. The program is found by execvp's rules; no shell sees an argument.
 */
#include "cli/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/vec.h"

extern char **environ;

/* The environment, but for the language: what is read is what a program prints in the C locale. */
static char **c_environment(void)
{
    static char locale[] = "LC_ALL=C";
    ED_VEC(char *) v = {0};

    for (char **e = environ; *e; e++) {
        if (strncmp(*e, "LC_", 3) != 0 && strncmp(*e, "LANG", 4) != 0) {
            *ed_vec_add(&v) = *e;
        }
    }
    *ed_vec_add(&v) = locale;
    *ed_vec_add(&v) = NULL;
    return v.v;
}

static int spawn(const char *const *argv, int output, pid_t *ret_pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char **environment = c_environment();
    sigset_t none, defaults;
    int rc;

    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGXFSZ);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    rc = posix_spawnp(ret_pid, argv[0], &actions, &attributes, (char *const *)(uintptr_t)argv, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    ed_free(environment);
    return rc;
}

/* Read until the end, the cap or the time; what is left then is for the caller to end. */
static void read_output(int fd, int64_t until, struct ed_buf *out, struct ed_child_end *end)
{
    for (;;) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        int64_t left = until - ed_clock_monotonic();
        char block[4096];
        ssize_t n;

        if (left <= 0) {
            end->late = true;
            return;
        }
        if (poll(&ready, 1, (int)(left / 1000) + 1) <= 0) {
            continue;
        }
        n = read(fd, block, sizeof(block));
        if (n == 0 || (n < 0 && errno != EINTR)) {
            return;
        }
        ed_buf_append(out, block, n > 0 ? (size_t)n : 0);
        if (out->full) {
            end->cut = true;
            return;
        }
    }
}

/* Its exit status, waiting at most until then for one that closed its output and goes on. */
static void reap(pid_t pid, int64_t until, struct ed_child_end *end)
{
    int status = 0;

    while (!end->late && !end->cut && waitpid(pid, &status, WNOHANG) == 0) {
        end->late = ed_clock_monotonic() > until;
        usleep(1000);
    }
    if (end->late || end->cut) {
        kill(-pid, SIGKILL);
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
    end->exit = WIFEXITED(status) ? WEXITSTATUS(status) : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : 0;
}

enum ed_rc ed_child_run(const char *const *argv, unsigned seconds, struct ed_buf *out, struct ed_child_end *ret_end,
                        struct ed_err *err)
{
    int64_t until = ed_clock_monotonic() + (int64_t)seconds * 1000000;
    struct ed_child_end end = {0};
    int fds[2], rc;
    pid_t pid = 0;

    if (pipe2(fds, O_CLOEXEC) != 0) {
        return ed_err_errno(err, ED_ERR_IO, errno, "cannot run %s", argv[0]);
    }
    rc = spawn(argv, fds[1], &pid);
    close(fds[1]);
    if (rc == 0) {
        read_output(fds[0], until, out, &end);
        reap(pid, until, &end);
    }
    close(fds[0]);
    end.absent = rc == ENOENT;
    *ret_end = end;
    return rc == 0 || rc == ENOENT ? ED_OK : ed_err_errno(err, ED_ERR_IO, rc, "cannot run %s", argv[0]);
}
