/*
 * sarif.c: the face for code scanning: SARIF 2.1.0 (OASIS), one run. A record is a rule, a finding a result.
 *
 * Rules of the format that shape this: a message doubles its braces (3.11.5), and "](" would make a link of plain text
 * (3.11.6), so a blank goes between; formatted text holds no HTML (3.11.4). A place is a URI, so all but the plainest
 * bytes of a path are written as %XX. The matched text itself stands untouched in the region's snippet. GitHub shows
 * names of 255 and descriptions of 1024 characters, takes 1000 locations a result, and wants a line for each.
 * Order: texts, places, rules, results, the run.
 */
#include "base/map.h"
#include "base/utf8.h"
#include "diag/identity.h"
#include "render/faces.h"
#include "render/json_parts.h"
#include "render/md.h"
#include "render/parts.h"
#include "render/prose.h"
#include "render/tally.h"
#include "render/where.h"
#include "json/write.h"

#define INDENT         1
#define NAME_MOST      255
#define TEXT_MOST      1000 /* of a message or a description, in bytes before its braces are doubled */
#define HELP_MOST      20000
#define LOCATIONS_MOST 20 /* other places that are named */

/* A message's text: what it holds cannot be a placeholder or a link. At most so many bytes of it. */
static void message_text(struct ed_json_out *json, const char *key, struct ed_str text, size_t most)
{
    bool cut = text.n > most;
    struct ed_buf out;

    text = ed_str_slice(text, 0, most);
    while (cut && text.n > 0 && ((unsigned char)text.p[text.n] & 0xC0) == 0x80) { /* not inside a character */
        text.n--;
    }
    ed_buf_init(&out, /* max= */ 0);
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];

        ed_buf_byte(&out, c);
        if (c == '{' || c == '}') {
            ed_buf_byte(&out, c);
        } else if (c == ']' && i + 1 < text.n && text.p[i + 1] == '(') {
            ed_buf_byte(&out, ' ');
        }
    }
    ed_buf_text(&out, cut ? "..." : "");
    ed_json_member_str(json, key, ed_buf_view(&out));
    ed_buf_done(&out);
}

/* {"text": ...} */
static void message(struct ed_json_out *json, const char *key, struct ed_str text, size_t most)
{
    ed_json_key_out(json, key);
    ed_json_open_object(json);
    message_text(json, "text", text, most);
    ed_json_close_object(json);
}

/* A path as a URI reference (RFC 3986): relative, or file:// for an absolute one. A ':' in the first part of a relative
   one would be a scheme's. */
static void put_uri(struct ed_buf *uri, struct ed_str path)
{
    if (ed_str_is(path, "-") || path.n == 0) {
        path = ED_STR("stdin");
    }
    ed_buf_text(uri, path.p[0] == '/' ? "file://" : "");
    for (size_t i = 0; i < path.n; i++) {
        if (ed_is_word(path.p[i]) || ed_is_among("/-.~", path.p[i])) {
            ed_buf_byte(uri, path.p[i]);
        } else {
            ed_buf_printf(uri, "%%%02X", (unsigned)(unsigned char)path.p[i]);
        }
    }
}

/* snippet, says: ED_STR_NONE for none; id 0: none. */
static void location(struct ed_json_out *json, struct ed_str path, uint64_t line, struct ed_str snippet,
                     struct ed_str says, size_t id)
{
    struct ed_buf uri;

    ed_buf_init(&uri, /* max= */ 0);
    put_uri(&uri, path);
    ed_json_open_object(json);
    if (id) {
        ed_json_member_uint(json, "id", id);
    }
    ed_json_key_out(json, "physicalLocation");
    ed_json_open_object(json);
    ed_json_key_out(json, "artifactLocation");
    ed_json_open_object(json);
    ed_json_member_str(json, "uri", ed_buf_view(&uri));
    ed_json_close_object(json);
    ed_json_key_out(json, "region");
    ed_json_open_object(json);
    ed_json_member_uint(json, "startLine", line ? line : 1);
    if (snippet.p) {
        ed_json_key_out(json, "snippet");
        ed_json_open_object(json);
        ed_json_member_str(json, "text", snippet);
        ed_json_close_object(json);
    }
    ed_json_close_object(json);
    ed_json_close_object(json);
    if (says.p) {
        message(json, "message", says, TEXT_MOST);
    }
    ed_json_close_object(json);
    ed_buf_done(&uri);
}

static const char *level(const struct ed_finding *finding)
{
    enum ed_severity severity = finding->record->severity;

    return finding->tier != ED_TIER_EXACT || severity == ED_SEVERITY_INFO ? "note"
           : severity == ED_SEVERITY_WARNING                              ? "warning"
                                                                          : "error";
}

static void rule_path(struct ed_buf *path, const struct ed_record *record)
{
    ed_buf_reset(path);
    ed_parts_path(path, record);
}

/* The record's parts as Markdown without HTML. */
static void help_markdown(struct ed_buf *out, const struct ed_record *record)
{
    struct ed_part parts[ED_PARTS_MOST];
    size_t n = ed_parts(record, parts), shown;

    for (size_t i = 0; i < n; i++) {
        ed_buf_printf(out, "%s**%c%s:**", i ? "\n" : "", parts[i].name[0] - 'a' + 'A', parts[i].name + 1);
        if (parts[i].kind == ED_PART_CODE) {
            ed_buf_text(out, "\n\n");
            ed_md_block(out, parts[i].text, /* indent= */ 0, ED_MD_ALL);
        } else if (parts[i].list.n == 0) {
            ed_buf_byte(out, ' ');
            ed_md_prose(out, parts[i].text, "\\\n", ED_MD_ALL);
            ed_buf_byte(out, '\n');
        } else {
            ed_buf_text(out, "\n\n");
            shown = 0;
            for (size_t k = 0; k < parts[i].list.n; k++) {
                if (ed_parts_says(parts[i].list.v[k])) {
                    ed_buf_printf(out, "%zu. ", ++shown);
                    ed_md_prose(out, parts[i].list.v[k], " ", ED_MD_ALL);
                    ed_buf_byte(out, '\n');
                }
            }
        }
    }
}

static void help(struct ed_json_out *json, const struct ed_record *record)
{
    struct ed_text_out text;
    struct ed_buf page;

    ed_buf_init(&page, /* max= */ 0);
    ed_text_init(&text, &(struct ed_render_opts){0}, &page);
    ed_prose_record(&text, record);
    ed_prose_source(&text, record);
    ed_text_done(&text);
    ed_json_key_out(json, "help");
    ed_json_open_object(json);
    message_text(json, "text", ed_buf_view(&page), HELP_MOST);
    ed_buf_reset(&page);
    help_markdown(&page, record);
    if (page.n <= HELP_MOST) { /* cut inside a block of code it would be no Markdown any more */
        message_text(json, "markdown", ed_buf_view(&page), HELP_MOST);
    }
    ed_json_close_object(json);
    ed_buf_done(&page);
}

static void rule(struct ed_json_out *json, const struct ed_record *record, struct ed_str id)
{
    struct ed_part parts[ED_PARTS_MOST];

    ed_parts(record, parts);
    ed_json_open_object(json);
    ed_json_member_str(json, "id", id);
    ed_json_member_str(json, "name", ed_str_slice(record->slug, 0, NAME_MOST));
    message(json, "shortDescription", ed_parts_title(record), TEXT_MOST / 2);
    message(json, "fullDescription", parts[0].text, TEXT_MOST / 2);
    ed_json_key_out(json, "defaultConfiguration");
    ed_json_open_object(json);
    ed_json_member_str(json, "level", ed_str_c(level(&(struct ed_finding){.record = record})));
    ed_json_close_object(json);
    help(json, record);
    if (ed_str_starts(record->github_url, ED_STR("https://"))) {
        ed_json_key_out(json, "properties");
        ed_json_open_object(json);
        ed_json_member_str(json, "source", record->github_url);
        ed_json_close_object(json);
    }
    ed_json_close_object(json);
}

static void rules(struct ed_json_out *json, const struct ed_report *report)
{
    struct ed_map known;
    struct ed_buf path;

    ed_map_init(&known);
    ed_buf_init(&path, /* max= */ 0);
    for (size_t i = 0; i < report->nfindings; i++) {
        bool fresh = false;

        rule_path(&path, report->findings[i].record);
        ed_map_put(&known, ed_buf_view(&path), &fresh);
        if (fresh) {
            rule(json, report->findings[i].record, ed_buf_view(&path));
        }
    }
    ed_map_done(&known);
    ed_buf_done(&path);
}

static bool same_place(const struct ed_place *a, const struct ed_place *b)
{
    return a->line == b->line && ed_str_eq(a->source, b->source);
}

/* Where else it stands, where the program raised it, and what it came from. */
static void related(struct ed_json_out *json, const struct ed_finding *finding)
{
    const struct ed_place *first = &finding->first;
    struct ed_buf words;
    size_t id = 0;

    ed_buf_init(&words, /* max= */ 0);
    ed_json_key_out(json, "relatedLocations");
    ed_json_open_array(json);
    if (first->file.n) {
        location(json, first->file, first->file_line, ED_STR_NONE, ED_STR("Logged here by the program."), ++id);
    }
    if (finding->cause) {
        ed_buf_text(&words, "Came from ");
        ed_parts_path(&words, finding->cause->record);
        ed_buf_printf(&words, ": %s.", finding->cause_says);
        location(json, finding->cause->first.source, finding->cause->first.line, ED_STR_NONE, ed_buf_view(&words),
                 ++id);
    }
    for (size_t i = 0; i < finding->nsources && id < LOCATIONS_MOST; i++) {
        if (!same_place(&finding->sources[i], first)) {
            location(json, finding->sources[i].source, finding->sources[i].line, ED_STR_NONE, ED_STR("Also here."),
                     ++id);
        }
    }
    ed_json_close_array(json);
    ed_buf_done(&words);
}

static void properties(struct ed_json_out *json, const struct ed_finding *finding)
{
    const struct ed_record *record = finding->record;

    ed_json_key_out(json, "properties");
    ed_json_open_object(json);
    ed_json_member_str(json, "recordId", record->id);
    ed_json_member_str(json, "severity", ed_str_c(ed_severity_name(record->severity)));
    ed_json_member_str(json, "tier", ed_str_c(ed_tier_name(finding->tier)));
    ed_json_member_str(json, "role", ed_str_c(ed_role_name(finding->role)));
    ed_json_member_str(json, "family", record->background_tag.n ? record->background_tag : ED_STR_NONE);
    ed_json_key_out(json, "captures");
    ed_json_open_array(json);
    for (size_t i = 0; i < finding->nvalues; i++) {
        ed_json_open_object(json);
        ed_json_member_str(json, "name", finding->values[i].name);
        ed_json_member_str(json, "value", finding->values[i].value);
        ed_json_close_object(json);
    }
    ed_json_close_array(json);
    ed_json_close_object(json);
}

/* The matched text, or the record's where none was kept; a hint says first that it is one. */
static void result_message(struct ed_json_out *json, const struct ed_finding *finding)
{
    struct ed_buf text, raw;

    ed_buf_init(&raw, /* max= */ 0);
    ed_buf_init(&text, /* max= */ 0);
    if (ed_parts_hint(finding->tier)) {
        ed_buf_text(&raw, ed_parts_hint(finding->tier));
        ed_buf_byte(&raw, '\n');
    }
    ed_buf_str(&raw, finding->message.n ? finding->message : ed_parts_title(finding->record));
    ed_utf8_visible(&text, ed_buf_view(&raw), /* keep_lines= */ true);
    message(json, "message", ed_buf_view(&text), TEXT_MOST);
    ed_buf_done(&text);
    ed_buf_done(&raw);
}

/* Either all results of a run have this or none (3.27.23). */
static void suppressions(struct ed_json_out *json, const struct ed_finding *finding)
{
    ed_json_key_out(json, "suppressions");
    ed_json_open_array(json);
    if (finding->accepted) {
        ed_json_open_object(json);
        ed_json_member_str(json, "kind", ED_STR("external"));
        ed_json_member_str(json, "status", ED_STR("accepted"));
        ed_json_member_str(json, "justification", finding->accepted_why);
        ed_json_close_object(json);
    }
    ed_json_close_array(json);
}

static void result(struct ed_json_out *json, const struct ed_finding *finding, bool some_accepted)
{
    char hash[ED_IDENTITY_HASH];
    struct ed_buf path;

    ed_buf_init(&path, /* max= */ 0);
    rule_path(&path, finding->record);
    ed_identity_hash(finding, hash);
    ed_json_open_object(json);
    ed_json_member_str(json, "ruleId", ed_buf_view(&path));
    ed_json_member_str(json, "level", ed_str_c(level(finding)));
    result_message(json, finding);
    ed_json_key_out(json, "locations");
    ed_json_open_array(json);
    location(json, finding->first.source, finding->first.line, finding->message.n ? finding->message : ED_STR_NONE,
             ED_STR_NONE, /* id= */ 0);
    ed_json_close_array(json);
    related(json, finding);
    ed_json_member_uint(json, "occurrenceCount", finding->count);
    ed_json_key_out(json, "rank");
    ed_json_double_out(json, finding->confidence > 0 ? ED_MIN(finding->confidence, 1.0) * 100 : 0.0,
                       /* decimals= */ 2);
    ed_json_key_out(json, "partialFingerprints");
    ed_json_open_object(json);
    ed_json_member_str(json, "errdexFinding/v1", ed_str_c(hash));
    ed_json_close_object(json);
    if (some_accepted) {
        suppressions(json, finding);
    }
    properties(json, finding);
    ed_json_close_object(json);
    ed_buf_done(&path);
}

static void open_run(struct ed_json_out *json)
{
    ed_json_open_object(json);
    ed_json_member_str(
        json, "$schema",
        ED_STR("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"));
    ed_json_member_str(json, "version", ED_STR("2.1.0"));
    ed_json_key_out(json, "runs");
    ed_json_open_array(json);
    ed_json_open_object(json);
}

/* In front of the results, but for what the tool says of itself. */
static void open_results(struct ed_json_out *json)
{
    open_run(json);
    ed_json_key_out(json, "results");
    ed_json_open_array(json);
}

static void begin(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    struct ed_json_out json;

    ed_json_out_init(&json, out, INDENT);
    open_run(&json);
    ed_json_key_out(&json, "tool");
    ed_json_open_object(&json);
    ed_json_key_out(&json, "driver");
    ed_json_open_object(&json);
    ed_json_member_str(&json, "name", ED_STR("errdex"));
    ed_json_member_str(&json, "version", opts->version ? ed_str_c(opts->version) : ED_STR_NONE);
    ed_json_key_out(&json, "rules");
    ed_json_open_array(&json);
    rules(&json, report);
    ed_json_close_array(&json);
    ed_json_close_object(&json);
    ed_json_close_object(&json);
    ed_json_key_out(&json, "results");
    ed_json_open_array(&json);
}

static void finding_out(const struct ed_report *report, size_t index, const struct ed_render_opts *opts,
                        struct ed_buf *out)
{
    struct ed_json_out json;
    struct ed_buf scratch;

    (void)opts;
    ed_json_resume(&json, &scratch, INDENT, open_results, index > 0, out);
    result(&json, &report->findings[index], report->account.accepted > 0);
    ed_buf_done(&scratch);
}

static void note(void *ctx, struct ed_str words)
{
    struct ed_json_out *json = ctx;

    ed_json_open_object(json);
    ed_json_member_str(json, "level", ED_STR("warning"));
    message(json, "message", words, TEXT_MOST);
    ed_json_close_object(json);
}

static void end(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    struct ed_json_out json;
    struct ed_buf scratch;

    (void)opts;
    ed_json_resume(&json, &scratch, INDENT, open_results, report->nfindings > 0, out);
    ed_json_close_array(&json);
    ed_json_key_out(&json, "invocations");
    ed_json_open_array(&json);
    ed_json_open_object(&json);
    ed_json_key_out(&json, "executionSuccessful");
    ed_json_bool_out(&json, report->account.nnotes == 0);
    ed_json_key_out(&json, "toolExecutionNotifications");
    ed_json_open_array(&json);
    ed_tally_notes(report, note, &json);
    ed_json_close_array(&json);
    ed_json_close_object(&json);
    ed_json_close_array(&json);
    ed_json_key_out(&json, "columnKind");
    ed_json_str_out(&json, ED_STR("unicodeCodePoints"));
    ed_json_close_object(&json);
    ed_json_close_array(&json);
    ed_json_close_object(&json);
    ed_buf_byte(out, '\n');
    ed_buf_done(&scratch);
}

const struct ed_renderer ed_face_sarif = {
    .name = "sarif",
    .begin = begin,
    .finding = finding_out,
    .end = end,
};
