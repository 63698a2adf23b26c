/*
 * load.h: message templates from files: error records or anything with their keys (JSON, NDJSON, packed or not,
 * folders of them), and lists of "file-name TAB template" (.txt).
 */
#ifndef ED_TESTS_DIFF_LOAD_H
#define ED_TESTS_DIFF_LOAD_H

#include "base/map.h"
#include "base/vec.h"
#include "make.h"

struct loaded {
    struct ed_str file;             /* its ending tells the dialect */
    struct ed_str message, pattern; /* errorMessage, and messagePattern or ED_STR_NONE */
};

struct load {
    ED_VEC(struct loaded) templates; /* distinct by message, pattern and ending */
    uint64_t read;                   /* with those that stood there before */
    struct ed_arena arena;
    struct ed_map seen;
};

void load_init(struct load *load);
void load_done(struct load *load);
/* Ends the program when a path cannot be read or holds what is no template. */
void load_paths(struct load *load, const char *const *paths, size_t npaths);
/* `n` more templates, made of those there by exchanging some of their words: near to each other and to the others. */
void load_recombine(struct load *load, struct dice *dice, size_t n);
/* "c" of "src/a.c"; empty without an ending. */
struct ed_str load_ending(struct ed_str file);

#endif
