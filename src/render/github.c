/*
 * github.c: the face that a GitHub Actions runner reads from a step's output: workflow commands that become
 * annotations.
 *
 * A runner shows ANNOTATIONS_MOST of each kind a step and drops the rest without a word, so what came of a finding is
 * told with it and not by itself, and findings over the number are plain lines. Plain lines hold no orders of their own
 * (ed_words_tame). A message ends at its line's end and a property at a comma or colon: those are written as %XX, and
 * "%" itself, too.
 */
#include "base/utf8.h"
#include "render/faces.h"
#include "render/parts.h"
#include "render/tally.h"
#include "render/where.h"
#include "render/words.h"

#define ANNOTATIONS_MOST 10
#define TITLE_BYTES      200
#define MATCHED_BYTES    1500
#define PROSE_BYTES      1000
#define FIXES_MOST       3 /* an annotation is a small box; `errdex explain` has all */
#define EFFECTS_MOST     5

static const char *command(const struct ed_finding *finding)
{
    if (finding->tier != ED_TIER_EXACT || finding->accepted || finding->record->severity == ED_SEVERITY_INFO) {
        return "notice";
    }
    return finding->record->severity == ED_SEVERITY_WARNING ? "warning" : "error";
}

/* Foreign text in a command, at most so many bytes of output; in a property ':' and ',' are escaped, too. */
static void put(struct ed_buf *out, struct ed_str text, bool property, size_t most)
{
    size_t from = out->n, len = 0;
    struct ed_buf visible;

    ed_buf_init(&visible, /* max= */ 0);
    if (property) {
        ed_utf8_visible(&visible, ed_words_front(text, most), /* keep_lines= */ false);
    } else {
        ed_words_block(&visible, ed_words_front(text, most));
    }
    for (size_t at = 0; at < visible.n; at += len) {
        char c = visible.p[at];

        ed_utf8_next(ed_str_slice(ed_buf_view(&visible), at, visible.n), &len);
        if (out->n - from >= most) {
            ed_buf_text(out, "...");
            break;
        }
        if (c == '%' || c == '\n' || (property && (c == ':' || c == ','))) {
            ed_buf_printf(out, "%%%02X", (unsigned)(unsigned char)c);
        } else {
            ed_buf_append(out, visible.p + at, len);
        }
    }
    ed_buf_done(&visible);
}

static void line_end(struct ed_buf *out)
{
    ed_buf_text(out, "%0A");
}

/* The record's cause and first fixes, or that there are none. */
static void what_helps(struct ed_buf *out, const struct ed_record *record)
{
    struct ed_part parts[ED_PARTS_MOST];
    size_t n = ed_parts(record, parts), shown = 0;

    for (size_t i = 0; i < n; i++) {
        if (strcmp(parts[i].name, "cause") == 0) {
            ed_buf_text(out, "Cause: ");
            put(out, parts[i].text, /* property= */ false, PROSE_BYTES);
            line_end(out);
        } else if (strcmp(parts[i].name, "fix") == 0) {
            for (size_t k = 0; k < parts[i].list.n && shown < FIXES_MOST; k++) {
                if (ed_parts_says(parts[i].list.v[k])) {
                    ed_buf_printf(out, "Fix %zu: ", ++shown);
                    put(out, parts[i].list.v[k], /* property= */ false, PROSE_BYTES);
                    line_end(out);
                }
            }
        }
    }
}

static void effects(struct ed_buf *out, const struct ed_finding *finding)
{
    const struct ed_finding *at = finding;
    size_t depth = 0, n = 0;

    while ((at = ed_report_below(finding, at, &depth)) != NULL && ++n <= EFFECTS_MOST) {
        ed_buf_text(out, "Led to: ");
        put(out, ed_parts_title(at->record), /* property= */ false, TITLE_BYTES);
        line_end(out);
    }
    if (n > EFFECTS_MOST) {
        ed_buf_text(out, "Led to more: the whole report names it.");
        line_end(out);
    }
}

static void accepted(struct ed_buf *out, const struct ed_finding *finding)
{
    struct ed_buf words;

    if (finding->accepted) {
        ed_buf_init(&words, /* max= */ 0);
        ed_parts_accepted(&words, finding);
        ed_buf_text(out, ", ");
        put(out, ed_buf_view(&words), /* property= */ false, TITLE_BYTES);
        ed_buf_done(&words);
    }
}

static void annotation(struct ed_buf *out, const struct ed_finding *finding)
{
    const struct ed_place *first = &finding->first;
    struct ed_buf path;

    ed_buf_printf(out, "::%s ", command(finding));
    if (first->source.n && !ed_str_is(first->source, "-")) {
        ed_buf_text(out, "file=");
        put(out, first->source, /* property= */ true, SIZE_MAX);
        ed_buf_byte(out, ',');
        if (first->line) {
            ed_buf_printf(out, "line=%" PRIu64 ",", first->line);
        }
    }
    ed_buf_text(out, "title=");
    put(out, ed_parts_title(finding->record), /* property= */ true, TITLE_BYTES);
    ed_buf_text(out, "::");
    put(out, finding->message, /* property= */ false, MATCHED_BYTES);
    line_end(out);
    if (ed_parts_hint(finding->tier)) {
        ed_buf_text(out, ed_parts_hint(finding->tier));
        line_end(out);
    }
    what_helps(out, finding->record);
    effects(out, finding);
    ed_buf_init(&path, /* max= */ 0);
    ed_parts_path(&path, finding->record);
    put(out, ed_buf_view(&path), /* property= */ false, TITLE_BYTES);
    ed_buf_printf(out, ", %" PRIu64 "x, confidence %.2f", finding->count, finding->confidence);
    accepted(out, finding);
    ed_buf_byte(out, '\n');
    ed_buf_done(&path);
}

static void visible(struct ed_buf *out, struct ed_str text)
{
    ed_utf8_visible(out, text, /* keep_lines= */ false);
}

static void plain_line(struct ed_buf *out, const struct ed_finding *finding)
{
    struct ed_buf path;

    ed_buf_init(&path, /* max= */ 0);
    ed_parts_path(&path, finding->record);
    ed_buf_printf(out, "%s, not annotated%s: ", ed_parts_severity(finding->record->severity),
                  finding->accepted ? ", accepted" : "");
    visible(out, ed_parts_title(finding->record));
    ed_buf_text(out, " (");
    visible(out, ed_buf_view(&path));
    ed_buf_printf(out, ", %" PRIu64 "x, first at ", finding->count);
    ed_buf_reset(&path);
    ed_where_place(&path, &finding->first);
    visible(out, ed_buf_view(&path));
    ed_buf_text(out, ")\n");
    ed_buf_done(&path);
}

/* Whether as many of the same kind as are shown stand in front. */
static bool is_over(const struct ed_report *report, size_t index)
{
    const char *kind = command(&report->findings[index]);
    size_t n = 0;

    for (size_t i = 0; i < index && n < ANNOTATIONS_MOST; i++) {
        n += !ed_report_nested(&report->findings[i]) && strcmp(command(&report->findings[i]), kind) == 0;
    }
    return n >= ANNOTATIONS_MOST;
}

static void finding_out(const struct ed_report *report, size_t index, const struct ed_render_opts *opts,
                        struct ed_buf *out)
{
    const struct ed_finding *finding = &report->findings[index];
    size_t from = out->n;

    (void)opts;
    if (ed_report_nested(finding)) { /* told with its cause */
        return;
    }
    if (is_over(report, index)) {
        plain_line(out, finding);
        ed_words_tame(out, from);
    } else {
        annotation(out, finding);
    }
}

static void note(void *out, struct ed_str words)
{
    ed_buf_text(out, "note: ");
    visible(out, words);
    ed_buf_byte(out, '\n');
}

static void end(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    size_t from = out->n;

    ed_tally_notes(report, note, out);
    if (!opts->quiet) {
        if (report->nfindings) {
            ed_tally_brief(out, report);
        } else {
            ed_tally_nothing(out, report, /* told= */ false);
            ed_buf_text(out, ed_tally_next(report, /* told= */ false).n ? "\n" : "");
            ed_buf_str(out, ed_tally_next(report, /* told= */ false));
        }
        ed_buf_byte(out, '\n');
    }
    ed_words_tame(out, from);
}

const struct ed_renderer ed_face_github = {
    .name = "github",
    .begin = ed_face_begins_bare,
    .finding = finding_out,
    .end = end,
};
