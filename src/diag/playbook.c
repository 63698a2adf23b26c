/*
 * playbook.c: playbooks from JSON, strictly: an unknown key, a name that is none, a check that nobody defined are
 * refused with the pointer to them, since a playbook that is half understood would tell somebody to stop the wrong
 * process. What the SQL says is looked at when it is asked (inquiry.c).
 *
 * Order of the file: the reader's tools, evidence, checks and causes, steps, one playbook, the list.
 */
#include "diag/playbook.h"

#include "base/buf.h"
#include "base/limits.h"
#include "base/vec.h"
#include "playbooks_table.h"
#include "record/slug.h"
#include "json/read.h"

struct reading {
    struct ed_arena *arena;
    struct ed_err *err;
    bool failed;
    char pointer[160];
};

struct ed_playbooks {
    struct ed_arena arena;
    ED_VEC(struct ed_playbook *) v;
};

static void fail(struct reading *r, const char *key, const char *what)
{
    char pointer[192];

    if (!r->failed) {
        r->failed = true;
        snprintf(pointer, sizeof(pointer), "%s%s%s", r->pointer, key[0] ? "/" : "", key);
        (void)ed_err_set(r->err, ED_ERR_INPUT, "the playbook is not sound: %s", what);
        ed_err_at(r->err, NULL, 0, pointer);
    }
}

/* Only these keys, separated by blanks. */
static void keys(struct reading *r, const struct ed_json_node *object, const char *known)
{
    const struct ed_json_node *unknown;

    if (ed_json_kind(object) != ED_JSON_OBJECT) {
        fail(r, "", "an object must stand here");
        return;
    }
    unknown = ed_json_unknown(ed_json_first(object), known);
    if (unknown) {
        fail(r, ed_json_key(unknown).p, "there is no such key");
    }
}

static struct ed_str text(struct reading *r, const struct ed_json_node *object, const char *key, bool required)
{
    const struct ed_json_node *node = ed_json_get(object, key);

    if (node && ed_json_kind(node) != ED_JSON_STRING) {
        fail(r, key, "a string must stand here");
    } else if (required && ed_json_str(node).n == 0) {
        fail(r, key, "a text must stand here");
    }
    return ed_arena_str(r->arena, ed_json_str(node));
}

static struct ed_strs texts(struct reading *r, const struct ed_json_node *object, const char *key)
{
    const struct ed_json_node *node = ed_json_get(object, key);
    size_t n = ed_json_count(node), i = 0;
    struct ed_str *v;

    if (!node) {
        return (struct ed_strs){NULL, 0};
    }
    if (ed_json_kind(node) != ED_JSON_ARRAY || n > ED_LIMIT_PLAYBOOK_PARTS) {
        fail(r, key, "a list of texts must stand here, and no long one");
        return (struct ed_strs){NULL, 0};
    }
    v = ed_arena_zero(r->arena, n + 1, sizeof(*v));
    for (const struct ed_json_node *item = ed_json_first(node); item; item = ed_json_next(item)) {
        if (ed_json_kind(item) != ED_JSON_STRING || ed_json_str(item).n == 0) {
            fail(r, key, "each of the list must be a text");
        }
        v[i++] = ed_arena_str(r->arena, ed_json_str(item));
    }
    return (struct ed_strs){v, n};
}

/* The number of a word in a list, which ends in NULL. */
static unsigned choice(struct reading *r, const struct ed_json_node *object, const char *key, const char *const *words,
                       unsigned otherwise)
{
    const struct ed_json_node *node = ed_json_get(object, key);

    if (!node) {
        return otherwise;
    }
    for (unsigned i = 0; words[i]; i++) {
        if (ed_str_is(ed_json_str(node), words[i])) {
            return i;
        }
    }
    fail(r, key, "this is none of the words that may stand here");
    return otherwise;
}

static bool flag(struct reading *r, const struct ed_json_node *object, const char *key)
{
    const struct ed_json_node *node = ed_json_get(object, key);

    if (node && ed_json_kind(node) != ED_JSON_BOOL) {
        fail(r, key, "true or false must stand here");
    }
    return ed_json_bool(node);
}

/* How many parts a list has; its items are read by the caller. */
static size_t list(struct reading *r, const struct ed_json_node *object, const char *key,
                   const struct ed_json_node **ret_first)
{
    const struct ed_json_node *node = ed_json_get(object, key);

    *ret_first = NULL;
    if (!node) {
        return 0;
    }
    if (ed_json_kind(node) != ED_JSON_ARRAY || ed_json_count(node) > ED_LIMIT_PLAYBOOK_PARTS) {
        fail(r, key, "a list must stand here, and no long one");
        return 0;
    }
    *ret_first = ed_json_first(node);
    return ed_json_count(node);
}

static void at(struct reading *r, const char *key, size_t index)
{
    snprintf(r->pointer, sizeof(r->pointer), "/%s/%zu", key, index);
}

static struct ed_str name(struct reading *r, const struct ed_json_node *object, const char *key)
{
    struct ed_str s = text(r, object, key, /* required= */ true);

    if (!r->failed && !ed_factdb_name(s)) {
        fail(r, key, "a name is a-z, 0-9 and _, and no word of SQL's");
    }
    return s;
}

size_t ed_slot_at(struct ed_str text, size_t from, struct ed_str *ret_name)
{
    size_t end = from + 1;

    if (from >= text.n || text.p[from] != '{') {
        return 0;
    }
    while (end < text.n && (ed_is_word(text.p[end]) && ed_lower(text.p[end]) == text.p[end])) {
        end++;
    }
    if (end == from + 1 || end == text.n || text.p[end] != '}' || !ed_factdb_word(ed_str_slice(text, from + 1, end))) {
        return 0;
    }
    *ret_name = ed_str_slice(text, from + 1, end);
    return end + 1 - from;
}

size_t ed_slot_find(struct ed_str text, struct ed_str *ret_name)
{
    for (size_t at = 0; at < text.n; at++) {
        if (ed_slot_at(text, at, ret_name)) {
            return at;
        }
    }
    return SIZE_MAX;
}

static const struct ed_unit *unit(struct reading *r, const struct ed_json_node *object, const char *key)
{
    struct ed_str s = text(r, object, key, /* required= */ false);
    const struct ed_unit *u = s.p ? ed_unit_find(s) : NULL;

    if (s.p && !u) {
        fail(r, key, "there is no such unit");
    }
    return u;
}

static void column(struct reading *r, const struct ed_json_node *node, struct ed_column *ret)
{
    static const char *const types[] = {"text", "integer", "number", "size", "percent", "time", "moment", NULL};
    struct ed_column c = {0};

    keys(r, node, "name type unit bare from binary");
    c.name = name(r, node, "name");
    c.from = text(r, node, "from", /* required= */ false);
    c.form.type = (enum ed_cell_type)choice(r, node, "type", types, ED_CELL_TEXT);
    c.form.unit = unit(r, node, "unit");
    c.form.bare = unit(r, node, "bare");
    c.form.binary = flag(r, node, "binary");
    if ((c.form.type == ED_CELL_SIZE || c.form.type == ED_CELL_TIME) &&
        (!c.form.unit || c.form.unit->time != (c.form.type == ED_CELL_TIME))) {
        fail(r, "unit", "a size or a time needs its unit");
    }
    *ret = c;
}

static void columns(struct reading *r, const struct ed_json_node *node, size_t index, struct ed_asked *asked)
{
    const struct ed_json_node *item;
    size_t n = list(r, node, "columns", &item);
    struct ed_column *v = ed_arena_zero(r->arena, n + 1, sizeof(*v));

    if (n == 0 || n + asked->per_value > ED_LIMIT_FACT_COLUMNS) {
        fail(r, "columns", "a table has columns, and not many");
        return;
    }
    for (size_t i = 0; item; item = ed_json_next(item), i++) {
        snprintf(r->pointer, sizeof(r->pointer), "/evidence/%zu/columns/%zu", index, i);
        column(r, item, &v[i]);
    }
    asked->columns = v;
    asked->ncolumns = n;
}

/* Which value of which earlier table the command is run for. */
static void each(struct reading *r, const struct ed_json_node *node, const struct ed_asked *earlier, size_t nearlier,
                 struct ed_asked *asked)
{
    struct ed_str table, column_name;

    if (!node) {
        return;
    }
    keys(r, node, "evidence column after");
    table = text(r, node, "evidence", /* required= */ true);
    column_name = text(r, node, "column", /* required= */ true);
    asked->per_value = true;
    asked->each.after = text(r, node, "after", /* required= */ false);
    for (size_t i = 0; i < nearlier; i++) {
        for (size_t k = 0; k < earlier[i].ncolumns; k++) {
            if (ed_str_eq(earlier[i].name, table) && ed_str_eq(earlier[i].columns[k].name, column_name) &&
                !earlier[i].per_value && !earlier[i].of_log) {
                asked->each.asked = i;
                asked->each.column = k;
                return;
            }
        }
    }
    fail(r, "each", "it must name a column of an earlier table that is asked for once");
}

/* A command runs without a shell; its holes are those of `each`. */
static void command_holes(struct reading *r, const struct ed_asked *asked, const struct ed_asked *earlier)
{
    struct ed_str wants = asked->per_value ? earlier[asked->each.asked].columns[asked->each.column].name : ED_STR_NONE;
    struct ed_str hole;
    size_t found = 0;

    if (asked->command.n == 0 || asked->command.v[0].p[0] == '{') {
        fail(r, "command", "a program must stand first");
        return;
    }
    for (size_t i = 0; i < asked->command.n; i++) {
        for (size_t k = 0; k < asked->command.v[i].n; k++) {
            if (ed_slot_at(asked->command.v[i], k, &hole)) {
                found++;
                if (!ed_str_eq(hole, wants)) {
                    fail(r, "command", "its hole is not the column of each");
                }
            }
        }
    }
    if (found != (asked->per_value ? 1 : 0)) {
        fail(r, "command", "it has one hole where each is given, and else none");
    }
}

static void asked_one(struct reading *r, const struct ed_json_node *node, size_t index, struct ed_asked *v)
{
    static const char *const formats[] = {"csv", "columns", "keys", "json", "regex", NULL};
    struct ed_asked *a = &v[index];

    at(r, "evidence", index);
    keys(r, node, "name about command log each files format pattern separator header path shape columns");
    a->name = name(r, node, "name");
    a->about = text(r, node, "about", /* required= */ true);
    a->command = texts(r, node, "command");
    a->of_log = flag(r, node, "log");
    each(r, ed_json_get(node, "each"), v, index, a);
    a->files = texts(r, node, "files");
    a->format = (enum ed_output_format)choice(r, node, "format", formats, ED_OUTPUT_COLUMNS);
    a->pattern = text(r, node, "pattern", /* required= */ a->format == ED_OUTPUT_REGEX);
    a->separator = text(r, node, "separator", /* required= */ false);
    a->header = text(r, node, "header", /* required= */ false);
    a->path = text(r, node, "path", /* required= */ false);
    a->shape = text(r, node, "shape", /* required= */ false);
    if (a->of_log && (a->command.n || a->per_value || a->files.n || a->shape.n)) {
        fail(r, "log", "what is read from the log has no command and no file");
    } else if (!a->of_log && !r->failed) {
        command_holes(r, a, v);
    }
    columns(r, node, index, a);
}

static bool has_check(const struct ed_playbook *p, struct ed_str check)
{
    for (size_t i = 0; i < p->nquestions; i++) {
        if (ed_str_eq(p->questions[i].name, check)) {
            return true;
        }
    }
    return false;
}

/* "WITH name AS (sql), ... ", to stand before each question. */
static void views(struct reading *r, const struct ed_json_node *root, struct ed_buf *with)
{
    const struct ed_json_node *item;

    list(r, root, "views", &item);
    for (size_t i = 0; item; item = ed_json_next(item), i++) {
        at(r, "views", i);
        keys(r, item, "name sql");
        ed_buf_text(with, i ? ", " : "WITH ");
        ed_buf_str(with, name(r, item, "name"));
        ed_buf_text(with, " AS (");
        ed_buf_str(with, text(r, item, "sql", /* required= */ true));
        ed_buf_text(with, ") ");
    }
}

static void questions(struct reading *r, const struct ed_json_node *root, struct ed_playbook *p)
{
    const struct ed_json_node *item;
    size_t n, before;
    struct ed_question *v;
    struct ed_buf sql;

    ed_buf_init(&sql, /* max= */ 0);
    views(r, root, &sql);
    before = sql.n;
    n = list(r, root, "checks", &item);
    v = ed_arena_zero(r->arena, n + 1, sizeof(*v));

    for (size_t i = 0; item; item = ed_json_next(item), i++) {
        at(r, "checks", i);
        keys(r, item, "name sql says otherwise unsure optional");
        v[i].name = text(r, item, "name", /* required= */ true);
        if (!ed_factdb_word(v[i].name)) {
            fail(r, "name", "a check's name is a-z, 0-9 and _");
        }
        sql.n = before;
        ed_buf_str(&sql, text(r, item, "sql", /* required= */ true));
        v[i].sql = ed_arena_str(r->arena, ed_buf_view(&sql));
        v[i].says = text(r, item, "says", /* required= */ false);
        v[i].otherwise = text(r, item, "otherwise", /* required= */ false);
        v[i].unsure = text(r, item, "unsure", /* required= */ false);
        v[i].optional = texts(r, item, "optional");
    }
    ed_buf_done(&sql);
    p->questions = v;
    p->nquestions = n;
}

static void causes(struct reading *r, const struct ed_json_node *root, struct ed_playbook *p)
{
    const struct ed_json_node *item;
    size_t n = list(r, root, "causes", &item);
    struct ed_cause_told *v = ed_arena_zero(r->arena, n + 1, sizeof(*v));

    for (size_t i = 0; item; item = ed_json_next(item), i++) {
        at(r, "causes", i);
        keys(r, item, "check says");
        v[i].check = text(r, item, "check", /* required= */ true);
        v[i].says = text(r, item, "says", /* required= */ true);
        if (!has_check(p, v[i].check)) {
            fail(r, "check", "there is no check of that name");
        }
    }
    p->causes = v;
    p->ncauses = n;
}

static const char *const step_kinds[] = {"inspect", "stop",      "kill",    "wait",     "verify",
                                         "restart", "configure", "replace", "escalate", NULL};
static const char *const risks[] = {"none", "low", "high", NULL};

const char *ed_step_kind_name(enum ed_step_kind kind)
{
    return step_kinds[kind];
}

const char *ed_risk_name(enum ed_risk risk)
{
    return risks[risk];
}

static void steps(struct reading *r, const struct ed_json_node *root, struct ed_playbook *p)
{
    const struct ed_json_node *item;
    size_t n = list(r, root, "steps", &item);
    struct ed_step_told *v = ed_arena_zero(r->arena, n + 1, sizeof(*v));

    for (size_t i = 0; item; item = ed_json_next(item), i++) {
        at(r, "steps", i);
        keys(r, item, "kind if unless each says command expects risk warns");
        v[i].kind = (enum ed_step_kind)choice(r, item, "kind", step_kinds, UINT8_MAX);
        if (v[i].kind == UINT8_MAX) {
            fail(r, "kind", "a step has a kind");
            v[i].kind = ED_STEP_INSPECT;
        }
        v[i].risk = (enum ed_risk)choice(r, item, "risk", risks, ED_RISK_NONE);
        v[i].when = text(r, item, "if", /* required= */ false);
        v[i].unless = texts(r, item, "unless");
        v[i].each = flag(r, item, "each");
        v[i].says = text(r, item, "says", /* required= */ true);
        v[i].expects = text(r, item, "expects", /* required= */ false);
        v[i].warns = text(r, item, "warns", /* required= */ false);
        v[i].command = texts(r, item, "command");
        if (v[i].when.p && !has_check(p, v[i].when)) {
            fail(r, "if", "there is no check of that name");
        }
        for (size_t k = 0; k < v[i].unless.n; k++) {
            if (!has_check(p, v[i].unless.v[k])) {
                fail(r, "unless", "there is no check of that name");
            }
        }
    }
    p->steps = v;
    p->nsteps = n;
}

static void beliefs(struct reading *r, const struct ed_json_node *root, struct ed_playbook *p)
{
    const struct ed_json_node *item;
    size_t n = list(r, root, "misbeliefs", &item);
    struct ed_evidence_belief *v = ed_arena_zero(r->arena, n + 1, sizeof(*v));

    for (size_t i = 0; item; item = ed_json_next(item), i++) {
        at(r, "misbeliefs", i);
        keys(r, item, "belief says");
        v[i].belief = text(r, item, "belief", /* required= */ true);
        v[i].says = text(r, item, "says", /* required= */ true);
    }
    p->beliefs = v;
    p->nbeliefs = n;
}

static void playbook(struct reading *r, const struct ed_json_node *root, struct ed_playbook *p)
{
    const struct ed_json_node *item;
    struct ed_asked *v;
    int64_t version = 0;
    size_t n;

    keys(r, root, "playbook schemaVersion title families records evidence views checks causes steps misbeliefs");
    if (!r->failed && (!ed_json_int(ed_json_get(root, "schemaVersion"), &version) || version != 1)) {
        fail(r, "schemaVersion", "this program reads version 1");
    }
    p->slug = text(r, root, "playbook", /* required= */ true);
    if (!r->failed && !ed_slug_is_kebab(p->slug)) {
        fail(r, "playbook", "a playbook's name is kebab-case");
    }
    p->title = text(r, root, "title", /* required= */ true);
    p->families = texts(r, root, "families");
    p->records = texts(r, root, "records");
    n = list(r, root, "evidence", &item);
    p->asked = v = ed_arena_zero(r->arena, n + 1, sizeof(*v));
    p->nasked = n;
    for (size_t i = 0; item && !r->failed; item = ed_json_next(item), i++) {
        asked_one(r, item, i, v);
    }
    questions(r, root, p);
    causes(r, root, p);
    steps(r, root, p);
    beliefs(r, root, p);
}

struct ed_playbooks *ed_playbooks_new(void)
{
    struct ed_playbooks *playbooks = ed_alloc_zero(1, sizeof(*playbooks));

    ed_arena_init(&playbooks->arena);
    return playbooks;
}

void ed_playbooks_free(struct ed_playbooks *playbooks)
{
    if (playbooks) {
        ed_vec_done(&playbooks->v);
        ed_arena_done(&playbooks->arena);
        ed_free(playbooks);
    }
}

enum ed_rc ed_playbooks_add(struct ed_playbooks *playbooks, struct ed_str json, struct ed_err *err)
{
    struct reading r = {.arena = &playbooks->arena, .err = err};
    struct ed_playbook *p = ed_arena_zero(&playbooks->arena, 1, sizeof(*p));
    struct ed_json_doc *doc = NULL;
    enum ed_rc rc = ed_json_parse(json, &doc, err);

    if (rc != ED_OK) {
        return rc;
    }
    playbook(&r, ed_json_root(doc), p);
    ed_json_doc_free(doc);
    if (!r.failed) {
        *ed_vec_add(&playbooks->v) = p;
    }
    return r.failed ? ED_ERR_INPUT : ED_OK;
}

enum ed_rc ed_playbooks_bundled(struct ed_playbooks *playbooks, struct ed_err *err)
{
    enum ed_rc rc = ED_OK;

    for (size_t i = ED_ARRAY_LEN(ed_playbooks_table); i > 0 && rc == ED_OK; i--) {
        rc = ed_playbooks_add(playbooks, ed_playbooks_table[i - 1], err);
    }
    return rc;
}

const struct ed_playbook *ed_playbooks_at(const struct ed_playbooks *playbooks, size_t index)
{
    return index < playbooks->v.n ? playbooks->v.v[playbooks->v.n - 1 - index] : NULL;
}

const struct ed_playbook *ed_playbooks_find(const struct ed_playbooks *playbooks, struct ed_str wanted)
{
    const struct ed_playbook *p;

    for (size_t i = 0; (p = ed_playbooks_at(playbooks, i)) != NULL; i++) {
        if (ed_str_eq(p->slug, wanted)) {
            return p;
        }
    }
    for (size_t i = 0; (p = ed_playbooks_at(playbooks, i)) != NULL; i++) {
        if (ed_strs_have(p->families, wanted) || ed_strs_have(p->records, wanted)) {
            return p;
        }
    }
    return NULL;
}

const struct ed_playbook *ed_playbooks_of(const struct ed_playbooks *playbooks, const struct ed_record *record)
{
    const struct ed_playbook *p;

    for (size_t i = 0; (p = ed_playbooks_at(playbooks, i)) != NULL; i++) {
        for (size_t k = 0; k < p->records.n; k++) {
            struct ed_str path = p->records.v[k];

            if (path.n == record->repo.n + 1 + record->slug.n && ed_str_starts(path, record->repo) &&
                path.p[record->repo.n] == '/' && ed_str_ends(path, record->slug)) {
                return p;
            }
        }
    }
    for (size_t i = 0; (p = ed_playbooks_at(playbooks, i)) != NULL; i++) {
        if (record->background_tag.n && ed_strs_have(p->families, record->background_tag)) {
            return p;
        }
    }
    return NULL;
}
