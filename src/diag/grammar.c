/*
 * grammar.c: owns the rows, read from the texts that the build put in, and the index that makes trying hundreds of them
 * on a line cheap.
 *
 * A shape that begins with text is asked about by the first byte of the line. Of one that begins with * or %, three
 * bytes that must stand somewhere in the line are its key, the least common ones: one walk over the line finds the keys
 * that are in it. Either way the shape itself decides, and the first row of the data that fits is the answer.
 */
#include "diag/grammar.h"

#include "base/alloc.h"
#include "input/glob.h"
#include "triage_builds.h"
#include "triage_ci.h"
#include "triage_compilers.h"
#include "triage_general.h"
#include "triage_ops.h"
#include "triage_packages.h"
#include "triage_tests.h"

#define ROWS_MAX 1024
#define NONE     UINT16_MAX
/* Bytes of a key, and slots for keys. */
#define KEY      3
#define KEY_BITS 12
/* Runs of literal text of a shape that is matched by them alone. */
#define RUNS_MAX 4
/* Bytes of a line that are looked at; glob.h looks at no more. */
#define LOOKED 512

struct ed_grammar {
    struct ed_grammar_row rows[ROWS_MAX];
    size_t nrows;
    uint16_t first[256];           /* rows by the byte that the line begins with, */
    uint16_t keyed[1 << KEY_BITS]; /* or by key, */
    uint16_t always;               /* or without either: to be tried on every line */
    uint16_t next[ROWS_MAX];       /* of the same slot, in the order of the data */
    struct runs {
        uint8_t at[RUNS_MAX], n[RUNS_MAX], count;
        bool plain;                    /* there is nothing else in it but * */
        uint8_t key_at, key_n, key_in; /* the text around the key: where, how long, and where in it the key is */
    } runs[ROWS_MAX];                  /* of the shape: literal text, in order */
};

static const char *const names[] = {
    [ED_PART_NONE] = "none",     [ED_PART_NOISE] = "noise", [ED_PART_STEP] = "step", [ED_PART_WARN] = "warn",
    [ED_PART_DETAIL] = "detail", [ED_PART_PLACE] = "place", [ED_PART_HEAD] = "head", [ED_PART_ALARM] = "alarm",
    [ED_PART_EXIT] = "exit",     [ED_PART_SUM] = "sum",     [ED_PART_FAIL] = "fail", [ED_PART_TEST] = "test",
    [ED_PART_END] = "end",
};

const char *ed_part_name(enum ed_part part)
{
    return names[part];
}

static enum ed_part part_of(struct ed_str word)
{
    for (size_t i = ED_PART_NOISE; i < ED_ARRAY_LEN(names); i++) {
        if (ed_str_is(word, names[i])) {
            return (enum ed_part)i;
        }
    }
    return ED_PART_NONE;
}

/* Three bytes as a number, one byte further on each time. */
static uint32_t key_on(uint32_t key, char c)
{
    return (key << 8 | (unsigned char)c) & 0xFFFFFF;
}

static size_t key_slot(uint32_t key)
{
    return key * 0x9E3779B1u >> (32 - KEY_BITS);
}

/* How seldom a byte is, about. */
static unsigned rarity(char c)
{
    return c == ' ' ? 0 : c >= 'a' && c <= 'z' ? 2 : ed_is_digit(c) ? 3 : ed_is_alpha(c) ? 4 : 5;
}

/* The least common three bytes of the shape that stand for themselves side by side. */
static bool key_of(struct ed_str shape, char ret_key[KEY], size_t *ret_at)
{
    char run[KEY] = {0};
    unsigned best = 0, n = 0;

    for (size_t i = 0; i < shape.n; i++) {
        bool itself = shape.p[i] != '*' && shape.p[i] != '%';
        unsigned worth;

        if (!itself) {
            i += shape.p[i] == '%';
            n = 0;
            continue;
        }
        if (shape.p[i] == '\\') {
            i++;
            n = 0;
            continue;
        }
        run[0] = run[1];
        run[1] = run[2];
        run[2] = shape.p[i];
        worth = 1 + rarity(run[0]) + rarity(run[1]) + rarity(run[2]);
        if (++n >= KEY && worth > best) {
            best = worth;
            memcpy(ret_key, run, KEY);
            *ret_at = i + 1 - KEY;
        }
    }
    return best > 0;
}

static void find_runs(struct ed_str shape, struct runs *ret)
{
    size_t from = 0;

    ret->plain = shape.n < UINT8_MAX;
    for (size_t i = 0; i <= shape.n && ret->plain; i++) {
        if (i < shape.n && shape.p[i] != '*') {
            ret->plain = shape.p[i] != '%' && shape.p[i] != '\\';
            continue;
        }
        if (i > from) {
            if (ret->count == RUNS_MAX) {
                ret->plain = false;
                break;
            }
            ret->at[ret->count] = (uint8_t)from;
            ret->n[ret->count++] = (uint8_t)(i - from);
        }
        from = i + 1;
    }
}

/* The text around the key: where the key is, that must stand. */
static void find_key_text(struct ed_str shape, size_t key, struct runs *ret)
{
    size_t from = key, to = key + KEY;

    while (from > 0 && !ed_is_among("*%\\", shape.p[from - 1]) &&
           !(from > 1 && ed_is_among("%\\", shape.p[from - 2]))) {
        from--;
    }
    while (to < shape.n && !ed_is_among("*%\\", shape.p[to])) {
        to++;
    }
    ret->key_at = (uint8_t)from;
    ret->key_n = (uint8_t)(to - from);
    ret->key_in = (uint8_t)(key - from);
}

/* A shape of text and * alone. */
static bool fits_plain(const struct ed_grammar *g, uint16_t row, struct ed_str line)
{
    const struct runs *runs = &g->runs[row];
    struct ed_str shape = g->rows[row].shape;
    size_t at = 0;

    for (size_t i = 0; i < runs->count; i++) {
        struct ed_str run = ed_str(shape.p + runs->at[i], runs->n[i]);

        if (runs->at[i] + run.n == shape.n) { /* the line's end */
            return at + run.n <= line.n && (i > 0 || runs->at[0] > 0 || line.n == run.n) && ed_str_ends(line, run);
        }
        if (runs->at[i] == 0) {
            if (!ed_str_starts(line, run)) {
                return false;
            }
            at = run.n;
        } else {
            at = ed_str_find(line, run, at);
            if (at == SIZE_MAX) {
                return false;
            }
            at += run.n;
        }
    }
    return true;
}

static bool fits(const struct ed_grammar *g, uint16_t row, struct ed_str line)
{
    const char *shape = g->rows[row].shape.p;

    if (shape[0] == '%' ? (shape[1] == 'd') != ed_is_digit(line.p[0])
                        : shape[0] != '*' && shape[0] != '\\' && shape[0] != line.p[0]) {
        return false;
    }
    return g->runs[row].plain ? fits_plain(g, row, line) : ed_glob_is(g->rows[row].shape, line);
}

/* Behind the rows that are in the slot. */
static void append(struct ed_grammar *g, uint16_t *slot, uint16_t row)
{
    while (*slot != NONE) {
        slot = &g->next[*slot];
    }
    *slot = row;
    g->next[row] = NONE;
}

static void add_row(struct ed_grammar *g, struct ed_str line)
{
    struct ed_str tool = ed_str_cut(&line, '\t'), word = ed_str_cut(&line, '\t');
    struct ed_grammar_row *row = &g->rows[g->nrows];
    size_t at = 0;
    char key[KEY];

    assert(g->nrows < ROWS_MAX && tool.n > 0 && tool.n < sizeof(row->tool) && ed_glob_sound(line));
    memcpy(row->tool, tool.p, tool.n);
    row->part = part_of(word);
    row->shape = line;
    assert(row->part != ED_PART_NONE && row->part != ED_PART_ALARM);
    if (line.p[0] != '*' && line.p[0] != '%') {
        append(g, &g->first[(unsigned char)line.p[line.p[0] == '\\']], (uint16_t)g->nrows);
    } else if (key_of(line, key, &at)) {
        find_key_text(line, at, &g->runs[g->nrows]);
        append(g, &g->keyed[key_slot(key_on(key_on(key_on(0, key[0]), key[1]), key[2]))], (uint16_t)g->nrows);
    } else {
        append(g, &g->always, (uint16_t)g->nrows);
    }
    find_runs(line, &g->runs[g->nrows]);
    g->nrows++;
}

struct ed_grammar *ed_grammar_new(void)
{
    const char *const texts[] = {ed_triage_ci,       ed_triage_tests, ed_triage_compilers, ed_triage_builds,
                                 ed_triage_packages, ed_triage_ops,   ed_triage_general};
    struct ed_grammar *g = ed_alloc_zero(1, sizeof(*g));

    memset(g->first, 0xFF, sizeof(g->first));
    memset(g->keyed, 0xFF, sizeof(g->keyed));
    g->always = NONE;
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        struct ed_str rest = ed_str_c(texts[i]);

        while (rest.n) {
            struct ed_str line = ed_str_cut(&rest, '\n');

            if (line.n && line.p[0] != '#') {
                add_row(g, line);
            }
        }
    }
    return g;
}

void ed_grammar_free(struct ed_grammar *grammar)
{
    ed_free(grammar);
}

/* The first row of the slot that fits, if it stands before `best`. */
static uint16_t try(const struct ed_grammar *g, uint16_t slot, struct ed_str line, uint16_t best)
{
    for (; slot < best; slot = g->next[slot]) {
        if (fits(g, slot, line)) {
            return slot;
        }
    }
    return best;
}

/* Whether the text around the key stands around this place. */
static bool key_stands(const struct ed_grammar *g, uint16_t row, struct ed_str line, size_t at)
{
    const struct runs *r = &g->runs[row];

    return at >= r->key_in && at - r->key_in + r->key_n <= line.n &&
           memcmp(line.p + at - r->key_in, g->rows[row].shape.p + r->key_at, r->key_n) == 0;
}

const struct ed_grammar_row *ed_grammar_find(const struct ed_grammar *grammar, struct ed_str line)
{
    uint16_t best = NONE;
    uint32_t key = 0;

    line = ed_str_slice(line, 0, LOOKED);
    if (line.n == 0) {
        return NULL;
    }
    best = try(grammar, grammar->first[(unsigned char)line.p[0]], line, best);
    best = try(grammar, grammar->always, line, best);
    for (size_t end = 0; end < line.n; end++) {
        size_t i = end + 1 - KEY;

        key = key_on(key, line.p[end]);
        if (end + 1 < KEY) {
            continue;
        }
        for (uint16_t row = grammar->keyed[key_slot(key)]; ED_UNLIKELY(row < best); row = grammar->next[row]) {
            if (key_stands(grammar, row, line, i) && fits(grammar, row, line)) {
                best = row;
                break;
            }
        }
    }
    return best == NONE ? NULL : &grammar->rows[best];
}
