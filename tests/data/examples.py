#!/usr/bin/env python3
"""Run the examples of data/examples against the records of data/records.

  examples.py ERRDEX DATA_BASE DATA_FOLDER

Each line must find its record first, exactly, with the values that the example gives; a near miss must not find it
exactly. Says which line failed and why; exits with 1 then.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile


def examples(folder):
    for path in sorted(folder.glob("examples/*/*.json")):
        for example in json.loads(path.read_text(encoding="utf-8")):
            for line in example["lines"]:
                yield path, example["record"], line["log"], line["captures"]
            for miss in example["nearMiss"]:
                yield path, example["record"], miss, None


def judge(errdex, db, home, case):
    path, record, log, wanted = case
    ran = subprocess.run([errdex, "diagnose", "--db", db, "--threads", "1", "--format", "json", "-"],
                         input=(log + "\n").encode(), capture_output=True, env=dict(os.environ, HOME=home))
    if ran.returncode != 0:
        return f"exit {ran.returncode}: {ran.stderr.decode(errors='replace')}"
    exact = [f for f in json.loads(ran.stdout)["findings"] if f["tier"] == "exact"]
    if wanted is None:
        return "a near miss is found" if any(f["id"] == record for f in exact) else None
    if not exact or exact[0]["id"] != record:
        return f"found first: {exact[0]['repo'] + '/' + exact[0]['slug'] if exact else 'nothing'}"
    values = {c["name"]: c.get("value") for c in exact[0]["captures"]}
    wrong = {k: values.get(k) for k, v in wanted.items() if values.get(k) != v}
    return f"values: {wrong}" if wrong else None


def main():
    errdex, db, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    cases = list(examples(folder))
    with tempfile.TemporaryDirectory() as home, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        why = list(pool.map(lambda case: judge(errdex, db, home, case), cases))
    failed = [(case, w) for case, w in zip(cases, why) if w]
    for (path, record, log, _), w in failed:
        print(f"{path.relative_to(folder)}: {record}: {w}\n    {log}")
    print(f"{len(cases)} lines, {len(failed)} failed")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
