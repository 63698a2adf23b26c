/*
 * json_parts.h: parts of a report as JSON objects, with the keys of schema/report.schema.json.
 */
#ifndef ED_RENDER_JSON_PARTS_H
#define ED_RENDER_JSON_PARTS_H

#include "diag/report.h"
#include "json/write.h"

/*
 * A document that is written in several calls: let *json be the writer as it stands behind `open` and, with has_items,
 * behind an item of the array that `open` opened. What is written to get there goes to *scratch, which the caller
 * gives back; what is written from then on to `out`. indent: as ed_json_out_init.
 */
void ed_json_resume(struct ed_json_out *json, struct ed_buf *scratch, unsigned indent,
                    void (*open)(struct ed_json_out *json), bool has_items, struct ed_buf *out);

void ed_json_place(struct ed_json_out *json, const struct ed_place *place);
void ed_json_finding(struct ed_json_out *json, const struct ed_finding *finding);
void ed_json_account(struct ed_json_out *json, const struct ed_report *report);
/* The member "unmatched". */
void ed_json_unmatched(struct ed_json_out *json, const struct ed_triage_report *triage);

#endif
