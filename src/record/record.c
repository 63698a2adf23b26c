/*
 * record.c: the table of a record's keys in the order in which upstream writes them, their rules, and the few rules
 * that need more than one value. Reading itself is fields.c. Nothing is dropped for a fault that is not fatal: a person
 * who reads a diagnosis wants the text, and the report of the fault goes to whoever keeps the records.
 */
#include "record/record.h"

#include "base/clock.h"
#include "record/fields.h"
#include "record/slug.h"

/* Whole numbers beyond this are not exact in JSON's doubles. */
#define INT_MAX_EXACT ((int64_t)1 << 53)
/* Bytes of a repository's owner or name; GitHub allows 39 and 100. They become names of folders and files. */
#define REPO_PART_MAX 100
#define SLUG_LONG     64
#define SHA_DIGITS    40

static const char *const severities[] = {[ED_SEVERITY_INFO] = "info",
                                         [ED_SEVERITY_WARNING] = "warning",
                                         [ED_SEVERITY_ERROR] = "error",
                                         [ED_SEVERITY_CRITICAL] = "critical"};

const char *ed_severity_name(enum ed_severity severity)
{
    return severities[severity];
}

static bool one_of(struct ed_str s, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (ed_str_is(s, names[i])) {
            return true;
        }
    }
    return false;
}

bool ed_severity_parse(struct ed_str name, enum ed_severity *ret)
{
    for (size_t i = 0; i < ED_ARRAY_LEN(severities); i++) {
        if (ed_str_is(name, severities[i])) {
            *ret = (enum ed_severity)i;
            return true;
        }
    }
    return false;
}

static bool rule_repo_part(struct ed_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (!ed_is_word(s.p[i]) && s.p[i] != '.' && s.p[i] != '-') {
            return false;
        }
    }
    return s.n > 0 && s.n <= REPO_PART_MAX && !ed_str_is(s, ".") && !ed_str_is(s, "..");
}

static bool rule_repo(struct ed_str s)
{
    struct ed_str owner = ed_str_cut(&s, '/');

    return rule_repo_part(owner) && rule_repo_part(s);
}

static bool rule_severity(struct ed_str s)
{
    return one_of(s, severities, ED_ARRAY_LEN(severities));
}

static bool rule_type(struct ed_str s)
{
    static const char *const names[] = {"exception", "error_code", "console", "http", "validation", "panic"};

    return one_of(s, names, ED_ARRAY_LEN(names));
}

static bool rule_strategy(struct ed_str s)
{
    static const char *const names[] = {"try-catch", "type-guard", "validation", "retry", "fallback"};

    return one_of(s, names, ED_ARRAY_LEN(names));
}

static bool rule_sha(struct ed_str s)
{
    return ed_rule_hex(s, SHA_DIGITS);
}

static bool rule_url(struct ed_str s)
{
    return ed_str_starts(s, ED_STR("https://")) || ed_str_starts(s, ED_STR("http://"));
}

/* What the table fills: the record, and what stands in it in another type. */
struct target {
    struct ed_record record;
    struct ed_str severity;
    int64_t http_status;
};

#define KEBAB     "kebab-case (lower-case letters and digits, '-' between words)"
#define TIME      "a time like 2026-08-28T05:10:05Z"
#define LINE      "a line number, 1 or more"
#define AT(field) offsetof(struct target, record.field)
#define TEXT(key, field)                                                                                               \
    {                                                                                                                  \
        key, ED_FIELD_STR, ED_FIELD_OPTIONAL, AT(field), NULL, NULL, NULL, 0, 0                                        \
    }
#define LIST(key, field)                                                                                               \
    {                                                                                                                  \
        key, ED_FIELD_STRS, ED_FIELD_OPTIONAL, AT(field), NULL, NULL, NULL, 0, 0                                       \
    }
#define NEED(key, field, rule, what)                                                                                   \
    {                                                                                                                  \
        key, ED_FIELD_STR, ED_FIELD_REQUIRED, AT(field), rule, what, NULL, 0, 0                                        \
    }
#define RULE(key, field, rule, what, taken)                                                                            \
    {                                                                                                                  \
        key, ED_FIELD_STR, ED_FIELD_OPTIONAL, AT(field), rule, what, taken, 0, 0                                       \
    }
#define NUMBER(key, field, what, min, max)                                                                             \
    {                                                                                                                  \
        key, ED_FIELD_INT, ED_FIELD_OPTIONAL, AT(field), NULL, what, NULL, min, max                                    \
    }

static const struct ed_field fields[] = {
    NEED("id", id, ed_rule_id, "16 lower-case hexadecimal digits"),
    NEED("repo", repo, rule_repo, "owner/name, of letters, digits, '.', '_' and '-'"),
    NEED("slug", slug, ed_slug_is_kebab, KEBAB),
    TEXT("errorCode", error_code),
    NEED("errorMessage", error_message, ed_rule_text, "the message as it stands in the source"),
    TEXT("messagePattern", message_pattern),
    RULE("errorType", error_type, rule_type, "exception, error_code, console, http, validation or panic", NULL),
    TEXT("errorClass", error_class),
    {"httpStatus", ED_FIELD_INT, ED_FIELD_OPTIONAL, offsetof(struct target, http_status), NULL,
     "an HTTP status, 100 to 599", NULL, 100, 599},
    {"severity", ED_FIELD_STR, ED_FIELD_OPTIONAL, offsetof(struct target, severity), rule_severity,
     "critical, error, warning or info", "taken as error", 0, 0},
    TEXT("filePath", file_path),
    NUMBER("lineNumber", line_number, LINE, 1, INT_MAX_EXACT),
    TEXT("sourceCode", source_code),
    NUMBER("sourceCodeStart", source_code_start, LINE, 1, INT_MAX_EXACT),
    NUMBER("sourceCodeEnd", source_code_end, LINE, 1, INT_MAX_EXACT),
    RULE("githubUrl", github_url, rule_url, "a link that begins with https://", NULL),
    TEXT("documentation", documentation),
    TEXT("triggerScenarios", trigger_scenarios),
    TEXT("commonSituations", common_situations),
    LIST("solutions", solutions),
    TEXT("exampleFix", example_fix),
    RULE("handlingStrategy", handling_strategy, rule_strategy, "try-catch, type-guard, validation, retry or fallback",
         NULL),
    TEXT("validationCode", validation_code),
    TEXT("typeGuard", type_guard),
    TEXT("tryCatchPattern", try_catch_pattern),
    LIST("preventionTips", prevention_tips),
    {"tags", ED_FIELD_STRS, ED_FIELD_OPTIONAL, AT(tags), ed_slug_is_kebab, KEBAB, NULL, 0, 0},
    RULE("backgroundTag", background_tag, ed_slug_is_kebab, KEBAB, NULL),
    RULE("analyzedSha", analyzed_sha, rule_sha, "a commit: 40 lower-case hexadecimal digits", NULL),
    RULE("analyzedAt", analyzed_at, ed_rule_time, TIME, "taken as older than any time"),
    {"schemaVersion", ED_FIELD_INT, ED_FIELD_OPTIONAL, AT(schema_version), NULL, "2, the version this program knows",
     "read as if it were 2", 2, 2},
    RULE("contentChangedAt", content_changed_at, ed_rule_time, TIME, NULL),
};

/* Rules over more than one value, and those a slug may break without being useless. */
static void check_record(const struct ed_record *r, struct ed_problems *problems)
{
    if (r->slug.n > SLUG_LONG && ed_slug_is_kebab(r->slug)) {
        ed_problem_add(problems, /* fatal */ false, "/slug",
                       "has %zu characters, and slugs have at most %d: shorten it", r->slug.n, SLUG_LONG);
    }
    if (r->source_code_end && r->source_code_end < r->source_code_start) {
        ed_problem_add(problems, /* fatal */ false, "/sourceCodeEnd",
                       "is line %" PRId64 ", before sourceCodeStart, %" PRId64 ": kept as it is", r->source_code_end,
                       r->source_code_start);
    }
}

enum ed_rc ed_record_read(const struct ed_json_node *object, struct ed_arena *arena, struct ed_record *ret_record,
                          struct ed_problems *ret_problems)
{
    struct target t = {.record = {.severity = ED_SEVERITY_ERROR, .analyzed_micros = ED_TIME_UNKNOWN}};

    ret_problems->n = ret_problems->total = ret_problems->fatal = 0;
    if (ed_json_kind(object) != ED_JSON_OBJECT) {
        ed_problem_add(ret_problems, /* fatal */ true, "", "must be an object with a record's keys, but is %s",
                       ed_json_kind_name(ed_json_kind(object)));
        return ED_ERR_INPUT;
    }
    ed_fields_read(object, fields, ED_ARRAY_LEN(fields), arena, &t, ret_problems);
    check_record(&t.record, ret_problems);
    ed_severity_parse(t.severity, &t.record.severity);
    t.record.http_status = (int)t.http_status;
    if (t.record.analyzed_at.p) {
        t.record.analyzed_micros = ed_clock_parse(t.record.analyzed_at);
    }
    *ret_record = t.record;
    return ret_problems->fatal ? ED_ERR_INPUT : ED_OK;
}
