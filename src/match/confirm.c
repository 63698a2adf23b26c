/*
 * confirm.c: one pattern against one text. Once made (and sped up) a struct ed_confirm is only read; what a match
 * writes stands in the scratch, one a thread.
 *
 * Limits: PCRE2's own (steps, depth, heap, the JIT's stack), and one on all places where a match could begin together,
 * for PCRE2 counts its steps anew at each: of a generated regex the bytes that the searches for the text behind a hole
 * may read (pattern_regex.c puts a callout in front of the first of them), of a record's own the items that are tried.
 * An empty match is none, so a search always goes on.
 */
#include "match/confirm.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "match/confirm_code.h"

struct ed_confirm {
    pcre2_code *code;
    const struct ed_str *names; /* of the pattern's source */
    size_t nnames;
    unsigned flags;
    bool compares; /* it has back references */
};

struct ed_confirm_scratch {
    pcre2_match_data *data;
    pcre2_match_context *context;
    pcre2_jit_stack *stack; /* NULL without JIT: then PCRE2 uses the heap */
    struct ed_capture *captures;
    size_t groups; /* there is room for */
    size_t read;   /* bytes of this confirm's searches so far */
    size_t items;  /* of a record's own regex that may still be tried */
    size_t at;     /* where the last one was */
    bool compares; /* it has back references */
};

enum ed_rc ed_confirm_new(const struct ed_pattern *pattern, struct ed_confirm **ret_confirm, struct ed_err *err)
{
    struct ed_confirm *confirm;
    pcre2_code *code = ed_code_compile(pattern->regex, pattern->flags, err);
    uint32_t highest = 0;

    if (code == NULL) {
        return ED_ERR_INPUT;
    }
    confirm = ed_alloc_zero(1, sizeof(*confirm));
    confirm->code = code;
    confirm->names = pattern->names;
    confirm->nnames = pattern->nnames;
    confirm->flags = pattern->flags;
    (void)pcre2_pattern_info(code, PCRE2_INFO_BACKREFMAX, &highest);
    confirm->compares = highest > 0;
    *ret_confirm = confirm;
    return ED_OK;
}

/* Without JIT (no such platform, memory that may not be executed) PCRE2 goes on to interpret. */
void ed_confirm_speed_up(struct ed_confirm *confirm)
{
    (void)pcre2_jit_compile(confirm->code, PCRE2_JIT_COMPLETE);
}

void ed_confirm_free(struct ed_confirm *confirm)
{
    if (confirm) {
        pcre2_code_free(confirm->code);
        ed_free(confirm);
    }
}

/* Before an item of a record's own regex: what was read for the one before it counts, too, and what a back reference
   may compare. */
static int on_item(struct ed_confirm_scratch *scratch, const pcre2_callout_block *block)
{
    size_t at = block->current_position;
    size_t cost = 1 + (at > scratch->at ? at - scratch->at : scratch->at - at);

    for (size_t i = 1; scratch->compares && i < block->capture_top; i++) {
        size_t start = block->offset_vector[2 * i], end = block->offset_vector[2 * i + 1];

        cost += start != PCRE2_UNSET && end > start ? end - start : 0;
    }

    scratch->at = at;
    scratch->items -= ED_MIN(cost, scratch->items);
    return scratch->items > 0 ? 0 : PCRE2_ERROR_MATCHLIMIT;
}

/* Before a search for what stands behind a hole: it may read to the end of its line. */
static int on_search(struct ed_confirm_scratch *scratch, const pcre2_callout_block *block)
{
    const char *at = (const char *)block->subject + block->current_position;
    size_t left = block->subject_length - block->current_position;
    const char *end = left > 0 ? memchr(at, '\n', left) : NULL;

    scratch->read += end ? (size_t)(end - at) : left;
    return scratch->read > ED_LIMIT_MATCH_SCAN ? PCRE2_ERROR_MATCHLIMIT : 0;
}

static int on_callout(pcre2_callout_block *block, void *ctx)
{
    struct ed_confirm_scratch *scratch = ctx;

    return scratch->items > 0 ? on_item(scratch, block) : on_search(scratch, block);
}

static void reserve_groups(struct ed_confirm_scratch *scratch, size_t groups)
{
    if (groups <= scratch->groups) {
        return;
    }
    pcre2_match_data_free(scratch->data);
    scratch->data = pcre2_match_data_create((uint32_t)groups + 1, NULL);
    if (scratch->data == NULL) {
        ed_alloc_failed(groups * 2 * sizeof(PCRE2_SIZE));
    }
    scratch->captures = ed_realloc(scratch->captures, groups, sizeof(*scratch->captures));
    scratch->groups = groups;
}

struct ed_confirm_scratch *ed_confirm_scratch_new(void)
{
    struct ed_confirm_scratch *scratch = ed_alloc_zero(1, sizeof(*scratch));

    scratch->context = ed_code_context();
    pcre2_set_callout(scratch->context, on_callout, scratch);
    scratch->stack = pcre2_jit_stack_create(32 * ED_KIB, ED_LIMIT_JIT_STACK, NULL);
    if (scratch->stack != NULL) {
        pcre2_jit_stack_assign(scratch->context, NULL, scratch->stack);
    }
    reserve_groups(scratch, ED_LIMIT_HOLES);
    return scratch;
}

void ed_confirm_scratch_free(struct ed_confirm_scratch *scratch)
{
    if (scratch) {
        pcre2_match_data_free(scratch->data);
        pcre2_match_context_free(scratch->context);
        pcre2_jit_stack_free(scratch->stack);
        ed_free(scratch->captures);
        ed_free(scratch);
    }
}

static void fill_hit(const struct ed_confirm *confirm, struct ed_confirm_scratch *scratch, struct ed_str text,
                     int count, struct ed_hit *hit)
{
    const PCRE2_SIZE *at = pcre2_get_ovector_pointer(scratch->data);

    *hit = (struct ed_hit){.start = at[0], .end = at[1], .captures = scratch->captures, .ncaptures = confirm->nnames};
    for (size_t i = 0; i < confirm->nnames; i++) {
        bool took_part = i + 1 < (size_t)count && at[2 * i + 2] != PCRE2_UNSET;

        scratch->captures[i].name = confirm->names[i];
        scratch->captures[i].value = took_part ? ed_str_slice(text, at[2 * i + 2], at[2 * i + 3]) : ED_STR_NONE;
    }
    if (confirm->flags & ED_PATTERN_TAIL && confirm->nnames > 0) {
        struct ed_str *tail = &scratch->captures[confirm->nnames - 1].value;

        if (tail->n > 0) {
            tail->n = ed_pattern_trim(*tail);
            hit->end = (size_t)(tail->p - text.p) + tail->n;
        }
    }
}

enum ed_rc ed_confirm_find(const struct ed_confirm *confirm, struct ed_confirm_scratch *scratch, struct ed_str text,
                           size_t from, size_t to, struct ed_hit *ret_hit)
{
    return ed_confirm_find_by(confirm, scratch, text, from, to, to, ret_hit);
}

enum ed_rc ed_confirm_find_by(const struct ed_confirm *confirm, struct ed_confirm_scratch *scratch, struct ed_str text,
                              size_t from, size_t last, size_t to, struct ed_hit *ret_hit)
{
    int count;

    to = ED_MIN(to, text.n);
    if (from >= to || last < from) {
        return ED_NOT_FOUND; /* an empty match is none */
    }
    pcre2_set_offset_limit(scratch->context, last);
    reserve_groups(scratch, confirm->nnames);
    scratch->read = 0;
    scratch->at = from;
    scratch->compares = confirm->compares;
    scratch->items = confirm->flags & ED_PATTERN_CUSTOM ? ED_LIMIT_MATCH_ITEMS + (to - from) * ED_LIMIT_MATCH_ITEMS_BYTE
                                                        : 0;
    count = pcre2_match(confirm->code, (PCRE2_SPTR)text.p, to, from, PCRE2_NOTEMPTY, scratch->data, scratch->context);
    if (count > 0) {
        fill_hit(confirm, scratch, text, count, ret_hit);
        return ED_OK;
    }
    switch (count) {
    case PCRE2_ERROR_NOMATCH:
        return ED_NOT_FOUND;
    case PCRE2_ERROR_MATCHLIMIT:
    case PCRE2_ERROR_DEPTHLIMIT:
    case PCRE2_ERROR_HEAPLIMIT:
    case PCRE2_ERROR_JIT_STACKLIMIT:
    case PCRE2_ERROR_RECURSELOOP:
        return ED_ERR_LIMIT;
    default:
        return ED_ERR_INTERNAL;
    }
}

size_t ed_confirm_read(const struct ed_confirm_scratch *scratch)
{
    return scratch->read;
}
