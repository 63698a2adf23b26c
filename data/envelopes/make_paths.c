/*
 * make_paths.c: run when errdex is built: paths.tsv to the table that source_paths.c includes, with each {name} as the
 * bytes that its matcher reads. Refuses an unknown action, an unknown name, a skip without a reason, and a `**` that is
 * not the last component.
 */
#include "base/buf.h"
#include "base/io.h"
#include "base/limits.h"

#define OPEN  1
#define CLOSE 17

static const char *const names[] = {"_", "host", "unit", "pod", "container", "job", "step", "rank"};

static size_t name_of(struct ed_str name)
{
    size_t i = 0;

    while (i < ED_ARRAY_LEN(names) && !ed_str_is(name, names[i])) {
        i++;
    }
    return i;
}

static void put(struct ed_buf *out, unsigned char c)
{
    if (c < ' ') {
        ed_buf_printf(out, "\\%03o", c);
    } else {
        ed_buf_byte(out, (char)c);
    }
}

/* The pattern as a C text; false when it is none. */
static bool put_pattern(struct ed_buf *out, struct ed_str pattern)
{
    if (!pattern.n) {
        return false;
    }
    for (size_t i = 0; i < pattern.n; i++) {
        size_t end = ed_str_find_byte(pattern, '}', i), name;
        struct ed_str inner, own;

        if (pattern.p[i] == '"' || pattern.p[i] == '\\' || pattern.p[i] == '}') {
            return false;
        }
        if (pattern.p[i] != '{') {
            put(out, (unsigned char)pattern.p[i]);
            continue;
        }
        if (end == SIZE_MAX) {
            return false;
        }
        inner = ed_str_slice(pattern, i + 1, end);
        own = ed_str_cut(&inner, '=');
        name = name_of(own);
        if (name == ED_ARRAY_LEN(names)) {
            return false;
        }
        put(out, (unsigned char)(OPEN + name));
        ed_buf_str(out, inner.n ? inner : ED_STR("?*"));
        put(out, (unsigned char)(CLOSE + name));
        i = end;
    }
    return true;
}

/* Components of the pattern, 0 for one that ends in `**`; SIZE_MAX when it cannot be. */
static size_t count(struct ed_str pattern)
{
    size_t n = 0;

    while (pattern.n) {
        struct ed_str part = ed_str_cut(&pattern, '/');

        if (ed_str_is(part, "**")) {
            return n && !pattern.n ? 0 : SIZE_MAX;
        }
        n++;
    }
    return n <= ED_LIMIT_PATH_COMPONENTS ? n : SIZE_MAX;
}

static bool take_line(struct ed_buf *out, struct ed_str line)
{
    struct ed_str action = ed_str_cut(&line, '\t'), pattern = ed_str_cut(&line, '\t');
    bool skip = ed_str_is(action, "skip"), read = ed_str_is(action, "read");
    size_t n = count(pattern);

    if (n == SIZE_MAX || skip != (line.n > 0) || !(skip || read || ed_str_is(action, "tell"))) {
        return false;
    }
    ed_buf_text(out, "    {\"");
    if (!put_pattern(out, pattern)) {
        return false;
    }
    ed_buf_text(out, "\", ");
    if (skip) {
        ed_buf_printf(out, "\"%.*s\"", ED_STR_ARG(line));
    } else {
        ed_buf_text(out, "NULL");
    }
    ed_buf_printf(out, ", %zu, %s},\n", n, skip || read ? "true" : "false");
    return true;
}

int main(int argc, char **argv)
{
    struct ed_buf in, out;
    struct ed_err err = {0};
    struct ed_str rest, line;
    int rc = 0;

    ed_buf_init(&in, 0);
    ed_buf_init(&out, 0);
    if (argc != 3 || ed_io_file(argv[1], &in, &err) != ED_OK) {
        fprintf(stderr, "usage: make_paths PATHS.tsv OUT.inc %s\n", err.message);
        return 1;
    }
    ed_buf_text(&out, "/* Made from paths.tsv by make_paths.c. */\nstatic const struct rule rules[] = {\n");
    rest = ed_buf_view(&in);
    for (uint64_t number = 1; rest.n; number++) {
        line = ed_str_cut(&rest, '\n');
        if (line.n && line.p[0] != '#' && !take_line(&out, line)) {
            fprintf(stderr, "%s:%" PRIu64 ": not `tell|read|skip TAB pattern [TAB reason]`\n", argv[1], number);
            rc = 1;
        }
    }
    ed_buf_text(&out, "};\n");
    if (rc == 0 && ed_io_replace(argv[2], ed_buf_view(&out), &err) != ED_OK) {
        fprintf(stderr, "%s\n", err.message);
        rc = 1;
    }
    ed_buf_done(&in);
    ed_buf_done(&out);
    return rc;
}
