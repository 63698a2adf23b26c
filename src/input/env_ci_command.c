/*
 * env_ci_command.c: marks of GitHub's runner and Azure's agent, and the commands that programs print for them.
 *
 *     ##[error]cannot map weights file
 *     ::error file=src/load.c,line=12::cannot map weights file
 *     ##vso[task.logissue type=error;sourcepath=src/load.c;linenumber=12]cannot map weights file
 *
 * Sharp edges: the text of "::" and "##vso" is escaped by % and may be several lines; "##[error]" is the runner's, and
 * is not: a line that a problem matcher found, or a summary of one before. A group "Run X" is the runner's if the
 * script X or settings follow, which only show what will run; else the program's. "::error::" may be C++: it needs
 * company.
 */
#include "input/envelope.h"

enum marks { TEXT, TITLE, SILENT, SHOWN };

static const struct {
    const char *name;
    enum marks marks;
    enum ed_level level;
    bool command; /* "::name::" too */
} known[] = {
    {"error", TEXT, ED_LEVEL_ERR, true},
    {"warning", TEXT, ED_LEVEL_WARNING, true},
    {"notice", TEXT, ED_LEVEL_NOTICE, true},
    {"debug", TEXT, ED_LEVEL_DEBUG, true},
    {"group", TITLE, ED_LEVEL_UNKNOWN, true},
    {"endgroup", SILENT, ED_LEVEL_UNKNOWN, true},
    {"section", TEXT, ED_LEVEL_UNKNOWN, false},
    {"command", SHOWN, ED_LEVEL_UNKNOWN, false},
    {"add-matcher", SILENT, ED_LEVEL_UNKNOWN, true},
    {"remove-matcher", SILENT, ED_LEVEL_UNKNOWN, true},
    {"start-action", SILENT, ED_LEVEL_UNKNOWN, false},
    {"end-action", SILENT, ED_LEVEL_UNKNOWN, false},
};

enum { GITHUB = 1, AZURE = 2 };

struct command {
    struct ed_str name, properties, data;
    char separator; /* of the properties */
};

static size_t name_length(struct ed_str s)
{
    size_t i = 0;

    while (i < s.n && (ed_is_alpha(s.p[i]) || s.p[i] == '-' || s.p[i] == '.')) {
        i++;
    }
    return i;
}

/* "NAME", "NAME PROPERTIES", up to `end`, and what stands behind. */
static bool split(struct ed_str s, struct ed_str end, char separator, struct command *ret)
{
    size_t name = name_length(s), close = ed_str_find(s, end, name), from = name;

    if (name == 0 || !ed_is_alpha(s.p[0]) || close == SIZE_MAX || (close > name && s.p[name] != ' ')) {
        return false;
    }
    from += from < close;
    *ret = (struct command){.name = ed_str_slice(s, 0, name),
                            .properties = ed_str_slice(s, from, close),
                            .data = ed_str_slice(s, close + end.n, s.n),
                            .separator = separator};
    return true;
}

/* Which of the known ones, or how many there are. */
static size_t find(struct ed_str name)
{
    size_t i = 0;

    while (i < ED_ARRAY_LEN(known) && !ed_str_is(name, known[i].name)) {
        i++;
    }
    return i;
}

/* "%0A", "%25" and the like: the byte, and *ret_n bytes taken; -1 for none. */
static int escape(struct ed_str s, size_t *ret_n)
{
    static const struct {
        const char *code;
        char byte;
    } codes[] = {{"%0A", '\n'}, {"%0D", '\r'}, {"%25", '%'}, {"%3A", ':'},
                 {"%2C", ','},  {"%3B", ';'},  {"%5D", ']'}, {"%AZP25", '%'}};

    for (size_t i = 0; i < ED_ARRAY_LEN(codes); i++) {
        if (ed_str_starts(s, ed_str_c(codes[i].code))) {
            *ret_n = strlen(codes[i].code);
            return codes[i].byte;
        }
    }
    return -1;
}

/* The text itself when there is nothing to undo. */
static struct ed_str unescape(struct ed_arena *arena, struct ed_str s)
{
    size_t from = ed_str_find_byte(s, '%', 0), n = 0;
    char *out;

    if (from == SIZE_MAX) {
        return s;
    }
    out = ed_arena_alloc(arena, s.n);
    for (size_t i = 0; i < s.n;) {
        size_t taken = 1;
        int byte = s.p[i] == '%' ? escape(ed_str_slice(s, i, s.n), &taken) : -1;

        out[n++] = byte < 0 ? s.p[i] : (char)byte;
        i += taken;
    }
    return ed_str(out, n);
}

static struct ed_str property(const struct command *command, const char *key)
{
    struct ed_str rest = command->properties;

    while (rest.n) {
        struct ed_str one = ed_str_cut(&rest, command->separator), name = ed_str_trim(ed_str_cut(&one, '='));

        if (ed_str_is(name, key)) {
            return one;
        }
    }
    return ED_STR_NONE;
}

static void tell_place(const struct command *command, const char *file, const char *line, struct ed_arena *arena,
                       struct ed_meta *meta)
{
    struct ed_str path = property(command, file);
    uint64_t number;

    if (path.n) {
        meta->file = unescape(arena, path);
        meta->file_line = ed_str_u64(property(command, line), &number) ? number : 0;
    }
}

static void put_data(struct ed_str data, struct ed_arena *arena, struct ed_peel *ret)
{
    ret->body = unescape(arena, data);
    ret->decoded = ret->body.p != data.p;
}

static bool peel_known(const struct command *command, bool command_of_program, struct ed_arena *arena,
                       struct ed_meta *meta, struct ed_peel *ret)
{
    size_t i = find(command->name);

    if (i == ED_ARRAY_LEN(known) || (command_of_program && !known[i].command)) {
        return false;
    }
    ret->variant = ed_str_is(command->name, "section") ? AZURE : GITHUB;
    ret->told.level = known[i].level;
    ret->body = command->data;
    ret->sure = !command_of_program || command->properties.n;
    ret->silent = known[i].marks == SILENT;
    ret->restated = known[i].marks == SHOWN;
    if (known[i].marks == TEXT) {
        tell_place(command, "file", "line", arena, meta);
    }
    if (command_of_program || command->properties.n) {
        put_data(command->data, arena, ret);
    }
    if (known[i].marks == TITLE && ed_str_starts(ret->body, ED_STR("Run "))) {
        ret->before_shown = true;
        ret->restated = true;
    }
    ret->repeats = known[i].marks == TEXT && ret->told.level <= ED_LEVEL_NOTICE;
    return true;
}

static bool peel_vso(const struct command *command, struct ed_arena *arena, struct ed_meta *meta, struct ed_peel *ret)
{
    if (!ed_str_find_byte(command->name, '.', 0) || ed_str_find_byte(command->name, '.', 0) == SIZE_MAX) {
        return false;
    }
    ret->variant = AZURE;
    ret->sure = true;
    put_data(command->data, arena, ret);
    if (ed_str_is(command->name, "task.logissue")) {
        ret->told.level = ed_str_is(property(command, "type"), "error") ? ED_LEVEL_ERR : ED_LEVEL_WARNING;
        tell_place(command, "sourcepath", "linenumber", arena, meta);
    } else if (ed_str_is(command->name, "task.complete")) {
        ret->told.level = ed_str_is(property(command, "result"), "Failed") ? ED_LEVEL_ERR : ED_LEVEL_UNKNOWN;
    } else {
        ret->silent = !ed_str_is(command->name, "task.debug");
    }
    return true;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_str at = ed_str_slice(line, 0, line.n);
    struct command command;

    if (ed_str_starts(at, ED_STR("##["))) {
        return split(ed_str_slice(at, 3, at.n), ED_STR("]"), ';', &command) &&
               peel_known(&command, /* command_of_program */ false, arena, meta, ret);
    }
    if (ed_str_starts(at, ED_STR("::"))) {
        return split(ed_str_slice(at, 2, at.n), ED_STR("::"), ',', &command) &&
               peel_known(&command, /* command_of_program */ true, arena, meta, ret);
    }
    return ed_str_starts(at, ED_STR("##vso[")) && split(ed_str_slice(at, 6, at.n), ED_STR("]"), ';', &command) &&
           peel_vso(&command, arena, meta, ret);
}

/* The script whose first line is the group's title, or the settings of an action. */
static bool shows(struct ed_str head, struct ed_str line)
{
    struct ed_str title = ed_str_slice(head, 4, head.n); /* behind "Run " */

    line = ed_str_trim(line);
    return ed_str_eq(line, ed_str_trim(title)) || ed_str_is(line, "with:") || ed_str_is(line, "env:") ||
           ed_str_starts(line, ED_STR("shell: "));
}

static const struct ed_layer_variant variants[] = {
    {"github-command",
     "marks and commands of GitHub Actions: ##[error], ::error::", "##[error]cannot map weights file"},
    {"azure-command", "marks and commands of Azure Pipelines: ##[section], ##vso[]",
     "##vso[task.logissue type=error]cannot map weights file"},
};

const struct ed_layer ed_env_ci_command = {
    .name = "ci-command",
    .about = "marks and commands of GitHub Actions and Azure Pipelines",
    .sample = "##[error]cannot map weights file",
    .heads = ED_LAYER_HEADS("##[a", "##aaa[a", "::a"),
    .repeats = true,
    .peel = peel,
    .shows = shows,
    .variants = variants,
    .nvariants = ED_ARRAY_LEN(variants),
};
