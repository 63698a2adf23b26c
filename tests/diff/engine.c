/*
 * engine.c: the differential test over generated patterns and texts: small vocabularies, so that words repeat, overlap
 * and stand side by side, templates and hand-written regexes alike.
 *
 *   diff_engine [--seed N] [--rounds N]             a round is a handful of patterns and a dozen texts
 *
 * A difference is printed with the seed and the round that makes it again, and ends the test.
 */
#include "duel.h"
#include "make.h"

static void run(struct duel *duel, uint64_t seed, uint64_t rounds)
{
    ED_VEC(struct ed_str) messages = {0};
    struct ed_arena arena;
    struct ed_buf text;
    char name[64];

    ed_arena_init(&arena);
    ed_buf_init(&text, 0);
    for (uint64_t round = 0; round < rounds && !duel->counts.differences; round++) {
        struct dice dice = {seed * 1000003 + round};
        unsigned n = 1 + roll(&dice, 10);

        snprintf(name, sizeof(name), "seed %" PRIu64 ", round %" PRIu64, seed, round);
        duel->name = name;
        for (unsigned i = 0; i < n; i++) {
            make_pattern(&dice, &arena, ed_vec_add(&duel->patterns), ed_vec_add(&messages));
        }
        duel->screened = round % 2;
        duel_open(duel, n, /* general: */ 0);
        for (unsigned i = 0; i < 12 && !duel->counts.differences; i++) {
            make_text(&dice, messages.v, messages.n, &text);
            duel_all(duel, ed_buf_view(&text));
        }
        duel_close(duel);
        messages.n = 0;
        ed_arena_reset(&arena);
    }
    ed_vec_done(&messages);
    ed_buf_done(&text);
    ed_arena_done(&arena);
}

int main(int argc, char **argv)
{
    uint64_t seed = 1, rounds = 1000;
    struct duel duel;

    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--seed") == 0) {
            seed = strtoull(argv[i + 1], NULL, 10);
        } else if (strcmp(argv[i], "--rounds") == 0) {
            rounds = strtoull(argv[i + 1], NULL, 10);
        } else {
            fprintf(stderr, "unknown option %s\n", argv[i]);
            return 2;
        }
    }
    duel_init(&duel);
    run(&duel, seed, rounds);
    printf("%" PRIu64 " texts, %" PRIu64 " hits, %" PRIu64 " texts at a limit, %" PRIu64 " differences\n",
           duel.counts.texts, duel.counts.hits, duel.counts.limited, duel.counts.differences);
    duel_done(&duel);
    return duel.counts.differences || !duel.counts.hits;
}
