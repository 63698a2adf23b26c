"""Golden cases of the command line. A case is a folder with

    case.sh                       run by `sh -eu` in a folder of its own; $ERRDEX, $CASES (the case's folder), $DATA (data/)
    stdout.exact or stdout.glob   what it must print; without either it must print nothing
    stderr.exact or stderr.glob   the same for standard error
    exit                          the exit code; without it 0

A glob is compared line by line (fnmatch); a line `...` stands for any number of lines. --bless writes the .exact files
and exit codes anew from what the program does now, and leaves globs alone.
"""
import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import harness  # noqa: E402


def text_of(path):
    return path.read_bytes().decode("utf-8", "surrogateescape")


def judge_stream(case, name, got):
    exact, glob = case / f"{name}.exact", case / f"{name}.glob"
    if exact.exists() and glob.exists():
        return [f"{name}.exact and {name}.glob: one of them is enough"]
    if glob.exists():
        wanted = text_of(glob)
        return [] if harness.glob_matches(wanted, got) else [harness.difference(wanted, got, name)]
    wanted = text_of(exact) if exact.exists() else ""
    return [] if wanted == got else [harness.difference(wanted, got, name)]


def bless(case, result):
    for name, got in (("stdout", result.out), ("stderr", result.err)):
        exact = case / f"{name}.exact"
        if (case / f"{name}.glob").exists():
            continue
        if got:
            exact.write_bytes(got.encode("utf-8", "surrogateescape"))
        else:
            exact.unlink(missing_ok=True)
    if result.code:
        (case / "exit").write_text(f"{result.code}\n", "utf-8")
    else:
        (case / "exit").unlink(missing_ok=True)


def run_case(case, errdex, data, blessing=False):
    """Problems of a case, a text each."""
    with harness.world(errdex, CASES=case.resolve(), DATA=Path(data).resolve()) as (cwd, env):
        result = harness.run(["sh", "-eu", str(case.resolve() / "case.sh")], cwd, env)
    if blessing:
        bless(case, result)
    problems = judge_stream(case, "stdout", result.out) + judge_stream(case, "stderr", result.err)
    code = int(text_of(case / "exit")) if (case / "exit").exists() else 0
    if result.code != code:
        problems.append(f"exit code {result.code}, {code} wanted")
    return problems


SELF = {
    "exact": ({"case.sh": 'errdex hello; test -z "${NO_COLOR-}"; cat\n', "stdout.exact": "args: hello\n"}, True),
    "other": ({"case.sh": "errdex hello\n", "stdout.exact": "args: hallo\n"}, False),
    "silent": ({"case.sh": "errdex hello >/dev/null\n"}, True),
    "unasked": ({"case.sh": "errdex hello\n"}, False),
    "glob": ({"case.sh": "errdex a b; errdex c\n", "stdout.glob": "args: a *\n...\n"}, True),
    "glob-other": ({"case.sh": "errdex a b\n", "stdout.glob": "args: b *\n"}, False),
    "words": ({"case.sh": "errdex a >&2\n", "stderr.exact": "args: a\n"}, True),
    "noise": ({"case.sh": "echo oops >&2\n"}, False),
    "code": ({"case.sh": "exit 3\n", "exit": "3\n"}, True),
    "code-other": ({"case.sh": "exit 1\n", "exit": "3\n"}, False),
    "code-none": ({"case.sh": "false\ntrue\n"}, False),
    "both": ({"case.sh": "errdex a\n", "stdout.exact": "args: a\n", "stdout.glob": "*\n"}, False),
    "own": ({"case.sh": 'test "$CASES/case.sh" -ef "$0"; test -d "$DATA"; test -z "$(ls)"; echo x >file\n'}, True),
}


def self_test():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        fake = harness.program(folder, 'echo "args: $*"\n')
        for name, (files, sound) in SELF.items():
            case = Path(folder) / "cases" / name
            harness.write_tree(case, files)
            problems = run_case(case, fake, folder)
            if (not problems) != sound:
                wrong.append((name, problems))
        for name in ("other", "noise", "code-other", "glob-other"):
            run_case(Path(folder) / "cases" / name, fake, folder, blessing=True)
        after = {name: run_case(Path(folder) / "cases" / name, fake, folder) for name in ("other", "noise", "code-other")}
        wrong += [(f"{name} after --bless", problems) for name, problems in after.items() if problems]
        if text_of(Path(folder) / "cases/glob-other/stdout.glob") != "args: b *\n":
            wrong.append(("--bless wrote a glob", ""))
    harness.say(f"self-test: {len(SELF) + 4} cases, {len(wrong)} judged wrong {wrong or ''}")
    return 1 if wrong else 0


def main():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--errdex", help="the program")
    parser.add_argument("--data", default=here.parents[1] / "data", help="what $DATA names")
    parser.add_argument("--bless", action="store_true", help="write the .exact files and exit codes anew")
    parser.add_argument("--self-test", action="store_true", help="judge the runner itself")
    parser.add_argument("names", nargs="*", help="cases, by folder below tests/cli; none: all")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    if not args.errdex:
        parser.error("--errdex PROGRAM is needed")
    names = args.names or sorted(p.parent.relative_to(here).as_posix() for p in here.rglob("case.sh"))
    failed = 0
    for name in names:
        problems = run_case(here / name, args.errdex, args.data, args.bless)
        failed += bool(problems)
        for problem in problems:
            harness.say(f"{name}: {problem}")
    print(f"{len(names)} cases, {failed} failed")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
