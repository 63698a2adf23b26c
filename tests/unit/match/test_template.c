/*
 * test_template.c: messages taken apart, one line each:
 *
 *     text{source:name:kind}text     kind: a any, i integer, x hex, n number, q quoted, c character; with < or > for
 * padding
 */
#include "match/template.h"

#include "base/buf.h"

#include <setjmp.h>

#include <cmocka.h>

static const char kinds[] = {'a', 'i', 'x', 'n', 'q', 'c'};

static void write_template(const struct ed_template *tmpl, struct ed_buf *out)
{
    ed_buf_text(out, "");
    for (size_t i = 0; i < tmpl->n; i++) {
        const struct ed_piece *piece = &tmpl->v[i];

        if (!piece->hole) {
            ed_buf_str(out, piece->text);
            continue;
        }
        ed_buf_printf(out, "{%.*s:%.*s:%s%c%s}", ED_STR_ARG(piece->text), ED_STR_ARG(piece->name),
                      piece->pad_before ? "<" : "", kinds[piece->kind], piece->pad_after ? ">" : "");
    }
}

static bool check(const char *message, const char *file, const char *want)
{
    struct ed_template tmpl;
    struct ed_arena arena;
    struct ed_buf got;
    bool right;

    ed_arena_init(&arena);
    ed_buf_init(&got, 0);
    ed_template_parse(ed_str_c(message), ed_dialect_of(ed_str_c(file)), &arena, &tmpl);
    ed_template_name(&tmpl, &arena);
    write_template(&tmpl, &got);
    right = ed_str_is(ed_buf_view(&got), want);
    if (!right) {
        print_error("%s (%s)\n  want %s\n  got  %s\n", message, file, want, got.p);
    }
    ed_buf_done(&got);
    ed_arena_done(&arena);
    return right;
}

static void files_tell_the_dialect(void **state)
{
    static const struct {
        const char *path;
        enum ed_dialect dialect;
    } cases[] = {
        {"a/b.c", ED_DIALECT_C},     {"x.HPP", ED_DIALECT_C},     {"k.cu", ED_DIALECT_C},
        {"m.mm", ED_DIALECT_C},      {"a.go", ED_DIALECT_GO},     {"a.py", ED_DIALECT_PYTHON},
        {"A.java", ED_DIALECT_JAVA}, {"A.kt", ED_DIALECT_KOTLIN}, {"A.scala", ED_DIALECT_KOTLIN},
        {"a.tsx", ED_DIALECT_JS},    {"a.mjs", ED_DIALECT_JS},    {"a.rb", ED_DIALECT_RUBY},
        {"a.ex", ED_DIALECT_RUBY},   {"a.rs", ED_DIALECT_RUST},   {"a.cs", ED_DIALECT_CSHARP},
        {"a.php", ED_DIALECT_PHP},   {"a.sh", ED_DIALECT_SHELL},  {"a.swift", ED_DIALECT_SWIFT},
        {"unknown", ED_DIALECT_ANY}, {"", ED_DIALECT_ANY},        {"a.c/README", ED_DIALECT_ANY},
        {"a.yaml", ED_DIALECT_ANY},  {".go", ED_DIALECT_GO},      {"a.", ED_DIALECT_ANY},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        assert_int_equal(ed_dialect_of(ed_str_c(cases[i].path)), cases[i].dialect);
    }
    assert_int_equal(ed_dialect_of(ED_STR_NONE), ED_DIALECT_ANY);
}

static void placeholders_of_every_dialect(void **state)
{
    static const struct {
        const char *message, *file, *want;
    } cases[] = {
        {"n %d %5u|%-3i|%03d", "a.c", "n {%d:n:i} {%5u:arg2:<i}|{%-3i:arg3:i>}|{%03d:arg4:i}"},
        {"%s%%%s", "a.c", "{%s:arg1:a}%{%s:arg2:a}"},
        {"50% of %s", "a.c", "50% of {%s:of:a}"},
        {"at %lx", "a.c", "at {%lx:at:x}"},
        {"x %q y", "a.c", "x {%q:x:a} y"},
        {"%qd", "a.c", "{%qd:arg1:i}"},
        {"%I64d %I32u", "a.c", "{%I64d:arg1:i} {%I32u:arg2:i}"},
        {"%", "a.c", "%"},
        {"99%", "a.c", "99%"},
        {"100%\n", "a.c", "100%\n"},
        {"left %", "a.c", "left {%:left:i}"},
        {"%y %k", "a.c", "%y %k"},
        {"{} {0} %d", "a.c", "{} {0} {%d:arg1:i}"},
        {"{} {0:>4}", "a.cpp", "{{}:arg1:a} {{0:>4}:arg2:<a}"},
        {"%v %w %+d %q", "a.go", "{%v:arg1:a} {%w:arg2:a} {%+d:arg3:i} {%q:arg4:q}"},
        {"%[2]*.[1]*f", "a.go", "{%[2]*.[1]*f:arg1:<n>}"},
        {"{} {x}", "a.go", "{} {{x}:x:a}"},
        {"${x} #{y} $z", "a.go", "${{x}:x:a} #{{y}:y:a} $z"},
        {"%(a)s %(b)05.2f", "a.py", "{%(a)s:a:a} {%(b)05.2f:b:n}"},
        {"{a.b[0]!r:>8} {c=} {d = :.1f}", "a.py", "{{a.b[0]!r:>8}:a.b[0]:<a} c={{c=}:c:a} d = {{d = :.1f}:d:n}"},
        {"{{x}} {y}", "a.py", "{x} {{y}:y:a}"},
        {"{{x}} y", "a.py", "{{x}} y"},
        {"{x:{w}.{p}f} {y:,}", "a.py", "{{x:{w}.{p}f}:x:<n>} {{y:,}:y:a}"},
        {"{'a' if b else \"c\"}", "a.py", "{{'a' if b else \"c\"}:'a' if b else \"c\":a}"},
        {"{\"k\": \"v\"} {1, 2} {a b}", "a.py", "{\"k\": \"v\"} {1, 2} {a b}"},
        {"{a == b} {a!=b}", "a.py", "{{a == b}:a == b:a} {{a!=b}:a!=b:a}"},
        {"{} %s", "a.py", "{} {%s:arg1:a}"},
        {"{unclosed %s", "a.py", "{unclosed {%s:unclosed:a}"},
        {"{} {0} {n,number,#}", "A.java", "{{}:arg1:a} {{0}:arg2:a} {n,number,#}"},
        {"{0,number,#.##} {1,choice,0#a|1#b}", "A.java", "{{0,number,#.##}:arg1:a} {{1,choice,0#a|1#b}:arg2:a}"},
        {"it''s {0} '{'", "A.java", "it's {{0}:s:a} {"},
        {"it''s {x} '{'", "A.java", "it''s {{x}:x:a} '{'"},
        {"don't {} %n", "A.java", "don't {{}:t:a} \n"},
        {"%1$s %2$-8d %<s", "A.java", "{%1$s:arg1:a} {%2$-8d:arg2:i>} {%<s:arg3:a}"},
        {"$a ${b.c()} A$B", "A.kt", "{$a:a:a} {${b.c()}:b.c():a} A$B"},
        {"${a ? `x${b}` : '}'} ${}", "a.js", "{${a ? `x${b}` : '}'}:a ? `x${b}` : '}':a} ${}"},
        {"%s %5d %o", "a.js", "{%s:arg1:a} %5d {%o:arg2:a}"},
        {"{{ a.b }} {{#if}}", "a.js", "{{{ a.b }}:a.b:a} {{#if}}"},
        {"#{a[:b]} %<c>d %{d}", "a.rb", "{#{a[:b]}:a[:b]:a} {%<c>d:c:i} {%{d}:d:a}"},
        {"{:?} {a:#x} {0:>5} {:e} {{}}", "a.rs", "{{:?}:arg1:a} {{a:#x}:a:x} {{0:>5}:arg3:<a} {{:e}:arg4:n} {}"},
        {"{ a: {} }", "a.rs", "{ a: {{}:a:a} }"},
        {"{0:X4} {A.B:N2} {@C} {d,-4}", "a.cs", "{{0:X4}:arg1:x} {{A.B:N2}:A.B:a} {{@C}:C:a} {d,-4}"},
        {"$a[0] $b->c->d {$e->f()} %05d", "a.php",
         "{$a[0]:a[0]:a} {$b->c:b->c:a}->d {{$e->f()}:e->f():a} {%05d:arg4:i}"},
        {"$1 ${A:-b} $(c d) $?x $", "a.sh", "{$1:arg1:a} {${A:-b}:A:a} {$(c d):c d:a} {$?:arg4:a}x $"},
        {"\\(a.b) %@ \\x", "a.swift", "{\\(a.b):a.b:a} {%@:arg2:a} \\x"},
        {"{} {a} {0} ${b} #{c} %d %20dx $e", "-",
         "{} {{a}:a:a} {{0}:arg2:a} {${b}:b:a} {#{c}:c:a} {%d:arg5:i} %20dx $e"},
        {"[a-z]{3} \\d{2} a{3}", "a.js", "[a-z]{3} \\d{2} a{{3}:a:a}"},
        {"{{.Name}} %s", "a.go", "{{.Name}} {%s:Name:a}"},
        {"{{{x}}}", "a.py", "{{{x}:x:a}}"},
        {"{a}{b}%s%d", "a.py", "{{a}:a:a}{{b}:b:a}{%s:arg3:a}{%d:arg4:i}"},
        {"", "a.py", ""},
    };
    size_t wrong = 0;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        wrong += !check(cases[i].message, cases[i].file, cases[i].want);
    }
    assert_int_equal(wrong, 0);
}

static void names_are_words_or_numbers_and_unique(void **state)
{
    static const struct {
        const char *message, *want;
    } cases[] = {
        {"port %d", "port {%d:port:i}"},
        {"port=%d", "port={%d:port:i}"},
        {"port (%d)", "port ({%d:port:i})"},
        {"Timeout(ms)=%d", "Timeout(ms)={%d:ms:i}"},
        {"'%s'", "'{%s:arg1:a}'"},
        {"a. %s", "a. {%s:arg1:a}"},
        {"a, %s", "a, {%s:arg1:a}"},
        {"5 %s", "5 {%s:arg1:a}"},
        {"a: %s: %s", "a: {%s:a:a}: {%s:arg2:a}"},
        {"a %s a %s a_2 %s a %s", "a {%s:a:a} a {%s:a_2:a} a_2 {%s:a_2_2:a} a {%s:a_3:a}"},
        {"{n} {n} %s", "{{n}:n:a} {{n}:n_2:a} {%s:arg3:a}"},
    };
    size_t wrong = 0;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        wrong += !check(cases[i].message, "a.c", cases[i].want);
    }
    assert_int_equal(wrong, 0);
}

static void more_holes_than_the_cap_stay_text(void **state)
{
    struct ed_template tmpl;
    struct ed_arena arena;
    struct ed_buf message;

    (void)state;
    ed_arena_init(&arena);
    ed_buf_init(&message, 0);
    for (unsigned i = 0; i < ED_LIMIT_HOLES + 10; i++) {
        ed_buf_text(&message, "%s,");
    }
    ed_template_parse(ed_buf_view(&message), ED_DIALECT_C, &arena, &tmpl);
    assert_int_equal(tmpl.nholes, ED_LIMIT_HOLES);
    assert_true(ed_str_is(tmpl.v[tmpl.n - 1].text, ",%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,"));
    ed_buf_done(&message);
    ed_arena_done(&arena);
}

static void renderings_are_the_text_with_values(void **state)
{
    struct ed_template tmpl;
    struct ed_arena arena;
    struct ed_str first, second;

    (void)state;
    ed_arena_init(&arena);
    ed_template_parse(ED_STR("n %d of {x=}, %p|%-6s|%%"), ED_DIALECT_PYTHON, &arena, &tmpl);
    first = ed_template_render(&tmpl, 0, &arena);
    second = ed_template_render(&tmpl, 1, &arena);
    assert_true(ed_str_is(first, "n 17 of x=/srv/data, %p|v1.2-rc   |%"));
    assert_false(ed_str_eq(first, second));
    assert_true(ed_str_eq(first, ed_template_render(&tmpl, 0, &arena)));
    ed_arena_done(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_tell_the_dialect),
        cmocka_unit_test(placeholders_of_every_dialect),
        cmocka_unit_test(names_are_words_or_numbers_and_unique),
        cmocka_unit_test(more_holes_than_the_cap_stay_text),
        cmocka_unit_test(renderings_are_the_text_with_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
