# 0 it ran, 1 a finding at or above --fail-on or nothing found, 2 usage, 3 data.
cat > r.ndjson <<'J'
{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone","severity":"error"}
{"id":"00000000000000ab","repo":"acme/app","slug":"fan-slow","errorMessage":"the fan %s of bay %d turns slowly","severity":"warning"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
echo 'the fan left of bay 3 turns slowly' > warn.log
echo 'the disk sda of bay 3 is gone' > error.log
echo 'all is well' > calm.log
run() { code=0; "$ERRDEX" "$@" > /dev/null 2>&1 || code=$?; echo "$code: $*"; }
run diagnose --db k.db error.log
run diagnose --db k.db --fail-on error error.log
run diagnose --db k.db --fail-on critical error.log
run diagnose --db k.db --fail-on error warn.log
run diagnose --db k.db --fail-on warning warn.log
run diagnose --db k.db --fail-on info calm.log
run diagnose --db k.db --fail-on=loud calm.log
run diagnose --db k.db missing.log
run diagnose --db k.db missing.log error.log
run diagnose --db k.db --fail-on error missing.log error.log
run diagnose --db missing.db calm.log
run explain --db k.db disk-gone
run explain --db k.db nothing-of-the-kind
run search --db k.db fan
run search --db k.db zzzz
run list --db k.db --repo acme/other
run rebuild --db k.db
run --db k.db stats
echo "== one of two logs is missing: the other is reported"
"$ERRDEX" diagnose --db k.db --format json missing.log error.log 2>&1 | grep -E 'errdex:|"slug"|"sources": 1'
echo "== a path that cannot be opened is noted in the report, too"
"$ERRDEX" diagnose --db k.db --format json missing.log error.log 2> /dev/null > report.json || echo "exit $?"
python3 -c 'import json; r = json.load(open("report.json")); print(len(r["findings"]), [(n["source"], n["message"]) for n in r["account"]["notes"]])'
