# Playbooks that want more than to ask are refused, each with its reason; a question without an end is ended.
book() {
    jq -n --arg sql "$1" '{playbook: "own", schemaVersion: 1, title: "Mine", families: ["gpu-memory-unbalanced"],
        evidence: [{name: "app", about: "who is there", command: ["lister"], columns: [{name: "pid", type: "integer"}, {name: "comm"}]}],
        checks: [{name: "asked", sql: $sql, says: "yes"}]}' > own.json
}
printf 'RuntimeError: The memory capacity is unbalanced. Some GPUs may be occupied by other processes. %s\n' \
    'pre_model_load_memory=39.75, local_gpu_memory=93.75, local_gpu_memory * 0.9=84.375' > app.log
echo "7 db" > app.txt
while IFS= read -r sql; do
    echo "-- $sql"
    book "$sql"
    "$ERRDEX" diagnose --playbook own.json --evidence app.txt --format json app.log 2>&1 | jq -r '.findings[0].evidence.checks[0] | .verdict, .why' 2>/dev/null ||
        "$ERRDEX" diagnose --playbook own.json --evidence app.txt app.log 2>&1 | head -2
done <<'S'
ATTACH DATABASE 'x.db' AS x
SELECT 1 AS holds; ATTACH DATABASE 'x.db' AS x
INSERT INTO app VALUES (1, 'x')
DELETE FROM app
DROP TABLE app
CREATE TABLE other AS SELECT 1
VACUUM INTO 'x.db'
PRAGMA journal_mode = WAL
SELECT load_extension('./x.so') AS holds
SELECT readfile('/etc/passwd') AS holds
SELECT writefile('x.db', 'x') AS holds
SELECT sql AS holds FROM sqlite_schema
SELECT name AS holds FROM pragma_database_list
SELECT * FROM record
SELECT randomblob(1000000000) AS holds
SELECT zeroblob(1000000000) AS holds
SELECT printf('%1000000000d', 1) AS holds
WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) AS holds FROM n
WITH RECURSIVE n(x) AS (SELECT 'x' UNION ALL SELECT x || x FROM n) SELECT max(length(x)) AS holds FROM n
SELECT count(*) > 0 AS holds FROM app AS a, app AS b
S
ls
# One output of a gigabyte, and a folder of them: what is read has a limit, and the report says so.
mkdir big
printf '0, 55295 MiB, 41958 MiB\n1, 0 MiB, 97252 MiB\n' > big/gpu.csv
truncate -s 1G big/gpu.csv
printf '20629, GPU-1, 55286 MiB\n' > big/app.csv
truncate -s 1G big/app.csv
"$ERRDEX" diagnose --evidence big --format json app.log | jq -c '.findings[0].evidence | .cause, (.tables[] | select(.there) | [.name, .rows, .unread, .cut])'
