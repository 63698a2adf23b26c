"""Ceilings: 700 lines a file, 80 lines a function, 120 columns a line, 40 lines a fuzz target.

A function is what stands from a `{` in column 0 to the `}` in column 0, both counted (Linux braces).
"""
import re

import lint

FILE, FUNCTION, COLUMNS, FUZZ = 700, 80, 120, 40


def check(tree):
    for file in tree.c_files():
        most = FUZZ if re.fullmatch(r"tests/fuzz/fuzz_\w+\.c", file.path) else FILE
        if len(file.lines) > most:
            yield f"{file}: {len(file.lines)} lines, {most} at most: split it along its concepts"
        begin = 0
        for number, line in enumerate(file.lines, 1):
            if len(line) > COLUMNS:
                yield f"{file}:{number}: {len(line)} columns, {COLUMNS} at most"
        for number, line in enumerate(file.code.splitlines(), 1):
            if line.startswith("{"):
                begin = number
            elif line.startswith("}") and begin:
                if number - begin + 1 > FUNCTION:
                    yield f"{file}:{begin}: a function of {number - begin + 1} lines, {FUNCTION} at most"
                begin = 0


def function(lines):
    return "int f(void)\n{\n" + "    g();\n" * (lines - 2) + "}\n"


GOOD = [{"src/base/a.c": function(80)}, {"src/base/a.c": "\n" * 700}, {"src/base/a.c": "x" * 120 + "\n"}]
BAD = [
    ({"src/base/a.c": function(81)}, "src/base/a.c:2: a function of 81 lines"),
    ({"src/base/a.h": "\n" * 701}, "701 lines, 700 at most"),
    ({"tests/unit/base/test_a.c": "x" * 121 + "\n"}, "test_a.c:1: 121 columns"),
    ({"tests/fuzz/fuzz_a.c": "\n" * 41}, "41 lines, 40 at most"),
]

if __name__ == "__main__":
    lint.main(check, BAD, GOOD)
