# A data base that is not ours, not one at all, of a newer version, or damaged: one sentence, exit 3, nothing touched.
python3 - <<'P'
import sqlite3
c = sqlite3.connect("other.db"); c.execute("create table t(x)"); c.execute("pragma application_id=1196444487"); c.commit()
P
echo 'not a data base at all, but long enough to look at, and then some more text' > text.db
mkdir folder.db
: > empty.db
echo '{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s is gone"}' > r.json
"$ERRDEX" ingest --quiet --db newer.db r.json
python3 -c 'import sqlite3; c = sqlite3.connect("newer.db"); c.execute("pragma user_version=999"); c.commit()'
"$ERRDEX" ingest --quiet --db cut.db r.json
python3 - <<'P'
d = bytearray(open("cut.db", "rb").read())
for i in range(4096, len(d)):
    d[i] ^= 0x5A
open("cut.db", "wb").write(d)
P
for db in other.db text.db folder.db empty.db newer.db cut.db missing.db; do
    before=$(cksum $db 2> /dev/null || echo none)
    echo "== stats $db"
    "$ERRDEX" stats --db $db 2>&1 || echo "exit $?"
    if [ $db != missing.db ] && [ $db != empty.db ]; then
        echo "== ingest into $db"
        "$ERRDEX" ingest --db $db r.json 2>&1 || echo "exit $?"
        test "$before" = "$(cksum $db 2> /dev/null || echo none)" || echo "CHANGED"
    fi
done
test ! -e missing.db
