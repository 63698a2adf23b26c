/*
 * templates.c: owns the templates, their hash table and what is kept of their lines. When ED_LIMIT_TEMPLATES are there,
 * the half that scores less makes room, so a log of nothing but different errors costs time by its length and no
 * memory; what made room is counted.
 *
 * What is close before the end of a failed step is likely what failed it. Which templates these are is known only at
 * the end: lines met since the last one are remembered for that, the last ED_TEMPLATES_LATE.
 */
#include "diag/templates.h"

#include <math.h>

#define SLOTS (4 * ED_LIMIT_TEMPLATES)

static_assert((SLOTS & (SLOTS - 1)) == 0, "the table's size is a power of two");

void ed_templates_init(struct ed_templates *templates)
{
    *templates = (struct ed_templates){0};
}

static void template_done(struct ed_template *t)
{
    ed_buf_done(&t->text);
    ed_vec_done(&t->lines);
    ed_free(t->place_text);
}

void ed_templates_done(struct ed_templates *templates)
{
    for (size_t i = 0; i < templates->v.n; i++) {
        template_done(&templates->v.v[i]);
    }
    ed_vec_done(&templates->v);
    ed_vec_done(&templates->all_ends);
    ed_free(templates->slots);
}

static uint32_t *slot_of(const struct ed_templates *ts, uint64_t hash)
{
    size_t at = hash & (SLOTS - 1);

    while (ts->slots[at] && ts->v.v[ts->slots[at] - 1].hash != hash) {
        at = (at + 1) & (SLOTS - 1);
    }
    return &ts->slots[at];
}

double ed_templates_score(const struct ed_templates *templates, const struct ed_template *t)
{
    static const double base[] = {
        [ED_PART_NONE] = 5,  [ED_PART_NOISE] = 0, [ED_PART_STEP] = 5,   [ED_PART_WARN] = 6,  [ED_PART_DETAIL] = 8,
        [ED_PART_PLACE] = 8, [ED_PART_HEAD] = 15, [ED_PART_ALARM] = 26, [ED_PART_EXIT] = 50, [ED_PART_SUM] = 60,
        [ED_PART_FAIL] = 62, [ED_PART_TEST] = 68, [ED_PART_END] = 75};
    static const struct {
        uint64_t lines;
        double worth, words; /* words: of a line that only has words of errors */
    } nearness[] = {{20, 34, 26}, {60, 28, 16}, {200, 22, 6}, {1000, 12, -6}};
    double score = base[t->part] - (t->general ? 4 : 0) + (t->loud ? 10 : 0);

    for (size_t i = 0; i < ED_ARRAY_LEN(nearness); i++) {
        if (t->near <= nearness[i].lines) {
            score += t->part == ED_PART_ALARM ? nearness[i].words : nearness[i].worth;
            break;
        }
    }
    if (templates->ends && t->near > 1000) {
        score -= 6;
    }
    if (templates->ends && t->source_first == templates->end_source && t->first > templates->end_number) {
        score -= 25; /* what is printed when all is over cleans up */
    }
    score -= (t->part >= ED_PART_SUM ? 1.5 : 4) * log2((double)ED_MAX(t->count, 1u));
    return score > 0 ? score : 0;
}

struct ranked {
    double score;
    size_t index;
};

static int by_score(const void *pa, const void *pb)
{
    const struct ranked *a = pa, *b = pb;

    return a->score != b->score ? (a->score > b->score ? -1 : 1) : (a->index > b->index ? -1 : 1);
}

/* Keep the better half; of equals, the late ones. */
static void make_room(struct ed_templates *ts)
{
    struct ranked *order = ed_alloc_zero(ts->v.n, sizeof(*order));
    uint8_t *stays = ed_alloc_zero(ts->v.n, 1);
    size_t kept = 0;

    for (size_t i = 0; i < ts->v.n; i++) {
        order[i] = (struct ranked){ed_templates_score(ts, &ts->v.v[i]), i};
    }
    qsort(order, ts->v.n, sizeof(*order), by_score);
    for (size_t i = 0; i < ts->v.n / 2; i++) {
        stays[order[i].index] = 1;
    }
    for (size_t i = 0; i < ts->v.n; i++) {
        if (stays[i]) {
            ts->v.v[kept++] = ts->v.v[i];
        } else {
            template_done(&ts->v.v[i]);
            ts->dropped++;
        }
    }
    ts->v.n = kept;
    ts->nlate = 0;
    memset(ts->slots, 0, SLOTS * sizeof(*ts->slots));
    for (size_t i = 0; i < kept; i++) {
        *slot_of(ts, ts->v.v[i].hash) = (uint32_t)i + 1;
    }
    ed_free(order);
    ed_free(stays);
}

size_t ed_templates_meet(struct ed_templates *templates, uint64_t hash, bool *ret_new)
{
    uint32_t *slot;

    if (!templates->slots) {
        templates->slots = ed_alloc_zero(SLOTS, sizeof(*templates->slots));
    }
    slot = slot_of(templates, hash);
    *ret_new = *slot == 0;
    if (*ret_new) {
        if (templates->v.n == ED_LIMIT_TEMPLATES) {
            make_room(templates);
            slot = slot_of(templates, hash);
        }
        *ed_vec_add(&templates->v) = (struct ed_template){.hash = hash, .near = UINT64_MAX};
        *slot = (uint32_t)templates->v.n;
        templates->met++;
    }
    return *slot - 1;
}

/* One block for all texts of the place. */
static void keep_place(struct ed_template *t, const struct ed_place *place)
{
    struct ed_str *texts[ED_PLACE_TEXTS];
    size_t n = 0;
    char *at;

    t->place = *place;
    ed_place_texts(&t->place, texts);
    for (size_t i = 0; i < ED_PLACE_TEXTS; i++) {
        n += texts[i]->n;
    }
    at = t->place_text = ed_alloc_zero(n + 1, 1);
    for (size_t i = 0; i < ED_PLACE_TEXTS; i++) {
        if (texts[i]->p) {
            memcpy(at, texts[i]->p, texts[i]->n);
            texts[i]->p = at;
            at += texts[i]->n;
        }
    }
}

void ed_template_begin(struct ed_template *t, struct ed_str words, const struct ed_place *place, uint64_t source)
{
    ed_buf_init(&t->text, ED_LIMIT_TEMPLATE_TEXT);
    ed_buf_str(&t->text, words);
    t->template_n = t->text.n;
    t->source_first = source;
    t->first = place->line;
    keep_place(t, place);
}

struct ed_str ed_template_words(const struct ed_template *t)
{
    return ed_str_slice(ed_buf_view(&t->text), 0, t->template_n);
}

struct ed_str ed_template_line(const struct ed_template *t, const struct ed_kept *line)
{
    return ed_str_slice(ed_buf_view(&t->text), line->at, line->at + line->n);
}

bool ed_template_keep(struct ed_template *t, uint64_t number, struct ed_str text, enum ed_part part, unsigned share,
                      bool own)
{
    static const struct ed_str cut = ED_STR_INIT(" [...]");
    struct ed_kept line = {.number = number, .at = t->text.n, .part = part, .share = share, .own = own};
    bool is_cut = text.n > ED_LIMIT_TRIAGE_LINE;

    text = ed_str_slice(text, 0, is_cut ? ED_LIMIT_TRIAGE_LINE - cut.n : text.n);
    line.n = text.n + (is_cut ? cut.n : 0);
    if (t->lines.n == ED_LIMIT_TEMPLATE_LINES || t->text.n + line.n > ED_LIMIT_TEMPLATE_TEXT) {
        return false;
    }
    for (size_t i = 0; i < t->lines.n; i++) {
        if (t->lines.v[i].number == number) {
            t->lines.v[i].share = ED_MAX(t->lines.v[i].share, share);
            return true;
        }
    }
    ed_buf_str(&t->text, text);
    ed_buf_str(&t->text, is_cut ? cut : ED_STR(""));
    *ed_vec_add(&t->lines) = line;
    t->wordings += own;
    return true;
}

void ed_templates_count(struct ed_templates *templates, size_t index, uint64_t source, uint64_t number)
{
    struct ed_template *t = &templates->v.v[index];

    templates->lines++;
    t->count++;
    t->source = source;
    t->last = number;
    templates->late[templates->nlate % ED_TEMPLATES_LATE].template = index;
    templates->late[templates->nlate % ED_TEMPLATES_LATE].source = source;
    templates->late[templates->nlate % ED_TEMPLATES_LATE].number = number;
    templates->nlate++;
}

void ed_templates_end(struct ed_templates *templates, uint64_t source, uint64_t number)
{
    for (size_t i = 0; i < ED_MIN(templates->nlate, (size_t)ED_TEMPLATES_LATE); i++) {
        if (templates->late[i].source == source && templates->late[i].number <= number) {
            struct ed_template *t = &templates->v.v[templates->late[i].template];

            t->near = ED_MIN(t->near, number - templates->late[i].number);
        }
    }
    templates->nlate = 0;
    templates->ends++;
    templates->end_number = source == templates->end_source ? ED_MAX(templates->end_number, number) : number;
    templates->end_source = source;
    if (templates->all_ends.n == ED_TEMPLATES_ENDS) {
        templates->all_ends.n /= 2;
        memmove(templates->all_ends.v, templates->all_ends.v + templates->all_ends.n,
                templates->all_ends.n * sizeof(templates->all_ends.v[0]));
    }
    *ed_vec_add(&templates->all_ends) = (struct ed_templates_place){source, number};
}

static int by_place(const void *pa, const void *pb)
{
    const struct ed_templates_place *a = pa, *b = pb;

    return a->source != b->source ? (a->source < b->source ? -1 : 1)
                                  : (a->number > b->number) - (a->number < b->number);
}

/* Lines from this one to the next end; UINT64_MAX: none follows. */
static uint64_t distance(const struct ed_templates *ts, uint64_t source, uint64_t number)
{
    size_t low = 0, high = ts->all_ends.n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct ed_templates_place *p = &ts->all_ends.v[middle];

        if (p->source < source || (p->source == source && p->number < number)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < ts->all_ends.n && ts->all_ends.v[low].source == source ? ts->all_ends.v[low].number - number
                                                                        : UINT64_MAX;
}

void ed_templates_finish(struct ed_templates *templates)
{
    if (templates->all_ends.n) {
        qsort(templates->all_ends.v, templates->all_ends.n, sizeof(templates->all_ends.v[0]), by_place);
    }
    for (size_t i = 0; i < templates->v.n; i++) {
        struct ed_template *t = &templates->v.v[i];

        t->near = ED_MIN(t->near, distance(templates, t->source_first, t->first));
        t->near = ED_MIN(t->near, distance(templates, t->source, t->last));
    }
}
