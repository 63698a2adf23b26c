/*
 * accept.c: see accept.h. A finding is looked up twice in one map, with all its values and by its record alone, so that
 * a log cannot make it slow; only entries with a `like`, which people write, are tried one by one.
 *
 * Keys that the schema does not know are refused: a misspelt "values" would accept more than was meant.
 * Order: keys, reading, the knowledge base, marking, writing.
 */
#include "diag/accept.h"

#include "base/map.h"
#include "base/vec.h"
#include "diag/identity.h"
#include "input/glob.h"
#include "kb/lookup.h"
#include "json/read.h"
#include "json/write.h"

#define SCHEMA "errdex-accept/1"

struct pair {
    struct ed_str name, value;
    bool like; /* the value is a shape */
};

struct entry {
    struct ed_str id, repo, slug, reason;
    bool any; /* it has no values: any will do */
    struct pair *pairs;
    size_t npairs;
    bool loose;  /* one of the pairs is a shape */
    size_t next; /* loose: number of another loose entry of the record, and 1 more */
    bool met;
};

struct ed_accept {
    struct ed_arena arena;
    ED_VEC(struct entry) entries;
    struct ed_map by_key; /* number of the entry, and 1 more; of loose ones the first of the record */
    struct ed_buf key;
};

/* A finding as an entry of its own, in the arena. */
static struct entry entry_of(const struct ed_finding *finding, struct ed_arena *arena)
{
    struct entry entry = {
        .id = finding->record->id, .repo = finding->record->repo, .slug = finding->record->slug, .reason = ED_STR_NONE};
    struct ed_buf value;

    ed_buf_init(&value, /* max= */ 0);
    entry.pairs = ed_arena_zero(arena, finding->nvalues, sizeof(*entry.pairs));
    for (size_t i = 0; i < finding->nvalues; i++) {
        if (ed_identity_tells(&finding->values[i])) {
            ed_buf_reset(&value);
            ed_identity_value(&value, finding->values[i].name);
            entry.pairs[entry.npairs].name = ed_arena_str(arena, ed_buf_view(&value));
            ed_buf_reset(&value);
            ed_identity_value(&value, finding->values[i].value);
            entry.pairs[entry.npairs++].value = ed_arena_str(arena, ed_buf_view(&value));
        }
    }
    ed_buf_done(&value);
    return entry;
}

enum key_kind { KEY_EXACT = 'e', KEY_ANY = 'a', KEY_LOOSE = 'l' };

static struct ed_str key_of(const struct entry *entry, enum key_kind kind, struct ed_buf *key)
{
    ed_buf_reset(key);
    ed_buf_byte(key, (char)kind);
    ed_buf_str(key, entry->id);
    for (size_t i = 0; i < entry->npairs && kind == KEY_EXACT; i++) {
        ed_buf_str(key, entry->pairs[i].name);
        ed_buf_byte(key, '\0');
        ed_buf_str(key, entry->pairs[i].value);
        ed_buf_byte(key, '\0');
    }
    return ed_buf_view(key);
}

static void add(struct ed_accept *accept, const struct entry *entry)
{
    enum key_kind kind = entry->any ? KEY_ANY : entry->loose ? KEY_LOOSE : KEY_EXACT;
    struct entry *own = ed_vec_add(&accept->entries);
    bool fresh = false;
    uint64_t *at;

    *own = *entry;
    at = ed_map_put(&accept->by_key, key_of(own, kind, &accept->key), &fresh);
    own->next = (size_t)*at;
    if (fresh || kind == KEY_LOOSE) {
        *at = accept->entries.n;
    }
}

/* What is read: a value, and the pointer to it for whoever is told what is wrong. */
struct reading {
    const struct ed_json_node *node;
    char pointer[96];
    struct ed_err *err;
};

static enum ed_rc wrong(const struct reading *at, const char *key, const char *what)
{
    char pointer[192];

    snprintf(pointer, sizeof(pointer), "%s%s%s", at->pointer, key ? "/" : "", key ? key : "");
    ed_err_set(at->err, ED_ERR_INPUT, "%s", what);
    ed_err_at(at->err, NULL, 0, pointer);
    return ED_ERR_INPUT;
}

/* An object with none but these keys. */
static enum ed_rc object(const struct reading *at, const char *keys)
{
    const struct ed_json_node *unknown = ed_json_unknown(ed_json_first(at->node), keys);

    if (ed_json_kind(at->node) != ED_JSON_OBJECT) {
        return wrong(at, NULL, "an object is wanted here");
    }
    if (ed_json_duplicate(at->node).p) {
        return wrong(at, NULL, "a key stands twice in this object");
    }
    if (unknown) {
        ed_err_set(at->err, ED_ERR_INPUT, "an accept file knows no key \"%.*s\" here",
                   (int)ED_MIN(ed_json_key(unknown).n, (size_t)64), ed_json_key(unknown).p);
        ed_err_at(at->err, NULL, 0, at->pointer);
        return ED_ERR_INPUT;
    }
    return ED_OK;
}

/* A string of the object, copied to the arena. */
static enum ed_rc string(const struct reading *at, const char *key, bool needed, struct ed_arena *arena,
                         struct ed_str *ret)
{
    const struct ed_json_node *node = ed_json_get(at->node, key);

    *ret = ED_STR_NONE;
    if (!node) {
        return needed ? wrong(at, key, "a string is missing here") : ED_OK;
    }
    if (ed_json_kind(node) != ED_JSON_STRING) {
        return wrong(at, key, "a string is wanted here");
    }
    *ret = ed_arena_str(arena, ed_json_str(node));
    return ED_OK;
}

static enum ed_rc read_pair(const struct reading *at, struct ed_arena *arena, struct pair *ret)
{
    struct ed_str like = ED_STR_NONE;
    enum ed_rc rc = object(at, "name value like");

    rc = rc == ED_OK ? string(at, "name", /* needed= */ true, arena, &ret->name) : rc;
    rc = rc == ED_OK ? string(at, "like", /* needed= */ false, arena, &like) : rc;
    rc = rc == ED_OK ? string(at, "value", /* needed= */ !like.p, arena, &ret->value) : rc;
    if (rc == ED_OK && like.p && ret->value.p) {
        return wrong(at, "like", "there is a value, too: one of them is enough");
    }
    if (rc == ED_OK && like.p && !ed_glob_sound(like)) {
        return wrong(at, "like", "no such shape: * is anything, %d figures, and \\ takes the meaning of what follows");
    }
    ret->like = like.p != NULL;
    ret->value = like.p ? like : ret->value;
    return rc;
}

static enum ed_rc read_pairs(const struct reading *entry, struct ed_arena *arena, struct entry *ret)
{
    const struct ed_json_node *values = ed_json_get(entry->node, "values");
    struct reading at = {.node = ed_json_first(values), .err = entry->err};
    enum ed_rc rc = ED_OK;

    ret->any = !values;
    if (values && ed_json_kind(values) != ED_JSON_ARRAY) {
        return wrong(entry, "values", "an array is wanted here");
    }
    ret->npairs = ed_json_count(values);
    ret->pairs = ed_arena_zero(arena, ret->npairs, sizeof(*ret->pairs));
    for (size_t i = 0; rc == ED_OK && at.node; i++, at.node = ed_json_next(at.node)) {
        snprintf(at.pointer, sizeof(at.pointer), "%.40s/values/%zu", entry->pointer, i);
        rc = read_pair(&at, arena, &ret->pairs[i]);
        ret->loose |= ret->pairs[i].like;
    }
    return rc;
}

static enum ed_rc read_entry(const struct reading *at, struct ed_arena *arena, struct entry *ret)
{
    enum ed_rc rc = object(at, "id repo slug values reason");

    rc = rc == ED_OK ? string(at, "id", /* needed= */ true, arena, &ret->id) : rc;
    rc = rc == ED_OK ? string(at, "repo", /* needed= */ true, arena, &ret->repo) : rc;
    rc = rc == ED_OK ? string(at, "slug", /* needed= */ true, arena, &ret->slug) : rc;
    rc = rc == ED_OK ? string(at, "reason", /* needed= */ false, arena, &ret->reason) : rc;
    return rc == ED_OK ? read_pairs(at, arena, ret) : rc;
}

/* That it is such a file at all, and of this version. */
static enum ed_rc read_head(const struct reading *at)
{
    struct ed_str schema = ed_json_str(ed_json_get(at->node, "schema"));

    if (!ed_str_starts(schema, ED_STR("errdex-accept/"))) {
        return wrong(at, NULL,
                     "no file of accepted findings: that is an object with \"schema\": \"" SCHEMA
                     "\", as --write-accept writes it");
    }
    if (!ed_str_is(schema, SCHEMA)) {
        ed_err_set(at->err, ED_ERR_INPUT,
                   "%.*s is another version than " SCHEMA ", which this errdex reads: write the file anew with "
                   "--write-accept, or use the errdex that wrote it",
                   (int)ED_MIN(schema.n, (size_t)64), schema.p);
        ed_err_at(at->err, NULL, 0, "/schema");
        return ED_ERR_INPUT;
    }
    if (ed_json_kind(ed_json_get(at->node, "findings")) != ED_JSON_ARRAY) {
        return wrong(at, "findings", "an array is wanted here");
    }
    return object(at, "schema findings");
}

enum ed_rc ed_accept_read(struct ed_str text, struct ed_accept **ret_accept, struct ed_err *err)
{
    struct ed_accept *accept = ed_alloc_zero(1, sizeof(*accept));
    struct reading at = {.err = err};
    struct ed_json_doc *doc = NULL;
    enum ed_rc rc = ed_json_parse(text, &doc, err);

    ed_arena_init(&accept->arena);
    ed_map_init(&accept->by_key);
    ed_buf_init(&accept->key, /* max= */ 0);
    if (rc == ED_OK) {
        at.node = ed_json_root(doc);
        rc = read_head(&at);
    } else if (err) {
        ed_err_prefix(err, "no file of accepted findings, as --write-accept writes it: ");
    }
    at.node = rc == ED_OK ? ed_json_first(ed_json_get(at.node, "findings")) : NULL;
    for (size_t i = 0; rc == ED_OK && at.node; i++, at.node = ed_json_next(at.node)) {
        struct entry entry = {.id = ED_STR_NONE};

        snprintf(at.pointer, sizeof(at.pointer), "/findings/%zu", i);
        rc = read_entry(&at, &accept->arena, &entry);
        if (rc == ED_OK) {
            add(accept, &entry);
        }
    }
    ed_json_doc_free(doc);
    if (rc != ED_OK) {
        ed_accept_free(accept);
        return rc;
    }
    *ret_accept = accept;
    return ED_OK;
}

void ed_accept_free(struct ed_accept *accept)
{
    if (accept) {
        ed_vec_done(&accept->entries);
        ed_map_done(&accept->by_key);
        ed_buf_done(&accept->key);
        ed_arena_done(&accept->arena);
        ed_free(accept);
    }
}

static enum ed_rc on_row(void *ctx, const struct ed_kb_row *row ED_UNUSED, struct ed_err *err ED_UNUSED)
{
    *(bool *)ctx = true;
    return ED_OK;
}

enum ed_rc ed_accept_check(const struct ed_accept *accept, struct ed_kb *kb, struct ed_err *err)
{
    for (size_t i = 0; i < accept->entries.n; i++) {
        const struct entry *entry = &accept->entries.v[i];
        enum ed_lookup_kind kind = ED_LOOKUP_ID;
        char pointer[96];
        bool found = false;
        enum ed_rc rc = ed_kb_lookup(kb, entry->id, &kind, on_row, &found, err);

        if (rc < 0) {
            return rc;
        }
        if (!found || kind != ED_LOOKUP_ID) {
            snprintf(pointer, sizeof(pointer), "/findings/%zu", i);
            ed_err_set(err, ED_ERR_INPUT,
                       "the data base has no record %.64s (%.*s/%.*s): take the entry out, or name the data base that "
                       "the file was written with",
                       entry->id.p, (int)ED_MIN(entry->repo.n, (size_t)120), entry->repo.p,
                       (int)ED_MIN(entry->slug.n, (size_t)120), entry->slug.p);
            ed_err_at(err, NULL, 0, pointer);
            return ED_ERR_INPUT;
        }
    }
    return ED_OK;
}

/* An entry with shapes, against one that stands for a finding. */
static bool is_like(const struct entry *loose, const struct entry *found)
{
    if (loose->npairs != found->npairs) {
        return false;
    }
    for (size_t i = 0; i < found->npairs; i++) {
        const struct pair *want = &loose->pairs[i], *have = &found->pairs[i];

        if (!ed_str_eq(want->name, have->name) ||
            !(want->like ? ed_glob_is(want->value, have->value) : ed_str_eq(want->value, have->value))) {
            return false;
        }
    }
    return true;
}

static struct entry *find(struct ed_accept *accept, const struct entry *found)
{
    const uint64_t *at = ed_map_get(&accept->by_key, key_of(found, KEY_EXACT, &accept->key));

    at = at ? at : ed_map_get(&accept->by_key, key_of(found, KEY_ANY, &accept->key));
    if (at) {
        return &accept->entries.v[*at - 1];
    }
    at = ed_map_get(&accept->by_key, key_of(found, KEY_LOOSE, &accept->key));
    for (size_t i = at ? (size_t)*at : 0; i > 0; i = accept->entries.v[i - 1].next) {
        if (is_like(&accept->entries.v[i - 1], found)) {
            return &accept->entries.v[i - 1];
        }
    }
    return NULL;
}

void ed_accept_mark(struct ed_accept *accept, struct ed_finding *finding)
{
    struct ed_arena scratch;
    struct entry found, *entry;

    if (finding->tier != ED_TIER_EXACT || finding->accepted) {
        return;
    }
    ed_arena_init(&scratch);
    found = entry_of(finding, &scratch);
    entry = find(accept, &found);
    if (entry) {
        entry->met = true;
        finding->accepted = true;
        finding->accepted_why = entry->reason;
    }
    ed_arena_done(&scratch);
}

size_t ed_accept_stale(const struct ed_accept *accept, void (*fn)(void *ctx, struct ed_str words), void *ctx)
{
    struct ed_buf words;
    size_t n = 0;

    ed_buf_init(&words, /* max= */ 0);
    for (size_t i = 0; i < accept->entries.n; i++) {
        const struct entry *entry = &accept->entries.v[i];

        if (entry->met) {
            continue;
        }
        n++;
        ed_buf_reset(&words);
        ed_buf_printf(&words, "%.*s/%.*s", ED_STR_ARG(entry->repo), ED_STR_ARG(entry->slug));
        for (size_t k = 0; k < entry->npairs; k++) {
            ed_buf_printf(&words, "%s%.*s=%.*s%s", k ? ", " : " (", ED_STR_ARG(entry->pairs[k].name),
                          ED_STR_ARG(entry->pairs[k].value), k + 1 == entry->npairs ? ")" : "");
        }
        fn(ctx, ed_buf_view(&words));
    }
    ed_buf_done(&words);
    return n;
}

static int by_name(const void *pa, const void *pb)
{
    const struct entry *a = pa, *b = pb;
    int order = ed_str_cmp(a->repo, b->repo);

    order = order ? order : ed_str_cmp(a->slug, b->slug);
    order = order ? order : ed_str_cmp(a->id, b->id);
    order = order ? order : (int)b->any - (int)a->any;
    for (size_t i = 0; order == 0 && i < ED_MIN(a->npairs, b->npairs); i++) {
        order = ed_str_cmp(a->pairs[i].name, b->pairs[i].name);
        order = order ? order : (int)a->pairs[i].like - (int)b->pairs[i].like;
        order = order ? order : ed_str_cmp(a->pairs[i].value, b->pairs[i].value);
    }
    return order ? order : (a->npairs > b->npairs) - (a->npairs < b->npairs);
}

/* Of entries that accept the same the one with a reason counts. */
static int by_name_and_reason(const void *pa, const void *pb)
{
    const struct entry *a = pa, *b = pb;
    int order = by_name(a, b);

    return order ? order : ed_str_cmp(b->reason, a->reason);
}

static void put_entry(const struct entry *entry, struct ed_buf *out)
{
    struct ed_json_out json;

    ed_json_out_init(&json, out, /* indent= */ 0);
    ed_json_open_object(&json);
    ed_json_member_str(&json, "id", entry->id);
    ed_json_member_str(&json, "repo", entry->repo);
    ed_json_member_str(&json, "slug", entry->slug);
    if (!entry->any) {
        ed_json_key_out(&json, "values");
        ed_json_open_array(&json);
        for (size_t i = 0; i < entry->npairs; i++) {
            ed_json_open_object(&json);
            ed_json_member_str(&json, "name", entry->pairs[i].name);
            ed_json_member_str(&json, entry->pairs[i].like ? "like" : "value", entry->pairs[i].value);
            ed_json_close_object(&json);
        }
        ed_json_close_array(&json);
    }
    ed_json_member_str(&json, "reason", entry->reason);
    ed_json_close_object(&json);
}

void ed_accept_write(const struct ed_accept *accept, const struct ed_finding *findings, size_t n, struct ed_buf *out)
{
    size_t nold = accept ? accept->entries.n : 0, nall = nold;
    struct ed_arena scratch;
    struct entry *all;

    ed_arena_init(&scratch);
    all = ed_arena_zero(&scratch, nold + n, sizeof(*all));
    if (nold) {
        memcpy(all, accept->entries.v, nold * sizeof(*all));
    }
    for (size_t i = 0; i < n; i++) {
        if (findings[i].tier == ED_TIER_EXACT && !(accept && findings[i].accepted)) {
            all[nall++] = entry_of(&findings[i], &scratch);
        }
    }
    qsort(all, nall, sizeof(*all), by_name_and_reason);
    ed_buf_text(out, "{\n  \"schema\": \"" SCHEMA "\",\n  \"findings\": [");
    for (size_t i = 0; i < nall; i++) {
        if (i == 0 || by_name(&all[i - 1], &all[i]) != 0) {
            ed_buf_text(out, i ? ",\n    " : "\n    ");
            put_entry(&all[i], out);
        }
    }
    ed_buf_text(out, nall ? "\n  ]\n}\n" : "]\n}\n");
    ed_arena_done(&scratch);
}
