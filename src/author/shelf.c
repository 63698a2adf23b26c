/*
 * shelf.c: an ingest into a data base in the scratch folder, with an ear for every value it reads: where records and
 * families stand, and the examples, which it leaves to us. What is wrong with an example is told as what is wrong with
 * a record is: by file, line and JSON pointer.
 */
#include "author/shelf.h"

#include "base/io.h"
#include "base/map.h"
#include "base/vec.h"
#include "kb/ingest.h"

#include <unistd.h>

struct ed_shelf {
    struct ed_shelf_opts opts;
    struct ed_kb *kb;
    struct ed_arena arena;
    struct ed_str folder, db; /* that were made; ED_STR_NONE: none */
    ED_VEC(struct ed_shelf_place) places;
    struct ed_map records, families; /* id or slug -> number in places, + 1 */
    ED_VEC(struct ed_shelf_example) examples;
    struct ed_map tried; /* ids of records that have examples */
    bool has_places;
    struct ed_str file; /* of the value before */
};

static void tell(const struct ed_shelf *shelf, const struct ed_shelf_place *place, const char *pointer,
                 const char *message)
{
    struct ed_err problem = {0};
    char where[192];

    snprintf(where, sizeof(where), "%s%s", place->pointer, pointer);
    ed_err_set(&problem, ED_ERR_INPUT, "%s", message);
    ed_err_at(&problem, place->file, place->line, where);
    shelf->opts.problem(shelf->opts.ctx, &problem, /* fatal */ true);
}

static struct ed_shelf_place place_of(struct ed_shelf *shelf, const char *source, const struct ed_prepared *p)
{
    struct ed_str name = ed_str_c(source);
    char pointer[192];

    if (!ed_str_eq(shelf->file, name)) {
        shelf->file = ed_arena_str(&shelf->arena, name);
    }
    ed_prepared_pointer(p, "", pointer, sizeof(pointer));
    return (struct ed_shelf_place){
        .file = shelf->file.p, .line = p->raw.line, .pointer = ed_arena_str(&shelf->arena, ed_str_c(pointer)).p};
}

static void remember(struct ed_shelf *shelf, struct ed_map *map, struct ed_str name, const struct ed_shelf_place *place,
                     const char *pointer)
{
    bool fresh = false;
    uint64_t *number = ed_map_put(map, name, &fresh);
    char message[512];

    if (!fresh) {
        const struct ed_shelf_place *before = &shelf->places.v[*number - 1];

        snprintf(message, sizeof(message), "the name %.*s stands in %s:%" PRIu64 ", too: the newer one is taken",
                 ED_STR_ARG(name), before->file, before->line);
        tell(shelf, place, pointer, message);
    }
    *ed_vec_add(&shelf->places) = *place;
    *number = shelf->places.n;
}

static void read_example(struct ed_shelf *shelf, const struct ed_prepared *p, const struct ed_shelf_place *place)
{
    struct ed_shelf_example example = {.place = *place};
    struct ed_problems problems = {0};
    struct ed_json_doc *doc = NULL;
    enum ed_rc rc = ed_json_parse(p->raw.text, &doc, /* err */ NULL);

    if (rc == ED_OK) {
        rc = ed_example_read(ed_json_root(doc), &shelf->arena, &example.example, &problems);
        ed_json_doc_free(doc);
    }
    for (size_t i = 0; i < problems.n; i++) {
        tell(shelf, place, problems.v[i].pointer, problems.v[i].message);
    }
    if (rc == ED_OK) {
        *ed_vec_add(&shelf->examples) = example;
        *ed_map_put(&shelf->tried, example.example.record, /* ret_new */ NULL) = 1;
    }
}

static bool on_value(void *ctx, const char *source, const struct ed_prepared *p)
{
    struct ed_shelf *shelf = ctx;
    struct ed_shelf_place place;

    if (p->rc != ED_OK) {
        return false;
    }
    place = place_of(shelf, source, p);
    if (p->shape == ED_SHAPE_RECORD || p->shape == ED_SHAPE_WRAPPED) {
        remember(shelf, &shelf->records, p->record.id, &place, "/id");
    } else if (p->shape == ED_SHAPE_FAMILY) {
        remember(shelf, &shelf->families, p->family.slug, &place, "/slug");
    } else if (p->shape == ED_SHAPE_EXAMPLE) {
        read_example(shelf, p, &place);
        return true;
    }
    return false;
}

/* What the ingest passes over as it should be has no place in a value, and is none of the author's business. */
static void on_problem(void *ctx, const struct ed_err *problem, bool fatal)
{
    struct ed_shelf *shelf = ctx;

    if (fatal || problem->pointer[0]) {
        shelf->opts.problem(shelf->opts.ctx, problem, fatal);
    }
}

static enum ed_rc copy(const char *from, const char *to, struct ed_err *err)
{
    struct ed_buf content;
    enum ed_rc rc;

    ed_buf_init(&content, /* max */ 0);
    rc = ed_io_file(from, &content, err);
    if (rc == ED_OK) {
        rc = ed_io_replace_lightly(to, ed_buf_view(&content), err);
    }
    ed_buf_done(&content);
    return rc;
}

static enum ed_rc make(struct ed_shelf *shelf, const char *const *paths, size_t npaths, struct ed_err *err)
{
    struct ed_str folder = ed_arena_printf(&shelf->arena, "%s/errdex-XXXXXX", shelf->opts.scratch);
    struct ed_ingest_events events = {.problem = on_problem, .value = on_value, .ctx = shelf};
    struct ed_ingest_counts counts = {0};
    char *path = ed_arena_alloc(&shelf->arena, folder.n + 1);
    enum ed_rc rc = ED_OK;

    memcpy(path, folder.p, folder.n + 1);
    if (!mkdtemp(path)) {
        return ed_err_errno(err, ED_ERR_IO, errno, "cannot make a folder in %s; name another one in $TMPDIR",
                            shelf->opts.scratch);
    }
    shelf->folder = ed_str(path, folder.n);
    shelf->db = ed_arena_printf(&shelf->arena, "%s/errdex.db", path);
    if (shelf->opts.db) {
        rc = copy(shelf->opts.db, shelf->db.p, err);
    }
    if (rc == ED_OK) {
        rc = ed_kb_ingest(shelf->db.p, paths, npaths, events, &counts, /* reason */ NULL, err);
    }
    if (rc == ED_OK && shelf->records.n == 0 && !shelf->opts.db) {
        rc = ed_err_set(err, ED_ERR_INPUT,
                        "there is no record in what was named: name the records, too, or a data base that holds them "
                        "with --db");
    }
    return rc;
}

enum ed_rc ed_shelf_open(const char *const *paths, size_t npaths, struct ed_shelf_opts opts,
                         struct ed_shelf **ret_shelf, struct ed_err *err)
{
    struct ed_shelf *shelf = ed_alloc_zero(1, sizeof(*shelf));
    enum ed_rc rc = ED_OK;

    shelf->opts = opts;
    shelf->has_places = npaths > 0;
    ed_arena_init(&shelf->arena);
    ed_map_init(&shelf->records);
    ed_map_init(&shelf->families);
    ed_map_init(&shelf->tried);
    if (npaths > 0) {
        rc = make(shelf, paths, npaths, err);
    }
    if (rc == ED_OK) {
        rc = ed_kb_open(npaths > 0 ? shelf->db.p : opts.db, &shelf->kb, /* ret_rebuilt */ NULL, err);
    }
    if (rc == ED_OK) {
        *ret_shelf = shelf;
    } else {
        ed_shelf_close(shelf);
    }
    return rc;
}

void ed_shelf_close(struct ed_shelf *shelf)
{
    if (!shelf) {
        return;
    }
    ed_kb_close(shelf->kb);
    if (shelf->db.p) {
        unlink(shelf->db.p);
        rmdir(shelf->folder.p);
    }
    ed_vec_done(&shelf->places);
    ed_vec_done(&shelf->examples);
    ed_map_done(&shelf->records);
    ed_map_done(&shelf->families);
    ed_map_done(&shelf->tried);
    ed_arena_done(&shelf->arena);
    ed_free(shelf);
}

struct ed_kb *ed_shelf_kb(const struct ed_shelf *shelf)
{
    return shelf->kb;
}

bool ed_shelf_has_places(const struct ed_shelf *shelf)
{
    return shelf->has_places;
}

static const struct ed_shelf_place *find(const struct ed_shelf *shelf, const struct ed_map *map, struct ed_str name)
{
    const uint64_t *number = ed_map_get(map, name);

    return number ? &shelf->places.v[*number - 1] : NULL;
}

const struct ed_shelf_place *ed_shelf_record(const struct ed_shelf *shelf, struct ed_str id)
{
    return find(shelf, &shelf->records, id);
}

const struct ed_shelf_place *ed_shelf_family(const struct ed_shelf *shelf, struct ed_str slug)
{
    return find(shelf, &shelf->families, slug);
}

const struct ed_shelf_example *ed_shelf_examples(const struct ed_shelf *shelf, size_t *ret_n)
{
    *ret_n = shelf->examples.n;
    return shelf->examples.v;
}

bool ed_shelf_has_example(const struct ed_shelf *shelf, struct ed_str id)
{
    return ed_map_get(&shelf->tried, id) != NULL;
}
