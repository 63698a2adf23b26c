/*
 * env_cef.c: events of security products, CEF (ArcSight) and LEEF (QRadar): fields between bars, then keys and values.
 *
 *     CEF:0|Acme|Loader|1.0|12|cannot map weights file|8|dvchost=pine07 rt=1746439200123 msg=region 3 is gone
 *     LEEF:2.0|Acme|Loader|1.0|LOAD_FAILED|^|sev=8^msg=cannot map weights file
 *
 * The text is the event's name, and the message behind it on a line of its own. Sharp edges: a bar in a field and '='
 * in a value stand behind '\', a line break in a value is "\n"; CEF's values hold blanks and end before the next key;
 * LEEF's are ended by a tab, or by what the sixth field of its second version says. A syslog daemon takes "CEF:" for
 * the ident: then the version comes first.
 */
#include "base/buf.h"
#include "input/envelope.h"

enum { CEF = 1, LEEF };

/* The next field up to an unescaped bar, off *rest. */
static bool field(struct ed_str *rest, struct ed_str *ret)
{
    size_t i = 0;

    while (i < rest->n && rest->p[i] != '|') {
        i += rest->p[i] == '\\' ? 2 : 1;
    }
    if (i >= rest->n) {
        return false;
    }
    *ret = ed_str_slice(*rest, 0, i);
    *rest = ed_str_slice(*rest, i + 1, rest->n);
    return true;
}

/* Without the escapes: "\|", "\=", "\\", "\n". */
static void append_plain(struct ed_buf *out, struct ed_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];

        if (c == '\\' && i + 1 < s.n && ed_is_among("|=\\nr", s.p[i + 1])) {
            i++;
            c = s.p[i] == 'n' || s.p[i] == 'r' ? '\n' : s.p[i];
        }
        ed_buf_byte(out, c);
    }
}

struct event {
    unsigned kind;
    struct ed_str product, name, severity, message, host, pid, time;
};

static void take_value(struct event *event, struct ed_str key, struct ed_str value)
{
    static const struct {
        const char *key;
        size_t at;
    } known[] = {
        {"msg", offsetof(struct event, message)},        {"dvchost", offsetof(struct event, host)},
        {"dvcpid", offsetof(struct event, pid)},         {"rt", offsetof(struct event, time)},
        {"sev", offsetof(struct event, severity)},       {"devTime", offsetof(struct event, time)},
        {"identHostName", offsetof(struct event, host)},
    };

    for (size_t i = 0; i < ED_ARRAY_LEN(known); i++) {
        if (ed_str_is(key, known[i].key) && value.n) {
            *(struct ed_str *)(void *)((char *)event + known[i].at) = value;
        }
    }
}

/* CEF's "key=value with blanks key=value": a key is the word before an '=' that no '\' precedes. */
static void take_words(struct event *event, struct ed_str s)
{
    struct ed_str key = ED_STR_NONE;
    size_t from = 0, word = 0; /* of the value of `key`, and of the present word */

    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\\') {
            i++;
        } else if (s.p[i] == ' ') {
            word = i + 1;
        } else if (s.p[i] == '=' && word < i && word >= from) {
            if (key.p) {
                take_value(event, key, ed_str_slice(s, from, word ? word - 1 : 0));
            }
            key = ed_str_slice(s, word, i);
            from = word = i + 1;
        }
    }
    if (key.p) {
        take_value(event, key, ed_str_slice(s, from, s.n));
    }
}

/* LEEF's, with a byte between. */
static void take_pairs(struct event *event, struct ed_str s, char separator)
{
    while (s.n) {
        struct ed_str value = ed_str_cut(&s, separator), key = ed_str_cut(&value, '=');

        take_value(event, key, value);
    }
}

/* "^", "x5E", "0x5E" and the bar behind it, off *rest: the byte; a tab when it was left out. */
static char separator(struct ed_str *rest)
{
    struct ed_str s = ed_str_slice(*rest, 0, ed_str_find_byte(ed_str_slice(*rest, 0, 6), '|', 0));
    char c = '\t';

    if (s.n == rest->n || s.n > 4 || ed_str_find_byte(s, '=', 0) != SIZE_MAX) {
        return c;
    }
    *rest = ed_str_slice(*rest, s.n + 1, rest->n);
    if (s.n == 1) {
        return s.p[0];
    }
    if (s.n >= 3) {
        unsigned value = 0;

        for (size_t i = s.n - 2; i < s.n; i++) {
            char low = ed_lower(s.p[i]);

            value = value * 16 + (unsigned)(ed_is_digit(low)           ? low - '0'
                                            : low >= 'a' && low <= 'f' ? low - 'a' + 10
                                                                       : 0);
        }
        c = value ? (char)value : c;
    }
    return c;
}

/* "0", "2.0" */
static bool is_version(struct ed_str s)
{
    return (s.n == 1 || (s.n == 3 && s.p[1] == '.' && ed_is_digit(s.p[2]))) && ed_is_digit(s.p[0]);
}

static bool read_event(struct ed_str line, struct ed_str ident, struct event *ret)
{
    struct ed_str version, vendor, of_product, id;
    bool second;

    if (ed_str_starts(line, ED_STR("CEF:"))) {
        line = ed_str_slice(line, 4, line.n);
        ret->kind = CEF;
    } else if (ed_str_starts(line, ED_STR("LEEF:"))) {
        line = ed_str_slice(line, 5, line.n);
        ret->kind = LEEF;
    } else {
        ret->kind = ed_str_is(ident, "CEF") ? CEF : ed_str_is(ident, "LEEF") ? LEEF : 0;
    }
    if (!ret->kind || !field(&line, &version) || !is_version(ed_str_trim(version)) || !field(&line, &vendor) ||
        !field(&line, &ret->product) || !field(&line, &of_product) || !field(&line, &id)) {
        return false;
    }
    second = ed_str_starts(ed_str_trim(version), ED_STR("2"));
    if (ret->kind == LEEF) {
        ret->name = id;
        take_pairs(ret, line, second ? separator(&line) : '\t');
        return true;
    }
    if (!field(&line, &ret->name)) {
        return false;
    }
    if (!field(&line, &ret->severity)) { /* without keys behind it */
        ret->severity = line;
        line = ED_STR("");
    }
    take_words(ret, line);
    return true;
}

/* 0 to 10, or a word. */
static enum ed_level level_of(struct ed_str severity)
{
    static const struct {
        const char *word;
        uint64_t value;
    } words[] = {{"Low", 1}, {"Medium", 5}, {"High", 7}, {"Very-High", 9}};
    uint64_t value = 99;

    for (size_t i = 0; i < ED_ARRAY_LEN(words); i++) {
        value = ed_str_eq_nocase(severity, ed_str_c(words[i].word)) ? words[i].value : value;
    }
    ed_str_u64(ed_str_trim(severity), &value);
    return value > 10   ? ED_LEVEL_UNKNOWN
           : value >= 9 ? ED_LEVEL_CRIT
           : value >= 7 ? ED_LEVEL_ERR
           : value >= 4 ? ED_LEVEL_WARNING
                        : ED_LEVEL_INFO;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct event event = {0};
    struct ed_buf text;
    uint64_t number = 0;

    if (!read_event(line, meta->ident, &event)) {
        return false;
    }
    ed_buf_init(&text, /* max */ 0);
    if (!(event.kind == LEEF && event.message.n && ed_str_u64(event.name, &number))) { /* a mere number is no name */
        append_plain(&text, event.name);
    }
    if (text.n && event.message.n) {
        ed_buf_byte(&text, '\n');
    }
    append_plain(&text, event.message);
    meta->ident = event.product.n ? event.product : meta->ident;
    meta->host = event.host.p ? event.host : meta->host;
    meta->pid = event.pid.p ? event.pid : meta->pid;
    if (event.time.p) {
        ret->told.time_text = event.time;
        ret->told.time = ed_str_u64(event.time, &number) ? ED_TIME_MILLIS : ED_TIME_PARTIAL;
    }
    ret->told.level = level_of(event.severity);
    ret->variant = (uint8_t)event.kind;
    ret->sure = ret->decoded = true;
    ret->body = ed_arena_str(arena, ed_buf_view(&text));
    ret->silent = ret->body.n == 0;
    ed_buf_done(&text);
    return true;
}

static const struct ed_layer_variant variants[] = {
    {"cef", "events in ArcSight's common format", "CEF:0|Acme|Loader|1.0|12|cannot map weights file|8|"},
    {"leef", "events in QRadar's format", "LEEF:2.0|Acme|Loader|1.0|12|^|sev=8^msg=cannot map weights file"},
};

const struct ed_layer ed_env_cef = {
    .name = "cef",
    .about = "events of security products",
    .sample = "CEF:0|Acme|Loader|1.0|12|cannot map weights file|8|",
    .heads = ED_LAYER_HEADS("aaa:0|", "aaa: 0|", "aaaa:0.0|", "aaaa: 0.0|", "0|a", "0.0|a"),
    .peel = peel,
    .variants = variants,
    .nvariants = ED_ARRAY_LEN(variants),
};
