/*
 * opt.c: the option parser. It knows tables and argv, nothing else: no I/O, no environment, no file-scope state.
 */
#include "cli/opt.h"

#include "base/str.h"

const struct ed_opt ed_opts_common[] = {
    {"db", 0, ED_OPT_TEXT, offsetof(struct ed_args, db), "PATH", NULL,
     "data base (else $ERRDEX_DB, your own, the bundled)"},
    {"color", 0, ED_OPT_TEXT, offsetof(struct ed_args, color), "WHEN", "auto|always|never",
     "colour (auto: a terminal, and NO_COLOR is not set)"},
    {"quiet", 'q', ED_OPT_FLAG, offsetof(struct ed_args, quiet), NULL, NULL, "print results only"},
    {"verbose", 'v', ED_OPT_FLAG, offsetof(struct ed_args, verbose), NULL, NULL, "print more about what was done"},
    {"help", 'h', ED_OPT_FLAG, offsetof(struct ed_args, help), NULL, NULL, "print this help"},
    {"version", 'V', ED_OPT_FLAG, offsetof(struct ed_args, version), NULL, NULL, "print the version"},
    {0}};

static const struct ed_opt *find_in(const struct ed_opt *table, struct ed_str name, char letter)
{
    for (; table && table->name; table++) {
        if (letter ? table->letter == letter : ed_str_is(name, table->name)) {
            return table;
        }
    }
    return NULL;
}

static const struct ed_opt *find(const struct ed_cmd *cmd, struct ed_str name, char letter)
{
    const struct ed_opt *opt = find_in(cmd->opts, name, letter);

    return opt ? opt : find_in(ed_opts_common, name, letter);
}

static bool allowed(const char *choices, const char *value)
{
    struct ed_str rest = ed_str_c(choices);

    while (rest.n) {
        if (ed_str_is(ed_str_cut(&rest, '|'), value)) {
            return true;
        }
    }
    return false;
}

static void set_flag(const struct ed_opt *opt, struct ed_args *args)
{
    *(bool *)(void *)((char *)args + opt->offset) = true;
}

/* An option that is no flag. */
static enum ed_rc set(const struct ed_opt *opt, const char *value, struct ed_args *args, struct ed_err *err)
{
    char *at = (char *)args + opt->offset;
    uint64_t number = 0;

    if (opt->choices && !allowed(opt->choices, value)) {
        return ed_err_set(err, ED_ERR_USAGE, "--%s takes one of %s, not \"%s\"", opt->name, opt->choices, value);
    }
    if (opt->kind == ED_OPT_TEXT) {
        *(const char **)(void *)at = value;
        return ED_OK;
    }
    if (!ed_str_u64(ed_str_c(value), &number) || number == 0) {
        return ed_err_set(err, ED_ERR_USAGE, "--%s takes a whole number above 0, not \"%s\"", opt->name, value);
    }
    *(uint64_t *)(void *)at = number;
    return ED_OK;
}

static enum ed_rc unknown(const struct ed_cmd *cmd, const char *what, struct ed_err *err)
{
    return ed_err_set(err, ED_ERR_USAGE, "unknown option %s; errdex %s --help lists the options", what, cmd->name);
}

struct cursor {
    char **argv;
    int argc, at;
};

/* "--name", "--name=value" or "--name value". */
static enum ed_rc long_option(const struct ed_cmd *cmd, struct cursor *c, struct ed_args *args, struct ed_err *err)
{
    const char *word = c->argv[c->at], *equals = strchr(word, '=');
    struct ed_str name = ed_str(word + 2, equals ? (size_t)(equals - word - 2) : strlen(word + 2));
    const struct ed_opt *opt = find(cmd, name, /* letter */ 0);

    if (!opt) {
        return unknown(cmd, word, err);
    }
    if (opt->kind == ED_OPT_FLAG) {
        if (equals) {
            return ed_err_set(err, ED_ERR_USAGE, "--%s takes no value", opt->name);
        }
        set_flag(opt, args);
        return ED_OK;
    }
    if (equals) {
        return set(opt, equals + 1, args, err);
    }
    if (c->at + 1 >= c->argc) {
        return ed_err_set(err, ED_ERR_USAGE, "--%s needs a value (%s)", opt->name, opt->value);
    }
    return set(opt, c->argv[++c->at], args, err);
}

/* "-q", "-qv", "-n value", "-nvalue". */
static enum ed_rc short_options(const struct ed_cmd *cmd, struct cursor *c, struct ed_args *args, struct ed_err *err)
{
    for (const char *p = c->argv[c->at] + 1; *p; p++) {
        const struct ed_opt *opt = find(cmd, ED_STR_NONE, *p);

        if (!opt) {
            return unknown(cmd, c->argv[c->at], err);
        }
        if (opt->kind != ED_OPT_FLAG) {
            if (p[1]) {
                return set(opt, p + 1, args, err);
            }
            if (c->at + 1 >= c->argc) {
                return ed_err_set(err, ED_ERR_USAGE, "-%c needs a value (%s)", *p, opt->value);
            }
            return set(opt, c->argv[++c->at], args, err);
        }
        set_flag(opt, args);
    }
    return ED_OK;
}

enum ed_rc ed_opt_parse(const struct ed_cmd *cmd, int argc, char **argv, struct ed_args *ret_args, struct ed_err *err)
{
    struct cursor c = {argv, argc, 0};
    struct ed_args args = {0};
    bool ended = false;
    size_t n = 0;

    for (; c.at < argc; c.at++) {
        char *word = argv[c.at];
        enum ed_rc rc = ED_OK;

        if (ended || word[0] != '-' || word[1] == '\0') {
            argv[n++] = word;
        } else if (strcmp(word, "--") == 0) {
            ended = true;
        } else if (word[1] == '-') {
            rc = long_option(cmd, &c, &args, err);
        } else {
            rc = short_options(cmd, &c, &args, err);
        }
        if (rc != ED_OK) {
            return rc;
        }
    }
    args.words = (const char *const *)argv;
    args.nwords = n;
    *ret_args = args;
    return ED_OK;
}
