# Every playbook has a line, and its script is one for a shell.
"$ERRDEX" evidence list | while read -r name title; do
    "$ERRDEX" evidence script "$name" > "$name.sh"
    sh -n "$name.sh"
    test -n "$title"
    grep -q "errdex-evidence/1 $name" "$name.sh"
done
"$ERRDEX" evidence list | grep gpu-memory-unbalanced
"$ERRDEX" evidence || echo "exit $?"
# one of one's own stands in front, and a broken one is told by its place
cat > own.json <<'J'
{"playbook": "own", "schemaVersion": 1, "title": "Mine", "families": ["gpu-memory-unbalanced"],
 "evidence": [{"name": "up", "about": "since when", "command": ["uptime", "-s"], "columns": [{"name": "since"}]}],
 "checks": [{"name": "known", "sql": "SELECT since, 1 AS holds FROM up", "says": "up since {since}"}]}
J
"$ERRDEX" evidence list --playbook own.json | head -1
sed 's/"sql": "[^"]*"/"sql": "DROP TABLE up"/' own.json > bad.json
"$ERRDEX" evidence list --playbook bad.json || echo "exit $?"
sed 's/"title"/"titel"/' own.json > bad.json
"$ERRDEX" diagnose --playbook bad.json /dev/null || echo "exit $?"
