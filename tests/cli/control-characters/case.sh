# A log line is foreign: no control character of it reaches the terminal, from text, names or values.
printf '{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %%s of bay %%s is gone","documentation":"red \\u001b[31m and bell \\u0007 and \\u202e turned"}' > r.json
"$ERRDEX" ingest --quiet --db k.db r.json
printf 'the disk \033[31msda\033[0m of bay \033]0;title\007four\r is gone\nthe disk a\001b\177c of bay \302\233x \342\200\256y is gone\nthe disk \377\376 of bay \000 is gone\n' > "x$(printf '\033[5m').log"
for args in "--color=never" "--color=never --verbose --why" "--format json"; do
    "$ERRDEX" diagnose --db k.db $args x*.log > out 2>&1
    python3 - <<'P'
import re
data = open("out", "rb").read()
text = data.decode("utf-8")  # valid whatever the log held
bad = sorted({c for c in text if (ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0 or 0x202A <= ord(c) <= 0x202E})
print("findings" if "disk-gone" in text else "nothing", [hex(ord(c)) for c in bad])
P
done
"$ERRDEX" explain --db k.db --color=never disk-gone > out
python3 -c 'print([c for c in open("out", encoding="utf-8", newline="").read() if ord(c) < 32 and c != "\n" or ord(c) == 0x202e])'
