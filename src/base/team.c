/*
 * team.c: owns threads and the order of slots, never what is in them.
 *
 * Numbers of slots only grow: emptied <= claimed <= submitted <= emptied + nslots; number n stands in slot n % nslots.
 * `emptied` is the maker's alone; the lock guards the others and every `finished`, so what one thread wrote into a slot
 * is seen by the next one that is given it.
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

struct ed_team {
    ed_team_fn fn;
    void *ctx;
    size_t nslots, most; /* most: workers that there may be */
    uint64_t emptied;
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    uint64_t claimed, submitted; /* under the lock */
    size_t idle;                 /* workers that wait for work; under the lock */
    bool waits;                  /* the maker, for a slot to be finished; under the lock */
    bool stop;                   /* under the lock */
    bool *finished;              /* by slot; under the lock */
    struct worker *workers;
    size_t nworkers;
};

/* With the lock held and a slot to claim: work on it, the lock not held meanwhile. */
static void claim_one(struct ed_team *team, size_t thread)
{
    size_t slot = team->claimed++ % team->nslots;

    pthread_mutex_unlock(&team->lock);
    team->fn(team->ctx, slot, thread);
    pthread_mutex_lock(&team->lock);
    team->finished[slot] = true;
    if (team->waits) {
        pthread_cond_signal(&team->done);
    }
}

static void *work(void *ctx)
{
    struct worker *worker = ctx;
    struct ed_team *team = worker->team;

    pthread_mutex_lock(&team->lock);
    while (!team->stop) {
        if (team->claimed < team->submitted) {
            claim_one(team, worker->number);
        } else {
            team->idle++;
            pthread_cond_wait(&team->work, &team->lock);
            team->idle--;
        }
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

struct ed_team *ed_team_new(size_t threads, size_t slots, ed_team_fn fn, void *ctx)
{
    struct ed_team *team = ed_alloc_zero(1, sizeof(*team));

    team->fn = fn;
    team->ctx = ctx;
    team->nslots = slots;
    team->most = threads - 1;
    team->finished = ed_alloc_zero(slots, sizeof(*team->finished));
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
    ed_free(team->finished);
    ed_free(team);
}

size_t ed_team_next(const struct ed_team *team)
{
    return team->submitted % team->nslots;
}

bool ed_team_full(const struct ed_team *team)
{
    return team->submitted - team->emptied == team->nslots;
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

void ed_team_submit(struct ed_team *team)
{
    bool idle, more;

    pthread_mutex_lock(&team->lock);
    team->submitted++;
    idle = team->idle > 0;
    more = !idle && team->submitted - team->claimed > 1 && team->nworkers < team->most;
    pthread_mutex_unlock(&team->lock);
    if (idle) { /* without the lock, on which it would wait at once */
        pthread_cond_signal(&team->work);
    } else if (more) {
        add_worker(team);
    }
}

bool ed_team_oldest(struct ed_team *team, bool wait, size_t *ret_slot)
{
    size_t slot = team->emptied % team->nslots;
    bool finished;

    if (team->emptied == team->submitted) {
        return false;
    }
    pthread_mutex_lock(&team->lock);
    while (wait && !team->finished[slot]) {
        if (team->claimed < team->submitted) {
            claim_one(team, /* thread */ 0);
        } else {
            team->waits = true;
            pthread_cond_wait(&team->done, &team->lock);
            team->waits = false;
        }
    }
    finished = team->finished[slot];
    pthread_mutex_unlock(&team->lock);
    if (finished) {
        *ret_slot = slot;
    }
    return finished;
}

void ed_team_emptied(struct ed_team *team)
{
    size_t slot = team->emptied++ % team->nslots;

    pthread_mutex_lock(&team->lock);
    team->finished[slot] = false;
    pthread_mutex_unlock(&team->lock);
}

size_t ed_team_processors(void)
{
    cpu_set_t set;
    int n;

    CPU_ZERO(&set);
    n = sched_getaffinity(/* pid: this one */ 0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
    return (size_t)ED_MAX(n, 1);
}
