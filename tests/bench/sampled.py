"""Processor time by place, sampled by perf: says why a figure bends. A neighbour who takes caches makes it grow, too.

Functions are put to their places by their names in the program; a name that stands in several places counts among the
others.
"""
import collections
import re
import shutil
import subprocess

from counted import OTHERS, PLACES, place_of

HERTZ = 997  # no divisor of what a program may do at regular times


def functions(program):
    """{function: place} of the program's own functions, with those left out that stand in several places."""
    found = collections.defaultdict(set)
    for line in subprocess.run(["nm", "-l", program], capture_output=True, text=True).stdout.splitlines():
        words = line.split()
        if len(words) == 4 and words[1] in "tT":
            found[words[2].split(".")[0]].add(place_of(program, words[3].rsplit(":", 1)[0]))
    return {name: places.pop() for name, places in found.items() if len(places) == 1}


def usable():
    return shutil.which("perf") and shutil.which("nm")


def milliseconds(folder, argv, feed=None):
    """{place: milliseconds of processor time in user mode} of one run."""
    out = folder / "perf.data"
    record = ["perf", "record", "-q", "-F", str(HERTZ), "-e", "cpu-clock:u", "-o", out, *map(str, argv)]
    given = subprocess.Popen(list(map(str, feed)), stdout=subprocess.PIPE) if feed else None
    subprocess.run(record, stdin=given.stdout if feed else subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    if given:
        given.stdout.close()
        given.wait()
    script = subprocess.run(["perf", "script", "-i", out, "-F", "ip,sym,dso"], capture_output=True, text=True).stdout
    out.unlink(missing_ok=True)
    own, places = functions(str(argv[0])), collections.Counter()
    for line in script.splitlines():
        sample = re.match(r"\s*[0-9a-f]+ (.*?) \((.*)\)$", line)
        if sample:
            inside = own.get(sample[1].split(".")[0], OTHERS) if sample[2] == str(argv[0]) else None
            places[inside or place_of(sample[2], "")] += 1000 / HERTZ
    return places


def table(names, columns, row):
    """Milliseconds a MB, a place a line; `columns` are pairs of (milliseconds by place, MB)."""
    row("ms a MB", *names)
    print("|:--|" + "--:|" * len(names))
    for place, _ in PLACES:
        row(place, *(f"{places[place] / mb:.2f}" for places, mb in columns))
    row("all", *(f"{sum(places.values()) / mb:.2f}" for places, mb in columns))
