/*
 * prose.c: cause, fix, verification and source of a record. Weak data is shown as weak: filler is never printed as if
 * it were a cause or a solution, and what a record lacks is said in a sentence, with where to look instead.
 */
#include "render/prose.h"

/* A title shorter than this says too little: the whole message stands instead. */
#define TITLE_LEAST 8

static bool has(struct ed_str s)
{
    return ed_str_trim(s).n > 0;
}

static bool says(struct ed_str s)
{
    return has(s) && !ed_record_is_filler(s);
}

/* Where the last {hole} of `s` begins, when `s` ends in one; else s.n. */
static size_t hole_start(struct ed_str s)
{
    size_t depth = 0, at = s.n;

    if (s.n == 0 || s.p[s.n - 1] != '}') {
        return s.n;
    }
    while (at > 0) {
        at--;
        depth += s.p[at] == '}';
        if (s.p[at] == '{' && --depth == 0) {
            return at > 0 && (s.p[at - 1] == '$' || s.p[at - 1] == '#') ? at - 1 : at;
        }
    }
    return s.n;
}

static size_t trim_any(struct ed_str s, const char *set)
{
    while (s.n > 0 && strchr(set, s.p[s.n - 1]) && s.p[s.n - 1] != '\0') {
        s.n--;
    }
    return s.n;
}

struct ed_str ed_prose_title(const struct ed_record *record)
{
    struct ed_str rest = ed_str_trim(record->error_message), line = ed_str_trim(ed_str_cut(&rest, '\n')), cut;

    if (line.n < TITLE_LEAST) {
        return ed_str_trim(record->error_message);
    }
    cut = line;
    for (;;) {
        size_t at = hole_start(cut);

        if (at == cut.n) {
            break;
        }
        cut = ed_str_slice(cut, 0, trim_any(ed_str_slice(cut, 0, at), " ,\t"));
    }
    if (cut.n == line.n || cut.n < TITLE_LEAST || !strchr(".:;!?", cut.p[cut.n - 1])) {
        return line;
    }
    return ed_str_slice(cut, 0, trim_any(cut, ":; "));
}

void ed_prose_path(struct ed_buf *buf, const struct ed_record *record)
{
    ed_buf_str(buf, record->repo);
    ed_buf_byte(buf, '/');
    ed_buf_str(buf, record->slug);
}

void ed_prose_part(struct ed_text_out *text, const char *label, struct ed_str prose)
{
    if (has(prose)) {
        ed_text_label(text, label);
        ed_text_prose(text, prose);
    }
}

void ed_prose_code(struct ed_text_out *text, const char *label, struct ed_str code)
{
    if (has(code)) {
        ed_text_label(text, label);
        ed_text_code(text, code);
    }
}

void ed_prose_list(struct ed_text_out *text, const char *label, struct ed_strs list, bool numbered)
{
    char mark[24] = "- ";
    size_t shown = 0;

    for (size_t i = 0; i < list.n; i++) {
        if (!says(list.v[i])) {
            continue;
        }
        if (shown++ == 0) {
            ed_text_label(text, label);
        }
        if (numbered) {
            snprintf(mark, sizeof(mark), "%zu. ", shown);
        }
        ed_text_para(text, &(struct ed_para){.text = list.v[i], .mark = ed_str_c(mark), .prose = true});
    }
}

static bool any_says(struct ed_strs list)
{
    for (size_t i = 0; i < list.n; i++) {
        if (says(list.v[i])) {
            return true;
        }
    }
    return false;
}

void ed_prose_cause(struct ed_text_out *text, const struct ed_record *record)
{
    bool when = says(record->trigger_scenarios), often = says(record->common_situations);

    ed_text_label(text, "cause");
    if (says(record->documentation)) {
        ed_text_prose(text, record->documentation);
    } else if (when || often) {
        ed_text_say(text, ED_INK_PLAIN, "The record does not explain the error; it only says when it comes up.");
    } else {
        ed_text_say(text, ED_INK_PLAIN, "The record says nothing about the cause.");
    }
    if (when) {
        ed_prose_part(text, "when", record->trigger_scenarios);
    }
    if (often) {
        ed_prose_part(text, "often", record->common_situations);
    }
}

void ed_prose_fix(struct ed_text_out *text, const struct ed_record *record)
{
    if (any_says(record->solutions)) {
        ed_prose_list(text, "fix", record->solutions, /* numbered= */ true);
    } else {
        ed_text_label(text, "fix");
        ed_text_say(text, ED_INK_PLAIN, "The record gives no solution%s.",
                    says(record->example_fix) ? ", only an example" : "");
    }
    if (says(record->example_fix)) {
        ed_prose_code(text, "example", record->example_fix);
    }
}

void ed_prose_verify(struct ed_text_out *text, const struct ed_record *record)
{
    if (says(record->validation_code)) {
        ed_prose_code(text, "verify", record->validation_code);
    } else {
        ed_text_label(text, "verify");
        ed_text_say(text, ED_INK_PLAIN, "The record does not say how to check that it is fixed.");
    }
    ed_prose_list(text, "prevent", record->prevention_tips, /* numbered= */ false);
}

void ed_prose_source(struct ed_text_out *text, const struct ed_record *record)
{
    struct ed_buf place;

    if (!has(record->file_path) && !has(record->github_url)) {
        return;
    }
    ed_text_label(text, "source");
    if (has(record->file_path)) {
        ed_buf_init(&place, /* max= */ 0);
        ed_buf_str(&place, record->file_path);
        if (record->line_number > 0) {
            ed_buf_printf(&place, ":%" PRId64, record->line_number);
        }
        ed_text_code(text, ed_buf_view(&place));
        ed_buf_done(&place);
    }
    if (has(record->github_url)) {
        ed_text_code(text, record->github_url);
    }
}
