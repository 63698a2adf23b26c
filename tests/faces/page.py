"""The html face in a browser: what a reader sees of a page that a hostile log made. Chromium loads it without a window;
without Chromium the test says that it did not run, and exits 77.

Looked at: the text of the elements as the browser built them; that no script of the log ran and no element came of it;
that the page asks for nothing else; that on a phone's width no part stands out to the right; that the colours differ
from their background enough to be read (WCAG AA: 4.5), light and dark.
"""
import argparse
import html.parser
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import harness  # noqa: E402

SKIPPED = 77
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PHONE = 400
RECORDS = [
    {"id": "0000000000000001", "repo": "acme/app", "slug": "disk-gone", "severity": "critical",
     "errorMessage": "the disk %s of bay %d is gone", "documentation": "Somebody took `it` out.\nOr so.",
     "solutions": ["Put it back: `bay --close " + "x" * 200 + "`"], "validationCode": "bay\t--list\n"},
    {"id": "0000000000000002", "repo": "acme/app", "slug": "fan-slow", "severity": "warning",
     "errorMessage": "the fan %s of bay %d turns slowly"},
]
NASTY = ["</pre></script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">",
         "]]> --> <!-- &amp; <b>bold</b>", "w" * 300, "\u202e\u2066turned", "\u0645\u0631\u062d\u0628\u0627"]


class Page(html.parser.HTMLParser):
    """Elements by name, and the text of all, as the browser's serialization has them."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text, self.title, self.inside = [], "", "", None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.inside = tag

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside == "title":
            self.title += data
        elif self.inside != "style":
            self.text += data


def browse(browser, page, cwd, env):
    """The document after loading, at the width of a phone."""
    argv = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={cwd}/profile",
            f"--window-size={PHONE},900", "--dump-dom", page.as_uri()]
    done = subprocess.run(argv, env=env, cwd=cwd, capture_output=True, timeout=harness.SECONDS, check=False)
    return done.stdout.decode("utf-8", "replace")


def contrast(a, b):
    def light(colour):
        parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def pale(style):
    """Colours of the style sheet that are hard to read on its backgrounds."""
    for scheme, block in zip(("light", "dark"), re.findall(r":root \{(.*?)\}", style, re.DOTALL)):
        colours = dict(re.findall(r"--(\w+): (#\w{6})", block))
        for name in ("text", "faint", "error", "warning", "info", "link"):
            for back in ("back", "code"):
                if contrast(colours[name], colours[back]) < 4.5:
                    yield f"{scheme}: {name} on {back} has a contrast of {contrast(colours[name], colours[back]):.2f}"


def judge(browser, errdex):
    with harness.world(errdex) as (cwd, env):
        (cwd / "r.ndjson").write_text("".join(json.dumps(r) + "\n" for r in RECORDS), "utf-8")
        log = [f"the disk {text} of bay 4 is gone" for text in NASTY] + ["the fan x of bay 1 turns slowly"]
        (cwd / "a.log").write_text("\n".join(log) + "\n", "utf-8")
        made = harness.run(["sh", "-euc", '"$ERRDEX" ingest --quiet --db k.db r.ndjson; '
                            '"$ERRDEX" --format html --db k.db a.log'], cwd, env)
        if made.code or made.err:
            yield f"the page was not made: {made.code} {made.err}"
            return
        (cwd / "page.html").write_text(made.out, "utf-8")
        page = Page(browse(browser, cwd / "page.html", cwd, env))
        if page.title != "errdex: 6 findings":
            yield f"the title is {page.title!r}"
        for wanted in ("the disk " + NASTY[0] + " of bay 4 is gone", NASTY[1], NASTY[2], r"\u{202e}\u{2066}turned", NASTY[4],
                       "Somebody took it out.\nOr so.", "bay\t--list", "6 findings in 6 lines", "confidence"):
            if wanted not in page.text:
                yield f"not on the page: {wanted!r}"
        alien = [tag for tag, attrs in page.tags if tag in ("script", "img", "link", "iframe", "b") or "onerror" in attrs
                 or "src" in attrs]
        if alien:
            yield f"elements that nobody wrote: {alien}"
        if [a for tag, a in page.tags if tag == "details" and "open" in a] == []:
            yield "nothing is unfolded"
        # Scripts are forbidden, so a copy without its policy measures itself.
        measured = re.sub(r"<meta http-equiv[^>]*>", "", made.out).replace("</body>", "<script>document.title = "
                          "document.documentElement.scrollWidth + ' of ' + innerWidth</script></body>")
        (cwd / "measured.html").write_text(measured, "utf-8")
        width, room = map(int, Page(browse(browser, cwd / "measured.html", cwd, env)).title.split(" of "))
        if width > room:
            yield f"the page is {width} wide in a window of {room}"
        if "</script><script>" in made.out or "Content-Security-Policy" not in made.out:
            yield "the page could run a script"
        yield from pale(made.out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--errdex", required=True, help="the program")
    args = parser.parse_args()
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not browser:
        print("SKIPPED: the html page was NOT looked at in a browser: there is no Chromium here (apt-get install chromium)")
        return SKIPPED
    problems = list(judge(browser, args.errdex))
    for problem in problems:
        harness.say(problem)
    print(f"the html page in {browser}: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
