#!/usr/bin/env python3
"""Print errdex's speed and memory beside peers, on one machine, in one run.

  bench.py ERRDEX [--mb N] [--large N] [--keep FOLDER]

Whole processes, wall time, the median of three; ratios are what counts. --mb: size of the log (200); --large: records of the
large data base (150000); --keep: a folder for the generated data, used again next time. Data come from the generator
beside this script, or from a richer one of the same form where that is found.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
RICH = HERE.parents[2] / "shared" / "bench" / "make_bench.py"
RUNS = 3


def make(what, n, path, share=0.005):
    if path.exists():
        return
    part = path.with_suffix(path.suffix + ".part")
    if RICH.exists():
        words = [what, str(n)] + ([str(share)] if what == "log" else []) + [str(part)]
        subprocess.run([sys.executable, str(RICH), *words], check=True)
    else:
        sys.path.insert(0, str(HERE))
        import generate
        if what == "log":
            generate.make_log(n, share, part)
        else:
            getattr(generate, f"make_{what}")(n, part)
    part.rename(path)


def run(argv, stdin=None):
    """(seconds, peak resident kB, exit code) of one process; its output is thrown away."""
    source = open(stdin, "rb") if stdin else subprocess.DEVNULL
    start = time.perf_counter()
    child = subprocess.Popen([str(a) for a in argv], stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if stdin:
        source.close()
    return seconds, usage.ru_maxrss, child.returncode


def median(argv, stdin=None, ok=(0, 1)):
    results = [run(argv, stdin) for _ in range(RUNS)]
    for _, _, code in results:
        if code not in ok:
            sys.exit(f"bench: {' '.join(map(str, argv))} exited with {code}")
    return statistics.median(r[0] for r in results), max(r[1] for r in results)


def first_line(argv):
    try:
        return subprocess.run(argv, capture_output=True, text=True).stdout.splitlines()[0]
    except (OSError, IndexError):
        return None


def ingest(errdex, records, db):
    db.unlink(missing_ok=True)
    seconds, rss, code = run([errdex, "ingest", "--quiet", "--db", db, records])
    if code != 0:
        sys.exit(f"bench: ingest of {records} exited with {code}")
    count = sum(1 for _ in open(records, "rb"))
    ratio = db.stat().st_size / records.stat().st_size
    print(f"ingest {count:>7} records   {count / seconds:>8.0f} records/s   {seconds:6.2f} s   peak {rss / 1024:5.0f} MiB   "
          f"data base {ratio:.2f} x the input")


def throughput(errdex, db, log, label):
    """MB/s of one thread; two threads are printed beside it."""
    megabytes, speeds = log.stat().st_size / 1e6, []
    for threads in (1, 2):
        seconds, rss = median([errdex, "diagnose", "--quiet", "--format", "json", "--threads", threads, "--db", db, log])
        speeds.append(megabytes / seconds)
        more = f"   ratio {speeds[1] / speeds[0]:.2f}" if threads == 2 else ""
        print(f"diagnose, {label + f', {threads} thr.':<17} {speeds[-1]:>8.0f} MB/s        {seconds:6.2f} s   "
              f"peak {rss / 1024:5.0f} MiB{more}")
    return speeds[0]


def start_time(errdex, db, folder):
    line = folder / "line.txt"
    line.write_text("2026-11-30T12:00:00Z host-1 app[7]: ERROR one line that says little\n")
    ours, rss = median([errdex, "diagnose", "--quiet", "--db", db, "-"], stdin=line)
    print(f"one line against it        {ours * 1000:>8.1f} ms          peak {rss / 1024:5.0f} MiB", end="")
    if shutil.which("sqlite3"):
        theirs, _ = median(["sqlite3", db, "select 1"])
        print(f"   sqlite3 'select 1': {theirs * 1000:.1f} ms, ratio {ours / theirs:.1f}")
    else:
        print()


def bench(errdex, folder, mb, large):
    log = folder / f"log-{mb}.txt"
    make("log", mb, log)
    speeds = {}
    for n in (1000, large):
        records, patterns, db = folder / f"r{n}.ndjson", folder / f"p{n}.txt", folder / f"db{n}.db"
        make("records", n, records)
        make("patterns", n, patterns)
        ingest(errdex, records, db)
        speeds[n] = throughput(errdex, db, log, f"{n}")
        if n == 1000 and shutil.which("rg"):
            seconds, _ = median(["rg", "-c", "-f", patterns, log])
            peer = log.stat().st_size / 1e6 / seconds
            print(f"rg -c -f, 1000 patterns    {peer:>8.0f} MB/s        {seconds:6.2f} s   ratio {speeds[n] / peer:.2f}")
    print(f"{large} records against 1000: ratio {speeds[large] / speeds[1000]:.2f}")
    start_time(errdex, folder / f"db{large}.db", folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("errdex", type=pathlib.Path)
    parser.add_argument("--mb", type=int, default=200)
    parser.add_argument("--large", type=int, default=150000)
    parser.add_argument("--keep", type=pathlib.Path)
    args = parser.parse_args()
    peers = [v for v in (first_line(["rg", "--version"]), first_line(["sqlite3", "--version"])) if v]
    print(f"{first_line([str(args.errdex), '--version'])}; peers: {'; '.join(peers) or 'none installed'}; "
          f"data: {'shared' if RICH.exists() else 'own'} generator; {os.cpu_count()} processors")
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
        bench(args.errdex.resolve(), args.keep, args.mb, args.large)
    else:
        with tempfile.TemporaryDirectory() as folder:
            bench(args.errdex.resolve(), pathlib.Path(folder), args.mb, args.large)


main()
