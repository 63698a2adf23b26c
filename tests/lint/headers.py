"""Every header of src/ compiles alone (C11, warnings are errors), has the guard of its name, and makes failures heard:
a function that returns enum ed_rc is ED_NODISCARD (the constructors of base/err.h hand on their own argument).
"""
import concurrent.futures
import re
import subprocess

import lint

FLAGS = ["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wstrict-prototypes", "-Wvla", "-Werror", "-fsyntax-only"]


def compiled(tree, file):
    run = subprocess.run([tree.cc, *FLAGS, "-I", "src", "-x", "c", file.path], cwd=tree.root, capture_output=True,
                         text=True, check=False)
    return [] if run.returncode == 0 else [f"{file}: does not compile alone:\n{run.stderr.strip()}"]


def check(tree):
    headers = tree.files(r".*\.h", "src")
    for file in headers:
        layer, name = file.path.split("/")[-2:]
        guard = f"ED_{layer}_{name}".upper().replace(".", "_").replace("-", "_")
        if f"#ifndef {guard}\n#define {guard}\n" not in file.text:
            yield f"{file}: has no guard {guard}"
        if file.path != "src/base/err.h":
            for m in re.finditer(r"^enum ed_rc (\w+)\([^;{]*", file.code, re.MULTILINE):
                if not m[0].rstrip().endswith("ED_NODISCARD"):
                    yield f"{file.at(m.start())}: {m[1]} must be ED_NODISCARD"
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for problems in pool.map(lambda file: compiled(tree, file), headers):
            yield from problems


def header(body):
    return "#ifndef ED_KB_A_H\n#define ED_KB_A_H\n" + body + "#endif\n"


GOOD = [{"src/kb/a.h": header("#include <stddef.h>\nstatic inline size_t f(size_t n)\n{\n    return n;\n}\n")}]
BAD = [
    ({"src/kb/a.h": header("size_t f(void);\n")}, "src/kb/a.h: does not compile alone"),
    ({"src/kb/a.h": header("static inline int f(int unused)\n{\n    return 0;\n}\n")}, "does not compile alone"),
    ({"src/kb/a.h": "int f(void);\n"}, "has no guard ED_KB_A_H"),
    ({"src/kb/a.h": header("enum ed_rc { ED_OK };\nenum ed_rc ed_f(void);\n")}, "ed_f must be ED_NODISCARD"),
]

if __name__ == "__main__":
    lint.main(check, BAD, GOOD)
