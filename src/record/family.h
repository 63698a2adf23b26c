/*
 * family.h: a family of errors, the upstream shape info/{slug}.json (schemaVersion 1): what several records have in
 * common. Read like a record, with the same kinds of problems.
 */
#ifndef ED_RECORD_FAMILY_H
#define ED_RECORD_FAMILY_H

#include "record/record.h"

struct ed_cause {
    struct ed_str cause, detail;
};

struct ed_family {
    struct ed_str slug, cluster_key, title, summary, background;
    const struct ed_cause *causes;
    size_t ncauses;
    struct ed_strs fixes, guide_slugs, error_ids;
    struct ed_str generated_at;
    int64_t schema_version;
    struct ed_str role;          /* "root", "symptom", "consequence": where its errors stand in a cascade */
    struct ed_strs follows_from; /* slugs of families whose errors lead to its own */
};

/* As ed_record_read. Fatal: not an object; slug not kebab-case; clusterKey not code:, class: or tag: and a name; title
   missing; a wrong type; a string over ED_LIMIT_RECORD_STRING; a key that stands twice. */
ED_NODISCARD enum ed_rc ed_family_read(const struct ed_json_node *object, struct ed_arena *arena,
                                       struct ed_family *ret_family, struct ed_problems *ret_problems);

#endif
