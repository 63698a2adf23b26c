# The list of formats: each sample is of its format when that is named; what is explained of a log; names that are none.
"$ERRDEX" formats > list
"$ERRDEX" formats | grep -A 1 -E '^(journal-short|plain) '
python3 - "$ERRDEX" <<'P'
import re, subprocess, sys
names, sample = [], {}
for line in open("list", encoding="utf-8"):
    if line.startswith("    "):
        line = re.sub(r"\\x([01][0-9a-f])", lambda m: chr(int(m[1], 16)), line[4:]) # control characters are shown
        sample[names[-1]] = sample.get(names[-1], "") + line
    else:
        names.append(line.split()[0])
        assert len(line.split()) > 1, line
assert len(names) == len(set(names)), "a name twice"
for name in names:
    r = subprocess.run([sys.argv[1], "--explain-input", "--input", name], input=sample[name].encode(), capture_output=True)
    out = r.stdout.decode()
    assert r.returncode == 0, (name, r.stderr)
    if name != "plain" and f"        {name}: as told" not in out:
        print("not read as its own format:", name, out)
    if "cannot map weights file" not in out:
        print("the text is lost:", name, out)
P
cat > a.log <<'L'
May 05 12:00:00 pine07 trainer[4711]: [2025-05-05 12:00:00 TP0] cannot map weights file
-- Boot 0123456789abcdef0123456789abcdef --
May 05 12:00:00 pine07 trainer[4711]: two lines
                                      of one message
L
printf '\033[31mbare\033[0m \033]0;title\a\001\n' >> a.log
"$ERRDEX" diagnose --explain-input a.log
"$ERRDEX" diagnose --explain-input --input plain a.log
"$ERRDEX" diagnose --explain-input none.log 2>&1 || echo "exit $?"
for f in journal-shor '' nosuchformatatall; do
    "$ERRDEX" diagnose --input "$f" a.log 2>&1 || echo "exit $?"
done
yes 'a line' | head -n 100 | "$ERRDEX" --explain-input | tail -n 1
