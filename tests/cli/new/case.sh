# errdex new: a skeleton that a check refuses, filled in, found; a second one beside it; and what is refused.
mkdir data
"$ERRDEX" new acme/loader 'cannot map weights file %s into memory: %s' --file src/map.c --line 7 \
    --commit 0123456789012345678901234567890123456789
sed 's/"analyzedAt": ".*Z"/"analyzedAt": "NOW"/' data/records/acme/loader.json
cat data/examples/acme/loader.json
echo "== refused as it stands"
"$ERRDEX" check || echo "exit $?"
"$ERRDEX" test >/dev/null || echo "exit $?"
echo "== filled in"
cat >fill.sed <<'FILL'
s/"FILL IN: the line as it stands in one log.*"/"cannot map weights file \/srv\/m.bin into memory: Permission denied"/
s/"FILL IN: the line as it stands in another.*"/"Nov 30 08:12:44 node-3 loader[41]: cannot map weights file \/srv\/m.bin into memory: Permission denied"/
s/"file": "FILL IN.*"/"file": "\/srv\/m.bin"/
s/"memory": "FILL IN.*"/"memory": "Permission denied"/
s/"FILL IN: a line that resembles.*"/"mapped weights file \/srv\/m.bin into memory"/
s/"FILL IN: .*"/"Words of our own."/
s/"tags": \[\]/"tags": ["weights"]/
FILL
sed -i -f fill.sed data/records/acme/loader.json data/examples/acme/loader.json
"$ERRDEX" check
"$ERRDEX" test --strict
echo "== a second one, of the same slug"
mkdir first
cp data/records/acme/loader.json first/records.json
cp data/examples/acme/loader.json first/examples.json
"$ERRDEX" new -q acme/loader 'cannot map weights file %s into memory: %s!' --severity warning --family weights-unreadable
"$ERRDEX" ingest -q --db own.db data
"$ERRDEX" list --db own.db
for f in records examples; do
    head -c "$(($(wc -c <first/$f.json) - 3))" first/$f.json >begin
    head -c "$(wc -c <begin)" data/$f/acme/loader.json | cmp - begin && echo "$f begin as before"
done
echo "== a folder that is not there"
"$ERRDEX" new acme/other 'no weights at all are left in %s' --to mine/kb
find mine -type f | LC_ALL=C sort
echo "== refused"
cp -r data before
"$ERRDEX" new acme/loader 'cannot map weights file %s into memory: %s' --file src/map.c || echo "exit $?"
"$ERRDEX" new ../acme 'cannot map %s' || echo "exit $?"
"$ERRDEX" new acme/loader '%s: %s' || echo "exit $?"
"$ERRDEX" new acme/loader ' ' || echo "exit $?"
"$ERRDEX" new acme/loader "$(printf 'cannot map \377 file')" || echo "exit $?"
"$ERRDEX" new acme/loader 'cannot map %s' --commit main || echo "exit $?"
"$ERRDEX" new acme/loader 'cannot map %s' --family 'No Kebab' || echo "exit $?"
"$ERRDEX" new acme/loader 'cannot map %s' --to '' || echo "exit $?"
"$ERRDEX" new acme/loader || echo "exit $?"
echo '{"no": "array"}' >data/examples/acme/loader.json
"$ERRDEX" new acme/loader 'cannot map file %s at all' || echo "exit $?"
cp before/examples/acme/loader.json data/examples/acme/loader.json
diff -r before data && echo "nothing was changed"
rm -r data
"$ERRDEX" new acme/loader 'cannot map %s' || echo "exit $?"
