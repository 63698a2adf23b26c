/*
 * ndjson.c: the face for a stream of work: one JSON object a line, each by itself: findings in reading order, the
 * account last. While a log is followed a finding's line comes when it is found, and a line with its new count when it
 * comes again.
 */
#include "render/faces.h"
#include "render/json_parts.h"

/* The member that says what the line is. */
static void open_line(struct ed_json_out *json, struct ed_buf *out, const char *key)
{
    ed_json_out_init(json, out, /* indent= */ 0);
    ed_json_open_object(json);
    ed_json_key_out(json, key);
}

static void close_line(struct ed_json_out *json)
{
    ed_json_close_object(json);
    ed_buf_byte(json->buf, '\n');
}

static void finding_out(const struct ed_report *report, size_t index, const struct ed_render_opts *opts,
                        struct ed_buf *out)
{
    struct ed_json_out json;

    (void)opts;
    open_line(&json, out, "finding");
    ed_json_finding(&json, &report->findings[index]);
    close_line(&json);
}

static void repeat(const struct ed_repeat *again, const struct ed_render_opts *opts, struct ed_buf *out)
{
    const struct ed_finding *finding = &again->finding;
    struct ed_json_out json;

    (void)opts;
    open_line(&json, out, "repeat");
    ed_json_open_object(&json);
    ed_json_member_str(&json, "id", finding->record->id);
    ed_json_member_str(&json, "repo", finding->record->repo);
    ed_json_member_str(&json, "slug", finding->record->slug);
    ed_json_member_uint(&json, "more", again->more);
    ed_json_member_uint(&json, "count", finding->count);
    ed_json_key_out(&json, "first");
    ed_json_place(&json, &finding->first);
    ed_json_key_out(&json, "last");
    ed_json_place(&json, &finding->last);
    ed_json_close_object(&json);
    close_line(&json);
}

static void end(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    struct ed_json_out json;

    (void)opts;
    open_line(&json, out, "account");
    ed_json_account(&json, report);
    ed_json_unmatched(&json, &report->triage);
    ed_json_member_str(&json, "schema", ED_STR("errdex-report/1"));
    close_line(&json);
}

const struct ed_renderer ed_face_ndjson = {
    .name = "ndjson",
    .begin = ed_face_begins_bare,
    .finding = finding_out,
    .repeat = repeat,
    .end = end,
};
