/*
 * aggregate.c: groups of hits. The key of a group is the record's row and its values that are no numbers, so eight
 * ranks with eight different amounts of memory are one finding and two units are two. Texts of a group are copied to
 * the run's arena when the group is made or when a hit with an earlier place comes in, which streams that are handed
 * out late do.
 */
#include "diag/aggregate.h"

#include "diag/located.h"
#include "diag/parts.h"
#include "input/stamp.h"
#include "input/when.h"

void ed_groups_init(struct ed_groups *groups, struct ed_arena *arena, int64_t now)
{
    *groups = (struct ed_groups){.arena = arena, .now = now};
    ed_map_init(&groups->by_key);
    ed_buf_init(&groups->key, /* max */ 0);
}

void ed_groups_done(struct ed_groups *groups)
{
    ed_vec_done(&groups->v);
    ed_map_done(&groups->by_key);
    ed_buf_done(&groups->key);
}

/* Sign, digits, fraction, exponent: where the number ends, 0 when there is none. */
static size_t number_end(struct ed_str s)
{
    size_t at = s.n && (s.p[0] == '-' || s.p[0] == '+'), whole = ed_str_digits(s, at), part = 0, power;

    at += whole;
    if (at < s.n && s.p[at] == '.') {
        part = ed_str_digits(s, at + 1);
        at += 1 + part;
    }
    if (whole + part == 0) {
        return 0;
    }
    if (at < s.n && (s.p[at] == 'e' || s.p[at] == 'E')) {
        size_t sign = at + 1 < s.n && (s.p[at + 1] == '-' || s.p[at + 1] == '+');

        power = ed_str_digits(s, at + 1 + sign);
        at += power ? 1 + sign + power : 0;
    }
    return at;
}

bool ed_value_number(struct ed_str text, double *ret)
{
    char copy[64];

    if (text.n == 0 || text.n >= sizeof(copy) || number_end(text) != text.n) {
        return false;
    }
    memcpy(copy, text.p, text.n);
    copy[text.n] = '\0';
    *ret = strtod(copy, NULL);
    return true;
}

/* A number in hexadecimal: with its 0x, or behind one in the text. It has no range, but it does not tell findings
 * apart. */
static bool is_hex(struct ed_str text, struct ed_str value)
{
    size_t at = value.p && value.p >= text.p && value.p <= text.p + text.n ? (size_t)(value.p - text.p) : 0;

    if (value.n > 2 && value.p[0] == '0' && (value.p[1] | 0x20) == 'x') {
        value = ed_str_slice(value, 2, value.n);
    } else if (at < 2 || text.p[at - 2] != '0' || (text.p[at - 1] | 0x20) != 'x') {
        return false;
    }
    for (size_t i = 0; i < value.n; i++) {
        char c = ed_lower(value.p[i]);

        if (!ed_is_digit(c) && (c < 'a' || c > 'f')) {
            return false;
        }
    }
    return value.n > 0;
}

static struct ed_str group_key(struct ed_groups *groups, const struct ed_message *message, const struct ed_scored *s)
{
    double ignored;

    ed_buf_reset(&groups->key);
    ed_buf_append(&groups->key, (const char *)&s->of->row, sizeof(s->of->row));
    ed_buf_byte(&groups->key, (char)s->tier);
    for (size_t i = 0; i < s->ncaptures; i++) {
        if (s->tier == ED_TIER_SIMILAR) { /* which holes are known differs */
            ed_buf_str(&groups->key, s->captures[i].name);
            ed_buf_byte(&groups->key, '\0');
        }
        if (!ed_value_number(s->captures[i].value, &ignored) && !is_hex(message->text, s->captures[i].value)) {
            ed_buf_str(&groups->key, s->captures[i].value);
        }
        ed_buf_byte(&groups->key, '\0');
    }
    return ed_buf_view(&groups->key);
}

/* A time that stood there as a bare number (a journal's microseconds) is for nobody's eyes. */
static struct ed_str readable_time(const struct ed_told *told, char room[ED_CLOCK_TEXT])
{
    if (told->time == ED_TIME_PARTIAL || told->time == ED_TIME_DATED || ed_told_time(told) == ED_TIME_UNKNOWN) {
        return told->time_text;
    }
    ed_clock_format(ed_told_time(told), room);
    return ed_str_c(room);
}

struct ed_place ed_place_of(const struct ed_message *message, size_t index, char room[ED_CLOCK_TEXT])
{
    const struct ed_line *line = &message->lines[index];
    const struct ed_meta *m = line->meta;

    return (struct ed_place){.source = ed_str_c(message->source),
                             .line = line->number,
                             .time = readable_time(&line->told, room),
                             .host = m->host,
                             .unit = m->unit,
                             .ident = m->ident,
                             .pid = m->pid,
                             .container = m->container,
                             .pod = m->pod,
                             .rank = m->rank,
                             .job = m->job,
                             .step = m->step,
                             .file = m->file,
                             .file_line = m->file_line};
}

/* `room` holds the time when it had to be written anew. */
static struct ed_place place_of(const struct ed_occurrence *o, char room[ED_CLOCK_TEXT])
{
    return ed_place_of(o->message, ed_message_line(o->message, o->best->start), room);
}

struct ed_place ed_place_keep(struct ed_arena *arena, struct ed_place p)
{
    struct ed_str *texts[ED_PLACE_TEXTS];

    ed_place_texts(&p, texts);
    for (size_t i = 0; i < ED_PLACE_TEXTS; i++) {
        *texts[i] = ed_arena_str(arena, *texts[i]);
    }
    return p;
}

static bool same_source(const struct ed_place *a, const struct ed_place *b)
{
    return ed_str_eq(a->source, b->source) && ed_str_eq(a->host, b->host) && ed_str_eq(a->unit, b->unit) &&
           ed_str_eq(a->ident, b->ident) && ed_str_eq(a->pid, b->pid) && ed_str_eq(a->container, b->container) &&
           ed_str_eq(a->pod, b->pod) && ed_str_eq(a->rank, b->rank) && ed_str_eq(a->job, b->job) &&
           ed_str_eq(a->step, b->step);
}

/* Which of the group's sources the place is of, made when it is new; SIZE_MAX when there are too many. */
static size_t add_source(struct ed_groups *groups, struct ed_group *g, const struct ed_place *place)
{
    struct ed_place *own = (struct ed_place *)(uintptr_t)g->finding.sources;

    for (size_t i = 0; i < g->finding.nsources; i++) {
        if (same_source(&own[i], place)) {
            return i;
        }
    }
    if (g->finding.nsources == ED_LIMIT_FINDING_SOURCES) {
        g->finding.sources_dropped++;
        return SIZE_MAX;
    }
    if (g->finding.nsources == g->sources_cap) {
        size_t cap = g->sources_cap ? g->sources_cap * 2 : 4;
        struct ed_place *more = ed_arena_zero(groups->arena, cap, sizeof(*more));

        if (own) {
            memcpy(more, own, g->finding.nsources * sizeof(*more));
        }
        g->finding.sources = own = more;
        g->sources_cap = cap;
    }
    own[g->finding.nsources] = ed_place_keep(groups->arena, *place);
    return g->finding.nsources++;
}

/* The whole lines that the match stands on. */
static struct ed_str matched_text(const struct ed_message *m, const struct ed_scored *s)
{
    size_t last = ed_message_last_line(m, s->start, s->end);
    size_t from = m->lines[ed_message_line(m, s->start)].start;
    size_t to = ed_message_line_last(m, last);

    if (to - from > ED_LIMIT_FINDING_TEXT) { /* one very long line: what matched matters */
        from = ED_MAX(from, s->start > 256 ? s->start - 256 : 0);
        to = ED_MIN(to, from + ED_LIMIT_FINDING_TEXT);
    }
    return ed_str_slice(m->text, from, to);
}

/* The lines in front of them, from a line's front on. */
static struct ed_str text_before(const struct ed_message *m, const struct ed_scored *s)
{
    size_t to = m->lines[ed_message_line(m, s->start)].start;
    size_t from = to > ED_LIMIT_FINDING_CONTEXT ? to - ED_LIMIT_FINDING_CONTEXT : 0, cut;

    if (from > 0) {
        cut = ed_str_find_byte(ed_str_slice(m->text, from, to), '\n', 0);
        from = cut == SIZE_MAX ? to : from + cut + 1;
    }
    return ed_str_slice(m->text, from, to);
}

static void take_values(struct ed_groups *groups, struct ed_group *g, const struct ed_occurrence *o, bool is_first)
{
    const struct ed_scored *s = o->best;
    struct ed_value *own = (struct ed_value *)(uintptr_t)g->finding.values;

    if (!own) {
        g->finding.values = own = ed_arena_zero(groups->arena, s->ncaptures, sizeof(*own));
        g->finding.nvalues = s->ncaptures;
    }
    for (size_t i = 0; i < s->ncaptures && i < g->finding.nvalues; i++) {
        double number = 0;
        bool numeric = ed_value_number(s->captures[i].value, &number) &&
                       !is_hex(o->message->text, s->captures[i].value);

        if (is_first) {
            own[i].name = s->captures[i].name;
            own[i].value = ed_arena_str(groups->arena, s->captures[i].value);
            own[i].hex = is_hex(o->message->text, s->captures[i].value);
        }
        if (numeric) {
            own[i].min = own[i].numeric ? ED_MIN(own[i].min, number) : number;
            own[i].max = own[i].numeric ? ED_MAX(own[i].max, number) : number;
            own[i].numeric = true;
        }
    }
}

/* Lines before a message that may name the place where it was raised: a frame and its source line. */
#define LINES_OF_PLACE 3

/* Where the program raised it, as the message's lines or those right before it say. */
static struct ed_str location_of(struct ed_groups *groups, const struct ed_occurrence *o)
{
    const struct ed_message *m = o->message;
    size_t first = ed_message_line(m, o->best->start), last = ed_message_last_line(m, o->best->start, o->best->end);
    struct ed_located at;

    for (size_t i = last + 1; i-- > first - ED_MIN(first, (size_t)LINES_OF_PLACE);) {
        if (ed_located_find(ed_str_slice(ed_message_line_text(m, i), 0, ED_LIMIT_FINDING_TEXT), &at)) {
            return ed_arena_printf(groups->arena, "%.*s:%.*s", ED_STR_ARG(at.path), ED_STR_ARG(at.line));
        }
    }
    return ED_STR_NONE;
}

/* The number with the unit that the pattern has behind its hole. */
static size_t with_unit(struct ed_str text, struct ed_str value, struct ed_part *ret_part)
{
    double ignored;
    size_t at, end;

    if (value.p < text.p || value.p + value.n > text.p + text.n || !ed_value_number(value, &ignored)) {
        return 0;
    }
    at = (size_t)(value.p - text.p);
    end = ed_parts_unit_end(text, at + value.n);
    *ret_part = (struct ed_part){ED_STR("with unit"), ed_str_slice(text, at, end)};
    return end > at + value.n;
}

/* As ED_VEC. */
struct parts {
    struct ed_value_part *v;
    size_t n, cap;
};

static void add_parts(struct ed_groups *groups, struct parts *parts, size_t of, const struct ed_part *found, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        *ed_vec_add(parts) = (struct ed_value_part){of, ed_arena_str(groups->arena, found[k].name),
                                                    ed_arena_str(groups->arena, found[k].value)};
    }
}

/* Lines around a message that may say more of what it is about. */
#define LINES_BESIDE 2
/* Shorter values stand in lines that are about something else. */
#define TELLING_LEAST 6

/* Whether a line names what the message is about: one of its values. */
static bool names_it(struct ed_str line, const struct ed_scored *s)
{
    double ignored;

    for (size_t i = 0; i < s->ncaptures; i++) {
        struct ed_str value = s->captures[i].value;

        if (value.n >= TELLING_LEAST && !ed_value_number(value, &ignored) && ed_str_find(line, value, 0) != SIZE_MAX) {
            return true;
        }
    }
    return false;
}

/* Values on the message's lines before and behind it, and on lines around that name what it is about. */
static void take_beside(struct ed_groups *groups, const struct ed_occurrence *o, struct parts *parts)
{
    const struct ed_message *m = o->message;
    const struct ed_scored *s = o->best;
    size_t first = ed_message_line(m, s->start), last = ed_message_last_line(m, s->start, s->end);
    size_t to = ED_MIN(last + LINES_BESIDE, m->nlines - 1);
    struct ed_part found[ED_PARTS_MOST];

    for (size_t i = first - ED_MIN(first, (size_t)LINES_BESIDE); i <= to; i++) {
        size_t from = m->lines[i].start, end = ed_message_line_last(m, i);

        if (i >= first && i <= last) {
            struct ed_str before = ed_str_slice(m->text, from, ED_MAX(from, s->start));
            struct ed_str behind = ed_str_slice(m->text, ED_MIN(s->end, end), end);

            add_parts(groups, parts, ED_PART_BESIDE, found, i == first ? ed_parts_find(before, found) : 0);
            add_parts(groups, parts, ED_PART_BESIDE, found, i == last ? ed_parts_find(behind, found) : 0);
        } else if (end - from <= ED_LIMIT_FINDING_TEXT && names_it(ed_str_slice(m->text, from, end), s)) {
            add_parts(groups, parts, ED_PART_BESIDE, found, ed_parts_find(ed_str_slice(m->text, from, end), found));
        }
    }
}

static void take_parts(struct ed_groups *groups, struct ed_group *g, const struct ed_occurrence *o)
{
    const struct ed_scored *s = o->best;
    struct ed_part found[ED_PARTS_MOST];
    struct parts parts = {0};
    struct ed_value_part *own;

    for (size_t i = 0; i < s->ncaptures; i++) {
        size_t n = ed_parts_find(s->captures[i].value, found);

        n = n ? n : with_unit(o->message->text, s->captures[i].value, found);
        add_parts(groups, &parts, i, found, n);
    }
    take_beside(groups, o, &parts);
    own = ed_arena_zero(groups->arena, parts.n, sizeof(*own));
    for (size_t i = 0; i < parts.n; i++) {
        own[i] = parts.v[i];
    }
    g->finding.parts = own;
    g->finding.nparts = parts.n;
    ed_vec_done(&parts);
}

static void take_also(struct ed_groups *groups, struct ed_group *g, const struct ed_occurrence *o)
{
    struct ed_other *own = ed_arena_zero(groups->arena, o->nties, sizeof(*own));

    for (size_t i = 0; i < o->nties; i++) {
        const struct ed_record *r = o->ties[i].of->record;

        own[i] = (struct ed_other){r->repo, r->slug, r->id};
    }
    g->finding.also = own;
    g->finding.nalso = o->nties;
}

static const struct ed_term *keep_why(struct ed_arena *arena, const struct ed_scored *s)
{
    struct ed_term *own = ed_arena_zero(arena, s->nwhy, sizeof(*own));

    for (size_t i = 0; i < s->nwhy; i++) {
        own[i] = s->why[i];
        own[i].says = ed_arena_str(arena, s->why[i].says);
    }
    return own;
}

static void take_score(struct ed_groups *groups, struct ed_group *g, const struct ed_occurrence *o)
{
    if (o->best->tier == ED_TIER_EXACT) {
        g->finding.why = ed_rank_why(o->best, groups->arena, &g->finding.nwhy);
    } else {
        g->finding.why = keep_why(groups->arena, o->best);
        g->finding.nwhy = o->best->nwhy;
        g->finding.confidence = o->best->confidence;
    }
    g->best = o->best->score;
    g->margin = o->margin;
    take_also(groups, g, o);
}

static int place_cmp(uint64_t source_a, uint64_t line_a, uint64_t source_b, uint64_t line_b)
{
    return source_a != source_b ? (source_a < source_b ? -1 : 1) : (line_a > line_b) - (line_a < line_b);
}

/* The last place changes with nearly every hit, so it is kept without the arena. */
static void take_last(struct ed_group *g, const struct ed_occurrence *o, const struct ed_place *place, size_t index)
{
    size_t n = ED_MIN(place->time.n, sizeof(g->last_time) - 1);

    g->last_source = o->source_order;
    g->last_line = place->line;
    g->last_index = index;
    if (n) {
        memcpy(g->last_time, place->time.p, n);
    }
    g->last_time[n] = '\0';
}

static void add_hit(struct ed_groups *groups, struct ed_group *g, const struct ed_occurrence *o)
{
    char room[ED_CLOCK_TEXT];
    struct ed_place place = place_of(o, room);
    bool is_new = g->finding.count == 0;
    bool is_first = is_new || place_cmp(o->source_order, place.line, g->first_source, g->finding.first.line) < 0;
    size_t index = add_source(groups, g, &place);

    g->finding.count += ED_MAX(o->message->lines[ed_message_line(o->message, o->best->start)].told.repeat, 1u);
    g->reread = (is_new || g->reread) && o->best->reading;
    g->finding.calm = (is_new || g->finding.calm) && o->best->term[ED_RANK_LEVEL] < 0;
    take_values(groups, g, o, is_first);
    if (is_first) {
        g->finding.first = ed_place_keep(groups->arena, place);
        g->finding.first.location = location_of(groups, o);
        g->first_source = o->source_order;
        g->moment = ed_when_line(&o->message->lines[ed_message_line(o->message, o->best->start)].told, groups->now);
        take_parts(groups, g, o);
        g->finding.message = ed_arena_str(groups->arena, matched_text(o->message, o->best));
        g->finding.context = ed_arena_str(groups->arena, text_before(o->message, o->best));
    }
    if (is_new || place_cmp(o->source_order, place.line, g->last_source, g->last_line) > 0) {
        take_last(g, o, &place, index);
    }
    if (is_new || o->best->score > g->best) {
        take_score(groups, g, o);
    }
}

/* What stands exactly in one place is no news by its code or a similar wording in another: each record is told in the
   best of its tiers. */
static void drop_lesser_tiers(struct ed_groups *groups)
{
    struct ed_map best;
    size_t n = 0;

    ed_map_init(&best);
    for (size_t i = 0; i < groups->v.n; i++) {
        const struct ed_finding *f = &groups->v.v[i].finding;
        bool fresh;
        uint64_t *tier = ed_map_put(&best, ed_str((const char *)&f->row, sizeof(f->row)), &fresh);

        *tier = fresh ? f->tier : ED_MIN(*tier, (uint64_t)f->tier);
    }
    for (size_t i = 0; i < groups->v.n; i++) {
        struct ed_str key = ed_str((const char *)&groups->v.v[i].finding.row, sizeof(uint32_t));

        if (*ed_map_get(&best, key) == groups->v.v[i].finding.tier) {
            groups->v.v[n++] = groups->v.v[i];
        }
    }
    groups->v.n = n;
    ed_map_done(&best);
}

struct ed_place ed_groups_last(const struct ed_group *group, struct ed_arena *arena)
{
    struct ed_place last = group->last_index == SIZE_MAX ? (struct ed_place){.source = group->finding.first.source}
                                                         : group->finding.sources[group->last_index];

    last.line = group->last_line;
    last.time = group->last_time[0] ? ed_arena_str(arena, ed_str_c(group->last_time)) : ED_STR_NONE;
    return last;
}

void ed_groups_sum_up(struct ed_groups *groups, size_t from)
{
    for (size_t i = from; i < groups->v.n; i++) {
        struct ed_group *g = &groups->v.v[i];

        if (g->finding.tier == ED_TIER_EXACT) {
            g->finding.confidence = ed_rank_confidence(g->best, g->margin) * (g->finding.calm ? ED_RANK_CALM : 1);
        }
        g->finding.last = ed_groups_last(g, groups->arena);
    }
}

void ed_groups_finish(struct ed_groups *groups)
{
    drop_lesser_tiers(groups);
    ed_groups_sum_up(groups, /* from */ 0);
}

size_t ed_groups_add(struct ed_groups *groups, const struct ed_occurrence *occurrence, bool *ret_new)
{
    struct ed_str key = group_key(groups, occurrence->message, occurrence->best);
    const struct ed_record *record = occurrence->best->of->record;
    uint64_t *at = ed_map_get(&groups->by_key, key);
    size_t index = at ? *at : groups->v.n;

    if (ret_new) {
        *ret_new = !at;
    }
    if (!at && groups->v.n >= ED_LIMIT_FINDINGS) {
        groups->dropped++;
        groups->dropped_sure[record->severity] += occurrence->best->tier == ED_TIER_EXACT;
        return SIZE_MAX;
    }
    if (!at) {
        *ed_map_put(&groups->by_key, key, /* ret_new */ NULL) = index;
        *ed_vec_add(&groups->v) = (struct ed_group){.finding = {.row = occurrence->best->of->row,
                                                                .record = record,
                                                                .tier = occurrence->best->tier,
                                                                .role = ED_ROLE_UNKNOWN}};
    }
    add_hit(groups, &groups->v.v[index], occurrence);
    return index;
}
