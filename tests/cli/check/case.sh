# errdex check: a folder without flaws, one with every flaw there is, and a data base.
cp -r "$CASES/clean" "$CASES/flawed" .
"$ERRDEX" check clean
echo "== every flaw"
"$ERRDEX" check flawed --verbose || echo "exit $?"
echo "== as JSON"
"$ERRDEX" check flawed --format json >flawed.json || echo "exit $?"
head -n 13 flawed.json
tail -n 11 flawed.json
echo "== levels"
cp -r clean warned
rm -r warned/examples/acme warned/families
"$ERRDEX" check warned || echo "exit $?"
"$ERRDEX" check warned --fail-on warning || echo "exit $?"
"$ERRDEX" check warned --fail-on warning --format json >/dev/null || echo "exit $?"
echo "== a data base"
"$ERRDEX" ingest -q --db own.db clean/records flawed/records/other
"$ERRDEX" check --db own.db
echo "== records as they would stand in it"
"$ERRDEX" check --db own.db clean/records
echo "== nothing is left behind"
ls "$TMPDIR"
echo "== command lines"
"$ERRDEX" check || echo "exit $?"
"$ERRDEX" check clean/examples || echo "exit $?"
"$ERRDEX" check --db nosuch.db || echo "exit $?"
echo "== nothing that can be used"
echo '[{"id": "x", "repo": "acme/loader", "slug": "s", "errorMessage": "m", "documentation": "d"}]' >broken.json
"$ERRDEX" check broken.json || echo "exit $?"
"$ERRDEX" check broken.json --format json || echo "exit $?"
