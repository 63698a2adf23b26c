# What is no record is rejected with place, pointer and what to do; the good ones beside it are taken.
try() { echo "== $1"; "$ERRDEX" ingest --db k.db "$1" 2>&1 || echo "exit $?"; }
echo 'this is not JSON' > text.json
good='"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s is gone","messagePattern":"the disk (.+?) is gone"'
printf '{%s}\n{"id":"00000000000000ab","repo":"acme/app","slug":"half","errorMes\n' "$good" > half.ndjson
printf '{%s,"solutions":"none"}\n' "$good" > wrong-type.json
printf '[{%s},{"id":"XYZ","repo":"acme","slug":"Bad Slug","errorMessage":""}]' "$good" > many-faults.json
printf '{%s,"id":"00000000000000aa"}' "$good" > duplicate-key.json
printf '{%s,"documentation":"\377\376"}' "$good" > bad-utf8.json
printf '{%s,"documentation":"a\\u0000b"}' "$good" > nul-escape.json
printf '{%s,"documentation":"a\000b"}' "$good" > nul-byte.json
: > empty.json
mkdir folder && echo '{}' > folder/x.json
for f in text.json half.ndjson wrong-type.json many-faults.json duplicate-key.json bad-utf8.json nul-escape.json nul-byte.json empty.json folder missing.json; do
    rm -f k.db
    try "$f"
done
