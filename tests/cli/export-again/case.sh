# What goes out is what came in, as JSON values: unknown keys, numbers with all digits, escapes, nulls; and it comes in again.
cat > in.json <<'J'
{"record": {"id": "00000000000000aa", "repo": "acme/app", "slug": "disk-gone", "errorMessage": "the disk %s\tis \"gone\" \u00e9\ud83d\ude00",
  "x-unknown": {"deep": [1, 2.50, 1e400, 12345678901234567890, -0.0, true, null, {"k": "v"}], "empty": {}}, "httpStatus": null,
  "documentation": "line one\nline two  with   blanks", "solutions": [], "schemaVersion": 2 }, "datasetVersion": "2026-08-28T06:17:29.519Z"}
J
"$ERRDEX" ingest --quiet --db k.db in.json
"$ERRDEX" export --db k.db > out.ndjson
wc -l < out.ndjson
python3 - <<'P'
import json, decimal
kw = dict(parse_float=decimal.Decimal, parse_int=decimal.Decimal)
a = json.load(open("in.json"), **kw)["record"]
b = json.loads(open("out.ndjson").read(), **kw)
print(a == b, list(a) == list(b))
P
"$ERRDEX" ingest --db k.db out.ndjson | grep '^same'
"$ERRDEX" ingest --quiet --db again.db out.ndjson
"$ERRDEX" export --db again.db | cmp - out.ndjson && echo equal
