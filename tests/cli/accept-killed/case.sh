# Killed at any moment of --write-accept: the file is the old one or the new one, whole.
cat > r.ndjson <<'J'
{"id":"00000000000000aa","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone","severity":"error"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
python3 - <<'P'
import json, os, signal, subprocess, time
exe = os.environ["ERRDEX"]
with open("few.log", "w") as f:
    f.write("the disk sda of bay 1 is gone\n")
with open("many.log", "w") as f:
    for i in range(3000):
        f.write("the disk sd%s of bay 1 is gone\n" % "".join(chr(97 + int(c)) for c in str(i)))
command = [exe, "--quiet", "--db", "k.db", "--triage", "off", "--format", "ndjson"]
quiet = {"stdout": subprocess.DEVNULL}
start = time.monotonic()
subprocess.run([*command, "--write-accept", "trial.json", "many.log"], check=True, **quiet)
whole = time.monotonic() - start
subprocess.run([*command, "--write-accept", "known.json", "few.log"], check=True, **quiet)
few, many = open("known.json").read(), open("trial.json").read()
for k in range(12):
    child = subprocess.Popen([*command, "--write-accept", "known.json", "many.log"], stderr=subprocess.DEVNULL, **quiet)
    time.sleep(whole * (k + 6) / 18)
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert open("known.json").read() in (few, many)
subprocess.run([*command, "--accept", "known.json", "--write-accept", "known.json", "many.log"], check=True, **quiet)
print("whole after every kill, then", len(json.load(open("known.json"))["findings"]))
code = subprocess.run([*command, "--accept", "known.json", "--fail-on", "info", "few.log", "many.log"], **quiet).returncode
print("all of it accepted: exit", code)
P
