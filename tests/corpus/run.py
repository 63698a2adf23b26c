"""Corpus cases: a log, and what a diagnosis must say of it. A case is a folder NAME.d with

    input.*         the log (one file, of any shape that the program reads); given on standard input
    expected.json   {"findings": [{"repo", "slug", "captures": {name: value}, "count", "first_line"}...],
                     "shown": [text...], "left_out": [text...]}
    note.md         where the case comes from and what is hard about it
    evidence/       outputs of commands beside it, or evidence.txt, one file of them, where there are any
    report.glob     the same report as text, line by line (globs as in tests/cli), where the words matter

The findings of the report must be the expected ones, in their order, and no others; of each the keys that are given are
compared; without the list none is. An empty list says that nothing may be found. Each text of "shown" must stand in a
line that is shown of what no record describes, none of "left_out" may.
"""
import argparse
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import harness  # noqa: E402

PLACE = ("host", "unit", "pid", "container", "rank", "step", "time")
PLAIN = ("repo", "slug", "count", "tier", "role", "severity", "family", "id")


def value(finding, key):
    if key in PLAIN:
        return finding.get(key)
    if key == "captures":
        return {c["name"]: c["value"] for c in finding.get("captures", []) if "of" not in c}
    if key == "first_line":
        return finding.get("first", {}).get("line")
    if key == "ranks":
        return sorted({s["rank"] for s in finding.get("sources", []) if "rank" in s})
    if key == "also":
        return sorted(f"{a['repo']}/{a['slug']}" for a in finding.get("also", []))
    evidence = finding.get("evidence", {})
    if key in ("cause", "cause_check", "playbook"):
        return evidence.get(key)
    if key == "checks":
        return {c["name"]: c["verdict"] for c in evidence.get("checks", [])}
    if key == "tell":
        return sorted({c["tell"] for c in evidence.get("checks", []) if "tell" in c})
    if key == "steps":
        return [": ".join(filter(None, (s["kind"], s.get("command")))) for s in evidence.get("steps", [])]
    if key in PLACE:
        return finding.get("first", {}).get(key)
    raise ValueError(f"expected.json: the key {key!r} is not compared by tests/corpus/run.py")


def judge(expected, report):
    got = report["findings"]
    wanted = expected.get("findings", [{} for _ in got])
    names = [f"{f.get('repo')}/{f.get('slug')}" for f in got]
    if len(wanted) != len(got):
        yield f"{len(got)} findings, {len(wanted)} wanted: {', '.join(names) or 'none'}"
    for i, (want, have) in enumerate(zip(wanted, got)):
        for key, right in want.items():
            if value(have, key) != right:
                yield f"finding {i + 1}, {names[i]}: {key} is {value(have, key)!r}, {right!r} wanted"
    lines = [line["text"] for u in report.get("unmatched", []) for line in u["lines"]]
    for text in expected.get("shown", []):
        if not any(text in line for line in lines):
            yield f"{text!r} is not shown"
    for text in expected.get("left_out", []):
        if any(text in line for line in lines):
            yield f"{text!r} is shown"


def words_differ(case, argv, cwd, env, log):
    wanted = case / "report.glob"
    if not wanted.exists():
        return []
    with log.open("rb") as stdin:
        got = harness.run([*argv, "-"], cwd, env, stdin=stdin).out
    text = wanted.read_text("utf-8")
    return [] if harness.glob_matches(text, got) else [harness.difference(text, got, "report.glob")]


def run_case(case, errdex, db):
    inputs = sorted(case.glob("input.*"))
    if len(inputs) != 1 or not (case / "note.md").exists():
        return ["a case is one input.*, expected.json and note.md"]
    expected = json.loads((case / "expected.json").read_text("utf-8"))
    beside = [p for p in (case / "evidence", case / "evidence.txt") if p.exists()]
    with harness.world(errdex) as (cwd, env):
        argv = [env["ERRDEX"], "diagnose", "--db", str(Path(db).resolve())]
        argv += [word for p in beside for word in ("--evidence", str(p.resolve()))]
        with inputs[0].open("rb") as log:
            result = harness.run([*argv, "--format", "json", "-"], cwd, env, stdin=log)
        words = words_differ(case, argv, cwd, env, inputs[0])
    if result.code != 0:
        return [f"exit code {result.code}\n{result.err}"]
    try:
        problems = list(judge(expected, json.loads(result.out)))
    except (ValueError, KeyError, TypeError) as why:
        return [f"{why!r} in the report or the expectation\n{result.out[:2000]}"]
    return problems + words + ([result.err] if problems and result.err else [])


def make_db(errdex, data, db):
    """All bundled records, and families where there are any, into one new data base."""
    db, data = Path(db).resolve(), Path(data).resolve()
    db.unlink(missing_ok=True)
    sources = [str(data / name) for name in ("records", "families") if (data / name).is_dir()]
    with harness.world(errdex) as (cwd, env):
        result = harness.run([env["ERRDEX"], "ingest", "--db", str(db), *sources], cwd, env)
    harness.say(result.out + result.err)
    return result.code


REPORT = """{"findings": [{"repo": "a/b", "slug": "s", "count": 3, "captures": [{"name": "n", "value": "1"}],
"first": {"line": 7, "unit": "u"}, "sources": [{"rank": "TP1"}, {"rank": "TP0"}, {"rank": "TP1"}]}]}"""
UNMATCHED = '{"findings": [], "unmatched": [{"lines": [{"text": "x y"}]}]}'
TOLD = """{"findings": [{"evidence": {"cause": "c", "checks": [{"name": "a", "verdict": "no"}],
"steps": [{"kind": "stop", "command": "x"}]}}]}"""
FULL = '{"repo": "a/b", "slug": "s", "captures": {"n": "1"}, "count": 3, "first_line": 7, "unit": "u", "ranks": ["TP0", "TP1"]}'
SELF = [
    (f'{{"findings": [{FULL}]}}', REPORT, True), ('{"findings": [{"slug": "s"}]}', REPORT, True),
    ('{"findings": []}', '{"findings": []}', True), ('{"findings": []}', REPORT, False),
    ('{"findings": [{"slug": "t"}]}', REPORT, False), ('{"findings": [{"captures": {}}]}', REPORT, False),
    ('{"findings": [{"captures": {"n": "2"}}]}', REPORT, False), ('{"findings": [{"count": 2}]}', REPORT, False),
    ('{"findings": [{"first_line": 8}]}', REPORT, False), ('{"findings": [{"unknown": 1}]}', REPORT, False),
    ('{"findings": [{"slug": "s"}, {"slug": "t"}]}', REPORT, False), ('{"findings": []}', "no json", False),
    ('{"findings": [], "shown": ["x"], "left_out": ["z"]}', UNMATCHED, True),
    ('{"findings": [{"cause": "c", "checks": {"a": "no"}, "steps": ["stop: x"]}]}', TOLD, True),
    ('{"findings": [{"cause": "d"}]}', TOLD, False), ('{"findings": [{"steps": []}]}', TOLD, False),
    ('{"findings": [], "shown": ["z"]}', UNMATCHED, False), ('{"findings": [], "left_out": ["y"]}', UNMATCHED, False),
]


def self_test():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        fake = harness.program(folder, 'test "$*" = "diagnose --db $DB --format json -" || exit 2\ncat\n'.replace(
            "$DB", f"{Path(folder).resolve()}/db"))
        for i, (expected, report, sound) in enumerate(SELF):
            case = Path(folder) / f"{i}.d"
            harness.write_tree(case, {"input.log": report, "expected.json": expected, "note.md": "\n"})
            problems = run_case(case, fake, f"{folder}/db")
            if (not problems) != sound:
                wrong.append((expected, problems))
        if not run_case(case, fake, f"{folder}/other") or not run_case(Path(folder), fake, f"{folder}/db"):
            wrong.append(("a failing program, or no case at all", ""))
    harness.say(f"self-test: {len(SELF) + 2} cases, {len(wrong)} judged wrong {wrong or ''}")
    return 1 if wrong else 0


def main():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--errdex", help="the program")
    parser.add_argument("--db", help="the data base of the bundled records")
    parser.add_argument("--make-db", action="store_true", help="only make that data base, from --data")
    parser.add_argument("--data", default=here.parents[1] / "data", help="the folder of the bundled data")
    parser.add_argument("--self-test", action="store_true", help="judge the runner itself")
    parser.add_argument("names", nargs="*", help="cases, with or without .d; none: all")
    args = parser.parse_args()
    if args.self_test:
        return self_test()
    if not args.errdex or not args.db:
        parser.error("--errdex PROGRAM and --db FILE are needed")
    if args.make_db:
        return make_db(args.errdex, args.data, args.db)
    names = [n.removesuffix(".d") for n in args.names] or sorted(p.name[:-2] for p in here.glob("*.d"))
    failed = 0
    for name in names:
        problems = run_case(here / f"{name}.d", args.errdex, args.db)
        failed += bool(problems)
        for problem in problems:
            harness.say(f"{name}: {problem}")
    print(f"{len(names)} cases, {failed} failed")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
