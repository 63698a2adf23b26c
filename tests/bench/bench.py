#!/usr/bin/env python3
"""Print errdex's speed and memory beside peers, on one machine, in one run.

  bench.py [OPTION...] ERRDEX

Whole processes, wall time (processor time beside it), medians, peers in turns; ratios are what counts. README.md beside
this script tells what each figure means. Exit code 1: the report depended on the number of threads.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import sys
import tempfile

import counted
import data
import growth
from measure import Job, first_line, in_turns
from table import Goals, figure, heading, ratio, skipped

SMALL = 1000  # the small data base, whose speed the large one's is compared with
MORE = 100  # records that are added to the large data base
START_RUNS = 11  # a start takes milliseconds: more runs cost nothing
PARTS = ("ingest", "throughput", "start", "counted")
CALM = "2026-11-30T12:00:00Z host-1 app[7]: accepted connection from 10.0.0.7 port 4711\n"
ERROR = "2026-11-30T12:00:00Z host-1 app[7]: ERROR one line that says little\n"


class World:
    """The program, its peers, the sizes and the folder of the data."""
    def __init__(self, args, folder):
        self.errdex, self.hyperscan = args.errdex.resolve(), args.hyperscan
        self.folder, self.mb, self.large, self.runs = folder, args.mb, args.large, args.runs
        self.generator = data.generator(args.generator)
        self.goals = Goals(judged=args.mb >= 200 and args.large >= 150000)

    def db(self, n):
        return self.folder / f"db{n}.db"

    def records(self, n):
        return data.records(self.folder, n, self.generator)

    def patterns(self, n):
        return data.patterns(self.folder, n, self.generator)

    def log(self, megabytes):
        return data.log(self.folder, megabytes, self.generator)

    def ingest(self, n, before=None):
        return Job([self.errdex, "ingest", "--quiet", "--db", self.db(n), self.records(n)], before=before)

    def diagnose(self, n, *words, **more):
        return Job([self.errdex, "diagnose", "--quiet", "--format", "json", "--db", self.db(n), *words], **more)


def ingest(world):
    """Each data base made anew, and records added to a copy of the large one."""
    heading("ingest")
    for n in dict.fromkeys((SMALL, world.large)):
        job = world.ingest(n, before=lambda: world.db(n).unlink(missing_ok=True))
        runs = in_turns({"ingest": job}, world.runs)["ingest"]
        size = world.db(n).stat().st_size / world.records(n).stat().st_size
        figure(f"ingest, {n} records", f"{n / runs.seconds:.0f} records/s", runs, f"data base {size:.2f} x the input")
        if n == world.large:
            world.goals.least("ingest, records a second", n / runs.seconds, 15000)
            world.goals.most("ingest, peak MB", runs.rss / 1e6, 400)
            world.goals.most("data base, times the input", size, 1.4)
    add_more(world)


def add_more(world):
    copy = world.folder / "copy.db"
    more = data.more_records(world.folder, MORE, world.records(world.large))

    def fresh():
        """On the disk, too: else the first one to call fsync pays for the copy."""
        shutil.copyfile(world.db(world.large), copy)
        with open(copy, "rb+") as file:
            os.fsync(file.fileno())

    job = Job([world.errdex, "ingest", "--quiet", "--db", copy, more], before=fresh)
    runs = in_turns({"more": job}, world.runs)["more"]
    copy.unlink()
    figure(f"ingest, {MORE} more into {world.large}", f"{runs.seconds:.2f} s", runs)
    world.goals.most(f"{MORE} more records, seconds", runs.seconds, 2)


def named_figures(out):
    """{name: value} of lines `name value`."""
    return dict(line.decode().rstrip().split(" ", 1) for line in out)


def throughput_jobs(world, log):
    jobs, sizes = {}, tuple(dict.fromkeys((SMALL, world.large)))
    for n in sizes:
        for threads in (1, 2):
            jobs["errdex", n, threads] = world.diagnose(n, "--triage", "off", "--threads", threads, log)
    jobs["triage", SMALL] = world.diagnose(SMALL, "--threads", 1, log)
    for n in sizes if world.hyperscan else ():
        jobs["hyperscan", n] = Job([world.hyperscan, world.patterns(n), log], read=named_figures)
    if shutil.which("rg"):
        jobs["rg", SMALL] = Job(["rg", "-c", "-f", world.patterns(SMALL), log], codes=(0, 1))
    return jobs


def throughput(world):
    """The log against both data bases by one thread and two, and the peers in between. False: the reports differ."""
    heading("throughput")
    log = world.log(world.mb)
    megabytes = log.stat().st_size / 1e6
    results = in_turns(throughput_jobs(world, log), world.runs)
    same = True
    for n in dict.fromkeys((SMALL, world.large)):
        one, two = results["errdex", n, 1], results["errdex", n, 2]
        for threads, runs in ((1, one), (2, two)):
            figure(f"diagnose, {n} records, {threads} thr.", f"{megabytes / runs.seconds:.0f} MB/s", runs)
        equal = len(set(one.told + two.told)) == 1
        same = same and equal
        ratio("two threads against one", one.seconds / two.seconds, f"reports {'equal' if equal else 'DIFFER'}")
        world.goals.least(f"{n} records, two threads against one", one.seconds / two.seconds, 1.7)
    large, small = results["errdex", world.large, 1], results["errdex", SMALL, 1]
    ratio(f"{world.large} records against {SMALL}", small.seconds / large.seconds)
    world.goals.least(f"{world.large} records against {SMALL}", small.seconds / large.seconds, 0.4)
    triage = results["triage", SMALL]
    figure(f"with triage, {SMALL} records, 1 thr.", f"{megabytes / triage.seconds:.0f} MB/s", triage)
    ratio("time with triage against without", triage.seconds / small.seconds)
    world.goals.most("time with triage against without", triage.seconds / small.seconds, 2)
    compare_rg(world, results, megabytes)
    compare_hyperscan(world, results, megabytes)
    return same


def compare_rg(world, results, megabytes):
    label = f"rg -c -f, {SMALL} patterns"
    if ("rg", SMALL) not in results:
        skipped(label, "rg is not installed")
        return
    peer, ours = results["rg", SMALL], results["errdex", SMALL, 1]
    figure(label, f"{megabytes / peer.seconds:.0f} MB/s", peer)
    ratio("errdex against it", peer.seconds / ours.seconds, f"processor time {peer.cpu / ours.cpu:.2f}")
    world.goals.least(f"{SMALL} records against rg", peer.seconds / ours.seconds, 6)


def hyperscan_figures(runs):
    """Medians of what the peer says of itself, and of its whole process without compiling."""
    scan = statistics.median(float(told["scan"]) for told in runs.told)
    whole = statistics.median(run.seconds - float(run.told["compile"]) for run in runs.runs)
    return runs.told[0], scan, whole


def compare_hyperscan(world, results, megabytes):
    for n in dict.fromkeys((SMALL, world.large)):
        label = f"hyperscan, {n} literals"
        if ("hyperscan", n) not in results:
            skipped(label, "libhs was not found when the build was configured")
            continue
        ours = results["errdex", n, 1].seconds
        told, scan, whole = hyperscan_figures(results["hyperscan", n])
        figure(f"{label}, scan only", f"{megabytes / scan:.0f} MB/s", results["hyperscan", n],
               f"compile {float(told['compile']):.2f} s, {told['matches']} matches, none confirmed")
        ratio("errdex against the scan", scan / ours, f"against the process without compiling {whole / ours:.2f}")
        if n == world.large:
            world.goals.least(f"{n} records against hyperscan's scan", scan / ours, 3)


def start(world):
    """One line against the large data base: a calm one, and one that looks like an error and so asks for more."""
    heading("start")
    jobs, db = {}, world.db(world.large)
    for name, text in (("calm", CALM), ("error-looking", ERROR)):
        path = world.folder / f"line-{name}.txt"
        path.write_text(text)
        jobs[name] = world.diagnose(world.large, "-", stdin=path)
    if shutil.which("sqlite3"):
        jobs["sqlite3"] = Job(["sqlite3", db, "select 1"])
    results = in_turns(jobs, max(START_RUNS, world.runs))
    peer = results.get("sqlite3")
    for name in ("calm", "error-looking"):
        runs = results[name]
        figure(f"one {name} line", f"{runs.seconds * 1000:.1f} ms", runs, f"least {runs.least * 1000:.1f} ms")
        if peer:
            world.goals.most(f"one {name} line, ms", runs.seconds * 1000, (3 * peer.seconds + 0.015) * 1000)
        world.goals.most(f"one {name} line, peak MB", runs.rss / 1e6, 100)
    if peer:
        figure("sqlite3 'select 1'", f"{peer.seconds * 1000:.1f} ms", peer, f"least {peer.least * 1000:.1f} ms; "
               f"3 x + 15 ms = {peer.seconds * 3000 + 15:.1f} ms")
    else:
        skipped("sqlite3 'select 1'", "sqlite3 is not installed")


def bench(world, parts):
    data.need_room(world.folder, 3_000_000 + world.large * 16_000 + world.mb * 1_000_000)
    same = True
    if "ingest" in parts:
        ingest(world)
    for n in dict.fromkeys((SMALL, world.large)):
        if not world.db(n).exists():
            in_turns({"ingest": world.ingest(n)}, 1)
    if "throughput" in parts:
        same = throughput(world)
    if "start" in parts:
        start(world)
    if "counted" in parts:
        counted.count(world.errdex, world.folder)
    world.goals.print()
    return same


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("errdex", type=pathlib.Path, metavar="ERRDEX")
    parser.add_argument("--mb", type=int, default=200, help="size of the log (200)")
    parser.add_argument("--large", type=int, default=150000, help="records of the large data base (150000)")
    parser.add_argument("--runs", type=int, default=3, help="runs of everything, whose median is printed (3)")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part; may be given several times")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="keep the data here, used again next time")
    parser.add_argument("--hyperscan", type=pathlib.Path, metavar="PROGRAM", help="the peer for literals (hs_literals)")
    parser.add_argument("--generator", type=pathlib.Path, metavar="SCRIPT", help="what makes the data (see data.py)")
    parser.add_argument("--growth", action="store_true", help="print how figures grow with records and logs instead")
    parser.add_argument("--growth-records", type=growth.sizes, default=growth.RECORDS, metavar="N,N", help="its sizes")
    parser.add_argument("--growth-logs", type=growth.sizes, default=growth.LOGS, metavar="MB,MB", help="its logs")
    return parser.parse_args()


def versions(args):
    sqlite = (first_line(["sqlite3", "--version"]) or "").split(" ")[0]
    peers = [first_line(["rg", "--version"]), sqlite and f"sqlite3 {sqlite}"]
    if args.hyperscan:
        library = first_line(["pkg-config", "--modversion", "libhs"])
        peers.append(f"hyperscan {library or '(version unknown)'}")
    peers = "; ".join(peer for peer in peers if peer) or "none installed"
    floor = in_turns({"true": Job(["true"])}, 1)["true"].rss / 1e6
    print(f"{first_line([args.errdex, '--version'])}; peers: {peers}")
    print(f"data by {data.generator(args.generator).name}; {os.cpu_count()} processors; medians of {args.runs}; "
          f"peaks under {floor:.0f} MB do not show", flush=True)


def main():
    args = options()
    versions(args)
    with tempfile.TemporaryDirectory(prefix="errdex-bench-") as folder:
        if args.keep:
            args.keep.mkdir(parents=True, exist_ok=True)
            folder = args.keep
        world = World(args, pathlib.Path(folder))
        if args.growth:
            growth.grow(world, args.growth_records, args.growth_logs)
            return 0
        return 0 if bench(world, args.part or PARTS) else 1


if __name__ == "__main__":
    sys.exit(main())
