/*
 * env_console.c: what systemd prints on the console while the machine starts and stops, between the kernel's lines.
 *
 *     [  OK  ] Started loader service.
 *     [FAILED] Failed to start loader service.
 *     [DEPEND] Dependency failed for loader service.
 *
 * The text is the one that the journal has too. Scripts print like this: it takes three lines.
 */
#include "input/envelope.h"

static const struct {
    char word[7];
    enum ed_level level;
} states[] = {
    {"  OK  ", ED_LEVEL_INFO},    {"FAILED", ED_LEVEL_ERR},     {"DEPEND", ED_LEVEL_ERR},
    {" TIME ", ED_LEVEL_ERR},     {"ASSERT", ED_LEVEL_WARNING}, {" SKIP ", ED_LEVEL_WARNING},
    {"UNSUPP", ED_LEVEL_WARNING}, {" INFO ", ED_LEVEL_INFO},    {" WARN ", ED_LEVEL_WARNING},
};

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    if (line.n < 10 || line.p[0] != '[' || line.p[7] != ']' || line.p[8] != ' ') {
        return false;
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(states); i++) {
        if (memcmp(line.p + 1, states[i].word, 6) == 0) {
            meta->ident = ED_STR("systemd");
            ret->told.level = states[i].level;
            ret->body = ed_str_slice(line, 9, line.n);
            return true;
        }
    }
    return false;
}

const struct ed_layer ed_env_console = {
    .name = "console",
    .about = "systemd's words on the console",
    .sample = "[FAILED] cannot map weights file",
    .heads = ED_LAYER_HEADS("[  aa  ] ", "[aaaaaa] ", "[ aaaa ] "),
    .whole_lines = true,
    .peel = peel,
};
