-- The authored tables: what was brought in, as it came. They are the only data that cannot be made again; everything
-- else (store_derived.sql) follows from them. A change here is a new user_version (ED_DB_VERSION) with a migration.

PRAGMA application_id = 0x65726478; -- "erdx": ED_DB_APPLICATION_ID
PRAGMA user_version = 1;            -- ED_DB_VERSION

-- Where records came from: a row for each source and data set version of each ingest that took something from it.
CREATE TABLE source (
    row             INTEGER PRIMARY KEY,
    name            TEXT NOT NULL,  -- as the source was named: "-", "dump.ndjson", "set.tar.gz:repos/a/b.json"
    dataset_version TEXT,           -- from {"record": ..., "datasetVersion": ...} or the data set's manifest.json
    ingested_at     TEXT NOT NULL   -- ISO 8601, UTC
);

-- One row a record. `row` is the number by which all other tables, the index and a running diagnosis know it: it stays
-- when the record is replaced. `json` stands last, so that the other columns are read without its overflow pages.
CREATE TABLE record (
    row    INTEGER PRIMARY KEY,
    id     TEXT NOT NULL UNIQUE, -- 16 lower-case hex digits, the record's own
    source INTEGER NOT NULL REFERENCES source (row),
    json   TEXT NOT NULL         -- the record's object, byte for byte as it came
);

-- One row a family (upstream info/{slug}.json).
CREATE TABLE family (
    slug   TEXT NOT NULL PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source (row),
    json   TEXT NOT NULL
);
