"""The data of the bench: made once in a folder, each by a process of its own, deterministic.

They come from generate.py beside this script, or from a richer generator of the same form where that is found
(RICH; real templates and real calm logs). The counted figures always use generate.py, so that they stay comparable.
"""
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
OWN = HERE / "generate.py"
RICH = HERE.parents[2] / "shared" / "bench" / "make_bench.py"
HIT_SHARE = "0.005"  # one line in 200 renders some record's message


def generator(named=None):
    """The generator to take: the one that is named, the richer one, or our own."""
    return named or (RICH if RICH.exists() else OWN)


def made(path, *commands):
    """The file, made by one command, or by several joined by pipes, when it is not there. The last one names `{}`."""
    if path.exists():
        return path
    part = path.with_suffix(path.suffix + ".part")
    children = []
    for command in commands:
        argv = [sys.executable, "-B", *(str(part) if word == "{}" else str(word) for word in command)]
        source = children[-1].stdout if children else None
        children.append(subprocess.Popen(argv, stdin=source, stdout=subprocess.PIPE))
        if source:
            source.close()
    children[-1].stdout.close()
    if any(child.wait() for child in children):
        sys.exit(f"bench: {path.name} could not be made")
    part.rename(path)
    return path


def records(folder, n, script):
    return made(folder / f"r{n}.ndjson", [script, "records", n, "{}"])


def patterns(folder, n, script):
    return made(folder / f"p{n}.txt", [script, "patterns", n, "{}"])


def log(folder, megabytes, script):
    return made(folder / f"log-{megabytes}.txt", [script, "log", megabytes, HIT_SHARE, "{}"])


def slim_records(folder, n, script):
    """The same records with a tenth of the prose: a million of them fit beside their data base."""
    return made(folder / f"slim{n}.ndjson", [script, "records", n, "/dev/stdout"], [OWN, "slim", "{}"])


def head(path, n, to):
    """The first n lines of a file; the first n records of a larger set are the smaller set."""
    if not to.exists():
        with open(path, "rb") as source, open(to, "wb") as out:
            for _, line in zip(range(n), source):
                out.write(line)
    return to


def more_records(folder, n, base):
    """n records that are not in `base`: some of its own, with another id and another wording."""
    path = folder / f"more{n}.ndjson"
    if not path.exists():
        with open(base, encoding="utf-8") as source, open(path, "w", encoding="utf-8") as out:
            for _, line in zip(range(n), source):
                record = json.loads(line)
                record["id"] = hashlib.sha256(f"more {record['id']}".encode()).hexdigest()[:16]
                record["slug"] += "-more"
                for key in ("errorMessage", "messagePattern"):
                    record[key] += " for the second time"
                out.write(json.dumps(record) + "\n")
    return path


def need_room(folder, size):
    """End with words where the disk would run full."""
    free = shutil.disk_usage(folder).free
    if free < size:
        sys.exit(f"bench: {folder} has {free / 1e9:.1f} GB free, and the data take {size / 1e9:.1f} GB: name another "
                 f"folder with --keep, or choose smaller sizes")
