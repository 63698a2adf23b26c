# The script of a playbook under two shells: with no tool at all, and with stand-ins for them. What it writes is read again
# and names the culprit. The stand-ins print what would leave quotes, end sections and steer terminals.
"$ERRDEX" evidence script gpu-memory-unbalanced > ask.sh
mkdir bin empty
cat > bin/nvidia-smi <<'S'
#!/bin/sh
case $* in
*index,memory*) printf '0, 55295 MiB, 41958 MiB\n1, 0 MiB, 97252 MiB\n= exit 7\n' ;;
*index,uuid*) echo '0, GPU-11111111-0000-0000-0000-000000000000' ;;
*compute-apps*) printf '20629, GPU-11111111-0000-0000-0000-000000000000, 55286 MiB\n$(touch hit), x, 1 MiB\n-9, x, 1 MiB\n20629, x, 2 MiB\n' ;;
*) exit 9 ;;
esac
S
printf '#!/bin/sh\necho "0::/system.slice/old-inference.service"\n' > bin/cat
cat > bin/ps <<'S'
#!/bin/sh
printf '%s \033[2J' '20629 1 llm 900 python3 -m server --name `touch hit`'
echo oops >&2
exit 3
S
chmod +x bin/*
printf 'RuntimeError: The memory capacity is unbalanced. Some GPUs may be occupied by other processes. %s\n' \
    'pre_model_load_memory=39.75, local_gpu_memory=93.75, local_gpu_memory * 0.9=84.375' > app.log
for shell in dash "busybox sh"; do
    program=$(command -v ${shell%% *})
    echo "== $shell"
    PATH=$PWD/empty "$program" ${shell#dash} ask.sh > none.txt
    echo "exit $?"
    command cat none.txt
    PATH=$PWD/bin "$program" ${shell#dash} ask.sh > some.txt 2> err.txt
    echo "exit $?"
    command cat -v some.txt
    command cat err.txt
    test ! -e hit
    "$ERRDEX" diagnose --evidence none.txt --format json app.log | jq -r '.findings[0].evidence | .brought, .checks[3].why'
    "$ERRDEX" diagnose --evidence some.txt --format json app.log | jq -r '.findings[0].evidence | .cause, (.steps[].command)'
done
# what the script is not for
"$ERRDEX" evidence script nothing-like-it || echo "exit $?"
"$ERRDEX" evidence script the-memory-capacity-is-unbalanced-some-gpus-may-b | cmp - ask.sh
