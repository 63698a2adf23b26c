/*
 * evidence.c: words that name a repository, looked for where a program says who it is, and in what it prints.
 */
#include "diag/evidence.h"

#include "match/background.h"
#include "match/token.h"
#include "record/beside.h"

/* Lines in 2^20 that may hold a name that is still evidence in a running text: "redis" is, "node" and "go" are not. */
#define COMMON 1000
/* "go", "v8": too short to be told from other things. */
#define NAME_LEAST 3

static bool folded_at(struct ed_str text, size_t at, struct ed_str word)
{
    return ed_str_eq_nocase(ed_str_slice(text, at, at + word.n), word);
}

static bool holds_word(struct ed_str text, struct ed_str word)
{
    char small = ed_lower(word.p[0]);

    for (size_t i = 0; i + word.n <= text.n; i++) {
        if (ed_lower(text.p[i]) == small && folded_at(text, i, word) && (i == 0 || !ed_is_word(text.p[i - 1])) &&
            (i + word.n == text.n || !ed_is_word(text.p[i + word.n]))) {
            return true;
        }
    }
    return false;
}

static bool common(struct ed_str name, struct ed_arena *arena)
{
    struct ed_str small = ed_arena_str(arena, name);
    char *p = (char *)(uintptr_t)small.p;

    for (size_t i = 0; i < small.n; i++) {
        p[i] = ed_lower(p[i]);
    }
    if (ed_background_token(ed_token_hash(p, small.n)) > COMMON) {
        return true;
    }
    p[0] = (char)(ed_is_alpha(p[0]) ? p[0] & ~0x20 : p[0]);
    return ed_background_token(ed_token_hash(p, small.n)) > COMMON;
}

static bool by_file(struct ed_str trace, const struct ed_record *record, struct ed_arena *arena,
                    struct ed_evidence *ret_evidence)
{
    struct ed_str tail = ed_beside_path(record->file_path);

    if (ed_beside_find_path(trace, tail) == SIZE_MAX) {
        return false;
    }
    *ret_evidence = (struct ed_evidence){
        "file", 14, 0.6, ed_arena_printf(arena, "%.*s stands in the trace around it", ED_STR_ARG(tail))};
    return true;
}

static bool by_name(const struct ed_meta *meta, struct ed_str trace, struct ed_str name, struct ed_arena *arena,
                    struct ed_evidence *ret_evidence)
{
    const struct {
        const char *what;
        struct ed_str value;
    } places[] = {
        {"unit", meta->unit}, {"identifier", meta->ident}, {"container", meta->container}, {"pod", meta->pod}};

    if (name.n < NAME_LEAST) {
        return false;
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(places); i++) {
        if (holds_word(places[i].value, name)) {
            *ret_evidence = (struct ed_evidence){"unit", 12, 0.55,
                                                 ed_arena_printf(arena, "the %s %.*s bears the name of its repository",
                                                                 places[i].what, ED_STR_ARG(places[i].value))};
            return true;
        }
    }
    if (!holds_word(trace, name) || common(name, arena)) {
        return false;
    }
    *ret_evidence = (struct ed_evidence){
        "repository", 8, 0.5,
        ed_arena_printf(arena, "%.*s, of its repository's name, stands beside it", ED_STR_ARG(name))};
    return true;
}

bool ed_evidence_find(const struct ed_message *message, size_t line, const struct ed_record *record,
                      struct ed_arena *arena, struct ed_evidence *ret_evidence)
{
    struct ed_str trace = ed_rank_trace(message, line), rest = record->repo, owner = ed_str_cut(&rest, '/');
    const struct ed_meta *meta = message->lines[line].meta;
    struct ed_evidence by_owner = {0};

    if (by_file(trace, record, arena, ret_evidence)) {
        return true;
    }
    if (!by_name(meta, trace, owner, arena, &by_owner)) {
        return by_name(meta, trace, rest, arena, ret_evidence);
    }
    if (!by_name(meta, trace, rest, arena, ret_evidence) || ret_evidence->bits < by_owner.bits) {
        *ret_evidence = by_owner;
    }
    return true;
}
