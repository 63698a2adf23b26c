# A message over two of the kernel's lines, with programs that speak between them: in a file of syslog, and of dmesg.
cat > r.ndjson <<'J'
{"id":"0000000000000001","repo":"acme/driver","slug":"ring-stuck","errorMessage":"fake0: ring {ring} is stuck, resetting the whole device","severity":"error"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
cat > syslog <<'L'
May  5 12:00:00 pine07 trainer[4711]: step 7
May  5 12:00:01 pine07 kernel: [   93.000001] fake0: ring 12 is stuck,
May  5 12:00:01 pine07 trainer[4711]: step 8
May  5 12:00:01 pine08 kernel: [    7.000001] link lost
May  5 12:00:01 pine07 kernel: [   93.000002] resetting the whole device
May  5 12:00:02 pine07 kernel: message repeated 2 times: [ [   93.000003] fake0: ring 13 is stuck, resetting the whole device]
L
cat > dmesg <<'L'
<6>[    2.000000] systemd[1]: Started a.
<3>[   93.000001] fake0: ring 12 is stuck,
<30>[   93.000002] systemd[1]: Started b.
<3>[   93.000003] resetting the whole device
L
for log in syslog dmesg; do
    "$ERRDEX" diagnose --format json --db k.db "$log" | python3 -c '
import json, sys
for f in json.load(sys.stdin)["findings"]:
    print(f["slug"], f["count"], f["confidence"], f["captures"][0]["value"], f["first"]["line"], f["first"].get("host"), f["first"].get("unit"))'
done
