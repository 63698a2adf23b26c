/*
 * term.c: see term.h. Everything that a person sees on standard error goes through say_line, which makes control
 * characters visible: file names and messages are foreign.
 */
#include "cli/term.h"

#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/io.h"
#include "base/utf8.h"

bool ed_term_color(const struct ed_args *args)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

    if (args->color && strcmp(args->color, "auto") != 0) {
        return strcmp(args->color, "always") == 0;
    }
    return isatty(STDOUT_FILENO) && !(no_color && no_color[0]) && term && strcmp(term, "dumb") != 0;
}

unsigned ed_term_width(void)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size = {0};
    uint64_t n = 0;

    if (!isatty(STDOUT_FILENO)) {
        return 0;
    }
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    return columns && ed_str_u64(ed_str_c(columns), &n) && n > 0 && n < 10000 ? (unsigned)n : 80;
}

static void say_line(const struct ed_buf *text)
{
    struct ed_buf line;
    enum ed_rc rc;

    ed_buf_init(&line, /* max */ 0);
    ed_utf8_visible(&line, ed_buf_view(text), /* keep_lines */ true);
    ed_buf_byte(&line, '\n');
    rc = ed_io_write(STDERR_FILENO, ed_buf_view(&line), /* err */ NULL);
    (void)rc; /* standard error is gone: there is no other place to say it */
    ed_buf_done(&line);
}

/* A line break in a file's name is no line break: what stands behind it would read as words of the program's own. */
static void put_error(struct ed_buf *out, const struct ed_err *err)
{
    if (err->source[0]) {
        ed_utf8_visible(out, ed_str_c(strcmp(err->source, "-") == 0 ? "standard input" : err->source),
                        /* keep_lines */ false);
        if (err->line) {
            ed_buf_printf(out, ":%" PRIu64, err->line);
        }
        ed_buf_text(out, ": ");
    } else if (err->line) {
        ed_buf_printf(out, "line %" PRIu64 ": ", err->line);
    }
    if (err->pointer[0]) {
        ed_buf_printf(out, "%s: ", err->pointer);
    }
    ed_buf_text(out, err->message);
}

enum ed_exit ed_term_fail(const struct ed_err *err)
{
    ed_term_progress(" ");
    ed_term_warn("", err);
    return err->rc == ED_ERR_USAGE ? ED_EXIT_USAGE : ED_EXIT_DATA;
}

void ed_term_warn(const char *kind, const struct ed_err *err)
{
    struct ed_buf text;

    ed_buf_init(&text, /* max */ 0);
    ed_buf_printf(&text, "errdex: %s", kind);
    put_error(&text, err);
    say_line(&text);
    ed_buf_done(&text);
}

void ed_term_say(const char *fmt, ...)
{
    char text[1024];
    struct ed_buf line;
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    ed_buf_init(&line, /* max */ 0);
    ed_buf_text(&line, text);
    say_line(&line);
    ed_buf_done(&line);
}

void ed_term_progress(const char *fmt, ...)
{
    char text[256] = "\r\x1b[K";
    size_t n = strlen(text);
    va_list args;
    enum ed_rc rc;

    if (!isatty(STDERR_FILENO)) {
        return;
    }
    va_start(args, fmt);
    vsnprintf(text + n, sizeof(text) - n, fmt, args);
    va_end(args);
    if (strcmp(text + n, " ") == 0) {
        text[n] = '\0';
    }
    rc = ed_io_write(STDERR_FILENO, ed_str_c(text), /* err */ NULL);
    (void)rc; /* progress is a courtesy */
}

enum ed_exit ed_term_out(struct ed_str text, bool *ret_gone)
{
    struct ed_err err = {0};
    enum ed_rc rc = ed_io_write(STDOUT_FILENO, text, &err);

    if (ret_gone) {
        *ret_gone = rc == ED_STOP;
    }
    return rc < 0 ? ed_term_fail(&err) : ED_EXIT_OK;
}

/* The pager's process, or -1. Its standard input is the pipe's other end. */
static pid_t start_pager(const char *pager, int fds[2])
{
    pid_t pid;

    if (pipe(fds) < 0) {
        return -1;
    }
    pid = fork();
    if (pid == 0) {
        dup2(fds[0], STDIN_FILENO);
        close(fds[0]);
        close(fds[1]);
        setenv("LESS", "FRX", /* overwrite */ 0);
        setenv("LESSCHARSET", "utf-8", /* overwrite */ 0);
        signal(SIGPIPE, SIG_DFL);
        execl("/bin/sh", "sh", "-c", pager, (char *)NULL);
        _exit(127);
    }
    close(fds[0]);
    if (pid < 0) {
        close(fds[1]);
    }
    return pid;
}

enum ed_exit ed_term_page(struct ed_str text)
{
    const char *pager = getenv("ERRDEX_PAGER");
    int fds[2], status = 0;
    enum ed_rc rc;
    pid_t pid;

    pager = pager ? pager : getenv("PAGER");
    pager = pager ? pager : "less";
    if (!isatty(STDOUT_FILENO) || !pager[0] || strcmp(pager, "cat") == 0) {
        return ed_term_out(text, /* ret_gone */ NULL);
    }
    pid = start_pager(pager, fds);
    if (pid < 0) {
        return ed_term_out(text, /* ret_gone */ NULL);
    }
    rc = ed_io_write(fds[1], text, /* err */ NULL);
    (void)rc; /* the reader may quit before the end */
    close(fds[1]);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) { /* there is no such pager */
        return ed_term_out(text, /* ret_gone */ NULL);
    }
    return ED_EXIT_OK;
}
