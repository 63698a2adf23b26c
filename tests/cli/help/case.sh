# The help texts, made from the same tables as the parser.
"$ERRDEX" --version
"$ERRDEX" --help
for c in diagnose explain search list stats ingest export rebuild formats test check new; do
    echo "== $c"
    "$ERRDEX" $c --help | head -n 3
done
"$ERRDEX" help search
for c in "" diagnose explain search list stats ingest export rebuild formats test check new; do
    "$ERRDEX" $c --help | awk -v c="$c" 'length > 80 { print "over 80 columns: " c ": " $0 }'
done
"$ERRDEX" help nosuch 2>&1 || echo "exit $?"
