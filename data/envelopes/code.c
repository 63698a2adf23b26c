/*
 * code.c: the tree as C, which env_logger.c includes: each element is one test at its place, and where a line may go on
 * in several ways the code of one stands behind that of the other. What is read where stands in variables numbered by
 * depth, so a way that ends costs nothing but a jump to the next one.
 */
#include "shapes.h"

#define DEPTH_MAX 48

struct writing {
    const struct tree *tree;
    struct fronts *fronts;
    struct ed_buf *out;
    unsigned path[DEPTH_MAX]; /* nodes; [0] is the tree itself */
    unsigned deepest;
};

static bool tells(enum element is)
{
    return is == IS_TIME_AS || is == IS_TIME || is == IS_LEVEL || is == IS_CAPITALS || is == IS_PID || is == IS_RANK ||
           is == IS_LINE || is == IS_HOST || is == IS_IDENT || is == IS_FILE || is == IS_STREAM || is == IS_BODY;
}

static void write_text(struct ed_buf *out, struct ed_str text)
{
    ed_buf_text(out, "ED_STR(\"");
    for (size_t i = 0; i < text.n; i++) {
        ed_buf_printf(out, "\\%03o", (unsigned)(unsigned char)text.p[i]);
    }
    ed_buf_text(out, "\")");
}

/* Of a pattern, how many times eight bytes are digits and what stands between. */
static unsigned eights_of(struct ed_str pattern)
{
    unsigned eights = 0;

    for (; pattern.n >= 8; pattern = ed_str_slice(pattern, 8, pattern.n)) {
        for (size_t i = 0; i < 8; i++) {
            if (ed_is_among("a_9~", pattern.p[i])) {
                return eights;
            }
        }
        eights++;
    }
    return eights;
}

/* How many bytes the node's element takes, at this depth, as an expression. */
static void write_take(struct writing *w, const struct node *node, unsigned depth)
{
    const struct token *token = &node->token;
    const unsigned from = depth - 1;

    switch (token->is) {
    case IS_TEXT:
        ed_buf_printf(w->out, "take_text(REST(at%u), ", from);
        write_text(w->out, ed_str_slice(ed_buf_view(&w->tree->texts), node->at, node->at + token->arg));
        break;
    case IS_BLANKS:
        ed_buf_printf(w->out, "take_blanks(REST(at%u), %u", from, token->arg);
        break;
    case IS_LAST_BLANKS:
        ed_buf_printf(w->out, "take_last_blanks(REST(at%u), %u", from, token->arg);
        break;
    case IS_PAD:
        ed_buf_printf(w->out, "take_blanks(REST(at%u), 0", from);
        break;
    case IS_END:
        ed_buf_printf(w->out, "take_end(REST(at%u)", from);
        break;
    case IS_TIME:
        ed_buf_printf(w->out, "take_time(REST(at%u), &told%u", from, depth);
        break;
    case IS_TIME_AS:
        ed_buf_printf(w->out, "take_time_as(REST(at%u), ", from);
        write_text(w->out, token->text);
        ed_buf_printf(w->out, ", %u", eights_of(token->text));
        break;
    case IS_SKIP:
        ed_buf_printf(w->out, "take_skip(REST(at%u), ", from);
        write_text(w->out, token->text);
        break;
    case IS_LEVEL:
    case IS_CAPITALS:
        ed_buf_printf(w->out, "take_level(REST(at%u), %u, %d, &told%u", from, token->arg, token->is == IS_CAPITALS,
                      depth);
        break;
    default:
        ed_buf_printf(w->out, "take_%s(REST(at%u)", element_word(token->is), from);
    }
    ed_buf_text(w->out, ")");
}

/* The shape that ends at the last node of the path. */
static void write_found(struct writing *w, unsigned depth)
{
    unsigned n = 0;

    for (unsigned i = 1; i <= depth; i++) {
        enum element is = w->tree->nodes.v[w->path[i]].token.is;
        bool told = is == IS_TIME || is == IS_LEVEL || is == IS_CAPITALS;

        if (tells(is)) {
            ed_buf_printf(w->out, "    m->steps[%u] = (struct step){IS_%s, ", n++, element_name(is));
            if (told) {
                ed_buf_printf(w->out, "told%u, at%u, at%u};\n", i, i - 1, i);
            } else {
                ed_buf_printf(w->out, "0, at%u, at%u};\n", i - 1, i);
            }
        }
    }
    ed_buf_printf(w->out, "    m->depth = %u;\n    m->end = at%u;\n    return %u;\n", n, depth,
                  w->tree->nodes.v[w->path[depth]].shape);
}

static void write_children(struct writing *w, unsigned depth, const char *otherwise);

/* The element of the last node of the path, and what follows it. otherwise: the statement to go on with when that comes
   to no shape. known: its first byte stands there. */
static void write_node(struct writing *w, unsigned depth, const char *otherwise, bool known)
{
    const struct node *node = &w->tree->nodes.v[w->path[depth]];

    if (node->token.is == IS_BODY || (known && node->token.is == IS_TEXT && node->token.arg == 1)) {
        ed_buf_printf(w->out, "    at%u = at%u + %d;\n", depth, depth - 1, node->token.is == IS_TEXT);
    } else {
        ed_buf_text(w->out, "    n = ");
        write_take(w, node, depth);
        ed_buf_printf(w->out, ";\n    if (n == NONE) {\n        %s;\n    }\n", otherwise);
        ed_buf_printf(w->out, "    at%u = at%u + n;\n", depth, depth - 1);
    }
    write_children(w, depth, otherwise);
}

static void write_children(struct writing *w, unsigned depth, const char *otherwise)
{
    unsigned at = w->path[depth], row = fronts_fork(w->fronts, at), n = 0;
    const struct node *node = &w->tree->nodes.v[at];
    char next[32], end[32];

    w->deepest = ED_MAX(w->deepest, depth);
    if (!node->child || depth + 2 > DEPTH_MAX) {
        write_found(w, depth);
        return;
    }
    if (node->shape) {
        snprintf(end, sizeof(end), "goto end%u", at);
        otherwise = end;
    }
    if (row) {
        ed_buf_printf(w->out, "    may%u = forks[%u][CLASS_AT(at%u)];\n", depth, row, depth);
    }
    for (unsigned i = node->child; i; i = w->tree->nodes.v[i].next, n++) {
        snprintf(next, sizeof(next), "goto try%u", w->tree->nodes.v[i].next);
        if (n) {
            ed_buf_printf(w->out, "try%u:\n", i);
        }
        if (row) {
            ed_buf_printf(w->out, "    if (!(may%u >> %u & 1)) {\n        %s;\n    }\n", depth, n,
                          w->tree->nodes.v[i].next ? next : otherwise);
        }
        w->path[depth + 1] = i;
        write_node(w, depth + 1, w->tree->nodes.v[i].next ? next : otherwise, row > 0);
    }
    if (node->shape) {
        ed_buf_printf(w->out, "end%u:\n", at);
        write_found(w, depth);
    }
}

bool code_write(const struct tree *tree, struct fronts *fronts, struct ed_buf *out)
{
    struct ed_buf body;
    struct writing w = {.tree = tree, .fronts = fronts, .out = &body};

    ed_buf_init(&body, 0);
    write_children(&w, 0, "return 0");
    ed_buf_text(out,
                "/* Made from prefixes.tsv. */\n#define REST(at) ed_str(line.p + (at), line.n - (at))\n"
                "#define CLASS_AT(at) classes[(at) < line.n ? (unsigned char)line.p[at] : 256]\n\n"
                "/* The shape of the line, or 0: of the first way down the tree that comes to the end of one, the\n"
                "   last on that way. */\n"
                "static unsigned follow(struct ed_str line, struct match *m)\n{\n"
                "    size_t n, at0 = 0;\n    uint32_t may0;\n");
    for (unsigned i = 1; i <= w.deepest; i++) {
        ed_buf_printf(out, "    size_t at%u;\n    uint32_t may%u ED_UNUSED;\n    unsigned told%u ED_UNUSED = 0;\n", i,
                      i, i);
    }
    ed_buf_text(out, "\n");
    ed_buf_str(out, ed_buf_view(&body));
    ed_buf_text(out, "}\n");
    ed_buf_done(&body);
    if (w.deepest + 2 > DEPTH_MAX) {
        fprintf(stderr, "the tree of shapes is too deep\n");
    }
    return w.deepest + 2 <= DEPTH_MAX;
}
