/*
 * json_parts.h: parts of a report as JSON objects, with the keys of schema/report.schema.json.
 */
#ifndef ED_RENDER_JSON_PARTS_H
#define ED_RENDER_JSON_PARTS_H

#include "diag/report.h"
#include "json/write.h"

void ed_json_place(struct ed_json_out *json, const struct ed_place *place);
void ed_json_finding(struct ed_json_out *json, const struct ed_finding *finding);
void ed_json_account(struct ed_json_out *json, const struct ed_account *account);

#endif
