/*
 * report.c: what came of what, as lists from each cause; the names of a report's enumerations, as every face prints
 * them.
 */
#include "diag/report.h"

const char *ed_tier_name(enum ed_tier tier)
{
    static const char *const names[] = {"exact", "code", "similar"};

    return names[tier];
}

const char *ed_role_name(enum ed_role role)
{
    static const char *const names[] = {"unknown", "root", "symptom", "consequence"};

    return names[role];
}

void ed_report_link(struct ed_finding *findings, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        findings[i].effect = findings[i].next = NULL;
    }
    for (size_t i = n; i > 0; i--) { /* from behind, so that each goes in front of those after it */
        struct ed_finding *finding = &findings[i - 1];

        if (finding->cause) {
            struct ed_finding *cause = &findings[finding->cause - findings];

            finding->next = cause->effect;
            cause->effect = finding;
        }
    }
}

const struct ed_finding *ed_report_below(const struct ed_finding *top, const struct ed_finding *at, size_t *depth)
{
    if (at->effect) {
        ++*depth;
        return at->effect;
    }
    while (at != top && !at->next) {
        at = at->cause;
        --*depth;
    }
    return at == top ? NULL : at->next;
}
