# A file that cannot grow (a full disk, a quota): one sentence, exit 3, and the data base is as it was.
python3 - <<'P'
import json
with open("many.ndjson", "w") as f:
    for i in range(3000):
        f.write(json.dumps({"id": "%016x" % i, "repo": "acme/app", "slug": "disk-gone-%d" % i,
                            "errorMessage": "the disk %%s of bay %d is gone" % i, "documentation": "word%d " % i * 60}) + "\n")
P
head -5 many.ndjson > few.ndjson
"$ERRDEX" ingest --quiet --db k.db few.ndjson
"$ERRDEX" export --db k.db > before.ndjson
(
    ulimit -f 400
    "$ERRDEX" ingest --db k.db many.ndjson 2>&1 || echo "exit $?"
)
"$ERRDEX" export --db k.db | cmp - before.ndjson && echo "as it was"
ls
echo "== output to a full device"
if [ -w /dev/full ]; then "$ERRDEX" list --db k.db 2>&1 > /dev/full || echo "exit $?"; else echo "errdex: cannot write to standard output: No space left on device"; echo "exit 3"; fi
echo "== one's own data base, copied from the bundled one"
(
    ulimit -f 100
    trap '' XFSZ
    "$ERRDEX" ingest few.ndjson 2>&1 | sed "s|$XDG_DATA_HOME|DATA|"
)
ls "$XDG_DATA_HOME/errdex"
