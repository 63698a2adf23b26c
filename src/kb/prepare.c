/*
 * prepare.c: parse a value, tell its shape, read and check the record or family in it, make the effective pattern and
 * the texts for full-text search. Of a value that is neither only the shape is told: what to do with it is the ingest's
 * business. Nothing here fails but by saying so in the result.
 */
#include "kb/prepare.h"

#include "kb/words.h"

static void refuse(struct ed_prepared *p, struct ed_str fault)
{
    p->rc = ED_ERR_INPUT;
    p->fault = fault;
}

static void keep_problems(struct ed_prepared *p, const struct ed_problems *problems, struct ed_arena *arena)
{
    struct ed_problem *own;

    p->nproblems = problems->n;
    p->unlisted = problems->total - problems->n;
    if (problems->n > 0) {
        own = ed_arena_alloc(arena, problems->n * sizeof(*own));
        memcpy(own, problems->v, problems->n * sizeof(*own));
        p->problems = own;
    }
}

static void prepare_record(struct ed_prepared *p, const struct ed_json_node *node, struct ed_arena *arena)
{
    struct ed_problems problems = {0};

    p->rc = ed_record_read(node, arena, &p->record, &problems);
    keep_problems(p, &problems, arena);
    if (p->rc == ED_OK) {
        ed_pattern_make(p->record.message_pattern, p->record.error_message, p->record.file_path, arena, &p->pattern);
        ed_words_of_record(&p->record, arena, &p->words);
    }
}

static void prepare_wrapped(struct ed_prepared *p, const struct ed_json_node *root, struct ed_arena *arena)
{
    struct ed_str twice = ed_json_duplicate(root);

    if (twice.p) {
        refuse(p, ed_arena_printf(arena, "the key \"%.*s\" stands twice: leave one", ED_STR_ARG(twice)));
        return;
    }
    p->json = ed_json_member_text(p->raw.text, "record");
    p->version = ed_arena_str(arena, ed_json_str(ed_json_get(root, "datasetVersion")));
    prepare_record(p, ed_json_get(root, "record"), arena);
}

static void prepare_value(struct ed_prepared *p, const struct ed_json_node *root, struct ed_arena *arena)
{
    struct ed_problems problems = {0};

    p->shape = ed_shape_of(root);
    p->json = p->raw.text;
    if (p->shape == ED_SHAPE_RECORD) {
        prepare_record(p, root, arena);
    } else if (p->shape == ED_SHAPE_WRAPPED) {
        prepare_wrapped(p, root, arena);
    } else if (p->shape == ED_SHAPE_FAMILY) {
        p->rc = ed_family_read(root, arena, &p->family, &problems);
        keep_problems(p, &problems, arena);
    } else if (p->shape == ED_SHAPE_UNKNOWN) {
        refuse(p,
               ed_arena_printf(arena,
                               "%s is no record, no family and no part of a data set: a record has the keys id, repo, "
                               "slug and errorMessage",
                               ed_json_kind_name(ed_json_kind(root))));
    }
}

void ed_prepare(struct ed_prepared *p, struct ed_arena *arena)
{
    struct ed_json_doc *doc = NULL;
    struct ed_err err = {0};
    struct ed_raw raw = p->raw;

    *p = (struct ed_prepared){.raw = raw, .shape = ED_SHAPE_UNKNOWN, .rc = ED_OK};
    if (raw.too_large) {
        p->shape = ed_shape_of_head(raw.text);
        if (p->shape == ED_SHAPE_UNKNOWN) {
            refuse(p, ed_arena_printf(arena, "a value of over %zu MiB is no record: it was skipped",
                                      ED_LIMIT_JSON_VALUE / ED_MIB));
        }
    } else if (raw.cut_short) {
        refuse(p, raw.text.n > 0
                      ? ED_STR("this value is not finished: the source was cut off here, or a bracket or "
                               "quote is missing")
                      : ED_STR("the array is never closed: the source was cut off, and values may be missing"));
    } else if (raw.stray) {
        refuse(p, ED_STR("this text is no JSON value: take it out"));
    } else if (ed_json_parse(raw.text, &doc, &err) != ED_OK) {
        p->fault_line = err.line;
        refuse(p, ed_arena_printf(arena, "this is no valid JSON: %s", err.message));
    } else {
        prepare_value(p, ed_json_root(doc), arena);
        ed_json_doc_free(doc);
    }
}

void ed_prepared_pointer(const struct ed_prepared *p, const char *pointer, char *ret, size_t cap)
{
    const char *inside = p->shape == ED_SHAPE_WRAPPED && !p->fault.p ? "/record" : "";

    if (p->raw.in_array) {
        snprintf(ret, cap, "/%zu%s%s", p->raw.index, inside, pointer);
    } else {
        snprintf(ret, cap, "%s%s", inside, pointer);
    }
}
