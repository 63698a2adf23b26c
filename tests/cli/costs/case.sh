# --verbose names the records that cost most, the same for any number of threads: a slow knowledge base says why it is slow.
cat > r.ndjson <<'J'
{"id":"0000000000000001","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone","severity":"error"}
{"id":"0000000000000002","repo":"acme/app","slug":"fan-slow","errorMessage":"the fan %s of bay %d turns slowly","severity":"warning"}
{"id":"0000000000000003","repo":"acme/app","slug":"blows-up","errorMessage":"quux overflow aaaa","messagePattern":"quux overflow (a+)+$"}
{"id":"0000000000000004","repo":"acme/app","slug":"never-there","errorMessage":"the pump %s of bay %d is dry","severity":"error"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
python3 - <<'P'
lines = []
for i in range(3000):
    lines.append(f"request {i} took {i % 7} us\n")
    if i % 10 == 0:
        lines.append(f"the disk sd{i % 3} of bay {i} is gone\n")
    if i % 15 == 0:
        lines.append(f"the fan f{i % 5} of bay {i} turns{' slowly' if i % 2 else ''}\n")
    if i % 1000 == 0:
        lines.append("quux overflow " + "a" * 2000 + "b\n")
open("x.log", "w").writelines(lines)
P
for n in 1 2 7; do
    "$ERRDEX" diagnose --verbose --threads $n --db k.db --format json x.log 2> costs.$n > report.$n
    cmp costs.1 costs.$n
    cmp report.1 report.$n
done
cat costs.1
echo "== without it"
"$ERRDEX" diagnose --db k.db --format json x.log 2>&1 > /dev/null
echo "== nothing tried"
echo "calm" | "$ERRDEX" diagnose --verbose --db k.db --format json - 2>&1 > /dev/null
