/*
 * env_sglang.c: the logger's prefix of SGLang: a time and the rank in one bracket, no level.
 *
 *     [2025-05-05 12:00:00 TP0] cannot map weights file
 *     [12:00:00 DP0 TP1] cannot map weights file
 *
 *     [2025-05-05 12:00:00] cannot map weights file
 *
 * The prefix stands on a message's first line only; a traceback's other lines come bare. The parent process has no
 * rank: that bracket is taken for this layer's where others with a rank were seen, and for env_timestamp's elsewhere.
 */
#include "input/envelope.h"
#include "input/stamp.h"

#define RANK_WORDS 6

/* Bytes of "TP0", "DP0 TP1": capitals and a number, each; 0 when the text is not that up to the bracket. */
static size_t rank_length(struct ed_str s)
{
    size_t i = 0;

    for (int words = 0; words < RANK_WORDS; words++) {
        size_t letters = i, figures;

        while (i < s.n && s.p[i] >= 'A' && s.p[i] <= 'Z') {
            i++;
        }
        figures = i;
        while (i < s.n && ed_is_digit(s.p[i])) {
            i++;
        }
        if (figures - letters < 2 || figures - letters > 4 || i == figures || i - figures > 6 || i == s.n) {
            return 0;
        }
        if (s.p[i] == ']') {
            return i;
        }
        if (s.p[i] != ' ') {
            return 0;
        }
        i++;
    }
    return 0;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_stamp stamp;
    size_t at, rank = 0;

    if (!ed_stamp_read(ed_str_slice(line, 1, line.n), ED_STAMP_DATE_TIME | ED_STAMP_DAY_TIME | ED_STAMP_TIME, &stamp)) {
        return false;
    }
    at = 1 + stamp.n;
    if (at < line.n && line.p[at] == ' ') {
        rank = rank_length(ed_str_slice(line, at + 1, line.n));
        at += 1 + rank;
    }
    if (at >= line.n || line.p[at] != ']' || (rank == 0 && at != 1 + stamp.n)) {
        return false;
    }
    if (rank) {
        meta->rank = ed_str_slice(line, at - rank, at);
    }
    ret->told.time_text = ed_str_slice(line, 1, 1 + stamp.n);
    ret->told.time = stamp.known ? ED_TIME_DATED : ED_TIME_PARTIAL;
    at++;
    at += at < line.n && line.p[at] == ' ';
    ret->body = ed_str_slice(line, at, line.n);
    ret->sure = rank != 0;
    ret->weak = rank == 0;
    return true;
}

const struct ed_layer ed_env_sglang = {
    .name = "sglang",
    .about = "SGLang's logger",
    .sample = "[2025-05-05 12:00:00 TP0] cannot map weights file",
    .heads = ED_LAYER_HEADS(ED_STAMP_HEADS_IN_BRACKET),
    .carries = true,
    .ranks = true,
    .peel = peel,
};
