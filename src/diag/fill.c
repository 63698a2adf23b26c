/*
 * fill.c: see fill.h. Quoting is the shell's own strong one: everything between ' and ', a ' itself as '\''. Nothing in
 * such a text has a meaning to a shell, so what is left to refuse is what steers a terminal or the command itself.
 */
#include "diag/fill.h"

#include "base/utf8.h"

void ed_fact_put(struct ed_buf *buf, const struct ed_fact *fact)
{
    switch (fact->kind) {
    case ED_FACT_INTEGER:
        ed_buf_printf(buf, "%" PRId64, fact->integer);
        break;
    case ED_FACT_REAL:
        ed_buf_printf(buf, "%.10g", fact->real);
        break;
    case ED_FACT_TEXT:
        ed_buf_str(buf, fact->text);
        break;
    case ED_FACT_NULL:
        ed_buf_text(buf, "unknown");
        break;
    }
}

static const struct ed_fact *fact_of(const struct ed_fact_rows *rows, size_t row, struct ed_str column)
{
    for (size_t i = 0; rows && row < rows->nrows && i < rows->ncols; i++) {
        if (ed_str_eq(rows->names[i], column)) {
            return &rows->facts[row * rows->ncols + i];
        }
    }
    return NULL;
}

void ed_fill_sentence(struct ed_buf *buf, struct ed_str sentence, const struct ed_fact_rows *rows, size_t row)
{
    for (size_t i = 0; i < sentence.n;) {
        struct ed_str name;
        size_t n = ed_slot_at(sentence, i, &name);
        const struct ed_fact *fact = n ? fact_of(rows, row, name) : NULL;

        if (fact) {
            ed_fact_put(buf, fact);
            i += n;
        } else {
            ed_buf_byte(buf, sentence.p[i++]);
        }
    }
}

static bool steers(struct ed_str s)
{
    size_t n;

    for (size_t i = 0; i < s.n; i += n) {
        uint32_t cp = ed_utf8_next(ed_str_slice(s, i, s.n), &n);

        if (cp == ED_UTF8_BAD || ed_utf8_steers(cp)) {
            return true;
        }
    }
    return false;
}

/* Why the value must not stand there; NULL: it may. */
static const char *unfit(const struct ed_fact *fact, struct ed_str value, bool in_front, bool kill)
{
    if (!fact || fact->kind == ED_FACT_NULL || value.n == 0) {
        return "a value for it is not known";
    }
    if (kill && (fact->kind != ED_FACT_INTEGER || fact->integer <= 1)) {
        return "what it would signal is no process of its own";
    }
    if (steers(value)) {
        return "a value holds control characters or is no UTF-8";
    }
    return in_front && value.p[0] == '-' ? "a value would be taken for an option" : NULL;
}

static const char *fill_argument(struct ed_buf *argument, struct ed_str form, const struct ed_fact_rows *rows,
                                 size_t row, bool kill)
{
    const char *why = NULL;

    for (size_t i = 0; i < form.n && !why;) {
        struct ed_str name;
        size_t n = ed_slot_at(form, i, &name), from = argument->n;

        if (n == 0) {
            ed_buf_byte(argument, form.p[i++]);
            continue;
        }
        const struct ed_fact *fact = fact_of(rows, row, name);

        if (fact) {
            ed_fact_put(argument, fact);
        }
        why = unfit(fact, ed_str_slice(ed_buf_view(argument), from, argument->n), i == 0, kill);
        i += n;
    }
    return why;
}

bool ed_fill_command(struct ed_buf *buf, struct ed_strs command, const struct ed_fact_rows *rows, size_t row, bool kill,
                     const char **ret_why)
{
    struct ed_buf argument, all;
    const char *why = NULL;

    ed_buf_init(&argument, /* max= */ 0);
    ed_buf_init(&all, /* max= */ 0);
    for (size_t i = 0; i < command.n && !why; i++) {
        ed_buf_reset(&argument);
        why = fill_argument(&argument, command.v[i], rows, row, kill);
        ed_buf_text(&all, i ? " " : "");
        ed_shell_quote(&all, ed_buf_view(&argument));
    }
    if (!why) {
        ed_buf_str(buf, ed_buf_view(&all));
    }
    ed_buf_done(&argument);
    ed_buf_done(&all);
    *ret_why = why;
    return !why;
}

void ed_shell_quote(struct ed_buf *buf, struct ed_str argument)
{
    bool plain = argument.n > 0;

    for (size_t i = 0; i < argument.n && plain; i++) {
        plain = ed_is_word(argument.p[i]) || ed_is_among("@%+=:,./-", argument.p[i]);
    }
    if (plain) {
        ed_buf_str(buf, argument);
        return;
    }
    ed_buf_byte(buf, '\'');
    for (size_t i = 0; i < argument.n; i++) {
        if (argument.p[i] == '\'') {
            ed_buf_text(buf, "'\\''");
        } else {
            ed_buf_byte(buf, argument.p[i]);
        }
    }
    ed_buf_byte(buf, '\'');
}

void ed_shell_join(struct ed_buf *buf, struct ed_strs command)
{
    for (size_t i = 0; i < command.n; i++) {
        struct ed_str name, argument = command.v[i];

        ed_buf_text(buf, i ? " " : "");
        if (ed_slot_find(argument, &name) != SIZE_MAX) { /* {pid} is read by a person */
            ed_buf_str(buf, argument);
        } else {
            ed_shell_quote(buf, argument);
        }
    }
}

bool ed_fill_plain(struct ed_str value)
{
    for (size_t i = 0; i < value.n; i++) {
        if (!ed_is_word(value.p[i]) && !ed_is_among(".:@\\-", value.p[i])) {
            return false;
        }
    }
    return value.n > 0 && value.n <= 128 && value.p[0] != '-';
}
