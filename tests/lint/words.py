"""Text that the project writes: no notes to be done later, no tabs, no white space at line ends, LF and one last line
end; and every .c file opens with a comment of 3 to 12 lines that says what it owns.
"""
import re

import lint

LATER = re.compile(r"\b(?:" + "|".join(["TO" + "DO", "FIX" + "ME", "X" * 3, "HA" + "CK"]) + r")\b")
OURS = r"(?:.*/)?(?:CMakeLists\.txt|[^/]+\.(?:c|h|py|sh|sql|cmake|md))|\.ci/[^/]+"


def opening(file):
    m = re.match(r"/\*.*?\*/", file.text, re.DOTALL)
    lines = m[0].count("\n") + 1 if m else 0
    if not 3 <= lines <= 12:
        yield f"{file}:1: opens with a comment of {lines} lines; 3 to 12 say what the file owns and refuses"


def check(tree):
    for file in tree.files(OURS):
        for number, line in enumerate(file.lines, 1):
            where = f"{file}:{number}"
            m = LATER.search(line)
            if m:
                yield f"{where}: {m[0]}: do it, or leave the word out"
            if "\t" in line:
                yield f"{where}: a tab: blanks only"
            if line != line.rstrip():
                yield f"{where}: white space at the end of the line"
        if b"\r" in file.bytes:
            yield f"{file}: a carriage return"
        if file.text and (not file.text.endswith("\n") or file.text.endswith("\n\n")):
            yield f"{file}: must end in one line end"
        if file.path.endswith(".c"):
            yield from opening(file)


HEAD = "/*\n * a.c: owns a.\n */\n"
GOOD = [
    {"src/kb/a.c": HEAD, ".ci/run": "#!/bin/sh\n"},
    {"tests/corpus/a.d/input.log": "TO" + "DO\tlater \r\n", "build/a.c": "int a;\n", "a.sh": "mktemp -p . XXXXXX\n"},
]
BAD = [
    ({"src/kb/a.c": HEAD + "/* TO" + "DO: later */\n"}, "src/kb/a.c:4: TO" + "DO"),
    ({"README.md": "FIX" + "ME\n"}, "README.md:1: FIX" + "ME"),
    ({".ci/run": "# " + "X" * 3 + "\n"}, ".ci/run:1: " + "X" * 3),
    ({"src/kb/a.c": HEAD + "\tint a;\n"}, "a.c:4: a tab"),
    ({"schema/a.sql": "SELECT 1; \n"}, "a.sql:1: white space"),
    ({"src/kb/a.c": HEAD + "int a;"}, "must end in one line end"),
    ({"README.md": "a\n\n"}, "must end in one line end"),
    ({"README.md": "a\r\n"}, "carriage return"),
    ({"src/kb/a.c": "int a;\n"}, "opens with a comment of 0 lines"),
    ({"src/kb/a.c": "/* a.c */\n"}, "opens with a comment of 1 lines"),
    ({"src/kb/a.c": "/*" + "\n * x" * 12 + "\n */\n"}, "opens with a comment of 14 lines"),
]

if __name__ == "__main__":
    lint.main(check, BAD, GOOD)
