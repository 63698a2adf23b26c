/*
 * test_heads.c: which layers a line may be of, by its first bytes.
 */
#include "support.h"

#include "input/heads.h"

static void bytes_and_kinds(void **state)
{
    static const struct {
        const char *line;
        uint32_t layers;
    } cases[] = {
        {"2026-06-07 08:09:10 x", 1u << 0 | 1u << 31},
        {"2026-06-07 08:09", 1u << 0 | 1u << 31}, /* as long as a head can be */
        {"2026-06-07 08:0", 1u << 31},
        {"2026-06-07T08:09:10", 1u << 31},
        {"2026/06-07 08:09:10", 1u << 31},
        {"2026-06-07 08:0:10 x", 1u << 31},
        {"7", 1u << 31},
        {"2026", 1u << 31},
        {"2026-", 1u << 31},
        {"/026-06-07 08:09:10 x", 0}, /* the bytes beside digits and letters are none */
        {":026-06-07 08:09:10 x", 0},
        {"@nd", 0},
        {"`nd", 0},
        {"{nd", 1u << 5},
        {"{", 1u << 5},
        {"[nd", 0},
        {"Zug 07 x", 1u << 2},
        {"azA 07 x", 1u << 2},
        {"\xD0\xB9\xFF 07 x", 1u << 2},
        {"Zu\x7F 07 x", 0},
        {"Zug 0", 1u << 2},
        {"Zug x", 0},
        {"Zug ", 0},
        {"Zug\t0", 0},
        {"", 0},
    };
    struct ed_heads heads = {0};

    (void)state;
    ed_heads_add(&heads, "0000-00-00 00:00", 0);
    ed_heads_add(&heads, "0", 31);
    ed_heads_add(&heads, "aaa 0", 2);
    ed_heads_add(&heads, "{", 5);
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        if (ed_heads_of(&heads, ed_str_c(cases[i].line)) != cases[i].layers) {
            fail_msg("%s", cases[i].line);
        }
    }
    assert_int_equal(ed_heads_of(&heads, ED_STR_NONE), 0);
    assert_int_equal(ed_heads_of(&heads, ED_STR("\0{")), 0);
    assert_int_equal(ed_heads_of(&heads, ED_STR("abc\0 0")), 0); /* no byte at all is not the byte 0 */
}

static void layers_share_heads(void **state)
{
    struct ed_heads heads = {0};

    (void)state;
    ed_heads_add(&heads, "<0", 3);
    ed_heads_add(&heads, "<0", 7);
    ed_heads_add(&heads, "<00", 9);
    assert_int_equal(heads.n, 2);
    assert_int_equal(ed_heads_of(&heads, ED_STR("<11>")), 1u << 3 | 1u << 7 | 1u << 9);
    assert_int_equal(ed_heads_of(&heads, ED_STR("<1>")), 1u << 3 | 1u << 7);
}

static void layers_that_are_not_asked(void **state)
{
    struct ed_heads heads = {0};

    (void)state;
    ed_heads_add(&heads, "<0", 3);
    ed_heads_add(&heads, "<0", 7);
    ed_heads_add(&heads, "<00", 9);
    ed_heads_ask(&heads, 1u << 7);
    assert_int_equal(ed_heads_of(&heads, ED_STR("<11>")), 1u << 3 | 1u << 7); /* a head is for all its layers */
    ed_heads_ask(&heads, 1u << 9);
    assert_int_equal(ed_heads_of(&heads, ED_STR("<11>")), 1u << 9);
    ed_heads_ask(&heads, 0);
    assert_int_equal(ed_heads_of(&heads, ED_STR("<11>")), 0);
}

/* Each byte alone: of a digit's head, a letter's, its own, or none. */
static void letters(void **state)
{
    struct ed_heads heads = {0};

    (void)state;
    ed_heads_add(&heads, "0", 0);
    ed_heads_add(&heads, "a", 1);
    ed_heads_add(&heads, "[", 2);
    for (unsigned round = 0; round < 2; round++) { /* the second time it is remembered */
        for (unsigned c = 0; c < 256; c++) {
            bool letter = ed_is_alpha((char)c) || c > 127;
            char byte = (char)c;

            assert_int_equal(ed_heads_of(&heads, ed_str(&byte, 1)), ed_is_digit(byte) ? 1
                                                                    : letter          ? 2
                                                                    : byte == '['     ? 4
                                                                                      : 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters),
        cmocka_unit_test(bytes_and_kinds),
        cmocka_unit_test(layers_share_heads),
        cmocka_unit_test(layers_that_are_not_asked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
