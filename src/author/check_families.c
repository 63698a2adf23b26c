/*
 * check_families.c: families and what they name: records that there are and that name them back, families that there
 * are, and not themselves; and records that their family does not name.
 */
#include "author/check_private.h"

static const struct ed_check_kind broken = {"broken-link", ED_FLAW_ERROR, "name one that there is, or take it out"};
static const struct ed_check_kind other = {"other-family", ED_FLAW_WARNING,
                                           "name this family in the record's backgroundTag, or take the id out"};
static const struct ed_check_kind missing = {"missing-field", ED_FLAW_ERROR, "write it in your own words"};
static const struct ed_check_kind filler = {"filler", ED_FLAW_ERROR, "say what it means"};
static const struct ed_check_kind empty = {"empty-family", ED_FLAW_WARNING,
                                           "name it in a record's backgroundTag, or take it out"};

static const struct ed_check_kind misplaced = {"misplaced", ED_FLAW_WARNING, "move it to families/SLUG.json"};
static const struct ed_check_kind unlisted = {"unlisted", ED_FLAW_INFO,
                                              "add the record's id to errorIds of the family"};

static void text(struct ed_check *check, const struct ed_family *family, const char *pointer, struct ed_str s)
{
    if (!s.p) {
        ed_check_family_flaw(check, family->slug, &missing, pointer, ED_STR("nothing is said"));
    } else if (ed_record_is_filler(s)) {
        ed_check_family_flaw(check, family->slug, &filler, pointer,
                             ed_arena_printf(&check->scratch, "\"%.*s\" tells nothing", ED_STR_ARG(s)));
    }
}

static void look_at_ids(struct ed_check *check, const struct ed_family *family)
{
    char pointer[64];

    for (size_t i = 0; i < family->error_ids.n; i++) {
        struct ed_str id = family->error_ids.v[i];
        const struct ed_check_record *record = ed_check_find(check, id);

        snprintf(pointer, sizeof(pointer), "/errorIds/%zu", i);
        if (!record) {
            ed_check_family_flaw(check, family->slug, &broken, pointer,
                                 ed_arena_printf(&check->scratch, "there is no record %.*s", ED_STR_ARG(id)));
        } else if (!ed_str_eq(record->family, family->slug)) {
            ed_check_family_flaw(check, family->slug, &other, pointer,
                                 ed_arena_printf(&check->scratch, "%.*s/%.*s names %s%.*s", ED_STR_ARG(record->repo),
                                                 ED_STR_ARG(record->slug),
                                                 record->family.n ? "the family " : "no family",
                                                 ED_STR_ARG(record->family)));
        }
    }
}

static void look_at_causes(struct ed_check *check, const struct ed_family *family)
{
    char pointer[64];

    for (size_t i = 0; i < family->follows_from.n; i++) {
        struct ed_str slug = family->follows_from.v[i];

        snprintf(pointer, sizeof(pointer), "/followsFrom/%zu", i);
        if (ed_str_eq(slug, family->slug)) {
            ed_check_family_flaw(check, family->slug, &broken, pointer, ED_STR("a family does not follow from itself"));
        } else if (!ed_map_get(&check->families, slug)) {
            ed_check_family_flaw(check, family->slug, &broken, pointer,
                                 ed_arena_printf(&check->scratch, "there is no family %.*s", ED_STR_ARG(slug)));
        }
    }
}

struct members {
    struct ed_check *check;
    struct ed_map by_family; /* slugs that records name */
    struct ed_map listed;    /* "slug id" of errorIds */
};

static struct ed_str member(struct ed_check *check, struct ed_str slug, struct ed_str id)
{
    return ed_arena_printf(&check->scratch, "%.*s %.*s", ED_STR_ARG(slug), ED_STR_ARG(id));
}

static void note(struct members *members, const struct ed_family *family)
{
    for (size_t i = 0; i < family->error_ids.n; i++) {
        struct ed_str key = member(members->check, family->slug, family->error_ids.v[i]);

        *ed_map_put(&members->listed, key, /* ret_new */ NULL) = 1;
    }
}

/* Records that their family does not name back; one that there is not is told of elsewhere. */
static void look_for_unlisted(struct members *members)
{
    struct ed_check *check = members->check;

    for (size_t i = 0; i < check->records.n; i++) {
        const struct ed_check_record *own = &check->records.v[i];

        ed_arena_reset(&check->scratch);
        if (own->subject && own->family.n > 0 && ed_map_get(&check->families, own->family) &&
            !ed_map_get(&members->listed, member(check, own->family, own->id))) {
            ed_check_record_flaw(
                check, own, &unlisted, "/backgroundTag",
                ed_arena_printf(&check->scratch, "the family %.*s does not list it", ED_STR_ARG(own->family)));
        }
    }
}

static enum ed_rc look_at(void *ctx, const struct ed_family *family, struct ed_err *err ED_UNUSED)
{
    struct members *members = ctx;
    struct ed_check *check = members->check;

    ed_arena_reset(&check->scratch);
    note(members, family);
    if (ed_shelf_has_places(check->shelf) && !ed_shelf_family(check->shelf, family->slug)) {
        return ED_OK;
    }
    check->counts->families++;
    if (ed_check_misplaced(ed_shelf_family(check->shelf, family->slug), "families", family->slug)) {
        ed_check_family_flaw(check, family->slug, &misplaced, "", ED_STR("the file has another name"));
    }
    text(check, family, "/summary", family->summary);
    if (family->ncauses == 0) {
        ed_check_family_flaw(check, family->slug, &missing, "/commonCauses", ED_STR("no cause is told"));
    }
    if (family->fixes.n == 0) {
        ed_check_family_flaw(check, family->slug, &missing, "/fixes", ED_STR("no fix is told"));
    }
    if (family->background.p) {
        text(check, family, "/background", family->background);
    }
    look_at_ids(check, family);
    look_at_causes(check, family);
    if (!ed_map_get(&members->by_family, family->slug)) {
        ed_check_family_flaw(check, family->slug, &empty, "/slug", ED_STR("no record names it"));
    }
    return ED_OK;
}

enum ed_rc ed_check_families(struct ed_check *check, struct ed_err *err)
{
    struct members members = {.check = check};
    enum ed_rc rc;

    ed_map_init(&members.by_family);
    ed_map_init(&members.listed);
    for (size_t i = 0; i < check->records.n; i++) {
        if (check->records.v[i].family.n > 0) {
            *ed_map_put(&members.by_family, check->records.v[i].family, /* ret_new */ NULL) = 1;
        }
    }
    rc = ed_kb_families(check->kb, look_at, &members, err);
    if (rc == ED_OK) {
        look_for_unlisted(&members);
    }
    ed_map_done(&members.by_family);
    ed_map_done(&members.listed);
    return rc;
}
