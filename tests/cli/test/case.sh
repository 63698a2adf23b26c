# errdex test: examples that hold, examples that fail in every way, and command lines that make no sense.
cp -r "$CASES/good" "$CASES/bad" .
"$ERRDEX" test good
echo "== verbose, strict"
"$ERRDEX" test good --verbose
"$ERRDEX" test good/ --strict || echo "exit $?"
echo "== one repository"
"$ERRDEX" test good --repo acme/loader
"$ERRDEX" test good --repo acme/server || echo "exit $?"
echo "== bad"
"$ERRDEX" test bad || echo "exit $?"
echo "== bad as JSON"
"$ERRDEX" test bad --format json >bad.json || echo "exit $?"
head -n 12 bad.json
tail -n 13 bad.json
echo "== examples alone, over a data base"
"$ERRDEX" ingest -q --db own.db good/records 2>&1
"$ERRDEX" test good/examples || echo "exit $?"
"$ERRDEX" test good/examples --db own.db
echo "== a folder named data"
mv good data
"$ERRDEX" test
echo "== nothing is left behind"
ls "$TMPDIR"
echo "== command lines"
"$ERRDEX" test data/records || echo "exit $?"
"$ERRDEX" test nosuch || echo "exit $?"
"$ERRDEX" test - <bad.json || echo "exit $?"
rm -r data
"$ERRDEX" test || echo "exit $?"
