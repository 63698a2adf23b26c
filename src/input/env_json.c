/*
 * env_json.c: a log's JSON, one object a line, whoever wrote it: keys.tsv says what its keys mean, and the formats that
 * are told apart by keys (json-formats.tsv) are the layer's variants.
 *
 *     {"level":50,"time":1746439200123,"pid":4711,"hostname":"pine07","msg":"cannot map weights file"}
 *
 * An object proves itself by two of message or error, level, time and stack; one with a message alone needs others like
 * it, for messages hold such objects too. The body is what was said: message, error, stack, and any other member that
 * reads like words. A message that is JSON text is this layer's line once more. An object that says nothing, is
 * followed by text, or is crowded with texts stays as it is. A line that is cut is read as far as it goes.
 */
#include "input/json_fields.h"

static const struct ed_layer_variant variants[] = {
#include "envelope_formats.inc"
};

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
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
    if (!ret->sure && fields.ntexts) {
        ret->witness = ed_key_get(fields.texts[0].key)->name;
    }
    ret->truncated = extent == ED_JSON_CUT;
    ed_fields_finish(&fields, meta, ret);
    return true;
}

const struct ed_layer ed_env_json = {
    .name = "json",
    .about = "a log's JSON, an object a line",
    .sample = "{\"time\":\"2025-05-05T12:00:00.123Z\",\"level\":\"error\",\"message\":\"cannot map weights file\"}",
    .heads = ED_LAYER_HEADS("{"),
    .whole_lines = true,
    .peel = peel,
    .variants = variants,
    .nvariants = ED_ARRAY_LEN(variants),
};
