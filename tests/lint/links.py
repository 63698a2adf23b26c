"""What the pages point to is there: relative links with their #section, and paths of the tree in backquotes, in which
NAME stands for any name that something there has.
"""
import posixpath
import re

import lint


def anchors(text):
    """The sections' names as they are made from headings on code hosts."""
    heads = re.findall(r"^#+ +(.+?)\s*$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h).strip().lower().replace(" ", "-") for h in heads}


def check(tree):
    for file in tree.files(r".*\.md"):
        folder = posixpath.dirname(file.path)
        prose = re.sub(r"```.*?```", lambda m: lint.blank(m[0]), file.text, flags=re.DOTALL)
        for m in re.finditer(r"\]\(([^)\s]+)\)", prose):
            target, _, section = m[1].partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            path = posixpath.normpath(posixpath.join(folder, target)) if target else file.path
            if not tree.exists(path):
                yield f"{file.at(m.start())}: the link {m[1]} leads to no file"
            elif section and path.endswith(".md") and section not in anchors(tree.read(path)):
                yield f"{file.at(m.start())}: {path} has no section #{section}"
        for m in re.finditer(r"`((?:src|data|schema|tests|\.ci)/[\w./-]+)`", prose):
            if not any(tree.root.glob(m[1].rstrip("/").replace("NAME", "*"))):
                yield f"{file.at(m.start())}: there is no {m[1]}"


GOOD = [{"README.md": "# A b\n[x](src/a.md#c-d) [y](#a-b) [z](https://example.org/) `src/a.md` `src/NAME.md` `src/`\n",
         "src/a.md": "## C, d\n[up](../README.md)\n```\n[no](none)\n```\n"}]
BAD = [
    ({"README.md": "[x](none.md)\n"}, "README.md:1: the link none.md leads to no file"),
    ({"README.md": "`src/NAME.c`\n", "src/a.md": ""}, "README.md:1: there is no src/NAME.c"),
    ({"README.md": "[x](#none)\n"}, "has no section #none"),
    ({"src/a.md": "\nsee `data/none.json`\n"}, "src/a.md:2: there is no data/none.json"),
]

if __name__ == "__main__":
    lint.main(check, BAD, GOOD)
