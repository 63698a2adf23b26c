# Accepted findings: written, read, merged, shown as such by every face, no reason to fail; files that are off.
cat > r.ndjson <<'J'
{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone","severity":"error","solutions":["Put it back"]}
{"id":"00000000000000ab","repo":"acme/app","slug":"fan-slow","errorMessage":"the fan %s of bay %d turns slowly","severity":"warning"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
printf 'the disk sda of bay 4 is gone\nthe fan left of bay 1 turns slowly\nthe disk sdb of bay 5 is gone\n' > a.log
printf 'the disk sda of bay 9 is gone\nthe fan left of bay 2 turns slowly\n' > b.log
run() { code=0; "$ERRDEX" diagnose --db k.db "$@" 2>&1 || code=$?; echo "exit $code"; }
quiet() { echo "== $*"; run --quiet --format github "$@" | cut -d: -f1-3; }
echo "== written; that run fails nothing"
run --fail-on error --write-accept known.json --quiet b.log | tail -n 1
cat known.json
echo "== the file's schema is the program's"
python3 - "$CASES/../../../schema/accept.schema.json" <<'P'
import json, sys
schema, known = json.load(open(sys.argv[1])), json.load(open("known.json"))
assert known["schema"] == schema["properties"]["schema"]["const"] == schema["title"]
for entry in known["findings"]:
    assert set(entry) <= set(schema["$defs"]["entry"]["properties"])
P
quiet --accept known.json --fail-on error b.log
quiet --accept known.json --fail-on warning b.log
quiet --accept known.json --fail-on error a.log
quiet --accept known.json --fail-on disk-gone a.log
quiet --accept known.json --fail-on fan-slow a.log
echo "== as text: new ones first, accepted ones in short"
run --accept known.json a.log
echo "== as data"
run --accept known.json --format json a.log > report.json
python3 - <<'P'
import json
report = json.loads(open("report.json").read().rsplit("exit", 1)[0])
for f in report["findings"]:
    print(f["slug"], [c["value"] for c in f["captures"]], f.get("accepted"), f.get("accepted_why"))
print(report["account"]["accepted"])
P
echo "== merged: a reason, a record whatever it captured, a shape; stable"
cat > hand.json <<'J'
{"findings": [
  {"id": "00000000000000ab", "repo": "acme/app", "slug": "fan-slow", "reason": "fans are <old>\u001b[2J"},
  {"id": "00000000000000aa", "repo": "acme/app", "slug": "disk-gone", "values": [{"name": "disk", "like": "sd*"}]}
], "schema": "errdex-accept/1"}
J
name=$(python3 -c 'import json; print(json.load(open("known.json"))["findings"][0]["values"][0]["name"])')
sed -i "s/\"name\": \"disk\"/\"name\": \"$name\"/" hand.json
for f in text markdown github junit sarif html; do
    echo "-- $f"
    run --accept hand.json --format $f --fail-on info a.log | grep -n -E 'accepted|justification|^exit|<skipped|^::'
done
run --accept hand.json --write-accept merged.json a.log > /dev/null
cat merged.json
run --accept merged.json --write-accept again.json a.log > /dev/null
cmp merged.json again.json && echo same
run --write-accept both.json a.log b.log > /dev/null
run --write-accept both2.json b.log a.log > /dev/null
cmp both.json both2.json && echo "same whatever the order"
echo "== entries that met nothing"
echo 'all is well' > calm.log
run --accept both.json --fail-on error --format ndjson calm.log | grep -v account
run --accept both.json --fail-on error --quiet --format github calm.log
echo "== files that are off"
for text in '' '[]' '{"schema": "errdex-accept/2", "findings": []}' '{"schema": "errdex-report/1", "findings": []}' \
    '{"schema": "errdex-accept/1"}' '{"schema": "errdex-accept/1", "findings": [{"id": "00000000000000aa", "repo": "a/b"}]}' \
    '{"schema": "errdex-accept/1", "findings": [{"id": "00000000000000aa", "repo": "acme/app", "slug": "disk-gone", "vaules": []}]}' \
    '{"schema": "errdex-accept/1", "findings": [{"id": "00000000000000aa", "repo": "acme/app", "slug": "disk-gone", "values": [{"name": "d"}]}]}' \
    '{"schema": "errdex-accept/1", "findings": [{"id": "00000000000000aa", "repo": "acme/app", "slug": "disk-gone", "values": [{"name": "d", "like": "%q"}]}]}' \
    '{"schema": "errdex-accept/1", "findings": [{"id": "00000000000000ff", "repo": "acme/app", "slug": "gone\u001b[2J"}]}' \
    '{"schema": "errdex-accept/1", "findings": ['; do
    printf '%s' "$text" > off.json
    run --accept off.json a.log
done
run --accept missing.json a.log
run --write-accept - a.log
run --write-accept no/such/folder.json --quiet --format github calm.log
echo "== what was not read is not written; the file stays"
cp known.json kept.json
run --write-accept kept.json --quiet --format github a.log missing.log | tail -n 2
cmp known.json kept.json && echo kept
