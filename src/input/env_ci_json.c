/*
 * env_ci_json.c: a step's output as CI servers hand it out: a list of pieces in JSON, or a piece a line.
 *
 *     [{"message":"cannot map weights file\r\n","time":"2025-05-05T12:00:00.123Z","type":"err"}]      (CircleCI)
 *     [{"proc":"test","pos":0,"out":"cannot map weights file\n","time":3}]                            (Drone)
 *     [{"id":7,"step_id":3,"time":3,"line":0,"data":"Y2Fubm90IG1hcCB3ZWlnaHRzIGZpbGU=","type":1}]     (Woodpecker)
 *
 * A list is one entry of all its lines; its times are told by the first. Sharp edges: CircleCI's pieces hold many
 * lines and end in the middle of one; Woodpecker's are base64, one line each, and from type 2 on no output; other
 * programs' JSON has these keys too, so the first piece must have them all.
 */
#include "base/buf.h"
#include "input/envelope.h"
#include "json/read.h"

enum { CIRCLECI = 1, DRONE = 2, WOODPECKER = 3 };

static bool is_string(const struct ed_json_node *object, const char *key)
{
    const struct ed_json_node *node = ed_json_get(object, key);

    return node && ed_json_kind(node) == ED_JSON_STRING;
}

static bool is_number(const struct ed_json_node *object, const char *key)
{
    const struct ed_json_node *node = ed_json_get(object, key);

    return node && ed_json_kind(node) == ED_JSON_NUMBER;
}

/* Whose piece it is; 0 for nobody's. */
static uint8_t whose(const struct ed_json_node *piece)
{
    struct ed_str type = ed_json_str(ed_json_get(piece, "type"));

    if (is_string(piece, "message") && is_string(piece, "time") && (ed_str_is(type, "out") || ed_str_is(type, "err"))) {
        return CIRCLECI;
    }
    if (is_string(piece, "out") && is_number(piece, "pos") && is_number(piece, "time")) {
        return DRONE;
    }
    if (is_string(piece, "data") && is_number(piece, "line") && is_number(piece, "time") && is_number(piece, "type")) {
        return WOODPECKER;
    }
    return 0;
}

static int sextet(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(digits, c) : NULL;

    return at ? (int)(at - digits) : -1;
}

/* Up to the first byte that is none of base64's. */
static void append_base64(struct ed_buf *out, struct ed_str s)
{
    uint32_t bits = 0;
    int value;

    for (size_t i = 0; i < s.n && (value = sextet(s.p[i])) >= 0; i++) {
        bits = bits << 6 | (uint32_t)value;
        if (i % 4) {
            ed_buf_byte(out, (char)(unsigned char)(bits >> (6 - 2 * (i % 4))));
        }
    }
}

static void append_piece(struct ed_buf *out, const struct ed_json_node *piece, uint8_t variant)
{
    int64_t type = 0;

    if (variant == CIRCLECI) {
        ed_buf_str(out, ed_json_str(ed_json_get(piece, "message")));
    } else if (variant == DRONE) {
        ed_buf_str(out, ed_json_str(ed_json_get(piece, "out")));
    } else if (ed_json_int(ed_json_get(piece, "type"), &type) && type < 2) {
        append_base64(out, ed_json_str(ed_json_get(piece, "data")));
        ed_buf_byte(out, '\n');
    }
}

/* The pieces of one list that are in a row: `first` and its siblings, or `first` alone. */
static void read_pieces(const struct ed_json_node *first, bool list, struct ed_arena *arena, struct ed_peel *ret)
{
    struct ed_buf text;

    ed_buf_init(&text, /* max */ 0);
    for (const struct ed_json_node *piece = first; piece; piece = list ? ed_json_next(piece) : NULL) {
        append_piece(&text, piece, ret->variant);
        ret->truncated |= ed_json_bool(ed_json_get(piece, "truncated"));
    }
    while (text.n && (text.p[text.n - 1] == '\n' || text.p[text.n - 1] == '\r')) {
        text.n--;
    }
    ret->body = text.n ? ed_arena_str(arena, ed_buf_view(&text)) : ED_STR("");
    ret->silent = text.n == 0;
    ret->decoded = true;
    ed_buf_done(&text);
}

/* Whether the beginning is one of theirs, and the keys stand somewhere: what other programs' JSON is spared. */
static bool may_be(struct ed_str line)
{
    static const char *const heads[] = {"[{\"", "{\"pos\":", "{\"proc\":", "{\"id\":", "{\"line\":"};
    struct ed_str start = ed_str_slice(line, 0, 4096);
    size_t i = 0;

    while (i < ED_ARRAY_LEN(heads) && !ed_str_starts(line, ed_str_c(heads[i]))) {
        i++;
    }
    return i < ED_ARRAY_LEN(heads) && (ed_str_find(start, ED_STR("\"message\":"), 0) != SIZE_MAX ||
                                       ed_str_find(start, ED_STR("\"out\":"), 0) != SIZE_MAX ||
                                       ed_str_find(start, ED_STR("\"data\":"), 0) != SIZE_MAX);
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    const struct ed_json_node *root, *first;
    struct ed_json_doc *doc = NULL;
    bool list;

    if (!may_be(line) || ed_json_parse(line, &doc, /* err */ NULL) != ED_OK) {
        return false;
    }
    root = ed_json_root(doc);
    list = ed_json_kind(root) == ED_JSON_ARRAY;
    first = list ? ed_json_first(root) : root;
    ret->variant = first ? whose(first) : 0;
    if (ret->variant) {
        struct ed_str proc = ed_json_str(ed_json_get(first, "proc"));

        read_pieces(first, list, arena, ret);
        ret->sure = true;
        if (ret->variant == CIRCLECI) {
            ret->told.time_text = ed_arena_str(arena, ed_json_str(ed_json_get(first, "time")));
            ret->told.time = ED_TIME_DATED;
        }
        if (proc.n) {
            meta->step = ed_arena_str(arena, proc);
        }
    }
    ed_json_doc_free(doc);
    return ret->variant != 0;
}

static const struct ed_layer_variant variants[] = {
    {"circleci", "a step's output from CircleCI",
     "[{\"message\":\"cannot map weights file\\r\\n\",\"time\":\"2025-05-05T12:00:00.123Z\",\"type\":\"err\"}]"},
    {"drone", "a step's output from Drone", "[{\"pos\":0,\"out\":\"cannot map weights file\\n\",\"time\":3}]"},
    {"woodpecker", "a step's output from Woodpecker",
     "[{\"id\":7,\"step_id\":3,\"time\":3,\"line\":0,\"data\":\"Y2Fubm90IG1hcCB3ZWlnaHRzIGZpbGU=\",\"type\":1}]"},
};

const struct ed_layer ed_env_ci_json = {
    .name = "ci-json",
    .about = "a step's output from CircleCI, Drone or Woodpecker",
    .sample =
        "[{\"message\":\"cannot map weights file\\r\\n\",\"time\":\"2025-05-05T12:00:00.123Z\",\"type\":\"err\"}]",
    .heads = ED_LAYER_HEADS("[{\"", "{\"aaa\":", "{\"aaaa\":", "{\"aa\":"),
    .whole_lines = true,
    .peel = peel,
    .variants = variants,
    .nvariants = ED_ARRAY_LEN(variants),
};
