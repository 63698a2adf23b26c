/*
 * dataset.c: manifests and hashes.
 *
 * A manifest is met in the middle of a walk (index.json comes before it, repos/ after), so hashes of every stream it
 * could list are kept until the end. A listed file is compared twice where that can be: the bytes that were read
 * (decompressed: rawSha256, rawBytes; else sha256, bytes), and, when the data set is a plain folder, the file as it
 * lies there. A path that leads out of the data set is not followed.
 */
#include "kb/dataset.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "base/io.h"
#include "base/map.h"
#include "base/sha256.h"
#include "base/vec.h"

#include <fcntl.h>
#include <unistd.h>

struct seen {
    struct ed_str name;
    uint64_t bytes;
    bool unpacked;
    char sha256[ED_SHA256_HEX];
};

struct listed {
    struct ed_str path, sha256, raw_sha256; /* hashes: ED_STR_NONE when the manifest has none */
    int64_t bytes, raw_bytes;               /* -1 when it has none */
    bool packed;                            /* it has an encoding: what lies on disk is compressed */
};

struct manifest {
    struct ed_str name, root, version;
    int64_t errors;
    bool from_disk; /* a file by itself, so that those beside it can be opened */
    ED_VEC(struct listed) files;
};

struct ed_dataset {
    struct ed_arena arena;
    ED_VEC(struct seen) seen;
    struct ed_map by_name; /* name -> number in seen, + 1 */
    ED_VEC(struct manifest) manifests;
};

struct ed_dataset *ed_dataset_new(void)
{
    struct ed_dataset *dataset = ed_alloc_zero(1, sizeof(*dataset));

    ed_arena_init(&dataset->arena);
    ed_map_init(&dataset->by_name);
    return dataset;
}

void ed_dataset_free(struct ed_dataset *dataset)
{
    if (!dataset) {
        return;
    }
    for (size_t i = 0; i < dataset->manifests.n; i++) {
        ed_vec_done(&dataset->manifests.v[i].files);
    }
    ed_vec_done(&dataset->manifests);
    ed_vec_done(&dataset->seen);
    ed_map_done(&dataset->by_name);
    ed_arena_done(&dataset->arena);
    ed_free(dataset);
}

/* What stands before the file's own name, with its '/' or, for an archive, ':'. */
static struct ed_str folder_of(struct ed_str name)
{
    size_t n = name.n;

    while (n > 0 && name.p[n - 1] != '/' && name.p[n - 1] != ':') {
        n--;
    }
    return ed_str_slice(name, 0, n);
}

bool ed_dataset_wants(struct ed_str name)
{
    /* The manifest lists index, repos.json and the search summary; the bulk, repos/owner/name.json, it does not. */
    struct ed_str folder = folder_of(name);
    struct ed_str above = folder.n > 0 ? folder_of(ed_str_slice(folder, 0, folder.n - 1)) : folder;

    return folder.n > 0 && !ed_str_ends(above, ED_STR("/repos/")) && !ed_str_ends(above, ED_STR(":repos/"));
}

void ed_dataset_saw(struct ed_dataset *dataset, struct ed_str name, bool unpacked, uint64_t bytes, const char *sha256)
{
    struct seen *seen = ed_vec_add(&dataset->seen);

    *seen = (struct seen){.name = ed_arena_str(&dataset->arena, name), .bytes = bytes, .unpacked = unpacked};
    memcpy(seen->sha256, sha256, ED_SHA256_HEX);
    *ed_map_put(&dataset->by_name, name, /* ret_new */ NULL) = dataset->seen.n;
}

static const struct seen *find_seen(const struct ed_dataset *dataset, struct ed_str name)
{
    const uint64_t *number = ed_map_get(&dataset->by_name, name);

    return number ? &dataset->seen.v[*number - 1] : NULL;
}

static int64_t number_of(const struct ed_json_node *object, const char *key)
{
    int64_t value = -1;

    return ed_json_int(ed_json_get(object, key), &value) && value >= 0 ? value : -1;
}

static void add_listed(struct ed_dataset *dataset, struct manifest *manifest, const struct ed_json_node *file)
{
    struct listed listed = {
        .path = ed_arena_str(&dataset->arena, ed_json_str(ed_json_get(file, "path"))),
        .sha256 = ed_arena_str(&dataset->arena, ed_json_str(ed_json_get(file, "sha256"))),
        .raw_sha256 = ed_arena_str(&dataset->arena, ed_json_str(ed_json_get(file, "rawSha256"))),
        .bytes = number_of(file, "bytes"),
        .raw_bytes = number_of(file, "rawBytes"),
        .packed = ed_json_str(ed_json_get(file, "encoding")).n > 0,
    };

    if (listed.path.n > 0) {
        *ed_vec_add(&manifest->files) = listed;
    }
}

void ed_dataset_manifest(struct ed_dataset *dataset, struct ed_str name, const struct ed_json_node *node)
{
    struct manifest manifest = {
        .name = ed_arena_str(&dataset->arena, name),
        .version = ed_arena_str(&dataset->arena, ed_json_str(ed_json_get(node, "datasetVersion"))),
        .errors = number_of(ed_json_get(node, "counts"), "errors"),
    };
    const struct ed_json_node *file = ed_json_first(ed_json_get(node, "files"));

    manifest.root = folder_of(manifest.name);
    manifest.from_disk = access(manifest.name.p, R_OK) == 0;
    for (; file; file = ed_json_next(file)) {
        add_listed(dataset, &manifest, file);
    }
    *ed_vec_add(&dataset->manifests) = manifest;
}

bool ed_dataset_root(const struct ed_dataset *dataset, size_t i, struct ed_str *ret_name, struct ed_str *ret_root,
                     int64_t *ret_errors)
{
    if (i >= dataset->manifests.n) {
        return false;
    }
    *ret_name = dataset->manifests.v[i].name;
    *ret_root = dataset->manifests.v[i].root;
    *ret_errors = dataset->manifests.v[i].errors;
    return true;
}

struct ed_str ed_dataset_version(const struct ed_dataset *dataset, struct ed_str name)
{
    const struct manifest *best = NULL;

    for (size_t i = 0; i < dataset->manifests.n; i++) {
        const struct manifest *manifest = &dataset->manifests.v[i];

        if (manifest->root.n > 0 && ed_str_starts(name, manifest->root) && (!best || manifest->root.n > best->root.n)) {
            best = manifest;
        }
    }
    return best ? best->version : ED_STR_NONE;
}

static enum ed_rc differs(const struct manifest *manifest, const char *file, const char *what, struct ed_str wants,
                          struct ed_str is, struct ed_err *err)
{
    ed_err_set(
        err, ED_ERR_INPUT,
        "this is not the file that %.*s lists: its %s is %.*s, and %.*s is listed; nothing was taken, get the data "
        "set anew",
        ED_STR_ARG(manifest->name), what, ED_STR_ARG(is), ED_STR_ARG(wants));
    ed_err_at(err, file, /* line */ 0, /* pointer */ NULL);
    return ED_ERR_INPUT;
}

/* A hash and a size against what is listed; what is not listed agrees. */
static enum ed_rc compare(const struct manifest *manifest, const char *file, struct ed_str wants_sha,
                          int64_t wants_bytes, const char *sha256, uint64_t bytes, struct ed_err *err)
{
    char is[24], wants[24];

    if (wants_sha.p && !ed_str_eq_nocase(wants_sha, ed_str_c(sha256))) {
        return differs(manifest, file, "SHA-256", wants_sha, ed_str_c(sha256), err);
    }
    if (wants_bytes >= 0 && (uint64_t)wants_bytes != bytes) {
        snprintf(is, sizeof(is), "%" PRIu64, bytes);
        snprintf(wants, sizeof(wants), "%" PRId64, wants_bytes);
        return differs(manifest, file, "size in bytes", ed_str_c(wants), ed_str_c(is), err);
    }
    return ED_OK;
}

static enum ed_rc hash_file(const char *path, char ret_hex[ED_SHA256_HEX], uint64_t *ret_bytes, struct ed_err *err)
{
    struct ed_sha256 *sha;
    char *block;
    size_t n = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    enum ed_rc rc;

    if (fd < 0) {
        return errno == ENOENT ? ED_NOT_FOUND : ed_err_errno(err, ED_ERR_IO, errno, "cannot read %s", path);
    }
    sha = ed_sha256_new();
    block = ed_alloc(256 * 1024);
    *ret_bytes = 0;
    while ((rc = ed_io_read(fd, block, 256 * 1024, &n, err)) == ED_OK && n > 0) {
        ed_sha256_add(sha, ed_str(block, n));
        *ret_bytes += n;
    }
    ed_sha256_hex(sha, ret_hex);
    ed_sha256_free(sha);
    ed_free(block);
    close(fd);
    return rc;
}

static bool leads_out(struct ed_str path)
{
    return path.p[0] == '/' || ed_str_find(path, ED_STR(".."), 0) != SIZE_MAX ||
           ed_str_find_byte(path, '\0', 0) != SIZE_MAX;
}

/* The bytes that were read. *ret_done: there was something to compare them with. */
static enum ed_rc verify_read(const struct manifest *manifest, const struct listed *listed, const struct seen *seen,
                              const char *file, bool *ret_done, struct ed_err *err)
{
    bool raw = listed->packed && seen->unpacked;

    /* Out of an archive a packed file may have come packed or not; the hash of either is right. */
    if (raw && listed->sha256.p && ed_str_eq_nocase(listed->sha256, ed_str_c(seen->sha256))) {
        *ret_done = true;
        return ED_OK;
    }
    if (raw) {
        *ret_done = listed->raw_sha256.p != NULL;
        return compare(manifest, file, listed->raw_sha256, listed->raw_bytes, seen->sha256, seen->bytes, err);
    }
    *ret_done = listed->sha256.p != NULL;
    return compare(manifest, file, listed->sha256, listed->bytes, seen->sha256, seen->bytes, err);
}

static enum ed_rc verify_file(const struct ed_dataset *dataset, const struct manifest *manifest,
                              const struct listed *listed, struct ed_arena *arena, struct ed_str *ret_why,
                              struct ed_err *err)
{
    struct ed_str name = ed_arena_printf(arena, "%.*s%.*s", ED_STR_ARG(manifest->root), ED_STR_ARG(listed->path));
    const struct seen *seen = find_seen(dataset, name);
    char sha256[ED_SHA256_HEX];
    uint64_t bytes = 0;
    bool done = false;
    enum ed_rc rc = ED_OK;

    if (leads_out(listed->path)) {
        *ret_why = ED_STR("it leads out of the data set");
        return ED_OK;
    }
    if (seen) {
        rc = verify_read(manifest, listed, seen, name.p, &done, err);
    }
    if (rc == ED_OK && manifest->from_disk) {
        rc = hash_file(name.p, sha256, &bytes, err);
        if (rc == ED_OK) {
            done = done || listed->sha256.p != NULL;
            rc = compare(manifest, name.p, listed->sha256, listed->bytes, sha256, bytes, err);
        } else if (rc == ED_NOT_FOUND) {
            rc = ED_OK;
        }
    }
    *ret_why = done ? ED_STR_NONE : seen ? ED_STR("no hash is listed for it") : ED_STR("it is not there");
    return rc;
}

enum ed_rc ed_dataset_verify(const struct ed_dataset *dataset, void (*note)(void *ctx, const struct ed_err *why),
                             void *ctx, struct ed_err *err)
{
    struct ed_arena arena;
    struct ed_err why = {0};
    struct ed_str reason = ED_STR_NONE;
    enum ed_rc rc = ED_OK;

    ed_arena_init(&arena);
    for (size_t i = 0; i < dataset->manifests.n && rc == ED_OK; i++) {
        const struct manifest *manifest = &dataset->manifests.v[i];

        for (size_t k = 0; k < manifest->files.n && rc == ED_OK; k++) {
            rc = verify_file(dataset, manifest, &manifest->files.v[k], &arena, &reason, err);
            if (rc == ED_OK && reason.p) {
                ed_err_set(&why, ED_OK, "the listed file %.*s was not verified: %.*s",
                           ED_STR_ARG(manifest->files.v[k].path), ED_STR_ARG(reason));
                ed_err_at(&why, manifest->name.p, /* line */ 0, /* pointer */ NULL);
                note(ctx, &why);
            }
            ed_arena_reset(&arena);
        }
    }
    ed_arena_done(&arena);
    return rc;
}
