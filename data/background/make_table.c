/*
 * make_table.c: run when errdex is built: words.tsv to the tables that background.c includes. Words are hashed as the
 * index hashes them (token.c), so look-up by hash is a binary search. Refuses what is not `count TAB word [word]`.
 */
#include "base/alloc.h"
#include "base/io.h"
#include "base/vec.h"
#include "match/token.h"

struct line {
    uint64_t hash, lines;
};

struct lines {
    ED_VEC(struct line) v;
};

static int by_hash(const void *a, const void *b)
{
    const struct line *x = a, *y = b;

    return (x->hash > y->hash) - (x->hash < y->hash);
}

/* The hash of one token that is the whole view. */
static bool hash_word(struct ed_str word, uint64_t *ret_hash)
{
    struct ed_token token;
    size_t at = 0;

    if (!ed_token_next(word, &at, &token) || token.start != 0 || token.end != word.n) {
        return false;
    }
    *ret_hash = ed_token_hash(word.p, word.n);
    return true;
}

static bool take_line(struct ed_str text, struct lines *tokens, struct lines *pairs)
{
    struct ed_str count = ed_str_cut(&text, '\t'), word = ed_str_cut(&text, ' ');
    struct line line = {0};
    uint64_t right;

    if (!ed_str_u64(count, &line.lines) || line.lines == 0 || line.lines > 1048576 || !hash_word(word, &line.hash)) {
        return false;
    }
    if (text.n == 0) {
        *ed_vec_add(&tokens->v) = line;
        return true;
    }
    if (!hash_word(text, &right)) {
        return false;
    }
    line.hash = ed_token_pair(line.hash, right);
    *ed_vec_add(&pairs->v) = line;
    return true;
}

static void write_table(struct ed_buf *out, const char *name, struct lines *table)
{
    if (table->v.n) {
        qsort(table->v.v, table->v.n, sizeof(*table->v.v), by_hash);
    }
    ed_buf_printf(out, "static const struct line %s[] = {\n", name);
    for (size_t i = 0; i < table->v.n; i++) {
        ed_buf_printf(out, "    {UINT64_C(0x%016" PRIx64 "), %" PRIu64 "},\n", table->v.v[i].hash, table->v.v[i].lines);
    }
    ed_buf_text(out, "};\n");
    ed_vec_done(&table->v);
}

int main(int argc, char **argv)
{
    struct lines tokens = {0}, pairs = {0};
    struct ed_buf in, out;
    struct ed_err err = {0};
    struct ed_str rest, line;
    int rc = 0;

    ed_buf_init(&in, 0);
    ed_buf_init(&out, 0);
    if (argc != 3 || ed_io_file(argv[1], &in, &err) != ED_OK) {
        fprintf(stderr, "usage: make_table WORDS.tsv OUT.inc %s\n", err.message);
        return 1;
    }
    rest = ed_buf_view(&in);
    for (uint64_t number = 1; rest.n; number++) {
        line = ed_str_cut(&rest, '\n');
        if (line.n && line.p[0] != '#' && !take_line(line, &tokens, &pairs)) {
            fprintf(stderr, "%s:%" PRIu64 ": not `count TAB word [word]`\n", argv[1], number);
            rc = 1;
        }
    }
    ed_buf_printf(&out, "/* Made from words.tsv by make_table.c. */\n#define TABLE_ID UINT64_C(0x%016" PRIx64 ")\n",
                  ed_str_hash(ed_buf_view(&in), 0));
    write_table(&out, "tokens", &tokens);
    write_table(&out, "pairs", &pairs);
    if (rc == 0 && ed_io_replace(argv[2], ed_buf_view(&out), &err) != ED_OK) {
        fprintf(stderr, "%s\n", err.message);
        rc = 1;
    }
    ed_buf_done(&in);
    ed_buf_done(&out);
    return rc;
}
