# A data set folder: hashes that its manifest lists are verified, compact copies are skipped and said, families are read.
python3 - <<'P'
import gzip, hashlib, json, os
os.makedirs("set/repos/acme"); os.makedirs("set/info"); os.makedirs("set/search")
full = [{"id": "%016x" % i, "repo": "acme/app", "slug": "disk-gone-%d" % i, "errorMessage": "the disk %%s of bay %d is gone" % i,
         "messagePattern": "the disk (.+?) of bay %d is gone" % i, "backgroundTag": "disks", "schemaVersion": 2} for i in range(3)]
json.dump(full, open("set/repos/acme/app.json", "w"))
compact = json.dumps([{"id": r["id"], "repo": r["repo"], "slug": r["slug"], "msg": r["errorMessage"]} for r in full]).encode()
open("set/index.json.gz", "wb").write(gzip.compress(compact, mtime=0))
open("set/search/a.json", "wb").write(compact)
repos = json.dumps([{"repo": "acme/app", "errorCount": 3}]).encode()
open("set/repos.json", "wb").write(repos)
json.dump({"slug": "disks", "clusterKey": "tag:disks", "title": "Disks that go", "summary": "Drives that stop answering.",
           "background": "All drives do in the end.", "commonCauses": [{"cause": "age", "detail": "wear"}], "fixes": ["Replace it"],
           "guideSlugs": [], "errorIds": [r["id"] for r in full], "errorCount": 3, "repoCount": 1,
           "generatedAt": "2026-08-28T00:00:00Z", "schemaVersion": 1}, open("set/info/disks.json", "w"))
json.dump([{"slug": "disks", "title": "Disks that go", "errorCount": 3}], open("set/info/index.json", "w"))
def entry(path, **more):
    b = open("set/" + path, "rb").read()
    return dict(path=path, bytes=len(b), sha256=hashlib.sha256(b).hexdigest(), **more)
json.dump({"schemaVersion": 2, "datasetVersion": "2026-08-28", "counts": {"repos": 1, "errors": 3, "infoPages": 1},
           "files": {"index": entry("index.json.gz", encoding="gzip", rawBytes=len(compact), rawSha256=hashlib.sha256(compact).hexdigest()),
                     "repos": entry("repos.json")}}, open("set/manifest.json", "w"))
P
"$ERRDEX" ingest --db k.db set 2>&1
"$ERRDEX" explain --db k.db disks
echo "== one byte off"
printf ' ' >> set/repos.json
"$ERRDEX" ingest --db bad.db set 2>&1 | sed 's/[0-9a-f]\{64\}/HASH/g'
test ! -e bad.db && echo "nothing was taken"
