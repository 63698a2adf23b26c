/*
 * json_parts.c: a finding and the account as JSON, for the faces that are made of it. Keys that are unknown for an
 * input are left out; lists are there even when they are empty. Foreign bytes are the JSON writer's business.
 */
#include "render/json_parts.h"

#include "render/inquiry.h"
#include "render/words.h"

void ed_json_resume(struct ed_json_out *json, struct ed_buf *scratch, unsigned indent,
                    void (*open)(struct ed_json_out *json), bool has_items, struct ed_buf *out)
{
    ed_buf_init(scratch, /* max= */ 0);
    ed_json_out_init(json, scratch, indent);
    open(json);
    if (has_items) {
        ed_json_null_out(json);
    }
    json->buf = out;
}

static void number_member(struct ed_json_out *json, const char *key, double value)
{
    char text[ED_WORDS_NUMBER];

    if (ed_words_number(value, text)) {
        ed_json_key_out(json, key);
        ed_json_raw_out(json, ed_str_c(text));
    }
}

static void strs_member(struct ed_json_out *json, const char *key, struct ed_strs strs)
{
    ed_json_key_out(json, key);
    ed_json_open_array(json);
    for (size_t i = 0; i < strs.n; i++) {
        ed_json_str_out(json, strs.v[i]);
    }
    ed_json_close_array(json);
}

/* A known empty text is no knowledge of a host or unit: it is left out like one that is not there. */
static void place_str(struct ed_json_out *json, const char *key, struct ed_str value)
{
    ed_json_member_str(json, key, value.n ? value : ED_STR_NONE);
}

void ed_json_place(struct ed_json_out *json, const struct ed_place *place)
{
    ed_json_open_object(json);
    place_str(json, "source", place->source);
    if (place->line) {
        ed_json_member_uint(json, "line", place->line);
    }
    place_str(json, "time", place->time);
    place_str(json, "host", place->host);
    place_str(json, "unit", place->unit);
    place_str(json, "ident", place->ident);
    place_str(json, "pid", place->pid);
    place_str(json, "container", place->container);
    place_str(json, "pod", place->pod);
    place_str(json, "rank", place->rank);
    place_str(json, "location", place->location);
    place_str(json, "job", place->job);
    place_str(json, "step", place->step);
    place_str(json, "file", place->file);
    if (place->file.n && place->file_line) {
        ed_json_member_uint(json, "file_line", place->file_line);
    }
    ed_json_close_object(json);
}

static void why_out(struct ed_json_out *json, const struct ed_finding *finding)
{
    ed_json_key_out(json, "why");
    ed_json_open_array(json);
    for (size_t i = 0; i < finding->nwhy; i++) {
        ed_json_open_object(json);
        ed_json_member_str(json, "term", ed_str_c(finding->why[i].term));
        number_member(json, "value", finding->why[i].value);
        ed_json_member_str(json, "says", finding->why[i].says);
        ed_json_close_object(json);
    }
    ed_json_close_array(json);
}

/* The values inside that of a hole, or beside the message. */
static void parts_out(struct ed_json_out *json, const struct ed_finding *finding, size_t hole)
{
    struct ed_str of = hole == ED_PART_BESIDE ? ED_STR("line") : finding->values[hole].name;
    struct ed_buf name;

    ed_buf_init(&name, /* max= */ 0);
    for (size_t i = 0; i < finding->nparts; i++) {
        if (finding->parts[i].of != hole) {
            continue;
        }
        ed_buf_reset(&name);
        ed_buf_printf(&name, "%.*s.%.*s", ED_STR_ARG(of), ED_STR_ARG(finding->parts[i].name));
        ed_json_open_object(json);
        ed_json_member_str(json, "name", ed_buf_view(&name));
        ed_json_member_str(json, "value", finding->parts[i].value);
        ed_json_member_str(json, "of", of);
        ed_json_close_object(json);
    }
    ed_buf_done(&name);
}

static void captures_out(struct ed_json_out *json, const struct ed_finding *finding)
{
    ed_json_key_out(json, "captures");
    ed_json_open_array(json);
    for (size_t i = 0; i < finding->nvalues; i++) {
        const struct ed_value *value = &finding->values[i];

        ed_json_open_object(json);
        ed_json_member_str(json, "name", value->name);
        ed_json_member_str(json, "value", value->value);
        if (value->numeric && value->min != value->max) {
            number_member(json, "min", value->min);
            number_member(json, "max", value->max);
        }
        ed_json_close_object(json);
        parts_out(json, finding, i);
    }
    parts_out(json, finding, ED_PART_BESIDE);
    ed_json_close_array(json);
}

static void places_out(struct ed_json_out *json, const struct ed_finding *finding)
{
    ed_json_key_out(json, "first");
    ed_json_place(json, &finding->first);
    ed_json_key_out(json, "last");
    ed_json_place(json, &finding->last);
    ed_json_key_out(json, "sources");
    ed_json_open_array(json);
    for (size_t i = 0; i < finding->nsources; i++) {
        ed_json_place(json, &finding->sources[i]);
    }
    ed_json_close_array(json);
    if (finding->sources_dropped) {
        ed_json_member_uint(json, "sources_dropped", finding->sources_dropped);
    }
}

static void also_out(struct ed_json_out *json, const struct ed_finding *finding)
{
    ed_json_key_out(json, "also");
    ed_json_open_array(json);
    for (size_t i = 0; i < finding->nalso; i++) {
        ed_json_open_object(json);
        ed_json_member_str(json, "repo", finding->also[i].repo);
        ed_json_member_str(json, "slug", finding->also[i].slug);
        ed_json_member_str(json, "id", finding->also[i].id);
        ed_json_close_object(json);
    }
    ed_json_close_array(json);
}

static void cause_out(struct ed_json_out *json, const struct ed_finding *finding)
{
    if (!finding->cause) {
        return;
    }
    ed_json_key_out(json, "follows_from");
    ed_json_open_object(json);
    ed_json_member_str(json, "repo", finding->cause->record->repo);
    ed_json_member_str(json, "slug", finding->cause->record->slug);
    ed_json_member_str(json, "id", finding->cause->record->id);
    ed_json_member_str(json, "says", ed_str_c(finding->cause_says));
    ed_json_close_object(json);
}

/* What the record says, so that a script needs no second look-up; keys as in the record. */
static void record_out(struct ed_json_out *json, const struct ed_record *record)
{
    ed_json_key_out(json, "record");
    ed_json_open_object(json);
    ed_json_member_str(json, "errorClass", record->error_class);
    ed_json_member_str(json, "errorCode", record->error_code);
    ed_json_member_str(json, "errorMessage", record->error_message);
    ed_json_member_str(json, "documentation", record->documentation);
    ed_json_member_str(json, "triggerScenarios", record->trigger_scenarios);
    ed_json_member_str(json, "commonSituations", record->common_situations);
    strs_member(json, "solutions", record->solutions);
    ed_json_member_str(json, "exampleFix", record->example_fix);
    ed_json_member_str(json, "validationCode", record->validation_code);
    strs_member(json, "preventionTips", record->prevention_tips);
    ed_json_member_str(json, "filePath", record->file_path);
    if (record->line_number > 0) {
        ed_json_member_uint(json, "lineNumber", (uint64_t)record->line_number);
    }
    ed_json_member_str(json, "githubUrl", record->github_url);
    ed_json_close_object(json);
}

void ed_json_finding(struct ed_json_out *json, const struct ed_finding *finding)
{
    const struct ed_record *record = finding->record;
    double confidence = finding->confidence;

    ed_json_open_object(json);
    ed_json_member_str(json, "id", record->id);
    ed_json_member_str(json, "repo", record->repo);
    ed_json_member_str(json, "slug", record->slug);
    ed_json_member_str(json, "tier", ed_str_c(ed_tier_name(finding->tier)));
    ed_json_member_str(json, "role", ed_str_c(ed_role_name(finding->role)));
    ed_json_member_str(json, "severity", ed_str_c(ed_severity_name(record->severity)));
    ed_json_key_out(json, "confidence");
    ed_json_double_out(json, confidence > 0 ? ED_MIN(confidence, 1.0) : 0.0, /* decimals= */ 4);
    if (finding->accepted) {
        ed_json_key_out(json, "accepted");
        ed_json_bool_out(json, true);
        ed_json_member_str(json, "accepted_why", finding->accepted_why);
    }
    why_out(json, finding);
    ed_json_member_uint(json, "count", finding->count);
    captures_out(json, finding);
    places_out(json, finding);
    ed_json_member_str(json, "message", finding->message);
    ed_json_member_str(json, "family", record->background_tag);
    also_out(json, finding);
    cause_out(json, finding);
    ed_inquiry_json(json, finding);
    record_out(json, record);
    ed_json_close_object(json);
}

static void notes_out(struct ed_json_out *json, const struct ed_account *account)
{
    ed_json_key_out(json, "notes");
    ed_json_open_array(json);
    for (size_t i = 0; i < account->nnotes; i++) {
        const struct ed_err *note = &account->notes[i];

        ed_json_open_object(json);
        ed_json_member_str(json, "source", note->source[0] ? ed_str_c(note->source) : ED_STR_NONE);
        if (note->line) {
            ed_json_member_uint(json, "line", note->line);
        }
        ed_json_member_str(json, "message", ed_str_c(note->message));
        ed_json_close_object(json);
    }
    ed_json_close_array(json);
    if (account->notes_dropped) {
        ed_json_member_uint(json, "notes_dropped", account->notes_dropped);
    }
}

static void unmatched_out(struct ed_json_out *json, const struct ed_unmatched *one)
{
    ed_json_open_object(json);
    ed_json_member_str(json, "template", one->template);
    ed_json_member_str(json, "kind", ed_str_c(one->part));
    ed_json_member_str(json, "tool", ed_str_c(one->tool));
    if (one->known) {
        ed_json_key_out(json, "known");
        ed_json_bool_out(json, true);
    }
    ed_json_member_uint(json, "count", one->count);
    ed_json_key_out(json, "score");
    ed_json_double_out(json, one->score, /* decimals= */ 1);
    ed_json_key_out(json, "first");
    ed_json_place(json, &one->first);
    if (one->last_line) {
        ed_json_member_uint(json, "last_line", one->last_line);
    }
    ed_json_key_out(json, "lines");
    ed_json_open_array(json);
    for (size_t i = 0; i < one->nlines; i++) {
        ed_json_open_object(json);
        ed_json_member_uint(json, "line", one->lines[i].number);
        ed_json_member_str(json, "kind", ed_str_c(one->lines[i].part));
        ed_json_member_str(json, "text", one->lines[i].text);
        ed_json_close_object(json);
    }
    ed_json_close_array(json);
    ed_json_close_object(json);
}

void ed_json_unmatched(struct ed_json_out *json, const struct ed_triage_report *triage)
{
    ed_json_key_out(json, "unmatched");
    ed_json_open_array(json);
    for (size_t i = 0; i < triage->n; i++) {
        unmatched_out(json, &triage->v[i]);
    }
    ed_json_close_array(json);
}

void ed_json_account(struct ed_json_out *json, const struct ed_report *report)
{
    const struct ed_account *account = &report->account;
    const struct ed_triage_report *triage = &report->triage;
    const struct ed_input_account *input = &account->input;
    const struct {
        const char *key;
        uint64_t n;
    } members[] = {
        {"sources", input->sources},
        {"bytes", input->bytes},
        {"lines", input->lines},
        {"messages", input->messages},
        {"matched", account->matched},
        {"unmatched_lines", input->lines > account->matched ? input->lines - account->matched : 0},
        {"records_tried", account->records_tried},
        {"weak", account->weak},
        {"inactive", account->inactive},
        {"candidates", account->match.candidates},
        {"confirms", account->match.confirms},
        {"limits", account->match.limits},
        {"truncated", input->truncated},
        {"undecoded", input->undecoded},
        {"passed_over", input->passed_over},
        {"outside", input->outside},
        {"undated", input->undated},
        {"accepted", account->accepted},
        {"findings_dropped", account->findings_dropped},
        {"templates", triage->templates},
        {"template_lines", triage->lines},
        {"templates_dropped", triage->templates_dropped},
        {"known_good", triage->known_good},
    };

    ed_json_open_object(json);
    for (size_t i = 0; i < ED_ARRAY_LEN(members); i++) {
        ed_json_member_uint(json, members[i].key, members[i].n);
    }
    notes_out(json, account);
    ed_json_close_object(json);
}
