/*
 * test_transcripts.c: every case of the folder tests/match (c.txt there says what a case looks like). Beside what a
 * case asks for, each effective pattern that was made here must be read completely by literals.c, must match the
 * message's own renderings, and what literals.c says of it must stand in what it matched.
 */
#include "base/io.h"
#include "match/confirm.h"
#include "match/literals.h"
#include "match/template.h"
#include "match/token.h"

#include <dirent.h>
#include <setjmp.h>

#include <cmocka.h>

#define CASES_MIN 120

struct play {
    struct ed_arena arena;
    struct ed_confirm_scratch *scratch;
    const char *path;
    unsigned line;
    struct ed_str title, file, message, pattern;
    struct ed_pattern made;
    struct ed_confirm *confirm;
    struct ed_hit hit; /* of the last log line */
    size_t asked;      /* captures asked for so far */
    bool open;         /* the case's pattern was made */
    size_t cases, checks, failures;
};

/* Say it, count it, go on with the next line: one run shows all that is wrong. */
#define fail_here(play, ...)                                                                                           \
    do {                                                                                                               \
        print_error("%s:%u: ", (play)->path, (play)->line);                                                            \
        print_error(__VA_ARGS__);                                                                                      \
        print_error("\n  regex %.*s\n", ED_STR_ARG((play)->made.regex));                                               \
        (play)->failures++;                                                                                            \
        return;                                                                                                        \
    } while (0)

static int hex(char c)
{
    return ed_is_digit(c) ? c - '0' : ed_lower(c) - 'a' + 10;
}

static struct ed_str decode(struct ed_arena *arena, struct ed_str s)
{
    char *p = ed_arena_alloc(arena, s.n + 1);
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++) {
        char next = s.p[i] == '\\' && i + 1 < s.n ? s.p[i + 1] : '\0';

        i++;
        switch (next) {
        case 'n':
            p[n++] = '\n';
            break;
        case 't':
            p[n++] = '\t';
            break;
        case 'r':
            p[n++] = '\r';
            break;
        case 'e':
            p[n++] = '\x1b';
            break;
        case '\\':
            p[n++] = '\\';
            break;
        case 'x':
            assert_true(i + 2 < s.n);
            p[n++] = (char)(hex(s.p[i + 1]) * 16 + hex(s.p[i + 2]));
            i += 2;
            break;
        default:
            i--;
            p[n++] = s.p[i];
            break;
        }
    }
    return ed_str(p, n);
}

/* What literals.c promises of every match: its tokens are there, whole where they are not glued. */
static void check_literals(struct play *play, struct ed_str text, const struct ed_hit *hit)
{
    struct ed_literals literals;
    struct ed_token want, have;

    ed_literals_read(play->made.regex, &play->arena, &literals);
    if (!literals.known && !(play->made.flags & ED_PATTERN_CUSTOM)) {
        fail_here(play, "not read completely");
    }
    for (size_t i = 0; i < literals.n; i++) {
        struct ed_str fragment = literals.v[i].text;

        for (size_t at = 0; ed_token_next(fragment, &at, &want);) {
            bool found = (want.start == 0 && literals.v[i].glued_left) ||
                         (want.end == fragment.n && literals.v[i].glued_right);

            for (size_t k = 0; !found && ed_token_next(text, &k, &have);) {
                found = have.start >= hit->start && have.end <= hit->end &&
                        ed_str_eq(ed_str_slice(text, have.start, have.end),
                                  ed_str_slice(fragment, want.start, want.end));
            }
            if (!found) {
                fail_here(play, "a match without the token %.*s",
                          ED_STR_ARG(ed_str_slice(fragment, want.start, want.end)));
            }
        }
    }
}

static void check_renderings(struct play *play)
{
    struct ed_template tmpl;
    struct ed_hit hit;

    if (play->message.n == 0 || play->made.flags & ED_PATTERN_CUSTOM) {
        return;
    }
    ed_template_parse(play->message, ed_dialect_of(play->file), &play->arena, &tmpl);
    for (unsigned seed = 0; seed < 8; seed++) {
        struct ed_str text = ed_template_render(&tmpl, seed, &play->arena);

        if (ed_confirm_find(play->confirm, play->scratch, text, 0, text.n, &hit) != ED_OK) {
            fail_here(play, "does not match its own rendering: %.*s", ED_STR_ARG(text));
        }
        check_literals(play, text, &hit);
    }
}

static void make(struct play *play, struct ed_str state)
{
    static const char *const states[] = {"taken", "repaired", "inactive"};
    struct ed_str got;
    struct ed_err err;

    ed_pattern_make(play->pattern, play->message, play->file, &play->arena, &play->made);
    got = ed_arena_printf(&play->arena, "%s%s%.*s", states[play->made.state], play->made.reason.n ? " " : "",
                          ED_STR_ARG(play->made.reason));
    if (!ed_str_eq(got, state)) {
        fail_here(play, "state is: %.*s", ED_STR_ARG(got));
    }
    play->open = play->made.state != ED_PATTERN_INACTIVE;
    if (play->open) {
        if (ed_confirm_new(&play->made, &play->confirm, &err) != ED_OK) {
            fail_here(play, "%s", err.message);
        }
        check_renderings(play);
    }
    play->cases++;
}

static void end_log(struct play *play)
{
    bool asked = !play->hit.captures || play->asked == play->hit.ncaptures;

    play->hit.captures = NULL;
    if (!asked) {
        fail_here(play, "above this line, %zu captures were asked for, there are %zu", play->asked,
                  play->hit.ncaptures);
    }
}

static void end_case(struct play *play)
{
    end_log(play);
    ed_confirm_free(play->confirm);
    play->confirm = NULL;
    play->open = false;
    play->file = play->message = ED_STR("");
    play->pattern = ED_STR_NONE;
    ed_arena_reset(&play->arena);
}

static void try_log(struct play *play, struct ed_str text, bool miss)
{
    enum ed_rc rc;

    end_log(play);
    if (!play->open) {
        fail_here(play, "there is no pattern");
    }
    rc = ed_confirm_find(play->confirm, play->scratch, text, 0, text.n, &play->hit);
    if ((rc == ED_OK) == miss) {
        fail_here(play, miss ? "matches" : "does not match (%d)", (int)rc);
    }
    play->asked = 0;
    play->checks++;
    if (rc == ED_OK) {
        check_literals(play, text, &play->hit);
    } else {
        play->hit.captures = NULL;
    }
}

static void check_value(struct play *play, struct ed_str text)
{
    size_t at = ed_str_find(text, ED_STR(" = "), 0);
    struct ed_str name, value;

    if (at == SIZE_MAX || !play->hit.captures || play->asked == play->hit.ncaptures) {
        fail_here(play, "no such capture");
    }
    name = play->hit.captures[play->asked].name;
    value = play->hit.captures[play->asked].value;
    if (!ed_str_eq(name, ed_str_slice(text, 0, at)) || !ed_str_eq(value, ed_str_slice(text, at + 3, text.n))) {
        play->asked++;
        fail_here(play, "captured %.*s = <%.*s>", ED_STR_ARG(name), ED_STR_ARG(value));
    }
    play->asked++;
    play->checks++;
}

static void play_line(struct play *play, struct ed_str line)
{
    struct ed_str word = ed_str_cut(&line, ' ');
    struct ed_str text = decode(&play->arena, line);

    if (word.n == 0 || word.p[0] == '#') {
        return;
    }
    if (ed_str_is(word, "case")) {
        end_case(play);
    } else if (ed_str_is(word, "file")) {
        play->file = text;
    } else if (ed_str_is(word, "message")) {
        play->message = text;
    } else if (ed_str_is(word, "pattern")) {
        play->pattern = ed_str_ends(line, ED_STR("\\x20"))
                            ? ed_arena_printf(&play->arena, "%.*s ", ED_STR_ARG(ed_str_slice(line, 0, line.n - 4)))
                            : line;
    } else if (ed_str_is(word, "state")) {
        make(play, line);
    } else if (ed_str_is(word, "log") || ed_str_is(word, "miss")) {
        try_log(play, text, ed_str_is(word, "miss"));
    } else if (ed_str_is(word, "value")) {
        check_value(play, text);
    } else {
        fail_here(play, "what is %.*s?", ED_STR_ARG(word));
    }
}

static void play_file(struct play *play, const char *path)
{
    struct ed_buf content;
    struct ed_str rest;
    struct ed_err err;

    ed_buf_init(&content, ED_MIB);
    assert_int_equal(ed_io_file(path, &content, &err), ED_OK);
    rest = ed_buf_view(&content);
    play->path = path;
    play->line = 0;
    while (rest.n > 0) {
        play->line++;
        play_line(play, ed_str_cut(&rest, '\n'));
    }
    end_case(play);
    ed_buf_done(&content);
}

static void all_transcripts(void **state)
{
    struct play play = {.file = ED_STR(""), .message = ED_STR("")};
    DIR *dir = opendir(ED_TEST_DATA "/match");
    char path[4096];

    (void)state;
    assert_non_null(dir);
    ed_arena_init(&play.arena);
    play.scratch = ed_confirm_scratch_new();
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        if (ed_str_ends(ed_str_c(entry->d_name), ED_STR(".txt"))) {
            snprintf(path, sizeof(path), "%s/match/%s", ED_TEST_DATA, entry->d_name);
            play_file(&play, path);
        }
    }
    closedir(dir);
    print_message("%zu cases, %zu checks\n", play.cases, play.checks);
    ed_confirm_scratch_free(play.scratch);
    ed_arena_done(&play.arena);
    assert_int_equal(play.failures, 0);
    assert_true(play.cases >= CASES_MIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_transcripts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
