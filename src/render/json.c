/*
 * json.c: the face that scripts rely on, "errdex-report/1" (schema/report.schema.json): one document, indented by two.
 *
 * The three calls of a face write one document: each takes up where the one before ended.
 */
#include "render/faces.h"
#include "render/json_parts.h"

#define INDENT 2

static void open_findings(struct ed_json_out *json)
{
    ed_json_open_object(json);
    ed_json_member_str(json, "schema", ED_STR("errdex-report/1"));
    ed_json_key_out(json, "findings");
    ed_json_open_array(json);
}

static void begin(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    struct ed_json_out json;

    (void)report;
    (void)opts;
    ed_json_out_init(&json, out, INDENT);
    open_findings(&json);
}

static void finding_out(const struct ed_report *report, size_t index, const struct ed_render_opts *opts,
                        struct ed_buf *out)
{
    struct ed_json_out json;
    struct ed_buf scratch;

    (void)opts;
    ed_json_resume(&json, &scratch, INDENT, open_findings, index > 0, out);
    ed_json_finding(&json, &report->findings[index]);
    ed_buf_done(&scratch);
}

static void end(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    struct ed_json_out json;
    struct ed_buf scratch;

    (void)opts;
    ed_json_resume(&json, &scratch, INDENT, open_findings, report->nfindings > 0, out);
    ed_json_close_array(&json);
    ed_json_unmatched(&json, &report->triage);
    ed_json_key_out(&json, "account");
    ed_json_account(&json, report);
    ed_json_close_object(&json);
    ed_buf_byte(out, '\n');
    ed_buf_done(&scratch);
}

const struct ed_renderer ed_face_json = {
    .name = "json",
    .begin = begin,
    .finding = finding_out,
    .end = end,
};
