/*
 * make_playbooks.c: run when errdex is built: the playbooks of this folder to the table that src/diag/playbook.c
 * includes, byte for byte. `make_playbooks TABLE FILE...`; nothing is judged here, a test reads them all.
 */
#include "base/buf.h"
#include "base/io.h"
#include "base/limits.h"

/* Bytes a row of the table. */
#define ROW 24

static void put(struct ed_buf *out, struct ed_str text, size_t index)
{
    ed_buf_printf(out, "static const char ed_playbook_%zu[] = {", index);
    for (size_t i = 0; i < text.n; i++) {
        ed_buf_printf(out, "%s%d,", i % ROW ? "" : "\n    ", (signed char)text.p[i]);
    }
    ed_buf_text(out, "\n};\n");
}

int main(int argc, char **argv)
{
    struct ed_err err = {0};
    struct ed_buf text, out;
    enum ed_rc rc = ED_OK;

    ed_buf_init(&text, ED_LIMIT_JSON_VALUE);
    ed_buf_init(&out, /* max= */ 0);
    for (int i = 2; i < argc && rc == ED_OK; i++) {
        ed_buf_reset(&text);
        rc = ed_io_file(argv[i], &text, &err);
        put(&out, ed_buf_view(&text), (size_t)i - 2);
    }
    ed_buf_text(&out, "static const struct {\n    const char *text;\n    size_t n;\n} ed_playbooks_table[] = {\n");
    for (int i = 2; i < argc; i++) {
        ed_buf_printf(&out, "    {ed_playbook_%d, sizeof(ed_playbook_%d)},\n", i - 2, i - 2);
    }
    ed_buf_text(&out, "};\n");
    if (rc == ED_OK && argc > 2) {
        rc = ed_io_replace(argv[1], ed_buf_view(&out), &err);
    }
    if (rc != ED_OK || argc <= 2) {
        fprintf(stderr, "make_playbooks: %s\n", argc > 2 ? err.message : "a table and playbooks are needed");
    }
    ed_buf_done(&text);
    ed_buf_done(&out);
    return rc == ED_OK && argc > 2 ? 0 : 1;
}
