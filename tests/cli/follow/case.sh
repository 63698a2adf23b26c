# A log that is being written: findings come as it pauses; rotation, a cut, Ctrl-C, pipes; what cannot be followed.
cat > r.ndjson <<'J'
{"id":"0000000000000001","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone","severity":"error"}
{"id":"0000000000000002","repo":"acme/app","slug":"fan-slow","errorMessage":"the fan %s of bay %d turns slowly","severity":"warning"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
# until N lines of `out` say where something was found
found() {
    for i in $(seq 600); do
        test "$(grep -c '^    matched' out)" -ge "$1" && return
        sleep 0.1
    done
    echo "not found: $1"
}
echo calm > a.log
"$ERRDEX" diagnose --follow --db k.db a.log > out 2>&1 &
pid=$!
echo "the disk sda of bay 4 is gone" >> a.log
found 1
mv a.log a.log.1
echo "the fan old of bay 1 turns slowly" >> a.log.1
echo "the fan new of bay 2 turns slowly" > a.log
found 3
echo "the disk b of bay 9 is gone" > a.log
found 4
echo "the disk sda of bay 4 is gone" >> a.log
kill -INT $pid
code=0
wait $pid || code=$?
echo "exit $code"
grep -E '^    (where|matched)|finding' out | sed 's/ in [0-9]* line.*//'
echo "== pipe"
{ echo "the disk sda of bay 4 is gone"; sleep 0.6; echo "the fan x of bay 4 turns slowly"; } | "$ERRDEX" --follow --db k.db | grep -E '^    (where|matched)|finding'
echo "== json tells all at the end"
{ echo "the disk sda of bay 4 is gone"; sleep 0.6; echo "the disk sdb of bay 4 is gone"; } | "$ERRDEX" --follow --format json --db k.db | python3 -c 'import json, sys; r = json.load(sys.stdin); print([(f["slug"], f["count"]) for f in r["findings"]])'
gzip -k a.log
mkdir d
for p in a.log.gz d none.log "a.log a.log.1"; do
    code=0
    "$ERRDEX" --follow --db k.db $p < /dev/null 2>&1 || code=$?
    echo "exit $code"
done
