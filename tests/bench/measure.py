"""Whole processes measured: wall time, processor time, peak memory, and what was printed.

Peers are run in turns (A B C A B C ...), so that a neighbour who wakes up on the machine slows all of them.
"""
import collections
import dataclasses
import hashlib
import os
import statistics
import subprocess
import sys
import tempfile
import time

Run = collections.namedtuple("Run", "seconds cpu rss told")


def digest(out):
    """A hash of all that was printed."""
    told = hashlib.sha256()
    while block := out.read(1 << 16):
        told.update(block)
    return told.hexdigest()


@dataclasses.dataclass
class Job:
    """One command. `feed` is a command whose output it reads through a pipe, `before` is called ahead of each run, and
    `read` makes of what it printed (a file) what is kept of it."""
    argv: list
    stdin: object = None
    feed: list = None
    before: object = None
    read: object = digest
    codes: tuple = (0,)


class Runs:
    """What several runs of one job took; figures are medians, memory is the largest peak."""
    def __init__(self, runs):
        self.seconds = statistics.median(r.seconds for r in runs)
        self.least = min(r.seconds for r in runs)
        self.cpu = statistics.median(r.cpu for r in runs)
        self.rss = max(r.rss for r in runs)
        self.told = [r.told for r in runs]
        self.runs = runs


def run(job):
    """One run. The system counts into a child's peak what its parent held before exec: so this program stays small:
    reports are not kept, data are made by processes of their own, and the floor that remains is printed."""
    if job.before:
        job.before()
    feed = subprocess.Popen(list(map(str, job.feed)), stdout=subprocess.PIPE) if job.feed else None
    with open(job.stdin or os.devnull, "rb") as given, tempfile.TemporaryFile() as out:
        start = time.perf_counter()
        child = subprocess.Popen(list(map(str, job.argv)), stdin=feed.stdout if feed else given, stdout=out,
                                 stderr=subprocess.DEVNULL)
        if feed:
            feed.stdout.close()
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        told = job.read(out)
    if feed:
        feed.wait()
    if child.returncode not in job.codes or (feed and feed.returncode):
        sys.exit(f"bench: {' '.join(map(str, job.argv))} exited with {child.returncode}")
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, told)


def in_turns(jobs, runs):
    """{name: Runs} of {name: Job}; every job once, then every job once more."""
    results = {name: [] for name in jobs}
    for _ in range(runs):
        for name, job in jobs.items():
            results[name].append(run(job))
    return {name: Runs(done) for name, done in results.items()}


def first_line(argv):
    """The first line that a program prints, None where it is not installed."""
    try:
        return subprocess.run(list(map(str, argv)), capture_output=True, text=True).stdout.splitlines()[0]
    except (OSError, IndexError):
        return None
