/*
 * fronts.c: what lines of the tree begin with, as tables: an automaton that refuses most lines by their first bytes,
 * written in the letters of heads (src/input/heads.h), and for each node with several children those that may go on
 * with a byte. What is refused here is never asked about, what is let in is at worst asked about in vain; so all that
 * is not known of an element is let in.
 *
 * A state of the automaton is the set of places in the tree where a line may be: places are inside of an element, whose
 * length and bytes are known only roughly.
 *
 * Order of the file: places, the automaton, forks, classes of bytes, the tables.
 */
#include "base/map.h"
#include "shapes.h"

#define PLACES_MAX 1024
#define STATES_MAX 2048
#define LETTERS    128
#define BYTES      (256 + 1) /* and the end of the line */

/* States: these two end the search. */
enum { REFUSED, TAKEN, BEGIN };

/* Element and place, sorted; `taken`: what comes next is not known, or a shape ends here. */
struct places {
    uint32_t v[PLACES_MAX];
    unsigned n;
    bool taken;
};

struct state {
    uint16_t to[LETTERS]; /* [0]: at the end of the line */
};

struct fork {
    uint32_t children[BYTES]; /* that may go on with the byte, as bits */
};

struct fronts {
    const struct tree *tree;
    ED_VEC(struct state) states;
    ED_VEC(struct ed_str) sets; /* the places of each state, in the map's arena */
    ED_VEC(struct fork) forks;
    struct ed_map by_set;
    bool too_large;
};

static bool is_digit(unsigned byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_alpha(unsigned byte)
{
    return byte < 128 && ed_is_alpha((char)byte);
}

/* Whether a name of some kind, or of this one, may hold the byte. */
static bool is_of_name(const struct token *token, unsigned byte)
{
    unsigned of = token->is == IS_HOST ? OF_HOST : token->is == IS_FILE ? OF_FILE : OF_ALL;

    if (token->is == IS_LETTERS || token->is == IS_STREAM) {
        return is_alpha(byte);
    }
    return byte < ED_ARRAY_LEN(in_name) && in_name[byte] & of;
}

static void add(struct places *to, unsigned node, unsigned place)
{
    uint32_t is = node << 16 | place;
    unsigned i = to->n;

    while (i > 0 && to->v[i - 1] > is) {
        i--;
    }
    if (i > 0 && to->v[i - 1] == is) {
        return;
    }
    assert(to->n < PLACES_MAX);
    memmove(to->v + i + 1, to->v + i, (to->n - i) * sizeof(*to->v));
    to->v[i] = is;
    to->n++;
}

static void enter(const struct tree *tree, unsigned node, struct places *to);

/* Behind the node's element. */
static void leave(const struct tree *tree, unsigned node, struct places *to)
{
    to->taken |= tree->nodes.v[node].shape > 0;
    for (unsigned i = tree->nodes.v[node].child; i; i = tree->nodes.v[i].next) {
        enter(tree, i, to);
    }
}

/* In front of the node's element. */
static void enter(const struct tree *tree, unsigned node, struct places *to)
{
    const struct token *token = &tree->nodes.v[node].token;

    switch (token->is) {
    case IS_SKIP:
        to->taken = true;
        break;
    case IS_BODY:
        leave(tree, node, to);
        break;
    case IS_PAD:
        add(to, node, 0);
        leave(tree, node, to);
        break;
    case IS_TIME:
        add(to, node, 0);
        add(to, node, 1u << 8); /* with slashes */
        break;
    case IS_LEVEL:
    case IS_CAPITALS:
        for (unsigned i = 0; i < tree->levels->words.n; i++) {
            if (tree->levels->words.v[i].set == token->arg) {
                add(to, node, i << 8);
            }
        }
        break;
    default:
        add(to, node, 0);
    }
}

/* At place k of a time's pattern, in whose number a second digit may stand when `more`. */
static void pass_pattern(const struct tree *tree, unsigned node, struct ed_str pattern, unsigned place, unsigned byte,
                         struct places *to)
{
    const unsigned more = 1u << 7, other = place & ~(more | 0x7Fu);
    unsigned k = place & 0x7F;
    char c = pattern.p[k];

    if ((place & more) && !is_digit(byte)) { /* the number had one digit */
        pass_pattern(tree, node, pattern, other | (k + 1), byte, to);
        return;
    }
    if (c == '9' && is_digit(byte) && !(place & more)) {
        add(to, node, place | more);
        return;
    }
    if (c == 'a'               ? !is_alpha(byte)
        : c == '0' || c == '9' ? !is_digit(byte)
        : c == '_'             ? !is_digit(byte) && byte != ' '
                               : byte != (unsigned char)c) {
        return;
    }
    k++;
    if (k == pattern.n || pattern.p[k] == '~') {
        to->taken = true;
    } else {
        add(to, node, other | k);
    }
}

static void pass_level(const struct tree *tree, unsigned node, unsigned place, unsigned byte, struct places *to)
{
    const struct level_word *word = &tree->levels->words.v[place >> 8];
    unsigned k = place & 0xFF;
    unsigned char c = (unsigned char)word->word.p[k];

    if (byte != c && (tree->nodes.v[node].token.is == IS_CAPITALS || !is_alpha(c) || byte != (c ^ 0x20u))) {
        return;
    }
    if (k + 1 == word->word.n) {
        leave(tree, node, to);
    } else {
        add(to, node, place + 1);
    }
}

/* Behind a byte of an element that may be over now, and whose next place is this. */
static void go_on(const struct tree *tree, unsigned node, unsigned place, struct places *to)
{
    add(to, node, place);
    leave(tree, node, to);
}

static void pass_number(const struct tree *tree, unsigned node, unsigned place, unsigned byte, struct places *to)
{
    enum element is = tree->nodes.v[node].token.is;

    if (is == IS_NUM && place == 0 && byte == '-') {
        add(to, node, 1);
    } else if (is_digit(byte) && is == IS_RANK && place == 3) {
        leave(tree, node, to);
    } else if (is_digit(byte)) {
        go_on(tree, node, is == IS_RANK ? place + 1 : 1, to);
    }
}

static void pass_blanks(const struct tree *tree, unsigned node, unsigned place, unsigned byte, struct places *to)
{
    const struct token *token = &tree->nodes.v[node].token;

    if (byte != ' ') {
        if (byte == BYTES - 1 && token->is != IS_BLANKS && token->is != IS_PAD) {
            leave(tree, node, to);
        }
    } else if (token->is == IS_END) {
        add(to, node, 0);
    } else if (place + 1 < token->arg) {
        add(to, node, place + 1);
    } else if (token->is == IS_LAST_BLANKS) {
        leave(tree, node, to);
    } else {
        go_on(tree, node, place, to);
    }
}

/* One byte on from a place; the last byte of all is the end of the line. */
static void pass(const struct tree *tree, unsigned node, unsigned place, unsigned byte, struct places *to)
{
    const struct node *is = &tree->nodes.v[node];

    switch (is->token.is) {
    case IS_TEXT:
        if (byte != (unsigned char)tree->texts.p[is->at + place]) {
            break;
        }
        if (place + 1 == is->token.arg) {
            leave(tree, node, to);
        } else {
            add(to, node, place + 1);
        }
        break;
    case IS_TIME:
        pass_pattern(tree, node, place >> 8 ? ED_STR("0000/00/00") : ED_STR("0000-00-00"), place, byte, to);
        break;
    case IS_TIME_AS:
        pass_pattern(tree, node, is->token.text, place, byte, to);
        break;
    case IS_LEVEL:
    case IS_CAPITALS:
        pass_level(tree, node, place, byte, to);
        break;
    case IS_PID:
    case IS_NUM:
    case IS_RANK:
    case IS_LINE:
        pass_number(tree, node, place, byte, to);
        break;
    case IS_BLANKS:
    case IS_LAST_BLANKS:
    case IS_END:
    case IS_PAD:
        pass_blanks(tree, node, place, byte, to);
        break;
    default:
        if (place == 0 && is->token.arg ? is_alpha(byte) : is_of_name(&is->token, byte)) {
            go_on(tree, node, 1, to);
        }
    }
}

static void pass_all(const struct tree *tree, struct ed_str set, unsigned byte, struct places *to)
{
    uint32_t place;

    for (size_t i = 0; i < set.n; i += sizeof(place)) {
        memcpy(&place, set.p + i, sizeof(place));
        pass(tree, place >> 16, place & 0xFFFF, byte, to);
    }
}

static unsigned letter_of(unsigned byte)
{
    return byte == BYTES - 1 ? 0 : is_alpha(byte) || byte > 127 ? 'a' : is_digit(byte) ? '0' : byte;
}

/* The state of these places, made when there is none. */
static unsigned state_of(struct fronts *fronts, const struct places *places)
{
    struct ed_str set = ed_str((const char *)places->v, places->n * sizeof(*places->v));
    uint64_t *state;
    bool is_new;

    if (places->taken || places->n == 0) {
        return places->taken ? TAKEN : REFUSED;
    }
    state = ed_map_put(&fronts->by_set, set, &is_new);
    if (is_new) {
        *state = fronts->states.n;
        *ed_vec_add(&fronts->states) = (struct state){.to = {REFUSED}};
        *ed_vec_add(&fronts->sets) = ed_arena_str(&fronts->by_set.keys, set);
    }
    return (unsigned)*state;
}

/* Where a letter leads, whichever byte it stands for. */
static unsigned next_state(struct fronts *fronts, size_t state, unsigned letter, struct places *places)
{
    places->n = 0;
    places->taken = false;
    for (unsigned byte = 1; byte < BYTES; byte++) {
        if (letter_of(byte) == letter) {
            pass_all(fronts->tree, fronts->sets.v[state], byte, places);
        }
    }
    places->n = letter ? places->n : 0; /* nothing goes on behind the end */
    return state_of(fronts, places);
}

struct fronts *fronts_make(const struct tree *tree)
{
    struct fronts *fronts = ed_alloc_zero(1, sizeof(*fronts));
    struct places *places = ed_alloc_zero(1, sizeof(*places));

    fronts->tree = tree;
    ed_map_init(&fronts->by_set);
    for (unsigned i = 0; i < BEGIN; i++) { /* they are never left */
        *ed_vec_add(&fronts->states) = (struct state){.to = {REFUSED}};
        *ed_vec_add(&fronts->sets) = ED_STR_NONE;
    }
    leave(tree, 0, places);
    state_of(fronts, places);
    for (size_t i = BEGIN; i < fronts->states.n && i < STATES_MAX; i++) {
        for (unsigned letter = 0; letter < LETTERS; letter++) {
            unsigned to = next_state(fronts, i, letter, places);

            fronts->states.v[i].to[letter] = (uint16_t)to;
        }
    }
    fronts->too_large = fronts->states.n > STATES_MAX;
    ed_free(places);
    return fronts;
}

void fronts_done(struct fronts *fronts)
{
    ed_vec_done(&fronts->states);
    ed_vec_done(&fronts->sets);
    ed_vec_done(&fronts->forks);
    ed_map_done(&fronts->by_set);
    ed_free(fronts);
}

unsigned fronts_fork(struct fronts *fronts, unsigned node)
{
    const struct tree *tree = fronts->tree;
    unsigned first = tree->nodes.v[node].child, n = 0;
    struct places *at, *to;
    struct fork *fork;

    if (!first || !tree->nodes.v[first].next) {
        return 0;
    }
    at = ed_alloc_zero(2, sizeof(*at));
    to = at + 1;
    fork = ed_vec_add(&fronts->forks);
    *fork = (struct fork){.children = {0}};
    for (unsigned i = first; i; i = tree->nodes.v[i].next, n++) {
        fronts->too_large |= n == 32;
        at->n = 0;
        at->taken = false;
        enter(tree, i, at);
        for (unsigned byte = 0; byte < BYTES; byte++) {
            to->n = 0;
            to->taken = false;
            pass_all(tree, ed_str((const char *)at->v, at->n * sizeof(*at->v)), byte, to);
            fork->children[byte] |= at->taken || to->taken || to->n ? UINT32_C(1) << n % 32 : 0;
        }
    }
    ed_free(at);
    return (unsigned)fronts->forks.n;
}

/* Whether the forks tell two bytes apart. */
static bool bytes_differ(const struct fronts *fronts, unsigned a, unsigned b)
{
    for (size_t i = 0; i < fronts->forks.n; i++) {
        if (fronts->forks.v[i].children[a] != fronts->forks.v[i].children[b]) {
            return true;
        }
    }
    return false;
}

/* Whether the automaton tells two letters apart. */
static bool letters_differ(const struct fronts *fronts, unsigned a, unsigned b)
{
    for (size_t i = 0; i < fronts->states.n; i++) {
        if (fronts->states.v[i].to[a] != fronts->states.v[i].to[b]) {
            return true;
        }
    }
    return false;
}

struct classes {
    unsigned of[BYTES], firsts[BYTES], n; /* firsts: a byte of each class */
};

/* What need not be told apart is one class. */
static void find_classes(struct classes *classes, const struct fronts *fronts, unsigned n,
                         bool (*differ)(const struct fronts *fronts, unsigned a, unsigned b))
{
    classes->n = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned class = 0;

        while (class < classes->n && differ(fronts, classes->firsts[class], i)) {
            class ++;
        }
        if (class == classes->n) {
            classes->firsts[classes->n++] = i;
        }
        classes->of[i] = class;
    }
}

static void write_classes(const struct classes *classes, const char *name, unsigned n, struct ed_buf *out)
{
    ed_buf_printf(out, "static const uint8_t %s[%u] = {", name, n);
    for (unsigned i = 0; i < n; i++) {
        ed_buf_printf(out, "%s%u,", i % 16 ? " " : "\n    ", classes->of[i]);
    }
    ed_buf_text(out, "\n};\n");
}

/* The heads of the layer (src/input/heads.h): first bytes alone, since the automaton knows the others. */
static void write_heads(const struct fronts *fronts, struct ed_buf *out)
{
    ed_buf_text(out, "static const char *const heads[] = {");
    for (unsigned letter = 1; letter < LETTERS; letter++) {
        if (fronts->states.v[BEGIN].to[letter] != REFUSED) {
            ed_buf_printf(out, "(const char[]){%u, 0}, ", letter);
        }
    }
    ed_buf_text(out, "NULL};\n");
}

static void write_automaton(const struct fronts *fronts, const struct classes *classes, struct ed_buf *out)
{
    ed_buf_printf(out, "enum { REFUSED = %u, TAKEN = %u, BEGIN = %u };\n", REFUSED, TAKEN * classes->n,
                  BEGIN * classes->n);
    write_classes(classes, "letter_classes", LETTERS, out);
    ed_buf_text(out, "/* By state, which is where its row begins, and class of a letter: the next state. */\n"
                     "static const uint16_t fronts[] = {\n");
    for (size_t i = 0; i < fronts->states.n; i++) {
        for (unsigned class = 0; class < classes->n; class ++) {
            ed_buf_printf(out, "%u, ", fronts->states.v[i].to[classes->firsts[class]] * classes->n);
        }
        ed_buf_text(out, "\n");
    }
    ed_buf_text(out, "};\n");
}

bool fronts_write(struct fronts *fronts, struct ed_buf *out)
{
    struct classes classes;

    find_classes(&classes, fronts, LETTERS, letters_differ);
    if (fronts->too_large || fronts->states.n * classes.n > UINT16_MAX) {
        fprintf(stderr, "the tree of shapes is too large\n");
        return false;
    }
    write_heads(fronts, out);
    write_automaton(fronts, &classes, out);
    find_classes(&classes, fronts, BYTES, bytes_differ);
    write_classes(&classes, "classes", BYTES, out);
    ed_buf_text(out, "/* By fork and class of the next byte: the ways that the line may go on, as bits. */\n");
    ed_buf_printf(out, "static const uint32_t forks[][%u] = {\n    {0},\n", classes.n);
    for (size_t i = 0; i < fronts->forks.n; i++) {
        ed_buf_text(out, "    {");
        for (unsigned class = 0; class < classes.n; class ++) {
            ed_buf_printf(out, "0x%" PRIX32 ", ", fronts->forks.v[i].children[classes.firsts[class]]);
        }
        ed_buf_text(out, "},\n");
    }
    ed_buf_text(out, "};\n");
    return true;
}
