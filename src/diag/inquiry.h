/*
 * inquiry.h: a finding, its playbook and the evidence at hand, made into what can be said: which checks hold, who is
 * the culprit, what to do about it in which order.
 *
 * What the log tells stands in tables of its own, beside those of the playbook:
 *
 *     capture(name, value, number, unit)                                     the finding's values
 *     source(source, line, time, host, unit, ident, pid, container, pod, rank)   who printed it
 *     log(line, text)                                                        the text it stands in, up to it
 *     other(slug, family, name, value)                                       the other findings' values
 *     brought(name, lines, unread, cut)                                      what became of the outputs
 */
#ifndef ED_DIAG_INQUIRY_H
#define ED_DIAG_INQUIRY_H

#include "diag/bundle.h"
#include "diag/report.h"

/* `finding` stands in `report`. What cannot be known is said in the result; a failure is a playbook that cannot be
   used. The result lives in the arena, as long as the report does. */
ED_NODISCARD enum ed_rc ed_inquire(const struct ed_playbook *playbook, const struct ed_report *report,
                                   const struct ed_finding *finding, struct ed_bundle *bundle, struct ed_arena *arena,
                                   const struct ed_inquiry **ret_evidence, struct ed_err *err);

/* Whether all of a playbook can be used: its patterns compile, its questions are allowed, have a column `holds`, and
   fill the holes of its sentences and commands. */
ED_NODISCARD enum ed_rc ed_inquiry_check(const struct ed_playbook *playbook, struct ed_err *err);

#endif
