# Lines of a time: with their zone, without a year, continuation lines, lines before any with a time; times that are none.
export TZ=UTC0
cat > r.ndjson <<'J'
{"id":"0000000000000001","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s is gone","severity":"error"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
cat > a.log <<'L'
the disk undated is gone
2026-06-07T08:00:00Z oak3 app[1]: the disk eight is gone
2026-06-07T09:00:00Z oak3 app[1]: the disk nine is gone
                                  the disk behind-nine is gone
2026-06-07T12:00:00+02:00 oak3 app[1]: the disk ten is gone
L
disks() { "$ERRDEX" diagnose --format json --db k.db "$@" | python3 -c '
import json, sys
r = json.load(sys.stdin)
print([c["value"] for f in r["findings"] for c in f["captures"]], r["account"]["outside"], "outside,", r["account"]["undated"], "undated")'; }
disks a.log
disks --since 2026-06-07T08:30:00Z a.log
disks --until 2026-06-07T08:30:00Z a.log
disks --since '2026-06-07 09:00' --until '2026-06-07 09:59:59' a.log
disks --since yesterday a.log
date -d '2 hours ago' +'%b %d %H:%M:%S oak3 app[1]: the disk old is gone' > b.log
date -d '5 minutes ago' +'%b %d %H:%M:%S oak3 app[1]: the disk new is gone' >> b.log
disks --since -1h b.log
disks --until '1 hour ago' b.log
"$ERRDEX" diagnose --since 2027-01-01 --db k.db a.log
for t in soon '' '25:00'; do
    code=0
    "$ERRDEX" diagnose --since "$t" --db k.db a.log 2>&1 || code=$?
    echo "exit $code"
done
"$ERRDEX" diagnose --since 2026-06-08 --until 2026-06-07 --db k.db a.log 2>&1 || echo "exit $?"
