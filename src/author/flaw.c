/*
 * flaw.c: a flaw in words. The first row says where and what, as compilers do, so that editors find the place:
 *
 *     FILE:LINE: /POINTER: error: dead-pattern: owner/name/slug (id)
 *       what  ...
 *       do    ...
 *
 * Texts of logs may be pages: for a person they are cut, in JSON they are whole.
 */
#include "author/flaw.h"

#include "base/utf8.h"

/* Bytes of one text that are shown to a person. */
#define SHOWN ((size_t)2000)
/* Columns of the longest key, and two. */
#define KEYS 10

static const char *const levels[ED_FLAW_LEVELS] = {
    [ED_FLAW_INFO] = "info", [ED_FLAW_WARNING] = "warning", [ED_FLAW_ERROR] = "error"};

void ed_flaw_at(struct ed_flaw *flaw, const struct ed_shelf_place *place)
{
    if (place) {
        flaw->file = place->file;
        flaw->line = place->line;
        flaw->above = place->pointer;
    }
}

struct ed_flaw ed_flaw_of_problem(const struct ed_err *problem, bool fatal)
{
    return (struct ed_flaw){
        .code = fatal ? "broken" : "odd",
        .level = fatal ? ED_FLAW_ERROR : ED_FLAW_WARNING,
        .file = problem->source[0] ? problem->source : NULL,
        .line = problem->line,
        .pointer = ed_str_c(problem->pointer),
        .rows = {{"what", ed_str_c(problem->message)}},
    };
}

const char *ed_flaw_level_name(enum ed_flaw_level level)
{
    return levels[level];
}

bool ed_flaw_level_parse(struct ed_str name, enum ed_flaw_level *ret)
{
    for (size_t i = 0; i < ED_FLAW_LEVELS; i++) {
        if (ed_str_is(name, levels[i])) {
            *ret = (enum ed_flaw_level)i;
            return true;
        }
    }
    return false;
}

static void visible(struct ed_buf *out, struct ed_str text)
{
    ed_utf8_visible(out, ed_str_slice(text, 0, SHOWN), /* keep_lines */ false);
    ed_buf_text(out, text.n > SHOWN ? "..." : "");
}

void ed_flaw_text(const struct ed_flaw *flaw, struct ed_buf *out)
{
    if (flaw->file) {
        visible(out, ed_str_c(flaw->file));
        if (flaw->line) {
            ed_buf_printf(out, ":%" PRIu64, flaw->line);
        }
        ed_buf_text(out, ": ");
    }
    if ((flaw->above && flaw->above[0]) || flaw->pointer.n) {
        visible(out, ed_str_c(flaw->above ? flaw->above : ""));
        visible(out, flaw->pointer);
        ed_buf_text(out, ": ");
    }
    ed_buf_printf(out, "%s: %s", levels[flaw->level], flaw->code);
    if (flaw->name.p) {
        ed_buf_text(out, ": ");
        visible(out, flaw->name);
    }
    if (flaw->id.p) {
        ed_buf_text(out, flaw->name.p ? " (" : ": ");
        visible(out, flaw->id);
        ed_buf_text(out, flaw->name.p ? ")" : "");
    }
    ed_buf_byte(out, '\n');
    for (size_t i = 0; i < ED_ARRAY_LEN(flaw->rows) && flaw->rows[i].text.p; i++) {
        ed_buf_printf(out, "  %-*s", KEYS, flaw->rows[i].key);
        visible(out, flaw->rows[i].text);
        ed_buf_byte(out, '\n');
    }
}

void ed_flaw_json(const struct ed_flaw *flaw, struct ed_json_out *json)
{
    struct ed_buf pointer;

    ed_json_open_object(json);
    ed_json_member_str(json, "code", ed_str_c(flaw->code));
    ed_json_member_str(json, "severity", ed_str_c(levels[flaw->level]));
    ed_json_member_str(json, "file", ed_str_c(flaw->file));
    if (flaw->line) {
        ed_json_member_uint(json, "line", flaw->line);
    }
    if (flaw->above || flaw->pointer.p) {
        ed_buf_init(&pointer, /* max */ 0);
        ed_buf_text(&pointer, flaw->above ? flaw->above : "");
        ed_buf_str(&pointer, flaw->pointer);
        ed_json_member_str(json, "pointer", ed_buf_view(&pointer));
        ed_buf_done(&pointer);
    }
    ed_json_member_str(json, "id", flaw->id);
    ed_json_member_str(json, "name", flaw->name);
    for (size_t i = 0; i < ED_ARRAY_LEN(flaw->rows) && flaw->rows[i].text.p; i++) {
        ed_json_member_str(json, flaw->rows[i].key, flaw->rows[i].text);
    }
    ed_json_close_object(json);
}
