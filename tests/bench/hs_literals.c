/*
 * hs_literals.c: Hyperscan as a peer of the bench: of each pattern the longest text between two holes, all of them
 * compiled into one data base of literals (block mode) and looked for in a log. It confirms nothing and reads no
 * holes, so it does a part of errdex's work only. Never linked with errdex; built where libhs is found.
 *
 *     hs_literals PATTERNS LOG
 *
 * Prints a figure a line, `name value`: compile and scan in seconds, scan without the reading of the log.
 */
#include <fcntl.h>
#include <hs.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/io.h"

/* Hyperscan takes a log in one piece, too; a block that stays in the cache is what a stream's reader hands on. */
#define BLOCK        ((size_t)256 * 1024)
#define PATTERNS_MAX ((size_t)4 << 30)

struct literals {
    const char **texts; /* into `bytes` */
    size_t *lengths;
    unsigned *ids;  /* the pattern's line, from 0 on */
    unsigned count; /* of texts */
    unsigned empty; /* patterns that are one hole */
    char *bytes;
};

struct tally {
    uint64_t matches, bytes;
    int64_t micros; /* in hs_scan */
};

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "hs_literals: %s: %s\n", what, why ? why : "no reason told");
    return EXIT_FAILURE;
}

static bool is_meta(char c)
{
    return ed_is_among(".[](){}*+?|^$", c);
}

/* The longest literal run of a pattern is written to `out`, its escapes undone; returns its length. A class (\d), a
 * group and any other operator end a run. */
static size_t longest_run(struct ed_str pattern, char *out, char *scratch)
{
    size_t best = 0, n = 0;

    for (size_t i = 0; i <= pattern.n; i++) {
        bool last = i == pattern.n;
        bool escaped = !last && pattern.p[i] == '\\' && i + 1 < pattern.n;

        i += escaped;
        if (!last && (escaped ? !ed_is_word(pattern.p[i]) : !is_meta(pattern.p[i]))) {
            scratch[n++] = pattern.p[i];
            continue;
        }
        if (n > best) {
            memcpy(out, scratch, n);
            best = n;
        }
        n = 0;
    }
    return best;
}

static size_t count_lines(struct ed_str text)
{
    size_t lines = 0;

    for (size_t at = 0; (at = ed_str_find_byte(text, '\n', at)) != SIZE_MAX; at++) {
        lines++;
    }
    return lines + 1;
}

static void literals_init(struct literals *l, struct ed_str patterns)
{
    size_t lines = count_lines(patterns);
    char *scratch = ed_alloc(patterns.n);
    char *to;
    unsigned line = 0;

    *l = (struct literals){.texts = ed_alloc_zero(lines, sizeof(*l->texts)),
                           .lengths = ed_alloc_zero(lines, sizeof(*l->lengths)),
                           .ids = ed_alloc_zero(lines, sizeof(*l->ids)),
                           .bytes = ed_alloc(patterns.n)};
    to = l->bytes;
    while (patterns.n) {
        size_t n = longest_run(ed_str_cut(&patterns, '\n'), to, scratch);

        if (n) {
            l->texts[l->count] = to;
            l->lengths[l->count] = n;
            l->ids[l->count++] = line;
            to += n;
        } else {
            l->empty++;
        }
        line++;
    }
    ed_free(scratch);
}

static void literals_done(struct literals *l)
{
    ed_free(l->texts);
    ed_free(l->lengths);
    ed_free(l->ids);
    ed_free(l->bytes);
}

static int on_match(unsigned id, unsigned long long from, unsigned long long to, unsigned flags, void *ctx)
{
    (void)id, (void)from, (void)to, (void)flags;
    ((struct tally *)ctx)->matches++;
    return 0;
}

static hs_error_t scan_block(const hs_database_t *db, hs_scratch_t *scratch, struct ed_str block, struct tally *tally)
{
    int64_t start = ed_clock_monotonic();
    hs_error_t rc = hs_scan(db, block.p, (unsigned)block.n, /* flags= */ 0, scratch, on_match, tally);

    tally->micros += ed_clock_monotonic() - start;
    tally->bytes += block.n;
    return rc;
}

/* What ends in the last line end of `block`; all of it where there is none or nothing follows. */
static size_t whole_lines(struct ed_str block, bool at_end)
{
    const char *end = at_end || !block.n ? NULL : memrchr(block.p, '\n', block.n);

    return end ? (size_t)(end - block.p) + 1 : block.n;
}

static int scan_log(const hs_database_t *db, hs_scratch_t *scratch, const char *path, struct tally *tally)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC), status = EXIT_SUCCESS;
    struct ed_err err = {0};
    char *block = ed_alloc(BLOCK);
    size_t have = 0, got = 1;

    if (fd < 0) {
        status = fail(path, strerror(errno));
    }
    while (status == EXIT_SUCCESS && (got || have)) {
        size_t n;

        if (ed_io_read(fd, block + have, BLOCK - have, &got, &err) != ED_OK) {
            status = fail(path, "cannot be read");
            break;
        }
        have += got;
        if (got && have < BLOCK) {
            continue;
        }
        n = whole_lines(ed_str(block, have), /* at_end= */ !got);
        if (scan_block(db, scratch, ed_str(block, n), tally) != HS_SUCCESS) {
            status = fail(path, "hs_scan failed");
        }
        memmove(block, block + n, have - n);
        have -= n;
    }
    ed_free(block);
    if (fd >= 0) {
        close(fd);
    }
    return status;
}

static void print_figures(const struct literals *literals, int64_t compiling, size_t size, const struct tally *tally)
{
    double seconds = (double)tally->micros / 1e6;

    printf("version %s\n", hs_version());
    printf("literals %u\nempty %u\n", literals->count, literals->empty);
    printf("compile %.3f\n", (double)compiling / 1e6);
    printf("data-base-bytes %zu\n", size);
    printf("scan %.6f\n", seconds);
    printf("scan-MB/s %.1f\n", seconds > 0 ? (double)tally->bytes / 1e6 / seconds : 0);
    printf("bytes %" PRIu64 "\nmatches %" PRIu64 "\n", tally->bytes, tally->matches);
}

static int run(const struct literals *literals, const char *log)
{
    hs_database_t *db = NULL;
    hs_scratch_t *scratch = NULL;
    hs_compile_error_t *refused = NULL;
    struct tally tally = {0};
    int64_t start = ed_clock_monotonic(), compiling;
    size_t size = 0;
    int status = EXIT_SUCCESS;

    if (hs_compile_lit_multi(literals->texts, /* flags= */ NULL, literals->ids, literals->lengths, literals->count,
                             HS_MODE_BLOCK, /* platform= */ NULL, &db, &refused) != HS_SUCCESS) {
        status = fail("hs_compile_lit_multi", refused ? refused->message : NULL);
        hs_free_compile_error(refused);
        return status;
    }
    compiling = ed_clock_monotonic() - start;
    if (hs_alloc_scratch(db, &scratch) != HS_SUCCESS || hs_database_size(db, &size) != HS_SUCCESS) {
        status = fail("hs_alloc_scratch", NULL);
    } else {
        status = scan_log(db, scratch, log, &tally);
    }
    if (status == EXIT_SUCCESS) {
        print_figures(literals, compiling, size, &tally);
    }
    hs_free_scratch(scratch);
    hs_free_database(db);
    return status;
}

int main(int argc, char **argv)
{
    struct ed_buf patterns;
    struct ed_err err = {0};
    struct literals literals;
    int status;

    if (argc != 3) {
        return fail("usage", "hs_literals PATTERNS LOG");
    }
    ed_buf_init(&patterns, PATTERNS_MAX);
    if (ed_io_file(argv[1], &patterns, &err) != ED_OK) {
        ed_buf_done(&patterns);
        return fail(argv[1], "cannot be read");
    }
    literals_init(&literals, ed_buf_view(&patterns));
    status = literals.count ? run(&literals, argv[2]) : fail(argv[1], "no literal text");
    literals_done(&literals);
    ed_buf_done(&patterns);
    return status;
}
