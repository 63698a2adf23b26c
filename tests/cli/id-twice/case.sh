# An id that is used again: the same content is the same, a newer one replaces, an older one is reported and not taken.
rec() { printf '{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %%s is gone","documentation":"%s","analyzedAt":"%s"}\n' "$1" "$2"; }
rec first 2026-01-02T00:00:00Z > a.json
rec second 2026-01-03T00:00:00Z > b.json
rec third 2026-01-01T00:00:00Z > c.json
{ rec first 2026-01-02T00:00:00Z; rec fourth 2026-01-04T00:00:00Z; } > d.ndjson
show() { "$ERRDEX" export --db k.db | python3 -c 'import json,sys; [print(json.loads(l)["documentation"]) for l in sys.stdin]'; }
for f in a.json a.json b.json c.json d.ndjson; do
    echo "== $f"
    "$ERRDEX" ingest --db k.db "$f" 2>&1 | grep -E '^(taken|replaced|same|older|errdex).* '
    show
done
