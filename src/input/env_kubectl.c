/*
 * env_kubectl.c: kubectl logs --prefix, and stern.
 *
 *     [pod/train-7f9/main] cannot map weights file
 *     train-7f9 main cannot map weights file
 *     vision train-7f9 main cannot map weights file
 *
 * Sharp edges: times, where asked for, stand behind these. stern's two or three words look like any sentence: they are
 * taken only where its own lines stand too ("+ train-7f9 › main"), or in its colours, or when the user says so. With
 * several namespaces theirs comes first, so that is another layer.
 */
#include "input/envelope.h"

#define NAME_LONGEST 253 /* of kubernetes */
#define WORDS_MAX    3

static size_t name_length(struct ed_str s)
{
    size_t i = 0;

    s = ed_str_slice(s, 0, NAME_LONGEST + 1);
    while (i < s.n && ((s.p[i] >= 'a' && s.p[i] <= 'z') || ed_is_digit(s.p[i]) || s.p[i] == '-' || s.p[i] == '.')) {
        i++;
    }
    return i && i <= NAME_LONGEST && s.p[0] != '-' && s.p[0] != '.' ? i : 0;
}

static bool peel_prefix(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                        struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_str head = ED_STR("[pod/");
    size_t pod, container, at;

    if (!ed_str_starts(line, head)) {
        return false;
    }
    pod = name_length(ed_str_slice(line, head.n, line.n));
    at = head.n + pod + 1;
    if (pod == 0 || at >= line.n || line.p[at - 1] != '/') {
        return false;
    }
    container = name_length(ed_str_slice(line, at, line.n));
    if (container == 0 || at + container >= line.n || line.p[at + container] != ']' ||
        (at + container + 1 < line.n && line.p[at + container + 1] != ' ')) {
        return false;
    }
    meta->pod = ed_str_slice(line, head.n, head.n + pod);
    meta->container = ed_str_slice(line, at, at + container);
    ret->body = ed_str_slice(line, at + container + 2, line.n);
    ret->sure = true;
    return true;
}

const struct ed_layer ed_env_kubectl = {
    .name = "kubectl",
    .about = "kubectl logs --prefix",
    .sample = "[pod/train-7f9/main] cannot map weights file",
    .heads = ED_LAYER_HEADS("[aaa/a", "[aaa/0"),
    .whole_lines = true,
    .peel = peel_prefix,
};

/* "+ POD › CONTAINER" or "- NAMESPACE POD › CONTAINER". */
static bool is_mark(struct ed_str line, unsigned before)
{
    struct ed_str rest = ed_str_slice(line, 2, line.n);

    for (unsigned i = 0; i < before; i++) {
        size_t n = name_length(rest);

        if (n == 0 || n == rest.n || rest.p[n] != ' ') {
            return false;
        }
        rest = ed_str_slice(rest, n + 1, rest.n);
    }
    if (!ed_str_starts(rest, ED_STR("\xE2\x80\xBA "))) {
        return false;
    }
    rest = ed_str_slice(rest, 4, rest.n);
    return rest.n && name_length(rest) == rest.n;
}

/* Bytes of "ESC [ ... m" at the front, or 0. */
static size_t colour_length(struct ed_str s)
{
    size_t i = 2;

    if (s.n < 3 || s.p[0] != '\033' || s.p[1] != '[') {
        return 0;
    }
    while (i < s.n && (ed_is_digit(s.p[i]) || s.p[i] == ';')) {
        i++;
    }
    return i < s.n && s.p[i] == 'm' ? i + 1 : 0;
}

/* How many words at the front were printed in a colour each. */
static unsigned painted_words(struct ed_str raw)
{
    unsigned words = 0;

    while (words <= WORDS_MAX) {
        size_t on = colour_length(raw), word = on ? name_length(ed_str_slice(raw, on, raw.n)) : 0;
        size_t off = word ? colour_length(ed_str_slice(raw, on + word, raw.n)) : 0;

        if (off == 0) {
            break;
        }
        words++;
        raw = ed_str_slice(raw, on + word + off, raw.n);
        if (raw.n == 0 || raw.p[0] != ' ') {
            break;
        }
        raw = ed_str_slice(raw, 1, raw.n);
    }
    return words;
}

/* Pods that something made bear a number or a suffix; a word of a sentence, or a level, does not. */
static bool is_made(struct ed_str pod)
{
    return memchr(pod.p, '-', pod.n) != NULL;
}

static bool peel_stern(const struct ed_layer *layer, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                       struct ed_meta *meta, struct ed_peel *ret)
{
    unsigned words = layer == &ed_env_stern_all ? 3 : 2;
    struct ed_str word[WORDS_MAX], rest = line;

    if (meta->pod.p) { /* it is off, and what is left has words, too */
        return false;
    }
    if (line.n > 2 && (line.p[0] == '+' || line.p[0] == '-') && line.p[1] == ' ') {
        if (!is_mark(line, words - 1)) {
            return false;
        }
        ret->sure = ret->restated = true;
        ret->body = ed_str_slice(line, 2, line.n);
        return true;
    }
    for (unsigned i = 0; i < words; i++) {
        size_t n = name_length(rest);

        if (n == 0 || (n < rest.n && rest.p[n] != ' ') || (n == rest.n && i + 1 < words)) {
            return false;
        }
        word[i] = ed_str_slice(rest, 0, n);
        rest = ed_str_slice(rest, n + 1, rest.n);
    }
    ret->weak = !is_made(word[words - 2]) || painted_words(ret->paint.raw) != words;
    ret->body = rest;
    meta->namespace = words == 3 ? word[0] : meta->namespace;
    meta->pod = word[words - 2];
    meta->container = word[words - 1];
    return true;
}

const struct ed_layer ed_env_stern = {
    .name = "stern",
    .about = "stern, of one namespace",
    .sample = "train-7f9 main cannot map weights file",
    .heads = ED_LAYER_HEADS("+ a", "+ 0"),
    .late_heads = ED_LAYER_HEADS("a", "0", "- a", "- 0"),
    .whole_lines = true,
    .peel = peel_stern,
};

const struct ed_layer ed_env_stern_all = {
    .name = "stern-namespaces",
    .about = "stern, of several namespaces",
    .sample = "vision train-7f9 main cannot map weights file",
    .heads = ED_LAYER_HEADS("+ a", "+ 0"),
    .late_heads = ED_LAYER_HEADS("a", "0", "- a", "- 0"),
    .whole_lines = true,
    .peel = peel_stern,
};
