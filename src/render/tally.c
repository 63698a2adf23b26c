/*
 * tally.c: counts as sentences. Every number that is not as it should be (a source that ended early, a limit that was
 * hit, hits that are not shown) becomes a note of its own, so that nobody has to read it out of a table.
 */
#include "render/tally.h"

#include "render/words.h"

/* A line can carry several findings, so more may be matched than there are lines. */
static uint64_t unmatched(const struct ed_account *account)
{
    return account->input.lines > account->matched ? account->input.lines - account->matched : 0;
}

static void put_read(struct ed_buf *buf, const struct ed_account *account)
{
    char size[ED_WORDS_NUMBER];

    ed_words_size(account->input.bytes, size);
    ed_words_count(buf, account->input.lines, "line", "lines");
    ed_buf_printf(buf, " (%s) of ", size);
    ed_words_count(buf, account->input.sources, "source", "sources");
}

static void nothing_found(struct ed_text_out *text, const struct ed_account *account)
{
    struct ed_buf buf;

    if (account->input.bytes == 0) {
        ed_text_say(text, ED_INK_PLAIN,
                    "Nothing was diagnosed: the input is empty. Check the file, or the command in front "
                    "of the pipe (a journal may need more rights to be read).");
        return;
    }
    ed_buf_init(&buf, /* max= */ 0);
    ed_buf_text(&buf, "No known error in ");
    put_read(&buf, account);
    ed_buf_text(&buf, "; ");
    ed_words_count(&buf, account->records_tried, "record was", "records were");
    ed_buf_printf(&buf, " tried on every line, %" PRIu64 " %s inactive.", account->inactive,
                  account->inactive == 1 ? "is" : "are");
    ed_text_prose(text, ed_buf_view(&buf));
    ed_buf_done(&buf);
    if (account->records_tried == 0) {
        ed_text_say(text, ED_INK_PLAIN, "The data base has no record to try. Next: errdex ingest FILE...");
    } else {
        ed_text_say(text, ED_INK_PLAIN,
                    "The log may hold an error that no record describes, or one that is worded "
                    "otherwise. Next:");
        ed_text_code(text, ED_STR("    errdex search \"words of the message\""));
    }
}

static void note(struct ed_text_out *text, struct ed_str words)
{
    ed_text_para(text, &(struct ed_para){.text = words, .mark = ED_STR("note: "), .prose = true});
}

static void counted_note(struct ed_text_out *text, uint64_t n, const char *one, const char *many)
{
    struct ed_buf buf;

    if (n == 0) {
        return;
    }
    ed_buf_init(&buf, /* max= */ 0);
    ed_words_count(&buf, n, one, many);
    note(text, ed_buf_view(&buf));
    ed_buf_done(&buf);
}

static void notes(struct ed_text_out *text, const struct ed_account *account)
{
    struct ed_buf buf;

    ed_buf_init(&buf, /* max= */ 0);
    for (size_t i = 0; i < account->nnotes; i++) {
        const struct ed_err *at = &account->notes[i];

        ed_buf_reset(&buf);
        ed_buf_text(&buf, at->source);
        if (at->line) {
            ed_buf_printf(&buf, ":%" PRIu64, at->line);
        }
        ed_buf_text(&buf, buf.n ? ": " : "");
        ed_buf_text(&buf, at->message);
        note(text, ed_buf_view(&buf));
    }
    ed_buf_done(&buf);
    counted_note(text, account->notes_dropped, "further note like these is not listed",
                 "further notes like these are not listed");
    counted_note(text, account->input.truncated, "line came cut off by its sender; what was cut could not be searched",
                 "lines came cut off by their sender; what was cut could not be searched");
    counted_note(text, account->input.undecoded, "line of a structured format did not parse and was read as plain text",
                 "lines of a structured format did not parse and were read as plain text");
    counted_note(text, account->input.outside, "line is not of the time asked for and was left out",
                 "lines are not of the time asked for and were left out");
    counted_note(text, account->input.undated, "line stands before any whose time is known, and was read",
                 "lines stand before any whose time is known, and were read");
    counted_note(text, account->match.limits, "check of a pattern ended at a limit: a finding may be missing",
                 "checks of patterns ended at a limit: findings may be missing");
    counted_note(text, account->findings_dropped, "finding more than the report can hold was dropped",
                 "findings more than the report can hold were dropped");
}

static void in_brief(struct ed_text_out *text, const struct ed_report *report)
{
    const struct ed_account *account = &report->account;
    struct ed_buf buf;

    ed_buf_init(&buf, /* max= */ 0);
    ed_words_count(&buf, report->nfindings, "finding", "findings");
    ed_buf_text(&buf, " in ");
    put_read(&buf, account);
    ed_buf_text(&buf, "; ");
    ed_words_count(&buf, account->records_tried, "record", "records");
    ed_buf_text(&buf, " tried");
    if (account->weak) {
        ed_buf_printf(&buf, " (%" PRIu64 " only beside other evidence)", account->weak);
    }
    ed_buf_printf(&buf, ", %" PRIu64 " inactive; ", account->inactive);
    ed_words_count(&buf, account->match.limits, "limit", "limits");
    ed_buf_text(&buf, " hit; ");
    ed_words_count(&buf, unmatched(account), "line", "lines");
    ed_buf_text(&buf, " without a known error.");
    ed_text_para(text, &(struct ed_para){.text = ed_buf_view(&buf), .ink = ED_INK_DIM, .prose = true});
    ed_buf_done(&buf);
}

static void in_detail(struct ed_text_out *text, const struct ed_account *account)
{
    const struct {
        const char *name;
        uint64_t n;
    } rows[] = {
        {"sources read", account->input.sources},
        {"bytes", account->input.bytes},
        {"lines", account->input.lines},
        {"messages", account->input.messages},
        {"lines with a finding", account->matched},
        {"lines without a known error", unmatched(account)},
        {"records tried", account->records_tried},
        {"of these weak", account->weak},
        {"records inactive", account->inactive},
        {"candidates", account->match.candidates},
        {"candidates checked", account->match.confirms},
        {"hits", account->match.hits},
        {"limits hit", account->match.limits},
        {"lines cut by their sender", account->input.truncated},
        {"lines not decoded", account->input.undecoded},
        {"marker lines passed over", account->input.passed_over},
        {"lines of another time", account->input.outside},
        {"lines before any time", account->input.undated},
        {"findings dropped", account->findings_dropped},
    };
    char line[96];

    for (size_t i = 0; i < ED_ARRAY_LEN(rows); i++) {
        snprintf(line, sizeof(line), "%-28s %" PRIu64, rows[i].name, rows[i].n);
        ed_text_code(text, ed_str_c(line));
    }
}

void ed_tally(struct ed_text_out *text, const struct ed_report *report, const struct ed_render_opts *opts)
{
    if (report->nfindings > 0) {
        ed_text_blank(text);
    } else if (!opts->quiet) {
        nothing_found(text, &report->account);
    }
    notes(text, &report->account);
    if (opts->quiet) {
        return;
    }
    if (report->nfindings > 0) { /* without findings the first sentence has said it */
        in_brief(text, report);
    }
    if (opts->verbose) {
        in_detail(text, &report->account);
    }
}
