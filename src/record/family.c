/*
 * family.c: the table of a family's keys, and its causes, the only member that is more than strings and numbers.
 */
#include "record/family.h"

#include "record/fields.h"
#include "record/slug.h"

#define COUNT_MAX ((int64_t)1 << 53)

static bool rule_cluster_key(struct ed_str s)
{
    static const struct ed_str kinds[] = {{"code:", 5}, {"class:", 6}, {"tag:", 4}};

    for (size_t i = 0; i < ED_ARRAY_LEN(kinds); i++) {
        if (ed_str_starts(s, kinds[i])) {
            return ed_str_trim(s).n > kinds[i].n;
        }
    }
    return false;
}

static bool rule_role(struct ed_str s)
{
    return ed_str_is(s, "root") || ed_str_is(s, "symptom") || ed_str_is(s, "consequence");
}

#define KEBAB     "kebab-case (lower-case letters and digits, '-' between words)"
#define COUNT     "a count, 1 or more"
#define AT(field) offsetof(struct ed_family, field)

static const struct ed_field fields[] = {
    {"slug", ED_FIELD_STR, ED_FIELD_REQUIRED, AT(slug), ed_slug_is_kebab, KEBAB, NULL, 0, 0},
    {"clusterKey", ED_FIELD_STR, ED_FIELD_REQUIRED, AT(cluster_key), rule_cluster_key,
     "code:, class: or tag: and a name", NULL, 0, 0},
    {"title", ED_FIELD_STR, ED_FIELD_REQUIRED, AT(title), ed_rule_text, "the family's name for a reader", NULL, 0, 0},
    {"summary", ED_FIELD_STR, ED_FIELD_OPTIONAL, AT(summary), NULL, NULL, NULL, 0, 0},
    {"background", ED_FIELD_STR, ED_FIELD_OPTIONAL, AT(background), NULL, NULL, NULL, 0, 0},
    {"fixes", ED_FIELD_STRS, ED_FIELD_OPTIONAL, AT(fixes), NULL, NULL, NULL, 0, 0},
    {"guideSlugs", ED_FIELD_STRS, ED_FIELD_OPTIONAL, AT(guide_slugs), ed_slug_is_kebab, KEBAB, NULL, 0, 0},
    {"errorIds", ED_FIELD_STRS, ED_FIELD_OPTIONAL, AT(error_ids), ed_rule_id,
     "a record's id, 16 lower-case hexadecimal digits", NULL, 0, 0},
    {"errorCount", ED_FIELD_INT, ED_FIELD_OPTIONAL, ED_FIELD_UNUSED, NULL, COUNT, NULL, 1, COUNT_MAX},
    {"repoCount", ED_FIELD_INT, ED_FIELD_OPTIONAL, ED_FIELD_UNUSED, NULL, COUNT, NULL, 1, COUNT_MAX},
    {"generatedAt", ED_FIELD_STR, ED_FIELD_OPTIONAL, AT(generated_at), ed_rule_time, "a time like 2026-08-28T05:10:05Z",
     NULL, 0, 0},
    {"schemaVersion", ED_FIELD_INT, ED_FIELD_OPTIONAL, AT(schema_version), NULL, "1, the version this program knows",
     "read as if it were 1", 1, 1},
    {"role", ED_FIELD_STR, ED_FIELD_OPTIONAL, AT(role), rule_role, "root, symptom or consequence", NULL, 0, 0},
    {"followsFrom", ED_FIELD_STRS, ED_FIELD_OPTIONAL, AT(follows_from), ed_slug_is_kebab, KEBAB, NULL, 0, 0},
};

static struct ed_str cause_text(const struct ed_json_node *cause, size_t index, const char *key, struct ed_arena *arena,
                                struct ed_problems *problems)
{
    const struct ed_json_node *node = ed_json_get(cause, key);
    struct ed_str text = ED_STR_NONE;
    char pointer[64];

    snprintf(pointer, sizeof(pointer), "/commonCauses/%zu/%s", index, key);
    if (ed_json_kind(node) == ED_JSON_STRING) {
        text = ed_fields_text(node, pointer, arena, problems);
        if (text.p && text.n == 0) {
            ed_problem_add(problems, /* fatal */ false, pointer, "is empty: write it, or leave the cause out");
        }
    } else {
        ed_problem_add(problems, /* fatal */ true, pointer, node ? "must be a string, but is %s" : "is missing%.0s",
                       ed_json_kind_name(ed_json_kind(node)));
    }
    return text;
}

static void read_causes(const struct ed_json_node *causes, struct ed_arena *arena, struct ed_family *family,
                        struct ed_problems *problems)
{
    struct ed_cause *v;
    char pointer[64];
    size_t n = 0;

    if (ed_json_kind(causes) == ED_JSON_NULL) {
        return;
    }
    if (ed_json_kind(causes) != ED_JSON_ARRAY) {
        ed_problem_add(problems, /* fatal */ true, "/commonCauses", "must be an array of {cause, detail}, but is %s",
                       ed_json_kind_name(ed_json_kind(causes)));
        return;
    }
    v = ed_arena_zero(arena, ed_json_count(causes), sizeof(*v));
    for (const struct ed_json_node *c = ed_json_first(causes); c; c = ed_json_next(c), n++) {
        if (ed_json_kind(c) == ED_JSON_OBJECT) {
            v[n].cause = cause_text(c, n, "cause", arena, problems);
            v[n].detail = cause_text(c, n, "detail", arena, problems);
        } else {
            snprintf(pointer, sizeof(pointer), "/commonCauses/%zu", n);
            ed_problem_add(problems, /* fatal */ true, pointer, "must be an object {cause, detail}, but is %s",
                           ed_json_kind_name(ed_json_kind(c)));
        }
    }
    family->causes = v;
    family->ncauses = n;
}

enum ed_rc ed_family_read(const struct ed_json_node *object, struct ed_arena *arena, struct ed_family *ret_family,
                          struct ed_problems *ret_problems)
{
    *ret_family = (struct ed_family){0};
    ret_problems->n = ret_problems->total = ret_problems->fatal = 0;
    if (ed_json_kind(object) != ED_JSON_OBJECT) {
        ed_problem_add(ret_problems, /* fatal */ true, "", "must be an object with a family's keys, but is %s",
                       ed_json_kind_name(ed_json_kind(object)));
        return ED_ERR_INPUT;
    }
    ed_fields_read(object, fields, ED_ARRAY_LEN(fields), arena, ret_family, ret_problems);
    read_causes(ed_json_get(object, "commonCauses"), arena, ret_family, ret_problems);
    return ret_problems->fatal ? ED_ERR_INPUT : ED_OK;
}
