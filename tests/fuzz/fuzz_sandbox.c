/*
 * fuzz_sandbox.c: any text as a question in SQL. Whatever it asks, it ends, and the facts are as they were.
 * links: store base
 */
#include "store/factdb.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct ed_str columns[] = {ED_STR_INIT("pid"), ED_STR_INIT("used")};
    const struct ed_fact row[2] = {{.kind = ED_FACT_INTEGER, .integer = 7}, {.kind = ED_FACT_REAL, .real = 0.5}};
    struct ed_str sql = ed_str((const char *)data, size);
    struct ed_factdb *db = ed_factdb_new();
    struct ed_fact_rows rows = {0};
    struct ed_err err = {0};
    struct ed_arena arena;
    size_t table;

    ed_arena_init(&arena);
    if (ed_factdb_table(db, ED_STR("app"), columns, 2, &table, &err) || ed_factdb_row(db, table, row, &err)) {
        abort();
    }
    if (ed_factdb_ask(db, sql, size % 3, 20, &arena, &rows, &err) != ED_OK && err.message[0] == '\0') {
        abort();
    }
    if (ed_factdb_ask(db, ED_STR("SELECT sum(pid) FROM app"), ED_FACT_ALL, 1, &arena, &rows, &err) != ED_OK ||
        rows.facts[0].integer != 7) {
        abort();
    }
    ed_factdb_free(db);
    ed_arena_done(&arena);
    return 0;
}
