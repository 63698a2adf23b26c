# A pipe needs no command; a file needs none either; what is neither is a usage error that suggests.
echo '{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone"}' > r.json
ERRDEX_DB=k.db; export ERRDEX_DB
"$ERRDEX" ingest --quiet r.json
echo 'the disk sda of bay 3 is gone' > x.log
"$ERRDEX" --quiet --format=json < x.log | grep -c '"slug": "disk-gone"'
"$ERRDEX" --quiet -f json x.log | grep -c '"slug": "disk-gone"'
"$ERRDEX" diagnose --quiet -f json - x.log < x.log | grep '"count"'
for words in "explian x" "nosuch.log" "diagnose --format yaml x.log" "diagnose --nosuch" "search" "list --severity loud" "diagnose --db" "search --limit=many x"; do
    "$ERRDEX" $words 2>&1 || echo "exit $?"
done
"$ERRDEX" diagnose --quiet nosuch.log 2>&1 || echo "exit $?"
