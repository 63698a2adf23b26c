/*
 * words.h: text as full-text search sees it. For kb/ alone.
 */
#ifndef ED_KB_WORDS_H
#define ED_KB_WORDS_H

#include "base/arena.h"
#include "record/record.h"
#include "store/search.h"

/* The text with blanks around every character of a script that is written without them (from U+2E80 on), so that FTS5's
   tokenizer makes each a word. The same view when there is none, else a copy in the arena. */
struct ed_str ed_words_spaced(struct ed_str text, struct ed_arena *arena);
/* What of a record is searched: filler is left out. Views of the record or texts in the arena. */
void ed_words_of_record(const struct ed_record *record, struct ed_arena *arena, struct ed_search_text *ret_text);

/* The next word of a text that went through ed_words_spaced: a run of ASCII letters, digits and of bytes over 0x7F, as
   FTS5's unicode61 cuts it but for non-ASCII punctuation, which it then cuts itself. false at the end. */
bool ed_words_next(struct ed_str text, size_t *at, struct ed_str *ret_word);

#endif
