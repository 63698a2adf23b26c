/*
 * parts.c: the record's texts chosen and named once for all faces. Weak data is shown as weak: filler is never told as
 * if it were a cause or a solution.
 */
#include "render/parts.h"

/* A title shorter than this says too little: the whole message stands instead. */
#define TITLE_LEAST 8

bool ed_parts_says(struct ed_str s)
{
    return ed_str_trim(s).n > 0 && !ed_record_is_filler(s);
}

static bool any_says(struct ed_strs list)
{
    for (size_t i = 0; i < list.n; i++) {
        if (ed_parts_says(list.v[i])) {
            return true;
        }
    }
    return false;
}

static struct ed_part cause(const struct ed_record *record)
{
    if (ed_parts_says(record->documentation)) {
        return (struct ed_part){.name = "cause", .kind = ED_PART_PROSE, .text = record->documentation};
    }
    return (struct ed_part){.name = "cause",
                            .kind = ED_PART_MISSING,
                            .text = ed_parts_says(record->trigger_scenarios) || ed_parts_says(record->common_situations)
                                        ? ED_STR("The record does not explain the error; it only says when it comes "
                                                 "up.")
                                        : ED_STR("The record says nothing about the cause.")};
}

static struct ed_part fix(const struct ed_record *record)
{
    if (any_says(record->solutions)) {
        return (struct ed_part){.name = "fix", .kind = ED_PART_STEPS, .list = record->solutions};
    }
    return (struct ed_part){.name = "fix",
                            .kind = ED_PART_MISSING,
                            .text = ed_parts_says(record->example_fix)
                                        ? ED_STR("The record gives no solution, only an example.")
                                        : ED_STR("The record gives no solution.")};
}

static struct ed_part verify(const struct ed_record *record)
{
    if (ed_parts_says(record->validation_code)) {
        return (struct ed_part){.name = "verify", .kind = ED_PART_CODE, .text = record->validation_code};
    }
    return (struct ed_part){.name = "verify",
                            .kind = ED_PART_MISSING,
                            .text = ED_STR("The record does not say how to check that it is fixed.")};
}

size_t ed_parts(const struct ed_record *record, struct ed_part ret_parts[ED_PARTS_MOST])
{
    size_t n = 0;

    ret_parts[n++] = cause(record);
    if (ed_parts_says(record->trigger_scenarios)) {
        ret_parts[n++] = (struct ed_part){.name = "when", .text = record->trigger_scenarios};
    }
    if (ed_parts_says(record->common_situations)) {
        ret_parts[n++] = (struct ed_part){.name = "often", .text = record->common_situations};
    }
    ret_parts[n++] = fix(record);
    if (ed_parts_says(record->example_fix)) {
        ret_parts[n++] = (struct ed_part){.name = "example", .kind = ED_PART_CODE, .text = record->example_fix};
    }
    ret_parts[n++] = verify(record);
    if (any_says(record->prevention_tips)) {
        ret_parts[n++] = (struct ed_part){.name = "prevent", .kind = ED_PART_POINTS, .list = record->prevention_tips};
    }
    return n;
}

/* Where the last {hole} of `s` begins, when `s` ends in one; else s.n. */
static size_t hole_start(struct ed_str s)
{
    size_t depth = 0, at = s.n;

    if (s.n == 0 || s.p[s.n - 1] != '}') {
        return s.n;
    }
    while (at > 0) {
        at--;
        depth += s.p[at] == '}';
        if (s.p[at] == '{' && --depth == 0) {
            return at > 0 && (s.p[at - 1] == '$' || s.p[at - 1] == '#') ? at - 1 : at;
        }
    }
    return s.n;
}

static size_t trim_any(struct ed_str s, const char *set)
{
    while (s.n > 0 && strchr(set, s.p[s.n - 1]) && s.p[s.n - 1] != '\0') {
        s.n--;
    }
    return s.n;
}

struct ed_str ed_parts_title(const struct ed_record *record)
{
    struct ed_str rest = ed_str_trim(record->error_message), line = ed_str_trim(ed_str_cut(&rest, '\n')), cut;

    if (line.n < TITLE_LEAST) {
        return ed_str_trim(record->error_message);
    }
    cut = line;
    for (;;) {
        size_t at = hole_start(cut);

        if (at == cut.n) {
            break;
        }
        cut = ed_str_slice(cut, 0, trim_any(ed_str_slice(cut, 0, at), " ,\t"));
    }
    if (cut.n == line.n || cut.n < TITLE_LEAST || !strchr(".:;!?", cut.p[cut.n - 1])) {
        return line;
    }
    return ed_str_slice(cut, 0, trim_any(cut, ":; "));
}

void ed_parts_path(struct ed_buf *buf, const struct ed_record *record)
{
    ed_buf_str(buf, record->repo);
    ed_buf_byte(buf, '/');
    ed_buf_str(buf, record->slug);
}

void ed_parts_raised(struct ed_buf *buf, const struct ed_record *record)
{
    if (ed_str_trim(record->file_path).n == 0) {
        return;
    }
    ed_buf_str(buf, record->file_path);
    if (record->line_number > 0) {
        ed_buf_printf(buf, ":%" PRId64, record->line_number);
    }
}

const char *ed_parts_severity(enum ed_severity severity)
{
    static const char *const names[] = {
        [ED_SEVERITY_INFO] = "INFO",
        [ED_SEVERITY_WARNING] = "WARNING",
        [ED_SEVERITY_ERROR] = "ERROR",
        [ED_SEVERITY_CRITICAL] = "CRITICAL",
    };

    return names[severity];
}

const char *ed_parts_hint(enum ed_tier tier)
{
    static const char *const hints[] = {
        [ED_TIER_EXACT] = NULL,
        [ED_TIER_CODE] = "Found by its error code: the wording is not the record's.",
        [ED_TIER_SIMILAR] = "Only similar: the wording differs from the record's. Compare before acting on it.",
    };

    return hints[tier];
}

void ed_parts_accepted(struct ed_buf *buf, const struct ed_finding *finding)
{
    ed_buf_text(buf, finding->accepted_why.n ? "accepted: " : "accepted");
    ed_buf_str(buf, finding->accepted_why);
}

struct ed_str ed_parts_differs(const struct ed_finding *finding)
{
    for (size_t i = 0; finding->tier == ED_TIER_SIMILAR && i < finding->nwhy; i++) {
        if (strcmp(finding->why[i].term, "differs") == 0) {
            return finding->why[i].says;
        }
    }
    return ED_STR_NONE;
}
