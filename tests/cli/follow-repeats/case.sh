# A finding that comes again while a log is followed is one row, with how often and where; for scripts it is a line.
cat > r.ndjson <<'J'
{"id":"0000000000000001","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone","severity":"error"}
{"id":"0000000000000002","repo":"acme/app","slug":"fan-slow","errorMessage":"the fan %s of bay %d turns slowly","severity":"warning"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
# until `out` has N lines that begin so
lines() {
    for i in $(seq 600); do
        test "$(grep -c -E "$2" out)" -ge "$1" && return
        sleep 0.1
    done
    echo "not there: $1 x $2"
}
follow() {
    mkfifo pipe
    "$ERRDEX" diagnose --follow --format "$1" --db k.db < pipe > out 2>&1 &
    pid=$!
    exec 3> pipe
    echo "the disk sda of bay 4 is gone" >&3
    lines 1 "$2"
    printf 'the disk sda of bay 5 is gone\nthe disk sda of bay 6 is gone\nMay 05 12:00:00 pine07 app[7]: the disk sda of bay 6 is gone\n' >&3
    lines 1 "$3"
    printf 'the disk sda of bay 7 is gone\nthe fan b of bay 9 turns slowly\n' >&3
    lines 2 "$3"
    exec 3>&-
    wait $pid
    rm pipe
}
follow text '^    matched' '^[0-9]+ more:'
grep -v -E '^    (cause|fix|verify)' out
follow ndjson '^\{"finding"' '^\{"repeat"'
python3 - <<'P'
import json
for line in open("out", encoding="utf-8"):
    line = json.loads(line)
    what = next(iter(line))
    if what == "account":
        print(what, line["account"]["matched"], line["schema"])
    else:
        print(what, {k: line[what].get(k) for k in ("slug", "more", "count", "first", "last")})
P
# A log that never pauses is told of all the same.
touch busy
{ echo "the disk sda of bay 4 is gone"; while test -e busy; do echo calm; sleep 0.05; done; } | "$ERRDEX" diagnose --follow --db k.db > out 2>&1 &
lines 1 '^    matched'
rm busy
wait
grep -c '^    matched' out
