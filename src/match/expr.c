/*
 * expr.c: one compiled expression with its match data, compiled as all of errdex's are (confirm_code.h). Foreign lines
 * and, where somebody names a playbook of their own, foreign expressions: the limits hold for both.
 */
#include "match/expr.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "match/confirm_code.h"

struct ed_expr {
    pcre2_code *code;
    pcre2_match_data *data;
    pcre2_match_context *context;
};

struct ed_expr *ed_expr_new(struct ed_str regex, struct ed_err *err)
{
    struct ed_expr *expr;
    pcre2_code *code = regex.n <= ED_LIMIT_PATTERN ? ed_code_compile(regex, /* flags= */ 0, err) : NULL;

    if (!code) {
        if (regex.n > ED_LIMIT_PATTERN) {
            (void)ed_err_set(err, ED_ERR_LIMIT, "the pattern is longer than %zu bytes", ED_LIMIT_PATTERN);
        }
        return NULL;
    }
    expr = ed_alloc_zero(1, sizeof(*expr));
    expr->code = code;
    expr->data = pcre2_match_data_create_from_pattern(code, /* gcontext= */ NULL);
    if (!expr->data) {
        ed_alloc_failed(sizeof(*expr));
    }
    expr->context = ed_code_context();
    return expr;
}

void ed_expr_free(struct ed_expr *expr)
{
    if (!expr) {
        return;
    }
    pcre2_match_data_free(expr->data);
    pcre2_match_context_free(expr->context);
    pcre2_code_free(expr->code);
    ed_free(expr);
}

unsigned ed_expr_group(const struct ed_expr *expr, struct ed_str name)
{
    char text[64];
    int number;

    if (name.n == 0 || name.n >= sizeof(text)) {
        return 0;
    }
    memcpy(text, name.p, name.n);
    text[name.n] = '\0';
    number = pcre2_substring_number_from_name(expr->code, (PCRE2_SPTR)text);
    return number > 0 ? (unsigned)number : 0;
}

bool ed_expr_run(struct ed_expr *expr, struct ed_str line)
{
    return pcre2_match(expr->code, (PCRE2_SPTR)line.p, line.n, /* start= */ 0, /* options= */ 0, expr->data,
                       expr->context) > 0;
}

struct ed_str ed_expr_text(const struct ed_expr *expr, unsigned group, struct ed_str line)
{
    const PCRE2_SIZE *at = pcre2_get_ovector_pointer(expr->data);

    if (group >= pcre2_get_ovector_count(expr->data) || at[2 * group] == PCRE2_UNSET) {
        return ED_STR_NONE;
    }
    return ed_str_slice(line, at[2 * group], at[2 * group + 1]);
}
