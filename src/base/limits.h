/*
 * limits.h: every cap of the program, with its reason. A limit that is reached is said, never silent.
 */
#ifndef ED_BASE_LIMITS_H
#define ED_BASE_LIMITS_H

#define ED_KIB ((size_t)1024)
#define ED_MIB (ED_KIB * 1024)

/* One JSON value of an ingested source (a record with all its text). The largest upstream record is under 100 kB. */
#define ED_LIMIT_JSON_VALUE (8 * ED_MIB)
/* Nesting of a JSON value; cJSON recurses, and its own cap is 1000. A record nests 3 deep. */
#define ED_LIMIT_JSON_DEPTH 64
/* Problems that are listed for one record; more only repeat what the first ones say. */
#define ED_LIMIT_PROBLEMS 32
/* One string of a record: solutions and documentation are pages at most. */
#define ED_LIMIT_RECORD_STRING (1 * ED_MIB)

/* A message template or pattern; the longest upstream is 500 characters, hand-written ones are allowed more. */
#define ED_LIMIT_PATTERN (16 * ED_KIB)
/* Holes of a pattern. PCRE2 allows 65535 groups; a message with more than this is a page, not a message. */
#define ED_LIMIT_HOLES 64
/* PCRE2 limits of one confirm: steps, backtracking depth, heap in KiB. At about 100 M steps a second a confirm ends in 10 ms. */
#define ED_LIMIT_MATCH_STEPS 1000000u
#define ED_LIMIT_MATCH_DEPTH 10000u
#define ED_LIMIT_MATCH_HEAP_KIB 8192u
/* The JIT's own stack, a match thread. */
#define ED_LIMIT_JIT_STACK (512 * ED_KIB)

/* A message (matching.md section 5): longer ones are scanned in overlapping windows. */
#define ED_LIMIT_MESSAGE (1 * ED_MIB)
/* What a window repeats of the one before it: no pattern's text and no trace's head is longer than this in practice. */
#define ED_LIMIT_OVERLAP (16 * ED_KIB)
/* All streams' pending text together; the oldest stream is flushed when it is reached. */
#define ED_LIMIT_PENDING (16 * ED_MIB)

/* What one compressed or archived member may unpack to, and its ratio to what was read, before it is called a bomb. */
#define ED_LIMIT_UNPACKED ((uint64_t)64 * 1024 * ED_MIB)
#define ED_LIMIT_UNPACK_RATIO 2000
/* Archives inside archives. */
#define ED_LIMIT_ARCHIVE_DEPTH 3
/* Depth of a folder that is walked; a loop of links is not followed at all. */
#define ED_LIMIT_FOLDER_DEPTH 64

/* Distinct findings kept in one run; later ones are counted and said. */
#define ED_LIMIT_FINDINGS 10000
/* Distinct sources (host, unit, pid, rank) kept for one finding. */
#define ED_LIMIT_FINDING_SOURCES 64
/* The text of a match that is kept for the report. */
#define ED_LIMIT_FINDING_TEXT (8 * ED_KIB)

#endif
