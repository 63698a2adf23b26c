# The script of every playbook under two shells where no tool is installed: each absence is noted, and nothing fails. Then
# three of them where stand-ins play what was recorded, by the command as the bundle shows it.
mkdir empty bin
"$ERRDEX" evidence list | while read -r name _; do
    "$ERRDEX" evidence script "$name" > ask.sh
    for shell in dash "busybox sh"; do
        program=$(command -v ${shell%% *})
        PATH=$PWD/empty "$program" ${shell#dash} ask.sh > none.txt 2> err.txt || echo "$name: exit $?"
        asked=$(grep -c '^\$ ' none.txt)
        test "$asked" -gt 0 && test "$asked" -eq "$(grep -c '^= absent$' none.txt)" || echo "$name: $asked asked"
        test ! -s err.txt || cat err.txt
    done
done
cat > play <<'S'
#!/bin/dash
shown="\$ ${0##*/} $*"
open=
while IFS= read -r line; do
    case $line in
    "$shown") open=1 ;;
    '$ '*) test -z "$open" || break ;;
    '| '*) test -z "$open" || printf '%s\n' "${line#| }" ;;
    '= exit '*) test -z "$open" || exit "${line#= exit }" ;;
    esac
done < "$RECORDED"
exit 9
S
chmod +x play
for tool in openssl ls date timedatectl chronyc cat ss du systemctl ip; do cp play bin/$tool; done
export RECORDED="$PWD/recorded.txt"
sed 's/^        //' > certificate-time.txt <<'R'
        $ openssl s_client -connect localhost:443
        |  0 s:CN = files.example.org
        |    v:NotBefore: Dec 12 00:00:00 2025 GMT; NotAfter: Mar 12 00:00:00 2026 GMT
        | subject=CN = files.example.org
        = exit 0
        $ ls -1 /etc/letsencrypt/live
        | README
        | $(touch hit)
        | files.example.org
        = exit 0
        $ openssl x509 -noout -dates -in /etc/letsencrypt/live/files.example.org/fullchain.pem
        | notBefore=Feb 20 04:11:07 2026 GMT
        | notAfter=May 21 04:11:06 2026 GMT
        = exit 0
        $ date -u +%s
        | 1773470402
        = exit 0
R
sed 's/^        //' > open-files.txt <<'R'
        $ cat /proc/sys/fs/file-nr
        | 12800 0 1048576
        = exit 0
        $ ss -ltnp
        | LISTEN 0 4096 *:8080 *:* users:(("gateway",pid=5512,fd=3))
        | LISTEN 0 4096 127.0.0.1:9100 0.0.0.0:* users:(("`touch hit`",pid=77,fd=3))
        = exit 0
        $ cat /proc/5512/limits
        | Max open files            1024                 4096                 files
        = exit 0
        $ du --inodes -s /proc/5512/fd
        | 1025 /proc/5512/fd
        = exit 0
R
sed 's/^        //' > name-resolution.txt <<'R'
        $ cat /etc/resolv.conf
        | nameserver 127.0.0.53;touch hit
        | nameserver 10.8.0.1
        = exit 0
        $ ip route get 10.8.0.1
        | RTNETLINK answers: Network is unreachable
        = exit 2
R
printf 'Post "https://files.example.org/v1": tls: failed to verify certificate: x509: certificate has expired or is not yet valid: %s\n' \
    'current time 2026-03-14T06:12:09Z is after 2026-03-12T00:00:00Z' > certificate-time.log
echo 'http: Accept error: accept tcp [::]:8080: accept4: too many open files; retrying in 5ms' > open-files.log
echo 'curl: (6) Could not resolve host: artifacts.example.org' > name-resolution.log
for name in certificate-time open-files name-resolution; do
    cp "$name.txt" recorded.txt
    "$ERRDEX" evidence script "$name" > ask.sh
    for shell in dash "busybox sh"; do
        program=$(command -v ${shell%% *})
        PATH=$PWD/bin "$program" ${shell#dash} ask.sh > some.txt
        "$ERRDEX" diagnose --evidence some.txt --format json "$name.log" | jq -r '.findings[0].evidence.cause'
    done
done
test ! -e hit
