"""The whole program against its oracle: what `diagnose` reports must be what `diagnose --oracle` reports, for any
number of threads, over logs that are made to break what carries the places found in raw blocks of bytes into messages.

    process.py --errdex PROGRAM [--seed N] [--logs N] [--kib N]

A log holds templates of templates.txt with values in their holes, some spoilt, behind heads of several log formats and
without; wrapped over lines, glued, coloured, with CR LF, in JSON, on lines longer than a block, after blank lines and
between bytes that are no text. Some records are weak: their error class, or a trace with their file, stands in front
now and then. A seed makes a log again; one that differs is kept and named.
"""
import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import harness  # noqa: E402

HOLE = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?(?:ll|l|z)?[a-zA-Z]|%\(\w+\)\w|\$?\{[^{}]*\}|#\{[^{}]*\}|\$\w+")
VALUES = ["17", "0x1f", "eth0", "node-7", "/srv/data", "read timeout", "\"q\"", "3.25", "x", "a b c", "-4", "[::1]"]
HEADS = ["", "", "", "2026-11-30 12:00:01,250 host-3 app[71]: ERROR ", "Nov 30 12:00:01 db2 app[4711]: ",
         "2026-11-30T12:00:01.250000Z stderr F ", "E1130 12:00:01.250000   71 server.go:143] ", "[rank3]: ",
         "(worker pid=71) ERROR 11-30 12:00:01 [core.py:12] ", "\t", "    at "]
BREAKS = ["\n", "\n    ", "\r\n", "\n\n", "\n \n\t", "\\n"]
NOISE = [b"calm line of no interest\n", b"\n", b"\n\n\n", b"\0\0\0", b"\xff\xfe\x80\n", b"\xe9\x94\x99\xe8\xaf\xaf\n",
         b"\r", b"\x1b[31mred\x1b[0m\n", b"error failed panic\n", b"{\"level\":\"error\",\"msg\":\"nothing\"}\n", b"{",
         b"Traceback (most recent call last):\n  File \"a.py\", line 1\n"]
CLASSES = ["ValueError", "acme.TimeoutError", "IoError"]
WEAK = ["bad {x}", "no {x}", "{x} failed", "not found: {x}", "invalid {x}", "timeout", "cannot open {x}", "{x} is full"]
LONG = [b"x" * 70000, b"word " * 60000]


def templates():
    """Rows (file, message, error class)."""
    lines = (Path(__file__).resolve().parent / "templates.txt").read_text("utf-8").splitlines()
    rows = [(*line.split("\t", 1), None) for line in lines if line and not line.startswith("#")]
    return rows + [(f"src/acme/weak{i}.py", text, CLASSES[i % 3]) for i, text in enumerate(WEAK * 3)]


def records(rows):
    return "".join(json.dumps({"id": f"{i:016x}", "repo": "acme/app", "slug": f"r-{i}", "filePath": file,
                               "errorMessage": message, "errorClass": name}) + "\n"
                   for i, (file, message, name) in enumerate(rows))


def evidence(dice, row):
    """What may stand in front of a message: its class, another's, its file in a trace."""
    name = row[2] or dice.choice(CLASSES)
    trace = f"Traceback (most recent call last):\n  File \"/opt/{row[0]}\", line 7, in f\n    g()\n"
    return dice.choice(["", f"{name}: ", f"{dice.choice(CLASSES)}:  ", trace, trace + f"{name}: "])


def spoil(dice, text):
    """Now and then nearly the message."""
    at = dice.randrange(len(text) + 1)
    return dice.choice([lambda: text, lambda: text, lambda: text, lambda: text[:at] + "q" + text[at:],
                        lambda: text[:at] + text[at + 1:], lambda: text[:at], lambda: text + " " + text,
                        lambda: text[:at] + "\x1b[1m" + text[at:], lambda: text.replace(" ", "  ")])()


def message(dice, rows):
    row = dice.choice(rows)
    text = spoil(dice, HOLE.sub(lambda m: dice.choice(VALUES), row[1]))
    text = (evidence(dice, row) if dice.random() < 0.3 else "") + text
    return "".join(dice.choice(BREAKS) if c == " " and dice.random() < 0.04 else c for c in text)


def entry(dice, rows):
    """One message as some program writes it."""
    kind, head, text = dice.random(), dice.choice(HEADS), message(dice, rows)
    if kind < 0.12:
        return json.dumps({"level": "error", "msg": text, "MESSAGE": text} if kind < 0.04 else
                          {"MESSAGE": text, "_PID": "71"}, ensure_ascii=kind < 0.08).encode() + b"\n"
    if kind < 0.2:
        text = text.replace("\n", "\n" + head)
    glue = dice.choice(["", " ", " ", " ", ": ", "-"]) if kind > 0.9 else "\n"
    return (head + text + glue).encode("utf-8", "surrogateescape")


def log(dice, rows, size):
    parts, total = [], 0
    while total < size:
        kind = dice.random()
        part = entry(dice, rows) if kind < 0.85 else dice.choice(LONG if kind > 0.9998 else NOISE)
        parts.append(part)
        total += len(part)
    return b"".join(parts)


def report(errdex, db, path, env, *options):
    result = subprocess.run([errdex, "diagnose", "--db", db, "--format", "json", *options, path], env=env,
                            capture_output=True, check=False)
    if result.returncode not in (0, 3) or result.stderr:  # 3: some of it is passed over, as bytes that are no text
        sys.exit(f"{path} {options}: exit code {result.returncode}, {result.stderr[-500:]}")
    whole = json.loads(result.stdout)
    account = {k: v for k, v in whole["account"].items() if k not in ("candidates", "confirms")}
    return whole | {"code": result.returncode, "account": account}


def difference(want, got):
    texts = [json.dumps(r, indent=1, ensure_ascii=False, sort_keys=True) for r in (want, got)]
    return harness.difference(texts[0], texts[1], "the oracle's report")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--errdex", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--logs", type=int, default=6)
    parser.add_argument("--kib", type=int, default=600)
    args = parser.parse_args()
    rows, found, failed = templates(), 0, 0
    with harness.world(args.errdex) as (cwd, env):
        Path(cwd, "r.ndjson").write_text(records(rows), "utf-8")
        db = str(Path(cwd, "k.db"))
        subprocess.run([args.errdex, "ingest", "--quiet", "--db", db, str(Path(cwd, "r.ndjson"))], env=env, check=True)
        for seed in range(args.seed, args.seed + args.logs):
            text = log(random.Random(seed), rows, args.kib << 10)
            path = str(Path(cwd, f"{seed}.log"))
            Path(path).write_bytes(text)
            want = report(args.errdex, db, path, env, "--oracle")
            found += sum(f["count"] for f in want["findings"])
            for options in (["--threads", "1"], ["--threads", "2"], ["--threads", "5"]):
                got = report(args.errdex, db, path, env, *options)
                if got != want:
                    failed += 1
                    kept = Path(tempfile.gettempdir(), f"errdex-diff-{seed}.log")
                    kept.write_bytes(text)
                    print(f"seed {seed}, {' '.join(options)}, {kept}:\n{difference(want, got)[:4000]}")
    print(f"{args.logs} logs of {args.kib} KiB, {found} places of findings by the oracle, {failed} reports differ")
    return 1 if failed or not found else 0


if __name__ == "__main__":
    sys.exit(main())
