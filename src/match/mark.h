/*
 * mark.h: the one pass over the raw bytes of a log: all that base/marks.h names, found together. Whoever takes a text
 * apart afterwards looks at marked places only.
 */
#ifndef ED_MATCH_MARK_H
#define ED_MATCH_MARK_H

#include "base/marks.h"
#include "match/alarm.h"
#include "match/index.h"

/* What is looked for; both are borrowed, and only read. */
struct ed_marking {
    const struct ed_index *index;
    const struct ed_alarm *alarm; /* NULL: no words of error */
};

/* Add the marks of a text that stands alone (of less than 2^31 bytes). `alarms` are the places that ed_alarm_find
   yields one after the other, each time asked from behind the last one. Reads no byte behind the text's end. */
void ed_mark_text(const struct ed_marking *marking, struct ed_str text, struct ed_marks *marks);
/* The same as the input layer asks for it. The marking must outlive it. */
struct ed_marker ed_marking_marker(const struct ed_marking *marking);

#endif
