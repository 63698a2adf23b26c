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
/* Characters of a number: cJSON reads no more than these, and no double needs them. */
#define ED_LIMIT_JSON_NUMBER 63
/* Problems that are listed for one record; more only repeat what the first ones say. */
#define ED_LIMIT_PROBLEMS 32
/* One string of a record: solutions and documentation are pages at most. */
#define ED_LIMIT_RECORD_STRING (1 * ED_MIB)

/* A message template or pattern; the longest upstream is 500 characters, hand-written ones are allowed more. */
#define ED_LIMIT_PATTERN (16 * ED_KIB)
/* Holes of a pattern. PCRE2 allows 65535 groups; a message with more than this is a page, not a message. */
#define ED_LIMIT_HOLES 64
/* The source of one placeholder; the longest expression seen in one is under 200 bytes. Bounds the search for its end.
 */
#define ED_LIMIT_PLACEHOLDER 512
/* PCRE2 limits of one confirm: steps, backtracking depth, heap in KiB. A hole costs a step a byte, so a line of
   ED_LIMIT_MESSAGE must stay below it; the JIT does some 500 M steps a second, so a confirm ends within about 10 ms. */
#define ED_LIMIT_MATCH_STEPS    4000000u
#define ED_LIMIT_MATCH_DEPTH    10000u
#define ED_LIMIT_MATCH_HEAP_KIB 8192u
/* Bytes that all searches for the text behind a hole may read in one confirm. PCRE2 counts its limits anew at every
   place where a match could begin; this one bounds a line that holds a pattern's first words many times and never its
   last. */
#define ED_LIMIT_MATCH_SCAN (4 * ED_MIB)
/* Items that a record's own regex may try in one confirm, at all places together: so many, and so many more a byte of
   the text. One that begins with a hole and stands on lines of 200 bytes needs some 300 a byte; an item costs
   5 to 10 ns, so the worst regex still reads some 200 kB a second. */
#define ED_LIMIT_MATCH_ITEMS      ((size_t)1000000)
#define ED_LIMIT_MATCH_ITEMS_BYTE ((size_t)512)
/* Words of a record that a text of nearly its wording is held against; the longest upstream message has about 80. */
#define ED_LIMIT_WORDING 128
/* Words of a text that are held against one record's at once: a line of a log and a few around it have under 200. */
#define ED_LIMIT_NEAR_WORDS 512
/* Records that may share a word pair, or an error code, and still be looked up by it. What more have in common tells
   none of them. */
#define ED_LIMIT_NEAR_SHARED 64
/* Records that are held against one text in full, those that share most with it. */
#define ED_LIMIT_NEAR_TRIED 8
/* The JIT's own stack, a match thread. */
#define ED_LIMIT_JIT_STACK (512 * ED_KIB)

/* A message (matching.md section 5): longer ones are scanned in overlapping windows. */
#define ED_LIMIT_MESSAGE (1 * ED_MIB)
/* What a window repeats of the one before it: no pattern's text and no trace's head is longer than this in practice. */
#define ED_LIMIT_OVERLAP (16 * ED_KIB)
/* And lines of it: a trace deeper than this repeats itself. */
#define ED_LIMIT_OVERLAP_LINES 64
/* A run is handed out when it has this much text, which fits the L2 cache beside the index; */
#define ED_LIMIT_WINDOW (256 * ED_KIB)
/* or this many lines: each carries a table entry and, at worst, metadata of its own. */
#define ED_LIMIT_WINDOW_LINES 16384
/* A line that is longer is taken in pieces: only its head can be a header. */
#define ED_LIMIT_LINE_PIECE (64 * ED_KIB)
/* Lines of a block that a CI server shows before it runs: GitHub takes no script of more than 21,000 characters. What
   is longer is taken for output; */
#define ED_LIMIT_SHOWN_LINES 4096
/* and what is kept of the line before it, to know the block by: the first line of that script. */
#define ED_LIMIT_SHOWN_HEAD (4 * ED_KIB)
/* A terminal's control string (title, hyperlink); longer ones are text that happens to hold an escape. */
#define ED_LIMIT_ESCAPE (4 * ED_KIB)
/* A line that is kept as it came beside what its layers left of it: a header and the message behind it. */
#define ED_LIMIT_RAW_LINE (16 * ED_KIB)
/* Blocks of raw bytes that are read ahead of the lines, so that other threads can mark them; each is 128 KiB, or as
   much as one line of JSON. */
#define ED_LIMIT_BLOCKS 4
/* All streams' pending text and tables together; the stream that was silent longest is flushed when it is reached.
   Lines of one message come within moments of each other, so what others say between them is far less; and what is
   pending should stay in the second-level cache, for a log of many streams turns to another one with every line. */
#define ED_LIMIT_PENDING (2 * ED_MIB)

/* Threads of one run; more only wait for the one that reads. */
#define ED_LIMIT_THREADS 64
/* What a thread matches at a time: some hundred microseconds' work, so that handing it over costs nothing; */
#define ED_LIMIT_BATCH (256 * ED_KIB)
/* and how many of these there are a thread: one at work, and two behind or in front of it, so that nobody waits for a
   slow one. With metadata a batch takes some MiB at most. */
#define ED_LIMIT_BATCHES 3

/* What one compressed file or archive, or a member of it, may unpack to, and its ratio to what was read, before it is
   called a bomb. */
#define ED_LIMIT_UNPACKED     ((uint64_t)64 * 1024 * ED_MIB)
#define ED_LIMIT_UNPACK_RATIO 500
/* Output below this is no bomb whatever its ratio: a log of one repeated line packs that well. */
#define ED_LIMIT_UNPACK_FREE ((uint64_t)64 * ED_MIB)
/* Archives inside archives. */
#define ED_LIMIT_ARCHIVE_DEPTH 3
/* Components of a path that are held against the rules of data/envelopes/paths.tsv: a folder that is walked, and
   archives in it. */
#define ED_LIMIT_PATH_COMPONENTS 128
/* Memory that reading one xz or lzma stream may take: the largest dictionary of its presets (-9) needs 65 MiB. */
#define ED_LIMIT_XZ_MEMORY ((uint64_t)96 * ED_MIB)
/* A message of a binary journal that is longer is read in part: as much as one JSON value may be when each of its bytes
   becomes a number. */
#define ED_LIMIT_JOURNAL_FIELD (1 * ED_MIB)
/* Depth of a folder that is walked; a loop of links is not followed at all. */
#define ED_LIMIT_FOLDER_DEPTH 64

/* Evidence beside a log (diag/facts.h). One output, or file of outputs: what tells something is the head of it, and a
   machine with thousands of processes prints less; */
#define ED_LIMIT_EVIDENCE_OUTPUT (2 * ED_MIB)
/* all of them together; */
#define ED_LIMIT_EVIDENCE_TOTAL (64 * ED_MIB)
/* and how many files are looked at. */
#define ED_LIMIT_EVIDENCE_FILES 4096
/* Values of one output that another command is run for, as the cgroup of each process on a GPU: more is no evidence but
   a crowd. */
#define ED_LIMIT_EVIDENCE_EACH 64
/* Seconds that one command may take when evidence is collected; nvidia-smi takes 10 on a machine with sick GPUs. */
#define ED_LIMIT_COLLECT_SECONDS 20
/* Rows of all tables of facts: every process and open file of a busy machine. */
#define ED_LIMIT_FACT_ROWS 100000
/* One value: a name, a number, the head of a command line; and columns of one table. */
#define ED_LIMIT_FACT_TEXT    (1 * ED_KIB)
#define ED_LIMIT_FACT_COLUMNS 24
/* One question to them in SQL: its text, */
#define ED_LIMIT_FACT_SQL (16 * ED_KIB)
/* the longest text or row that it may make: with the steps this bounds the memory that it takes; */
#define ED_LIMIT_FACT_LENGTH (4 * ED_KIB)
/* steps of SQLite's machine: a join of a thousand processes with a hundred others takes under one million; */
#define ED_LIMIT_FACT_STEPS 2000000u
/* its time; */
#define ED_LIMIT_FACT_MICROSECONDS 1000000u
/* and the rows of its answer that are kept as proof. */
#define ED_LIMIT_FACT_PROOF 20
/* Findings of one run whose playbooks are asked, the first in the order of reading. */
#define ED_LIMIT_INQUIRIES 50
/* A playbook's parts: evidence, checks, steps. It is written by hand and read by a person in a hurry. */
#define ED_LIMIT_PLAYBOOK_PARTS 64
/* Steps that one check's rows are made into: nobody kills more processes by hand. */
#define ED_LIMIT_EVIDENCE_STEPS 8
/* Rows of all other findings' values that a check may ask for. */
#define ED_LIMIT_FACT_OTHERS 1000

/* Sources that ended early or were passed over, listed by name in one report; later ones are counted. */
#define ED_LIMIT_NOTES 100
/* Hits on one text that are weighed against each other at once; more only come from text made to overlap. */
#define ED_LIMIT_CLUSTER 4096
/* Distinct findings kept in one run; later ones are counted and said. */
#define ED_LIMIT_FINDINGS 10000
/* A file of accepted findings: as many as a report holds, each with some long values. */
#define ED_LIMIT_ACCEPT (16 * ED_MIB)
/* Distinct sources (host, unit, pid, rank) kept for one finding. */
#define ED_LIMIT_FINDING_SOURCES 64
/* The text of a match that is kept for the report. */
#define ED_LIMIT_FINDING_TEXT (8 * ED_KIB)
/* And of the text in front of it: the frames of a trace tell who raised it. */
#define ED_LIMIT_FINDING_CONTEXT (4 * ED_KIB)

/* Templates of lines that no record describes, kept at once; the lesser half makes room. A report shows some dozens. */
#define ED_LIMIT_TEMPLATES 2048
/* Lines that are kept around the first of a template, with other wordings of it; */
#define ED_LIMIT_TEMPLATE_LINES 48
/* their text in all: at most 24 MiB with all templates; */
#define ED_LIMIT_TEMPLATE_TEXT (12 * ED_KIB)
/* and of one line: nobody reads more. */
#define ED_LIMIT_TRIAGE_LINE 2000
/* Bytes of text that triage shows when nothing else is asked for, and at most. */
#define ED_LIMIT_TRIAGE      8000
#define ED_LIMIT_TRIAGE_MOST ((size_t)1 * ED_MIB)
/* Templates of a good run that are remembered, 8 bytes each. */
#define ED_LIMIT_BASELINE ((size_t)4 * ED_MIB)

#endif
