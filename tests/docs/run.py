"""What the pages show, done. Every ```sh block of a page runs by `sh -eu` with the program first on PATH, one after the
other in one folder in which data/ and tests/ stand as in the repository, and must exit 0. In the line before a block
`<!-- setup -->` leaves it out, `<!-- exit N -->` asks for another code, and `<!-- after PATH -->` runs that file of the
repository in front of it, in the same shell: what a reader has and a test has not. A ```text block that follows is compared with
what the block printed (globs as in tests/cli). Lines that begin with `$ errdex` in other blocks run alone, and so do
commands of a CI recipe in a ```yaml block that begin with `errdex`.
"""
import argparse
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import harness  # noqa: E402

BLOCK = re.compile(
    r"(?:^<!-- (?P<note>[^\n]*?) -->\n)?^```(?P<kind>\w*)\n(?P<body>.*?)^```[ ]*$(?:\n+```text\n(?P<wanted>.*?)^```[ ]*$)?",
    re.MULTILINE | re.DOTALL)


def steps(text):
    """(line, file to run first or None, script, exit code, wanted output or None) of all that a page shows to be run;
    "setup" blocks are left out.
    """
    for m in BLOCK.finditer(text):
        line = text.count("\n", 0, m.start("body")) + 1
        note = m["note"] or ""
        if m["kind"] == "sh" and note != "setup":
            code, after = re.fullmatch(r"exit (\d+)", note), re.fullmatch(r"after (\S+)", note)
            yield line, after and after[1], m["body"], int(code[1]) if code else 0, m["wanted"]
        elif m["kind"] != "sh":
            command = r"^[ ]*(?:- )?(errdex\b[^\n:]*)$" if m["kind"] == "yaml" else r"^\$ (errdex\b[^\n]*)"
            for shown in re.finditer(command, m["body"], re.MULTILINE):
                yield line + m["body"].count("\n", 0, shown.start()), None, shown[1], 0, None


def run_page(page, errdex, root):
    """(steps run, problems)."""
    problems, count = [], 0
    with harness.world(errdex) as (cwd, env):
        for name in ("data", "tests"):
            (cwd / name).symlink_to(Path(root).resolve() / name)
        env["GITHUB_STEP_SUMMARY"] = str(cwd / "summary.md")
        for line, first, script, code, wanted in steps(page.read_text("utf-8")):
            count += 1
            prelude = f'. "{Path(root).resolve() / first}"\n' if first else ""
            result = harness.run(["sh", "-euc", prelude + script], cwd, env, merged=True)
            where = f"{page.name}:{line}: {script.strip()}"
            if result.code != code:
                problems.append(f"{where}\nexit code {result.code}, {code} wanted\n{result.out}")
            elif wanted is not None and not harness.glob_matches(wanted, result.out):
                problems.append(f"{where}\n{harness.difference(wanted, result.out, 'output')}")
    return count, problems


SELF = [
    ("a\n```sh\nerrdex x\n```\nb\n", 1, True), ("```sh\nerrdex x\nfalse\n```\n", 1, False),
    ("<!-- setup -->\n```sh\nfalse\n```\n", 0, True), ("<!-- exit 3 -->\n```sh\nexit 3\n```\n", 1, True),
    ("<!-- exit 3 -->\n```sh\ntrue\n```\n", 1, False), ("```sh\nerrdex x\n```\n\n```text\nargs: *\n```\n", 1, True),
    ("```sh\nerrdex x\n```\n\n```text\nargs: y\n```\n", 1, False), ("```text\n$ errdex x\n$ errdex fail\n```\n", 2, False),
    ("```yaml\nx:\n  - errdex x\n  errdex: y\n  run: |\n    errdex y >>\"$GITHUB_STEP_SUMMARY\"\n```\n", 2, True),
    ("```yaml\n- errdex fail\n```\n", 1, False),
    ("<!-- after tests/first.sh -->\n```sh\ntest $first = 1\n```\n", 1, True),
    ("<!-- after tests/none.sh -->\n```sh\ntrue\n```\n", 1, False),
    ("```json\n{}\n```\n```text\nx\n```\n", 0, True), ("```sh\ntest -d data && echo a >f\n```\n```sh\ncat f\n```\n", 2, True),
]


def self_test():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        fake = harness.program(folder, 'echo "args: $*"; test "$*" != fail\n')
        page = Path(folder) / "page.md"
        for name in ("data", "tests"):
            (Path(folder) / name).mkdir()
        (Path(folder) / "tests/first.sh").write_text("first=1\n", "utf-8")
        for text, wanted, sound in SELF:
            page.write_text(text, "utf-8")
            count, problems = run_page(page, fake, folder)
            if count != wanted or (not problems) != sound:
                wrong.append((text, count, problems))
    harness.say(f"self-test: {len(SELF)} pages, {len(wrong)} judged wrong {wrong or ''}")
    return 1 if wrong else 0


def main():
    root = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--errdex", help="the program")
    parser.add_argument("--self-test", action="store_true", help="judge the runner itself")
    parser.add_argument("pages", nargs="*", help="pages, as paths below the repository")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    if not args.errdex or not args.pages:
        parser.error("--errdex PROGRAM and a page are needed")
    failed = 0
    for page in args.pages:
        count, problems = run_page(root / page, args.errdex, root)
        failed += len(problems)
        for problem in problems:
            harness.say(problem)
        print(f"{page}: {count} commands or blocks run, {len(problems)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
