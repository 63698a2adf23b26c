"""The bench over small data, so that it cannot rot: it must end well and print every line of quick.glob (growth.glob
with --growth). What the figures are does not matter here.

  quick.py [--hyperscan PROGRAM] ERRDEX
"""
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import harness  # noqa: E402

RUNS = {
    "quick.glob": ["--mb", "2", "--large", "2000", "--runs", "1"],
    "growth.glob": ["--mb", "1", "--runs", "1", "--growth", "--growth-records", "100,2000", "--growth-logs", "1,2"],
}


def problems(name, words):
    """Texts of what is wrong with one run: how it ended, a line that is missing, a figure that is none."""
    with tempfile.TemporaryDirectory(prefix="errdex-bench-") as folder:
        argv = [sys.executable, "-B", HERE / "bench.py", "--generator", HERE / "generate.py", *RUNS[name], *words]
        ran = subprocess.run([*argv, "--keep", folder], capture_output=True, text=True)
    wanted = (HERE / name).read_text("utf-8")
    if ran.returncode != 0:
        yield f"exit code {ran.returncode}\n{ran.stdout}{ran.stderr}"
    elif not harness.glob_matches(wanted, ran.stdout):
        yield harness.difference(wanted, ran.stdout, name)
    if re.search(r"\b(?:nan|inf)\b", ran.stdout):
        yield f"a figure that is no number:\n{ran.stdout}"


def main():
    wrong = [f"{name}: {text}" for name in RUNS for text in problems(name, sys.argv[1:])]
    for text in wrong:
        harness.say(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
