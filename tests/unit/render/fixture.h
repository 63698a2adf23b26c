/*
 * fixture.h: reports made by hand for the tests of the faces, and what the tests ask of an output. Static data only; a
 * test copies what it changes.
 */
#ifndef ED_TESTS_RENDER_FIXTURE_H
#define ED_TESTS_RENDER_FIXTURE_H

#include "base/io.h"
#include "base/utf8.h"
#include "render/render.h"

#include <setjmp.h>

#include <cmocka.h>

/* A view as a static initializer. */
#define S(literal)                                                                                                     \
    {                                                                                                                  \
        "" literal, sizeof(literal) - 1                                                                                \
    }
#define STRS(array) ((struct ed_strs){array, ED_ARRAY_LEN(array)})

static const struct ed_str memory_fixes[] = {
    S("Kill leftover GPU processes (nvidia-smi, then kill or fuser on the PID) and start again"),
    S("Set SGLANG_ENABLE_TP_MEMORY_INBALANCE_CHECK=0 to make it a warning if the imbalance is wanted"),
};
static const struct ed_str memory_tips[] = {
    S("Run nvidia-smi before launching tensor-parallel servers"),
    S("Reserve GPUs for one deployment"),
};
static const struct ed_str memory_tags[] = {S("distributed"), S("gpu-memory")};

static ED_UNUSED struct ed_record memory_record(void)
{
    return (struct ed_record){
        .id = ED_STR("fe965af8c7e6afca"),
        .repo = ED_STR("sgl-project/sglang"),
        .slug = ED_STR("the-memory-capacity-is-unbalanced-some-gpus-may-b"),
        .error_class = ED_STR("RuntimeError"),
        .error_type = ED_STR("exception"),
        .error_message = ED_STR("The memory capacity is unbalanced. Some GPUs may be occupied by other processes. "
                                "{pre_model_load_memory=}, {local_gpu_memory=}, {local_gpu_memory * 0.9=}"),
        .severity = ED_SEVERITY_ERROR,
        .file_path = ED_STR("python/sglang/srt/distributed/bootstrap.py"),
        .line_number = 345,
        .github_url = ED_STR(
            "https://github.com/sgl-project/sglang/blob/0132848349585cfe6aae51c4941cbae872505f8a/python/"
            "sglang/srt/distributed/bootstrap.py#L327-L348"),
        .documentation = ED_STR(
            "Free GPU memory is compared across ranks before the model is loaded; if a rank has less "
            "than 90% of the largest, `some GPU` is likely held by another process."),
        .trigger_scenarios = ED_STR(
            "init_torch_distributed with tensor parallelism where one rank has over 10% less free "
            "memory: a leftover process, a second server, a notebook kernel."),
        .common_situations = ED_STR("Stale processes after a crash; GPUs shared with other jobs."),
        .solutions = STRS(memory_fixes),
        .example_fix = ED_STR(
            "# before\nGPU 0: 12 GB used by a stale process\n# after\nkill -9 <stale_pid>  # GPU 0 is free\n"),
        .handling_strategy = ED_STR("validation"),
        .validation_code = ED_STR("import torch\nfor i in range(8):\n\tfree, _ = torch.cuda.mem_get_info(i)\n\n"
                                  "\tprint(i, free)  # the smallest must be at least 0.9 of the largest\n"),
        .prevention_tips = STRS(memory_tips),
        .tags = STRS(memory_tags),
        .background_tag = ED_STR("gpu-memory-unbalanced"),
        .analyzed_sha = ED_STR("0132848349585cfe6aae51c4941cbae872505f8a"),
        .analyzed_at = ED_STR("2026-08-28T05:10:05.995Z"),
    };
}

static const struct ed_value memory_values[] = {
    {S("pre_model_load_memory"), S("39.74761962890625"), true, 39.74761962890625, 41.5, false},
    {S("local_gpu_memory"), S("93.7274169921875"), true, 93.7274169921875, 93.7274169921875, false},
    {S("local_gpu_memory * 0.9"), S("84.35467529296875"), true, 84.35467529296875, 84.35467529296875, false},
};

#define RANK(number, line_number, seconds)                                                                             \
    {                                                                                                                  \
        .source = S("journal-short.log"), .line = (line_number), .time = S("2026-05-05 10:01:" seconds),               \
        .host = S("ct200"), .ident = S("python3"), .pid = S("3187" number), .rank = S("TP" number),                    \
    }

static const struct ed_place memory_places[] = {RANK("0", 18, "08"), RANK("3", 26, "08"), RANK("5", 34, "09")};

static const struct ed_term memory_terms[] = {
    {"specificity", 87.5, S("87.5 bits of literal text")},
    {"class", 6, S("RuntimeError stands right before it, as the record says")},
    {"level", -2.25, S("the line's level is info")},
};
static const struct ed_other memory_others[] = {
    {S("other/fork"), S("the-memory-capacity"), S("00000000000000aa")},
};

static ED_UNUSED struct ed_finding memory_finding(const struct ed_record *record)
{
    return (struct ed_finding){
        .record = record,
        .tier = ED_TIER_EXACT,
        .role = ED_ROLE_ROOT,
        .confidence = 0.97,
        .why = memory_terms,
        .nwhy = ED_ARRAY_LEN(memory_terms),
        .count = 3,
        .values = memory_values,
        .nvalues = ED_ARRAY_LEN(memory_values),
        .first = memory_places[0],
        .last = memory_places[2],
        .sources = memory_places,
        .nsources = ED_ARRAY_LEN(memory_places),
        .message = ED_STR(
            "RuntimeError: The memory capacity is unbalanced. Some GPUs may be occupied by other processes. "
            "pre_model_load_memory=39.74761962890625, local_gpu_memory=93.7274169921875, local_gpu_memory * "
            "0.9=84.35467529296875"),
        .also = memory_others,
        .nalso = ED_ARRAY_LEN(memory_others),
    };
}

static ED_UNUSED struct ed_account some_account(void)
{
    return (struct ed_account){
        .input = {.sources = 1, .bytes = 3092, .lines = 41, .messages = 14},
        .match = {.bytes = 3092, .candidates = 5, .confirms = 4, .hits = 3},
        .records_tried = 26,
        .matched = 3,
    };
}

/* What a log and a record may hold to steer a terminal or to break a layout. */
static const struct ed_str hostile_fixes[] = {
    S("\033]0;owned\007 title, then \xff\xfe bad bytes"),
    S("\xe9\x94\x99\xe8\xaf\xaf\xef\xbc\x9a\xe5\x86\x85\xe5\xad\x98\xe4\xb8\x8d\xe8\xb6\xb3\xe3\x80\x82\xe8\xaf\xb7\xe5"
      "\x85\xb3\xe9\x97\xad\xe5\x85\xb6\xe4\xbb\x96\xe8\xbf\x9b\xe7\xa8\x8b\xe3\x80\x82"),
    S("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
};

static const struct ed_value hostile_values[] = {
    {S("na\rme"), S("\033[31mred\033[0m"), false, 0, 0, false},
    {S("empty"), S(""), false, 0, 0, false},
    {S("absent"), {NULL, 0}, false, 0, 0, false},
    {S("a name that is much too long to stand beside its value"), S("0x00ff"), false, 0, 0, false},
    {S("nul"), S("a\0b"), false, 0, 0, false},
};

static ED_UNUSED struct ed_record hostile_record(void)
{
    return (struct ed_record){
        .id = ED_STR("0123456789abcdef"),
        .repo = ED_STR("own\033er/na\nme"),
        .slug = ED_STR("slug"),
        .error_code = ED_STR("E\r\n42"),
        .error_message = ED_STR("\xe5\x86\x85\xe5\xad\x98 e\xcc\x81t\xc3\xa9 \xe2\x80\xae txt.exe \033[2J {x}"),
        .severity = ED_SEVERITY_CRITICAL,
        .documentation = ED_STR("one\r\n\n    two\twith a tab\n \xc2\x9b 31m and \xe2\x81\xa6isolate\xe2\x81\xa9"),
        .trigger_scenarios = ED_STR("See documentation."),
        .solutions = STRS(hostile_fixes),
    };
}

static ED_UNUSED struct ed_finding hostile_finding(const struct ed_record *record)
{
    return (struct ed_finding){
        .record = record,
        .tier = ED_TIER_SIMILAR,
        .confidence = 0.5,
        .count = 1,
        .values = hostile_values,
        .nvalues = ED_ARRAY_LEN(hostile_values),
        .first = {.source = ED_STR("a\033[1mb.zip:c\nd.txt"),
                  .line = 7,
                  .host = ED_STR("ho\x07st"),
                  .pid = ED_STR("12")},
        .message = ED_STR("first line\r\nsecond \x08\x08\x08 line \xf0\x9f\x94\xa5\nthird \xc3("),
    };
}

/* What means something in one of the formats: tags, ends of comments and sections, fences, bars, a runner's orders, its
   escapes, a link, a placeholder; and what no format takes as it is. */
#define NASTY                                                                                                          \
    "</pre></script><script>alert(1)</script> ]]> --> <!-- &amp; ` ``` ```` | a|b \\|\n"                               \
    "::error file=x::owned\n"                                                                                          \
    "##[error]owned ##vso[task.complete]%0A%25 {0} [here](javascript:1) $x$ @you #1 www.example.org *b* _i_\n"         \
    "# no heading\n- no item\n~~~\n\033[2J\b \xff\xc3( \xe2\x80\xae right to left \xef\xbf\xbe end"

static const struct ed_str nasty_fixes[] = {S(NASTY), S("1. one\n2. two `with | code` and ` an odd one")};
static const struct ed_value nasty_values[] = {
    {S(NASTY), S(NASTY), false, 0, 0, false},
    {S("| bar |"), S(" ` "), false, 0, 0, false},
    {S("plain"), S(" with blanks "), false, 0, 0, false},
    {S("number"), S("-1.50"), true, -1.5, 2, false},
};

static ED_UNUSED struct ed_record nasty_record(void)
{
    return (struct ed_record){
        .id = ED_STR("0123456789abcdef"),
        .repo = ED_STR("own<er/na&me"),
        .slug = ED_STR("a\"slug'"),
        .error_message = ED_STR("<b>{x}</b> :: , %0A | ` [t](u) failed"),
        .severity = ED_SEVERITY_ERROR,
        .documentation = ED_STR(NASTY),
        .solutions = STRS(nasty_fixes),
        .validation_code = ED_STR("```\n" NASTY "\n````\n\ttab\r\nnext"),
        .file_path = ED_STR("src/a b|c.c"),
        .line_number = 7,
        .github_url = ED_STR("https://example.org/\"><script>"),
        .background_tag = ED_STR("<fam>"),
    };
}

static ED_UNUSED struct ed_finding nasty_finding(const struct ed_record *record)
{
    return (struct ed_finding){
        .record = record,
        .tier = ED_TIER_EXACT,
        .confidence = 0.5,
        .count = 2,
        .values = nasty_values,
        .nvalues = ED_ARRAY_LEN(nasty_values),
        .first = {.source = ED_STR("a,b:c|`d`\n<e>.log"), .line = 7, .host = ED_STR("<ho|st>`"), .job = ED_STR("]]>")},
        .message = ED_STR(NASTY),
    };
}

/* A root, what came of it, what came of that, another thing that came of the root, and one alone: in that order. */
#define CHAIN 5
static ED_UNUSED void chain(struct ed_finding findings[CHAIN], const struct ed_record *record)
{
    static const char *const messages[CHAIN] = {"root", "first effect", "second effect", "effect of the first",
                                                "wrapper"};

    for (size_t i = 0; i < CHAIN; i++) {
        findings[i] = (struct ed_finding){.record = record,
                                          .role = i ? ED_ROLE_CONSEQUENCE : ED_ROLE_ROOT,
                                          .confidence = 0.9,
                                          .count = i + 1,
                                          .first = {.source = ED_STR("run.log"), .line = 10 * i + 1},
                                          .message = ed_str_c(messages[i])};
        if (i > 0 && i < 4) {
            findings[i].cause = &findings[i == 3 ? 1 : 0];
            findings[i].cause_says = "the trace says that it came from it";
        }
    }
    ed_report_link(findings, CHAIN);
}

static ED_UNUSED struct ed_record disk_record(void)
{
    static const struct ed_str fixes[] = {S("Free some space")};

    return (struct ed_record){.id = ED_STR("00000000000000aa"),
                              .repo = ED_STR("owner/name"),
                              .slug = ED_STR("no-space"),
                              .error_message = ED_STR("No space left on device while writing to {path}"),
                              .severity = ED_SEVERITY_ERROR,
                              .documentation = ED_STR("The disk is full."),
                              .solutions = STRS(fixes)};
}

/* Render a whole report as the command line does. */
static ED_UNUSED void render(const char *face, const struct ed_report *report, const struct ed_render_opts *opts,
                             struct ed_buf *out)
{
    const struct ed_renderer *renderer = ed_renderer_find(face);

    assert_non_null(renderer);
    renderer->begin(report, opts, out);
    for (size_t i = 0; i < report->nfindings; i++) {
        renderer->finding(report, i, opts, out);
    }
    renderer->end(report, opts, out);
}

/*
 * The output must be tests/unit/render/golden/NAME, byte for byte. With ERRDEX_BLESS set the file is written instead,
 * to be read with care before it is kept.
 */
static ED_UNUSED void assert_golden(const char *name, const struct ed_buf *out)
{
    char path[1024];
    struct ed_buf want;
    struct ed_err err;

    snprintf(path, sizeof(path), ED_TEST_DATA "/unit/render/golden/%s", name);
    if (getenv("ERRDEX_BLESS")) {
        assert_int_equal(ed_io_replace(path, ed_buf_view(out), &err), ED_OK);
        return;
    }
    ed_buf_init(&want, /* max= */ 0);
    if (ed_io_file(path, &want, &err) != ED_OK) {
        fail_msg("%s", err.message);
    }
    assert_string_equal(out->p, want.p);
    assert_int_equal(out->n, want.n);
    ed_buf_done(&want);
}

/* Valid UTF-8 that cannot steer a terminal: the only control character is the line break. */
static ED_UNUSED void assert_harmless(struct ed_str out)
{
    struct ed_buf visible;

    ed_buf_init(&visible, /* max= */ 0);
    ed_utf8_visible(&visible, out, /* keep_lines= */ true);
    assert_int_equal(visible.n, out.n);
    assert_memory_equal(visible.p, out.p, out.n);
    ed_buf_done(&visible);
}

static ED_UNUSED void golden_face(const char *face, const char *name, const struct ed_report *report,
                                  struct ed_render_opts opts)
{
    struct ed_buf out;

    ed_buf_init(&out, /* max= */ 0);
    render(face, report, &opts, &out);
    assert_golden(name, &out);
    ed_buf_done(&out);
}

static ED_UNUSED bool holds(const struct ed_buf *out, const char *words)
{
    return ed_str_find(ed_buf_view(out), ed_str_c(words), 0) != SIZE_MAX;
}

#endif
