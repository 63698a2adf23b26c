# Where the data base is: --db, $ERRDEX_DB, one's own, the bundled one. ingest without --db makes one's own from the bundled one.
bundled=$("$ERRDEX" list | wc -l)
test "$bundled" -ge 23 && echo "bundled records are there"
test ! -e "$XDG_DATA_HOME/errdex" && echo "reading makes nothing"
echo '{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone"}' > r.json
"$ERRDEX" ingest --quiet r.json
test "$("$ERRDEX" list | wc -l)" = $((bundled + 1)) && echo "own: bundled and one"
"$ERRDEX" stats | head -n 1 | sed "s|$XDG_DATA_HOME|DATA|"
echo '{"id":"x"}' > bad.json
rm -r "$XDG_DATA_HOME/errdex"
"$ERRDEX" ingest bad.json > /dev/null 2>&1 || echo "exit $?"
test ! -e "$XDG_DATA_HOME/errdex/errdex.db" && echo "a failed first ingest leaves none behind"
ERRDEX_DB=env.db "$ERRDEX" ingest --quiet r.json
ERRDEX_DB=env.db "$ERRDEX" list
ERRDEX_DB=env.db "$ERRDEX" list --db other.db 2>&1 || echo "exit $?"
