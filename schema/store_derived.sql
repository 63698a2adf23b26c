-- The derived tables: all of it is made from the authored tables, by the program version that stands in d_meta. They are
-- dropped and made anew, empty, by this script, and filled by an ingest or a rebuild; there is never a migration. A change
-- of their shape, or of what is written into them, is a new ED_DB_DERIVED_VERSION. Their names begin with "d_".

-- First, so that its pages are the last to be used again: by the blobs of a rebuild, which then lie in a row once more.
DROP TABLE IF EXISTS d_blob;
DROP TABLE IF EXISTS d_term;
DROP TABLE IF EXISTS d_search;
DROP TABLE IF EXISTS d_score;
DROP TABLE IF EXISTS d_pattern;
DROP TABLE IF EXISTS d_member;
DROP TABLE IF EXISTS d_look;
DROP TABLE IF EXISTS d_meta;

-- 'version': ED_DB_DERIVED_VERSION. 'patterns': a hash over the active rows of d_pattern, written in the transaction that
-- changes them; the index blob is good for these patterns when it carries the same hash. The rest: counts of the whole
-- (records, repos, families, active, repaired, weak, inactive, always), taken at the end of an ingest.
CREATE TABLE d_meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;

-- What a record is found and listed by. A record without a row here could not be read by this program version.
CREATE TABLE d_look (
    row      INTEGER PRIMARY KEY, -- record.row
    id       TEXT NOT NULL,       -- record.id: lists need no page of the large table
    repo     TEXT NOT NULL,
    slug     TEXT NOT NULL,       -- unique within its repo only, and by custom, not by force
    code     TEXT COLLATE NOCASE,
    message  TEXT NOT NULL,
    severity TEXT NOT NULL,       -- info, warning, error, critical
    family   TEXT,                -- backgroundTag
    analyzed INTEGER              -- analyzedAt in microseconds since 1970; NULL when unknown
);
CREATE INDEX d_look_path ON d_look (repo, slug);
CREATE INDEX d_look_slug ON d_look (slug);
CREATE INDEX d_look_code ON d_look (code) WHERE code IS NOT NULL;
CREATE INDEX d_look_family ON d_look (family) WHERE family IS NOT NULL;

-- The members that a family names by its errorIds; a record can also name its family itself (d_look.family).
CREATE TABLE d_member (
    family TEXT NOT NULL,
    id     TEXT NOT NULL,
    PRIMARY KEY (family, id)
) WITHOUT ROWID;

-- The effective pattern of each record.
CREATE TABLE d_pattern (
    row    INTEGER PRIMARY KEY,
    state  INTEGER NOT NULL, -- 0 taken, 1 repaired, 2 inactive
    flags  INTEGER NOT NULL, -- enum ed_pattern_flag
    reason TEXT,             -- why repaired or inactive
    regex  TEXT,             -- PCRE2; NULL when inactive
    names  TEXT              -- of its groups, in order, as a JSON array; NULL without groups
);
CREATE INDEX d_pattern_inactive ON d_pattern (reason) WHERE state = 2;

-- What the whole set of patterns says of each active one. Beside d_pattern and narrow: a few new records move the
-- numbers of many old ones.
CREATE TABLE d_score (
    row    INTEGER PRIMARY KEY,
    tenths INTEGER NOT NULL, -- specificity in tenths of a bit, rounded down
    weak   INTEGER NOT NULL, -- 1: under the floor
    way    INTEGER NOT NULL  -- how the index finds it: 0 pair, 1 single token, 2 always run
);

-- Things that are loaded whole: 'index', the token-pair index; 'near', the index of near wordings and codes.
CREATE TABLE d_blob (
    name  TEXT NOT NULL PRIMARY KEY,
    bytes BLOB NOT NULL
);

-- Full text. Contentless: the words stand in record.json already. A row is taken out by giving its old texts again,
-- which the old JSON yields. Weights of bm25: messages and slugs weigh most.
CREATE VIRTUAL TABLE d_search USING fts5 (
    message, slug, names, prose, tags,
    content = '', tokenize = "unicode61 remove_diacritics 2"
);
INSERT INTO d_search (d_search, rank) VALUES ('rank', 'bm25(10.0, 8.0, 8.0, 1.0, 3.0)');
-- Bytes of new words kept in memory before they become a segment: fewer segments, fewer merges in a bulk ingest.
INSERT INTO d_search (d_search, rank) VALUES ('hashsize', 33554432);

-- How many records hold a word of d_search.
CREATE VIRTUAL TABLE d_term USING fts5vocab (d_search, row);
