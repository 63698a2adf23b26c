/*
 * test_index.c: which key a pattern gets, which candidates a text gives, what patterns weigh, and that damaged blobs
 * are refused.
 */
#include "base/alloc.h"
#include "kb/kb.h"
#include "match/index_build.h"
#include "match/index_format.h"

#include <setjmp.h>

#include <cmocka.h>

#define HASH 77

struct fixture {
    struct ed_buf blob;
    struct ed_index *index;
    double weight[16];
    enum ed_index_way way[16];
    struct ed_candidate v[64];
    size_t n;
};

static void info(void *ctx, uint32_t record, double specificity, enum ed_index_way way)
{
    struct fixture *f = ctx;

    f->weight[record] = specificity;
    f->way[record] = way;
}

/* Records 0, 1, 2 ... in the order given. */
static void build(struct fixture *f, const char *const *regexes, size_t n)
{
    struct ed_index_builder *builder = ed_index_builder_new();
    struct ed_err err = {0};

    *f = (struct fixture){0};
    ed_buf_init(&f->blob, 0);
    for (size_t i = n; i > 0; i--) {
        ed_index_builder_add(builder, (uint32_t)(i - 1), ed_str_c(regexes[i - 1]));
    }
    ed_index_builder_finish(builder, HASH, &f->blob, info, f);
    ed_index_builder_free(builder);
    assert_int_equal(ed_index_open(ed_buf_view(&f->blob), HASH, &f->index, &err), ED_OK);
}

#define BUILD(f, ...)                                                                                                  \
    do {                                                                                                               \
        const char *const regexes[] = {__VA_ARGS__};                                                                   \
        build(f, regexes, ED_ARRAY_LEN(regexes));                                                                      \
    } while (0)

static void done(struct fixture *f)
{
    ed_index_free(f->index);
    ed_buf_done(&f->blob);
}

static void collect(void *ctx, const struct ed_candidate *candidate)
{
    struct fixture *f = ctx;

    assert_true(f->n < ED_ARRAY_LEN(f->v));
    f->v[f->n++] = *candidate;
}

/* How many candidates the text gives; they are in f->v. The text is copied so that a read behind its end is seen. */
static size_t scan(struct fixture *f, const char *text)
{
    struct ed_str view = ed_str_c(text);
    char *copy = ed_alloc(view.n);

    memcpy(copy, view.p, view.n);
    for (int walk = ED_WALK_COUNT - 1; walk >= 0; walk--) {
        if (ed_walk_usable((enum ed_walk)walk)) {
            f->n = 0;
            ed_index_set_walk(f->index, (enum ed_walk)walk);
            ed_index_scan(f->index, ed_str(copy, view.n), collect, f);
        }
    }
    ed_free(copy);
    return f->n;
}

static void a_pair_is_found_however_it_is_spaced(void **state)
{
    struct fixture f;

    (void)state;
    BUILD(&f, "\\bmemory\\s+capacity\\s+is\\s+(.+?),\\s+unbalanced\\b");
    assert_int_equal(f.way[0], ED_INDEX_PAIR);
    assert_int_equal(scan(&f, "x: memory capacity is 4, unbalanced"), 1);
    assert_int_equal(f.v[0].record, 0);
    assert_int_equal(f.v[0].slot, 0);
    assert_int_equal(f.v[0].start, 3);
    assert_int_equal(f.v[0].end, 18);
    assert_int_equal(f.v[0].blanks_before, 0);
    assert_int_equal(f.v[0].blanks, 4);
    assert_int_equal(scan(&f, "memory \t\n  capacity\r\nis 4"), 1);
    assert_int_equal(scan(&f, "memory capacity is"), 0); /* the literal goes on with a blank */
    assert_int_equal(scan(&f, "memory-capacity is 4"), 0);
    assert_int_equal(scan(&f, "memorycapacity is 4"), 0);
    assert_int_equal(scan(&f, "xmemory capacity is 4"), 0);
    assert_int_equal(scan(&f, "memory capacity_ is 4"), 0);
    assert_int_equal(scan(&f, ""), 0);
    done(&f);
}

static void a_word_that_touches_a_hole_is_no_key(void **state)
{
    struct fixture f;

    (void)state;
    BUILD(&f, "(.+?)ms\\s+elapsed", "\\bprefix(.+?)", "(.+?)ms\\s+elapsed\\s+sofar\\b", "(.+?)");
    assert_int_equal(f.way[1], ED_INDEX_ALWAYS);
    assert_int_equal(f.way[3], ED_INDEX_ALWAYS);
    assert_int_equal(f.way[2], ED_INDEX_PAIR);
    assert_int_equal(scan(&f, "took 12ms elapsed sofar"), f.way[0] == ED_INDEX_SINGLE ? 2 : 1);
    assert_int_equal(f.v[f.n - 1].record, 2);
    done(&f);
}

static void code_points_are_tokens_and_never_glued(void **state)
{
    struct fixture f;

    (void)state;
    BUILD(&f, "\xE9\x94\x99\xE8\xAF\xAF(.+?)", "(.+?)\xE8\xBF\x9E\xE6\x8E\xA5(.+?)");
    assert_int_equal(f.way[0], ED_INDEX_PAIR);
    assert_int_equal(f.way[1], ED_INDEX_PAIR);
    assert_int_equal(scan(&f, "abc\xE9\x94\x99\xE8\xAF\xAF"
                              "def"),
                     1);
    assert_int_equal(scan(&f, "x\xE8\xBF\x9E\xE6\x8E\xA5"), 1);
    assert_int_equal(scan(&f, "\xE9\x94\x99 \xE8\xAF\xAF"), 0);
    done(&f);
}

static void a_broken_code_point_at_an_edge_is_no_key(void **state)
{
    struct fixture f;

    (void)state;
    BUILD(&f, "\xA9(.+?)", "(.+?)\xC3");
    assert_int_equal(f.way[0], ED_INDEX_ALWAYS);
    assert_int_equal(f.way[1], ED_INDEX_ALWAYS);
    done(&f);
}

/* A lead byte in front of them takes up to three. */
static void continuation_bytes_at_the_front_are_no_keys(void **state)
{
    struct fixture f;

    (void)state;
    BUILD(&f, "\x97\xA7\xFD\x7F", "\x97\xA7(.+?)", "\x97\xA7\x97\xA7\x97(.+?)x");
    assert_int_equal(f.way[1], ED_INDEX_ALWAYS);
    assert_int_equal(scan(&f, "\xE9\x97\xA7\xFD\x7F"), 1);
    assert_int_equal(f.v[0].record, 0);
    assert_int_equal(scan(&f, "\xF0\x97\xA7\x97\xA7\x97  x"), f.way[2] == ED_INDEX_ALWAYS ? 0 : 1);
    done(&f);
}

static void the_rarest_pair_is_chosen(void **state)
{
    struct fixture f;

    (void)state;
    /* "failed to" is on every tenth line of a log. */
    BUILD(&f, "\\bfailed\\s+to\\s+frobnicate\\s+gizmo\\b");
    assert_int_equal(scan(&f, "failed to frobnicate gizmo"), 1);
    assert_int_equal(f.v[0].start, 10);
    assert_int_equal(f.v[0].blanks_before, 2);
    assert_int_equal(f.v[0].blanks, 3);
    done(&f);
    /* What four patterns share is worse than what one has. */
    BUILD(&f, "\\bgizmo\\s+frob\\s+one\\b", "\\bgizmo\\s+frob\\s+two\\b", "\\bgizmo\\s+frob\\s+three\\b");
    assert_int_equal(scan(&f, "gizmo frob two"), 1);
    assert_int_equal(f.v[0].record, 1);
    assert_int_equal(f.v[0].start, 6);
    done(&f);
}

static void single_tokens_and_the_order_of_candidates(void **state)
{
    struct fixture f;

    (void)state;
    BUILD(&f, "\\bENOFROB:", "\\bgizmo\\s+ENOFROB\\b", "\\bgizmo\\s+ENOFROB\\b");
    assert_int_equal(f.way[0], ED_INDEX_SINGLE);
    assert_int_equal(scan(&f, "gizmo ENOFROB: gizmo ENOFROB"), 5);
    assert_int_equal(f.v[0].record, 1);
    assert_int_equal(f.v[1].record, 2);
    assert_int_equal(f.v[2].record, 0);
    assert_int_equal(f.v[2].start, 6);
    assert_int_equal(f.v[3].record, 1);
    assert_int_equal(f.v[3].start, 15);
    assert_int_equal(f.v[4].record, 2);
    done(&f);
}

static void keys_are_found_over_chunk_ends(void **state)
{
    struct fixture f;
    char text[3 * ED_TOKEN_CHUNK];

    (void)state;
    BUILD(&f, "\\bgizmo\\s+frobnicator\\b");
    for (size_t at = ED_TOKEN_CHUNK - 30; at < ED_TOKEN_CHUNK + 10; at++) {
        memset(text, '-', sizeof(text));
        memcpy(text + at, "gizmo frobnicator", 17);
        text[sizeof(text) - 1] = '\0';
        assert_int_equal(scan(&f, text), 1);
        assert_int_equal(f.v[0].start, at);
        assert_int_equal(f.v[0].end, at + 17);
    }
    done(&f);
}

static void a_regex_that_is_not_understood_has_no_bounds(void **state)
{
    struct fixture f;

    (void)state;
    BUILD(&f, "gizmo(?:[^x]*)frobnicator melted[ ]", "(?i)gizmo frobnicator");
    assert_int_equal(f.way[1], ED_INDEX_ALWAYS);
    if (f.way[0] != ED_INDEX_ALWAYS) {
        assert_int_equal(scan(&f, "gizmo frobnicator melted "), 1);
        assert_int_equal(f.v[0].blanks, ED_INDEX_ANY_BLANKS);
        assert_int_equal(f.v[0].blanks_before, ED_INDEX_ANY_BLANKS);
    }
    done(&f);
}

static void the_place_of_a_match_is_told_when_the_regex_begins_with_the_key(void **state)
{
    struct fixture f;

    (void)state;
    BUILD(&f, "\\b\\[the\\s+gizmo\\s+frob\\b", "(.+?)\\s+gizmo\\s+melted\\b", "\\s+frob\\s+melted\\b",
          "x?frob\\s+grew\\b", "\\bfrob\\s+shrank\\s+(.+)");
    assert_int_equal(scan(&f, "a [the\n gizmo frob"), 1);
    assert_int_equal(f.v[0].match, 2);
    assert_int_equal(scan(&f, "a gizmo melted"), 1);
    assert_true(f.v[0].match == SIZE_MAX);
    assert_int_equal(scan(&f, "a  frob melted"), 1);
    assert_true(f.v[0].match == SIZE_MAX);
    assert_int_equal(scan(&f, "frob grew"), f.way[3] == ED_INDEX_ALWAYS ? 0 : 1);
    assert_true(f.n == 0 || f.v[0].match == SIZE_MAX);
    assert_int_equal(scan(&f, "a frob shrank 1"), 1);
    assert_int_equal(f.v[0].match, 2);
    done(&f);
}

static void lists_and_look_up(void **state)
{
    struct fixture f;
    const uint32_t *v;
    uint32_t slot;
    size_t n;

    (void)state;
    BUILD(&f, "(.+?)", "\\bgizmo\\s+frob\\b", "x(.+?)y");
    v = ed_index_always(f.index, &n);
    assert_int_equal(n, 2);
    assert_int_equal(v[0], 0);
    assert_int_equal(v[1], 2);
    v = ed_index_records(f.index, &n);
    assert_int_equal(n, 3);
    assert_int_equal(v[1], 1);
    assert_true(ed_index_slot(f.index, 2, &slot));
    assert_int_equal(slot, 2);
    assert_false(ed_index_slot(f.index, 3, &slot));
    assert_true(ed_index_specificity(f.index, 1) == f.weight[1]);
    assert_true(ed_index_specificity(f.index, 1) > 20);
    assert_true(ed_index_specificity(f.index, 99) == 0);
    done(&f);
    build(&f, NULL, 0);
    assert_int_equal(scan(&f, "anything at all"), 0);
    ed_index_records(f.index, &n);
    assert_int_equal(n, 0);
    done(&f);
}

static void generic_patterns_weigh_less_than_the_floor(void **state)
{
    static const char *const regexes[] = {
        "\\bError:\\s+(.+)",
        "\\bfailed:\\s+(.+)",
        "\\bconnection\\s+refused\\b",
        "\\bnot\\s+found\\b",
        "\\b404\\b",
        "\\b1\\s+2\\s+3\\s+4\\s+5\\b",
        "\\bInvalid\\s+argument\\b",
        "\\bfrobnicator\\b",
        "\\berror\\s+error\\s+error\\s+error\\s+error\\b",
        "\\bThe\\s+memory\\s+capacity\\s+is\\s+unbalanced\\b",
        "\\bgizmo\\s+frobnicator\\s+melted\\b",
        "\\xE5\\x86\\x85\\xE5\\xAD\\x98\\xE4\\xB8\\x8D\\xE8\\xB6\\xB3",
    };
    struct fixture f;

    (void)state;
    build(&f, regexes, ED_ARRAY_LEN(regexes));
    for (size_t i = 0; i < 9; i++) {
        assert_true(f.weight[i] < ED_KB_SPECIFICITY_FLOOR);
    }
    assert_true(f.weight[9] > 1.5 * ED_KB_SPECIFICITY_FLOOR);
    assert_true(f.weight[10] > 1.5 * ED_KB_SPECIFICITY_FLOOR);
    assert_true(f.weight[4] < f.weight[8] + 10 && f.weight[0] < f.weight[2]);
    done(&f);
}

/* Of records from 1 on, all of which are weak; 0 is not. */
static bool beside(void *ctx, uint32_t record, struct ed_str *ret_class, struct ed_str *ret_path)
{
    static const struct {
        bool known;
        const char *error_class, *path;
    } rows[] = {{0},
                {true, "FrobError", "acme/frob/io.py"},
                {true, "", "acme/frob/io.py"},
                {true, "", ""},
                {true, "", "acme/my frob.py"},
                {false, "", ""},
                {true, "\xE9\x94\x99", "src/\xE9\x94"}};
    unsigned *asked = ctx;

    assert_in_range(record, 1, ED_ARRAY_LEN(rows) - 1);
    ++*asked;
    *ret_class = ed_str_c(rows[record].error_class);
    *ret_path = ed_str_c(rows[record].path);
    return rows[record].known;
}

static void build_weak(struct fixture *f)
{
    static const char *const regexes[] = {"\\bgizmo\\s+frobnicator\\s+ENOFROB\\b",
                                          "\\bfailed\\b",
                                          "\\bconnection\\s+(.+)",
                                          "\\bmemory\\b",
                                          "\\btask\\s+(.+)",
                                          "\\bsize\\s+(.+)",
                                          "\\bdata\\b"};
    struct ed_index_builder *builder = ed_index_builder_new();
    struct ed_err err = {0};
    unsigned asked = 0;

    *f = (struct fixture){0};
    ed_buf_init(&f->blob, 0);
    for (uint32_t i = 0; i < ED_ARRAY_LEN(regexes); i++) {
        ed_index_builder_add(builder, i, ed_str_c(regexes[i]));
    }
    ed_index_builder_set_weak(builder, ED_KB_SPECIFICITY_FLOOR, beside, &asked);
    ed_index_builder_finish(builder, HASH, &f->blob, info, f);
    ed_index_builder_free(builder);
    assert_int_equal(asked, 6);
    assert_int_equal(ed_index_open(ed_buf_view(&f->blob), HASH, &f->index, &err), ED_OK);
}

static size_t signs(struct fixture *f, const char *text)
{
    size_t n = scan(f, text);

    for (size_t i = 0; i < f->n; i++) {
        n -= f->v[i].record != ED_INDEX_SIGN;
    }
    return n;
}

static void weak_records_have_signs_instead_of_keys(void **state)
{
    struct fixture f;
    const struct ed_index *weak;
    size_t n = 0;

    (void)state;
    build_weak(&f);
    assert_int_equal(scan(&f, "failed connection 7 memory"), 0);
    assert_int_equal(scan(&f, "gizmo frobnicator ENOFROB"), 1);
    assert_int_equal(f.v[0].record, 0);
    assert_int_equal(signs(&f, "FrobError: failed"), 1);
    assert_int_equal(signs(&f, "acme.FrobError:failed"), 1);
    assert_int_equal(signs(&f, "FrobError failed, MyFrobError: failed, FrobErrors: failed"), 0);
    assert_int_equal(signs(&f, "File \"/opt/acme/frob/io.py\", line 7"), 1); /* of two records, once */
    assert_int_equal(signs(&f, "acme/frob/io.pyc acme/frob/xio.py frob/io.py"), 0);
    /* What no sign can be made for stays: white space, a path that is not known, half a code point. */
    assert_int_equal(scan(&f, "task 1 size 2 data"), 3);
    assert_int_equal(signs(&f, "task 1 size 2 data"), 0);
    weak = ed_index_weak(f.index);
    assert_non_null(weak);
    f.n = 0;
    ed_index_scan(weak, ED_STR("failed connection 7 memory task"), collect, &f);
    assert_int_equal(f.n, 3);
    assert_int_equal(f.v[1].record, 2);
    assert_int_equal(f.v[1].slot, 2);
    assert_null(ed_index_weak(weak));
    ed_index_records(f.index, &n);
    assert_int_equal(n, 7);
    assert_true(ed_index_specificity(f.index, 2) > 0);
    done(&f);
    BUILD(&f, "\\bgizmo\\s+frobnicator\\b");
    assert_null(ed_index_weak(f.index));
    done(&f);
}

static void a_foreign_blob_is_not_found_and_a_damaged_one_refused(void **state)
{
    struct fixture f;
    struct ed_index *index = NULL;
    struct ed_index_header header;
    struct ed_err err = {0};
    struct ed_str blob;

    (void)state;
    BUILD(&f, "\\bgizmo\\s+frobnicator\\b", "\\bENOFROB\\b", "(.+?)");
    blob = ed_buf_view(&f.blob);
    assert_int_equal(ed_index_open(blob, HASH + 1, &index, &err), ED_NOT_FOUND);
    for (size_t n = 0; n < blob.n; n += 1 + n / 3) {
        assert_int_equal(ed_index_open(ed_str_slice(blob, 0, n), HASH, &index, &err), ED_ERR_INPUT);
        assert_non_null(strstr(err.message, "damaged"));
    }
    memcpy(&header, f.blob.p, sizeof(header));
    header.version++;
    memcpy(f.blob.p, &header, sizeof(header));
    assert_int_equal(ed_index_open(blob, HASH, &index, &err), ED_NOT_FOUND);
    header.version--;
    header.magic = __builtin_bswap64(header.magic);
    memcpy(f.blob.p, &header, sizeof(header));
    assert_int_equal(ed_index_open(blob, HASH, &index, &err), ED_NOT_FOUND);
    header.magic = 1;
    memcpy(f.blob.p, &header, sizeof(header));
    assert_int_equal(ed_index_open(blob, HASH, &index, &err), ED_ERR_INPUT);
    header.magic = ED_INDEX_MAGIC;
    memcpy(f.blob.p, &header, sizeof(header));
    f.blob.p[blob.n / 2] ^= 1;
    assert_int_equal(ed_index_open(blob, HASH, &index, &err), ED_ERR_INPUT);
    assert_null(index);
    done(&f);
}

/* With the checksum put right again header and tables stand alone: what is opened must be safe to use. */
static void deceive(struct fixture *f, const char *text)
{
    struct ed_index *index;
    struct ed_index_header header;
    uint64_t seed = 5, refused = 0, used = 0;
    size_t tables;

    memcpy(&header, f->blob.p, sizeof(header));
    tables = sizeof(header) + (((size_t)1 << header.table.bitmap_bits) + ((size_t)1 << header.table.words_bits)) / 8;
    for (unsigned i = 0; i < 3000; i++) {
        size_t at;
        char old;

        seed = seed * 6364136223846793005u + 1442695040888963407u;
        at = i % 4 ? tables + (size_t)(seed >> 33) % (f->blob.n - tables) : 40 + (size_t)(seed >> 33) % 48;
        old = f->blob.p[at];
        f->blob.p[at] = (char)(seed >> 17);
        memcpy(&header, f->blob.p, sizeof(header));
        header.checksum = ed_index_checksum(f->blob.p + sizeof(header), f->blob.n - sizeof(header));
        memcpy(f->blob.p, &header, sizeof(header));
        if (ed_index_open(ed_buf_view(&f->blob), HASH, &index, NULL) == ED_OK) {
            f->n = 0;
            for (const struct ed_index *part = index; part; part = ed_index_weak(part)) {
                ed_index_scan(part, ed_str_c(text), collect, f);
            }
            ed_index_free(index);
            used++;
        } else {
            refused++;
        }
        f->blob.p[at] = old;
    }
    assert_true(refused > 500 && used > 1000);
}

static void a_blob_made_to_deceive_is_refused_or_harmless(void **state)
{
    struct fixture f;

    (void)state;
    BUILD(&f, "\\bgizmo\\s+frobnicator\\b", "\\bENOFROB\\b", "(.+?)", "\\bgizmo\\s+frob\\s+two\\b");
    deceive(&f, "gizmo frobnicator ENOFROB: one two gizmo\nfrob two");
    done(&f);
    build_weak(&f);
    deceive(&f, "gizmo frobnicator ENOFROB: failed FrobError: memory acme/frob/io.py connection 7");
    done(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_is_found_however_it_is_spaced),
        cmocka_unit_test(a_word_that_touches_a_hole_is_no_key),
        cmocka_unit_test(code_points_are_tokens_and_never_glued),
        cmocka_unit_test(a_broken_code_point_at_an_edge_is_no_key),
        cmocka_unit_test(continuation_bytes_at_the_front_are_no_keys),
        cmocka_unit_test(the_rarest_pair_is_chosen),
        cmocka_unit_test(single_tokens_and_the_order_of_candidates),
        cmocka_unit_test(keys_are_found_over_chunk_ends),
        cmocka_unit_test(a_regex_that_is_not_understood_has_no_bounds),
        cmocka_unit_test(the_place_of_a_match_is_told_when_the_regex_begins_with_the_key),
        cmocka_unit_test(lists_and_look_up),
        cmocka_unit_test(generic_patterns_weigh_less_than_the_floor),
        cmocka_unit_test(a_foreign_blob_is_not_found_and_a_damaged_one_refused),
        cmocka_unit_test(a_blob_made_to_deceive_is_refused_or_harmless),
        cmocka_unit_test(weak_records_have_signs_instead_of_keys),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
