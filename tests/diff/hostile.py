"""Bad input against the whole program: logs and records made to cost as much as they can. For each case errdex ends,
its memory stays under a bound, its report is the oracle's and the same for any number of threads, and where a check
ended at a limit the report says so. Nothing here looks at the clock: a case that hangs meets the test's time limit.

    hostile.py --errdex PROGRAM --peak DIFF_PEAK [--sanitized] [--by-hand] [NAME...]

--sanitized: the program is built with sanitizers, whose memory is not its own; that bound is passed over, and said.
--by-hand adds what takes minutes: a million records that share their rarest pair.
"""
import argparse
import json
import random
import subprocess
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import harness  # noqa: E402

MIB = 1 << 20
# What a run may take, whatever the log, beside the data base's index: 4 MiB pending (ED_LIMIT_PENDING), 4 blocks of
# 256 KiB or one JSON value of 8 MiB and as much unescaped, 3 batches of 256 KiB for each of 2 threads with their
# metadata, 2 matchers of a window each, libraries and heap of some 12 MiB: under 48.
PLAIN = 48 * MIB
# Beside that a record that is tried takes its compiled pattern (machine code only comes to what is searched for often),
# its state in 2 threads and its part of both indexes: under a KiB.
RECORD = 1 << 10
KNOWN = "ERROR gizmo frob 17 melted\n"


class Case:
    """records: message templates. log: an iterator of bytes, called anew for each run. count: how often record 0 must
    be found, None: as the oracle says. oracle: whether that is asked; it tries every record on every line."""

    def __init__(self, records, log, **more):
        self.records, self.log, self.patterns = records, log, more.get("patterns", [])
        self.ending, self.count = more.get("ending", "py"), more.get("count")
        self.oracle, self.bound = more.get("oracle", True), more.get("bound", PLAIN)


def text_of(piece, size, tail=KNOWN):
    """`piece` again and again up to `size`, then a line that is known."""
    chunk = piece * max(1, (64 << 10) // len(piece))

    def pieces():
        for _ in range(0, size, len(chunk)):
            yield chunk
        yield b"\n" + tail.encode()
    return pieces


def lines(*texts):
    return lambda: iter([text.encode() for text in texts])


def letters(number):
    return "".join("abcdefghij"[int(digit)] for digit in str(number))


def all_candidates():
    """Each of 30 words with each other is a record; the log is nothing but these words."""
    dice, words = random.Random(1), [f"tok{letters(i)}" for i in range(30)]
    text = "".join("ERROR " + " ".join(dice.choice(words) for _ in range(20)) + "\n" for _ in range(400))
    return Case([f"{a} {b}" for a in words for b in words if a != b], lines(text))


def near_universal():
    """Patterns that fit nearly every line, and lines of every shape."""
    records = ["gizmo frob {x} melted", "Error: {x}", "failed: {x}", "{a} {b}", "%s: %s", "{x}", "{a}: {b} failed",
               "no {x}", "could not {x}", "{a} not found", "[{a}] {b}", "{a}={b}", "{a}, {b}", "error {a} {b} {c}",
               "ERROR {x}"]
    shapes = ["Error: failed: a: b", "x failed: y", "a b c d e", "ERROR [a] b=c, d", "could not find a: not found",
              "Error: Error: Error: x", ": : :", "= = =", "error error error error", "failed: ", "Error:"]
    text = "".join(f"{shape} {n}\n" for n in range(300) for shape in shapes)
    return Case(records, lines(text, KNOWN), count=1)


def one_pair(n=20000, shown=6):
    """So many records whose only usable pair is the same: what else they have is glued to a hole."""
    records = [f"alpha beta %sq{letters(i)}-%sz{letters(i)}" for i in range(n)]
    text = "".join(f"ERROR alpha beta 1q{letters(i * 7 % n)}-2z{letters(i * 7 % n)} and more\n" for i in range(shown))
    return Case(records, lines(text), ending="c", bound=PLAIN + n * RECORD)


def one_head(repeats=1):
    """A line of 1 MiB of one record's first words, and of all that could stand behind them but the last."""
    records = ["gizmo frob {x} melted", "gizmo frob {x} at {y} in {z} of {w}", "{x} gizmo frob {y}: broken",
               "the gizmo frob%d", "gizmo {a} frob {b} gizmo {c} frob {d} done"]
    piece = "gizmo frob at in "
    text = (piece * (MIB // len(piece)) + "\n") * repeats
    return Case(records, lines(text, KNOWN), count=1)


def own_regexes():
    """Regexes that try everything: what is given up is said."""
    return Case(["aaaa {x}", "bbbb {x}", "gizmo frob {x} melted"],
                lines("x" * 5000 + "\n", "gizmo frob " * 2000 + "\n", "y zzzz\n", KNOWN),
                patterns=[r"(?:x+x+)+y", r"(.*)(.*)(.*)(.*)(.*)(.*)z{9}", r"gizmo frob (.+?) melted"])


def near_wordings():
    """Lines that are nearly many records and none of them."""
    dice, words = random.Random(2), [f"word{letters(i)}" for i in range(60)]
    records = [" ".join(dice.choice(words) for _ in range(8)) for _ in range(2000)]

    def nearly(record):
        parts = record.split()
        parts[dice.randrange(8)] = dice.choice(words)
        return "ERROR " + " ".join(parts) + "\n"
    near = [nearly(dice.choice(records)) for _ in range(600)]
    return Case(["gizmo frob {x} melted"] + records, lines(*near, KNOWN), count=1)


def long_case(piece, mib):
    records = ["gizmo frob {x} melted", "{x} gizmo frob {y}: broken", "gizmo frob {x} at {y}"]
    return lambda: Case(records, text_of(piece, mib * MIB), count=1, oracle=False)


CASES = {
    "all-candidates": all_candidates,
    "near-universal": near_universal,
    "one-pair": one_pair,
    "one-head": one_head,
    "one-head-8-lines": lambda: one_head(8),
    "own-regexes": own_regexes,
    "near-wordings": near_wordings,
    "long-token": long_case(b"x", 100),
    "long-code-points": long_case(b"\xf0\x9f\x98\x80", 20),
    "long-stray-bytes": long_case(b"\x80", 20),
    "long-leads": long_case(b"\xc3", 20),
    "long-nul": long_case(b"\0", 20),
    "long-escapes": long_case(b"\x1b[", 20),
    "long-returns": long_case(b"\r", 20),
    "long-brackets": long_case(b"{", 20),
    "long-json": long_case(b'{"MESSAGE":"a\\n', 20),
    "long-heads": long_case(b"gizmo frob ", 4),
    "long-alarms": long_case(b"error ", 20),
    "many-empty-lines": long_case(b"\n", 4),
    "many-heads": long_case(b"ERROR gizmo frob \n", 4),
    "many-alarms": long_case(b"error failed panic\n", 4),
    "many-indented": long_case(b"    gizmo frob\n", 4),
}
BY_HAND = {
    "one-pair-million": lambda: one_pair(1000000, 3),
    "long-token-gib": long_case(b"x", 1024),
}


def ingest(case, errdex, cwd, env):
    with open(Path(cwd, "r.ndjson"), "w", encoding="utf-8") as out:
        for i, message in enumerate(case.records):
            record = {"id": f"{i:016x}", "repo": "acme/app", "slug": f"r-{i}", "filePath": f"a.{case.ending}",
                      "errorMessage": message}
            if i < len(case.patterns):
                record["messagePattern"] = case.patterns[i]
            out.write(json.dumps(record) + "\n")
    subprocess.run([errdex, "ingest", "--quiet", "--db", "k.db", "r.ndjson"], cwd=cwd, env=env, check=True)


def feed(pieces, pipe):
    try:
        for piece in pieces:
            pipe.write(piece)
        pipe.close()
    except BrokenPipeError:
        pass  # its exit code tells


def diagnose(case, args, cwd, env, *options):
    """(standard output, peak memory in bytes) of a run that reads the log through a pipe."""
    command = [args.errdex, "diagnose", "--db", "k.db", *options, "-"]
    with subprocess.Popen([args.peak, "peak", *command], cwd=cwd, env=env, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as child:
        feeder = threading.Thread(target=feed, args=(case.log(), child.stdin))
        feeder.start()
        out = child.stdout.read().decode("utf-8", "surrogateescape")
        feeder.join()
    if child.returncode:
        raise RuntimeError(f"{' '.join(options)}: exit code {child.returncode}")
    return out, int(Path(cwd, "peak").read_text()) << 10


def judge(case, reports, runs):
    first = reports[runs[0]]
    for options, report in reports.items():
        if report["findings"] != first["findings"]:
            yield f"{' '.join(options)}: other findings than with {' '.join(runs[0])}"
    count = sum(f["count"] for f in first["findings"] if f["slug"] == "r-0")
    if case.count is not None and count != case.count:
        yield f"record 0 is found {count} times, {case.count} wanted"
    if not first["findings"]:
        yield "nothing is found"


def run_case(case, args, cwd, env):
    """Problems, a text each, and a word for the line that is printed."""
    ingest(case, args.errdex, cwd, env)
    runs = [("--threads", "1"), ("--threads", "2")] + ([("--oracle",)] if case.oracle else [])
    reports, peak = {}, 0
    for options in runs:
        out, memory = diagnose(case, args, cwd, env, "--format", "json", *options)
        reports[options] = json.loads(out)
        peak = max(peak, memory)
    problems = list(judge(case, reports, runs))
    limits = reports[runs[0]]["account"]["limits"]
    if limits:
        text, _ = diagnose(case, args, cwd, env, "--color", "never")
        if "ended at a limit" not in " ".join(text.split()):
            problems.append(f"{limits} checks ended at a limit, and the report does not say so")
    if not args.sanitized and peak > case.bound:
        problems.append(f"{peak >> 20} MiB of memory, {case.bound >> 20} at most")
    memory = "memory not looked at" if args.sanitized else f"{peak >> 20} of {case.bound >> 20} MiB"
    places = sum(f["count"] for f in reports[runs[0]]["findings"])
    return problems, f"{places} places found, {limits} limits, {memory}" + ("" if case.oracle else ", oracle not asked")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--errdex", required=True)
    parser.add_argument("--peak", required=True, help="diff_peak")
    parser.add_argument("--sanitized", action="store_true")
    parser.add_argument("--by-hand", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    cases = CASES | (BY_HAND if args.by_hand else {})
    failed = 0
    for name in args.names or cases:
        with harness.world(args.errdex) as (cwd, env):
            problems, words = run_case(cases[name](), args, cwd, env)
        failed += bool(problems)
        harness.say(f"{name}: {words}" + "".join(f"\n  {problem}" for problem in problems))
    print(f"{len(args.names or cases)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
