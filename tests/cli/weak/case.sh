# A message too general to count alone counts where its class or its file stands beside it, and nowhere else: there it takes
# nothing from others. The oracle says the same.
cat > r.ndjson <<'J'
{"id":"0000000000000001","repo":"acme/app","slug":"failed","errorMessage":"failed: {x}","errorClass":"FrobError","filePath":"acme/frob/io.py"}
{"id":"0000000000000002","repo":"acme/app","slug":"hole-first","errorMessage":"%s failed","errorClass":"FrobError"}
{"id":"0000000000000003","repo":"acme/app","slug":"ledger","errorMessage":"the ledger of shard %s is out of step with its mirror: failed: %s"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
cat > x.log <<'L'
failed: alone
FrobError: failed: with its class
FrobError:failed: without a blank
OtherError: failed: with another class
failed: first FrobError: failed: then
the ledger of shard 7 is out of step with its mirror: failed: 19
plain
plain
plain
Traceback (most recent call last):
  File "/opt/acme/frob/io.py", line 7, in run
    raise
failed: with its file
plain
FrobError: the pump failed
the pump failed
L
"$ERRDEX" diagnose --db k.db --format json x.log > fast.json || test $? = 3
"$ERRDEX" diagnose --oracle --db k.db --format json x.log > slow.json || test $? = 3
python3 - <<'P'
import json
fast, slow = (json.load(open(name)) for name in ("fast.json", "slow.json"))
for f in sorted(fast["findings"], key=lambda f: f["first"]["line"]):
    print(f["slug"], f["first"]["line"], {c["name"]: c["value"] for c in f["captures"] if "of" not in c}, f["confidence"])
print("same by the oracle", fast["findings"] == slow["findings"])
print("weak", fast["account"]["weak"], slow["account"]["weak"])
P
