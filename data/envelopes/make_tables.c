/*
 * make_tables.c: run when errdex is built: levels.tsv and prefixes.tsv to the tables that stamp.c and env_logger.c
 * include. A row that is not as prefixes.tsv says, or a shape that stands there twice, is refused with file and line.
 */
#include "base/alloc.h"
#include "base/io.h"
#include "shapes.h"

#define COLUMNS 5

struct row {
    struct ed_str name, about, sample;
    char flags[128]; /* as C */
    bool host, rank; /* a host or rank may be told */
};

struct rows {
    struct levels levels;
    struct tree tree;
    ED_VEC(struct row) all;
    struct place *place;
};

void refuse(struct place *place, const char *why, struct ed_str what)
{
    fprintf(stderr, "%s:%u: %s%s%.*s\n", place->file, place->line, why, what.n ? ": " : "", ED_STR_ARG(what));
    place->failed = true;
}

static bool is_name(struct ed_str s)
{
    bool good = s.n > 0 && ed_is_alpha(s.p[0]);

    for (size_t i = 0; i < s.n; i++) {
        good &= (s.p[i] >= 'a' && s.p[i] <= 'z') || ed_is_digit(s.p[i]) || s.p[i] == '-';
    }
    return good;
}

static void read_flags(struct ed_str s, struct row *row, bool *ret_whole, struct place *place)
{
    static const char *const known[] = {"sure", "shy", "weak", "restated", "tab", "hang", "quoted", "repeat", "tail"};
    bool sure = false, unsure = false;
    size_t n = 0;

    *ret_whole = false;
    while (s.n && !ed_str_is(s, "-") && n + 20 < sizeof(row->flags)) {
        struct ed_str flag = ed_str_cut(&s, ','), key = ed_str_slice(flag, 0, 7);
        uint64_t indent = 0;
        size_t i = 0;

        while (i < ED_ARRAY_LEN(known) && !ed_str_is(flag, known[i])) {
            i++;
        }
        if (ed_str_is(flag, "whole")) {
            *ret_whole = true; /* which the shape says by its end */
        } else if (i < ED_ARRAY_LEN(known)) {
            n += (size_t)snprintf(row->flags + n, sizeof(row->flags) - n, ", .%s = true", known[i]);
        } else if (ed_str_is(key, "indent=") && ed_str_u64(ed_str_slice(flag, 7, flag.n), &indent) && indent < 64) {
            n += (size_t)snprintf(row->flags + n, sizeof(row->flags) - n, ", .indent = %u", (unsigned)indent);
        } else {
            refuse(place, "not a flag", flag);
        }
        sure |= ed_str_is(flag, "sure");
        unsure |= ed_str_is(flag, "shy") || ed_str_is(flag, "weak");
    }
    if (sure && unsure) {
        refuse(place, "`sure` beside `shy` or `weak`", ED_STR_NONE);
    }
}

static void add_sequence(void *ctx, const struct sequence *sequence)
{
    struct rows *rows = ctx;
    const char *why;
    bool file = false;

    for (unsigned i = 0; i < sequence->n; i++) {
        file |= sequence->v[i].is == IS_FILE;
        if (sequence->v[i].is == IS_LINE && !file) {
            refuse(rows->place, "{line} without {file}", ED_STR_NONE);
        }
        rows->all.v[rows->all.n - 1].host |= sequence->v[i].is == IS_HOST;
        rows->all.v[rows->all.n - 1].rank |= sequence->v[i].is == IS_RANK;
    }
    why = tree_add(&rows->tree, sequence, (unsigned)rows->all.n);
    if (why) {
        refuse(rows->place, why, ED_STR_NONE);
    }
}

static void check_name(const struct rows *rows, const struct row *row)
{
    size_t n = rows->all.n;
    bool again = n && ed_str_eq(rows->all.v[n - 1].name, row->name);

    if (!is_name(row->name)) {
        refuse(rows->place, "not a name", row->name);
    }
    if (again != ed_str_is(row->about, "-")) {
        refuse(rows->place, "the first row of a name says what it is about, the others `-`", row->name);
    }
    for (size_t i = 0; i + 1 < n && !again; i++) {
        if (ed_str_eq(rows->all.v[i].name, row->name)) {
            refuse(rows->place, "rows of a name stand together", row->name);
            return;
        }
    }
}

static void add_prefix(struct rows *rows, struct ed_str line)
{
    struct ed_str columns[COLUMNS];
    struct row row = {.flags = ""};
    size_t n = 0;
    bool whole, more = true;

    while (more && n < COLUMNS) {
        more = memchr(line.p, '\t', line.n) != NULL;
        columns[n++] = ed_str_cut(&line, '\t');
    }
    if (more || n < COLUMNS || !columns[4].n || memchr(columns[4].p, '"', columns[4].n) ||
        memchr(columns[1].p, '"', columns[1].n)) {
        refuse(rows->place, "not `name TAB about TAB shape TAB flags TAB sample`, without quotes", ED_STR_NONE);
        return;
    }
    row.name = columns[0];
    row.about = columns[1];
    row.sample = columns[4];
    check_name(rows, &row);
    read_flags(columns[3], &row, &whole, rows->place);
    *ed_vec_add(&rows->all) = row;
    shape_read(columns[2], whole, &rows->levels, rows->place, add_sequence, rows);
}

static void write_rows(const struct rows *rows, struct ed_buf *out)
{
    unsigned variant = 0;

    ed_buf_text(out, "static const struct ed_layer_variant variants[] = {\n");
    for (size_t i = 0; i < rows->all.n; i++) {
        const struct row *row = &rows->all.v[i];

        if (!ed_str_is(row->about, "-")) {
            ed_buf_printf(out, "    {\"%.*s\", \"%.*s\", \"%.*s\"},\n", ED_STR_ARG(row->name), ED_STR_ARG(row->about),
                          ED_STR_ARG(row->sample));
        }
    }
    ed_buf_text(out, "};\nstatic const struct shape shapes[] = {\n    {0},\n");
    for (size_t i = 0; i < rows->all.n; i++) {
        variant += !ed_str_is(rows->all.v[i].about, "-");
        ed_buf_printf(out, "    {.variant = %u%s%s%s},\n", variant, rows->all.v[i].flags,
                      rows->all.v[i].host ? ", .host = true" : "", rows->all.v[i].rank ? ", .rank = true" : "");
    }
    ed_buf_text(out, "};\n");
}

/* Each row of a file; lines that begin with '#' are comments. */
static void read_rows(struct rows *rows, struct ed_str text, bool levels)
{
    while (text.n) {
        struct ed_str line = ed_str_cut(&text, '\n');

        rows->place->line++;
        if (!line.n || line.p[0] == '#') {
            continue;
        }
        if (levels) {
            levels_add(&rows->levels, line, rows->place);
        } else {
            add_prefix(rows, line);
        }
    }
}

static bool put(const char *path, struct ed_buf *out, struct ed_err *err)
{
    return ed_io_replace(path, ed_buf_view(out), err) == ED_OK;
}

int main(int argc, char **argv)
{
    struct place levels_at = {.failed = false}, rows_at = {.failed = false};
    struct ed_buf levels, prefixes, levels_out, prefixes_out, code_out;
    struct rows rows = {.place = &levels_at};
    struct ed_err err = {0};
    bool good;

    ed_buf_init(&levels, 0);
    ed_buf_init(&prefixes, 0);
    ed_buf_init(&levels_out, 0);
    ed_buf_init(&prefixes_out, 0);
    ed_buf_init(&code_out, 0);
    tree_init(&rows.tree, &rows.levels);
    if (argc != 6 || ed_io_file(argv[1], &levels, &err) != ED_OK || ed_io_file(argv[2], &prefixes, &err) != ED_OK) {
        fprintf(stderr, "usage: make_tables LEVELS.tsv PREFIXES.tsv LEVELS.inc PREFIXES.inc CODE.inc %s\n",
                err.message);
        return 1;
    }
    levels_at.file = argv[1];
    rows_at.file = argv[2];
    read_rows(&rows, ed_buf_view(&levels), /* levels */ true);
    levels_sort(&rows.levels);
    rows.place = &rows_at;
    read_rows(&rows, ed_buf_view(&prefixes), /* levels */ false);
    good = !levels_at.failed && !rows_at.failed;
    if (good) {
        levels_write(&rows.levels, &levels_out);
        ed_buf_text(&prefixes_out, "/* Made from prefixes.tsv. */\n");
        write_rows(&rows, &prefixes_out);
        good = tree_write(&rows.tree, &prefixes_out, &code_out) && put(argv[3], &levels_out, &err) &&
               put(argv[4], &prefixes_out, &err) && put(argv[5], &code_out, &err);
        fputs(err.message, stderr);
    }
    tree_done(&rows.tree);
    ed_vec_done(&rows.levels.words);
    ed_vec_done(&rows.all);
    ed_buf_done(&levels);
    ed_buf_done(&prefixes);
    ed_buf_done(&levels_out);
    ed_buf_done(&prefixes_out);
    ed_buf_done(&code_out);
    return good ? 0 : 1;
}
