# A value nested too deep and a string of 100 MB are refused by name; what stands behind them is still taken; memory stays small.
good() { printf '{"id":"00000000000000%s","repo":"acme/app","slug":"disk-gone-%s","errorMessage":"the disk %%s is gone %s"}\n' "$1" "$1" "$1"; }
{
    good a0
    i=0; while [ $i -lt 5000 ]; do printf '['; i=$((i + 1)); done; printf '\n'
} > deep.ndjson
good a1 >> deep.ndjson
{ good b0; printf '{"id":"00000000000000b9","documentation":"'; head -c 100000000 /dev/zero | tr '\0' x; printf '"}\n'; good b1; } > huge.ndjson
for f in deep huge; do
    echo "== $f"
    "$ERRDEX" ingest --db "$f.db" "$f.ndjson" 2>&1 || echo "exit $?"
    "$ERRDEX" list --db "$f.db"
done
