# A variable of a script that is not set gives an empty name: it is said what is empty.
echo '{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone"}' > r.json
for words in "ingest --db= r.json" "stats --db=" "rebuild --db="; do "$ERRDEX" $words 2>&1 || echo "exit $?"; done
"$ERRDEX" diagnose "" 2>&1 || echo "exit $?"
"$ERRDEX" ingest --db k.db "" 2>&1 || echo "exit $?"
test ! -e k.db
