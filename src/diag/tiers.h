/*
 * tiers.h: the second and third tier of answers (matching.md section 4): for the suspects of a message (look.h) that no
 * exact finding stands on, the records that are meant by an error code or by a wording nearly theirs.
 */
#ifndef ED_DIAG_TIERS_H
#define ED_DIAG_TIERS_H

#include "diag/choose.h"
#include "diag/look.h"

struct ed_tiers;

/* The knowledge base is borrowed. One serves one thread. */
struct ed_tiers *ed_tiers_new(struct ed_kb *kb);
void ed_tiers_free(struct ed_tiers *tiers);

/* An exact match stands in the message at hand from start to end: its lines need no further answer. */
void ed_tiers_explained(struct ed_tiers *tiers, size_t start, size_t end);

struct ed_tiers_events {
    enum ed_rc (*record)(void *ctx, uint32_t row, const struct ed_candidate_record **ret_record, struct ed_err *err);
    ed_chosen_fn chosen; /* of a code or similar finding; lives during the call */
    void *ctx;
};

/* An exact match of the message whose line is cut short behind it ("..."), or goes on behind the comma that its record
   ends in: the record that it begins, when it is another one's wording that goes on there, is handed out as a similar
   finding. ED_NOT_FOUND: there is none. */
ED_NODISCARD enum ed_rc ed_tiers_cut(struct ed_tiers *tiers, const struct ed_message *message,
                                     const struct ed_scored *exact, struct ed_tiers_events events, struct ed_err *err);
/* Ask about the suspects of the message that are left, and forget what was explained. At most one finding begins on a
   line. */
ED_NODISCARD enum ed_rc ed_tiers_run(struct ed_tiers *tiers, const struct ed_message *message,
                                     const struct ed_suspect *suspects, size_t nsuspects, struct ed_tiers_events events,
                                     struct ed_err *err);

#endif
