/*
 * confirm_code.c: how every regex of errdex is compiled.
 *
 * Bytes unless the regex speaks of characters, since logs hold any bytes. Only \n ends a line. ^ and $ stand at the
 * ends of lines, so that a pattern means the same in a line, in a message of many, and in the part of a text that is
 * searched; a $ that looked past a last line end would not.
 *
 * A record's own regex has a callout in front of each of its items: there its work is counted (confirm.c).
 */
#include "match/confirm_code.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "match/pattern.h"

/* Groups in groups of a foreign regex; PCRE2's compiler recurses. */
#define PARENS_NEST 64

/* PCRE2 answers NULL when memory cannot be had; there is nothing else it could mean at these calls. */
static void *must(void *p)
{
    if (p == NULL) {
        ed_alloc_failed(sizeof(void *));
    }
    return p;
}

pcre2_match_context *ed_code_context(void)
{
    pcre2_match_context *context = must(pcre2_match_context_create(NULL));

    pcre2_set_match_limit(context, ED_LIMIT_MATCH_STEPS);
    pcre2_set_depth_limit(context, ED_LIMIT_MATCH_DEPTH);
    pcre2_set_heap_limit(context, ED_LIMIT_MATCH_HEAP_KIB);
    return context;
}

pcre2_code *ed_code_compile(struct ed_str regex, unsigned flags, struct ed_err *err)
{
    uint32_t options = PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C | PCRE2_USE_OFFSET_LIMIT;
    pcre2_compile_context *context = must(pcre2_compile_context_create(NULL));
    pcre2_code *code;
    PCRE2_SIZE offset;
    int number;
    PCRE2_UCHAR words[160];

    options |= flags & ED_PATTERN_CUSTOM ? PCRE2_AUTO_CALLOUT : 0;
    options |= flags & ED_PATTERN_UTF ? PCRE2_UTF | PCRE2_MATCH_INVALID_UTF : PCRE2_NEVER_UTF;
    pcre2_set_newline(context, PCRE2_NEWLINE_LF);
    pcre2_set_max_pattern_length(context, 8 * ED_LIMIT_PATTERN);
    pcre2_set_parens_nest_limit(context, PARENS_NEST);
    code = pcre2_compile((PCRE2_SPTR)regex.p, regex.n, options, &number, &offset, context);
    pcre2_compile_context_free(context);
    if (code == NULL) {
        if (pcre2_get_error_message(number, words, sizeof(words)) < 0) {
            words[0] = '\0';
        }
        (void)ed_err_set(err, ED_ERR_INPUT, "the pattern does not compile: %s (at byte %zu)", (char *)words, offset);
    }
    return code;
}
