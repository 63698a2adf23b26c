/*
 * mark_bench.c: the marker alone, by every instruction set of this machine: how many MB of a log a second it marks with
 * the index of a data base. A block is copied before it is timed, as a reader leaves it in the second-level cache.
 *
 *     mark_bench DB LOG [ROUNDS]
 *
 * Prints a line for each walk: its name, MB/s of the best round, and how many keys, lines and words of error there are,
 * which must be the same for all; else it ends with 1.
 */
#include "base/io.h"
#include "kb/kb.h"
#include "match/index_format.h"
#include "match/mark.h"

#define BLOCK ((size_t)256 * 1024)

struct counts {
    uint64_t keys, lines, alarms;
};

/* This process's, so that a busy neighbour does not count. */
static double seconds(void)
{
    struct timespec ts = {0};

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* The block from `at` on, up to a line's end where there is one. */
static struct ed_str block_at(struct ed_str log, size_t at)
{
    struct ed_str block = ed_str_slice(log, at, at + BLOCK);
    size_t n = block.n;

    while (at + BLOCK < log.n && n > 0 && block.p[n - 1] != '\n') {
        n--;
    }
    return n ? ed_str(block.p, n) : block;
}

static double mark_log(const struct ed_marking *marking, struct ed_str log, char *copy, struct counts *ret_counts)
{
    struct ed_marks marks = {0};
    struct counts counts = {0};
    double sum = 0, from;

    for (size_t at = 0; at < log.n;) {
        struct ed_str block = block_at(log, at);

        memcpy(copy, block.p, block.n);
        ed_marks_reset(&marks);
        from = seconds();
        ed_mark_text(marking, ed_str(copy, block.n), &marks);
        sum += seconds() - from;
        counts.keys += marks.keys.n;
        counts.lines += marks.ends.n;
        counts.alarms += marks.alarms.n;
        at += block.n;
    }
    ed_marks_done(&marks);
    *ret_counts = counts;
    return sum;
}

static bool bench(const struct ed_kb *kb, struct ed_str log, uint64_t rounds)
{
    static const char *const names[ED_WALK_COUNT] = {"plain", "sse2", "neon", "avx2", "avx512"};
    struct ed_index index = *ed_kb_index(kb);
    struct ed_alarm alarm;
    struct ed_marking marking = {&index, &alarm};
    struct counts counts, first = {0};
    char *copy = ed_alloc(BLOCK);
    bool same = true;

    ed_alarm_init(&alarm);
    for (int walk = ED_WALK_PLAIN; walk < ED_WALK_COUNT; walk++) {
        double best = 0, took;

        if (!ed_walk_usable((enum ed_walk)walk)) {
            continue;
        }
        ed_index_set_walk(&index, (enum ed_walk)walk);
        ed_alarm_set_walk(&alarm, (enum ed_walk)walk);
        for (uint64_t i = 0; i < rounds; i++) {
            took = mark_log(&marking, log, copy, &counts);
            best = i == 0 || took < best ? took : best;
        }
        first = walk == ED_WALK_PLAIN ? counts : first;
        same = same && memcmp(&first, &counts, sizeof(first)) == 0;
        printf("%-8s %7.0f MB/s  keys %" PRIu64 " lines %" PRIu64 " alarms %" PRIu64 "\n", names[walk],
               (double)log.n / 1e6 / (best > 0 ? best : 1e-9), counts.keys, counts.lines, counts.alarms);
    }
    ed_free(copy);
    return same;
}

int main(int argc, char **argv)
{
    struct ed_kb *kb = NULL;
    struct ed_buf log;
    struct ed_err err = {0};
    uint64_t rounds = 3;
    bool same;

    if (argc < 3 || argc > 4 || (argc == 4 && (!ed_str_u64(ed_str_c(argv[3]), &rounds) || rounds == 0))) {
        fprintf(stderr, "usage: mark_bench DB LOG [ROUNDS]\n");
        return EXIT_FAILURE;
    }
    ed_buf_init(&log, 0);
    if (ed_io_file(argv[2], &log, &err) != ED_OK || ed_kb_open(argv[1], &kb, NULL, &err) != ED_OK) {
        fprintf(stderr, "mark_bench: %s\n", err.message);
        ed_buf_done(&log);
        return EXIT_FAILURE;
    }
    same = bench(kb, ed_buf_view(&log), rounds);
    ed_kb_close(kb);
    ed_buf_done(&log);
    if (!same) {
        fprintf(stderr, "mark_bench: the walks differ\n");
    }
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
