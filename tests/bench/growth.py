"""How the figures grow: with the number of records, and with the length of a log that comes through a pipe.

Records are slim (a tenth of the prose), so that a million of them fit. The long log is one log over and over, by cat:
nothing of it stands on the disk, and what grows with new values in a log does not show.
"""
import os
import re

import data
import sampled
from measure import Job, in_turns
from table import heading, skipped

RECORDS = (100, 1000, 10000, 150000, 1000000)
LOGS = (1, 100, 10000)
PIECE = 100  # MB of the log that is repeated
SAMPLED = 1000  # MB of the longest log whose time is split up; a longer one goes on as this one ends
STREAMED = 150000  # records that the streams are held against


def sizes(text):
    return tuple(int(part) for part in text.split(","))


def row(*cells):
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def head(*names):
    row(*names)
    print("|" + "--:|" * len(names))


def account(out):
    """The numbers of a JSON report's account, which stands at its end."""
    out.seek(max(0, out.seek(0, os.SEEK_END) - 4096))
    tail = out.read()
    return {name.decode(): int(value) for name, value in re.findall(rb'"(\w+)": (\d+)', tail)}


def make_data_bases(world, numbers):
    """{n: (data base, seconds of ingest, its peak memory)}; the records of each are thrown away behind it."""
    data.need_room(world.folder, max(numbers) * 4000 + 1_000_000_000 * (max(numbers) >= 100000))
    largest = data.slim_records(world.folder, max(numbers), world.generator)
    made = {}
    for n in numbers:
        db, records = world.folder / f"slim{n}.db", data.head(largest, n, world.folder / f"slim{n}.ndjson")
        job = Job([world.errdex, "ingest", "--quiet", "--db", db, records], before=lambda: db.unlink(missing_ok=True))
        made[n] = db, in_turns({"ingest": job}, 1)["ingest"]
        if n != max(numbers):
            records.unlink()
    return made


def by_records(world, made):
    log, line = world.log(world.mb), world.folder / "line.txt"
    line.write_text("2026-11-30T12:00:00Z host-1 app[7]: accepted connection from 10.0.0.7 port 4711\n")
    words = [world.errdex, "diagnose", "--quiet", "--triage", "off", "--format", "json", "--threads", 1, "--db"]
    scans = in_turns({n: Job([*words, db, log], read=account) for n, (db, _) in made.items()}, world.runs)
    starts = in_turns({n: Job([*words, db, "-"], stdin=line) for n, (db, _) in made.items()}, max(5, world.runs))
    megabytes = log.stat().st_size / 1e6
    heading(f"by records (slim ones), a log of {world.mb} MB, one thread")
    head("records", "MB/s", "MB/s (cpu)", "peak MB", "candidates/MB", "confirms/MB", "start ms", "start peak MB",
         "ingest/s", "ingest peak MB", "db MB")
    for n, (db, ingest) in made.items():
        scan, start, told = scans[n], starts[n], scans[n].told[0]
        row(n, f"{megabytes / scan.seconds:.0f}", f"{megabytes / scan.cpu:.0f}", f"{scan.rss / 1e6:.0f}",
            f"{told['candidates'] / megabytes:.0f}", f"{told['confirms'] / megabytes:.0f}",
            f"{start.seconds * 1000:.1f}", f"{start.rss / 1e6:.0f}", f"{n / ingest.seconds:.0f}",
            f"{ingest.rss / 1e6:.0f}", f"{db.stat().st_size / 1e6:.1f}")
    why(world, [f"{n} records" for n in made], [([*words, db, log], None, megabytes) for db, _ in made.values()])


def why(world, names, runs):
    """Where the time goes: `runs` are triples of (command, feed or None, MB)."""
    print()
    columns = [(sampled.milliseconds(world.folder, argv, feed), mb) for argv, feed, mb in runs if sampled.usable()]
    if not all(places for places, _ in columns) or not columns:
        skipped("processor time by place", "perf or nm is not installed, or perf may not sample")
        return
    print("processor time by place, sampled: milliseconds a MB, one thread\n")
    sampled.table(names, columns, row)


def stream_of(world, megabytes):
    """(command that prints a log, its bytes); larger ones are the same piece over and over."""
    piece = world.log(min(megabytes, PIECE))
    times = max(1, round(megabytes / PIECE))
    return ["cat", *[piece] * times], piece.stat().st_size * times


def by_log(world, db, n, megabytes):
    heading(f"by the length of a log through a pipe, {n} records (slim ones)")
    words = [world.errdex, "diagnose", "--quiet", "--triage", "off", "--format", "json", "--db", db, "-", "--threads"]
    head("log MB", "thr.", "MB/s", "MB/s (cpu)", "peak MB")
    for mb in megabytes:
        feed, size = stream_of(world, mb)
        jobs = {threads: Job([*words, threads], feed=feed) for threads in (1, 2)}
        runs = in_turns(jobs, world.runs if mb <= 1000 else 1)
        for threads, done in runs.items():
            row(mb, threads, f"{size / 1e6 / done.seconds:.0f}", f"{size / 1e6 / done.cpu:.0f}",
                f"{done.rss / 1e6:.0f}")
    seen = [mb for mb in megabytes if mb <= SAMPLED] + [SAMPLED] * (max(megabytes) > SAMPLED)
    streams = [stream_of(world, mb) for mb in seen]
    why(world, [f"{mb} MB" for mb in seen], [([*words, 1], feed, size / 1e6) for feed, size in streams])


def grow(world, numbers, megabytes):
    made = make_data_bases(world, numbers)
    by_records(world, made)
    n = STREAMED if STREAMED in made else max(made)
    by_log(world, made[n][0], n, megabytes)
