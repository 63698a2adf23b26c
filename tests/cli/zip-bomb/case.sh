# A stream that unpacks to thousands of times its size is stopped with a clear word, in small memory, and the rest is read.
python3 - <<'P'
import gzip
line = b"May 05 10:01:00 pine07 app[7]: the disk sda of bay 3 is gone\n"
with gzip.open("bomb.gz", "wb", 9) as f:
    f.write(line)
    for _ in range(600):
        f.write(b"\0" * (1 << 20))
P
echo '{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone"}' | "$ERRDEX" ingest --quiet --db k.db -
echo 'the disk sdb of bay 4 is gone' > good.log
code=0
"$ERRDEX" diagnose --db k.db --format json bomb.gz good.log > report.json 2> err || code=$?
cat err
python3 - <<'P'
import json
r = json.load(open("report.json"))
print([(f["slug"], f["count"]) for f in r["findings"]], [n["source"] for n in r["account"]["notes"]])
print(r["account"]["notes"][0]["message"])
P
echo "exit $code"
