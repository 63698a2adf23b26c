# Everything but the writing commands works on a data base that cannot be written, in a folder that cannot be written.
echo '{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone"}' > r.json
mkdir ro
"$ERRDEX" ingest --quiet --db ro/k.db r.json
chmod 444 ro/k.db
chmod 555 ro
# root may write whatever the mode bits say; where it can, it makes the folder a read-only mount in a name space of its own
run() {
    if [ "$(id -u)" = 0 ] && unshare -m true 2> /dev/null; then
        unshare -m sh -c 'mount --bind ro ro && mount -o remount,bind,ro ro && exec "$@"' sh "$@"
    else
        "$@"
    fi
}
run "$ERRDEX" list --db ro/k.db
echo 'the disk sda of bay 3 is gone' | run "$ERRDEX" diagnose --quiet --db ro/k.db --format json | grep -c disk-gone
run "$ERRDEX" explain --db ro/k.db disk-gone | head -n 1 | grep -c 'the disk'
chmod 755 ro
chmod 644 ro/k.db
echo "== a place where nothing can be made"
"$ERRDEX" ingest --db /proc/errdex.db r.json 2>&1 || echo "exit $?"
