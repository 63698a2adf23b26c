/*
 * matcher.h: all patterns against one message: index, then confirm (PCRE2). And the oracle, the slow truth that the
 * engine must equal: every pattern, on every message.
 *
 * Semantics, the same for both: for one pattern the hits in a text are its successive leftmost matches that do not
 * overlap and are not empty (a search goes on where the last match, trimmed, ended), as PCRE2 finds them in that text,
 * with ED_PATTERN_TAIL captures trimmed. Where a limit ends a search, no match is found that begins in the rest of that
 * line (for a record's own regex: of that text); which searches meet one the two need not agree on. Hits are handed out
 * ordered by (start, end descending, record).
 *
 * With a screen a match of the records that it is asked about counts only where the screen lets it begin: the search
 * goes on as if there were none anywhere else. That is so for both, and saves the engine most of its confirms.
 */
#ifndef ED_MATCH_MATCHER_H
#define ED_MATCH_MATCHER_H

#include "base/arena.h"
#include "match/index.h"
#include "match/pattern.h"

struct ed_capture {
    struct ed_str name;  /* borrowed from the pattern source */
    struct ed_str value; /* view into the text; ED_STR_NONE when the group took no part */
};

struct ed_hit {
    uint32_t record;
    size_t start, end; /* of the whole match in the text; a trimmed tail ends it earlier */
    const struct ed_capture *captures;
    size_t ncaptures;
};

/* ED_OK goes on; anything else stops and is returned. The hit lives during the call. */
typedef enum ed_rc (*ed_hit_fn)(void *ctx, const struct ed_hit *hit, struct ed_err *err);

/* Where the effective patterns come from, one by one when first needed. Texts must stay until the matcher is freed. */
struct ed_pattern_source {
    enum ed_rc (*fetch)(void *ctx, uint32_t record, struct ed_pattern *ret_pattern, struct ed_err *err);
    void *ctx;
};

/* Where matches of records of less specificity than `below` may begin: `let` is given places [*from, *last] of the text
   at hand and narrows them to the first run of those that may be one; false, and both as they were: none may. The same
   places always get the same answer. */
struct ed_screen {
    double below; /* 0: of no record */
    bool (*let)(void *ctx, uint32_t record, uint32_t slot, size_t *from, size_t *last);
    void *ctx;
};

struct ed_match_stats {
    uint64_t bytes, candidates, confirms, hits;
    uint64_t limits; /* confirms that ended at a limit: PCRE2's, or ED_LIMIT_MATCH_SCAN for a line */
};

struct ed_matcher;

/* The index is borrowed. One matcher serves one thread. */
struct ed_matcher *ed_matcher_new(const struct ed_index *index, struct ed_pattern_source source);
void ed_matcher_free(struct ed_matcher *matcher);
/* Before the first text. */
void ed_matcher_set_screen(struct ed_matcher *matcher, struct ed_screen screen);

ED_NODISCARD enum ed_rc ed_matcher_run(struct ed_matcher *matcher, struct ed_str text, ed_hit_fn fn, void *ctx,
                                       struct ed_err *err);
/* The same, when the text's marks are known (ed_index_mark); NULL: they are not. */
ED_NODISCARD enum ed_rc ed_matcher_run_marked(struct ed_matcher *matcher, struct ed_str text,
                                              const struct ed_marks *marks, ed_hit_fn fn, void *ctx,
                                              struct ed_err *err);
/* The oracle, on the same patterns. */
ED_NODISCARD enum ed_rc ed_oracle_run(struct ed_matcher *matcher, struct ed_str text, ed_hit_fn fn, void *ctx,
                                      struct ed_err *err);

void ed_matcher_stats(const struct ed_matcher *matcher, struct ed_match_stats *ret_stats);

/* What a record cost: numbers that depend on the texts alone, so that those of several matchers add up to the same
   however the texts were shared out. */
struct ed_match_cost {
    uint64_t tried;   /* searches */
    uint64_t matched; /* those that ended in a hit */
    uint64_t limits;
    uint64_t work; /* about the bytes that were looked at, some for every search, and ED_LIMIT_MATCH_SCAN for a limit */
};
/* Add what the record at a slot has cost. */
void ed_matcher_add_cost(const struct ed_matcher *matcher, uint32_t slot, struct ed_match_cost *cost);

#endif
