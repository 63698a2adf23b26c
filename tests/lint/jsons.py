"""The project's JSON files are JSON: one value, UTF-8, no key twice. What tests feed to parsers may be broken: it is
not looked at, but a corpus case's expectation is.
"""
import json

import lint

OURS = r"(?:data|schema)/.*\.json|tests/corpus/[^/]+/expected\.json|CMakePresets\.json"


def once(pairs):
    keys = [k for k, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"the key {key!r} stands twice")
    return dict(pairs)


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


def check(tree):
    for file in tree.files(OURS):
        try:
            json.loads(file.bytes.decode("utf-8"), object_pairs_hook=once, parse_constant=no_constant)
        except ValueError as why:
            yield f"{file}: {why}"


GOOD = [{"data/a.json": '{"a": [1, {"b": "\\u00e9"}]}\n', "tests/unit/json/bad.json": "{"}]
BAD = [
    ({"data/records/a/b.json": "{"}, "data/records/a/b.json: "),
    ({"schema/a.json": '{"a": 1} x'}, "Extra data"),
    ({"tests/corpus/x.d/expected.json": '{"a": 1, "a": 2}'}, "'a' stands twice"),
    ({"data/a.json": b'"\xff"'}, "utf-8"),
    ({"data/a.json": "[NaN]"}, "NaN is no JSON"),
]

if __name__ == "__main__":
    lint.main(check, BAD, GOOD)
