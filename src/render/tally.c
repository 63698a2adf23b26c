/*
 * tally.c: counts as sentences. Every number that is not as it should be (a source that ended early, a limit that was
 * hit, hits that are not shown) becomes a note of its own, so that nobody has to read it out of a table.
 */
#include "render/tally.h"

#include "base/limits.h"
#include "render/unmatched.h"
#include "render/words.h"

#define DIGITS_OF(n)  #n
#define DIGITS(macro) DIGITS_OF(macro)
#define FINDINGS_MOST DIGITS(ED_LIMIT_FINDINGS)

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

/* Something of the log that has no record is printed: that is what to go on with. */
static bool has_more(const struct ed_report *report, bool told)
{
    return told && ed_unmatched_any(report);
}

void ed_tally_nothing(struct ed_buf *buf, const struct ed_report *report, bool told)
{
    const struct ed_account *account = &report->account;

    if (account->input.bytes == 0) {
        ed_buf_text(buf, "Nothing was diagnosed: the input is empty. Check the file, or the command in front of the "
                         "pipe (a journal may need more rights to be read).");
        return;
    }
    ed_buf_text(buf, "No known error in ");
    put_read(buf, account);
    ed_buf_text(buf, "; ");
    ed_words_count(buf, account->records_tried, "record was", "records were");
    ed_buf_printf(buf, " tried on every line, %" PRIu64 " %s inactive.", account->inactive,
                  account->inactive == 1 ? "is" : "are");
    if (has_more(report, told) && account->records_tried) {
        return;
    }
    ed_buf_byte(buf, '\n');
    ed_buf_text(buf, account->records_tried
                         ? "The log may hold an error that no record describes, or one that is worded otherwise. Next:"
                         : "The data base has no record to try. Next: errdex ingest FILE...");
}

struct ed_str ed_tally_next(const struct ed_report *report, bool told)
{
    return report->account.input.bytes && report->account.records_tried && !has_more(report, told)
               ? ED_STR("    errdex search \"words of the message\"")
               : ED_STR("");
}

struct notes {
    ed_tally_fn *fn;
    void *ctx;
};

static void counted_note(struct notes to, uint64_t n, const char *one, const char *many)
{
    struct ed_buf buf;

    if (n == 0) {
        return;
    }
    ed_buf_init(&buf, /* max= */ 0);
    ed_words_count(&buf, n, one, many);
    to.fn(to.ctx, ed_buf_view(&buf));
    ed_buf_done(&buf);
}

void ed_tally_notes(const struct ed_report *report, ed_tally_fn *fn, void *ctx)
{
    const struct ed_account *account = &report->account;
    struct notes to = {fn, ctx};
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
        fn(ctx, ed_buf_view(&buf));
    }
    ed_buf_done(&buf);
    counted_note(to, account->notes_dropped, "further note like these is not listed",
                 "further notes like these are not listed");
    counted_note(to, account->input.truncated, "line came cut off by its sender; what was cut could not be searched",
                 "lines came cut off by their sender; what was cut could not be searched");
    counted_note(to, account->input.undecoded, "line of a structured format did not parse and was read as plain text",
                 "lines of a structured format did not parse and were read as plain text");
    counted_note(to, account->input.outside, "line is not of the time asked for and was left out",
                 "lines are not of the time asked for and were left out");
    counted_note(to, account->input.undated, "line stands before any whose time is known, and was read",
                 "lines stand before any whose time is known, and were read");
    counted_note(to, account->match.limits, "check of a pattern ended at a limit: a finding may be missing",
                 "checks of patterns ended at a limit: findings may be missing");
    if (report->triage.good_dropped) {
        fn(ctx, ED_STR("the good run's log has more kinds of lines than are remembered: some may be told of this one"));
    }
    counted_note(to, account->findings_dropped,
                 "match of another finding is not told: the report holds " FINDINGS_MOST " findings at most",
                 "matches of other findings are not told: the report holds " FINDINGS_MOST " findings at most");
}

void ed_tally_brief(struct ed_buf *buf, const struct ed_report *report)
{
    const struct ed_account *account = &report->account;

    ed_words_count(buf, report->nfindings, "finding", "findings");
    if (account->accepted) {
        ed_buf_printf(buf, " (%" PRIu64 " accepted)", account->accepted);
    }
    ed_buf_text(buf, " in ");
    put_read(buf, account);
    ed_buf_text(buf, "; ");
    ed_words_count(buf, account->records_tried, "record", "records");
    ed_buf_text(buf, " tried");
    if (account->weak) {
        ed_buf_printf(buf, " (%" PRIu64 " only beside other evidence)", account->weak);
    }
    ed_buf_printf(buf, ", %" PRIu64 " inactive; ", account->inactive);
    ed_words_count(buf, account->match.limits, "limit", "limits");
    ed_buf_text(buf, " hit; ");
    ed_words_count(buf, unmatched(account), "line", "lines");
    ed_buf_text(buf, " without a known error.");
}

void ed_tally_table(struct ed_buf *buf, const struct ed_account *account)
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
        {"findings accepted", account->accepted},
        {"findings dropped", account->findings_dropped},
    };

    for (size_t i = 0; i < ED_ARRAY_LEN(rows); i++) {
        ed_buf_printf(buf, "%-28s %" PRIu64 "\n", rows[i].name, rows[i].n);
    }
}
