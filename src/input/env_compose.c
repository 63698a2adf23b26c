/*
 * env_compose.c: a column of names in front of a bar: docker compose logs, docker service logs.
 *
 *     trainer-1   | cannot map weights file
 *     trainer.1.q1w2e3r4t5y6@pine07    | cannot map weights file
 *
 * Sharp edges: the column gets wider when a service with a longer name starts. The text may be empty. Twins: margins of
 * exception groups ("  | "), tables, listings with line numbers ("12 | x"), loggers with a level there ("ERROR  | ").
 * So a name has a letter and is no level word, and lines must agree: on the column, when the name is numbered as
 * compose does it and no second bar follows, else on column and name, which a table does not repeat.
 */
#include "input/envelope.h"
#include "input/stamp.h"

/* compose has no limit for names; docker's are 63 bytes at most, and a service's stands with its task and node. */
#define COLUMN_MAX   200
#define NAME_LONGEST 64
#define TASK_SHORT   12
#define TASK_LONG    25

enum { COMPOSE = 1, SERVICE };

static bool in_name(char c)
{
    return ed_is_word(c) || c == '-' || c == '.';
}

/* "trainer-1", "db_12" */
static bool numbered(struct ed_str name)
{
    size_t n = name.n;

    while (n && ed_is_digit(name.p[n - 1])) {
        n--;
    }
    return n > 1 && n < name.n && (name.p[n - 1] == '-' || name.p[n - 1] == '_');
}

static bool is_name(struct ed_str s)
{
    bool letter = false;

    if (s.n == 0 || s.n > NAME_LONGEST || !ed_is_alpha(s.p[0])) {
        return false;
    }
    for (size_t i = 0; i < s.n; i++) {
        if (!in_name(s.p[i])) {
            return false;
        }
        letter |= ed_is_alpha(s.p[i]);
    }
    return letter && ed_level_word(s, /* any_case */ true) == ED_LEVEL_UNKNOWN;
}

/* "service.SLOT", "service.SLOT.TASK", "service.TASK" of one that runs on every node: is it a task's name? */
static bool is_task(struct ed_str s)
{
    const char *dot = memrchr(s.p, '.', s.n);
    struct ed_str last = dot ? ed_str_slice(s, (size_t)(dot - s.p) + 1, s.n) : ED_STR_NONE;

    return dot && is_name(s) &&
           ((last.n && ed_str_digits(last, 0) == last.n) || last.n == TASK_SHORT || last.n == TASK_LONG);
}

/* Where the bar of the column stands, or 0. */
static size_t find_bar(struct ed_str line)
{
    const char *bar = memchr(line.p, '|', ED_MIN(line.n, COLUMN_MAX));
    size_t at = bar ? (size_t)(bar - line.p) : 0;

    return at > 1 && line.p[at - 1] == ' ' && (at + 1 == line.n || line.p[at + 1] == ' ') ? at : 0;
}

/* A name, and nothing but blanks between it and the bar. */
static bool fits(const uint8_t letters[ED_HEAD_SIZE])
{
    unsigned i = 0;

    while (i < ED_HEAD_SIZE && (letters[i] == 'a' || letters[i] == '@' || in_name((char)letters[i]))) {
        i++;
    }
    while (i < ED_HEAD_SIZE && letters[i] == ' ') {
        i++;
    }
    return i == ED_HEAD_SIZE || letters[i] == '|';
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    static const char blanks[COLUMN_MAX] = "";
    size_t bar = find_bar(line), node;
    struct ed_str name, body;
    bool alone;

    if (bar == 0 || meta->container.p) {
        return false;
    }
    name = ed_str_trim(ed_str_slice(line, 0, bar));
    node = ed_str_find_byte(name, '@', 0);
    if (name.p != line.p) {
        return false;
    }
    body = ed_str_slice(line, bar + 2, line.n);
    if (node != SIZE_MAX) {
        if (bar < name.n + 4 || !is_task(ed_str_slice(name, 0, node)) ||
            !is_name(ed_str_slice(name, node + 1, name.n))) {
            return false;
        }
        meta->container = ed_str_slice(name, 0, node);
        meta->host = ed_str_slice(name, node + 1, name.n);
        ret->body = body;
        ret->variant = SERVICE;
        ret->sure = true;
        return true;
    }
    if (!is_name(name) || (bar < name.n + 2 && !numbered(name))) {
        return false;
    }
    meta->container = name;
    ret->body = body;
    ret->variant = COMPOSE;
    alone = numbered(name) && !memchr(body.p, '|', ED_MIN(body.n, COLUMN_MAX));
    ret->witness = alone ? ed_str(blanks, bar) : ed_str_slice(line, 0, bar);
    return true;
}

static const struct ed_layer_variant variants[] = {
    {"compose", "docker compose logs, with or without times", "trainer-1   | cannot map weights file"},
    {"docker-service", "docker service logs", "trainer.1.q1w2e3r4t5y6@pine07    | cannot map weights file"},
};

const struct ed_layer ed_env_compose = {
    .name = "compose",
    .about = "docker compose logs",
    .sample = "trainer-1   | cannot map weights file",
    .heads = ED_LAYER_HEADS("a"),
    .fits = fits,
    .whole_lines = true,
    .peel = peel,
    .variants = variants,
    .nvariants = ED_ARRAY_LEN(variants),
};
