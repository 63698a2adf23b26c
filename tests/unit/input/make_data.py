#!/usr/bin/env python3
"""Make the packed files that test_source.c reads: tests/unit/input/make_data.py [FOLDER].

The files are checked in, so the tests need none of what this needs: Python 3, the commands zip, zstd, lz4 and bsdtar.
"""
import bz2
import gzip
import io
import lzma
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile

LOG = b"first line\nsecond line\n"
LONG = b"".join(b"line %d of a log that was cut, checksum %08x\n" % (i, i * 2654435761 % 2**32) for i in range(3000))
EPOCH = 1780000000


def gz(data):
    return gzip.compress(data, mtime=0)


def entry(name, kind=tarfile.REGTYPE, size=0, link=""):
    info = tarfile.TarInfo(name)
    info.type, info.size, info.linkname, info.mtime = kind, size, link, EPOCH
    return info


def tar(members):
    """members: (name, bytes) or (name, kind, link target)"""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as t:
        for name, what, *link in members:
            if isinstance(what, bytes) and not link:
                t.addfile(entry(name, size=len(what)), io.BytesIO(what))
            else:
                t.addfile(entry(name, kind=what, link=link[0]))
    return out.getvalue()


def zipped(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in members:
            z.writestr(zipfile.ZipInfo(name, (2026, 6, 7, 8, 9, 10)), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def run_logs(steps_of_test):
    """The logs of a CI run as they are downloaded: job `build` with all its steps, job `test` with those given."""
    head, body = b"\xef\xbb\xbf2025-05-05T12:00:00.1234567Z ", b"2025-05-05T12:00:01.1234567Z cannot map weights file\n"
    return zipped([("0_build.txt", head + b"begin\n" + body), ("1_test.txt", head + b"begin\n" + body),
                   ("build/1_Set up job.txt", head + b"begin\n"), ("build/2_Run make.txt", body),
                   *[(f"test/{i + 1}_{name}.txt", head + b"a step\n") for i, name in enumerate(steps_of_test)]])


SOS = "sosreport-pine07-2025-05-05-abcdefg/"


def command(args, data):
    return subprocess.run(args, input=data, stdout=subprocess.PIPE, check=True).stdout


def in_folder(args, name):
    """Run args in a folder that holds LOG as a.log; the bytes of the file `name` that it makes."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "a.log").write_bytes(LOG)
        subprocess.run(args, cwd=folder, check=True, stdout=subprocess.DEVNULL, input=b"a.log\n")
        return (pathlib.Path(folder) / name).read_bytes()


def main():
    to = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "data")
    to.mkdir(exist_ok=True)
    deep = ("x.log", LOG)
    for level in range(4, 0, -1):
        deep = (f"level{level}.tar.gz", gz(tar([deep])))
    broken = bytearray(gz(LONG))
    broken[-8] ^= 1
    files = {
        "log.bz2": bz2.compress(LOG),
        "log.xz": lzma.compress(LOG),
        "log.zst": command(["zstd", "-q"], LOG),
        "log.lz4": command(["lz4", "-q"], LOG),
        "members.gz": gz(LOG) + gz(b"third line\n") + b"\0" * 512,
        "garbage.gz": gz(LOG) + b"garbage",
        "truncated.gz": gz(LONG)[:len(gz(LONG)) // 2],
        "damaged.gz": bytes(broken),
        "truncated.xz": lzma.compress(LONG * 30)[:-2000],
        "bomb.bz2": bz2.compress(b"\0" * (300 << 20)),
        "bomb.gz.gz": gz(gz(b"\0" * (300 << 20))),
        "empty.xz": lzma.compress(b""),
        "bundle.zip": zipped([("a.log", LOG), ("dir/b.log", b"bee\n"), ("dir/c.log.gz", gz(b"sea\n")), ("empty", b""),
                              ("../evil.log", b"evil\n"), ("/abs.log", b"abs\n"), ("n\u00e4me.log", b"name\n")]),
        "bundle.tar.gz": gz(tar([("top/", tarfile.DIRTYPE, ""), ("top/a.log", LOG), ("top/soft", tarfile.SYMTYPE, "a.log"),
                                 ("top/hard", tarfile.LNKTYPE, "top/a.log"), ("top/pipe", tarfile.FIFOTYPE, ""),
                                 ("top/inner.zip", zipped([("z.log", b"zed\n")])),
                                 ("top/inner.tar.gz", gz(tar([("y.log", b"why\n")])))])),
        "truncated.tar": tar([("a.log", LOG), ("b.log", LONG)])[:60000],
        "deep.tar.gz": deep[1],
        "run-logs.zip": run_logs(["Set up job"]),
        "sos.tar.xz": lzma.compress(tar([
            (SOS + "etc/fstab", b"/dev/sda1 / ext4\n"), (SOS + "etc/hosts", b"127.0.0.1 pine07\n"),
            (SOS + "installed-rpms", b"bash-5.2\n"), (SOS + "sos_commands/kernel/dmesg", b"[    1.0] x\n"),
            (SOS + "var/log/messages", tarfile.SYMTYPE, "../../sos_strings/logs/var.log.messages.tailed"),
            (SOS + "sos_strings/logs/var.log.messages.tailed", b"May  5 12:00:00 pine07 x: y\n"),
            (SOS + "var/log/lastlog", b"\0\1\2\3" * 64)])),
        "hostile.zip": zipped([("..\\..\\evil.log", b"back\n"), ("../../evil.log", b"up\n"), ("a\nb.log", b"break\n"),
                               ("a.log", b"one\n"), ("a.log", b"two\n"), ("\x1b[31m.log", b"red\n"),
                               ("x" * 5000 + ".log", b"long\n")]),
        "tail.xz": lzma.compress(LOG * 20)[:-30],
        "encrypted.zip": in_folder(["zip", "-q", "-X", "-P", "secret", "out.zip", "a.log"], "out.zip"),
        "bundle.cpio": in_folder(["bsdtar", "--format", "newc", "-cf", "out.cpio", "a.log"], "out.cpio"),
        "bundle.7z": in_folder(["bsdtar", "--format", "7zip", "-cf", "out.7z", "a.log"], "out.7z"),
    }
    for name, data in files.items():
        (to / name).write_bytes(data)


if __name__ == "__main__":
    main()
