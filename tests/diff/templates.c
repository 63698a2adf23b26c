/*
 * templates.c: the differential test over message templates: each is printed in five ways, as logs show it, and in five
 * that are nearly it; the engine runs over all templates at once, the oracle over the template's own neighbours, over
 * the least specific templates of all, over some others drawn anew for each text, and now and then over all.
 *
 *   diff_templates [--seed N] [--recombine N] [--if-there] PATH...
 *
 * --recombine makes N more templates out of those read. --if-there: without the first path nothing is run (exit 77).
 * Held as well: a record is found in its own renderings wherever these can be read in one way only, and bare ones give
 * back the very values; unless its author's pattern says more than the message (a regex, holes of its own).
 */
#include "duel.h"
#include "load.h"
#include "vary.h"

#include <unistd.h>

#define SKIPPED 77
/* Records of one oracle; each text goes to three of these. */
#define BATCH 256
/* One template in so many has its texts held against all. */
#define FULL 200

struct entry {
    struct ed_str message, file;
    struct ed_template tmpl;
    bool derived; /* the pattern is what the message alone would give */
};

struct count {
    const char *what; /* NULL: `name` is not a literal */
    struct ed_str name;
    uint64_t n;
};

struct test {
    struct load load;
    struct duel duel;
    struct dice dice;
    ED_VEC(struct entry) entries; /* record i */
    ED_VEC(struct count) endings, reasons;
    struct ed_arena arena;
    uint64_t texts[VARY_ALL], own[VARY_ALL]; /* in how many texts the record is found */
    uint64_t plain, missed, values, right;
};

#define COUNT(list, what)                                                                                              \
    do {                                                                                                               \
        size_t k_ = 0;                                                                                                 \
        while (k_ < (list)->n && !ed_str_eq((list)->v[k_].name, (what))) {                                             \
            k_++;                                                                                                      \
        }                                                                                                              \
        if (k_ == (list)->n) {                                                                                         \
            *ed_vec_add(list) = (struct count){.name = (what)};                                                        \
        }                                                                                                              \
        (list)->v[k_].n++;                                                                                             \
    } while (0)

static void prepare(struct test *test)
{
    for (size_t i = 0; i < test->load.templates.n; i++) {
        const struct loaded *loaded = &test->load.templates.v[i];
        struct ed_pattern pattern, derived;
        struct entry *entry;

        ed_pattern_make(loaded->pattern, loaded->message, loaded->file, &test->arena, &pattern);
        if (pattern.state == ED_PATTERN_INACTIVE) {
            COUNT(&test->reasons, pattern.reason);
            continue;
        }
        COUNT(&test->endings, load_ending(loaded->file));
        *ed_vec_add(&test->duel.patterns) = pattern;
        entry = ed_vec_add(&test->entries);
        ed_pattern_make(ED_STR_NONE, loaded->message, loaded->file, &test->arena, &derived);
        *entry = (struct entry){.message = loaded->message, .file = loaded->file};
        entry->derived = ed_str_eq(pattern.regex, derived.regex);
        ed_template_parse(loaded->message, ed_dialect_of(loaded->file), &test->arena, &entry->tmpl);
    }
}

/* Whether the hit's captures are the values that were printed. */
static bool right_values(const struct ed_pattern *pattern, struct ed_str hit, const struct ed_str *values)
{
    struct ed_buf want;
    bool right;

    ed_buf_init(&want, 0);
    for (size_t i = 0; i < pattern->nnames; i++) {
        ed_buf_printf(&want, " %.*s='%.*s", ED_STR_ARG(pattern->names[i]), ED_STR_ARG(values[i]));
    }
    right = ed_str_ends(hit, ed_buf_view(&want));
    ed_buf_done(&want);
    return right;
}

static void judge_own(struct test *test, size_t record, const struct ed_str *values, bool plain, unsigned how,
                      struct ed_str text)
{
    const struct ed_pattern *pattern = &test->duel.patterns.v[record];
    struct ed_str hit = duel_hit(&test->duel, (uint32_t)record);

    test->texts[how]++;
    test->own[how] += hit.p != NULL;
    if (!plain || how >= VARY_FORMS || !test->entries.v[record].derived) {
        return;
    }
    test->plain++;
    if (!hit.p && test->missed++ < 10) {
        fprintf(stderr, "%.*s: its own rendering (%s) is not found\n", ED_STR_ARG(test->entries.v[record].file),
                vary_names[how]);
        duel_print("  template ", test->entries.v[record].message);
        duel_print("  regex ", pattern->regex);
        duel_print("  text ", text);
    }
    if (hit.p && how == VARY_BARE && pattern->nnames == test->entries.v[record].tmpl.nholes) {
        bool right = right_values(pattern, hit, values);

        test->values++;
        test->right += right;
        if (!right) {
            duel_print("other values: ", text);
            duel_print("  by the regex ", pattern->regex);
            duel_print("  hit ", hit);
        }
    }
}

static void run_text(struct test *test, size_t record, struct ed_str text, bool full)
{
    struct duel *duel = &test->duel;
    size_t own = record / BATCH, other = roll(&test->dice, (unsigned)duel->njudges);

    duel_engine(duel, text);
    duel_judge(duel, &duel->general, text);
    for (size_t i = 0; i < duel->njudges; i++) {
        if (i != own && (full || i == other)) {
            duel_judge(duel, &duel->judges[i], text);
        }
    }
    duel_judge(duel, &duel->judges[own], text);
}

static void run(struct test *test)
{
    struct ed_str values[ED_LIMIT_HOLES];
    struct ed_buf text;
    char name[64];

    ed_buf_init(&text, 0);
    duel_open(&test->duel, BATCH, BATCH);
    for (size_t i = 0; i < test->entries.n; i++) {
        const struct ed_template *tmpl = &test->entries.v[i].tmpl;
        bool full = one_in(&test->dice, FULL);

        for (unsigned how = 0; how < VARY_ALL; how++) {
            snprintf(name, sizeof(name), "record %zu, %s", i, vary_names[how]);
            test->duel.name = name;
            vary_values(&test->dice, tmpl, values);
            vary_text(&test->dice, tmpl, values, how, &text);
            run_text(test, i, ed_buf_view(&text), full);
            judge_own(test, i, values, vary_plain(tmpl, values), how, ed_buf_view(&text));
        }
    }
    test->duel.name = "";
    ed_buf_done(&text);
}

static void print_report(const struct test *test)
{
    const struct duel_counts *c = &test->duel.counts;
    size_t own = 0;

    printf("%" PRIu64 " templates read, %zu distinct, %zu active\n", test->load.read, test->load.templates.n,
           test->entries.n);
    for (size_t i = 0; i < test->entries.n; i++) {
        own += !test->entries.v[i].derived;
    }
    printf("  %zu with a pattern that says more than the message\n", own);
    for (size_t i = 0; i < test->reasons.n; i++) {
        printf("  %" PRIu64 " inactive: %.*s\n", test->reasons.v[i].n, ED_STR_ARG(test->reasons.v[i].name));
    }
    printf("active by ending:");
    for (size_t i = 0; i < test->endings.n; i++) {
        printf(" %.*s %" PRIu64, ED_STR_ARG(test->endings.v[i].name), test->endings.v[i].n);
    }
    printf("\nfound in its own:\n");
    for (unsigned how = 0; how < VARY_ALL; how++) {
        printf("  %-12s %" PRIu64 " of %" PRIu64 "%s\n", vary_names[how], test->own[how], test->texts[how],
               how < VARY_FORMS ? "" : " (near miss)");
    }
    printf("renderings that can be read in one way: %" PRIu64 ", not found %" PRIu64
           "; bare ones with as many captures "
           "as holes: %" PRIu64 ", with the very values %" PRIu64 "\n",
           test->plain, test->missed, test->values, test->right);
    printf("%" PRIu64 " texts, %" PRIu64 " pairs of text and pattern by the oracle, %" PRIu64 " hits, %" PRIu64
           " answers at a limit, %" PRIu64 " differences\n",
           c->texts, c->pairs, c->hits, c->limited, c->differences);
}

int main(int argc, char **argv)
{
    struct test test = {.dice = {1}};
    const char **paths = ed_alloc_zero((size_t)argc + 1, sizeof(*paths));
    size_t npaths = 0, recombine = 0;
    bool if_there = false;
    int failed;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
            test.dice.state = strtoull(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--recombine") == 0 && i + 1 < argc) {
            recombine = strtoull(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--if-there") == 0) {
            if_there = true;
        } else {
            paths[npaths++] = argv[i];
        }
    }
    if (if_there && npaths > 0 && access(paths[0], R_OK) != 0) {
        printf("skipped: %s is not there\n", paths[0]);
        ed_free(paths);
        return SKIPPED;
    }
    ed_arena_init(&test.arena);
    load_init(&test.load);
    duel_init(&test.duel);
    load_paths(&test.load, paths, npaths);
    load_recombine(&test.load, &test.dice, recombine);
    prepare(&test);
    run(&test);
    print_report(&test);
    failed = test.duel.counts.differences || test.missed || test.right != test.values || !test.duel.counts.hits;
    duel_done(&test.duel);
    load_done(&test.load);
    ed_vec_done(&test.entries);
    ed_vec_done(&test.endings);
    ed_vec_done(&test.reasons);
    ed_arena_done(&test.arena);
    ed_free(paths);
    return failed;
}
