/*
 * unwrap_prove.c: which layers a source has.
 *
 * A layer is taken off when it is proven: by a line that no other text looks like (ed_peel.sure), by three lines in a
 * row that agree, by all lines of a source of one or two, or by the user's word. Until then the line stays as it is: a
 * header that is left on costs metadata, one that is taken off wrongly could hide a match.
 */
#include "input/unwrap_private.h"

#include "input/clean.h"
#include "input/meta.h"

#define AGREEING   3
#define LOOK_LINES 64

/* The layer of this kind is believed for the rest of the source. */
static void prove(struct ed_unwrap *u, unsigned layer, unsigned kind, enum ed_proof proof)
{
    if (!ed_kinds_has(&u->belief.active, kind)) {
        ed_kinds_add(&u->belief.active, kind);
        u->belief.proven |= UINT64_C(1) << layer;
        u->tally[kind].proof = proof;
        u->echo.listens |= u->layers[layer]->repeats;
    }
}

/* The user's word: this kind is the outermost layer, or there is none. */
static void force(struct ed_unwrap *u, const char *format)
{
    unsigned kind = ed_kind_find(ed_str_c(format));

    u->plain = kind == ED_KINDS_MAX;
    u->belief.outermost = 0;
    for (unsigned i = 0; u->layers[i] && !u->plain; i++) {
        if (kind >= u->first_kind[i] && kind - u->first_kind[i] < ED_MAX(u->layers[i]->nvariants, 1)) {
            u->belief.outermost = UINT64_C(1) << i;
            prove(u, i, kind, ED_PROOF_FORCED);
        }
    }
}

void ed_unwrap_init(struct ed_unwrap *u, const struct ed_input_opts *opts, const struct ed_meta *base,
                    struct ed_streams *streams, struct ed_input_account *account)
{
    *u = (struct ed_unwrap){.streams = streams,
                            .account = account,
                            .way.told = ed_told_none,
                            .belief = {.asked = UINT64_MAX, .outermost = UINT64_MAX},
                            .opts = opts};
    ed_echo_init(&u->echo);
    for (unsigned i = 0; ed_layers()[i]; i++) {
        const struct ed_layer *layer = ed_layers()[i];

        assert(i + 1 < ED_LAYERS_ALL_MAX);
        u->layers[i] = layer;
        u->first_kind[i] = (uint8_t)ed_kind_of_layer(i);
        u->carrying |= (uint64_t)layer->carries << i;
        u->restating |= (uint64_t)(layer->restates != NULL) << i;
        u->framing |= (uint64_t)(layer->framing != NULL) << i;
        u->echoing |= (uint64_t)(layer->shows || layer->repeats) << i;
        for (const char *const *head = layer->heads; *head; head++) {
            ed_heads_add(&u->heads, *head, i);
        }
        if (layer->fits) {
            ed_heads_narrow(&u->heads, layer->fits, i);
        }
        for (const char *const *head = layer->late_heads; head && *head; head++) {
            ed_heads_add(&u->late, *head, i);
            u->has_late |= UINT64_C(1) << i;
        }
    }
    if (opts->format) {
        force(u, opts->format);
    }
    u->base.source = u->base.now = *base;
    u->base.any = !ed_meta_same(base, &ed_meta_none);
    ed_arena_init(&u->base.text);
    ed_buf_init(&u->clean, /* max */ 0);
    ed_buf_init(&u->body, /* max */ 0);
    ed_arena_init(&u->scratch);
}

void ed_unwrap_done(struct ed_unwrap *u)
{
    if (u->frame.framing) {
        u->frame.framing->end(u->frame.state);
    }
    ed_unwrap_ahead_done(u);
    ed_echo_done(&u->echo);
    ed_buf_done(&u->clean);
    ed_buf_done(&u->body);
    ed_arena_done(&u->base.text);
    ed_arena_done(&u->scratch);
}

void ed_unwrap_count(struct ed_unwrap *u, unsigned layer, const struct ed_peel *peel)
{
    unsigned kind = kind_of(u, layer, peel);
    uint64_t witness = ed_str_hash(peel->witness, /* seed */ 0);

    u->counted = true;
    if (peel->sure) {
        prove(u, layer, kind, ED_PROOF_SURE);
    }
    if (peel->sure || peel->weak) {
        return;
    }
    if (u->tally[kind].witness == witness) {
        u->tally[kind].n++;
    } else if (!peel->shy || u->tally[kind].n == 0) { /* ranks interleave; what only looks like one counts up */
        u->tally[kind].n = 1;
    }
    u->tally[kind].witness = witness;
    if (u->tally[kind].n >= AGREEING) {
        prove(u, layer, kind, ED_PROOF_AGREEING);
    }
}

/* The kinds that were met in a line, and the layer of each. */
struct met {
    struct ed_kinds kinds;
    uint8_t layers[ED_KINDS_MAX];
};

/* Take layers off as if all were proven, and count them. */
static void look_at_line(struct ed_unwrap *u, struct ed_str line, struct ed_paint paint, struct met *met)
{
    struct ed_meta meta = ed_meta_none;
    uint64_t of = u->belief.outermost;

    line = ed_utf8_without_bom(line);
    for (unsigned depth = 0; line.n && depth < ED_LAYERS_MAX; depth++, of = UINT64_MAX) {
        uint64_t mask = may_be_of(u, line, &paint) & of;
        struct ed_peel peel = {.told = ed_told_none, .paint = paint};
        const struct ed_layer *layer = NULL;
        unsigned i = 0, kind;

        for (; mask; mask &= mask - 1) {
            i = (unsigned)__builtin_ctzll(mask);
            layer = u->layers[i];
            if (layer->peel(layer, line, &u->scratch, &meta, &peel) && !peel.weak) {
                break;
            }
            peel = (struct ed_peel){.told = ed_told_none, .paint = paint};
        }
        if (!mask) {
            break;
        }
        kind = kind_of(u, i, &peel);
        if (!ed_kinds_has(&met->kinds, kind)) {
            ed_unwrap_count(u, i, &peel);
        }
        if (!peel.shy) {
            ed_kinds_add(&met->kinds, kind);
            met->layers[kind] = (uint8_t)i;
        }
        line = peel.opens ? ED_STR_NONE : peel.body;
    }
    ed_arena_reset(&u->scratch);
}

static bool begins_section(struct ed_str line)
{
    struct ed_meta meta;

    return ed_section_may(line) && ed_section_of(line, ED_SECTION_NONE, &meta) == ED_SECTION_BEGINS;
}

void ed_unwrap_look(struct ed_unwrap *u, struct ed_str head, bool all)
{
    struct met everywhere = {.kinds.v = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    size_t lines = 0;

    while (head.n && lines < LOOK_LINES && !u->plain) {
        struct ed_paint paint = {.colour = ED_STR_NONE};
        bool ended = memchr(head.p, '\n', head.n) != NULL;
        struct ed_str line = ed_str_cut(&head, '\n');

        if ((!ended && !all) || begins_section(line)) {
            break;
        }
        if (ed_clean_needed(line)) {
            paint = ed_clean_paint(line);
            ed_buf_reset(&u->clean);
            ed_clean(&u->clean, line);
            line = ed_buf_view(&u->clean);
        }
        if (ed_str_trim(line).n) {
            struct met met = {0};

            look_at_line(u, line, paint, &met);
            for (size_t i = 0; i < ED_ARRAY_LEN(met.kinds.v); i++) {
                everywhere.kinds.v[i] &= met.kinds.v[i];
            }
            memcpy(everywhere.layers, met.layers, sizeof(met.layers));
            lines++;
        }
    }
    for (unsigned kind = 0; kind < ED_KINDS_MAX; kind++) {
        if (all && lines && lines < AGREEING && head.n == 0 && ed_kinds_has(&everywhere.kinds, kind)) {
            prove(u, everywhere.layers[kind], kind, ED_PROOF_EVERYWHERE);
        }
        u->tally[kind].n = 0; /* the same lines come again */
    }
    for (unsigned i = 0; u->layers[i]; i++) {
        u->belief.asked &= ~((uint64_t)(u->layers[i]->from_start && !(u->belief.proven >> i & 1)) << i);
    }
    u->belief.outermost &= u->belief.asked;
    ed_heads_ask(&u->heads, u->belief.asked);
    u->looked = true;
}
