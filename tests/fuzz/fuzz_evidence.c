/*
 * fuzz_evidence.c: any text as what was brought beside a log, for every playbook. A command that comes out of it steers
 * no terminal. links: diag record base
 */
#include "base/utf8.h"
#include "diag/inquiry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define COLUMNS                                                                                                        \
    "\"columns\":[{\"name\":\"i\",\"type\":\"integer\"},{\"name\":\"m\",\"type\":\"moment\"},{\"name\":\"s\","         \
    "\"type\":\"size\","                                                                                               \
    "\"unit\":\"MiB\",\"binary\":true},{\"name\":\"d\",\"type\":\"time\",\"unit\":\"s\"},{\"name\":\"p\",\"type\":"    \
    "\"percent\"},"                                                                                                    \
    "{\"name\":\"t\"}]"

/* One table of each form, with a column of each type, for files that hold nothing else. */
static const char every[] =
    "{\"playbook\":\"every\",\"schemaVersion\":1,\"title\":\"t\",\"evidence\":["
    "{\"name\":\"c\",\"about\":\"a\",\"command\":[\"c\"],\"format\":\"csv\"," COLUMNS "},"
    "{\"name\":\"w\",\"about\":\"a\",\"command\":[\"w\"],\"format\":\"columns\"," COLUMNS "},"
    "{\"name\":\"k\",\"about\":\"a\",\"command\":[\"k\"],\"format\":\"keys\"," COLUMNS "},"
    "{\"name\":\"j\",\"about\":\"a\",\"command\":[\"j\"],\"format\":\"json\",\"path\":\"/a\"," COLUMNS "},"
    "{\"name\":\"r\",\"about\":\"a\",\"log\":true,\"format\":\"regex\",\"pattern\":\"(?<i>\\\\d+)(?<m> .{24})?(?<s> "
    ".*)?"
    "(?<d> .*)?(?<p>x)?(?<t>y)?\"," COLUMNS "}],"
    "\"checks\":[{\"name\":\"all\",\"sql\":\"SELECT t, i AS holds FROM c UNION ALL SELECT t, m FROM w UNION ALL SELECT "
    "t, s "
    "FROM k UNION ALL SELECT t, d FROM j UNION ALL SELECT t, p FROM r\",\"says\":\"{t}\"}],"
    "\"steps\":[{\"kind\":\"kill\",\"if\":\"all\",\"each\":true,\"says\":\"{t}\",\"command\":[\"k\",\"{t}\"]}]}";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct ed_record record;
    struct ed_str text = ed_str((const char *)data, size);
    struct ed_value values[] = {{.name = ED_STR("path"), .value = text},     {.name = ED_STR("address"), .value = text},
                                {.name = ED_STR("pci"), .value = text},      {.name = ED_STR("detail"), .value = text},
                                {.name = ED_STR("upstream"), .value = text}, {.name = ED_STR("unit"), .value = text}};
    struct ed_place place = {.host = text, .unit = text, .ident = text, .time = text};
    struct ed_finding finding = {.record = &record,
                                 .values = values,
                                 .nvalues = ED_ARRAY_LEN(values),
                                 .sources = &place,
                                 .nsources = 1,
                                 .first = place,
                                 .message = text,
                                 .context = text};
    struct ed_report report = {.findings = &finding, .nfindings = 1};
    struct ed_playbooks *all = ed_playbooks_new();
    struct ed_bundle *bundle = ed_bundle_new();
    const struct ed_inquiry *got = NULL;
    struct ed_arena arena;
    size_t len;

    ed_arena_init(&arena);
    ed_bundle_add(bundle, ED_STR("gpu.csv"), text);
    ed_bundle_add(bundle, ED_STR("notes"), text);
    for (const char *name = "cwkj"; *name; name++) {
        ed_bundle_add(bundle, ed_str(name, 1), text);
    }
    if (ed_playbooks_bundled(all, NULL) != ED_OK || ed_playbooks_add(all, ed_str_c(every), NULL) != ED_OK) {
        abort();
    }
    for (size_t i = 0; ed_playbooks_at(all, i); i++) {
        ed_inquire(ed_playbooks_at(all, i), &report, &finding, bundle, &arena, &got, NULL) ? abort() : (void)0;
        for (size_t k = 0; k < got->nsteps; k++) {
            for (struct ed_str rest = got->steps[k].command; rest.n; rest = ed_str_slice(rest, len, rest.n)) {
                ed_utf8_steers(ed_utf8_next(rest, &len)) ? abort() : (void)0;
            }
        }
    }
    ed_bundle_free(bundle), ed_playbooks_free(all), ed_arena_done(&arena);
    return 0;
}
