/*
 * order.c: causes are looked for in two places. A trace tells by its own words which of its errors the others came from
 * (input/assemble.h). A family tells which families' errors lead to its own: the first sure finding of one of them is
 * the cause, unless it followed from this one itself. What neither tells is not guessed.
 *
 * Order of the file: what is known of families, causes, roles, reading order.
 */
#include "diag/order.h"

#include "base/map.h"

/* Errors further apart are not put together by their families alone. A cause is told of after what came of it only as
   far as lines of one moment get mixed up. */
#define BEFORE       (15 * 60 * INT64_C(1000000))
#define BEHIND       (20 * INT64_C(1000000))
#define BEHIND_LINES 200
/* Steps from a root that are told apart. */
#define LAST_STEP ((size_t)100)
/* Findings that are tried as causes. */
#define SURE_MOST 512

struct order {
    struct ed_group *groups;
    size_t n;
    struct ed_arena *arena;
    const struct ed_family **families; /* of each group; NULL: it has none, or none that is known */
    size_t *sure; /* groups with a family that may have led to others; few enough to be tried for each */
    size_t nsure;
    struct ed_map roots; /* number of a trace -> index + 1 of a group in its root part */
};

static int place_cmp(const struct ed_group *a, const struct ed_group *b)
{
    if (a->first_source != b->first_source) {
        return a->first_source < b->first_source ? -1 : 1;
    }
    if (a->finding.first.line != b->finding.first.line) {
        return a->finding.first.line < b->finding.first.line ? -1 : 1;
    }
    return (a->finding.row > b->finding.row) - (a->finding.row < b->finding.row);
}

/* Each family is read once. */
static enum ed_rc read_families(struct order *o, struct ed_order_families from, struct ed_err *err)
{
    struct ed_map known;
    enum ed_rc rc = ED_OK;

    ed_map_init(&known);
    for (size_t i = 0; i < o->n && rc >= 0; i++) {
        struct ed_str slug = o->groups[i].finding.record->background_tag;
        bool fresh = false;
        uint64_t *at = slug.n ? ed_map_put(&known, slug, &fresh) : NULL;

        if (fresh) {
            struct ed_family *family = ed_arena_zero(o->arena, 1, sizeof(*family));

            rc = from.get(from.ctx, slug, o->arena, family, err);
            *at = rc == ED_OK ? (uint64_t)(uintptr_t)family : 0;
        }
        o->families[i] = at ? (const struct ed_family *)(uintptr_t)*at : NULL;
    }
    ed_map_done(&known);
    return rc < 0 ? rc : ED_OK;
}

static struct ed_str trace_key(const struct ed_group *group)
{
    return ed_str((const char *)&group->trace, sizeof(group->trace));
}

/* Of several groups in a trace's root part the first one is its root. */
static void keep_root(struct order *o, size_t i)
{
    uint64_t *at = ed_map_put(&o->roots, trace_key(&o->groups[i]), /* ret_new */ NULL);

    if (*at == 0 || place_cmp(&o->groups[i], &o->groups[*at - 1]) < 0) {
        *at = i + 1;
    }
}

static void index_groups(struct order *o)
{
    for (size_t i = 0; i < o->n; i++) {
        const struct ed_group *g = &o->groups[i];

        if (ed_order_is_sure(&g->finding) && g->finding.record->background_tag.n && o->nsure < SURE_MOST) {
            o->sure[o->nsure++] = i;
        }
        if (g->trace && g->trace_root && g->finding.tier == ED_TIER_EXACT) {
            keep_root(o, i);
        }
    }
}

/* Whether `from` came from `of`, over however many steps. */
static bool leads_back(const struct ed_group *from, const struct ed_group *of)
{
    while (from && from != of) {
        from = from->cause;
    }
    return from == of;
}

/* Whether one may be told to have come from the other. */
static bool may_follow(const struct ed_group *group, const struct ed_group *cause)
{
    return cause != group && !leads_back(cause, group);
}

static void follow(struct ed_group *group, struct ed_group *cause, const char *says)
{
    group->cause = cause;
    group->finding.cause_says = says;
}

static bool differs(struct ed_str a, struct ed_str b)
{
    return a.n && b.n && !ed_str_eq(a, b);
}

/* The unit that a finding is about: what its message names ("x.service: Failed"), else who printed it. */
static struct ed_str unit_of(const struct ed_finding *f)
{
    for (size_t i = 0; i < f->nvalues; i++) {
        if (ed_str_is(f->values[i].name, "unit")) {
            return f->values[i].value;
        }
    }
    return f->first.unit;
}

/* How far the cause stands before what came of it, in microseconds or, where times do not tell, in lines; behind it is
   farther than anything before. UINT64_MAX: they have nothing to do with each other. */
static uint64_t distance(const struct ed_group *cause, const struct ed_group *of)
{
    bool timed = cause->moment != ED_TIME_UNKNOWN && of->moment != ED_TIME_UNKNOWN;
    bool same_source = cause->first_source == of->first_source;
    int64_t apart;

    if (differs(cause->finding.first.host, of->finding.first.host) ||
        differs(unit_of(&cause->finding), unit_of(&of->finding)) || (!timed && !same_source)) {
        return UINT64_MAX;
    }
    apart = timed ? of->moment - cause->moment : (int64_t)of->finding.first.line - (int64_t)cause->finding.first.line;
    if (timed ? apart > BEFORE || apart < -BEHIND : apart < -BEHIND_LINES) {
        return UINT64_MAX;
    }
    if (apart == 0 && same_source) {
        apart = of->finding.first.line < cause->finding.first.line ? -1 : 0;
    }
    return apart >= 0 ? (uint64_t)apart : (uint64_t)INT64_MAX + (uint64_t)-apart;
}

static bool leads_to(const struct ed_family *family, struct ed_str slug)
{
    for (size_t i = 0; i < family->follows_from.n; i++) {
        if (ed_str_eq(family->follows_from.v[i], slug)) {
            return true;
        }
    }
    return false;
}

static void find_cause(struct order *o, size_t i)
{
    struct ed_group *g = &o->groups[i], *best = NULL;
    const struct ed_family *family = o->families[i];
    uint64_t *root = g->trace && !g->trace_root ? ed_map_get(&o->roots, trace_key(g)) : NULL, least = UINT64_MAX;

    if (root && may_follow(g, &o->groups[*root - 1])) {
        follow(g, &o->groups[*root - 1], "the trace says that it came from it");
        return;
    }
    for (size_t k = 0; family && family->follows_from.n && k < o->nsure; k++) {
        struct ed_group *of = &o->groups[o->sure[k]];
        uint64_t far = leads_to(family, of->finding.record->background_tag) ? distance(of, g) : UINT64_MAX;

        if (far < least && may_follow(g, of)) {
            least = far;
            best = of;
        }
    }
    if (best) {
        follow(g, best, "errors of its family lead to this one");
    }
}

static enum ed_role role_of(const struct ed_family *family)
{
    if (!family) {
        return ED_ROLE_UNKNOWN;
    }
    return ed_str_is(family->role, "root")          ? ED_ROLE_ROOT
           : ed_str_is(family->role, "symptom")     ? ED_ROLE_SYMPTOM
           : ed_str_is(family->role, "consequence") ? ED_ROLE_CONSEQUENCE
                                                    : ED_ROLE_UNKNOWN;
}

/* What came from something is a consequence, whatever its family is elsewhere; what something came from is a root
   unless it came from something itself. */
static void give_roles(struct order *o)
{
    for (size_t i = 0; i < o->n; i++) {
        o->groups[i].finding.role = role_of(o->families[i]);
    }
    for (size_t i = 0; i < o->n; i++) {
        struct ed_group *g = &o->groups[i];

        if (g->cause) {
            g->finding.role = g->finding.role == ED_ROLE_SYMPTOM ? ED_ROLE_SYMPTOM : ED_ROLE_CONSEQUENCE;
            if (!g->cause->cause) {
                g->cause->finding.role = ED_ROLE_ROOT;
            }
        }
    }
}

/* One that leads the others: sure by itself, or an exact one that such a finding led to, which speaks for it. */
static bool is_believed(const struct ed_group *group)
{
    const struct ed_group *of = group;

    while (of && of->finding.tier == ED_TIER_EXACT && !of->reread && !of->finding.calm) {
        if (ed_order_is_sure(&of->finding)) {
            return true;
        }
        of = of->cause;
    }
    return false;
}

/* Believed findings, then other exact ones, and those that only another reading shows, then hints. In each: what came
   of nothing, then what came of that, step by step, and last what only follows, without a word of what. */
static size_t part_of(const struct ed_group *group)
{
    const struct ed_finding *f = &group->finding;
    size_t tier = is_believed(group) ? 0 : f->tier == ED_TIER_EXACT ? 1 : f->tier == ED_TIER_CODE ? 2 : 3, step = 0;

    for (const struct ed_group *of = group->cause; of; of = of->cause) {
        step++;
    }
    if (step) {
        step = ED_MIN(step, LAST_STEP - 1) + 1;
    } else if (f->role == ED_ROLE_SYMPTOM || f->role == ED_ROLE_CONSEQUENCE) {
        step = f->role == ED_ROLE_SYMPTOM ? 1 : LAST_STEP + 1;
    }
    return tier * (LAST_STEP + 2) + step;
}

static int reading_order(const void *pa, const void *pb)
{
    const struct ed_group *a = *(const struct ed_group *const *)pa, *b = *(const struct ed_group *const *)pb;
    size_t x = part_of(a), y = part_of(b);

    if (x != y) {
        return x < y ? -1 : 1;
    }
    if (a->first_source != b->first_source || a->finding.first.line != b->finding.first.line) {
        return place_cmp(a, b);
    }
    if (a->finding.record->severity != b->finding.record->severity) {
        return a->finding.record->severity > b->finding.record->severity ? -1 : 1;
    }
    return place_cmp(a, b);
}

enum ed_rc ed_order_run(struct ed_group *groups, size_t n, struct ed_order_families families, struct ed_arena *arena,
                        struct ed_group ***ret_order, struct ed_err *err)
{
    struct order o = {.groups = groups, .n = n, .arena = arena};
    enum ed_rc rc;

    o.families = ed_arena_zero(arena, n, sizeof(*o.families));
    *ret_order = ed_arena_zero(arena, n, sizeof(**ret_order));
    o.sure = ed_arena_zero(arena, SURE_MOST, sizeof(*o.sure));
    ed_map_init(&o.roots);
    rc = read_families(&o, families, err);
    if (rc == ED_OK) {
        index_groups(&o);
        for (size_t i = 0; i < n; i++) {
            find_cause(&o, i);
        }
        give_roles(&o);
        for (size_t i = 0; i < n; i++) {
            (*ret_order)[i] = &groups[i];
        }
        if (n) {
            qsort(*ret_order, n, sizeof(**ret_order), reading_order);
        }
    }
    ed_map_done(&o.roots);
    return rc;
}
