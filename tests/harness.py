"""What the runners of cli/, corpus/ and docs/ share: a small world of its own for each run, and texts compared with globs.

A world is a temporary folder with an empty home; nothing of the caller's environment reaches the program but PATH and
the options of the sanitizers.
"""
import collections
import contextlib
import difflib
import fnmatch
import os
import signal
import subprocess
import tempfile
from pathlib import Path

KEPT = ("PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS")
SECONDS = 120  # a case takes well under a second; sanitizers and a busy machine take their share

Result = collections.namedtuple("Result", "code out err")


@contextlib.contextmanager
def world(errdex, **more):
    """Yields (folder to run in, environment). `errdex` comes first on PATH and stands in $ERRDEX."""
    errdex = Path(errdex).resolve()
    with tempfile.TemporaryDirectory(prefix="errdex-test-") as top:
        top = Path(top).resolve()
        for name in ("work", "home", "tmp"):
            (top / name).mkdir()
        env = {k: os.environ[k] for k in KEPT if k in os.environ}
        env["PATH"] = f"{errdex.parent}{os.pathsep}{env.get('PATH', os.defpath)}"
        env |= {"ERRDEX": str(errdex), "HOME": str(top / "home"), "XDG_DATA_HOME": str(top / "home/.local/share"),
                "TMPDIR": str(top / "tmp"), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        env |= {k: str(v) for k, v in more.items()}
        yield top / "work", env


def run(argv, cwd, env, stdin=subprocess.DEVNULL, merged=False, seconds=SECONDS):
    """Run to the end or the time limit; a child of the child does not outlive it. Texts are decoded without loss."""
    with subprocess.Popen(argv, cwd=cwd, env=env, stdin=stdin, stdout=subprocess.PIPE, start_new_session=True,
                          stderr=subprocess.STDOUT if merged else subprocess.PIPE) as child:
        late = ""
        try:
            out, err = child.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            out, err = child.communicate()
            late = f"\n(stopped after {seconds} s)\n"
    out, err = ((part or b"").decode("utf-8", "surrogateescape") for part in (out, err))
    return Result(child.returncode, out + late, err)


def line_matches(pattern, line):
    """Equal, or equal by fnmatch, or by fnmatch with brackets taken as they are (logs are full of them)."""
    return (pattern == line or fnmatch.fnmatchcase(line, pattern)
            or fnmatch.fnmatchcase(line, pattern.replace("[", "[[]")))


def glob_matches(pattern, text):
    """Line by line; a line `...` stands for any number of lines."""
    wanted, lines = pattern.splitlines(), text.splitlines()
    at = line = 0
    star, mark = None, 0  # the last `...`, and how far it reaches so far
    while line < len(lines):
        if at < len(wanted) and wanted[at] == "...":
            star, mark = at, line
            at += 1
        elif at < len(wanted) and line_matches(wanted[at], lines[line]):
            at += 1
            line += 1
        elif star is not None:
            mark += 1
            at, line = star + 1, mark
        else:
            return False
    return all(rest == "..." for rest in wanted[at:])


def difference(wanted, got, name):
    return "".join(line if line.endswith("\n") else line + "\n(no line end)\n" for line in difflib.unified_diff(
        wanted.splitlines(True), got.splitlines(True), f"{name} wanted", f"{name} got"))


def say(text):
    """Print what may hold foreign bytes."""
    print(text.encode("utf-8", "backslashreplace").decode("utf-8"), flush=True)


def program(folder, text):
    """A stand-in for errdex: a shell script, for the runners' self-tests."""
    path = Path(folder) / "errdex"
    path.write_text("#!/bin/sh\n" + text, "utf-8")
    path.chmod(0o755)
    return path


def write_tree(folder, files):
    for path, text in files.items():
        full = Path(folder) / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text, "utf-8")


def self_test():
    pairs = [("a*c\n", "abc\n", True), ("a*c\n", "abd\n", False), ("...\nz\n", "z\n", True), ("a\n...\n", "a\n", True),
             ("a\n...\nz\n", "a\nb\nz\nc\nz\n", True), ("a\n...\nz\n", "a\nb\n", False), ("a\n", "a\nb\n", False),
             ("[x] *\n", "[x] 1\n", True), ("[0-9]\n", "7\n", True), ("", "", True), ("", "a\n", False),
             ("...\nb\n...\nd\n", "a\nb\nc\nb\nd\n", True), ("...\nb\n...\nd\n", "a\nd\nb\n", False)]
    wrong = [p for p in pairs if glob_matches(p[0], p[1]) != p[2]]
    with tempfile.TemporaryDirectory() as folder:
        fake = program(folder, "sleep 30 & sleep 30\n")
        with world(fake) as (cwd, env):
            slow = run(["sh", "-c", "errdex"], cwd, env, seconds=0.3)
            home = run(["sh", "-c", 'printf "%s %s" "$HOME" "${NO_COLOR-none}"'], cwd, env)
    if slow.code == 0 or "stopped after" not in slow.out:
        wrong.append(("a program that hangs", slow))
    if home.out != f"{cwd.parent}/home none":
        wrong.append(("the home", home))
    print(f"self-test of the harness: {len(pairs) + 2} questions, {len(wrong)} answered wrong {wrong or ''}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(self_test())
