# A record whose text was damaged in the data base is no JSON any more: export names it, leaves it out and fails; the others go out.
cat > r.ndjson <<'J'
{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone","documentation":"MARK of a damaged page"}
{"id":"00000000000000ab","repo":"acme/app","slug":"fan-slow","errorMessage":"the fan %s of bay %d turns slowly"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
python3 - <<'P'
data = open("k.db", "rb").read()
assert b"MARK" in data
open("k.db", "wb").write(data.replace(b"MARK", b"\x1b[5m"))
P
"$ERRDEX" export --db k.db 2>&1 || echo "exit $?"
