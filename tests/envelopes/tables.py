"""The tool that makes the tables of data/envelopes refuses each bad row, naming file and line, and writes nothing."""
import os
import subprocess
import sys
import tempfile

LEVELS = "word\tERROR\terr\nletter\tE\terr\n"
PREFIX = "one\tOne\t{time} {LEVEL} \tsure\t2025-05-05 12:00:00 ERROR x\n"

# Rows of levels.tsv and of prefixes.tsv, and what is said of the last one.
CASES = [
    ("word\tERROR\n", "", "levels.tsv:3: not `set TAB word TAB level`"),
    ("word\tBAD\tawful\n", "", "levels.tsv:3: not `set TAB word TAB level`: awful"),
    ("word\terror\terr\n", "", "levels.tsv:3: a word twice: error"),
    ("letter\tFF\tcrit\n", "", "levels.tsv:3: one byte beside longer words: FF"),
    ("", "two\tTwo\t{time} x\tsure\n", "prefixes.tsv:2: not `name TAB about"),
    ("", "Two\tTwo\t{time} x\tsure\tx\n", "prefixes.tsv:2: not a name: Two"),
    ("", "one\tOne\t{time} x\tsure\tx\n", "prefixes.tsv:2: the first row of a name"),
    ("", "two\t-\t{time} x\tsure\tx\n", "prefixes.tsv:2: the first row of a name"),
    ("", "two\tTwo\t{time} x\t-\tx\none\tOne\t{time} y\t-\tx\n", "prefixes.tsv:3: rows of a name stand together"),
    ("", "two\tTwo\t{time} x\tcertain\tx\n", "prefixes.tsv:2: not a flag: certain"),
    ("", "two\tTwo\t{time} x\tindent=x\tx\n", "prefixes.tsv:2: not a flag: indent=x"),
    ("", "two\tTwo\t{time} x\tsure,shy\tx\n", "prefixes.tsv:2: `sure` beside `shy` or `weak`"),
    ("", "two\tTwo\t{time} {what} x\t-\tx\n", "prefixes.tsv:2: not an element: what"),
    ("", "two\tTwo\t{time:12:00} x\t-\tx\n", "prefixes.tsv:2: not a pattern of a time: 12:00"),
    ("", "two\tTwo\t{level:none} x\t-\tx\n", "prefixes.tsv:2: not a set of level words: none"),
    ("", "two\tTwo\t{time} {?x\t-\tx\n", "prefixes.tsv:2: a group that is not closed"),
    ("", "two\tTwo\t{time} {level\t-\tx\n", "prefixes.tsv:2: a brace that is not closed"),
    ("", "two\tTwo\t{time} } x\t-\tx\n", "prefixes.tsv:2: a brace that closes nothing"),
    ("", "two\tTwo\t{time} {skip}{num}\t-\tx\n", "prefixes.tsv:2: {skip} needs text behind it"),
    ("", "two\tTwo\t{skip} x\t-\tx\n", "prefixes.tsv:2: nothing that the shape begins with"),
    ("", "two\tTwo\t{body}{num}\t-\tx\n", "prefixes.tsv:2: nothing that the shape begins with"),
    ("", "two\tTwo\tE:x\t-\tx\n", "prefixes.tsv:2: a shape of text alone"),
    ("", "two\tTwo\t{num}:{line}: \t-\tx\n", "prefixes.tsv:2: {line} without {file}"),
    ("", "two\tTwo\t{time} {LEVEL} \t-\tx\n", "prefixes.tsv:2: another row has the same shape"),
    ("", "two\tTwo\t{time} " + "x" * 96 + "\t-\tx\n", "prefixes.tsv:2: a shape too long"),
]


def run(tool, folder, levels, prefixes):
    names = [os.path.join(folder, name) for name in ("levels.tsv", "prefixes.tsv", "levels.inc", "prefixes.inc", "code.inc")]
    for name, text in zip(names, (levels, prefixes)):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    done = subprocess.run([tool] + names, capture_output=True, text=True, check=False)
    made = [os.path.exists(name) for name in names[2:]]
    return done.returncode, done.stderr.replace(folder + os.sep, ""), made


def main():
    failed = 0
    for levels, prefixes, says in [("", "", None)] + CASES:
        with tempfile.TemporaryDirectory() as folder:
            code, said, made = run(sys.argv[1], folder, LEVELS + levels, PREFIX + prefixes)
        good = (code == 0 and all(made)) if says is None else (code == 1 and says in said and not any(made))
        if not good:
            print(f"{prefixes or levels!r}: exit {code}, said {said!r}, want {says!r}")
            failed += 1
    return 1 if failed else 0


sys.exit(main())
