/*
 * team.c: owns threads and the order of slots, never what is in them.
 *
 * Numbers of slots only grow: emptied <= claimed <= submitted <= emptied + nslots; number n stands in slot n % nslots.
 * `emptied` is the maker's alone; the team's lock guards the others and every `finished`, so what one thread wrote into
 * a slot is seen by the next one that is given it.
 */
#include "base/team.h"

#include "base/alloc.h"

#include <pthread.h>
#include <sched.h>

struct worker {
    struct ed_team *team;
    size_t number;
    pthread_t thread;
};

struct ed_ring {
    struct ed_team *team;
    struct ed_ring *older; /* of the team's rings */
    ed_ring_fn fn;
    void *ctx;
    size_t nslots;
    uint64_t emptied;
    uint64_t claimed, submitted; /* under the lock */
    size_t working;              /* slots being worked on; under the lock */
    bool finished[];             /* by slot; under the lock */
};

struct ed_team {
    size_t most; /* workers that there may be */
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    struct ed_ring *newest; /* under the lock */
    size_t idle;            /* workers that wait for work; under the lock */
    bool waits;             /* the maker, for a slot to be finished; under the lock */
    bool stop;              /* under the lock */
    struct worker *workers;
    size_t nworkers;
};

/* With the lock held and a slot to claim: work on it, the lock not held meanwhile. */
static void claim_one(struct ed_ring *ring, size_t thread)
{
    struct ed_team *team = ring->team;
    size_t slot = ring->claimed++ % ring->nslots;

    ring->working++;
    pthread_mutex_unlock(&team->lock);
    ring->fn(ring->ctx, slot, thread);
    pthread_mutex_lock(&team->lock);
    ring->working--;
    ring->finished[slot] = true;
    if (team->waits) {
        pthread_cond_signal(&team->done);
    }
}

/* With the lock held: a ring with a slot to claim, or NULL. */
static struct ed_ring *ready(const struct ed_team *team)
{
    struct ed_ring *ring = team->newest;

    while (ring && ring->claimed == ring->submitted) {
        ring = ring->older;
    }
    return ring;
}

static void *work(void *ctx)
{
    struct worker *worker = ctx;
    struct ed_team *team = worker->team;

    pthread_mutex_lock(&team->lock);
    while (!team->stop) {
        struct ed_ring *ring = ready(team);

        if (ring) {
            claim_one(ring, worker->number);
        } else {
            team->idle++;
            pthread_cond_wait(&team->work, &team->lock);
            team->idle--;
        }
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

struct ed_team *ed_team_new(size_t threads)
{
    struct ed_team *team = ed_alloc_zero(1, sizeof(*team));

    team->most = threads - 1;
    team->workers = ed_alloc_zero(team->most, sizeof(*team->workers));
    pthread_mutex_init(&team->lock, /* attr */ NULL);
    pthread_cond_init(&team->work, /* attr */ NULL);
    pthread_cond_init(&team->done, /* attr */ NULL);
    return team;
}

void ed_team_free(struct ed_team *team)
{
    if (!team) {
        return;
    }
    pthread_mutex_lock(&team->lock);
    team->stop = true;
    pthread_cond_broadcast(&team->work);
    pthread_mutex_unlock(&team->lock);
    for (size_t i = 0; i < team->nworkers; i++) {
        pthread_join(team->workers[i].thread, /* ret */ NULL);
    }
    pthread_cond_destroy(&team->done);
    pthread_cond_destroy(&team->work);
    pthread_mutex_destroy(&team->lock);
    ed_free(team->workers);
    ed_free(team);
}

struct ed_ring *ed_ring_new(struct ed_team *team, size_t slots, ed_ring_fn fn, void *ctx)
{
    struct ed_ring *ring = ed_alloc_zero(1, sizeof(*ring) + slots * sizeof(ring->finished[0]));

    ring->team = team;
    ring->fn = fn;
    ring->ctx = ctx;
    ring->nslots = slots;
    pthread_mutex_lock(&team->lock);
    ring->older = team->newest;
    team->newest = ring;
    pthread_mutex_unlock(&team->lock);
    return ring;
}

void ed_ring_free(struct ed_ring *ring)
{
    struct ed_team *team = ring ? ring->team : NULL;
    struct ed_ring **at;

    if (!ring) {
        return;
    }
    pthread_mutex_lock(&team->lock);
    for (at = &team->newest; *at != ring; at = &(*at)->older) {
    }
    *at = ring->older;
    team->waits = true;
    while (ring->working) {
        pthread_cond_wait(&team->done, &team->lock);
    }
    team->waits = false;
    pthread_mutex_unlock(&team->lock);
    ed_free(ring);
}

size_t ed_ring_next(const struct ed_ring *ring)
{
    return ring->submitted % ring->nslots;
}

bool ed_ring_full(const struct ed_ring *ring)
{
    return ring->submitted - ring->emptied == ring->nslots;
}

bool ed_ring_empty(const struct ed_ring *ring)
{
    return ring->submitted == ring->emptied;
}

static void add_worker(struct ed_team *team)
{
    struct worker *worker = &team->workers[team->nworkers];

    worker->team = team;
    worker->number = team->nworkers + 1;
    if (pthread_create(&worker->thread, /* attr */ NULL, work, worker) == 0) {
        team->nworkers++;
    } else {
        team->most = team->nworkers;
    }
}

void ed_ring_submit(struct ed_ring *ring)
{
    struct ed_team *team = ring->team;
    bool idle, more;

    pthread_mutex_lock(&team->lock);
    ring->submitted++;
    idle = team->idle > 0;
    more = !idle && ring->submitted - ring->claimed > 1 && team->nworkers < team->most;
    pthread_mutex_unlock(&team->lock);
    if (idle) { /* without the lock, on which it would wait at once */
        pthread_cond_signal(&team->work);
    } else if (more) {
        add_worker(team);
    }
}

bool ed_ring_oldest(struct ed_ring *ring, bool wait, size_t *ret_slot)
{
    struct ed_team *team = ring->team;
    size_t slot = ring->emptied % ring->nslots;
    bool finished;

    if (ring->emptied == ring->submitted) {
        return false;
    }
    pthread_mutex_lock(&team->lock);
    while (wait && !ring->finished[slot]) {
        struct ed_ring *other = ring->claimed < ring->submitted ? ring : ready(team);

        if (other) {
            claim_one(other, /* thread */ 0);
        } else {
            team->waits = true;
            pthread_cond_wait(&team->done, &team->lock);
            team->waits = false;
        }
    }
    finished = ring->finished[slot];
    pthread_mutex_unlock(&team->lock);
    if (finished) {
        *ret_slot = slot;
    }
    return finished;
}

void ed_ring_emptied(struct ed_ring *ring)
{
    size_t slot = ring->emptied++ % ring->nslots;

    pthread_mutex_lock(&ring->team->lock);
    ring->finished[slot] = false;
    pthread_mutex_unlock(&ring->team->lock);
}

size_t ed_team_processors(void)
{
    cpu_set_t set;
    int n;

    CPU_ZERO(&set);
    n = sched_getaffinity(/* pid: this one */ 0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
    return (size_t)ED_MAX(n, 1);
}
