# A reader that goes away is quiet success, for lists, exports and reports.
python3 - <<'P'
import json
with open("many.ndjson", "w") as f:
    for i in range(5000):
        f.write(json.dumps({"id": "%016x" % i, "repo": "acme/app", "slug": "disk-gone-%d" % i,
                            "errorMessage": "the disk %%s of bay %d is gone" % i, "documentation": "word%d " % i * 60}) + "\n")
P
"$ERRDEX" ingest --quiet --db k.db many.ndjson
for command in "list --db k.db" "export --db k.db"; do
    { code=0; "$ERRDEX" $command || code=$?; echo "exit $code" > code; } | head -n 1 > /dev/null
    cat code
done
