/*
 * source_order.c: what names tell of files that stand side by side. Only names and sizes are looked at: no I/O.
 *
 * Rotation is told by what stands at the end: `.1` to `.9999`, or a date of eight digits or three parts with whatever
 * follows it, both behind a suffix of compression. Python's, logrotate's and kubelet's names are such; a number in the
 * middle (`app-1.log.gz`) may count either way, and stays a name.
 *
 * Order of the file: rotation, run logs.
 */
#include "input/source_order.h"

#include "base/map.h"
#include "base/utf8.h"
#include "base/vec.h"

/* Rotation. */

static struct ed_str without(struct ed_str s, const char *suffix)
{
    struct ed_str tail = ed_str_c(suffix);

    return s.n > tail.n && ed_str_ends(s, tail) ? ed_str_slice(s, 0, s.n - tail.n) : s;
}

static struct ed_str without_compression(struct ed_str s)
{
    static const char *const suffixes[] = {".gz", ".xz", ".zst", ".bz2", ".lz4", ".lzma", ".Z", ".zip"};

    for (size_t i = 0; i < ED_ARRAY_LEN(suffixes); i++) {
        struct ed_str cut = without(s, suffixes[i]);

        if (cut.n < s.n) {
            return cut;
        }
    }
    return s;
}

/* Whether a date begins at i: 20250505 or 2025-05-05. */
static bool is_date(struct ed_str s, size_t i)
{
    static const char *const forms[] = {"0000-00-00", "00000000"};

    if (!ed_str_starts(ed_str_slice(s, i, s.n), ED_STR("20"))) {
        return false;
    }
    for (size_t f = 0; f < ED_ARRAY_LEN(forms); f++) {
        size_t n = strlen(forms[f]), k = 0;

        while (k < n && i + k < s.n && (forms[f][k] == '0' ? ed_is_digit(s.p[i + k]) : s.p[i + k] == '-')) {
            k++;
        }
        if (k == n) {
            return true;
        }
    }
    return false;
}

struct ed_rotation ed_rotation_of(struct ed_str name)
{
    struct ed_str bare = without_compression(name), journal = without(bare, ".journal");
    struct ed_rotation rotation = {.stem = bare, .how = ED_ROTATED_NOT};
    size_t dot = bare.n;

    if (journal.n < bare.n) { /* system@ID-SEQUENCE-TIME.journal is older than system.journal */
        rotation.stem = ed_str_cut(&journal, '@');
        rotation.date = journal;
        rotation.how = journal.n ? ED_ROTATED_DATE : ED_ROTATED_NOT;
        return rotation;
    }
    while (dot > 0 && bare.p[dot - 1] != '.') {
        dot--;
    }
    if (dot > 1 && bare.n - dot <= 4 && ed_str_u64(ed_str_slice(bare, dot, bare.n), &rotation.number)) {
        rotation.stem = ed_str_slice(bare, 0, dot - 1);
        rotation.how = ED_ROTATED_NUMBER;
        return rotation;
    }
    for (size_t i = 1; i + 1 < bare.n; i++) {
        if ((bare.p[i] == '.' || bare.p[i] == '-' || bare.p[i] == '_') && is_date(bare, i + 1)) {
            rotation.stem = ed_str_slice(bare, 0, i);
            rotation.date = ed_str_slice(bare, i + 1, bare.n);
            rotation.how = ED_ROTATED_DATE;
            break;
        }
    }
    return rotation;
}

int ed_rotation_cmp(struct ed_str a, struct ed_str b)
{
    struct ed_rotation ra = ed_rotation_of(a), rb = ed_rotation_of(b);
    int order = ed_str_cmp(ra.stem, rb.stem);

    if (order == 0) {
        order = (int)ra.how - (int)rb.how;
    }
    if (order == 0 && ra.number != rb.number) {
        order = ra.number > rb.number ? -1 : 1;
    }
    if (order == 0 && ra.how == ED_ROTATED_DATE) {
        order = ed_str_cmp(ra.date, rb.date);
    }
    return order ? order : ed_str_cmp(a, b);
}

/* Run logs. */

struct job {
    uint64_t whole, steps; /* bytes */
    bool has_whole, has_steps;
    bool unsized;     /* not all sizes are known: what was met first is read */
    bool whole_first; /* the whole was met before any step */
};

struct ed_run_logs {
    struct ed_map jobs; /* a job's name: its place in v */
    ED_VEC(struct job) v;
};

/* Steps that lack less than this of the whole are complete: each begins with a byte order mark, and lines between steps
   stand in neither or both. */
#define NEARLY(n) ((n) - (n) / 20)

/* Whether the name is N_REST.txt; *ret is REST. */
static bool numbered(struct ed_str name, struct ed_str *ret)
{
    size_t at = name.n && name.p[0] == '-', digits = at;

    while (at < name.n && ed_is_digit(name.p[at])) {
        at++;
    }
    *ret = without(ed_str_slice(name, at + 1, name.n), ".txt");
    return at > digits && at < name.n && name.p[at] == '_' && ed_str_ends(name, ED_STR(".txt"));
}

/* The job that the path is a file of, and the step. */
static bool job_of(struct ed_str path, struct ed_str *ret_job, struct ed_str *ret_step, bool *ret_whole)
{
    struct ed_str rest = path, first = ed_str_cut(&rest, '/');

    *ret_step = ED_STR_NONE;
    *ret_whole = first.n == path.n;
    if (*ret_whole) {
        return numbered(path, ret_job);
    }
    *ret_job = first;
    return ed_str_find_byte(rest, '/', 0) == SIZE_MAX && numbered(rest, ret_step);
}

bool ed_run_log_is_whole(struct ed_str name, struct ed_str *ret_job)
{
    return numbered(name, ret_job);
}

void ed_run_log_tell(struct ed_str path, struct ed_str *ret_job, struct ed_str *ret_step)
{
    struct ed_str job, step;
    bool whole;

    if (job_of(path, &job, &step, &whole)) {
        *ret_job = job;
        *ret_step = step;
    }
}

bool ed_run_log_begins(struct ed_str head)
{
    static const char form[] = "0000-00-00T00:00:00.0000000Z ";

    head = ed_utf8_without_bom(head);
    for (size_t i = 0; form[i]; i++) {
        if (i >= head.n || (form[i] == '0' ? !ed_is_digit(head.p[i]) : head.p[i] != form[i])) {
            return false;
        }
    }
    return true;
}

struct ed_run_logs *ed_run_logs_new(void)
{
    struct ed_run_logs *logs = ed_alloc_zero(1, sizeof(*logs));

    ed_map_init(&logs->jobs);
    return logs;
}

void ed_run_logs_free(struct ed_run_logs *logs)
{
    if (logs) {
        ed_map_done(&logs->jobs);
        ed_vec_done(&logs->v);
        ed_free(logs);
    }
}

void ed_run_logs_add(struct ed_run_logs *logs, struct ed_str path, uint64_t size)
{
    struct ed_str name = ED_STR_NONE, step;
    bool whole = false, is_new = false;
    uint64_t *at;
    struct job *job;

    if (!job_of(path, &name, &step, &whole)) {
        return;
    }
    at = ed_map_put(&logs->jobs, name, &is_new);
    if (is_new) {
        *at = logs->v.n;
        *ed_vec_add(&logs->v) = (struct job){.whole_first = whole};
    }
    job = &logs->v.v[*at];
    job->unsized |= size == ED_SIZE_UNKNOWN;
    if (whole) {
        job->has_whole = true;
        job->whole += size;
    } else {
        job->has_steps = true;
        job->steps += size;
    }
}

bool ed_run_logs_repeats(const struct ed_run_logs *logs, struct ed_str path)
{
    struct ed_str name = ED_STR_NONE, step;
    bool whole = false, read_steps;
    const struct job *job;
    const uint64_t *at;

    if (!job_of(path, &name, &step, &whole) || !(at = ed_map_get(&logs->jobs, name))) {
        return false;
    }
    job = &logs->v.v[*at];
    read_steps = job->unsized ? !job->whole_first : job->steps >= NEARLY(job->whole);
    return job->has_whole && job->has_steps && whole == read_steps;
}
