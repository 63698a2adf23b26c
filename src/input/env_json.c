/*
 * env_json.c: a log's JSON, one object a line, whoever wrote it: keys.tsv says what its keys mean, and the formats that
 * are told apart by keys (json-formats.tsv) are the layer's variants.
 *
 *     {"level":50,"time":1746439200123,"pid":4711,"hostname":"pine07","msg":"cannot map weights file"}
 *
 * An object proves itself by two of message or error, level, time and stack; one with a message alone needs others like
 * it, for messages hold such objects too. The body is what was said: message, error, stack, and any other member that
 * reads like words. A message that is JSON text is this layer's line once more. An object that says nothing, is
 * followed by text, or is crowded with texts stays as it is. A line that is cut is read as far as it goes. One too long
 * to be handed over whole comes through the framing.
 */
#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "input/json_fields.h"

static const struct ed_layer_variant variants[] = {
#include "envelope_formats.inc"
};

/* A line that may be a piece of a longer one: pieces end a little before the limit, so as to split nothing. */
static bool may_go_on(struct ed_str line)
{
    return line.n >= ED_LIMIT_LINE_PIECE - ED_LIMIT_ESCAPE;
}

static bool read_line(struct ed_str line, struct ed_arena *arena, struct ed_meta *meta, struct ed_peel *ret,
                      bool all_of_it)
{
    struct ed_fields fields;
    enum ed_json_extent extent;

    ed_fields_begin(&fields, arena);
    extent = ed_json_fields_read(&fields, line);
    if (extent == ED_JSON_BROKEN || !ed_fields_speak(&fields) || (extent == ED_JSON_CUT && !ed_fields_sure(&fields))) {
        ret->undecoded = extent == ED_JSON_BROKEN && ed_fields_sure(&fields);
        return false;
    }
    ret->sure = ed_fields_sure(&fields);
    ret->variant = ret->sure ? ed_key_format(fields.marks) : (uint8_t)ED_ARRAY_LEN(variants);
    if (extent == ED_JSON_CUT && !all_of_it && may_go_on(line)) {
        ret->opens = true;
        ret->body = ED_STR("");
        return true;
    }
    if (!ret->sure && fields.ntexts) {
        ret->witness = ed_key_get(fields.texts[0].key)->name;
    }
    ret->truncated = ret->told.truncated = extent == ED_JSON_CUT;
    ed_fields_finish(&fields, meta, ret);
    return true;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    return read_line(line, arena, meta, ret, /* all_of_it */ false);
}

static void *begin(void)
{
    struct ed_buf *line = ed_alloc(sizeof(*line));

    ed_buf_init(line, ED_LIMIT_JSON_VALUE);
    return line;
}

static void end(void *state)
{
    ed_buf_done(state);
    ed_free(state);
}

static enum ed_frame_step take(void *state, const struct ed_frame_line *line)
{
    struct ed_buf *all = state;

    if (line->begins && all->n) {
        return ED_FRAME_BEFORE;
    }
    ed_buf_str(all, line->text);
    return line->ends || all->full ? ED_FRAME_ENTRY : ED_FRAME_MORE;
}

static bool finish(void *state, struct ed_arena *arena, struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_str line = ed_buf_view(state);

    if (read_line(line, arena, meta, ret, /* all_of_it */ true)) {
        ret->decoded = true;
        return true;
    }
    ret->body = line;
    return false;
}

static const struct ed_framing framing = {.begin = begin, .end = end, .take = take, .finish = finish};

const struct ed_layer ed_env_json = {
    .name = "json",
    .about = "a log's JSON, an object a line",
    .sample = "{\"time\":\"2025-05-05T12:00:00.123Z\",\"level\":\"error\",\"message\":\"cannot map weights file\"}",
    .heads = ED_LAYER_HEADS("{"),
    .whole_lines = true,
    .peel = peel,
    .framing = &framing,
    .variants = variants,
    .nvariants = ED_ARRAY_LEN(variants),
};
