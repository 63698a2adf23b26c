/*
 * asked.c: a line is masked or held against the grammar once; those that are like it, figures aside, are told by their
 * key. Answers are kept in a small table, where a later one may drive an earlier one out: all of it is a cache.
 */
#include "diag/asked.h"

#include "base/limits.h"
#include "diag/mask.h"

#define MEMOS 4096

struct ed_asker {
    const struct ed_grammar *grammar;
    const struct ed_alarm *alarm;
    struct ed_buf headed, plain, words; /* scratch: a line with its program, without colours, its template */
    ED_VEC(struct ed_alarmed) alarmed;  /* by line of the message */
    struct ed_answer memos[MEMOS];      /* by key; of any line */
};

struct ed_asker *ed_asker_new(const struct ed_grammar *grammar, const struct ed_alarm *alarm)
{
    struct ed_asker *asker = ed_alloc_zero(1, sizeof(*asker));

    asker->grammar = grammar;
    asker->alarm = alarm;
    ed_buf_init(&asker->headed, /* max */ 0);
    ed_buf_init(&asker->plain, /* max */ 0);
    ed_buf_init(&asker->words, /* max */ 0);
    return asker;
}

struct ed_asker *ed_asker_like(const struct ed_asker *asker)
{
    return ed_asker_new(asker->grammar, asker->alarm);
}

void ed_asker_free(struct ed_asker *asker)
{
    if (!asker) {
        return;
    }
    ed_buf_done(&asker->headed);
    ed_buf_done(&asker->plain);
    ed_buf_done(&asker->words);
    ed_vec_done(&asker->alarmed);
    ed_free(asker);
}

/* It is marked as an error by the runner or for it. Where lines have no other header than that, those that follow it
   are of its level, too. */
static bool is_command(const struct ed_message *message, size_t line)
{
    const struct ed_line *l = &message->lines[line];

    return l->told.level == ED_LEVEL_ERR && ed_str_ends(l->meta->layers, ED_STR("github-command")) &&
           (line == 0 || l[-1].told.level != ED_LEVEL_ERR || !ed_str_is(l->meta->layers, "github-command"));
}

struct ed_str ed_asker_text(struct ed_asker *asker, const struct ed_message *message, size_t line)
{
    const struct ed_meta *meta = message->lines[line].meta;
    struct ed_str text = ed_str_slice(ed_message_line_text(message, line), 0, ED_LIMIT_TRIAGE_LINE + 1);

    ed_buf_reset(&asker->headed);
    if (meta->ident.n && meta->pid.n && !meta->host.n) { /* "make[2]: *** ": the program's own, and no syslog's */
        ed_buf_printf(&asker->headed, "%.*s[%.*s]: ", ED_STR_ARG(meta->ident), ED_STR_ARG(meta->pid));
    }
    if (is_command(message, line)) {
        ed_buf_text(&asker->headed, "##[error]"); /* as who searches the log will find it */
    }
    if (asker->headed.n) {
        ed_buf_str(&asker->headed, text);
        text = ed_buf_view(&asker->headed);
    }
    return ed_mask_uncolour(text, &asker->plain);
}

/* A path alone, as linters print it above what they found in it. */
static bool is_path(struct ed_str s)
{
    bool slash = false, dot = false;

    s = ed_str_trim(s);
    for (size_t i = 0; i < s.n; i++) {
        if (ed_is_space(s.p[i]) || ed_is_among("=(){}<>|,;\"'", s.p[i])) {
            return false;
        }
        slash |= s.p[i] == '/' || s.p[i] == '\\';
        dot = s.p[i] == '.' || (dot && ed_is_word(s.p[i]));
    }
    return slash && dot && s.n < 300 && s.p[s.n - 1] != '.' && ed_str_find(s, ED_STR("://"), 0) == SIZE_MAX;
}

static struct ed_answer *memo_of(struct ed_asker *asker, struct ed_str text)
{
    uint64_t key = ed_mask_key(text) | 1;
    struct ed_answer *memo = &asker->memos[key >> 1 & (MEMOS - 1)];

    if (memo->key != key) {
        *memo = (struct ed_answer){.key = key, .row = ed_grammar_find(asker->grammar, text), .path = is_path(text)};
    }
    return memo;
}

static void find_hash(struct ed_asker *asker, struct ed_str text, struct ed_answer *memo)
{
    if (memo->hash == 0) {
        ed_buf_reset(&asker->words);
        ed_mask(text, &asker->words);
        memo->hash = ed_str_hash(ed_buf_view(&asker->words), /* seed */ 0) | 1;
    }
}

struct ed_answer ed_asker_ask(struct ed_asker *asker, const struct ed_message *message, size_t line)
{
    struct ed_answer answer = *memo_of(asker, ed_str_trim(ed_asker_text(asker, message, line)));

    answer.line = line;
    return answer;
}

uint64_t ed_asker_hash(struct ed_asker *asker, const struct ed_message *message, size_t line)
{
    struct ed_str text = ed_str_trim(ed_asker_text(asker, message, line));
    struct ed_answer *memo = memo_of(asker, text);

    find_hash(asker, text, memo);
    return memo->hash;
}

/* Whether the word at this place of the text stands alone, and not in a name: tree-kill, error.d.ts, check_error. */
static bool is_word(struct ed_str text, size_t at)
{
    size_t end = at;

    if (at > 0 && ed_is_among("-_./$@", text.p[at - 1])) {
        return false;
    }
    while (end < text.n && ed_is_alpha(text.p[end])) {
        end++;
    }
    return end == text.n || !ed_is_among("-_/(=", text.p[end])
               ? end + 1 >= text.n || text.p[end] != '.' || !ed_is_word(text.p[end + 1])
               : false;
}

/* Of each line of the message; they are zeros before. */
static void find_alarms(const struct ed_asker *asker, const struct ed_message *message, struct ed_alarmed *ret_lines)
{
    const struct ed_marks *marks = message->marks;
    size_t at = 0, line = 0, next = 0;

    for (size_t i = 0; message->levels & ED_LEVELS_LOUD && i < message->nlines; i++) {
        ret_lines[i].loud = ret_lines[i].alarm = 1u << message->lines[i].told.level & ED_LEVELS_LOUD;
    }
    for (;;) {
        if (marks) {
            at = next < marks->alarms.n ? marks->alarms.v[next++] : SIZE_MAX;
        } else {
            at = ed_alarm_find(asker->alarm, message->text, next);
            next = at == SIZE_MAX ? at : at + 1;
        }
        if (at == SIZE_MAX) {
            return;
        }
        while (line + 1 < message->nlines && message->lines[line + 1].start <= at) {
            line++;
        }
        if (!(1u << message->lines[line].told.level & ED_LEVELS_CALM)) {
            ret_lines[line].alarm = true;
            ret_lines[line].word |= is_word(message->text, at);
        }
    }
}

/* Whether triage may count the line, whatever stands around it. */
static bool may_tell(const struct ed_answer *answer)
{
    return answer->row ? ed_part_tells(answer->row->part) : !answer->path;
}

void ed_asker_run(struct ed_asker *asker, const struct ed_message *message, struct ed_answers *answers)
{
    ed_vec_reserve(&asker->alarmed, message->nlines);
    memset(asker->alarmed.v, 0, message->nlines * sizeof(asker->alarmed.v[0]));
    find_alarms(asker, message, asker->alarmed.v);
    for (size_t i = 0; i < message->nlines; i++) {
        if (asker->alarmed.v[i].alarm) {
            struct ed_str text = ed_str_trim(ed_asker_text(asker, message, i));
            struct ed_answer *memo = memo_of(asker, text), *answer = ed_vec_add(answers);

            if (may_tell(memo)) {
                find_hash(asker, text, memo);
            }
            *answer = *memo;
            answer->line = i;
            answer->alarmed = asker->alarmed.v[i];
        }
    }
}
