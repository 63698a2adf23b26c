# On terminals of 20, 40 and 80 columns no row is wider, but what must survive being copied; a pager there and only there.
cat > r.ndjson <<'J'
{"id":"00000000000000aa","repo":"acme/application","slug":"disk-gone-while-writing","errorMessage":"the disk %s of bay %d is gone while writing","severity":"error","documentation":"A drive stopped answering; the controller has taken it out of the array, and what was not written is lost.","triggerScenarios":"A write that times out thrice.","solutions":["Replace the drive in the bay that the message names","Check the cables: \u65e5\u672c\u8a9e\u306e\u30c6\u30ad\u30b9\u30c8\u304c\u3042\u308b"],"validationCode":"smartctl --all /dev/sda | grep -i reallocated_sector","backgroundTag":"storage-devices-that-went-away","errorCode":"E4711"}
{"id":"00000000000000ab","repo":"acme/application","slug":"fan-slow","errorMessage":"the fan %s of bay %d turns slowly","severity":"warning"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
cat > known.json <<'J'
{"schema": "errdex-accept/1", "findings": [{"id": "00000000000000ab", "repo": "acme/application", "slug": "fan-slow", "reason": "until the new fans come"}]}
J
printf 'the disk sda\033[2J of bay 4 is gone while writing\nthe fan left of bay 1 turns slowly\nERROR: something unheard of happened in module nine\n%0300d error: x\n' 7 > a.log
python3 - <<'P'
import fcntl, os, pty, re, struct, subprocess, termios, unicodedata

ERRDEX = os.environ["ERRDEX"]

def on_terminal(columns, *args, **env):
    """What a terminal of so many columns gets on standard output."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    child = subprocess.Popen([ERRDEX, *args], stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL,
                             env=os.environ | {"TERM": "xterm", "ERRDEX_PAGER": "", "NO_COLOR": "1"} | env)
    os.close(theirs)
    out = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        out += part
    child.wait()
    os.close(ours)
    return out.decode("utf-8").replace("\r\n", "\n")

def columns_of(line):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)

COPIED = re.compile(r"\s*(smartctl --all .*|errdex explain .*|\\b.*|errdex search .*)$")
runs = {"report": ["--db", "k.db", "a.log"], "accepted": ["--db", "k.db", "--accept", "known.json", "a.log"],
        "verbose": ["--db", "k.db", "--verbose", "--why", "--triage", "off", "a.log"],
        "nothing": ["--db", "k.db", "--triage", "off", "k.db"],
        "record": ["explain", "--db", "k.db", "00000000000000aa"], "family": ["explain", "--db", "k.db", "storage-devices-that-went-away"],
        "last": ["explain", "--db", "k.db", "last"], "search": ["search", "--db", "k.db", "disk"]}
for name, args in runs.items():
    for width in (1, 5, 20, 40, 80):
        out = on_terminal(width, *args)
        assert out and not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", out), (name, width, out)
        wide = [line for line in out.split("\n") if columns_of(line) > width and not COPIED.match(line)]
        if width >= 20:
            print(name, width, "rows too wide:", wide)
print("colour:", "\x1b[" in on_terminal(80, *runs["report"], NO_COLOR=""), "\x1b[" in on_terminal(80, *runs["report"]))
pager = {"ERRDEX_PAGER": "sed 's/^/paged /'"}
print("pager on a terminal:", on_terminal(80, *runs["record"], **pager).startswith("paged ERROR"))
print("none that is missing:", on_terminal(80, *runs["record"], ERRDEX_PAGER="no-such-pager").count("acme/application/disk-gone-while-writing"))
piped = subprocess.run([ERRDEX, *runs["record"]], env=os.environ | pager, capture_output=True, text=True).stdout
print("piped:", piped.startswith("ERROR"))
P
