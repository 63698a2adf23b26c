# 0 it ran, 1 a finding at or above --fail-on or nothing found, 2 usage, 3 data.
cat > r.ndjson <<'J'
{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone","severity":"error"}
{"id":"00000000000000ab","repo":"acme/app","slug":"fan-slow","errorMessage":"the fan %s of bay %d turns slowly","severity":"warning","backgroundTag":"moving-parts"}
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
run diagnose --db k.db --fail-on disk-gone error.log warn.log
run diagnose --db k.db --fail-on disk-gone warn.log
run diagnose --db k.db --fail-on acme/app/fan-slow warn.log
run diagnose --db k.db --fail-on 00000000000000ab error.log
run diagnose --db k.db --fail-on moving-parts warn.log
run diagnose --db k.db --fail-on disk-gome error.log
run diagnose --db k.db --fail-on disk-gone missing.log error.log
run diagnose --db k.db --fail-on disk-gone missing.log warn.log
run diagnose --db k.db --fail-on error error.log --format json
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
echo "== what cannot be named is said"
"$ERRDEX" diagnose --db k.db --fail-on disk-gome error.log 2>&1 || echo "exit $?"
"$ERRDEX" diagnose --db k.db --fail-on zzzz error.log 2>&1 || echo "exit $?"
echo "== errors that no record has fail no gate"
echo 'ERROR: something else broke' | "$ERRDEX" --db k.db --fail-on info --quiet && echo "exit 0"
echo "== nor do errors that a line tells of in peace, unless their record is named"
echo '2025-05-05 03:00:00 INFO retried: the disk sda of bay 4 is gone' > peace.log
"$ERRDEX" --db k.db --fail-on info peace.log > all && echo "exit 0"
"$ERRDEX" --db k.db --fail-on disk-gone peace.log > all || echo "exit $?"
echo '2025-05-05 03:00:00 ERROR the disk sda of bay 4 is gone' >> peace.log
"$ERRDEX" --db k.db --fail-on error peace.log > all || echo "exit $?"
echo "== a reader that goes away does not change the verdict"
python3 -c 'for i in range(20000): print("the disk sd%s of bay 3 is gone" % "".join(chr(97 + int(c)) for c in str(i)))' > many.log
for log in many.log calm.log; do
    { code=0; "$ERRDEX" --db k.db --fail-on error --format json "$log" || code=$?; echo "exit $code" > code; } | head -c 1 > /dev/null
    cat code
done
echo "== what the report cannot hold counts, too"
"$ERRDEX" --db k.db --write-accept known.json --quiet many.log | tail -n 1
"$ERRDEX" --db k.db --accept known.json --fail-on error --format ndjson many.log | tail -n 1 > account || echo "exit $?"
"$ERRDEX" --db k.db --accept known.json --fail-on error many.log > all || echo "exit $?"
python3 -c 'import json; a = json.load(open("account"))["account"]; print(a["accepted"], a["findings_dropped"])'
