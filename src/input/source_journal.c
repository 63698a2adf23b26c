/*
 * source_journal.c: systemd's binary journals, through libsystemd, as the lines that journalctl -o json would write: so
 * what an entry tells is read in one place, env_journal_json.c. Only the fields that are read there are written.
 *
 * A value that is no UTF-8 or holds control characters is an array of its bytes, as journalctl has it. A damaged file
 * gives what could be read and then fails; a message over ED_LIMIT_JOURNAL_FIELD is cut, and that is said at the end.
 * The file is mapped by libsystemd in windows, so its size does not matter.
 */
#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "input/source_feed.h"

#ifdef ED_HAS_JOURNAL

#include <systemd/sd-journal.h>
#include <unistd.h>

struct journal {
    struct ed_feed feed;
    sd_journal *journal;
    struct ed_buf line;
    size_t at;
    uint64_t cut;           /* messages read in part */
    uint64_t entries, read; /* that the file says it has, and that were */
    bool ended;
    enum ed_rc failed; /* said when what was read before is handed out */
    struct ed_err why;
};

static const char *const fields[] = {
    "MESSAGE",
    "PRIORITY",
    "_HOSTNAME",
    "SYSLOG_IDENTIFIER",
    "_COMM",
    "_PID",
    "SYSLOG_PID",
    "_SYSTEMD_UNIT",
    "_SYSTEMD_USER_UNIT",
    "UNIT",
    "USER_UNIT",
    "COREDUMP_UNIT",
    "OBJECT_SYSTEMD_UNIT",
    "CONTAINER_NAME",
    "CONTAINER_ID",
    "CONTAINER_PARTIAL_MESSAGE",
    "CONTAINER_PARTIAL_ID",
    "CONTAINER_PARTIAL_LAST",
    "CODE_FILE",
    "CODE_LINE",
    "_TRANSPORT",
    "_STREAM_ID",
    "_LINE_BREAK",
    "_SOURCE_REALTIME_TIMESTAMP",
};

static bool is_text(struct ed_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if ((unsigned char)s.p[i] < ' ' && s.p[i] != '\n' && s.p[i] != '\t') {
            return false;
        }
    }
    return ed_utf8_check(s) == s.n;
}

static void put_value(struct ed_buf *out, struct ed_str s)
{
    if (!is_text(s)) {
        for (size_t i = 0; i < s.n; i++) {
            ed_buf_printf(out, "%c%u", i ? ',' : '[', (unsigned char)s.p[i]);
        }
        ed_buf_byte(out, ']');
        return;
    }
    ed_buf_byte(out, '"');
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '"' || s.p[i] == '\\') {
            ed_buf_byte(out, '\\');
        }
        if (s.p[i] == '\n' || s.p[i] == '\t') {
            ed_buf_text(out, s.p[i] == '\n' ? "\\n" : "\\t");
        } else {
            ed_buf_byte(out, s.p[i]);
        }
    }
    ed_buf_byte(out, '"');
}

static void put_field(struct journal *j, const char *name)
{
    const void *data = NULL;
    size_t n = 0, key = strlen(name) + 1; /* NAME=value */

    if (sd_journal_get_data(j->journal, name, &data, &n) < 0 || n < key) {
        return;
    }
    j->cut += n >= ED_LIMIT_JOURNAL_FIELD;
    ed_buf_printf(&j->line, ",\"%s\":", name);
    put_value(&j->line, ed_str((const char *)data + key, n - key));
}

/* The next entry as a line. false: there is none. */
static bool next_line(struct journal *j)
{
    int rc = sd_journal_next(j->journal);
    uint64_t time = 0;

    if (rc < 0) {
        j->failed = ed_err_set(&j->why, ED_ERR_INPUT, "is damaged (%s): what stands before that was read",
                               strerror(-rc));
    } else if (rc == 0 && j->read < j->entries) {
        j->failed = ed_err_set(&j->why, ED_ERR_INPUT,
                               "is damaged: %" PRIu64 " of its %" PRIu64 " entries were read; journalctl --verify "
                               "--file=FILE tells more",
                               j->read, j->entries);
    } else if (rc == 0 && j->cut > 0) {
        j->failed = ed_err_set(&j->why, ED_ERR_LIMIT,
                               "%" PRIu64 " %s longer than %zu KiB, and only so much of each was read", j->cut,
                               j->cut == 1 ? "field is" : "fields are", ED_LIMIT_JOURNAL_FIELD / ED_KIB);
    }
    if (rc <= 0) {
        return false;
    }
    j->read++;
    rc = sd_journal_get_realtime_usec(j->journal, &time);
    ed_buf_reset(&j->line);
    ed_buf_printf(&j->line, "{\"__REALTIME_TIMESTAMP\":\"%" PRIu64 "\"", rc < 0 ? 0 : time);
    for (size_t i = 0; i < ED_ARRAY_LEN(fields); i++) {
        put_field(j, fields[i]);
    }
    ed_buf_text(&j->line, "}\n");
    j->at = 0;
    return true;
}

static enum ed_rc journal_read(struct ed_feed *feed, char *p, size_t n, size_t *ret_n, struct ed_err *err)
{
    struct journal *j = (struct journal *)(void *)feed;
    size_t got = 0;

    while (got < n && !j->ended) {
        size_t part = ED_MIN(n - got, j->line.n - j->at);

        if (part) {
            memcpy(p + got, j->line.p + j->at, part);
        }
        j->at += part;
        got += part;
        j->ended = j->at == j->line.n && !next_line(j);
    }
    *ret_n = got;
    if (got == 0 && j->failed < 0 && err) {
        *err = j->why;
    }
    return got ? ED_OK : j->failed;
}

/* n_entries of the file's header, which is little-endian; libsystemd passes over what it cannot read without a word. */
static uint64_t entries_of(int fd)
{
    unsigned char bytes[8] = {0};
    uint64_t n = 0;

    if (pread(fd, bytes, sizeof(bytes), /* offset */ 152) == (ssize_t)sizeof(bytes)) {
        for (size_t i = 0; i < sizeof(bytes); i++) {
            n |= (uint64_t)bytes[i] << 8 * i;
        }
    }
    return n;
}

struct ed_feed *ed_journal_new(int fd, struct ed_err *err)
{
    struct journal *j = ed_alloc_zero(1, sizeof(*j));
    int rc = sd_journal_open_files_fd(&j->journal, &fd, 1, /* flags */ 0);

    if (rc < 0) {
        ed_err_set(err, ED_ERR_INPUT, "is no sound journal (%s): journalctl --verify --file=FILE tells more",
                   strerror(-rc));
        ed_free(j);
        return NULL;
    }
    sd_journal_set_data_threshold(j->journal, ED_LIMIT_JOURNAL_FIELD);
    j->feed.read = journal_read;
    j->entries = entries_of(fd);
    ed_buf_init(&j->line, /* max */ 0);
    return &j->feed;
}

void ed_journal_free(struct ed_feed *journal)
{
    struct journal *j = (struct journal *)(void *)journal;

    sd_journal_close(j->journal);
    ed_buf_done(&j->line);
    ed_free(j);
}

#else

struct ed_feed *ed_journal_new(int fd ED_UNUSED, struct ed_err *err)
{
    ed_err_set(err, ED_ERR_INPUT,
               "is a binary journal, which this errdex was built without: journalctl --file=FILE -o json | errdex");
    return NULL;
}

void ed_journal_free(struct ed_feed *journal ED_UNUSED)
{
}

#endif
