/*
 * test_dataset.c: the folder that upstream publishes: full records below repos/, compact copies, families, and a
 * manifest whose hashes must hold.
 */
#include "fixture.h"

#include "base/sha256.h"
#include "store/db.h"

#define A RECORD("00000000000000aa", "a/b", "disk-full", "disk is full on {mount}", AT("2026-01-02T00:00:00Z"))
#define B RECORD("00000000000000bb", "c/d", "no-route", "no route to host %s", AT("2026-01-02T00:00:00Z"))
#define FAMILY                                                                                                         \
    "{\"slug\":\"full\",\"clusterKey\":\"tag:full\",\"title\":\"Full\",\"summary\":\"s\",\"background\":\"b\","        \
    "\"commonCauses\":[],\"fixes\":[],\"guideSlugs\":[],\"errorIds\":[\"00000000000000aa\"],\"errorCount\":1,"         \
    "\"repoCount\":1,\"generatedAt\":\"2026-01-01T00:00:00Z\",\"schemaVersion\":1}"

static const char index_json[] =
    "{\"schemaVersion\":2,\"datasetVersion\":\"2026-08-28\",\"errors\":["
    "{\"id\":\"00000000000000aa\",\"slug\":\"disk-full\",\"repo\":\"a/b\",\"msg\":\"disk is full on {mount}\"},"
    "{\"id\":\"00000000000000bb\",\"slug\":\"no-route\",\"repo\":\"c/d\",\"msg\":\"no route to host %s\"}]}";
static const char repos_json[] = "[{\"repo\":\"a/b\",\"errorCount\":1},{\"repo\":\"c/d\",\"errorCount\":1}]";

static void hash(struct ed_str bytes, char hex[ED_SHA256_HEX])
{
    struct ed_sha256 *sha = ed_sha256_new();

    ed_sha256_add(sha, bytes);
    ed_sha256_hex(sha, hex);
    ed_sha256_free(sha);
}

/* A gzip file that stores its bytes (RFC 1952, RFC 1951 section 3.2.4). */
static void gzip(struct ed_buf *out, struct ed_str bytes)
{
    uint32_t crc = 0xFFFFFFFF, n = (uint32_t)bytes.n;
    unsigned char tail[8],
        head[5] = {1, (unsigned char)n, (unsigned char)(n >> 8), (unsigned char)~n, (unsigned char)(~n >> 8)};

    for (size_t i = 0; i < bytes.n; i++) {
        crc ^= (unsigned char)bytes.p[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
        }
    }
    crc = ~crc;
    for (int i = 0; i < 4; i++) {
        tail[i] = (unsigned char)(crc >> (8 * i));
        tail[i + 4] = (unsigned char)(n >> (8 * i));
    }
    ed_buf_append(out, "\x1F\x8B\x08\0\0\0\0\0\0\x03", 10);
    ed_buf_append(out, (const char *)head, sizeof(head));
    ed_buf_str(out, bytes);
    ed_buf_append(out, (const char *)tail, sizeof(tail));
}

static void drop(const char *path)
{
    test_free((void *)(uintptr_t)path);
}

struct set {
    char index_sha[ED_SHA256_HEX], raw_sha[ED_SHA256_HEX], repos_sha[ED_SHA256_HEX];
    size_t index_bytes, raw_bytes, repos_bytes;
    int errors;
};

static void put_manifest(struct fixture *f, const struct set *set)
{
    struct ed_buf text;

    ed_buf_init(&text, 0);
    ed_buf_printf(&text,
                  "{\"schemaVersion\":2,\"datasetVersion\":\"2026-08-28\",\"counts\":{\"repos\":2,\"errors\":%d,"
                  "\"infoPages\":1},\"files\":{"
                  "\"index\":{\"path\":\"index.json.gz\",\"bytes\":%zu,\"sha256\":\"%s\",\"encoding\":\"gzip\","
                  "\"rawBytes\":%zu,\"rawSha256\":\"%s\"},"
                  "\"repos\":{\"path\":\"repos.json\",\"bytes\":%zu,\"sha256\":\"%s\"}}}",
                  set->errors, set->index_bytes, set->index_sha, set->raw_bytes, set->raw_sha, set->repos_bytes,
                  set->repos_sha);
    drop(put_file(f, "set/manifest.json", ed_buf_view(&text)));
    ed_buf_done(&text);
}

/* The whole folder, right in every part. */
static struct set put_set(struct fixture *f)
{
    struct set set = {.errors = 2};
    struct ed_buf packed;

    ed_buf_init(&packed, 0);
    gzip(&packed, ed_str_c(index_json));
    hash(ed_buf_view(&packed), set.index_sha);
    hash(ed_str_c(index_json), set.raw_sha);
    hash(ed_str_c(repos_json), set.repos_sha);
    set.index_bytes = packed.n;
    set.raw_bytes = strlen(index_json);
    set.repos_bytes = strlen(repos_json);
    drop(put_file(f, "set/index.json.gz", ed_buf_view(&packed)));
    drop(put_file(f, "set/repos.json", ed_str_c(repos_json)));
    drop(put_file(f, "set/repos/a/b.json", ED_STR("[" A "]")));
    drop(put_file(f, "set/repos/c/d.json", ED_STR("[" B "]")));
    drop(put_file(f, "set/info/full.json", ED_STR(FAMILY)));
    drop(put_file(f, "set/README.md", ED_STR("# The data set\n\nRecords.\n")));
    put_manifest(f, &set);
    ed_buf_done(&packed);
    return set;
}

static enum ed_rc ingest_set(struct fixture *f)
{
    char *path = test_malloc(256);

    snprintf(path, 256, "%s/set", f->folder);
    return ingest(f, path);
}

static void the_whole_folder(void **state)
{
    static const char sql[] = "SELECT group_concat(dataset_version) FROM source";
    struct fixture *f = *state;
    struct ed_db *db = NULL;
    struct ed_stmt *stmt = NULL;

    put_set(f);
    assert_int_equal(ingest_set(f), ED_OK);
    assert_int_equal(f->counts.taken, 2);
    assert_int_equal(f->counts.families, 1);
    assert_int_equal(f->counts.compact, 1);
    assert_int_equal(f->counts.rejected, 0);
    assert_says(&f->said, "note README.md:0 : this file is no JSON: it was passed over");
    assert_says(&f->said, "note repos.json:0 : a list of 2 repositories");
    assert_null(strstr(text_of(&f->said), "fatal"));
    assert_null(strstr(text_of(&f->said), "verified"));
    assert_null(strstr(text_of(&f->said), "promises"));
    /* Each source knows its version, also those that were read before the manifest. */
    assert_int_equal(ed_db_open(f->db, ED_DB_READ, &db, &f->err), ED_OK);
    assert_int_equal(ed_db_stmt(db, sql, &stmt, &f->err), ED_OK);
    assert_int_equal(ed_stmt_step(stmt, &f->err), ED_OK);
    assert_true(ed_str_is(ed_stmt_col_text(stmt, 0), "2026-08-28,2026-08-28,2026-08-28"));
    ed_stmt_reset(stmt);
    ed_db_close(db);
    /* The same folder again: nothing to do, and no error. */
    assert_int_equal(ingest_set(f), ED_OK);
    assert_int_equal(f->counts.same, 2);
    assert_int_equal(f->counts.families, 0);
}

static void check_refused(struct fixture *f, const char *file, const char *is, const char *listed)
{
    char words[256];

    assert_int_equal(ingest_set(f), ED_ERR_INPUT);
    assert_non_null(strstr(f->err.source, file));
    assert_error(f, "is not the file that");
    snprintf(words, sizeof(words), "is %s, and %s is listed", is, listed);
    assert_error(f, words);
    assert_error(f, "nothing was taken");
    assert_int_equal(access(f->db, F_OK), -1);
}

static void a_hash_that_differs_takes_nothing(void **state)
{
    static const char zero[] = "0000000000000000000000000000000000000000000000000000000000000000";
    struct fixture *f = *state;
    struct set set = put_set(f), bad = set;

    memcpy(bad.repos_sha, zero, sizeof(zero));
    put_manifest(f, &bad);
    check_refused(f, "repos.json", set.repos_sha, zero);
    bad = set;
    memcpy(bad.index_sha, zero, sizeof(zero));
    put_manifest(f, &bad);
    check_refused(f, "index.json.gz", set.index_sha, zero);
    bad = set;
    memcpy(bad.raw_sha, zero, sizeof(zero));
    put_manifest(f, &bad);
    check_refused(f, "index.json.gz", set.raw_sha, zero);
}

static void a_size_that_differs_takes_nothing(void **state)
{
    struct fixture *f = *state;
    struct set set = put_set(f);
    char is[32];

    snprintf(is, sizeof(is), "%zu", set.repos_bytes);
    set.repos_bytes = 12345;
    put_manifest(f, &set);
    check_refused(f, "repos.json", is, "12345");
}

static void what_is_not_there_is_said(void **state)
{
    struct fixture *f = *state;
    struct set set = put_set(f);
    char path[256];

    set.errors = 3;
    put_manifest(f, &set);
    snprintf(path, sizeof(path), "%s/set/repos.json", f->folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(ingest_set(f), ED_OK);
    assert_int_equal(f->counts.taken, 2);
    assert_says(&f->said, "note manifest.json:0 : the listed file repos.json was not verified: it is not there");
    assert_says(&f->said, "note manifest.json:0 /counts/errors: the data set promises 3 records and holds 2");
}

static void a_path_out_of_the_set_is_not_followed(void **state)
{
    struct fixture *f = *state;

    put_set(f);
    drop(put_file(f, "set/manifest.json",
                  ED_STR("{\"schemaVersion\":2,\"counts\":{},\"files\":{\"x\":{\"path\":\"../../etc/passwd\","
                         "\"sha256\":\"00\"},\"y\":{\"path\":\"/etc/passwd\",\"sha256\":\"00\"}}}")));
    assert_int_equal(ingest_set(f), ED_OK);
    assert_says(&f->said, "the listed file ../../etc/passwd was not verified: it leads out of the data set");
    assert_says(&f->said, "the listed file /etc/passwd was not verified: it leads out of the data set");
}

/* One member of a tar archive (POSIX ustar). */
static void tar(struct ed_buf *out, const char *name, struct ed_str content)
{
    char head[512] = "";
    unsigned sum = 0;

    snprintf(head, 100, "%s", name);
    snprintf(head + 100, 24, "0000644");
    snprintf(head + 124, 12, "%011zo", content.n);
    snprintf(head + 136, 12, "%011o", 0);
    memset(head + 148, ' ', 8);
    head[156] = '0';
    memcpy(head + 257, "ustar\00000", 8);
    for (size_t i = 0; i < sizeof(head); i++) {
        sum += (unsigned char)head[i];
    }
    snprintf(head + 148, 8, "%06o", sum);
    ed_buf_append(out, head, sizeof(head));
    ed_buf_str(out, content);
    ed_buf_fill(out, '\0', (512 - content.n % 512) % 512);
}

static void add_member(struct fixture *f, struct ed_buf *out, const char *name)
{
    struct ed_buf content;
    char path[256];

    ed_buf_init(&content, 0);
    snprintf(path, sizeof(path), "%s/%s", f->folder, name);
    assert_int_equal(ed_io_file(path, &content, &f->err), ED_OK);
    tar(out, name, ed_buf_view(&content));
    ed_buf_done(&content);
}

static enum ed_rc ingest_tar(struct fixture *f)
{
    struct ed_buf archive;
    const char *path;

    ed_buf_init(&archive, 0);
    add_member(f, &archive, "set/repos/a/b.json");
    add_member(f, &archive, "set/repos.json");
    add_member(f, &archive, "set/manifest.json");
    add_member(f, &archive, "set/index.json.gz");
    add_member(f, &archive, "set/repos/c/d.json");
    ed_buf_fill(&archive, '\0', 1024);
    path = put_file(f, "set.tar", ed_buf_view(&archive));
    ed_buf_done(&archive);
    return ingest(f, path);
}

static void a_set_in_an_archive(void **state)
{
    struct fixture *f = *state;
    struct set set = put_set(f);

    assert_int_equal(ingest_tar(f), ED_OK);
    assert_int_equal(f->counts.taken, 2);
    assert_int_equal(f->counts.compact, 1);
    assert_null(strstr(text_of(&f->said), "verified"));
    assert_int_equal(unlink(f->db), 0);
    set.repos_sha[0] = set.repos_sha[0] == '0' ? '1' : '0';
    put_manifest(f, &set);
    assert_int_equal(ingest_tar(f), ED_ERR_INPUT);
    assert_error(f, "this is not the file that");
    assert_int_equal(access(f->db, F_OK), -1);
}

static void only_families_is_enough(void **state)
{
    struct fixture *f = *state;

    drop(put_file(f, "set/full.json", ED_STR(FAMILY)));
    assert_int_equal(ingest_set(f), ED_OK);
    assert_int_equal(f->counts.families, 1);
    assert_int_equal(ingest_set(f), ED_OK);
    assert_int_equal(f->counts.families, 0);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, fixture_setup, fixture_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_whole_folder),
        TEST(a_hash_that_differs_takes_nothing),
        TEST(a_size_that_differs_takes_nothing),
        TEST(what_is_not_there_is_said),
        TEST(a_path_out_of_the_set_is_not_followed),
        TEST(a_set_in_an_archive),
        TEST(only_families_is_enough),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
