/*
 * take_index.c: the end of an ingest or rebuild: the indexes over all active patterns, the scores that changed by it,
 * the whole's counts, and what can only be counted now of what was taken: weak records and patterns that others have,
 * too.
 */
#include "base/alloc.h"
#include "base/sort.h"
#include "kb/build.h"
#include "kb/take.h"
#include "store/blob.h"
#include "store/derived.h"

_Static_assert(offsetof(struct ed_take_change, row) == 0, "changes are sorted by what they begin with");

/* One change a row, by row; of several the last is what stands in the data base. */
static void unique_changes(struct ed_take *take)
{
    struct ed_take_change *v = take->changes.v;
    size_t n = 0;

    ed_sort_u64(v, take->changes.n, sizeof(*v));
    for (size_t i = 0; i < take->changes.n; i++) {
        n -= n > 0 && v[n - 1].row == v[i].row;
        v[n++] = v[i];
    }
    take->changes.n = n;
}

static enum ed_rc write_scores(struct ed_db *db, const struct ed_built *built, struct ed_err *err)
{
    enum ed_rc rc = ED_OK;

    for (size_t i = 0; i < built->rows.n && rc == ED_OK; i++) {
        const struct ed_score *old = &built->rows.v[i].old, *now = &built->rows.v[i].now;

        if (now->known &&
            (!old->known || old->tenths != now->tenths || old->weak != now->weak || old->way != now->way)) {
            rc = ed_derived_score_put(db, built->rows.v[i].row, now, err);
        }
    }
    return rc;
}

static bool stands_twice(const uint64_t *hashes, size_t n, uint64_t hash)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (hashes[middle] < hash) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low + 1 < n && hashes[low] == hash && hashes[low + 1] == hash;
}

/* Both lists are ascending by row. */
static void count_active(struct ed_take *take, const struct ed_built *built)
{
    uint64_t *hashes = ed_alloc_zero(built->rows.n, sizeof(*hashes));
    size_t at = 0;

    for (size_t i = 0; i < built->rows.n; i++) {
        hashes[i] = built->rows.v[i].regex;
    }
    ed_sort_u64(hashes, built->rows.n, sizeof(*hashes));
    for (size_t i = 0; i < take->changes.n; i++) {
        while (at < built->rows.n && built->rows.v[at].row < take->changes.v[i].row) {
            at++;
        }
        if (at < built->rows.n && built->rows.v[at].row == take->changes.v[i].row) {
            take->counts.weak += built->rows.v[at].now.weak;
            take->counts.duplicate_patterns += stands_twice(hashes, built->rows.n, built->rows.v[at].regex);
        }
    }
    ed_free(hashes);
}

struct tally {
    struct ed_str reason;
    uint64_t count;
};

static int most_first(const void *a, const void *b)
{
    const struct tally *x = a, *y = b;

    if (x->count != y->count) {
        return x->count > y->count ? -1 : 1;
    }
    return ed_str_cmp(x->reason, y->reason);
}

static void count_states(struct ed_take *take, void (*reason)(void *ctx, struct ed_str reason, uint64_t count))
{
    struct tally *tallies = ed_alloc_zero(take->reasons.n, sizeof(*tallies));

    for (size_t i = 0; i < take->reasons.n; i++) {
        tallies[i].reason = take->reasons.v[i];
    }
    for (size_t i = 0; i < take->changes.n; i++) {
        const struct ed_take_change *change = &take->changes.v[i];

        take->counts.repaired += change->state == ED_PATTERN_REPAIRED;
        if (change->state == ED_PATTERN_INACTIVE) {
            take->counts.inactive++;
            tallies[change->reason].count++;
        }
    }
    if (take->reasons.n > 0) {
        qsort(tallies, take->reasons.n, sizeof(*tallies), most_first);
    }
    for (size_t i = 0; reason && i < take->reasons.n && tallies[i].count > 0; i++) {
        reason(take->events.ctx, tallies[i].reason, tallies[i].count);
    }
    ed_free(tallies);
}

static enum ed_rc write_near(struct ed_db *db, const struct ed_built *built, struct ed_err *err)
{
    struct ed_buf blob;
    enum ed_rc rc;

    ed_buf_init(&blob, /* max */ 0);
    rc = ed_build_near(db, built, &blob, err);
    if (rc == ED_OK) {
        rc = ed_blob_put(db, "near", ed_buf_view(&blob), err);
    }
    ed_buf_done(&blob);
    return rc;
}

enum ed_rc ed_take_index(struct ed_take *take, void (*reason)(void *ctx, struct ed_str reason, uint64_t count),
                         struct ed_err *err)
{
    struct ed_built built = {0};
    enum ed_rc rc = ed_build_index(take->db, &built, err);

    if (rc != ED_OK) {
        return rc;
    }
    rc = write_scores(take->db, &built, err);
    if (rc == ED_OK) {
        rc = ed_blob_put(take->db, "index", ed_buf_view(&built.blob), err);
        ed_buf_done(&built.blob); /* room for the next one */
    }
    if (rc == ED_OK) {
        rc = write_near(take->db, &built, err);
    }
    if (rc == ED_OK) {
        rc = ed_derived_set_meta(take->db, ED_META_PATTERNS, (int64_t)built.patterns, err);
    }
    if (rc == ED_OK) {
        rc = ed_derived_tally(take->db, err);
    }
    if (rc == ED_OK) {
        unique_changes(take);
        count_active(take, &built);
        count_states(take, reason);
    }
    ed_built_done(&built);
    return rc;
}
