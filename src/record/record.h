/*
 * record.h: an error record as upstream (ErrLookup, schemaVersion 2) writes it: the model, how it is read, and what is
 * wrong with it. record-format of the upstream data set is the source of keys and rules; schema/record.schema.json
 * says the same for other programs.
 */
#ifndef ED_RECORD_RECORD_H
#define ED_RECORD_RECORD_H

#include "base/arena.h"
#include "base/limits.h"
#include "json/read.h"

enum ed_severity { ED_SEVERITY_INFO, ED_SEVERITY_WARNING, ED_SEVERITY_ERROR, ED_SEVERITY_CRITICAL };
#define ED_SEVERITIES (ED_SEVERITY_CRITICAL + 1)

struct ed_strs {
    const struct ed_str *v;
    size_t n;
};

static inline bool ed_strs_have(struct ed_strs strs, struct ed_str s)
{
    for (size_t i = 0; i < strs.n; i++) {
        if (ed_str_eq(strs.v[i], s)) {
            return true;
        }
    }
    return false;
}

/* All views live in the arena that was given to ed_record_read. A view is ED_STR_NONE where the record says null or has
   no such key. Numbers are 0 there. */
struct ed_record {
    struct ed_str id, repo, slug;
    struct ed_str error_code, error_class, error_message, message_pattern, error_type;
    int http_status;
    enum ed_severity severity;
    struct ed_str file_path;
    int64_t line_number;
    struct ed_str source_code;
    int64_t source_code_start, source_code_end;
    struct ed_str github_url;
    struct ed_str documentation, trigger_scenarios, common_situations;
    struct ed_strs solutions;
    struct ed_str example_fix, handling_strategy;
    struct ed_str validation_code, type_guard, try_catch_pattern;
    struct ed_strs prevention_tips, tags;
    struct ed_str background_tag;
    struct ed_str analyzed_sha, analyzed_at, content_changed_at;
    int64_t analyzed_micros; /* analyzed_at, or ED_TIME_UNKNOWN */
    int64_t schema_version;
};

/* One fault of a record. Fatal: the record cannot be used and is rejected. Not fatal: it is taken, and the fault is
   reported (an unknown severity is taken as error, say). */
struct ed_problem {
    char pointer[128]; /* JSON pointer into the record */
    char message[256]; /* what is wrong and what to do */
    bool fatal;
};

struct ed_problems {
    struct ed_problem v[ED_LIMIT_PROBLEMS];
    size_t n;     /* listed */
    size_t total; /* found, more than n when the list is full */
    size_t fatal;
};

/*
 * Read a record from an object. Every problem is listed, not only the first. Returns ED_ERR_INPUT when one of them is
 * fatal (the record's content is then unspecified), else ED_OK. Texts are copied to the arena.
 * Fatal: not an object; id not 16 lower-case hex; repo not owner/name (or a part that is ., .. or over 100 bytes, for
 * it becomes a file's name); slug empty or not kebab-case; errorMessage missing or blank; a key of the wrong type; a
 * string over ED_LIMIT_RECORD_STRING; a key that stands twice. A missing optional key, or null, is no problem.
 */
ED_NODISCARD enum ed_rc ed_record_read(const struct ed_json_node *object, struct ed_arena *arena,
                                       struct ed_record *ret_record, struct ed_problems *ret_problems);

const char *ed_severity_name(enum ed_severity severity);
/* false for an unknown name. */
bool ed_severity_parse(struct ed_str name, enum ed_severity *ret);

/* The text is filler that upstream stores where it had nothing to say (record-format: known weaknesses), or holds
   nothing at all. */
bool ed_record_is_filler(struct ed_str text);

#endif
