# A log in UTF-16 (a Windows tool, a redirection in PowerShell) is read as text, and so are records.
echo '{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone"}' > r.json
"$ERRDEX" ingest --quiet --db k.db r.json
python3 -c '
for name, code in (("le", "utf-16-le"), ("be", "utf-16-be")):
    open(name + ".log", "wb").write(("\ufeff" + "the disk sda of bay 3 is gone\\n").encode(code))
open("r16.json", "wb").write(open("r.json").read().encode("utf-16"))'
for f in le.log be.log; do "$ERRDEX" diagnose --db k.db $f || echo "exit $?"; done
"$ERRDEX" ingest --db new.db r16.json 2>&1 || echo "exit $?"
