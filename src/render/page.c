/*
 * page.c: the pages of explain: one record with all it says and what became of its pattern; one family. Nothing is cut:
 * a person who asks for a page wants the page. The colour, wrapping and escaping are text_out.c's.
 */
#include "render/prose.h"
#include "render/words.h"

static void pieces_of_kind(struct ed_text_out *text, const struct ed_record *record)
{
    const struct {
        const char *label;
        struct ed_str value;
    } pieces[] = {
        {"id ", record->id},
        {"class ", record->error_class},
        {"code ", record->error_code},
        {"type ", record->error_type},
    };
    struct ed_buf buf;

    ed_buf_init(&buf, /* max= */ 0);
    ed_parts_path(&buf, record);
    ed_text_piece(text, ED_INK_PLAIN, ed_buf_view(&buf));
    for (size_t i = 0; i < ED_ARRAY_LEN(pieces); i++) {
        if (pieces[i].value.n) {
            ed_buf_reset(&buf);
            ed_buf_text(&buf, pieces[i].label);
            ed_buf_str(&buf, pieces[i].value);
            ed_text_piece(text, ED_INK_PLAIN, ed_buf_view(&buf));
        }
    }
    if (record->http_status) {
        ed_text_piece_say(text, ED_INK_PLAIN, "HTTP %d", record->http_status);
    }
    ed_text_end_row(text);
    ed_buf_done(&buf);
}

static void handling(struct ed_text_out *text, const struct ed_record *record)
{
    ed_prose_part(text, "handle", record->handling_strategy);
    ed_prose_code(text, "guard", record->type_guard);
    ed_prose_code(text, "catch", record->try_catch_pattern);
}

static void pattern_state(struct ed_text_out *text, const struct ed_kb_pattern_info *pattern)
{
    static const char *const states[] = {
        [ED_PATTERN_TAKEN] = "from the record's own, tried in this form",
        [ED_PATTERN_REPAIRED] = "made anew from the message, tried in this form",
        [ED_PATTERN_INACTIVE] = "inactive: this record is found by look-up only, never in a log",
    };
    char bits[ED_WORDS_NUMBER];
    struct ed_buf buf;

    ed_buf_init(&buf, /* max= */ 0);
    ed_buf_text(&buf, states[pattern->state]);
    if (pattern->reason.n) {
        ed_buf_text(&buf, " (");
        ed_buf_str(&buf, pattern->reason);
        ed_buf_byte(&buf, ')');
    }
    ed_text_label(text, "pattern");
    ed_text_prose(text, ed_buf_view(&buf));
    ed_buf_done(&buf);
    ed_text_code(text, pattern->regex);
    if (pattern->state != ED_PATTERN_INACTIVE) {
        snprintf(bits, sizeof(bits), "%.1f", pattern->specificity);
        ed_text_say(text, ED_INK_PLAIN, "specificity %s bits%s", bits,
                    pattern->weak ? "; weak: too general to be reported without other evidence" : "");
    }
}

static void pattern_names(struct ed_text_out *text, const struct ed_kb_pattern_info *pattern)
{
    if (pattern->nnames == 0) {
        return;
    }
    ed_text_label(text, "captures");
    for (size_t i = 0; i < pattern->nnames; i++) {
        ed_text_piece(text, ED_INK_PLAIN, pattern->names[i]);
    }
    ed_text_end_row(text);
}

static void origin(struct ed_text_out *text, const struct ed_record *record, bool verbose)
{
    if (verbose) {
        ed_prose_code(text, "code", record->source_code);
    }
    if (record->analyzed_at.n || record->analyzed_sha.n) {
        ed_text_label(text, "analyzed");
        if (record->analyzed_at.n) {
            ed_text_piece(text, ED_INK_PLAIN, record->analyzed_at);
        }
        if (record->analyzed_sha.n) {
            ed_text_piece(text, ED_INK_PLAIN, record->analyzed_sha);
        }
        ed_text_end_row(text);
    }
}

static void belongs(struct ed_text_out *text, const struct ed_record *record)
{
    if (record->background_tag.n) {
        ed_text_label(text, "family");
        ed_text_piece(text, ED_INK_PLAIN, record->background_tag);
        ed_text_piece_say(text, ED_INK_DIM, "errdex explain %.*s", ED_STR_ARG(record->background_tag));
    }
    if (record->tags.n) {
        ed_text_label(text, "tags");
        for (size_t i = 0; i < record->tags.n; i++) {
            ed_text_piece(text, ED_INK_PLAIN, record->tags.v[i]);
        }
    }
    ed_text_end_row(text);
}

void ed_render_record(const struct ed_record *record, const struct ed_kb_pattern_info *pattern,
                      const struct ed_render_opts *opts, struct ed_buf *out)
{
    struct ed_text_out text;

    ed_text_init(&text, opts, out);
    ed_text_badge(&text, record->severity);
    ed_text_para(&text, &(struct ed_para){.text = record->error_message, .ink = ED_INK_BOLD, .prose = true});
    pieces_of_kind(&text, record);
    ed_prose_record(&text, record);
    handling(&text, record);
    ed_prose_source(&text, record);
    origin(&text, record, opts->verbose);
    if (pattern) {
        pattern_state(&text, pattern);
        pattern_names(&text, pattern);
    }
    belongs(&text, record);
    ed_text_done(&text);
}

static void causes(struct ed_text_out *text, const struct ed_family *family)
{
    struct ed_buf buf;

    ed_buf_init(&buf, /* max= */ 0);
    for (size_t i = 0; i < family->ncauses; i++) {
        if (i == 0) {
            ed_text_label(text, "causes");
        }
        ed_buf_reset(&buf);
        ed_buf_str(&buf, family->causes[i].cause);
        if (family->causes[i].cause.n && family->causes[i].detail.n) {
            ed_buf_text(&buf, ": ");
        }
        ed_buf_str(&buf, family->causes[i].detail);
        ed_text_para(text, &(struct ed_para){.text = ed_buf_view(&buf), .mark = ED_STR("- "), .prose = true});
    }
    ed_buf_done(&buf);
}

void ed_render_family(const struct ed_family *family, const struct ed_render_opts *opts, struct ed_buf *out)
{
    struct ed_text_out text;

    ed_text_init(&text, opts, out);
    ed_text_para(&text, &(struct ed_para){
                            .text = family->title.n ? family->title : family->slug, .ink = ED_INK_BOLD, .prose = true});
    ed_text_piece_say(&text, ED_INK_PLAIN, "family %.*s", ED_STR_ARG(family->slug));
    if (family->cluster_key.n) {
        ed_text_piece(&text, ED_INK_PLAIN, family->cluster_key);
    }
    ed_text_piece_say(&text, ED_INK_PLAIN, family->error_ids.n == 1 ? "%zu record" : "%zu records",
                      family->error_ids.n);
    ed_prose_part(&text, "summary", family->summary);
    ed_prose_part(&text, "about", family->background);
    causes(&text, family);
    ed_prose_list(&text, "fix", family->fixes, /* numbered= */ true);
    ed_text_done(&text);
}
