# Killed at any moment of an ingest: the data base is as it was before, and usable.
python3 - <<'P'
import json, os, signal, subprocess, time
exe = os.environ["ERRDEX"]
def write(name, n, start):
    with open(name, "w") as f:
        for i in range(start, start + n):
            f.write(json.dumps({"id": "%016x" % i, "repo": "acme/app", "slug": "disk-gone-%d" % i,
                                "errorMessage": "the disk %%s of bay %d is gone" % i, "documentation": "word%d " % i * 80}) + "\n")
write("few.ndjson", 5, 0)
write("many.ndjson", 4000, 100)
subprocess.run([exe, "ingest", "--quiet", "--db", "k.db", "few.ndjson"], check=True)
start = time.monotonic()
subprocess.run([exe, "ingest", "--quiet", "--db", "trial.db", "many.ndjson"], check=True)
whole = time.monotonic() - start
seen = set()
for k in range(12):
    child = subprocess.Popen([exe, "ingest", "--quiet", "--db", "k.db", "many.ndjson"])
    time.sleep(whole * (k + 0.5) / 13)
    child.send_signal(signal.SIGKILL)
    child.wait()
    out = subprocess.run([exe, "list", "--db", "k.db"], capture_output=True, text=True)
    assert out.returncode == 0, out.stderr
    seen.add(len(out.stdout.splitlines()))
assert seen <= {5, 4005} and 5 in seen, seen
subprocess.run([exe, "ingest", "--quiet", "--db", "k.db", "many.ndjson"], check=True)
n = len(subprocess.run([exe, "list", "--db", "k.db"], capture_output=True, text=True, check=True).stdout.splitlines())
print("whole after every kill, then", n)
P
