# explain, search, list: by slug, path, id, code, family, words, a log line; ambiguous and unknown names.
cat > r.ndjson <<'J'
{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone","errorCode":"E4711","documentation":"A drive stopped answering.","backgroundTag":"disks","solutions":["Replace the drive"]}
{"id":"00000000000000ab","repo":"acme/tool","slug":"disk-gone","errorMessage":"disk {disk} vanished during rebalancing","errorCode":"E4711","backgroundTag":"disks"}
{"id":"00000000000000ac","repo":"acme/tool","slug":"fan-slow","errorMessage":"the fan %s of bay %d turns slowly","errorCode":"E12"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
look() { echo "== $*"; "$ERRDEX" "$@" --db k.db 2>&1 || echo "exit $?"; }
look explain acme/app/disk-gone
look explain 00000000000000ac
look explain disk-gone
look explain fan slow
look explain E12
look explain E4711
look explain disks
look explain disk-gome
look explain FAN-SLO
look explain ''
look search vanished
look search 'May 05 10:01:00 pine07 app[7]: the fan left of bay 12 turns slowly'
look search --limit 1 disk
look list
look list --repo acme/tool --family disks
look list --repo acme/none
look export --family none
echo "== last"
look explain last
echo 'the fan left of bay 3 turns slowly' | "$ERRDEX" diagnose --quiet --db k.db > /dev/null
look explain last | head -n 3
