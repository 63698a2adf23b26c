/*
 * facts.c: the five forms of output (csv, columns, keys, json, regex), each from text to rows of facts.
 *
 * A row is taken whole or not at all: one cell that is not of its column's type makes the line one that was not read.
 * Lines end at \n, a \r before it is dropped. Where csv has a header, columns are found by it, and a unit in brackets
 * ("memory.used [MiB]") is that of its bare numbers.
 *
 * Order of the file: rows, csv, columns, keys, json, regex, one output, all of them.
 */
#include "diag/facts.h"

#include "base/limits.h"
#include "base/vec.h"
#include "diag/fill.h"
#include "input/csv.h"
#include "match/expr.h"
#include "json/read.h"

struct filling {
    struct ed_factdb *db; /* NULL: rows are handed to `row` instead */
    size_t table;
    const struct ed_asked *asked;
    struct ed_str value;
    struct ed_facts_table *into;
    struct ed_arena scratch;
    struct ed_fact facts[ED_LIMIT_FACT_COLUMNS + 1];
    struct ed_cell_form forms[ED_LIMIT_FACT_COLUMNS + 1]; /* of the columns, with the header's units */
    void (*row)(void *ctx, const struct ed_fact *facts);
    void *ctx;
    enum ed_rc rc;
    struct ed_err *err;
};

/* A cell as a fact; false: it is not of its type. */
static bool cell(struct filling *f, size_t column, struct ed_str text)
{
    f->into->seen |= UINT32_C(1) << column;
    return ed_cell_read(&f->forms[column], text, &f->facts[column + f->asked->per_value]);
}

static void begin_row(struct filling *f)
{
    memset(f->facts, 0, sizeof(f->facts));
    if (f->asked->per_value) {
        uint64_t number;

        f->facts[0] = (struct ed_fact){.kind = ED_FACT_TEXT, .text = f->value};
        if (ed_str_u64(f->value, &number) && number <= INT64_MAX) {
            f->facts[0] = (struct ed_fact){.kind = ED_FACT_INTEGER, .integer = (int64_t)number};
        }
    }
}

static void end_row(struct filling *f, bool sound)
{
    if (!sound) {
        f->into->unread++;
    } else if (f->row) {
        f->row(f->ctx, f->facts + f->asked->per_value);
    } else if (f->rc == ED_OK) {
        f->rc = ed_factdb_row(f->db, f->table, f->facts, f->err);
        f->into->rows += f->rc == ED_OK;
        if (f->rc == ED_ERR_LIMIT) {
            f->into->cut = true;
        }
    }
}

static bool next_line(struct ed_str *rest, struct ed_str *ret_line)
{
    struct ed_str line;

    if (!rest->n) {
        return false;
    }
    line = ed_str_cut(rest, '\n');
    if (line.n && line.p[line.n - 1] == '\r') {
        line.n--;
    }
    *ret_line = line;
    return true;
}

static bool is_header(const struct filling *f, struct ed_str line)
{
    return f->asked->header.n && ed_str_starts(ed_str_trim(line), f->asked->header);
}

/* "memory.used [MiB]": the name, and the unit. */
static struct ed_str header_name(struct ed_str text, struct ed_str *ret_unit)
{
    size_t open = ed_str_find(text, ED_STR(" ["), 0);

    *ret_unit = ED_STR_NONE;
    if (open == SIZE_MAX || text.p[text.n - 1] != ']') {
        return text;
    }
    *ret_unit = ed_str_slice(text, open + 2, text.n - 1);
    return ed_str_slice(text, 0, open);
}

/* Cells of a line, at most as many as fit; *ret_n tells how many there are. false: it is no CSV. */
static bool csv_cells(struct filling *f, struct ed_str line, struct ed_str *cells, size_t *ret_n)
{
    struct ed_csv csv = ed_csv_begin(line);
    struct ed_str field;
    bool doubled;
    size_t n = 0;

    while (ed_csv_next(&csv, &field, &doubled)) {
        if (n < ED_LIMIT_FACT_COLUMNS) {
            cells[n] = ed_str_trim(ed_csv_text(&f->scratch, field, doubled));
        }
        n++;
    }
    *ret_n = n;
    return !csv.failed && !csv.open && n <= ED_LIMIT_FACT_COLUMNS;
}

/* Where each column stands, when the line is a header that names the first of them. */
static bool csv_header(struct filling *f, const struct ed_str *cells, size_t n, size_t *at)
{
    bool is = false;

    for (size_t c = 0; c < f->asked->ncolumns; c++) {
        const struct ed_column *column = &f->asked->columns[c];

        at[c] = SIZE_MAX;
        for (size_t i = 0; i < n && column->from.p; i++) {
            struct ed_str unit;

            if (ed_str_eq(header_name(cells[i], &unit), column->from)) {
                at[c] = i;
                f->forms[c].bare = unit.n && ed_unit_find(unit) ? ed_unit_find(unit) : f->forms[c].bare;
                is = is || c == 0;
            }
        }
    }
    return is;
}

static void fill_csv(struct filling *f, struct ed_str text)
{
    struct ed_str cells[ED_LIMIT_FACT_COLUMNS], line;
    size_t at[ED_LIMIT_FACT_COLUMNS], n = 0, wanted = f->asked->ncolumns;
    bool first = true;

    for (size_t c = 0; c < f->asked->ncolumns; c++) {
        at[c] = c;
    }
    while (f->rc == ED_OK && next_line(&text, &line)) {
        bool sound;

        if (ed_str_trim(line).n == 0 || is_header(f, line)) {
            continue;
        }
        sound = csv_cells(f, line, cells, &n);
        if (first && sound) {
            size_t by_name[ED_LIMIT_FACT_COLUMNS];

            first = false;
            if (csv_header(f, cells, n, by_name)) {
                memcpy(at, by_name, sizeof(at));
                wanted = n;
                continue;
            }
        }
        begin_row(f);
        sound = sound && n == wanted;
        for (size_t c = 0; c < f->asked->ncolumns && sound; c++) {
            sound = at[c] == SIZE_MAX || (at[c] < n && cell(f, c, cells[at[c]]));
        }
        end_row(f, sound);
        ed_arena_reset(&f->scratch);
    }
}

/* The next cell of a line; the last one is all that is left. */
static bool next_cell(struct ed_str separator, bool last, struct ed_str *rest, struct ed_str *ret_cell)
{
    size_t end = 0;

    if (separator.n) {
        size_t found = last ? SIZE_MAX : ed_str_find(*rest, separator, 0);

        if (!rest->p || (found == SIZE_MAX && !last)) {
            return false;
        }
        end = ED_MIN(found, rest->n);
        *ret_cell = ed_str_trim(ed_str_slice(*rest, 0, end));
        *rest = ed_str_slice(*rest, end + separator.n, rest->n);
        return true;
    }
    *rest = ed_str_trim(*rest);
    if (rest->n == 0) {
        return false;
    }
    while (end < rest->n && (last || !ed_is_space(rest->p[end]))) {
        end++;
    }
    *ret_cell = ed_str_slice(*rest, 0, end);
    *rest = ed_str_slice(*rest, end, rest->n);
    return true;
}

static void fill_columns(struct filling *f, struct ed_str text)
{
    struct ed_str line, rest, one;

    while (f->rc == ED_OK && next_line(&text, &line)) {
        bool sound = true;

        if (ed_str_trim(line).n == 0 || is_header(f, line)) {
            continue;
        }
        begin_row(f);
        rest = line;
        for (size_t c = 0; c < f->asked->ncolumns && sound; c++) {
            sound = next_cell(f->asked->separator, c + 1 == f->asked->ncolumns, &rest, &one) && cell(f, c, one);
        }
        end_row(f, sound);
    }
}

static struct ed_str from_of(const struct ed_column *column)
{
    return column->from.p ? column->from : column->name;
}

/* Lines of KEY=VALUE; a blank line ends a row. Keys that no column is of are left alone. */
static void fill_keys(struct filling *f, struct ed_str text)
{
    struct ed_str line, separator = f->asked->separator.n ? f->asked->separator : ED_STR("=");
    bool any = false, sound = true, more = true;

    begin_row(f);
    while (f->rc == ED_OK && more) {
        size_t at;

        more = next_line(&text, &line);
        if (!more || ed_str_trim(line).n == 0) {
            if (any) {
                end_row(f, sound);
            }
            begin_row(f);
            any = false;
            sound = true;
            continue;
        }
        at = ed_str_find(line, separator, 0);
        if (at == SIZE_MAX) {
            f->into->unread++;
            continue;
        }
        for (size_t c = 0; c < f->asked->ncolumns; c++) {
            if (ed_str_eq(ed_str_trim(ed_str_slice(line, 0, at)), from_of(&f->asked->columns[c]))) {
                sound = cell(f, c, ed_str_slice(line, at + separator.n, line.n)) && sound;
                any = true;
            }
        }
    }
}

/* "/a/b" below a value; "" is the value itself. Names with ~ or numbers of elements are not asked for. */
static const struct ed_json_node *below(const struct ed_json_node *node, struct ed_str pointer)
{
    char key[64];

    while (node && pointer.n) {
        struct ed_str part;

        pointer = ed_str_slice(pointer, pointer.p[0] == '/', pointer.n);
        part = ed_str_cut(&pointer, '/');
        if (part.n >= sizeof(key)) {
            return NULL;
        }
        memcpy(key, part.p, part.n);
        key[part.n] = '\0';
        node = ed_json_get(node, key);
    }
    return node;
}

static bool json_cell(struct filling *f, size_t c, const struct ed_json_node *node)
{
    char number[40];

    switch (ed_json_kind(node)) {
    case ED_JSON_STRING:
        return cell(f, c, ed_json_str(node));
    case ED_JSON_NUMBER:
        snprintf(number, sizeof(number), "%.15g", ed_json_double(node));
        return cell(f, c, ed_arena_str(&f->scratch, ed_str_c(number)));
    case ED_JSON_BOOL:
        return cell(f, c, ed_json_bool(node) ? ED_STR("1") : ED_STR("0"));
    case ED_JSON_NULL:
        f->into->seen |= UINT32_C(1) << c;
        return true;
    default:
        return false;
    }
}

static void json_row(struct filling *f, const struct ed_json_node *object)
{
    bool sound = ed_json_kind(object) == ED_JSON_OBJECT;

    begin_row(f);
    for (size_t c = 0; c < f->asked->ncolumns && sound; c++) {
        const struct ed_json_node *node = below(object, from_of(&f->asked->columns[c]));

        sound = !node || json_cell(f, c, node);
    }
    end_row(f, sound);
    ed_arena_reset(&f->scratch);
}

/* One value with a list in it, or one value a line. */
static void fill_json(struct filling *f, struct ed_str text)
{
    struct ed_json_doc *doc = NULL;
    struct ed_str line;

    if (ed_json_parse(text, &doc, /* err= */ NULL) == ED_OK) {
        const struct ed_json_node *node = below(ed_json_root(doc), f->asked->path);

        if (node && ed_json_kind(node) == ED_JSON_ARRAY) {
            for (const struct ed_json_node *item = ed_json_first(node); item && f->rc == ED_OK;
                 item = ed_json_next(item)) {
                json_row(f, item);
            }
        } else if (node) {
            json_row(f, node);
        } else {
            f->into->unread++;
        }
        ed_json_doc_free(doc);
        return;
    }
    while (f->rc == ED_OK && next_line(&text, &line)) {
        if (ed_str_trim(line).n == 0) {
            continue;
        }
        if (ed_json_parse(line, &doc, /* err= */ NULL) == ED_OK) {
            json_row(f, ed_json_root(doc));
            ed_json_doc_free(doc);
        } else {
            f->into->unread++;
        }
    }
}

static void fill_regex(struct filling *f, struct ed_str text)
{
    struct ed_expr *expr = ed_expr_new(f->asked->pattern, f->err);
    unsigned groups[ED_LIMIT_FACT_COLUMNS];
    struct ed_str line;

    if (!expr) {
        f->rc = ED_ERR_INPUT;
        return;
    }
    for (size_t c = 0; c < f->asked->ncolumns; c++) {
        groups[c] = ed_expr_group(expr, from_of(&f->asked->columns[c]));
    }
    while (f->rc == ED_OK && next_line(&text, &line)) {
        bool sound;

        if (ed_str_trim(line).n == 0 || is_header(f, line)) {
            continue;
        }
        begin_row(f);
        sound = ed_expr_run(expr, line);
        for (size_t c = 0; c < f->asked->ncolumns && sound; c++) {
            struct ed_str held = ed_expr_text(expr, groups[c], line);

            f->into->seen |= UINT32_C(1) << c;
            sound = !held.p || cell(f, c, held);
        }
        end_row(f, sound);
    }
    ed_expr_free(expr);
}

static void fill(struct filling *f, struct ed_str text)
{
    static void (*const fills[])(struct filling *, struct ed_str) = {fill_csv, fill_columns, fill_keys, fill_json,
                                                                     fill_regex};

    for (size_t c = 0; c < f->asked->ncolumns; c++) {
        f->forms[c] = f->asked->columns[c].form;
    }
    ed_arena_init(&f->scratch);
    fills[f->asked->format](f, text);
    ed_arena_done(&f->scratch);
}

/* What an output that holds no row says for itself. */
static struct ed_str problem_of(const struct ed_output *output, const struct ed_facts_table *table, uint64_t unread,
                                struct ed_arena *arena)
{
    struct ed_str rest = output->text, line = ED_STR("");

    while (rest.n && line.n == 0) {
        line = ed_str_trim(ed_str_cut(&rest, '\n'));
    }
    line = ed_str_slice(line, 0, 200);
    if (output->foreign.p) {
        return output->foreign;
    }
    if (output->state == ED_OUTPUT_ABSENT) {
        return ED_STR("the command is not installed there");
    }
    if (output->state == ED_OUTPUT_LATE) {
        return ED_STR("the command took too long and was ended");
    }
    if (table->rows == 0 && output->has_exit && output->exit != 0) {
        return ed_arena_printf(arena, "the command ended with %" PRIu64 "%s%.*s", output->exit, line.n ? ": " : "",
                               ED_STR_ARG(line));
    }
    if (table->rows == 0 && unread) {
        return ed_arena_printf(arena, "its output is not of the form that is read: %.*s", ED_STR_ARG(line));
    }
    return ED_STR_NONE;
}

static bool is_first(const struct ed_output *outputs, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (outputs[i].asked == outputs[index].asked && ed_str_eq(outputs[i].value, outputs[index].value)) {
            return false;
        }
    }
    return true;
}

/* One command's output into its table. It is there when it was read, were it empty; where a command ran for several
   values, when one of them was. */
static enum ed_rc take(struct ed_factdb *db, size_t number, const struct ed_asked *asked,
                       const struct ed_output *output, struct ed_facts_table *table, struct ed_arena *arena,
                       struct ed_err *err)
{
    struct filling f = {.db = db, .table = number, .asked = asked, .value = output->value, .into = table, .err = err};
    uint64_t unread = table->unread, rows = table->rows;
    struct ed_str problem;

    table->from = table->from.p ? table->from : output->from;
    if (output->state == ED_OUTPUT_RAN && !output->foreign.p) {
        fill(&f, output->text);
        table->cut |= output->cut;
    }
    if (asked->of_log) {
        table->unread = 0; /* other lines of a log are none of its own */
        table->there = true;
        return f.rc == ED_ERR_LIMIT ? ED_OK : f.rc;
    }
    problem = problem_of(output, table, table->unread - unread, arena);
    if (!problem.p || table->rows > rows) {
        table->there = true;
    }
    table->problem = table->there ? ED_STR_NONE : problem;
    return f.rc == ED_ERR_LIMIT ? ED_OK : f.rc;
}

static enum ed_rc make_table(struct ed_factdb *db, const struct ed_playbook *playbook, const struct ed_asked *asked,
                             size_t *ret_number, struct ed_err *err)
{
    struct ed_str names[ED_LIMIT_FACT_COLUMNS + 1];
    size_t n = 0;

    if (asked->per_value) {
        names[n++] = playbook->asked[asked->each.asked].columns[asked->each.column].name;
    }
    for (size_t i = 0; i < asked->ncolumns; i++) {
        names[n++] = asked->columns[i].name;
    }
    return ed_factdb_table(db, asked->name, names, n, ret_number, err);
}

enum ed_rc ed_facts_fill(struct ed_factdb *db, const struct ed_playbook *playbook, const struct ed_output *outputs,
                         size_t noutputs, struct ed_arena *arena, const struct ed_facts_table **ret_tables,
                         struct ed_err *err)
{
    struct ed_facts_table *tables = ed_arena_zero(arena, playbook->nasked + 1, sizeof(*tables));
    size_t *numbers = ed_arena_zero(arena, playbook->nasked + 1, sizeof(*numbers));
    enum ed_rc rc = ED_OK;

    for (size_t i = 0; i < playbook->nasked && rc == ED_OK; i++) {
        rc = make_table(db, playbook, &playbook->asked[i], &numbers[i], err);
    }
    for (size_t i = 0; i < noutputs && rc == ED_OK; i++) {
        size_t at = outputs[i].asked;

        if (is_first(outputs, i)) {
            rc = take(db, numbers[at], &playbook->asked[at], &outputs[i], &tables[at], arena, err);
        }
    }
    *ret_tables = tables;
    return rc;
}

struct values {
    struct ed_arena *arena;
    struct ed_str *v;
    size_t n, column;
};

static void on_value(void *ctx, const struct ed_fact *facts)
{
    struct values *values = ctx;
    struct ed_buf text;
    bool known = false;

    ed_buf_init(&text, /* max= */ 0);
    ed_fact_put(&text, &facts[values->column]);
    for (size_t i = 0; i < values->n; i++) {
        known = known || ed_str_eq(values->v[i], ed_buf_view(&text));
    }
    if (!known && facts[values->column].kind != ED_FACT_NULL && values->n < ED_LIMIT_EVIDENCE_EACH &&
        ed_fill_plain(ed_buf_view(&text))) {
        values->v[values->n++] = ed_arena_str(values->arena, ed_buf_view(&text));
    }
    ed_buf_done(&text);
}

size_t ed_facts_values(const struct ed_playbook *playbook, size_t asked, const struct ed_output *outputs,
                       size_t noutputs, struct ed_arena *arena, const struct ed_str **ret_values)
{
    size_t of = playbook->asked[asked].each.asked;
    struct values values = {.arena = arena, .column = playbook->asked[asked].each.column};
    struct ed_facts_table table = {0};

    *ret_values = values.v = ed_arena_zero(arena, ED_LIMIT_EVIDENCE_EACH, sizeof(*values.v));
    for (size_t i = 0; i < noutputs && playbook->asked[asked].per_value; i++) {
        struct filling f = {.asked = &playbook->asked[of], .into = &table, .row = on_value, .ctx = &values};

        if (outputs[i].asked == of && outputs[i].state == ED_OUTPUT_RAN && !outputs[i].foreign.p &&
            is_first(outputs, i)) {
            fill(&f, outputs[i].text);
        }
    }
    return values.n;
}
