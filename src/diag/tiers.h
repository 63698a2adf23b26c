/*
 * tiers.h: the second and third tier of answers (matching.md section 4): for lines of a message that look like an error
 * and that no exact finding stands on, the records that are meant by an error code or by a wording nearly theirs.
 */
#ifndef ED_DIAG_TIERS_H
#define ED_DIAG_TIERS_H

#include "diag/choose.h"
#include "match/alarm.h"

struct ed_tiers;

/* What a first look at a message finds, before anything is known of its hits: whether it is worth asking about. */
struct ed_tiers_look {
    size_t
        alarm; /* where the first word of error stands; SIZE_MAX: there is none, or every line says that it is calm */
    bool loud; /* a line's level is error or worse */
};

/* Whether a message whose words of error are marked is worth a look at all. */
bool ed_tiers_worth(const struct ed_message *message);
/* Pure: for any thread. It reads the whole text where nobody marked it. */
struct ed_tiers_look ed_tiers_look(const struct ed_alarm *alarm, const struct ed_message *message);

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

/* Ask about the lines of the message that are left, and forget what was explained. At most one finding begins on a
   line. */
ED_NODISCARD enum ed_rc ed_tiers_run(struct ed_tiers *tiers, const struct ed_message *message,
                                     struct ed_tiers_look look, struct ed_tiers_events events, struct ed_err *err);

#endif
