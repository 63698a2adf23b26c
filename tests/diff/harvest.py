"""Message templates out of source trees, as NDJSON for diff_templates: repo, file, line, errorMessage, messagePattern.

    harvest.py owner/name=PATH... > templates.ndjson

PATH is a folder, or a git directory (its HEAD is read; no work tree is needed). A template is the string of a call that
raises, logs or formats an error, of a row in a table of messages, or of an upper-case macro; strings side by side, and
those joined by + with something between them, are one. Tests, vendored code and what reads like no sentence are passed
over. What comes out is other people's text: it is for a run, not to be kept beside the code.
"""
import argparse
import ast
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

PASSED_OVER = re.compile(r"(?:^|/)(?:tests?|testing|testdata|vendor|node_modules|third_party|thirdparty|examples?|"
                         r"docs?|dist|fixtures|bench\w*)(?:/|$)|_test\.go$|(?:^|/)test_[^/]*$|\.(?:min|pb)\.")
C_LIKE = {"c": "c", "h": "c", "cc": "c", "cpp": "c", "cxx": "c", "hpp": "c", "y": "c", "go": "go", "java": "java",
          "scala": "java", "kt": "java", "cs": "java", "rs": "rust", "js": "js", "ts": "js", "mjs": "js", "php": "php",
          "rb": "ruby", "sh": "sh"}
LARGEST = 2 << 20

# What raises, logs or formats an error, in any of the languages; and tables of messages by macro.
CALL = re.compile(r"""
    (?: \b (?: new \s+ )? [\w.:>-]* (?: err(?:or|no)?f? | warn(?:ing)?f? | fatalf? | panicf? | fail(?:ed|ure)?f? | die
             | abort | bail | throw | exception | critical(?:f)? | alert | complain | reject | invalid | oops
             | log\w*f? | printk | sprintf | printf | format | message | msg | errmsg\w* | errdetail | errhint | Errorf
             | expect | ensure | unreachable | anyhow | wrapf? ) \w* !? \s* \(
      | \b [A-Z][A-Z0-9_]{2,} \s* \(
      | \{ \s* -? [A-Za-z_][\w:.]* \s* ,
      | \b (?: raise | throw | die | echo | warn | fatal | error ) \b [^"'`(;\n]{0,60} (?= ["'`] )
    )""", re.VERBOSE | re.IGNORECASE)
UPPER = re.compile(r"\b[A-Z][A-Z0-9_]{2,}\s*\($")
STRING = {
    "c": re.compile(r'"((?:[^"\\\n]|\\.)*)"', re.DOTALL),
    "go": re.compile(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`', re.DOTALL),
    "java": re.compile(r'"((?:[^"\\\n]|\\.)*)"', re.DOTALL),
    "rust": re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL),
    "js": re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|\'((?:[^\'\\\n]|\\.)*)\'', re.DOTALL),
    "php": re.compile(r'"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\'', re.DOTALL),
    "ruby": re.compile(r'"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\'', re.DOTALL),
    "sh": re.compile(r'"((?:[^"\\]|\\.)*)"|\'([^\']*)\'', re.DOTALL),
}
# Between two strings that are one message: nothing, a macro that prints a width, or + something +.
BESIDE = re.compile(r"\s*(?:(?P<macro>PRI\w+)\s*)?$")
JOINED = re.compile(r"\s*[+.]\s*(?:(?P<what>[^\"'`;{}]{1,80}?)\s*[+.]\s*)?$", re.DOTALL)
ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|\n[ \t]*|.)", re.DOTALL)
PLAIN = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}
PLACEHOLDER = re.compile(r"%[-+ #0']*(?:\d+\$)?[\d*]*(?:\.[\d*]+)?(?:hh|h|ll|l|z|j|t|q)?[a-zA-Z]|%\(\w+\)\w|"
                         r"\$?\{[^{}]*\}|#\{[^{}]*\}|\$\w+")
# What upstream makes a group of.
UPSTREAM = re.compile(r"\$\{[^}]*\}|%\(\w+\)s|%[sdifjv]|\{[^}]*\}")


def unescape(text):
    def one(m):
        code = m[1]
        if code[0] in "xu" and len(code) > 1:
            return chr(int(code[1:], 16))
        return "" if code[0] == "\n" else PLAIN.get(code, code)
    return ESCAPE.sub(one, text)


def pattern_of(message):
    out, at = [], 0
    for m in UPSTREAM.finditer(message):
        out += [re.sub(r"[.*+?^${}()|\[\]\\]", r"\\\g<0>", message[at:m.start()]), "(.+?)"]
        at = m.end()
    return "".join(out) + re.sub(r"[.*+?^${}()|\[\]\\]", r"\\\g<0>", message[at:])


def is_message(text):
    """Some words in a row, or a placeholder with a word: no name, path, format of a table or piece of code."""
    words = re.findall(r"[A-Za-z]{2,}", PLACEHOLDER.sub(" ", text))
    if not 8 <= len(text) <= 500 or re.search(r"[\0-\x08\x0b-\x1f]", text.replace("\r", "")):
        return False
    return " " in text and (len(words) >= 3 or (len(words) >= 2 and PLACEHOLDER.search(text) is not None))


def literal(language, m):
    text = next(group for group in m.groups() if group is not None)
    raw = m[0][0] in "'`" and language in ("go", "php", "sh") or m[0][0] == "'" and language == "ruby"
    return text if raw else unescape(text)


def joined_strings(language, text, at, stop):
    """The first message in text[at:stop]: literals side by side, or joined by + with a value between."""
    message, end = None, at
    for m in STRING[language].finditer(text, at, stop):
        between = text[end:m.start()]
        beside = BESIDE.match(between) if language == "c" else None
        joined = JOINED.match(between) if language in ("java", "js", "go", "php") else None
        if message is None:
            message = literal(language, m)
        elif beside:
            message += ("llu" if beside["macro"] else "") + literal(language, m)
        elif joined:
            name = re.sub(r"\W+", "_", joined["what"] or "").strip("_")
            message += ("{" + (name or "value") + "}" if joined["what"] else "") + literal(language, m)
        elif is_message(message):
            return message
        else:
            message = literal(language, m)
        end = m.end()
    return message


def call_end(text, at, language):
    """Behind the bracket that closes the one before `at`, strings passed over; not further than 1,500 bytes."""
    depth, stop = 1, min(len(text), at + 1500)
    while at < stop:
        m = STRING[language].match(text, at) if text[at] in "\"'`" else None
        if m:
            at = m.end()
            continue
        depth += (text[at] in "({[") - (text[at] in ")}]")
        at += 1
        if depth == 0:
            break
    return at


def without_comments(text, language):
    """Comments become blanks, so that places stay."""
    comment = r"(?<![:\"'\\$])#(?![{!])[^\n]*" if language in ("sh", "ruby") else r"//[^\n]*|/\*.*?\*/"
    either = re.compile(STRING[language].pattern + "|(?P<comment>" + comment + ")", re.DOTALL)
    return either.sub(lambda m: re.sub(r"[^\n]", " ", m[0]) if m["comment"] else m[0], text)


def from_calls(text, language):
    text = without_comments(text, language)
    for m in CALL.finditer(text):
        if re.search(r"[a-z]", m[0]) is None and not UPPER.search(m[0]) and m[0][0] != "{":
            continue
        line_end = text.find("\n", m.end())
        stop = call_end(text, m.end(), language) if m[0][-1] in "({," else line_end if line_end >= 0 else len(text)
        message = joined_strings(language, text, m.end(), stop)
        if message is not None:
            yield text.count("\n", 0, m.start()) + 1, message


PYTHON_CALL = re.compile(r"(?:^|_)(?:err(?:or)?|warn(?:ing)?|fatal|critical|exception|fail(?:_json)?|die|abort|log|"
                         r"check)|Error$|Exception$|Warning$", re.IGNORECASE)


def python_text(node):
    """The message that an expression prints, with {expression} for what it fills in; None when it is no text."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "{" + ast.unparse(part.value) + "}"
                       for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return python_text(node.left)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = python_text(node.left), python_text(node.right)
        return None if left is None else left + ("{" + ast.unparse(node.right) + "}" if right is None else right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return python_text(node.func.value)
    return None


def from_python(text):
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if PYTHON_CALL.search(name):
            for argument in node.args + [keyword.value for keyword in node.keywords]:
                message = python_text(argument)
                if message is not None and is_message(message):
                    yield node.lineno, message
                    break


def files_of(path):
    """(name, bytes) of a folder or of a git directory's HEAD."""
    if (path / "HEAD").exists() and (path / "objects").exists():
        git = ["git", "--git-dir", str(path)]
        listing = subprocess.run([*git, "ls-tree", "-rz", "HEAD"], check=True, capture_output=True).stdout
        with subprocess.Popen([*git, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as cat:
            for entry in listing.decode("utf-8", "replace").split("\0"):
                head, _, name = entry.partition("\t")
                if head[:6] in ("100644", "100755") and wanted(name):
                    cat.stdin.write(head.split()[2].encode() + b"\n")
                    cat.stdin.flush()
                    header = cat.stdout.readline().split()
                    if header[1] != b"missing":
                        yield name, cat.stdout.read(int(header[2]) + 1)[:-1]
        return
    for file in sorted(path.rglob("*")):
        name = file.relative_to(path).as_posix()
        if wanted(name) and file.is_file():
            yield name, file.read_bytes()


def wanted(name):
    ending = name.rpartition(".")[2]
    return not PASSED_OVER.search(name) and (ending == "py" or ending in C_LIKE)


def harvest(repo, path):
    seen = set()
    for name, content in files_of(path):
        if len(content) > LARGEST:
            continue
        text = content.decode("utf-8", "replace")
        ending = name.rpartition(".")[2]
        for line, message in from_python(text) if ending == "py" else from_calls(text, C_LIKE[ending]):
            message = message.strip("\r\n")
            if message not in seen and is_message(message):
                seen.add(message)
                yield {"repo": repo, "file": name, "line": line, "errorMessage": message,
                       "messagePattern": pattern_of(message)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", metavar="owner/name=PATH")
    total = Counter()
    for source in parser.parse_args().sources:
        repo, _, path = source.partition("=")
        for row in harvest(repo, Path(path)):
            total[row["file"].rpartition(".")[2]] += 1
            print(json.dumps(row, ensure_ascii=False))
    print(sum(total.values()), "templates:", *(f"{ending} {n}" for ending, n in total.most_common()), file=sys.stderr)


if __name__ == "__main__":
    main()
