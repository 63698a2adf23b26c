#!/usr/bin/env python3
"""What a confidence is worth: of the findings of each confidence, the share that were right.

  calibration.py ERRDEX DATA CORPUS [--cases FOLDER] [--distractors FILE.ndjson | --templates make_bench.py] [--every N]
                 [--check] [--wrong]

What is known to be right:
  DATA/examples   each line has one record; the first finding is right when it is that one. A near miss has a record
                  that must not be found; a finding of it is wrong, others are not judged.
  CORPUS          each case names its findings; any other is wrong.
  --cases         cases.ndjson (the first finding is judged) and nearmiss.ndjson (findings of the line's own area are
                  wrong), with records of their own in records.ndjson.
  left out        the lines of DATA/examples once more, without the records of their repository: whatever is found there
                  is wrong, unless it is found beside the right record, too, when that one is there.
All of it is asked twice with --distractors: with these records in the data base, too. --templates names the script
that makes 15,000 of them.

--every N takes each Nth line of DATA/examples. --check exits with 1 when a bin of exact findings is less often right
than a lower one by more than chance allows, or is far below what it promises. --wrong lists what was wrong.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import harness  # noqa: E402

EDGES = (0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)
TIERS = ("exact", "code", "similar")
FEW = 20  # findings; a bin with fewer tells nothing alone

Judged = collections.namedtuple("Judged", "tier confidence right what")


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def name(finding):
    return f"{finding['repo']}/{finding['slug']}"


def examples(data, every):
    """Yields (log, judge): judge(findings) yields (finding, right)."""
    n = 0
    for path in sorted(data.glob("examples/*/*.json")):
        own = {r["id"] for r in json.loads((data / "records" / path.relative_to(data / "examples")).read_text("utf-8"))}
        repo = f"{path.parent.name}/{path.stem}"

        def is_it(found, record, own=own, repo=repo):
            """A distractor of the same repository is the same message: the templates are of the same sources."""
            return found.get("id") == record or (found.get("repo") == repo and found.get("id") not in own)

        for example in json.loads(path.read_text("utf-8")):
            for line in example["lines"]:
                n += 1
                if n % every == 0:
                    yield line["log"].encode() + b"\n", lambda found, r=example["record"], is_it=is_it: first_is(
                        found, lambda f: is_it(f, r))
            for miss in example["nearMiss"]:
                n += 1
                if n % every == 0:
                    yield miss.encode() + b"\n", lambda found, r=example["record"]: [
                        (f, False) for f in found if f["id"] == r]


def first_is(found, right):
    return [(found[0], right(found[0]) or any(right(a) for a in found[0].get("also", [])))] if found else []


def corpus(folder):
    for case in sorted(folder.glob("*.d")):
        expected = json.loads((case / "expected.json").read_text("utf-8"))
        if "findings" in expected:
            wanted = {(f["repo"], f["slug"]) for f in expected["findings"] if "slug" in f}
            yield (next(case.glob("input.*")).read_bytes(),
                   lambda found, w=wanted: [(f, (f["repo"], f["slug"]) in w) for f in found])


def case_files(folder):
    areas = {(r["repo"], r["slug"]): (r["tags"] or [""])[0] for r in read_lines(folder / "records.ndjson")}
    for case in read_lines(folder / "cases.ndjson"):
        key = (case["repo"], case["slug"])
        yield ("\n".join(case["log"]) + "\n").encode(), lambda found, k=key: first_is(
            found, lambda f: (f["repo"], f["slug"]) == k)
    for miss in read_lines(folder / "nearmiss.ndjson"):
        yield miss["line"].encode() + b"\n", lambda found, a=miss["area"]: [
            (f, False) for f in found if areas.get((f["repo"], f["slug"])) == a]


def lines_of(data, every, part):
    """(log, repository) of the lines whose record is in the given half of the repositories."""
    for path in sorted(data.glob("examples/*/*.json"))[part::2]:
        for example in json.loads(path.read_text("utf-8")):
            for line in example["lines"][::every]:
                yield line["log"].encode() + b"\n", f"{path.parent.name}/{path.stem}"


def left_out(errdex, data, every, more):
    """Half of the repositories are asked about with the records of the other half only."""
    for part in (0, 1):
        asked = list(lines_of(data, every, part))
        logs = [log for log, _ in asked]
        known = sorted(data.glob("records/*/*.json"))
        # The halves are those of the examples, which have a file for each file of records.
        rest = [p for p in known if p.relative_to(data / "records") not in
                {q.relative_to(data / "examples") for q in sorted(data.glob("examples/*/*.json"))[part::2]}]
        beside = [{f["id"] for f in found} for found in run(errdex, [data / "records", *more], logs)]
        for (log, repo), also, found in zip(asked, beside, run(errdex, [*rest, *more], logs)):
            for f in found:
                if f["id"] not in also and f["repo"] != repo:
                    yield judged_of(f, False, log)


def judged_of(finding, right, log):
    shown = log.decode(errors="replace").strip()[:200]
    return Judged(finding["tier"], finding["confidence"], right, f"{name(finding)}: {shown}")


def run(errdex, sources, logs):
    """The findings of each log, by one fresh data base of the sources."""
    with harness.world(errdex) as (cwd, env):
        db = str(cwd / "calibration.db")
        made = harness.run([env["ERRDEX"], "ingest", "--db", db, *map(str, sources)], cwd, env)
        if made.code:
            sys.exit(f"ingest: {made.code}\n{made.err}")

        def one(log):
            ran = subprocess.run([env["ERRDEX"], "diagnose", "--db", db, "--threads", "1", "--triage", "off",
                                  "--format", "json", "-"], input=log, capture_output=True, env=env, cwd=cwd,
                                 timeout=harness.SECONDS, check=True)
            return json.loads(ran.stdout)["findings"]

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(one, logs))


def ask(errdex, sources, questions):
    for (log, judge), found in zip(questions, run(errdex, sources, [log for log, _ in questions])):
        for finding, right in judge(found):
            yield judged_of(finding, right, log)


def bins(judged, tier):
    """(lower edge, upper edge, findings, right) of each bin that is not empty."""
    for low, high in zip(EDGES, EDGES[1:]):
        mine = [j for j in judged if j.tier == tier and low <= j.confidence < high]
        if mine:
            yield low, min(high, 1.0), len(mine), sum(j.right for j in mine)


def table(title, judged):
    print(f"\n{title}\n\n| tier | confidence | findings | right | share |\n|:--|:--|--:|--:|--:|")
    for tier in TIERS:
        for low, high, n, right in bins(judged, tier):
            print(f"| {tier} | {low:.2f} to {high:.2f} | {n} | {right} | {right / n:.2f} |")


def complaints(judged):
    """What is not as a confidence should be. Bins of few findings are joined with those below them."""
    joined = []
    for low, high, n, right in bins(judged, "exact"):
        if joined and (n < FEW or joined[-1][2] < FEW):
            low, n, right = joined[-1][0], n + joined[-1][2], right + joined[-1][3]
            joined.pop()
        joined.append((low, high, n, right))
    for (low, high, n, right), below in zip(joined[1:], joined):
        if right / n < below[3] / below[2] - 2 * (0.25 / min(n, below[2])) ** 0.5:
            yield f"{low} to {high}: {right} of {n} right, less than the {below[3]} of {below[2]} below it"
    for low, high, n, right in joined:
        if n >= FEW and right / n < low - 0.1:
            yield f"{low} to {high}: only {right} of {n} right"
    if not joined:
        yield "nothing was judged"


def distractors(script, folder):
    """15,000 records of real templates, or none."""
    if not script or not script.is_file():
        return []
    made = Path(folder) / "distractors.ndjson"
    subprocess.run([sys.executable, "-B", script, "records", "15000", made], check=True)
    return [made]


def main():
    with tempfile.TemporaryDirectory() as folder:
        return calibrate(folder)


def calibrate(folder):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("errdex")
    parser.add_argument("data", type=Path)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--cases", type=Path, help="the folder of cases.ndjson; left out when it is not there")
    parser.add_argument("--distractors", type=Path, help="records; left out when they are not there")
    parser.add_argument("--templates", type=Path, help="what makes distractors; left out when it is not there")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--wrong", action="store_true")
    args = parser.parse_args()
    errdex, data = Path(args.errdex).resolve(), args.data.resolve()
    sets = [([data / "records", data / "families"], [*examples(data, args.every), *corpus(args.corpus)])]
    if args.cases and args.cases.is_dir():
        sets.append(([args.cases.resolve() / "records.ndjson"], list(case_files(args.cases))))
    more = [args.distractors.resolve()] if args.distractors and args.distractors.is_file() else distractors(
        args.templates, folder)
    everything = []
    for title, extra in [("Without distractors", [])] + ([("With distractors", more)] if more else []):
        judged = [j for sources, questions in sets for j in ask(errdex, [*sources, *extra], questions)]
        judged += left_out(errdex, data, args.every, extra)
        table(f"{title}:", judged)
        everything += judged
        for j in judged if args.wrong else []:
            if not j.right:
                print(f"    {j.tier} {j.confidence:.2f} {j.what!r}")
    problems = list(complaints(everything)) if args.check else []
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
