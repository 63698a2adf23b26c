/*
 * check_examples.c: examples by themselves: each belongs to a record that there is, has lines enough to show something,
 * and nothing in it is left to be filled in. Whether they hold is for a trial to say (trial.h).
 */
#include "author/check_private.h"

/* A message in two envelopes shows that it is found in any; a near miss, that not everything is. */
#define LINES_WANTED 2

static const struct ed_check_kind filler = {"filler", ED_FLAW_ERROR, "write a line of a log, or its value"};
static const struct ed_check_kind unknown = {"unknown-record", ED_FLAW_ERROR,
                                             "name the id of a record that there is; it changes with the message"};
static const struct ed_check_kind few = {"few-examples", ED_FLAW_WARNING,
                                         "write two lines in different envelopes, and a near miss"};

static const struct ed_check_kind misplaced = {"misplaced", ED_FLAW_WARNING, "move it to examples/REPO.json"};

static void tell(struct ed_check *check, const struct ed_shelf_example *example, const struct ed_check_kind *kind,
                 const char *pointer, struct ed_str what)
{
    const struct ed_check_record *record = ed_check_find(check, example->example.record);
    struct ed_check_record none = {.id = example->example.record};

    ed_check_flaw(check, &example->place, record ? record : &none, kind, pointer, what);
}

/* A value may be "none" or empty: only what was left to be filled in is wrong. */
static bool is_left(struct ed_str text)
{
    return ed_str_starts(text, ED_STR("FILL IN:"));
}

static void left(struct ed_check *check, const struct ed_shelf_example *example, const char *pointer,
                 struct ed_str text)
{
    tell(check, example, &filler, pointer,
         ed_arena_printf(&check->scratch, "\"%.*s\" is left to be filled in", ED_STR_ARG(text)));
}

static void look_at_line(struct ed_check *check, const struct ed_shelf_example *example, size_t number)
{
    const struct ed_example_line *line = &example->example.lines[number];
    char pointer[64];

    if (is_left(line->log)) {
        snprintf(pointer, sizeof(pointer), "/lines/%zu/log", number);
        left(check, example, pointer, line->log);
        return;
    }
    for (size_t i = 0; i < line->nvalues; i++) {
        if (is_left(line->values[i].value)) {
            snprintf(pointer, sizeof(pointer), "/lines/%zu/captures", number);
            left(check, example, pointer,
                 ed_arena_printf(&check->scratch, "%.*s: %.*s", ED_STR_ARG(line->values[i].name),
                                 ED_STR_ARG(line->values[i].value)));
        }
    }
}

static void look_at(struct ed_check *check, const struct ed_shelf_example *example)
{
    const struct ed_example *e = &example->example;
    const struct ed_check_record *record = ed_check_find(check, e->record);
    char pointer[64];

    if (!record) {
        tell(check, example, &unknown, "/record", ED_STR("there is no record with this id"));
    }
    if (record && ed_check_misplaced(&example->place, "examples", record->repo)) {
        tell(check, example, &misplaced, "", ED_STR("it stands in a file of another repository"));
    }
    if (e->nlines < LINES_WANTED || e->near_misses.n == 0) {
        tell(check, example, &few, "",
             ed_arena_printf(&check->scratch, "%zu lines and %zu near misses", e->nlines, e->near_misses.n));
    }
    for (size_t i = 0; i < e->nlines; i++) {
        look_at_line(check, example, i);
    }
    for (size_t i = 0; i < e->near_misses.n; i++) {
        if (is_left(e->near_misses.v[i])) {
            snprintf(pointer, sizeof(pointer), "/nearMiss/%zu", i);
            left(check, example, pointer, e->near_misses.v[i]);
        }
    }
}

void ed_check_examples(struct ed_check *check)
{
    size_t n = 0;
    const struct ed_shelf_example *examples = ed_shelf_examples(check->shelf, &n);

    for (size_t i = 0; i < n; i++) {
        ed_arena_reset(&check->scratch);
        look_at(check, &examples[i]);
    }
}
