/*
 * section.h: lines that part a file made of several: what stands behind one may be of another format, and of someone
 * else. nvidia-bug-report.log, SUSE's supportconfig, kubectl cluster-info dump.
 */
#ifndef ED_INPUT_SECTION_H
#define ED_INPUT_SECTION_H

#include "input/message.h"

enum ed_section {
    ED_SECTION_NONE,
    ED_SECTION_BEGINS, /* all that was known of the lines before is over */
    ED_SECTION_NAMED   /* it names what follows, in a section that began just before */
};

/* What kind of line it is. before: of the line before it, blank ones left out. *ret_meta, which is not touched for
   ED_SECTION_NONE, is what it tells of the lines behind it: views into the line. */
enum ed_section ed_section_of(struct ed_str line, enum ed_section before, struct ed_meta *ret_meta);

/* Whether a line may be one: by its first byte. */
static inline bool ed_section_may(struct ed_str line)
{
    return line.n >= 4 && (line.p[0] == '=' || line.p[0] == '#' || line.p[0] == '_' || line.p[0] == '*');
}

#endif
