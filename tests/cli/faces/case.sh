# Every format that the help names, over a log that tries to get out of each: read back by the format's own readers.
cat > r.ndjson <<'J'
{"id":"0000000000000001","repo":"acme/app","slug":"disk-gone","errorMessage":"the disk %s of bay %d is gone","severity":"error","documentation":"Somebody took `it` out.","solutions":["Put it back"]}
{"id":"0000000000000002","repo":"acme/app","slug":"fan-slow","errorMessage":"the fan %s of bay %d turns slowly","severity":"warning"}
J
"$ERRDEX" ingest --quiet --db k.db r.ndjson
{
    printf 'the disk </script><b>]]>--> of bay 4 is gone\n'
    printf 'the disk ::error::owned of bay 4 is gone\n'
    printf 'the disk ##[error]%%0A::warning::x of bay 5 is gone\n'
    printf 'the disk ````|a|`b` of bay 6 is gone\n'
    printf 'the disk \033[2J\377\342\200\256\357\277\276 of bay 7 is gone\n'
    printf 'the fan x of bay 1 turns slowly\nthe fan x of bay 9 turns slowly\n'
    printf '::error file=x::the disk y of bay 7 is gone\n'
} > 'a,b:c.log'
"$ERRDEX" diagnose --help | sed -n '/^formats/,/^$/p'
"$ERRDEX" diagnose --help | sed -n 's/^ *(\(text|.*\))$/\1/p' | tr '|' '\n' > named
"$ERRDEX" diagnose --help | sed -n '/^formats/,/^$/s/^  \([a-z]*\) .*/\1/p' | cmp - named && echo "each format has its line"
for f in $(cat named); do
    code=0
    "$ERRDEX" --format "$f" --input plain --db k.db --fail-on error 'a,b:c.log' > "out.$f" 2> err || code=$?
    echo "$f: exit $code, $(wc -c < err) bytes of errors"
    printf '' | "$ERRDEX" --format "$f" --db k.db > "none.$f"
    GITHUB_ACTIONS=true "$ERRDEX" --input plain --db k.db 'a,b:c.log' > out.runner
done
"$ERRDEX" --format pdf 2>&1 || echo "exit $?"
python3 - <<'P'
import html.parser, json, re, xml.etree.ElementTree as xml

def read(name):
    data = open(name, "rb").read()
    text = data.decode("utf-8")  # valid whatever the log held
    bad = {c for c in text if (ord(c) < 32 and c not in "\n\t") or 0x7F <= ord(c) < 0xA0 or 0x202A <= ord(c) <= 0x202E}
    assert not bad, (name, bad)
    return text

lines = [json.loads(line) for line in read("out.ndjson").splitlines()]
print("ndjson", [next(iter(line)) for line in lines])
whole = json.loads(read("out.json"))
assert [line["finding"] for line in lines if "finding" in line] == whole["findings"]
assert lines[-1]["account"] == whole["account"]

run = json.loads(read("out.sarif"))["runs"][0]
print("sarif", [rule["id"] for rule in run["tool"]["driver"]["rules"]], len(run["results"]),
      run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])

suite = xml.fromstring(read("out.junit"))[0]
print("junit", suite.attrib)
for case in suite.iter("testcase"):
    print(" ", case.get("classname"), case.get("name"), case[0].tag)
    assert "matched   " in case[0].text
print("junit", [case.attrib for case in xml.fromstring(read("none.junit")).iter("testcase")])

class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.open, self.text = set(), [], ""
    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag not in ("meta",):
            self.open.append(tag)
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
    def handle_data(self, data):
        self.text += data
page = Page()
page.feed(read("out.html"))
page.close()
assert not page.open
print("html", sorted(page.tags))
for wanted in ("the disk </script><b>]]>--> of bay 4 is gone", "::error file=x::the disk y", "the disk \\xff\\u{202e}\\u{fffe} of"):
    assert wanted in page.text, wanted

# As a runner reads its step's output.
def orders(text):
    found = []
    for line in text.splitlines():
        m = re.match(r"\s*::(\w+)([^\n]*?)::(.*)", line)
        if m:
            found.append((m[1], dict(p.split("=", 1) for p in m[2].strip().split(",") if p), m[3]))
        else:
            assert "##[" not in line and "##vso[" not in line, line
    return found
for name, properties, text in orders(read("out.github")):
    print("github", name, sorted(properties.items()), "|", text.replace("%0A", "\n").splitlines()[0])
assert not orders(read("out.runner"))
for name in ("none.text", "none.markdown", "none.html", "none.github"):
    assert "the input is empty" in read(name), name

# Outside fences no line of the summary is the log's.
fence, outside = None, []
for line in read("out.markdown").splitlines():
    m = re.match(r"(`{3,})", line)
    if fence:
        fence = None if line == fence else fence
    elif m:
        fence = m[1]
    else:
        outside.append(line)
assert fence is None
print("markdown", [line for line in outside if line.startswith("#") or "<" in line])
P
