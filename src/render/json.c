/*
 * json.c: the face that scripts rely on, "errdex-report/1" (schema/report.schema.json): one document, indented by two.
 *
 * The three calls of a face write one document: each takes up where the one before ended (resume).
 */
#include "render/faces.h"
#include "render/json_parts.h"

#define INDENT 2

/* The writer as it stands behind `begin` or another finding: what is written to get there goes to `scratch`. */
static void resume(struct ed_json_out *json, struct ed_buf *scratch, bool has_findings, struct ed_buf *out)
{
    ed_buf_init(scratch, /* max= */ 0);
    ed_json_out_init(json, scratch, INDENT);
    ed_json_open_object(json);
    ed_json_member_str(json, "schema", ED_STR(""));
    ed_json_key_out(json, "findings");
    ed_json_open_array(json);
    if (has_findings) {
        ed_json_null_out(json);
    }
    json->buf = out;
}

static void begin(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    struct ed_json_out json;

    (void)report;
    (void)opts;
    ed_json_out_init(&json, out, INDENT);
    ed_json_open_object(&json);
    ed_json_member_str(&json, "schema", ED_STR("errdex-report/1"));
    ed_json_key_out(&json, "findings");
    ed_json_open_array(&json);
}

static void finding_out(const struct ed_report *report, size_t index, const struct ed_render_opts *opts,
                        struct ed_buf *out)
{
    struct ed_json_out json;
    struct ed_buf scratch;

    (void)opts;
    resume(&json, &scratch, index > 0, out);
    ed_json_finding(&json, &report->findings[index]);
    ed_buf_done(&scratch);
}

static void end(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    struct ed_json_out json;
    struct ed_buf scratch;

    (void)opts;
    resume(&json, &scratch, report->nfindings > 0, out);
    ed_json_close_array(&json);
    ed_json_key_out(&json, "unmatched");
    ed_json_open_array(&json);
    ed_json_close_array(&json);
    ed_json_key_out(&json, "account");
    ed_json_account(&json, &report->account);
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
