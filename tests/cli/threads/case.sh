# The report is the same to the byte for any number of threads: many streams, windows that overlap, hits in the overlap,
# limits met, weak hits, several sources of which one ends early.
cat > r.ndjson <<'J'
{"id":"0000000000000001","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone","severity":"error"}
{"id":"0000000000000002","repo":"acme/app","slug":"fan-slow","errorMessage":"the fan %s of bay %d turns slowly","severity":"warning"}
{"id":"0000000000000003","repo":"acme/lib","slug":"fan-slow","errorMessage":"the fan %s of bay %d turns slowly","severity":"warning"}
{"id":"0000000000000004","repo":"acme/app","slug":"blows-up","errorMessage":"quux overflow aaaa","messagePattern":"quux overflow (a+)+$"}
{"id":"0000000000000005","repo":"acme/app","slug":"common","errorMessage":"failed: {x}","messagePattern":"failed: (.+?)"}
{"id":"0000000000000006","repo":"acme/app","slug":"wrapped","errorMessage":"the ledger of shard %s is out of step with its mirror at %s"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
python3 - <<'P'
import gzip, random
rng = random.Random(5)
lines = []
for i in range(60000):
    stamp = f"Jun 07 08:{i // 60 % 60:02}:{i % 60:02} oak{i % 3}"
    unit = f"app[{rng.randrange(900) if i % 2 else 1}]"
    text = f"request {rng.randrange(10**6)} took {rng.randrange(1000)} us"
    if i % 17 == 3:
        text = f"the disk sd{rng.choice('abc')} of bay {rng.randrange(500)} is gone"
    elif i % 23 == 5:
        text = f"the fan f{rng.randrange(40)} of bay {rng.randrange(9)} turns slowly"
    elif i % 31 == 6:
        text = f"failed: {rng.randrange(10**6)}"
    elif i % 9001 == 8:
        text = "quux overflow " + "a" * 2000 + "b"
    lines.append(f"{stamp} {unit}: {text}\n")
    if i % 41 == 9:
        lines[-1] = f"{stamp} {unit}: the ledger of shard {i % 5}\n{stamp} {unit}: is out of step with its mirror at {i % 7}\n"
open("a.log", "w").writelines(lines)
with open("b.log", "w") as f:  # one run of many windows, an error in every few lines
    for i in range(40000):
        f.write(f"the disk nvme{i % 7} of bay {i} is gone\n" if i % 5 == 0 else f"plain line {i} of a program without a logger\n")
plain = "".join(f"request {rng.randrange(10**6)} took {rng.randrange(1000)} us\n" for i in range(9000))
whole = gzip.compress(("the fan cut of bay 1 turns slowly\n" * 7 + plain).encode())
open("cut.gz", "wb").write(whole[: len(whole) // 2])
P
mkdir small
for i in 1 2 3 4 5 6 7 8 9; do
    echo "the fan of-$i of bay $i turns slowly" > small/$i.log
done
for format in text json; do
    for n in 1 2 3 8 64 100; do
        code=0
        "$ERRDEX" diagnose --threads $n --why --format $format --db k.db a.log cut.gz small b.log > $format.$n 2>&1 || code=$?
        cmp $format.1 $format.$n && echo "$format, $n threads: the same, exit $code"
    done
done
"$ERRDEX" diagnose --format json --db k.db a.log cut.gz small b.log > json.none || test $? = 3
cmp json.1 json.none
"$ERRDEX" diagnose --oracle --threads 3 --format json --db k.db small > oracle.3
"$ERRDEX" diagnose --oracle --threads 1 --format json --db k.db small | cmp - oracle.3
python3 - <<'P'
import json
r = json.load(open("json.8"))
a = r["account"]
print(sum(f["count"] for f in r["findings"]), "hits in", len(r["findings"]), "findings")
print("limits", a["limits"] > 0, "weak", a["weak"], "findings dropped", a.get("findings_dropped", 0), "sources", a["sources"])
for slug in ("disk-gone", "fan-slow", "wrapped"):
    print(slug, sum(f["count"] for f in r["findings"] if f["slug"] == slug))
P
for n in two -1 1.5 ''; do
    code=0
    "$ERRDEX" diagnose --threads "$n" --db k.db b.log 2>&1 || code=$?
    echo "exit $code"
done
