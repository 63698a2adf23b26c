"""SQL is static const text with named binds, whole before it meets a value, and fits the schema.

Every text of src/ that begins with an SQL verb is put together as the compiler does (adjacent strings, object-like
macros of strings) and prepared against schema/store_authored.sql and schema/store_derived.sql.
"""
import re
import sqlite3

import lint

VERBS = r"(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|CREATE|DROP|ALTER|PRAGMA|BEGIN|COMMIT|ROLLBACK|VACUUM|ANALYZE)\b"
SCHEMA = ("schema/store_authored.sql", "schema/store_derived.sql")
STRING = r'"(?:\\.|[^"\\\n])*"'
FORMATS = re.compile(r"\b(\w*(?:printf|ed_err_set|ed_err_errno|ed_err_prefix)\w*)\s*\(")


def value(literal):
    """The text of a C string literal. Escapes that SQL never has (\\x, \\033) become what they spell, no matter what."""
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t", "r": "\r"}.get(m[1], m[1]), literal[1:-1], flags=re.DOTALL)


def texts(file):
    """(offset, text) of every run of adjacent strings and string macros that begins with a string or such a macro."""
    macros = {m[1]: m[2] for m in re.finditer(
        rf"^#define[ \t]+(\w+)[ \t]+((?:{STRING}|\w+|[ \t]|\\\n)*{STRING}(?:{STRING}|\w+|[ \t]|\\\n)*)$", file.bare, re.MULTILINE)}
    names = "|".join(map(re.escape, macros)) or r"(?!)"
    part = rf"(?:{STRING}|\b(?:{names})\b)"

    def join(run, depth=0):
        pieces = re.findall(part, run) if depth < 8 else []
        return "".join(value(p) if p[0] == '"' else join(macros[p], depth + 1) for p in pieces)

    body = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", lambda m: lint.blank(m[0]), file.bare, flags=re.MULTILINE)
    for m in re.finditer(rf"{part}(?:\s*{part})*", body):
        yield m.start(), join(m[0])


def prepared(db, text):
    """None, or why the statement cannot be prepared."""
    if re.match(r"(BEGIN|COMMIT|ROLLBACK|VACUUM)\b", text):
        return None if sqlite3.complete_statement(text.rstrip("; ") + ";") else "is not complete"
    binds = {name[1:]: None for name in re.findall(r":[A-Za-z_]\w*", text)}
    try:
        db.execute("EXPLAIN " + text, binds)
    except (sqlite3.Error, sqlite3.Warning) as why:
        return None if re.search(r"already exists|already another", str(why)) else str(why)
    return None


def statements(text):
    """The statements of a text. Several stand in one text only where all of them are PRAGMAs, run as a script."""
    parts = [part.strip() for part in text.split(";") if part.strip()]
    return parts if all(part.startswith("PRAGMA") for part in parts) else [text]


# Tables whose names a playbook gives are made in one file alone, which checks the names: SQL has no bind for them. And its
# own SQL is put behind its views in another.
NAMED = {"src/store/factdb.c": ("CREATE TABLE", "INSERT INTO"), "src/diag/playbook.c": ("WITH",)}


def judge(file, offset, text, db):
    where = file.at(offset)
    if text in NAMED.get(file.path, ()):
        return
    before = re.split(r"[;]", file.code[:offset])[-1]
    call = FORMATS.search(before)
    if call:
        yield f"{where}: {call[1]} writes SQL: values are bound, never printed"
        return
    if not re.search(r"\bstatic\s+const\b", before):
        yield f"{where}: SQL must be a static const text: {text[:40]!r}"
    bare = re.sub(r"'[^']*'", "''", text)
    if re.search(r"\?|[@$][A-Za-z_]", bare):
        yield f"{where}: binds are named, :name: {text[:40]!r}"
    if re.search(r"%[a-z*.]", bare):
        yield f"{where}: looks like a format string: {text[:40]!r}"
    for statement in statements(text):
        why = prepared(db, statement)
        if why:
            yield f"{where}: {why}: {statement[:60]!r}"


def check(tree):
    db = sqlite3.connect(":memory:", isolation_level=None)
    for path in SCHEMA:
        try:
            db.executescript(tree.read(path))
        except FileNotFoundError:
            yield f"{path} is missing"
            return
        except sqlite3.Error as why:
            yield f"{path}: {why}"
            return
    found = [(f, o, t.strip()) for f in tree.c_files("src") for o, t in texts(f) if re.match(r"\s*" + VERBS, t)]
    for _, _, text in found:
        if re.match(r"CREATE\s+TEMP", text):
            db.execute(text)
    for file, offset, text in found:
        yield from judge(file, offset, text, db)
    if not found:
        yield "no SQL was found in src/: does the lint still read it?"


TREE = {"schema/store_authored.sql": "CREATE TABLE record(id TEXT, body TEXT);", "schema/store_derived.sql": "",
        "src/store/ok.c": 'static const char ok[] = "SELECT id FROM record";\n'}
GOOD = [
    TREE | {"src/store/a.c": 'static const char a[] = "INSERT INTO record (id, body) "\n    "VALUES (:id, \'a?b\')";\n'},
    TREE | {"src/store/a.c": '#define COLS "id, " \\\n    "body"\nstatic const char a[] = "SELECT " COLS " FROM record";\n'},
    TREE | {"src/store/a.c": 'static const char *const all[] = {"BEGIN IMMEDIATE", "DROP TABLE record", "PRAGMA a; PRAGMA b"};\n'},
    TREE | {"src/store/factdb.c": 'void f(void)\n{\n    ed_buf_text(b, "CREATE TABLE ");\n}\n'},
    TREE | {"src/store/a.c": '/* "SELECT none" */ static const char t[] = "\\x8b\\033[1m";\n'},
    TREE | {"src/store/a.c": 'static const char a[] = "CREATE TEMP TABLE t(x)";\nstatic const char b[] = "SELECT x FROM t";\n'},
]
BAD = [
    (TREE | {"src/store/a.c": '\nstatic const char a[] = "SELECT nope FROM record";\n'}, "src/store/a.c:2: no such column: nope"),
    (TREE | {"src/store/a.c": 'static const char a[] = "SELECT id "\n    "FROM recrod";\n'}, "no such table: recrod"),
    (TREE | {"src/store/a.c": 'static const char a[] = "SELECT id FROM record; SELECT 1";\n'}, "one statement at a time"),
    (TREE | {"src/store/a.c": 'static const char a[] = "PRAGMA user_version; SELECT 1";\n'}, "one statement at a time"),
    (TREE | {"src/store/a.c": 'static const char a[] = "DELETE FROM record WHERE id = ?1";\n'}, "binds are named"),
    (TREE | {"src/store/a.c": 'void f(void)\n{\n    ed_db_stmt(db, "SELECT id FROM record", &s, err);\n}\n'}, "must be a static const"),
    (TREE | {"src/store/a.c": 'void f(void)\n{\n    ed_buf_printf(b, "SELECT %s FROM record", c);\n}\n'}, "ed_buf_printf writes SQL"),
    (TREE | {"src/store/a.c": 'void f(void)\n{\n    ed_buf_text(b, "CREATE TABLE ");\n}\n'}, "must be a static const"),
    (TREE | {"src/store/factdb.c": 'void f(void)\n{\n    ed_buf_text(b, "DROP TABLE ");\n}\n'}, "must be a static const"),
    (TREE | {"src/kb/a.c": 'static const char a[] = "SELECT id FROM record LIMIT %d";\n'}, "format string"),
    (TREE | {"schema/store_derived.sql": "CREATE TABLE ("}, "schema/store_derived.sql: "),
    ({"schema/store_authored.sql": "", "src/store/a.c": ""}, "store_derived.sql is missing"),
    ({"schema/store_authored.sql": "", "schema/store_derived.sql": ""}, "no SQL was found"),
]

if __name__ == "__main__":
    lint.main(check, BAD, GOOD)
