/*
 * kinds.c: numbers of kinds. A layer's is its index; variants of all layers stand one behind the other from
 * ED_LAYERS_ALL_MAX on. Nothing is kept: the layers are few, and who asks often keeps the answers.
 */
#include "input/kinds.h"

unsigned ed_kind_of_layer(unsigned layer)
{
    unsigned kind = ED_LAYERS_ALL_MAX;

    if (ed_layers()[layer]->nvariants == 0) {
        return layer;
    }
    for (unsigned i = 0; i < layer; i++) {
        kind += ed_layers()[i]->nvariants;
    }
    assert(kind + ed_layers()[layer]->nvariants <= ED_KINDS_MAX);
    return kind;
}

bool ed_kind_get(unsigned kind, struct ed_kind *ret_kind)
{
    for (unsigned i = 0; ed_layers()[i]; i++) {
        const struct ed_layer *layer = ed_layers()[i];
        unsigned first = ed_kind_of_layer(i);

        if (layer->nvariants == 0 && kind == first) {
            *ret_kind = (struct ed_kind){.name = layer->name, .about = layer->about, .sample = layer->sample};
            return true;
        }
        if (kind >= first && kind - first < layer->nvariants) {
            const struct ed_layer_variant *is = &layer->variants[kind - first];

            *ret_kind = (struct ed_kind){.name = is->name, .about = is->about, .sample = is->sample};
            return true;
        }
    }
    return false;
}

unsigned ed_kind_find(struct ed_str name)
{
    struct ed_kind is;

    for (unsigned kind = 0; kind < ED_KINDS_MAX; kind++) {
        if (ed_kind_get(kind, &is) && ed_str_eq(name, ed_str_c(is.name))) {
            return kind;
        }
    }
    return ED_KINDS_MAX;
}
