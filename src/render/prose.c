/*
 * prose.c: the parts of a record as rows of a text page: a label at the left, and prose, code or a list beside it.
 */
#include "render/prose.h"

static bool has(struct ed_str s)
{
    return ed_str_trim(s).n > 0;
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
        if (!ed_parts_says(list.v[i])) {
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

void ed_prose_record(struct ed_text_out *text, const struct ed_record *record)
{
    struct ed_part parts[ED_PARTS_MOST];
    size_t n = ed_parts(record, parts);

    for (size_t i = 0; i < n; i++) {
        switch (parts[i].kind) {
        case ED_PART_PROSE:
        case ED_PART_MISSING:
            ed_prose_part(text, parts[i].name, parts[i].text);
            break;
        case ED_PART_CODE:
            ed_prose_code(text, parts[i].name, parts[i].text);
            break;
        case ED_PART_STEPS:
        case ED_PART_POINTS:
            ed_prose_list(text, parts[i].name, parts[i].list, parts[i].kind == ED_PART_STEPS);
            break;
        }
    }
}

void ed_prose_source(struct ed_text_out *text, const struct ed_record *record)
{
    struct ed_buf place;

    if (!has(record->file_path) && !has(record->github_url)) {
        return;
    }
    ed_buf_init(&place, /* max= */ 0);
    ed_parts_raised(&place, record);
    ed_text_label(text, "source");
    ed_text_code(text, ed_buf_view(&place));
    ed_text_code(text, has(record->github_url) ? record->github_url : ED_STR(""));
    ed_buf_done(&place);
}
