# Members that are each below what is called a bomb, and together one: the archive is stopped as a whole, and what stands beside it is read.
python3 - <<'P'
import zipfile
with zipfile.ZipFile("bombs.zip", "w", zipfile.ZIP_DEFLATED) as z:
    for n in range(12):
        z.writestr("n%d.log" % n, bytes(20 << 20))
    z.writestr("last.log", b"the disk sda of bay 3 is gone\n")
P
echo '{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone"}' | "$ERRDEX" ingest --quiet --db k.db -
echo 'the disk sdb of bay 4 is gone' > good.log
code=0
"$ERRDEX" diagnose --db k.db --format json bombs.zip good.log > report.json || code=$?
python3 - <<'P'
import json
r = json.load(open("report.json"))
print([(f["slug"], f["count"]) for f in r["findings"]], [(n["source"], n["message"]) for n in r["account"]["notes"]])
print("stopped early" if r["account"]["bytes"] < 150 << 20 else "all of it")
P
echo "exit $code"
