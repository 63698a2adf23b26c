/*
 * kernel.c: what dmesg's text and /dev/kmsg's records share.
 *
 * Sharp edge: the kernel itself begins a report on a process as a program begins its messages, "trainer[4711]: segfault
 * at 0 ...". Those few wordings are the kernel's.
 */
#include "input/kernel.h"

#include "input/syslog.h"

static bool is_report(struct ed_str s)
{
    static const char *const words[] = {"segfault", "unhandled ", "bad frame", "trap ", "general protection"};

    for (size_t i = 0; i < ED_ARRAY_LEN(words); i++) {
        if (ed_str_starts(s, ed_str_c(words[i]))) {
            return true;
        }
    }
    return false;
}

void ed_kernel_speaker(struct ed_str *text, struct ed_meta *meta)
{
    struct ed_str ident, pid;
    size_t n = ed_syslog_ident(*text, &ident, &pid);

    if (n == 0 || is_report(ed_str_slice(*text, n, text->n))) {
        meta->ident = ED_STR("kernel");
        return;
    }
    meta->ident = ident;
    meta->pid = pid;
    *text = ed_str_slice(*text, n, text->n);
}

/* The byte that "\x1b" at `at` stands for, or -1. */
static int escape(struct ed_str s, size_t at, bool all)
{
    uint32_t value;

    if (at + 3 >= s.n || s.p[at + 1] != 'x' || ed_str_hex(s, at + 2, 2, &value) != 2) {
        return -1;
    }
    return all || value < 0x20 || value > 0x7E ? (int)value : -1;
}

void ed_kernel_unescape(struct ed_arena *arena, bool all, struct ed_peel *ret)
{
    struct ed_str s = ret->body;
    size_t at = ed_str_find_byte(s, '\\', 0), n = 0;
    char *out;

    while (at != SIZE_MAX && escape(s, at, all) < 0) {
        at = ed_str_find_byte(s, '\\', at + 1);
    }
    if (at == SIZE_MAX) {
        return;
    }
    out = ed_arena_alloc(arena, s.n);
    for (size_t i = 0; i < s.n; i++) {
        int value = s.p[i] == '\\' ? escape(s, i, all) : -1;

        out[n++] = value < 0 ? s.p[i] : (char)value;
        i += value < 0 ? 0 : 3;
    }
    ret->body = ed_str(out, n);
    ret->decoded = true;
}
