/*
 * env_kmsg.c: records of /dev/kmsg: PRIORITY,SEQUENCE,MICROSECONDS,FLAGS[,caller=T1];TEXT
 *
 *     3,812,93001200,-,caller=T123;fake-nic0: cannot map weights file
 *      SUBSYSTEM=pci
 *
 * The lines behind a record that begin with a blank and a key name the device it is about, and are no text. A byte that
 * is not printable, and '\', stand as "\x0a": a record may be several lines. '+' among the flags: what older kernels
 * print piece by piece goes on.
 */
#include "input/kernel.h"

#define HEADER_MAX 96

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    size_t end = ed_str_find_byte(ed_str_slice(line, 0, HEADER_MAX), ';', 0);
    struct ed_str header = ed_str_slice(line, 0, end), flags, micros, priority, serial, text;
    uint64_t value = 0, number = 0;

    if (end == SIZE_MAX) {
        return false;
    }
    priority = ed_str_cut(&header, ',');
    serial = ed_str_cut(&header, ',');
    micros = ed_str_cut(&header, ',');
    flags = ed_str_cut(&header, ',');
    if (!ed_str_u64(priority, &value) || value > 999 || !ed_str_u64(serial, &number) || !ed_str_u64(micros, &number) ||
        flags.n == 0 || flags.n > 3 || !ed_is_among("-c+", flags.p[0])) {
        return false;
    }
    text = ed_str_slice(line, end + 1, line.n);
    ed_kernel_speaker(&text, meta);
    ret->told.time_text = micros;
    ret->told.level = (enum ed_level)(value % 8);
    ret->continues = flags.p[0] == '+';
    ret->sure = true;
    ret->body = text;
    ed_kernel_unescape(arena, /* all */ true, ret);
    return true;
}

/* " SUBSYSTEM=pci" */
static bool restates(struct ed_str line)
{
    size_t i = 1;

    while (i < line.n && i < 32 && ((line.p[i] >= 'A' && line.p[i] <= 'Z') || line.p[i] == '_')) {
        i++;
    }
    return i > 1 && i < line.n && line.p[0] == ' ' && line.p[i] == '=';
}

const struct ed_layer ed_env_kmsg = {
    .name = "kmsg",
    .about = "records of /dev/kmsg",
    .sample = "3,812,93001200,-,caller=T123;fake-nic0: cannot map weights file",
    .heads = ED_LAYER_HEADS("0,0", "00,0", "000,0"),
    .peel = peel,
    .restates = restates,
};
