/*
 * make_keys.c: run when errdex is built: keys.tsv, json-formats.tsv and level-words.tsv to the tables that src/input
 * includes. Paths become a tree; a hash table finds a key below another (input/keys.h). Refuses a path with two kinds,
 * a format whose keys keys.tsv does not have, and lines of other shapes. The names of kinds and levels are checked by
 * the compiler, which knows them.
 */
#include "base/alloc.h"
#include "base/io.h"
#include "base/vec.h"
#include "input/keys.h"

#define FORMATS_MAX 64

struct step {
    struct ed_str name, kind;
    unsigned parent, rank;
    uint64_t mark;
    bool opens;
};

struct tables {
    ED_VEC(struct step) keys;
    ED_VEC(struct ed_str) marked; /* paths that are marks, by bit */
    struct ed_buf formats, variants, words;
};

static unsigned step_below(struct tables *t, unsigned parent, struct ed_str name, bool add)
{
    for (unsigned i = 2; i < t->keys.n; i++) {
        if (t->keys.v[i].parent == parent && ed_str_eq(t->keys.v[i].name, name)) {
            return i;
        }
    }
    if (!add) {
        return ED_KEY_UNKNOWN;
    }
    t->keys.v[parent].opens = true;
    *ed_vec_add(&t->keys) = (struct step){.name = name, .parent = parent};
    return (unsigned)t->keys.n - 1;
}

static unsigned key_of(struct tables *t, struct ed_str path, bool add)
{
    unsigned key = ED_KEY_ROOT;

    while (path.n && key != ED_KEY_UNKNOWN) {
        key = step_below(t, key, ed_str_cut(&path, '.'), add);
    }
    return key;
}

static bool take_key(struct tables *t, struct ed_str line)
{
    struct ed_str kind = ed_str_cut(&line, '\t');
    unsigned key = line.n ? key_of(t, line, /* add */ true) : ED_KEY_ROOT, rank = 0;

    if (kind.n == 0 || key == ED_KEY_ROOT || t->keys.v[key].kind.p) {
        return false;
    }
    for (size_t i = 0; i < t->keys.n; i++) {
        rank += ed_str_eq(t->keys.v[i].kind, kind);
    }
    t->keys.v[key].kind = kind;
    t->keys.v[key].rank = rank;
    return rank < 256;
}

/* The bit of a key that tells a format, a new one for a key that had none. */
static bool mark_key(struct tables *t, struct ed_str path, uint64_t *marks)
{
    unsigned key = key_of(t, path, /* add */ false), bit = 0;

    while (bit < t->marked.n && !ed_str_eq(t->marked.v[bit], path)) {
        bit++;
    }
    if (key == ED_KEY_UNKNOWN || bit == 64) {
        return false;
    }
    if (bit == t->marked.n) {
        *ed_vec_add(&t->marked) = path;
    }
    t->keys.v[key].mark = UINT64_C(1) << bit;
    *marks |= UINT64_C(1) << bit;
    return true;
}

static void put_string(struct ed_buf *out, struct ed_str s)
{
    ed_buf_byte(out, '"');
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '"' || s.p[i] == '\\') {
            ed_buf_byte(out, '\\');
        }
        ed_buf_byte(out, s.p[i]);
    }
    ed_buf_byte(out, '"');
}

static bool take_format(struct tables *t, struct ed_str line)
{
    struct ed_str name = ed_str_cut(&line, '\t'), keys = ed_str_cut(&line, '\t'), about = ed_str_cut(&line, '\t');
    uint64_t marks = 0;

    if (name.n == 0 || about.n == 0 || line.n == 0) {
        return false;
    }
    while (keys.n) {
        if (!mark_key(t, ed_str_cut(&keys, ' '), &marks)) {
            return false;
        }
    }
    ed_buf_printf(&t->formats, "    {UINT64_C(0x%" PRIx64 ")},\n", marks);
    ed_buf_text(&t->variants, "    {.name = ");
    put_string(&t->variants, name);
    ed_buf_text(&t->variants, ", .about = ");
    put_string(&t->variants, about);
    ed_buf_text(&t->variants, ", .sample = ");
    put_string(&t->variants, line);
    ed_buf_text(&t->variants, "},\n");
    return true;
}

static void put_symbol(struct ed_buf *out, struct ed_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        ed_buf_byte(out, s.p[i] == '-' ? '_' : s.p[i] >= 'a' && s.p[i] <= 'z' ? (char)(s.p[i] - 32) : s.p[i]);
    }
}

static bool take_word(struct tables *t, struct ed_str line)
{
    struct ed_str level = ed_str_cut(&line, '\t');

    ed_buf_text(&t->words, "    {ED_STR_INIT(");
    put_string(&t->words, line);
    ed_buf_text(&t->words, "), ED_LEVEL_");
    put_symbol(&t->words, level);
    ed_buf_text(&t->words, "},\n");
    return level.n && line.n;
}

static bool take_file(struct tables *t, const char *path, struct ed_buf *in,
                      bool (*take)(struct tables *t, struct ed_str line))
{
    struct ed_err err = {0};
    struct ed_str rest;

    if (ed_io_file(path, in, &err) != ED_OK) {
        fprintf(stderr, "%s\n", err.message);
        return false;
    }
    rest = ed_buf_view(in);
    for (uint64_t number = 1; rest.n; number++) {
        struct ed_str line = ed_str_cut(&rest, '\n');

        if (line.n && line.p[0] != '#' && !take(t, line)) {
            fprintf(stderr, "%s:%" PRIu64 ": not a line that is understood here\n", path, number);
            return false;
        }
    }
    return true;
}

static void put_keys(struct tables *t, struct ed_buf *out)
{
    ED_VEC(unsigned) slots = {0};
    size_t n = 64;

    while (n < t->keys.n * 4) { /* sparse: most look-ups are of keys that are not there */
        n *= 2;
    }
    for (size_t i = 0; i < n; i++) {
        *ed_vec_add(&slots) = 0;
    }
    ed_buf_text(out, "static const struct ed_key keys[] = {\n");
    for (size_t i = 0; i < t->keys.n; i++) {
        const struct step *key = &t->keys.v[i];
        uint32_t at = ed_key_hash(key->parent, key->name);

        while (i > ED_KEY_UNKNOWN && slots.v[at % n]) {
            at++;
        }
        if (i > ED_KEY_UNKNOWN) {
            slots.v[at % n] = (unsigned)i;
        }
        ed_buf_text(out, "    {ED_STR_INIT(");
        put_string(out, key->name);
        ed_buf_printf(out, "), %u, ED_KEY_", key->parent);
        put_symbol(out, key->kind.p ? key->kind : ED_STR("none"));
        ed_buf_printf(out, ", %u, %d, UINT64_C(0x%" PRIx64 ")},\n", key->rank, key->opens, key->mark);
    }
    ed_buf_text(out, "};\n\nstatic const uint16_t slots[] = {");
    for (size_t i = 0; i < n; i++) {
        ed_buf_printf(out, "%s%u,", i % 16 ? " " : "\n    ", slots.v[i]);
    }
    ed_buf_text(out, "\n};\n\n");
    ed_vec_done(&slots);
}

static int put_tables(struct tables *t, const char *keys_path, const char *formats_path, const char *words_path)
{
    struct ed_buf out;
    struct ed_err err = {0};
    int rc = 0;

    ed_buf_init(&out, 0);
    put_keys(t, &out);
    ed_buf_printf(&out, "static const struct ed_key_format formats[] = {\n%s};\n", t->formats.p);
    if (ed_io_replace(keys_path, ed_buf_view(&out), &err) != ED_OK ||
        ed_io_replace(formats_path, ed_buf_view(&t->variants), &err) != ED_OK ||
        ed_io_replace(words_path, ed_buf_view(&t->words), &err) != ED_OK) {
        fprintf(stderr, "%s\n", err.message);
        rc = 1;
    }
    ed_buf_done(&out);
    return rc;
}

int main(int argc, char **argv)
{
    struct tables t = {0};
    struct ed_buf in[3];
    int rc = 1;

    for (size_t i = 0; i < ED_ARRAY_LEN(in); i++) {
        ed_buf_init(&in[i], 0);
    }
    *ed_vec_add(&t.keys) = (struct step){.name = ED_STR("")}; /* the record, */
    *ed_vec_add(&t.keys) = (struct step){.name = ED_STR("")}; /* and what is unknown */
    if (argc != 7) {
        fprintf(stderr, "usage: make_keys KEYS.tsv FORMATS.tsv WORDS.tsv KEYS.inc FORMATS.inc WORDS.inc\n");
    } else if (take_file(&t, argv[1], &in[0], take_key) && take_file(&t, argv[2], &in[1], take_format) &&
               take_file(&t, argv[3], &in[2], take_word)) {
        rc = put_tables(&t, argv[4], argv[5], argv[6]);
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(in); i++) {
        ed_buf_done(&in[i]);
    }
    ed_buf_done(&t.formats);
    ed_buf_done(&t.variants);
    ed_buf_done(&t.words);
    ed_vec_done(&t.keys);
    ed_vec_done(&t.marked);
    return rc;
}
