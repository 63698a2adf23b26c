"""The C files stand as clang-format puts them. Only the release that the tree is formatted with judges: others differ."""
import re
import subprocess

import lint

RELEASE = "14"


def check(tree):
    try:
        version = subprocess.run(["clang-format", "--version"], capture_output=True, text=True, check=True).stdout
    except (FileNotFoundError, subprocess.CalledProcessError) as why:
        raise lint.Skip("clang-format is not installed") from why
    if not re.search(rf"version {RELEASE}\.", version):
        raise lint.Skip(f"clang-format {RELEASE} judges, and this is: {version.strip()}")
    files = [f.path for f in tree.c_files()]
    run = subprocess.run(["clang-format", "--dry-run", "--Werror", "--style=file", *files], cwd=tree.root,
                         capture_output=True, text=True, check=False)
    for line in run.stderr.splitlines():
        if re.search(r": (?:error|warning): ", line):
            yield f"{line}: run clang-format -i"
    if run.returncode != 0 and "error" not in run.stderr:
        yield f"clang-format: {run.stderr.strip()}"


STYLE = {".clang-format": "BasedOnStyle: LLVM\nIndentWidth: 4\n"}
GOOD = [STYLE | {"src/kb/a.c": "int a;\n"}]
BAD = [(STYLE | {"src/kb/a.c": "int  a ;\n"}, "src/kb/a.c:1:4: error")]

if __name__ == "__main__":
    lint.main(check, BAD, GOOD)
