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
echo "== three at most, the nearest; paths for a path; nothing near"
look explain the-fan-dsk-gone-slow
look explain acme/app/fan-slow
look explain qqqqqqqq
echo "== a list that is piped has one item a line and nothing else"
{ "$ERRDEX" search disk --db k.db; "$ERRDEX" list --db k.db; } | sed 's|^acme/[a-z]*/[a-z-]*$|name|' | uniq -c
echo "== what stands around a pasted line finds nothing"
look search '2025-05-05T10:01:00Z vanished.example disk[7]: the fan left of bay 12 turns slowly'
look search '2025-05-05T10:01:00Z vanished.example disk[7]: all is well'
look search "$(printf '2025-05-05T10:01:00.1Z stdout F the fan left\033[2J of bay 12\n2025-05-05T10:01:00.2Z stdout F turns slowly')"
look search '{"log":"the fan left of bay 12 turns slowly\n","stream":"stdout","time":"2025-05-05T10:01:00Z"}'
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
echo "== each record once, in the order of the report; nothing of the log is kept, and nobody else reads it"
printf 'secret-a\nthe disk secret-b of bay 1 is gone\nthe disk secret-c of bay 1 is gone\nthe fan x of bay 3 turns slowly\n' |
    "$ERRDEX" diagnose --quiet --db k.db > /dev/null
look explain last | grep '^ERROR'
last=$HOME/.local/state/errdex/last
cat "$last"
stat -c %a "$last" "$HOME/.local/state/errdex" "$HOME/.local/state"
echo "== the place is the environment's"
(export XDG_STATE_HOME="$PWD/state"; echo 'the fan left of bay 3 turns slowly' | "$ERRDEX" --quiet --db k.db > /dev/null; cat state/errdex/last)
echo "== a record that is gone is said, the others follow"
printf '00000000000000aa\n00000000000000ee\n\033[2Jdisk-gone\n00000000000000ac\n' > "$last"
look explain last | grep -E '^(ERROR|errdex|exit)'
echo "== a run without findings, and no home to write to"
echo 'all is well' | "$ERRDEX" --quiet --db k.db > /dev/null
look explain last
(unset HOME XDG_STATE_HOME; echo 'the fan left of bay 3 turns slowly' | "$ERRDEX" --quiet --db k.db | head -n 1)
(export XDG_STATE_HOME=/proc; echo 'the fan left of bay 3 turns slowly' | "$ERRDEX" --quiet --db k.db | head -n 1)
