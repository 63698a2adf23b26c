/*
 * syslog.h: the grammar that several layers of the syslog family share.
 */
#ifndef ED_INPUT_SYSLOG_H
#define ED_INPUT_SYSLOG_H

#include "input/envelope.h"

/* "<11>", facility * 8 + severity: bytes taken, or 0. */
size_t ed_syslog_priority(struct ed_str s, enum ed_level *ret_level);
/* "May  5 12:00:00", "May 05 12:00:00.123", "May  5 2025 12:00:00", the month in three letters: bytes taken, or 0. */
size_t ed_syslog_date(struct ed_str s);
/* That, or a date and time with a T and a zone: bytes taken, or 0. *ret_form: what is known of it. */
size_t ed_syslog_time(struct ed_str s, enum ed_time_form *ret_form);
/* A host's name or address at the front: bytes, maybe 0. */
size_t ed_syslog_host(struct ed_str s);
/* "trainer[4711]: ": bytes taken, or 0. */
size_t ed_syslog_ident(struct ed_str s, struct ed_str *ret_ident, struct ed_str *ret_pid);
/* "123: ", which devices count their messages with: bytes taken, or 0. */
size_t ed_syslog_sequence(struct ed_str s);
/* "CEF:0|" or "LEEF:2.0|", the body of a security product; it comes behind headers without an ident. */
bool ed_syslog_is_event(struct ed_str s);
/* "%LINK-3-UPDOWN: ", how Cisco's messages begin; *ret_level: its severity. */
bool ed_syslog_is_cisco(struct ed_str s, enum ed_level *ret_level);
/* "last message repeated 3 times", between dashes on one system: the number; 0 when it is not that. */
uint32_t ed_syslog_last_repeated(struct ed_str s);
/* A number at the front of s that ends with `end`, as "3 times": the number; 0 when there is none. */
uint32_t ed_syslog_times(struct ed_str s, struct ed_str end);
/* Undo rsyslog's #ooo in the body: each control character was written as three octal figures. Only where one of the
   three is there that programs really print: line feed, tab, escape. */
void ed_syslog_unescape(struct ed_arena *arena, struct ed_peel *ret);

#endif
