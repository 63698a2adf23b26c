"""Instructions counted by callgrind: the same on a busy machine, so that a change of one in a hundred can be seen.

A small fixed input by generate.py, one thread; what a run over an empty log takes is subtracted, so that starting up
does not count. Valgrind knows no AVX-512 and offers what it knows to the program: the walk that it took is named.
"""
import collections
import pathlib
import re
import shutil
import subprocess

import data
from measure import Job, in_turns
from table import heading, skipped

MB, RECORDS = 2, 1000
OTHERS = "others"
SCAN = r"/src/match/(?:mark|token|index|scan|walk|literals)\w*\.[ch]$"
# Where an instruction belongs, by the first expression that fits its source file or, without one, its shared object.
PLACES = (
    ("scan (match/mark*, token*, index*)", SCAN),
    ("words of error (match/alarm)", r"/src/match/alarm"),
    ("near wordings (match/near*, diag/tiers)", r"/src/(?:match/near|diag/tiers)"),
    ("confirm (rest of match)", r"/src/match/"),
    ("lines and envelopes (input)", r"/src/input/"),
    ("findings (diag, render)", r"/src/(?:diag|render)/"),
    ("records (kb, store, record, json)", r"/src/(?:kb|store|record|json)/"),
    ("times, texts, maps (base)", r"/src/base/"),
    ("command line (cli)", r"/src/cli/"),
    ("PCRE2", r"libpcre2"),
    ("SQLite", r"libsqlite3"),
    ("libc", r"/(?:libc|ld-linux)[\w.-]*so"),
    ("patterns compiled to code (JIT)", r"\[JIT\]|/perf-\d+\.map|^\?\?\?$"),
    (OTHERS, r""),
)
COSTLIEST = 12  # functions that are named one by one
WALK = re.compile(r"\w*(?:avx512|avx2|sse2|neon|plain)\w*")
NAMED = re.compile(r"(ob|fl|fi|fe|fn)=(\(\d+\))(?: (.*))?")


def costs(path):
    """Yield (object, file, function, instructions) of every line of a callgrind file; calls are left to the callee.

    The file is that of the code that was inlined where it is a .c file; a header's code belongs to its user."""
    names, at, is_call = collections.defaultdict(str), dict.fromkeys(("ob", "fl", "fi", "fn"), ""), False
    for line in open(path, encoding="utf-8", errors="replace"):
        named = NAMED.match(line)
        if named:
            key, number, name = named.groups()
            space = {"ob": "ob", "fn": "fn"}.get(key, "file")
            if name:
                names[space, number] = name
            at["fi" if key == "fe" else key] = names[space, number]
            if key == "fl":
                at["fi"] = at["fl"]
        elif line.startswith(("cob=", "cfi=", "cfl=", "cfn=")):
            called = re.match(r"c(ob|fi|fl|fn)=(\(\d+\))(?: (.*))?", line)
            if called[3]:
                names[{"fi": "file", "fl": "file"}.get(called[1], called[1]), called[2]] = called[3]
        elif line.startswith("calls="):
            is_call = True
        elif re.match(r"[+\-*\d]", line):
            if not is_call and len(line.split()) > 1:
                inlined = at["fi"].endswith(".c") and "/src/" in at["fi"]
                yield at["ob"], at["fi"] if inlined else at["fl"], at["fn"], int(line.split()[1])
            is_call = False


def place_of(obj, file):
    told = file if re.search(r"/src/\w+/[\w.]+$", file) and "errdex" in obj else obj
    return next(name for name, expression in PLACES if re.search(expression, told))


def profile(errdex, folder, db, log):
    """Instructions {by place}, {by walk}, {by function}; None where valgrind cannot run the program."""
    out = folder / "callgrind.out"
    ran = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", errdex, "diagnose", "--quiet",
                          "--format", "json", "--threads", "1", "--db", db, log],
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if ran.returncode != 0 or not out.exists():
        return None
    places, walks, functions = collections.Counter(), collections.Counter(), collections.Counter()
    for obj, file, function, n in costs(out):
        places[place_of(obj, file)] += n
        if "/src/match/" in file and WALK.fullmatch(function):
            walks[function] += n
        functions[f"{function} ({pathlib.Path(file if '/src/' in file else obj).name})"] += n
    out.unlink()
    return places, walks, functions


def count(errdex, folder):
    heading("counted")
    label = "instructions a byte"
    if not shutil.which("valgrind"):
        skipped(label, "valgrind is not installed")
        return
    folder = folder / "counted"
    folder.mkdir(exist_ok=True)
    log, records = data.log(folder, MB, data.OWN), data.records(folder, RECORDS, data.OWN)
    db, empty = folder / "counted.db", folder / "empty.txt"
    empty.write_bytes(b"")
    in_turns({"ingest": Job([errdex, "ingest", "--quiet", "--db", db, records],
                            before=lambda: db.unlink(missing_ok=True))}, 1)
    whole, start = profile(errdex, folder, db, log), profile(errdex, folder, db, empty)
    if not whole or not start:
        skipped(label, "valgrind cannot run this build (one with sanitizers?)")
        return
    show(label, whole, start, log.stat().st_size)


def show(label, whole, start, size):
    places = {name: (whole[0][name] - start[0][name]) / size for name, _ in PLACES}
    walks = ", ".join(name for name, _ in (whole[1] - start[1]).most_common()) or "none that bears a name"
    print(f"{label:<40} {sum(places.values()):>16.2f}   {MB} MB, {RECORDS} records, one thread; walks: {walks}")
    print(f"  of them in the scan alone {places[PLACES[0][0]]:>31.2f}")
    for name, _ in PLACES:
        print(f"  {name:<38} {places[name]:>16.2f}")
    print("  the costliest functions, what they call left out")
    for name, n in (whole[2] - start[2]).most_common(COSTLIEST):
        print(f"  {name:<46} {n / size:>8.2f}")
