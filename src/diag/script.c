/*
 * script.c: the script that a support engineer sends. Everything that comes from a playbook stands in it as a quoted
 * argument; a value that one command's output gives to the next is letters, digits and _ . : @ \ - or is left out, as
 * ed_fill_plain has it. The functions below use builtins of the shell alone, so that they work on a rescue system.
 */
#include "diag/script.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "diag/fill.h"

static const char functions[] =
    "LC_ALL=C\n"
    "export LC_ALL\n"
    "limit=\n"
    "if timeout 5 true 2>/dev/null; then\n"
    "    limit='timeout %d'\n"
    "fi\n"
    "\n"
    "# The front of what comes in: a line without an end would fill the memory of the shell.\n"
    "front() {\n"
    "    if head -c 1 </dev/null >/dev/null 2>&1; then\n"
    "        head -c 500000 | \"$1\"\n"
    "    else\n"
    "        \"$1\"\n"
    "    fi\n"
    "}\n"
    "\n"
    "# What comes in, each line behind \"| \"; a very long output is cut.\n"
    "quote() {\n"
    "    n=0\n"
    "    size=0\n"
    "    while IFS= read -r line || [ -n \"$line\" ]; do\n"
    "        n=$((n + 1))\n"
    "        size=$((size + ${#line}))\n"
    "        if [ \"$n\" -gt 5000 ] || [ \"$size\" -gt 400000 ]; then\n"
    "            echo '= cut'\n"
    "            break\n"
    "        fi\n"
    "        printf '| %%s\\n' \"$line\"\n"
    "    done\n"
    "}\n"
    "\n"
    "# told WORD VALUE: which machine this is, and when.\n"
    "told() {\n"
    "    [ -z \"$2\" ] || printf '@ %%s %%s\\n' \"$1\" \"$2\"\n"
    "}\n"
    "\n"
    "# run SHOWN COMMAND...: the command as it is shown, what it prints, and how it ends.\n"
    "run() {\n"
    "    printf '$ %%s\\n' \"$1\"\n"
    "    shift\n"
    "    if ! command -v \"$1\" >/dev/null 2>&1; then\n"
    "        echo '= absent'\n"
    "        return 0\n"
    "    fi\n"
    "    { status=$({ { $limit \"$@\" </dev/null 2>&1 3>&- 4>&-; echo \"$?\" >&3; } | front quote >&4; } 3>&1); } "
    "4>&1\n"
    "    echo \"= exit $status\"\n"
    "}\n"
    "\n"
    "# words: those that stand right behind $after in what comes in, each once.\n"
    "words() {\n"
    "    seen=' '\n"
    "    n=0\n"
    "    lines=0\n"
    "    while [ \"$lines\" -lt 5000 ] && IFS= read -r line; do\n"
    "        lines=$((lines + 1))\n"
    "        while :; do\n"
    "            case $line in\n"
    "            *\"$after\"*) line=${line#*\"$after\"} ;;\n"
    "            *) break ;;\n"
    "            esac\n"
    "            while [ \"${line# }\" != \"$line\" ]; do line=${line# }; done\n"
    "            value=${line%%%%[!A-Za-z0-9_.:@\\\\-]*}\n"
    "            case $seen in\n"
    "            *\" $value \"*) value= ;;\n"
    "            esac\n"
    "            case $value in\n"
    "            '' | -*) ;;\n"
    "            *)\n"
    "                n=$((n + 1))\n"
    "                [ \"$n\" -le %d ] || break 2\n"
    "                seen=\"$seen$value \"\n"
    "                printf '%%s\\n' \"$value\"\n"
    "                ;;\n"
    "            esac\n"
    "            [ -n \"$after\" ] || break\n"
    "        done\n"
    "    done\n"
    "}\n"
    "\n"
    "# values AFTER COMMAND...: the words behind AFTER in what the command prints.\n"
    "values() {\n"
    "    after=$1\n"
    "    shift\n"
    "    command -v \"$1\" >/dev/null 2>&1 || return 0\n"
    "    $limit \"$@\" </dev/null 2>/dev/null | front words\n"
    "}\n";

/* A comment cannot be left by what stands in it. */
static void comment(struct ed_buf *out, struct ed_str text)
{
    ed_buf_text(out, "# ");
    ed_utf8_visible(out, text, /* keep_lines= */ false);
    ed_buf_byte(out, '\n');
}

/* Between double quotes, with the hole as a variable of its name. */
static void with_variable(struct ed_buf *out, struct ed_str text)
{
    ed_buf_byte(out, '"');
    for (size_t i = 0; i < text.n;) {
        struct ed_str name;
        size_t n = ed_slot_at(text, i, &name);

        if (n) {
            ed_buf_text(out, "$value");
            i += n;
            continue;
        }
        if (ed_is_among("\"\\$`", text.p[i])) {
            ed_buf_byte(out, '\\');
        }
        ed_buf_byte(out, text.p[i++]);
    }
    ed_buf_byte(out, '"');
}

static void arguments(struct ed_buf *out, struct ed_strs command)
{
    for (size_t i = 0; i < command.n; i++) {
        struct ed_str name;

        ed_buf_byte(out, ' ');
        if (ed_slot_find(command.v[i], &name) != SIZE_MAX) {
            with_variable(out, command.v[i]);
        } else {
            ed_shell_quote(out, command.v[i]);
        }
    }
}

static void once(struct ed_buf *out, const struct ed_asked *asked)
{
    struct ed_buf shown;

    ed_buf_init(&shown, /* max= */ 0);
    ed_shell_join(&shown, asked->command);
    ed_buf_text(out, "run ");
    ed_shell_quote(out, ed_buf_view(&shown));
    arguments(out, asked->command);
    ed_buf_byte(out, '\n');
    ed_buf_done(&shown);
}

static void per_value(struct ed_buf *out, const struct ed_playbook *playbook, const struct ed_asked *asked)
{
    struct ed_buf shown;

    ed_buf_init(&shown, /* max= */ 0);
    ed_shell_join(&shown, asked->command);
    ed_buf_text(out, "values ");
    ed_shell_quote(out, asked->each.after.p ? asked->each.after : ED_STR(""));
    arguments(out, playbook->asked[asked->each.asked].command);
    ed_buf_text(out, " | while IFS= read -r value; do\n    run ");
    with_variable(out, ed_buf_view(&shown));
    arguments(out, asked->command);
    ed_buf_text(out, "\ndone\n");
    ed_buf_done(&shown);
}

void ed_script_put(struct ed_buf *out, const struct ed_playbook *playbook, const char *version)
{
    ed_buf_text(out, "#!/bin/sh\n");
    comment(out, playbook->title);
    ed_buf_printf(out,
                  "#\n"
                  "# Evidence for %.*s, by errdex %s. It runs the commands below and no others, changes nothing, and\n"
                  "# writes what they print to standard output:\n"
                  "#\n"
                  "#     sh THIS_FILE >evidence.txt\n"
                  "#     errdex diagnose --evidence evidence.txt LOG\n"
                  "#\n"
                  "# Read evidence.txt before you pass it on: it names processes, users and paths of this machine.\n",
                  ED_STR_ARG(playbook->slug), version);
    ed_buf_printf(out, functions, ED_LIMIT_COLLECT_SECONDS, ED_LIMIT_EVIDENCE_EACH);
    ed_buf_printf(out, "\necho 'errdex-evidence/1 %.*s'\n", ED_STR_ARG(playbook->slug));
    ed_buf_text(out, "told host \"$(uname -n 2>/dev/null)\"\n"
                     "told time \"$(date -u +%Y-%m-%dT%H:%M:%SZ 2>/dev/null)\"\n");
    for (size_t i = 0; i < playbook->nasked; i++) {
        if (playbook->asked[i].of_log) {
            continue;
        }
        ed_buf_byte(out, '\n');
        comment(out, playbook->asked[i].about);
        if (playbook->asked[i].per_value) {
            per_value(out, playbook, &playbook->asked[i]);
        } else {
            once(out, &playbook->asked[i]);
        }
    }
    ed_buf_text(out, "\nexit 0\n");
}
