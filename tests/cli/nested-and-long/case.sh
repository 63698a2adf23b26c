# JSON in JSON in docker's JSON, each level escaped once more; an error in a line of 50 MB.
cat > r.ndjson <<'J'
{"id":"0000000000000001","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk \"%s\" of bay %d is gone","severity":"error"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
python3 - <<'P'
import json
inner = json.dumps({"level": "error", "msg": 'the disk "sd\\a" of bay 4 is gone\n  at line 2', "ts": 1780819750.5})
middle = json.dumps({"level": "info", "time": "2026-06-07T08:09:10Z", "message": inner})
with open("docker.log", "w") as f:
    for i in range(3):
        f.write(json.dumps({"log": middle + "\n", "stream": "stderr", "time": f"2026-06-07T08:09:1{i}.123456789Z"}, separators=(",", ":")) + "\n")
with open("long.log", "w") as f:
    f.write("a calm line\n" + "x" * 25_000_000 + ' the disk "sdb" of bay 9 is gone ' + "y" * 25_000_000 + "\nanother\n")
P
for log in docker.log long.log; do
    "$ERRDEX" diagnose --format json --db k.db $log | python3 -c '
import json, sys
r = json.load(sys.stdin)
for f in r["findings"]:
    print(f["tier"], f["count"], [c["value"] for c in f["captures"]], f["first"]["line"], f["last"]["line"])
print(r["account"]["lines"], "lines", r["account"]["undecoded"], "not decoded")'
done
"$ERRDEX" diagnose --explain-input docker.log | sed -n 2p
