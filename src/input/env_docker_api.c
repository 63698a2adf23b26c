/*
 * env_docker_api.c: lines of docker's API stream, as source_frames.c makes them of its frames: '+' says that the line
 * continues the stream's line before.
 *
 *     [docker-api stderr] cannot map wei
 *     [docker-api stderr+] ghts file
 */
#include "input/envelope.h"

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_str out = ED_STR("[docker-api stdout"), err = ED_STR("[docker-api stderr");
    struct ed_str rest = ed_str_slice(line, out.n, line.n);
    bool continues = rest.n && rest.p[0] == '+';

    if ((!ed_str_starts(line, out) && !ed_str_starts(line, err)) ||
        !ed_str_starts(ed_str_slice(rest, continues, rest.n), ED_STR("] "))) {
        return false;
    }
    meta->stream = ed_str_slice(line, out.n - 6, out.n);
    ret->continues = continues;
    ret->body = ed_str_slice(rest, continues + 2, rest.n);
    ret->sure = true;
    return true;
}

const struct ed_layer ed_env_docker_api = {
    .name = "docker-api",
    .about = "the stream of docker's API, frames and all",
    .sample = "[docker-api stderr] cannot map weights file",
    .heads = ED_LAYER_HEADS("[aaaaaa-aaa aaaa"),
    .whole_lines = true,
    .peel = peel,
};
