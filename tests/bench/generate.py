"""Make benchmark data: records in the upstream schema, their patterns for grep-like peers, and a log that hits some.

  generate.py records N OUT     N records; a smaller set is the beginning of a larger one
  generate.py patterns N OUT    the same N patterns, one a line
  generate.py log MB SHARE OUT  a log of MB megabytes; SHARE of its lines render some template
  generate.py slim OUT          records on standard input with a tenth of their prose

Used where no richer generator is at hand. Deterministic: the same arguments give the same bytes. The templates are put
together from a small grammar of the kind of words that programs print when something fails.
"""
import hashlib
import json
import random
import sys

THINGS = """socket buffer volume shard cursor lease token journal segment snapshot replica worker scheduler partition
cgroup namespace certificate keyring manifest layer bucket ledger checkpoint descriptor device channel queue session
transaction tablespace tensor kernel module plugin adapter broker gateway router listener resolver mount inode quota
watchdog heartbeat barrier semaphore""".split()
STATES = """missing corrupt stale truncated unreachable exhausted revoked expired misaligned duplicated locked detached
unbalanced poisoned incompatible oversized orphaned unsupported inconsistent unreadable""".split()
DOINGS = """open close flush mount attach detach allocate release commit replay rotate verify decode negotiate resolve
register acquire migrate rebalance fetch restore truncate evict compact bootstrap""".split()
HOLES = ["%s", "%d", "%ld", "{name}", "{id}", "%q", "0x%x", "%.2f"]
CALM = ["accepted connection from 10.0.{a}.{b} port {c}", "request {c} served in {a} ms", "heartbeat {c} from node-{a}",
        "rotated log segment {c}", "cache hit ratio 0.{a}", "session {c} opened for uid {a}",
        "GET /api/v1/items/{c} 200 {b}", "worker {a} idle", "checkpoint {c} complete: wrote {b} buffers",
        "pid {c} exited cleanly"]


def template(rng):
    thing, other = rng.sample(THINGS, 2)
    state, doing, hole = rng.choice(STATES), rng.choice(DOINGS), rng.choice(HOLES)
    tail = rng.choice(HOLES)
    return rng.choice([
        f"cannot {doing} {thing} {hole}: {other} is {state}",
        f"{thing} {hole} {state} while trying to {doing} {other} {tail}",
        f"failed to {doing} {thing}: {other} {hole} {state} ({tail})",
        f"{doing}: {state} {thing} in {other} {hole}",
        f"{other} {hole}: could not {doing} the {state} {thing}, giving up after {tail}",
    ])


def templates(n):
    rng, seen, out = random.Random(5), set(), []
    while len(out) < n:
        text = template(rng)
        if text in seen:  # the grammar's combinations run out near 10^6: a serial word keeps templates distinct
            text = f"{text} [{rng.choice(THINGS)}{len(out)}]"
        seen.add(text)
        out.append(text)
    return out


def pattern(text):
    out, rest = "", text
    while rest:
        hole = next((h for h in HOLES if rest.startswith(h.removeprefix("0x"))), None)
        if hole:
            out, rest = out + "(.+?)", rest[len(hole.removeprefix("0x")):]
        else:
            out, rest = out + ("\\" + rest[0] if rest[0] in "()[]{}.*+?^$|\\" else rest[0]), rest[1:]
    return out


def render(text, rng):
    for hole, value in (("%s", "node-7"), ("%ld", "42"), ("%d", "17"), ("{name}", "alpha"), ("{id}", "9f3c"),
                        ("%q", '"a b"'), ("%x", "1f"), ("%.2f", f"{rng.random():.2f}")):
        text = text.replace(hole, value)
    return text


def record(i, text):
    repo = f"bench-{i % 97}/project-{i % 811}"
    prose = f"Raised when the operation described by the message cannot go on ({i}). " * 8
    return {
        "id": hashlib.sha256(f"{i} {text}".encode()).hexdigest()[:16], "repo": repo, "slug": f"bench-error-{i}",
        "errorCode": None, "errorMessage": text, "messagePattern": pattern(text), "errorType": "exception",
        "errorClass": None, "httpStatus": None, "severity": "error",
        "filePath": "src/main.go", "lineNumber": i % 900 + 1,
        "sourceCode": f"fail({text!r})\n" * 12, "sourceCodeStart": 1, "sourceCodeEnd": 12,
        "githubUrl": None, "documentation": prose, "triggerScenarios": prose[:400], "commonSituations": prose[:300],
        "solutions": [prose[:120], prose[:160], prose[:90]], "exampleFix": None, "handlingStrategy": "validation",
        "validationCode": prose[:200], "typeGuard": None, "tryCatchPattern": None,
        "preventionTips": [prose[:100], prose[:110]], "tags": ["bench"], "backgroundTag": None,
        "analyzedSha": hashlib.sha1(repo.encode()).hexdigest(), "analyzedAt": "2026-08-28T05:10:05.995Z",
        "schemaVersion": 2,
    }


def make_records(n, path):
    with open(path, "w") as out:
        for i, text in enumerate(templates(n)):
            out.write(json.dumps(record(i, text)) + "\n")


def make_patterns(n, path):
    with open(path, "w") as out:
        for text in templates(n):
            out.write(pattern(text) + "\n")


def make_log(megabytes, share, path):
    rng, texts = random.Random(11), templates(15000)
    size = n = 0
    with open(path, "w") as out:
        while size < megabytes * 1_000_000:
            n += 1
            head = f"2026-11-30T12:{n // 60 % 60:02d}:{n % 60:02d}.{n % 1000000:06d}Z host-{n % 7} app[{n % 9999}]: "
            if rng.random() < share:
                line = head + "ERROR " + render(rng.choice(texts), rng)
            else:
                calm = rng.choice(CALM)
                line = head + calm.format(a=rng.randrange(256), b=rng.randrange(256), c=rng.randrange(99999))
            out.write(line + "\n")
            size += len(line) + 1


def slim(record):
    for key in ("documentation", "triggerScenarios", "commonSituations", "validationCode"):
        record[key] = record[key][:60]
    record |= {"sourceCode": record["sourceCode"].split("\n")[0], "solutions": [record["documentation"]],
               "preventionTips": [], "sourceCodeEnd": record["sourceCodeStart"]}
    return record


def make_slim(path):
    with open(path, "w") as out:
        for line in sys.stdin.buffer:
            out.write(json.dumps(slim(json.loads(line)), separators=(",", ":")) + "\n")


def main():
    what, *rest, path = sys.argv[1:] or [None, None]
    if what == "log" and len(rest) == 2:
        make_log(int(rest[0]), float(rest[1]), path)
    elif what in ("records", "patterns") and len(rest) == 1:
        (make_records if what == "records" else make_patterns)(int(rest[0]), path)
    elif what == "slim" and not rest:
        make_slim(path)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
