/*
 * check_fields.c: a record by itself. Required is what a reader of a diagnosis needs (cause, when, fixes); what helps
 * him further is asked for as a warning; where the message was read is told when it is not known to the line.
 */
#include "author/check_private.h"

static const struct ed_check_kind missing = {"missing-field", ED_FLAW_ERROR, "write it in your own words"};
static const struct ed_check_kind thin = {"thin", ED_FLAW_WARNING, "write it, if there is anything to say"};
static const struct ed_check_kind filler = {"filler", ED_FLAW_ERROR,
                                            "say what it means, or write null where there is nothing to say"};
static const struct ed_check_kind dead = {
    "dead-pattern", ED_FLAW_ERROR, "correct messagePattern, or write null: a pattern is made of the message then"};
static const struct ed_check_kind none = {"no-pattern", ED_FLAW_ERROR,
                                          "write more of the text that is printed into errorMessage"};
static const struct ed_check_kind weak = {"weak-pattern", ED_FLAW_WARNING,
                                          "write more of the text that is printed into errorMessage; else it counts "
                                          "only where its errorClass or its file stands beside it"};
static const struct ed_check_kind unverified = {"unverified-place", ED_FLAW_INFO,
                                                "look the message up in the source, and name commit, file and line"};
static const struct ed_check_kind place = {"wrong-place", ED_FLAW_WARNING,
                                           "githubUrl must be https://github.com/REPO/blob/SHA/FILE#LLINE"};
static const struct ed_check_kind no_family = {"no-family", ED_FLAW_INFO,
                                               "name the family in backgroundTag, if other records share its cause"};
static const struct ed_check_kind unknown_family = {"unknown-family", ED_FLAW_WARNING,
                                                    "write families/SLUG.json, or name one that there is"};
static const struct ed_check_kind no_example = {"no-examples", ED_FLAW_WARNING,
                                                "write lines as they stand in logs to examples/REPO.json"};

static const struct ed_check_kind misplaced = {"misplaced", ED_FLAW_WARNING, "move it to records/REPO.json"};

static void filled(struct ed_check *check, const struct ed_check_record *own, const struct ed_check_kind *kind,
                   const char *pointer, struct ed_str s)
{
    if (!s.p) {
        ed_check_record_flaw(check, own, kind, pointer, ED_STR("nothing is said"));
    } else if (ed_record_is_filler(s)) {
        ed_check_record_flaw(check, own, &filler, pointer,
                             s.n == 0 ? ED_STR("the text is empty")
                                      : ed_arena_printf(&check->scratch, "\"%.*s\" tells nothing", ED_STR_ARG(s)));
    }
}

/* The list has something, and nothing in it is filler. */
static void list(struct ed_check *check, const struct ed_check_record *own, const struct ed_check_kind *kind,
                 const char *pointer, struct ed_strs strs)
{
    char at[64];

    if (strs.n == 0) {
        ed_check_record_flaw(check, own, kind, pointer, ED_STR("the list is empty"));
    }
    for (size_t i = 0; i < strs.n; i++) {
        snprintf(at, sizeof(at), "%s/%zu", pointer, i);
        filled(check, own, &missing, at, strs.v[i]);
    }
}

/* Where there is something, it is no filler. */
static void no_filler(struct ed_check *check, const struct ed_check_record *own, const char *pointer, struct ed_str s)
{
    if (s.p) {
        filled(check, own, &missing, pointer, s);
    }
}

static void look_at_texts(struct ed_check *check, const struct ed_check_record *own, const struct ed_record *r)
{
    filled(check, own, &missing, "/documentation", r->documentation);
    filled(check, own, &missing, "/triggerScenarios", r->trigger_scenarios);
    filled(check, own, &thin, "/commonSituations", r->common_situations);
    list(check, own, &missing, "/solutions", r->solutions);
    list(check, own, &thin, "/preventionTips", r->prevention_tips);
    list(check, own, &thin, "/tags", r->tags);
    no_filler(check, own, "/exampleFix", r->example_fix);
    no_filler(check, own, "/validationCode", r->validation_code);
    no_filler(check, own, "/typeGuard", r->type_guard);
    no_filler(check, own, "/tryCatchPattern", r->try_catch_pattern);
    if (!r->validation_code.p && r->prevention_tips.n == 0) {
        ed_check_record_flaw(check, own, &thin, "/validationCode",
                             ED_STR("nothing tells how to check that it is fixed"));
    }
}

/* "" where no line is known, "#L7", "#L5-L9". */
static bool is_fragment(struct ed_str s, int64_t line)
{
    uint64_t first = 0, last = 0;
    struct ed_str from;

    if (s.n == 0) {
        return line == 0;
    }
    if (!ed_str_starts(s, ED_STR("#L"))) {
        return false;
    }
    s = ed_str_slice(s, 2, s.n);
    from = ed_str_cut(&s, '-');
    if (!ed_str_u64(from, &first)) {
        return false;
    }
    last = first;
    if (s.n > 0 && (s.p[0] != 'L' || !ed_str_u64(ed_str_slice(s, 1, s.n), &last))) {
        return false;
    }
    return line == 0 || ((uint64_t)line >= first && (uint64_t)line <= last);
}

static void look_at_place(struct ed_check *check, const struct ed_check_record *own, const struct ed_record *r)
{
    const char *lacks = !r->file_path.p       ? "filePath"
                        : !r->analyzed_sha.p  ? "analyzedSha"
                        : !r->github_url.p    ? "githubUrl"
                        : r->line_number == 0 ? "lineNumber"
                                              : NULL;
    struct ed_str url;
    char pointer[64];

    if (lacks) {
        snprintf(pointer, sizeof(pointer), "/%s", lacks);
        ed_check_record_flaw(
            check, own, &unverified, pointer,
            ed_arena_printf(&check->scratch, "where the message stands is not known: %s is null", lacks));
    }
    if (!r->github_url.p || !r->analyzed_sha.p || !r->file_path.p) {
        return;
    }
    url = ed_arena_printf(&check->scratch, "https://github.com/%.*s/blob/%.*s/%.*s", ED_STR_ARG(r->repo),
                          ED_STR_ARG(r->analyzed_sha), ED_STR_ARG(r->file_path));
    if (!ed_str_starts(r->github_url, url) ||
        !is_fragment(ed_str_slice(r->github_url, url.n, r->github_url.n), r->line_number)) {
        ed_check_record_flaw(check, own, &place, "/githubUrl",
                             ed_arena_printf(&check->scratch, "it is %.*s, and the other keys tell %.*s, line %" PRId64,
                                             ED_STR_ARG(r->github_url), ED_STR_ARG(url), r->line_number));
    }
}

static void look_at_pattern(struct ed_check *check, const struct ed_check_record *own, const struct ed_record *r,
                            const struct ed_kb_pattern_info *p)
{
    if (p->state == ED_PATTERN_INACTIVE) {
        ed_check_record_flaw(check, own, &none, "/errorMessage",
                             ed_arena_printf(&check->scratch, "it can never be found: %.*s", ED_STR_ARG(p->reason)));
    } else if (p->state == ED_PATTERN_REPAIRED && ed_str_trim(r->message_pattern).n > 0) {
        ed_check_record_flaw(check, own, &dead, "/messagePattern",
                             ed_arena_printf(&check->scratch,
                                             "it was replaced by one that is made of the message: %.*s",
                                             ED_STR_ARG(p->reason)));
    }
    if (p->state != ED_PATTERN_INACTIVE && p->weak) {
        ed_check_record_flaw(check, own, &weak, "/errorMessage",
                             ed_arena_printf(&check->scratch,
                                             "its text is worth %.1f bits, and %.0f are needed to count alone",
                                             p->specificity, ED_KB_SPECIFICITY_FLOOR));
    }
}

void ed_check_fields(struct ed_check *check, const struct ed_check_record *own, const struct ed_record *r,
                     const struct ed_kb_pattern_info *pattern)
{
    size_t examples = 0;

    if (ed_check_misplaced(ed_shelf_record(check->shelf, own->id), "records", own->repo)) {
        ed_check_record_flaw(check, own, &misplaced, "", ED_STR("it stands in a file of another repository"));
    }
    look_at_pattern(check, own, r, pattern);
    look_at_texts(check, own, r);
    look_at_place(check, own, r);
    if (!r->background_tag.p) {
        ed_check_record_flaw(check, own, &no_family, "/backgroundTag", ED_STR("it belongs to no family"));
    } else if (!ed_map_get(&check->families, r->background_tag)) {
        ed_check_record_flaw(
            check, own, &unknown_family, "/backgroundTag",
            ed_arena_printf(&check->scratch, "there is no family %.*s", ED_STR_ARG(r->background_tag)));
    }
    ed_shelf_examples(check->shelf, &examples);
    if (examples > 0 && !ed_shelf_has_example(check->shelf, own->id)) {
        ed_check_record_flaw(check, own, &no_example, "", ED_STR("no example shows that it is found"));
    }
}
