# What no record describes: how much of it, in both faces, and what a good run prints too.
cat > r.ndjson <<'J'
{"id":"0000000000000001","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s is gone","severity":"error"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
cat > bad.log <<'L'
##[group]Run make test
using cache 7: an old error was found in it
load.c:12:5: error: no member "map"
load.c:19:5: error: no member "unmap"
the disk sda is gone
make: *** [Makefile:3: all] Error 2
##[error]Process completed with exit code 2.
L
cat > good.log <<'L'
##[group]Run make test
using cache 3: an old error was found in it
L
for mode in brief full off; do
    echo "== $mode"
    "$ERRDEX" diagnose --quiet --db k.db --triage $mode bad.log
done
echo "== at most 100 bytes"
"$ERRDEX" diagnose --quiet --db k.db --triage-limit 100 bad.log | sed -n '/^No record/,$p'
unmatched() { "$ERRDEX" diagnose --format json --db k.db "$@" | python3 -c '
import json, sys
r = json.load(sys.stdin)
for u in r["unmatched"]:
    print(u["kind"], u.get("tool"), u["count"], u["first"]["line"], u["template"], [l["line"] for l in u["lines"]])
print({k: r["account"][k] for k in ("templates", "template_lines", "templates_dropped", "known_good")})'; }
echo "== a good run"
unmatched bad.log
unmatched --baseline good.log bad.log
cp bad.log copy.log
unmatched --baseline copy.log bad.log
ln -s bad.log link.log
"$ERRDEX" diagnose --db k.db --baseline link.log bad.log 2>&1 || echo "exit $?"
"$ERRDEX" diagnose --db k.db --baseline bad.log < bad.log 2>&1 || echo "exit $?"
"$ERRDEX" diagnose --db k.db --baseline none.log bad.log 2>&1 || echo "exit $?"
"$ERRDEX" diagnose --db k.db --triage some bad.log 2>&1 || echo "exit $?"
