/*
 * report.c: what came of what, as lists from each cause; which findings are of one record; the names of a report's
 * enumerations, as every face prints them.
 */
#include "diag/report.h"

#include "base/map.h"

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

void ed_place_texts(struct ed_place *place, struct ed_str *ret_texts[ED_PLACE_TEXTS])
{
    struct ed_str *const texts[ED_PLACE_TEXTS] = {&place->source, &place->time, &place->host,      &place->unit,
                                                  &place->ident,  &place->pid,  &place->container, &place->pod,
                                                  &place->rank,   &place->job,  &place->step,      &place->file};

    memcpy(ret_texts, texts, sizeof(texts));
}

static void link_alike(struct ed_finding *findings, size_t n)
{
    struct ed_map met; /* of a kind, the first one from behind: its index and 1 */
    size_t kinds = 0;

    ed_map_init(&met);
    for (size_t i = n; i > 0; i--) {
        struct ed_finding *finding = &findings[i - 1];
        uint64_t kind[] = {finding->row, finding->tier, finding->accepted};
        uint64_t *behind = ed_map_put(&met, ed_str((const char *)kind, sizeof(kind)), /* ret_new= */ NULL);

        finding->again = false;
        finding->alike = *behind ? &findings[*behind - 1] : NULL;
        finding->nalike = 0;
        if (*behind) {
            findings[*behind - 1].again = true;
            finding->nalike = finding->alike->nalike + 1;
        }
        *behind = i;
    }
    for (size_t i = 0; i < n; i++) {
        findings[i].kinds = kinds;
        kinds += !findings[i].again;
    }
    ed_map_done(&met);
}

void ed_report_link(struct ed_finding *findings, size_t n)
{
    link_alike(findings, n);
    for (size_t i = 0; i < n; i++) {
        findings[i].effect = findings[i].next = NULL;
    }
    for (size_t i = n; i > 0; i--) { /* from behind, so that each goes in front of those after it */
        struct ed_finding *finding = &findings[i - 1];

        if (ed_report_nested(finding)) {
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

const char *ed_verdict_name(enum ed_verdict verdict)
{
    static const char *const names[] = {"unknown", "no", "yes"};

    return names[verdict];
}
