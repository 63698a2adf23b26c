# --collect shows each command and runs it without a shell; one that takes too long or prints too much is ended. The values
# that one command gives to the next are plain words or are left out.
cat > own.json <<'J'
{"playbook": "own", "schemaVersion": 1, "title": "Mine", "families": ["gpu-memory-unbalanced"],
 "evidence": [
  {"name": "app", "about": "who is there", "command": ["lister", "$(touch hit); a'b", "{{.X}}"], "columns": [{"name": "pid"}, {"name": "comm"}]},
  {"name": "owner", "about": "whose it is", "command": ["owner", "--of={pid}"], "each": {"evidence": "app", "column": "pid"}, "columns": [{"name": "unit"}]},
  {"name": "flood", "about": "a flood", "command": ["flood"], "columns": [{"name": "x"}]},
  {"name": "gone", "about": "what is not there", "command": ["no-such-program"], "columns": [{"name": "x"}]}],
 "checks": [{"name": "owned", "sql": "SELECT owner.pid AS pid, unit, 1 AS holds FROM owner", "says": "{pid} is of {unit}"},
  {"name": "flooded", "sql": "SELECT count(*) AS n, count(*) > 1000 AS holds FROM flood", "says": "yes", "otherwise": "no"},
  {"name": "there", "sql": "SELECT count(*) AS holds FROM gone", "says": "yes"}]}
J
mkdir bin
printf '#!/bin/sh\nprintf "%%s\\n" "7 db" "--all x" "\\$(reboot) y" "a;b z" "7 again"\n' > bin/lister
printf '#!/bin/sh\necho "unit-$1.service"; echo "LC_ALL=$LC_ALL" >&2\n' > bin/owner
printf '#!/bin/sh\nexec yes\n' > bin/flood
chmod +x bin/*
printf 'RuntimeError: The memory capacity is unbalanced. Some GPUs may be occupied by other processes. %s\n' \
    'pre_model_load_memory=39.75, local_gpu_memory=93.75, local_gpu_memory * 0.9=84.375' > app.log
PATH=$PWD/bin:$PATH "$ERRDEX" diagnose --playbook own.json --collect --format json app.log |
    jq -c '.findings[0].evidence | (.checks[] | [.name, .verdict, .says, .why]), (.tables[] | [.name, .there, .rows, .cut, .problem])'
test ! -e hit
"$ERRDEX" diagnose --follow --collect app.log || echo "exit $?"
"$ERRDEX" diagnose --evidence nowhere app.log || echo "exit $?"
