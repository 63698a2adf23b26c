/*
 * tree.c: all sequences as one tree, in which shapes share what they begin with, from which the
 * tables (fronts.c) and the code (code.c) of env_logger.c are made. Refuses nothing; two shapes that are the same are
 * told to the caller.
 */
#include "base/alloc.h"
#include "shapes.h"

void tree_init(struct tree *tree, const struct levels *levels)
{
    *tree = (struct tree){.levels = levels};
    *ed_vec_add(&tree->nodes) = (struct node){.shape = 0};
    ed_buf_init(&tree->texts, 0);
}

void tree_done(struct tree *tree)
{
    ed_vec_done(&tree->nodes);
    ed_buf_done(&tree->texts);
}

static bool same(const struct token *a, const struct token *b)
{
    return a->is == b->is && a->arg == b->arg &&
           ((a->is != IS_TEXT && a->is != IS_TIME_AS && a->is != IS_SKIP) || ed_str_eq(a->text, b->text));
}

/* The order in which the nodes of one parent are tried: what says most comes first, and the end of a shape last. */
static unsigned rank_of(const struct token *token)
{
    switch (token->is) {
    case IS_TEXT:
        return 0;
    case IS_TIME:
    case IS_TIME_AS:
        return 1;
    case IS_PID:
    case IS_NUM:
    case IS_RANK:
    case IS_LINE:
        return 2;
    case IS_LEVEL:
    case IS_CAPITALS:
        return 3;
    case IS_SKIP:
        return 5;
    case IS_LAST_BLANKS:
    case IS_END:
        return 6;
    default:
        return 4;
    }
}

/* The child of this token, made when there is none: behind its brothers of the same rank. */
static unsigned child_of(struct tree *tree, unsigned parent, const struct token *token)
{
    unsigned *link = &tree->nodes.v[parent].child, made, next;

    for (unsigned i = *link; i; i = tree->nodes.v[i].next) {
        if (same(&tree->nodes.v[i].token, token)) {
            return i;
        }
    }
    while (*link && rank_of(&tree->nodes.v[*link].token) <= rank_of(token)) {
        link = &tree->nodes.v[*link].next;
    }
    made = (unsigned)tree->nodes.n;
    next = *link;
    *link = made;
    *ed_vec_add(&tree->nodes) = (struct node){.token = *token, .next = next};
    return made;
}

const char *tree_add(struct tree *tree, const struct sequence *sequence, unsigned shape)
{
    bool text_alone = true;
    unsigned at = 0;

    for (unsigned i = 0; i < sequence->n; i++) {
        at = child_of(tree, at, &sequence->v[i]);
        text_alone &= sequence->v[i].is == IS_TEXT;
    }
    if (text_alone) {
        return "a shape of text alone";
    }
    if (tree->nodes.v[at].shape && tree->nodes.v[at].shape != shape) {
        return "another row has the same shape";
    }
    tree->nodes.v[at].shape = shape;
    return NULL;
}

/* Put what is text alone, without a fork, into one node. */
static void compress(struct tree *tree)
{
    size_t n = tree->nodes.n;

    for (size_t i = 1; i < n; i++) {
        struct node *node = &tree->nodes.v[i];
        size_t from = tree->texts.n;

        if (node->token.is == IS_TEXT) {
            ed_buf_str(&tree->texts, node->token.text);
            node->token.arg = 1;
        }
        while (node->token.is == IS_TEXT && !node->shape && node->child && !tree->nodes.v[node->child].next &&
               tree->nodes.v[node->child].token.is == IS_TEXT) {
            const struct node *child = &tree->nodes.v[node->child];

            ed_buf_str(&tree->texts, child->token.text);
            node->token.arg++;
            node->shape = child->shape;
            node->child = child->child;
        }
        node->at = (unsigned)from;
    }
}

bool tree_write(struct tree *tree, struct ed_buf *tables, struct ed_buf *code)
{
    struct fronts *fronts;
    bool good;

    compress(tree);
    fronts = fronts_make(tree);
    good = code_write(tree, fronts, code) && fronts_write(fronts, tables);
    fronts_done(fronts);
    return good;
}
