# What follows the end of a packed file is read or told, and never passed over: archives behind each other, a cut checksum, foreign bytes, a damaged header.
python3 - <<'P'
import bz2, gzip, io, tarfile
def line(n): return b"the disk sd%d of bay 3 is gone\n" % n
def tar(n):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as t:
        info = tarfile.TarInfo("log%d" % n)
        info.size = len(line(n))
        t.addfile(info, io.BytesIO(line(n)))
    return out.getvalue()
files = {"two.tar": tar(1) + tar(2), "two.tar.gz": gzip.compress(tar(1)) + gzip.compress(tar(2)),
         "padded.tar": tar(1) + bytes(51200), "cut.tar.gz": gzip.compress(tar(1))[:-3],
         "sum.tar.gz": gzip.compress(tar(1))[:-8] + b"8 bytes.", "junk.tar": tar(1) + b"junk" * 512,
         "two.bz2": bz2.compress(line(1)) + bz2.compress(line(2)), "padded.bz2": bz2.compress(line(1)) + bytes(100000),
         "junk.bz2": bz2.compress(line(1)) + b"junk", "far.bz2": bz2.compress(line(1)) + bytes(100000) + b"junk"}
flipped = bytearray(tar(1)[:1024] + tar(2)[:1024] + tar(3))
flipped[1030] ^= 1  # in the header of the second member
files["flipped.tar"] = bytes(flipped)
for name, data in files.items():
    open(name, "wb").write(data)
P
echo '{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk sd%d of bay %d is gone"}' | "$ERRDEX" ingest --quiet --db k.db -
for f in two.tar two.tar.gz padded.tar cut.tar.gz sum.tar.gz junk.tar flipped.tar two.bz2 padded.bz2 junk.bz2 far.bz2; do
    code=0
    "$ERRDEX" diagnose --db k.db --format json $f > report.json || code=$?
    python3 -c '
import json, sys
r = json.load(open("report.json"))
print(sys.argv[1], "exit", sys.argv[2], sum(f["count"] for f in r["findings"]), [n["message"] for n in r["account"]["notes"]])' $f $code
done
