/*
 * levels.c: rows of levels.tsv to the table that stamp.c includes: words by set and length, so that a look-up compares
 * only with those as long as what it has. Refuses what is not `set TAB word TAB level`, words twice, and sets that hold
 * words of one byte beside longer ones.
 */
#include "shapes.h"

unsigned levels_find(const struct levels *levels, struct ed_str name)
{
    for (unsigned i = 0; i < levels->nsets; i++) {
        if (ed_str_eq(levels->sets[i], name)) {
            return i;
        }
    }
    return SETS_MAX;
}

/* The name of enum ed_level for a level's own. */
static bool level_name(struct ed_str level, struct ed_str *ret_name)
{
    static const struct {
        const char *level;
        struct ed_str name;
    } names[] = {
        {"emerg", ED_STR_INIT("EMERG")}, {"alert", ED_STR_INIT("ALERT")},     {"crit", ED_STR_INIT("CRIT")},
        {"err", ED_STR_INIT("ERR")},     {"warning", ED_STR_INIT("WARNING")}, {"notice", ED_STR_INIT("NOTICE")},
        {"info", ED_STR_INIT("INFO")},   {"debug", ED_STR_INIT("DEBUG")},     {"-", ED_STR_INIT("UNKNOWN")}};

    for (size_t i = 0; i < ED_ARRAY_LEN(names); i++) {
        if (ed_str_is(level, names[i].level)) {
            *ret_name = names[i].name;
            return true;
        }
    }
    return false;
}

void levels_add(struct levels *levels, struct ed_str row, struct place *place)
{
    struct ed_str set = ed_str_cut(&row, '\t'), word = ed_str_cut(&row, '\t');
    struct level_word is = {.word = word, .set = levels_find(levels, set)};

    if (!set.n || !word.n || word.n > WORD_MAX || !level_name(row, &is.level)) {
        refuse(place, "not `set TAB word TAB level`", row);
        return;
    }
    if (is.set == SETS_MAX && levels->nsets == SETS_MAX) {
        refuse(place, "a set too many", set);
        return;
    }
    if (is.set == SETS_MAX) {
        is.set = levels->nsets;
        levels->sets[levels->nsets++] = set;
    }
    for (size_t i = 0; i < levels->words.n; i++) {
        const struct level_word *other = &levels->words.v[i];

        if (other->set == is.set && ed_str_eq_nocase(other->word, word)) {
            refuse(place, "a word twice", word);
        }
        if (other->set == is.set && (other->word.n == 1) != (word.n == 1)) {
            refuse(place, "one byte beside longer words", word);
        }
    }
    *ed_vec_add(&levels->words) = is;
}

static int by_set_and_length(const void *pa, const void *pb)
{
    const struct level_word *a = pa, *b = pb;

    if (a->set != b->set) {
        return a->set < b->set ? -1 : 1;
    }
    return a->word.n != b->word.n ? (a->word.n < b->word.n ? -1 : 1) : ed_str_cmp(a->word, b->word);
}

void levels_sort(struct levels *levels)
{
    if (levels->words.n) {
        qsort(levels->words.v, levels->words.n, sizeof(*levels->words.v), by_set_and_length);
    }
}

bool levels_are_bytes(const struct levels *levels, unsigned set)
{
    for (size_t i = 0; i < levels->words.n; i++) {
        if (levels->words.v[i].set == set) {
            return levels->words.v[i].word.n == 1;
        }
    }
    return false;
}

void levels_write(const struct levels *levels, struct ed_buf *out)
{
    size_t i = 0;

    ed_buf_printf(out, "/* Made from levels.tsv. */\n#define LEVEL_WORD_MAX %d\n", WORD_MAX);
    ed_buf_text(out, "static const struct {\n    uint64_t key; /* its first eight bytes, the first lowest, */\n"
                     "    uint64_t cases; /* and the bits that tell the case of a letter */\n"
                     "    char word[LEVEL_WORD_MAX + 1];\n    enum ed_level level;\n} words[] = {\n");
    for (size_t k = 0; k < levels->words.n; k++) {
        struct ed_str word = levels->words.v[k].word;
        uint64_t key = 0, cases = 0;

        for (size_t at = 0; at < word.n && at < sizeof(key); at++) {
            key |= (uint64_t)(unsigned char)word.p[at] << 8 * at;
            cases |= (uint64_t)(ed_is_alpha(word.p[at]) ? 0x20 : 0) << 8 * at;
        }
        ed_buf_printf(out, "    {0x%" PRIX64 ", 0x%" PRIX64 ", \"%.*s\", ED_LEVEL_%.*s},\n", key, cases,
                      ED_STR_ARG(word), ED_STR_ARG(levels->words.v[k].level));
    }
    ed_buf_text(out, "};\n/* Of each set: where its words of each length begin. */\n");
    ed_buf_text(out, "static const uint8_t sets[][LEVEL_WORD_MAX + 2] = {\n");
    for (unsigned set = 0; set < levels->nsets; set++) {
        ed_buf_printf(out, "    /* %.*s */ {", ED_STR_ARG(levels->sets[set]));
        for (size_t n = 0; n <= WORD_MAX + 1; n++) {
            while (i < levels->words.n && levels->words.v[i].set == set && levels->words.v[i].word.n < n) {
                i++;
            }
            ed_buf_printf(out, "%zu, ", i);
        }
        ed_buf_text(out, "},\n");
    }
    ed_buf_text(out, "};\n");
}
