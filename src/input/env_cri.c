/*
 * env_cri.c: files of a kubelet's container runtime (containerd, CRI-O, podman's k8s-file): TIME STREAM TAGS TEXT.
 *
 *     2025-05-05T12:00:00.12Z stderr F cannot map weights file
 *     2025-05-05T12:00:00.12+02:00 stdout P cannot map wei
 *
 * Sharp edges: the time has none to nine decimals and the node's zone. A long line comes in pieces, tagged P, and its
 * end, tagged F; pieces of the other stream stand between, and one that is P may be the last of all. Behind the first
 * tag others may follow (F:x). The text may be empty, and editors then take the blank off.
 */
#include "input/envelope.h"
#include "input/stamp.h"

#define TAGS_MAX 64

/* "stdout" or "stderr" at the front, with the blank behind it; 0 when it is neither. */
static size_t stream_length(struct ed_str s)
{
    return ed_str_starts(s, ED_STR("stdout ")) || ed_str_starts(s, ED_STR("stderr ")) ? 7 : 0;
}

/* "F", "P", "F:x:y": bytes taken, or 0. */
static size_t tags_length(struct ed_str s)
{
    size_t n = 1;

    if (s.n == 0 || (s.p[0] != 'F' && s.p[0] != 'P')) {
        return 0;
    }
    if (n < s.n && s.p[n] == ':') {
        while (n < s.n && n < TAGS_MAX && s.p[n] != ' ') {
            n++;
        }
    }
    return n == s.n || s.p[n] == ' ' ? n : 0;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_stamp stamp;
    size_t at, stream, tags;

    if (!ed_stamp_read(line, ED_STAMP_DATE_TIME, &stamp) || !stamp.known || line.p[10] != 'T') {
        return false;
    }
    at = stamp.n + 1;
    stream = line.n > at && line.p[stamp.n] == ' ' ? stream_length(ed_str_slice(line, at, line.n)) : 0;
    tags = stream ? tags_length(ed_str_slice(line, at + stream, line.n)) : 0;
    if (tags == 0) {
        return false;
    }
    meta->stream = ed_str_slice(line, at, at + stream - 1);
    at += stream;
    ret->told.time_text = ed_str_slice(line, 0, stamp.n);
    ret->told.time = ED_TIME_DATED;
    ret->partial = line.p[at] == 'P';
    ret->body = ed_str_slice(line, at + tags + 1, line.n);
    ret->sure = true;
    return true;
}

const struct ed_layer ed_env_cri = {
    .name = "cri",
    .about = "files of containerd and CRI-O: /var/log/pods, /var/log/containers",
    .sample = "2025-05-05T12:00:00.12Z stderr F cannot map weights file",
    .heads = ED_LAYER_HEADS("0000-00-00a00:00"),
    .whole_lines = true,
    .peel = peel,
};
