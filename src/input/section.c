/*
 * section.c: see section.h. A rule of underscores alone (nvidia-bug-report has 44) and a supportconfig's head begin a
 * section; the line behind names the file or the command in it:
 *
 *     ____________________________________________          #==[ Log File ]===========#
 *
 *     *** /var/log/messages                                 # /var/log/messages - Last 500 Lines
 *
 * kubectl's lines say both at once: `==== START logs for container C of pod NS/POD ====`. A line that only looks like
 * one costs little: layers are proven anew by the next lines.
 */
#include "input/section.h"

#include "input/source_paths.h"

#define RULE 40

static bool is_rule(struct ed_str line)
{
    size_t i = 0;

    while (i < line.n && line.p[i] == '_') {
        i++;
    }
    return i == line.n && i >= RULE;
}

/* "START logs for container C of pod NS/POD ====" */
static bool read_kubectl(struct ed_str line, struct ed_meta *ret)
{
    static const struct ed_str start = ED_STR_INIT("==== START logs for container "), of = ED_STR_INIT(" of pod ");
    struct ed_str pod;
    size_t at, slash;

    if (!ed_str_starts(line, ED_STR("==== ")) || !ed_str_ends(line, ED_STR(" ===="))) {
        return false;
    }
    at = ed_str_find(line, of, 0);
    if (ed_str_starts(line, ED_STR("==== END logs for container "))) {
        return true;
    }
    if (!ed_str_starts(line, start) || at == SIZE_MAX || at < start.n) {
        return false;
    }
    ret->container = ed_str_slice(line, start.n, at);
    pod = ed_str_slice(line, at + of.n, line.n - 5);
    slash = ed_str_find_byte(pod, '/', 0);
    ret->pod = ed_str_slice(pod, slash == SIZE_MAX ? 0 : slash + 1, pod.n);
    return true;
}

enum ed_section ed_section_of(struct ed_str line, enum ed_section before, struct ed_meta *ret_meta)
{
    struct ed_meta meta = ed_meta_none;
    size_t marker = ed_str_starts(line, ED_STR("*** ")) ? 4 : ed_str_starts(line, ED_STR("# ")) ? 2 : 0;

    if (read_kubectl(line, &meta) || is_rule(line) ||
        (ed_str_starts(line, ED_STR("#==[ ")) && ed_str_find(line, ED_STR(" ]=="), 0) != SIZE_MAX)) {
        *ret_meta = meta;
        return ED_SECTION_BEGINS;
    }
    if (before == ED_SECTION_BEGINS && marker) {
        struct ed_str path = ed_str_slice(line, marker, line.n);

        *ret_meta = ed_path_tell(ed_str_cut(&path, ' ')).meta;
        return ED_SECTION_NAMED;
    }
    return ED_SECTION_NONE;
}
