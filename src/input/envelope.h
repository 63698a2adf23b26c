/*
 * envelope.h: one layer around a log line: how it is recognised and taken off. Layers are pure: bytes in, views out; no
 * I/O, no clock, no state. A layer is one file env_NAME.c, or one of a family's in env_FAMILY.c; envelope.c lists them.
 */
#ifndef ED_INPUT_ENVELOPE_H
#define ED_INPUT_ENVELOPE_H

#include "input/clean.h"
#include "input/heads.h"
#include "input/message.h"

/* What a layer made of a line. Views point into the line or into the arena. Zeros and ed_told_none but for `paint` and
   what the layer told. */
struct ed_peel {
    struct ed_told told;
    struct ed_paint paint; /* given to the layer: how the end of the line was printed */
    struct ed_str body;    /* what is left; shorter than the line unless decoded */
    struct ed_str witness; /* what lines of one source have in common under this layer (a host), when not sure */
    size_t continuation; /* blanks that continuation lines are indented by under this header (journal short); 0 none */
    bool tabbed;         /* continuation lines begin with a TAB, which is not theirs */
    uint8_t variant;     /* which of the layer's variants it is of, 1-based; 0 for a layer without */
    bool sure;           /* this line alone proves the layer. Else three lines of a source must agree */
    bool shy;            /* text without any layer may look like this: few lines alone prove nothing */
    bool weak;           /* of this layer only if other lines have proven it; proves nothing itself */
    bool decoded;        /* the body is not a part of the line: it may hold line breaks and escape sequences */
    bool partial;        /* the body's last line goes on in the next entry of the same stream */
    bool continues;      /* the body goes on where the stream's line before ended */
    bool silent;         /* the entry has no text at all */
    bool again;          /* it has no text: the line before it in the source came told.repeat times more */
    bool restated;       /* it only restates what was or will be said (a script that is shown before it runs) */
    bool opens;          /* the line begins an entry of several, which the layer's framing reads; with nothing else */
    bool before_shown;   /* the lines behind it may only show what runs; ed_layer.shows is asked about the next */
    bool repeats;        /* it only restates, if a line of the same text came before it (a summary of errors) */
    bool truncated;      /* the text arrived cut, or did not arrive */
    bool undecoded;      /* with false: it is of this layer, and broken */
    /* Of a framing's entry: its lines as they came, each with '\n', views into the state. Read one by one, as if the
       framing had never begun, when finish says false or no other layer goes on where this one ends. */
    struct ed_str lines;
};

/* A raw line on its way to a framing. */
struct ed_frame_line {
    struct ed_str text;  /* without its end; a long line comes in pieces */
    struct ed_str bytes; /* with its end and all that it holds; may lack zeros at its front */
    uint64_t at;         /* where `bytes` begin in the source; more than where the last ended: zeros stand between */
    bool begins, ends;   /* both, but for a piece */
};

enum ed_frame_step {
    ED_FRAME_MORE,  /* the line is of the entry, which goes on */
    ED_FRAME_ENTRY, /* the line is the entry's last */
    ED_FRAME_NEXT, /* the same, and the state goes on with the next line: a table, whose columns its first line names */
    ED_FRAME_BEFORE /* the entry ended before this line, which is still to be read */
};

/* How entries that stand on several raw lines are read (journal export, JSON spread over lines). The state is the only
   one a layer has, and lives for one entry, or for those of one table. */
struct ed_framing {
    void *(*begin)(void);
    void (*end)(void *state);
    /* The next line; the first is the one whose peel said `opens`. Memory is bounded by ED_LIMIT_JSON_VALUE; a line
       too much ends the entry. */
    enum ed_frame_step (*take)(void *state, const struct ed_frame_line *line);
    /* The entry is over, by its own end or the source's: as ed_layer.peel, but told of all lines. `decoded` always.
       false: it is none after all. */
    bool (*finish)(void *state, struct ed_arena *arena, struct ed_meta *meta, struct ed_peel *ret_peel);
};

struct ed_layer {
    const char *name;   /* "journal-short" */
    const char *about;  /* "journalctl's short modes, and syslog files": half a line */
    const char *sample; /* one line of it, or the first lines of an entry */
    /* What its lines begin with, in the letters of heads.h; NULL behind the last. It is asked about no other line, so
       what it must see in the first 16 bytes belongs here. */
    const char *const *heads;
    /* More of those, of lines that look like any text: it is asked about them once it is proven, or when the line came
       in colours, so that they cost nobody else anything. NULL: none. */
    const char *const *late_heads;
    /* Where heads tell too little: whether a line that begins with these letters (heads.h), zeros behind its end, may
       be of it. Asked once about each beginning. NULL: as heads say. */
    bool (*fits)(const uint8_t letters[ED_HEAD_SIZE]);
    /* The header stands once, and continuation lines follow without one (Python logging, sglang). */
    bool carries;
    /* The header says which rank speaks, or that none does: it holds for the lines without one that follow. */
    bool ranks;
    /* Each line is an entry of its own: one that is not of this layer does not belong to the line before. */
    bool whole_lines;
    /* Take the layer off. The line is not empty. false: it is not of this layer, and nothing was written but
       `undecoded`. Adds what it tells to *meta (an inner layer's value wins over an outer one's where both tell the
       same key) and consumes at least one byte. */
    bool (*peel)(const struct ed_layer *layer, struct ed_str line, struct ed_arena *arena, struct ed_meta *meta,
                 struct ed_peel *ret_peel);
    /* A line between those of this layer that only restates others (journalctl's markers and catalog). May be NULL. */
    bool (*restates)(struct ed_str line);
    /* A source is of it from its first lines on, or not at all: when they do not prove it, it is asked no more. For a
       layer whose heads do not tell its lines from all others. */
    bool from_start;
    /* It has lines that repeat others (ed_peel.repeats): those of its sources are remembered. */
    bool repeats;
    /* Whether the lines behind one whose peel said `before_shown`, and whose text was `head`, only restate others up to
       the next line of this layer; told by their first one that is not blank. Not NULL if a peel says it. */
    bool (*shows)(struct ed_str head, struct ed_str line);
    const struct ed_framing *framing;        /* NULL: an entry is a line */
    const struct ed_layer_variant *variants; /* formats that share this layer's peel and are proven each for itself */
    unsigned nvariants;
};

struct ed_layer_variant {
    const char *name, *about, *sample;
};

#define ED_LAYER_HEADS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* All layers, outermost kinds first, at most ED_LAYERS_ALL_MAX. NULL behind the last. */
const struct ed_layer *const *ed_layers(void);

#define ED_LAYERS_ALL_MAX 64
/* What a source is made of: a layer without variants, or a variant of one. */
#define ED_KINDS_MAX 256

/* Layers on one line. Real stacks are 6 deep; each takes at least one byte. */
#define ED_LAYERS_MAX 8

extern const struct ed_layer ed_env_journal_json, ed_env_journal_short, ed_env_journal_monotonic, ed_env_journal_export,
    ed_env_journal_verbose, ed_env_json_seq, ed_env_json_sse, ed_env_json_spread;
extern const struct ed_layer ed_env_syslog_frame, ed_env_syslog_5424, ed_env_syslog_priority, ed_env_syslog_host,
    ed_env_syslog_repeat, ed_env_cisco, ed_env_cef, ed_env_dmesg, ed_env_kmsg, ed_env_console, ed_env_audit;
extern const struct ed_layer ed_env_sglang, ed_env_logger, ed_env_timestamp;
/* CI */
extern const struct ed_layer ed_env_gh, ed_env_github, ed_env_ci_command, ed_env_act, ed_env_gitlab, ed_env_ci_fold,
    ed_env_jenkins, ed_env_teamcity, ed_env_ci_json, ed_env_buildkit;
/* Containers */
extern const struct ed_layer ed_env_docker_json, ed_env_docker_api, ed_env_docker_details, ed_env_compose, ed_env_cri,
    ed_env_kubectl, ed_env_stern, ed_env_stern_all, ed_env_fluent, ed_env_heroku, ed_env_cloud_foundry;
/* Structured logs */
extern const struct ed_layer ed_env_postgres_csv, ed_env_postgres_json, ed_env_json, ed_env_json_list, ed_env_logfmt,
    ed_env_logrus_tty, ed_env_csv, ed_env_aws_tail, ed_env_lambda, ed_env_logcli;

/* Add what an inner layer told. A time that is known is not replaced by one whose zone or year is not. */
void ed_told_add(struct ed_told *told, const struct ed_told *inner);

#endif
