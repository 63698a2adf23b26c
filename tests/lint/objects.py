"""What the layers' archives hold: no mutable file-scope state, and no public name without ed_.

Constant tables with pointers stand in .data.rel.ro and are fine; .data, .bss, common and thread-local objects are not.
What sanitizers add (names with __asan, __odr_asan, __ubsan or of local labels) is theirs.
"""
import re
import subprocess
import tempfile
from pathlib import Path

import lint

THEIRS = re.compile(r"\.L|_*(?:odr_)?(?:asan|ubsan|sanitizer|sancov|gcov|llvm)|_GLOBAL_|DW\.ref|__sancov|__start|__stop")
MUTABLE = re.compile(r"\.(?:data(?!\.rel\.ro)|bss|tdata|tbss)|\*COM\*")
SYMBOL = re.compile(r"^[0-9a-f]+ (.{7}) (\S+)\s+[0-9a-f]+\s+(?:\.hidden )?(\S+)$")


def judge(path):
    run = subprocess.run(["objdump", "-t", path], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        yield f"{path}: objdump: {run.stderr.strip()}"
        return
    member = Path(path).name
    for line in run.stdout.splitlines():
        if re.match(r"\S+\.o(?:bj)?:\s+file format", line):
            member = f"{Path(path).name}({line.split(':')[0]})"
        m = SYMBOL.match(line)
        if not m or THEIRS.match(m[3]) or m[1][5] == "d":
            continue
        if MUTABLE.match(m[2]):
            yield f"{member}: {m[3]} is mutable file-scope state ({m[2]}): put it in a struct that the caller owns"
        elif m[2] != "*UND*" and m[1][0] in "gu" or m[1][1] == "w" and m[2] != "*UND*":
            if not m[3].startswith("ed_"):
                yield f"{member}: {m[3]} is public and does not begin with ed_"


def check(tree):
    """Judges the given archives; in a self-test, what the tree's C files compile to."""
    if tree.objects:
        for path in tree.objects:
            yield from judge(path)
        return
    sources = tree.files(r".*\.c")
    if not sources:
        yield "no archives were given"
        return
    for flags in ([], ["-fsanitize=address,undefined"]):
        with tempfile.TemporaryDirectory(prefix="errdex-lint-") as folder:
            for number, file in enumerate(sources):
                out = f"{folder}/{number}.o"
                subprocess.run([tree.cc, "-O1", "-g", *flags, "-c", str(file.full), "-o", out], check=True)
                yield from judge(out)


GOOD = [
    {"a.c": 'static const char *const names[] = {"a", "b"};\nconst char *ed_name(int i)\n{\n    return names[i & 1];\n}\n'},
    {"a.c": "static const int table[] = {1, 2, 3};\nint ed_a(int i)\n{\n    return table[i % 3] / i;\n}\n"},
]
BAD = [
    ({"a.c": "int ed_f(void)\n{\n    static int n;\n    return n++;\n}\n"}, "is mutable file-scope state (.bss)"),
    ({"a.c": "static int n = 5;\nint ed_f(void)\n{\n    return n++;\n}\n"}, "n is mutable file-scope state (.data)"),
    ({"a.c": "_Thread_local int ed_n;\n"}, "ed_n is mutable file-scope state (.tbss)"),
    ({"a.c": "static const char *p = \"x\";\nvoid ed_s(const char *q)\n{\n    p = q;\n}\nconst char *ed_g(void)\n{\n    return p;\n}\n"},
     "p is mutable file-scope state (.data"),
    ({"a.c": "int f(void)\n{\n    return 1;\n}\n"}, "f is public and does not begin with ed_"),
    ({"a.c": "__attribute__((weak)) int f(void)\n{\n    return 1;\n}\n"}, "f is public"),
    ({"a.h": ""}, "no archives were given"),
]

if __name__ == "__main__":
    lint.main(check, BAD, GOOD)
