/*
 * near.h: the records that a text means though none of them matches it: by an error code that stands in it, or by a
 * wording that is nearly theirs (matching.md section 4). Beside the exact index and never part of it: it is asked about
 * single lines, after everything else.
 */
#ifndef ED_MATCH_NEAR_H
#define ED_MATCH_NEAR_H

#include "base/marks.h"
#include "match/matcher.h"

#define ED_NEAR_VERSION 3

struct ed_near;

/* As ed_index_open: the blob is used in place, ED_NOT_FOUND and ED_ERR_INPUT mean that it must be made anew. */
ED_NODISCARD enum ed_rc ed_near_open(struct ed_str blob, uint64_t content_hash, struct ed_near **ret_near,
                                     struct ed_err *err);
void ed_near_free(struct ed_near *near);

/* What a text may hold of what is known: pairs of words of wordings, some code. Fast, and true of few lines. The
   scratch is the caller's, of one thread. */
#define ED_NEAR_WORDING 1u
#define ED_NEAR_CODE    2u
unsigned ed_near_touches(const struct ed_near *near, struct ed_str text, struct ed_marks *scratch);

/* A place where wording and text part: the record's words there, and the text's. Either may be empty. */
struct ed_near_gap {
    struct ed_str record, text;
};

struct ed_near_hit {
    uint32_t record;
    size_t start, end;      /* in the text: the first word in common to the last */
    double bits, all;       /* of the record's words: those in common, and all */
    const uint32_t *others; /* records with the same wording, ascending */
    size_t nothers;
    const struct ed_near_gap *gaps; /* in order */
    size_t ngaps;
    const struct ed_capture *captures; /* of holes whose neighbouring words are both there */
    size_t ncaptures;
};

/*
 * The record whose wording the text nearly has, touching the bytes from `from` up to `to`: at least ED_NEAR_SHARE of
 * its bits and ED_NEAR_BITS, in order. The one with most bits in common, half of the missing ones taken off.
 * ED_NOT_FOUND: there is none. What is handed out lives in the arena, and in the source's.
 */
ED_NODISCARD enum ed_rc ed_near_similar(const struct ed_near *near, struct ed_pattern_source source, struct ed_str text,
                                        size_t from, size_t to, struct ed_arena *arena, struct ed_near_hit *ret_hit,
                                        struct ed_err *err);

/* Where a text ends that somebody cut short with "..." or an ellipsis; SIZE_MAX: it was not. */
size_t ed_near_cut(struct ed_str text);

#define ED_NEAR_SHARE 0.7
#define ED_NEAR_BITS  35.0

/* Called for every record whose code stands in the text as whole words, by place and record. */
typedef void (*ed_near_code_fn)(void *ctx, uint32_t record, size_t start, size_t end);
void ed_near_codes(const struct ed_near *near, struct ed_str text, ed_near_code_fn fn, void *ctx);

/* Whether a text is a code that can name an error by itself, and no ordinary word of logs. */
bool ed_near_is_code(struct ed_str text);

#endif
