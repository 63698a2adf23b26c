# Compressed files and archives are read by content; a truncated one gives what decodes, and says that it ends early.
python3 - <<'P'
import bz2, gzip, io, lzma, random, tarfile, zipfile
rng = random.Random(3)
def record(i):
    return ('{"id":"%016x","repo":"acme/app","slug":"disk-gone-%d","errorMessage":"the disk %%s of bay %d is gone","documentation":"%s"}\n'
            % (i, i, i, "".join(rng.choice("abcdefgh ") for _ in range(400))))
lines = [record(i) for i in range(200)]
data = "".join(lines).encode()
open("a.ndjson.gz", "wb").write(gzip.compress(data[: len(data) // 2]) + gzip.compress(data[len(data) // 2:]))
open("b.whatever", "wb").write(lzma.compress(data))
open("c.bz2", "wb").write(bz2.compress(data))
with zipfile.ZipFile("d.zip", "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("in/one.json", "[" + ",".join(lines[:100]) + "]")
    z.writestr("in/two.ndjson.gz", gzip.compress("".join(lines[100:]).encode()))
with tarfile.open("e.tar.gz", "w:gz") as t:
    info = tarfile.TarInfo("../../escape.ndjson"); info.size = len(data); t.addfile(info, io.BytesIO(data))
whole = gzip.compress(data)
open("cut.gz", "wb").write(whole[: len(whole) // 2])
P
for f in a.ndjson.gz b.whatever c.bz2 d.zip e.tar.gz; do
    rm -f k.db
    echo "== $f: $("$ERRDEX" ingest --db k.db "$f" | grep '^taken')"
done
rm -f k.db
echo "== standard input: $(gzip -dc a.ndjson.gz | "$ERRDEX" ingest --db k.db - | grep '^taken')"
test ! -e ../escape.ndjson && test ! -e ../../escape.ndjson
echo "== cut.gz"
rm -f k.db
code=0
"$ERRDEX" ingest --db k.db cut.gz > out 2> err || code=$?
cat err
echo "exit $code"
test ! -e k.db && echo "no data base was left behind"
