# A line break in a file's name would let what stands behind it read as words of the program: it is shown as \n.
mkdir set
printf 'no JSON\n' > "set/$(printf 'a\033[5m\nerrdex: all is well')"
"$ERRDEX" ingest --db k.db set 2>&1 || echo "exit $?"
"$ERRDEX" diagnose "$(printf 'x\nerrdex: all is well')" 2>&1 || echo "exit $?"
