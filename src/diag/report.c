/*
 * report.c: the names of a report's enumerations, as every face prints them.
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
