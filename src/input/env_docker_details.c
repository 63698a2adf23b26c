/*
 * env_docker_details.c: docker logs -t --details: the time, then labels and variables of the container, before the
 * text. Without --details the time is env_timestamp's.
 *
 *     2025-05-05T12:00:00.123456789Z com.example.team=vision,stage=prod cannot map weights file
 *
 * Sharp edges: the time always has nine decimals and a Z. Names and values are escaped as in URLs, so a blank ends
 * them. Twin: a program that logs in logfmt ("level=error msg=..."); so there must be two of them or a name with a dot,
 * no key that loggers use, nothing that a URL would escape, and lines must agree on all of it.
 */
#include "input/envelope.h"
#include "input/stamp.h"

#define STAMP_SIZE  30
#define DETAILS_MAX 1024

static bool is_plain(char c)
{
    return ed_is_word(c) || ed_is_among("-.~%+", c);
}

static bool of_a_logger(struct ed_str key)
{
    static const char *const keys[] = {"level", "lvl", "msg",       "message", "time",  "ts",
                                       "t",     "err", "timestamp", "error",   "caller"};

    for (size_t i = 0; i < ED_ARRAY_LEN(keys); i++) {
        if (ed_str_eq_nocase(key, ed_str_c(keys[i]))) {
            return true;
        }
    }
    return false;
}

/* Bytes of "k=v,k2=v2" at the front, up to the blank; 0 when that is no list of details. */
static size_t details_length(struct ed_str s)
{
    size_t i = 0, pairs = 0;
    bool dotted = false;

    s = ed_str_slice(s, 0, DETAILS_MAX);
    do {
        size_t key = i, is;

        while (i < s.n && is_plain(s.p[i])) {
            dotted |= s.p[i] == '.';
            i++;
        }
        is = i;
        if (is == key || i == s.n || s.p[i] != '=' || of_a_logger(ed_str_slice(s, key, is))) {
            return 0;
        }
        do {
            i++;
        } while (i < s.n && is_plain(s.p[i]));
        pairs++;
    } while (i < s.n && s.p[i] == ',' && i++);
    return i < s.n && s.p[i] == ' ' && (pairs > 1 || dotted) ? i : 0;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    struct ed_str rest = ed_str_slice(line, STAMP_SIZE, line.n);
    struct ed_stamp stamp;
    size_t n;

    if (rest.n < 2 || rest.p[-1] != 'Z' || rest.p[0] != ' ' || line.p[10] != 'T' ||
        !ed_stamp_read(line, ED_STAMP_DATE_TIME, &stamp) || stamp.n != STAMP_SIZE || line.p[4] != '-') {
        return false;
    }
    rest = ed_str_slice(rest, 1, rest.n);
    n = details_length(rest);
    if (n == 0) {
        return false;
    }
    ret->witness = ed_str_slice(rest, 0, n);
    ret->body = ed_str_slice(rest, n + 1, rest.n);
    ret->told.level = ed_level_find(ret->body);
    ret->told.time_text = ed_str_slice(line, 0, STAMP_SIZE);
    ret->told.time = ED_TIME_DATED;
    return true;
}

const struct ed_layer ed_env_docker_details = {
    .name = "docker-details",
    .about = "docker logs -t --details",
    .sample = "2025-05-05T12:00:00.123456789Z com.example.team=vision,stage=prod cannot map weights file",
    .heads = ED_LAYER_HEADS("0000-00-00a00:00"),
    .carries = true,
    .peel = peel,
};
