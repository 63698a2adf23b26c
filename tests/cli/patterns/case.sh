# A pattern that does not compile is repaired from the message; one that blows up is stopped by a limit, said, and harms nothing.
cat > r.ndjson <<'J'
{"id":"0000000000000001","repo":"acme/app","slug":"unclosed","errorMessage":"cannot reopen the frobnicator at %s","messagePattern":"cannot reopen the frobnicator at ("}
{"id":"0000000000000002","repo":"acme/app","slug":"blows-up","errorMessage":"quux overflow aaaa","messagePattern":"quux overflow (a+)+$"}
{"id":"0000000000000003","repo":"acme/app","slug":"dead","errorMessage":"got=%ld want=%ld in the ledger of shard %q","messagePattern":"got=%ld want=%ld in the ledger of shard %q"}
{"id":"0000000000000004","repo":"acme/app","slug":"all-hole","errorMessage":"{message}","messagePattern":"\\{message\\}"}
{"id":"0000000000000005","repo":"acme/app","slug":"common","errorMessage":"Error: {x}","messagePattern":"Error: (.+?)"}
J
"$ERRDEX" ingest --db k.db r.ndjson
echo "== all of them"
"$ERRDEX" list --db k.db --verbose | cut -f1,3,4
echo "== a log"
{
    echo "ERROR cannot reopen the frobnicator at /dev/frob0"
    echo "quux overflow $(head -c 20000 /dev/zero | tr '\0' a)b"
    echo 'level=error got=17 want=18 in the ledger of shard "north 2"'
    echo "Error: nothing that anyone knows"
} > x.log
"$ERRDEX" diagnose --db k.db --format json x.log > report.json
python3 - <<'P'
import json
r = json.load(open("report.json"))
for f in r["findings"]:
    print(f["slug"], {c["name"]: c["value"] for c in f["captures"] if "of" not in c}, f["first"]["line"])
print("limits", r["account"]["limits"], "weak", r["account"]["weak"])
P
