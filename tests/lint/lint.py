"""What the lints share: the tree's files, C text with comments and strings blanked, and the frame that runs a lint.

A lint is one file: `check(tree)` yields problems ("path:line: what is wrong and what to do"), `BAD` lists small trees
with words of the problem that each must raise, `GOOD` lists trees that must raise none. Run plainly it judges the
repository; with --self-test it judges itself on these trees. No lint has a list of exceptions.
"""
import argparse
import functools
import os
import re
import sys
import tempfile
from pathlib import Path

SKIPPED = 77  # the exit code that CTest takes as "did not run"
PRUNED = {"build", ".git", ".cache", "__pycache__"}
C_PARTS = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)


class Skip(Exception):
    """The lint's tool is not installed here."""


def blank(text):
    return re.sub(r"[^\n]", " ", text)


class File:
    def __init__(self, root, path):
        self.full = Path(root) / path
        self.path = path

    def __str__(self):
        return self.path

    @functools.cached_property
    def bytes(self):
        return self.full.read_bytes()

    @functools.cached_property
    def text(self):
        return self.bytes.decode("utf-8", "replace")

    @functools.cached_property
    def lines(self):
        return self.text.splitlines()

    @functools.cached_property
    def bare(self):
        """C without comments; offsets and lines stay."""
        return C_PARTS.sub(lambda m: blank(m[0]) if m[0][0] == "/" else m[0], self.text)

    @functools.cached_property
    def code(self):
        """C without comments and without what stands between quotes; offsets and lines stay."""
        return C_PARTS.sub(lambda m: blank(m[0]) if m[0][0] == "/" else m[0][0] + blank(m[0][1:-1]) + m[0][0], self.text)

    def line_of(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def at(self, offset):
        return f"{self.path}:{self.line_of(offset)}"


class Tree:
    def __init__(self, root, cc="cc", objects=()):
        self.root = Path(root)
        self.cc = cc
        self.objects = list(objects)

    def files(self, pattern, *below):
        """Files whose path matches the regular expression whole, below the given folders (none: the whole tree)."""
        wanted = re.compile(pattern)
        found = []
        for top in below or ("",):
            for folder, names, files in os.walk(self.root / top):
                names[:] = sorted(n for n in names if n not in PRUNED)
                found += [(Path(folder) / f).relative_to(self.root).as_posix() for f in files]
        return [File(self.root, p) for p in sorted(set(found)) if wanted.fullmatch(p)]

    def c_files(self, *below):
        return self.files(r".*\.[ch]", *(below or ("src", "tests")))

    def exists(self, path):
        return (self.root / path).exists()

    def read(self, path):
        return (self.root / path).read_text("utf-8")


def problems_of(check, files, cc):
    with tempfile.TemporaryDirectory(prefix="errdex-lint-") as folder:
        for path, text in files.items():
            full = Path(folder) / path
            full.parent.mkdir(parents=True, exist_ok=True)
            full.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return list(check(Tree(folder, cc)))


def self_test(check, bad, good, cc):
    failed = 0
    for files, words in bad:
        problems = problems_of(check, files, cc)
        if not any(words in p for p in problems):
            failed += 1
            print(f"self-test: no problem says {words!r} about {files!r}; problems: {problems}")
    for files in good:
        problems = problems_of(check, files, cc)
        if problems:
            failed += 1
            print(f"self-test: {files!r} is sound, and yet: {problems}")
    print(f"self-test: {len(bad)} bad and {len(good)} good trees, {failed} judged wrong")
    return 1 if failed or not bad else 0


def main(check, bad, good):
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    parser.add_argument("--root", default=Path(__file__).resolve().parents[2], help="the repository")
    parser.add_argument("--cc", default="cc", help="C compiler, for the lints that compile")
    parser.add_argument("--self-test", action="store_true", help="judge the lint itself")
    parser.add_argument("objects", nargs="*", help="archives or object files, for the lints that read them")
    args = parser.parse_args()
    try:
        if args.self_test:
            sys.exit(self_test(check, bad, good, args.cc))
        problems = list(check(Tree(args.root, args.cc, args.objects)))
    except Skip as why:
        print(f"skipped: {why}")
        sys.exit(SKIPPED)
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    sys.exit(1 if problems else 0)
