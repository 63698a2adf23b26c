"""Includes go down the arrows of src/CMakeLists.txt only, headers form no cycle, and a third-party header has one user.

ed_layer(NAME LAYERS below...) is the only source of the arrows: a file of src/NAME includes its own layer and those
that are listed, not what is merely reachable through them. The program (src/cli) includes what `errdex` links.
"""
import re

import lint

THIRD_PARTY = {
    "sqlite3": "src/store",
    "pcre2": "src/match",
    "cjson": "src/json",
    "archive": "src/input",
    "zlib": "src/input",
    "lzma": "src/input",
    "systemd": "src/input",
    "nettle": "src/base",
    "microhttpd": "src/serve",
    "cmocka": "tests",
    "hs": "tests/bench",
}
SYSTEM = set("""
    assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
    stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype
    dirent dlfcn endian fcntl fnmatch ftw getopt glob grp langinfo libgen malloc netdb poll pthread pwd regex sched
    semaphore spawn strings syslog termios unistd utime
    immintrin emmintrin tmmintrin nmmintrin cpuid arm_neon arm_acle
""".split())


def arrows(tree):
    """{layer: layers it lists}, and problems of the list itself."""
    text = re.sub(r"#[^\n]*", "", tree.read("src/CMakeLists.txt"))
    links, problems = {}, []
    for m in re.finditer(r"^\s*ed_layer\(\s*(\w+)([^)]*)\)", text, re.MULTILINE):
        words = m[2].split()
        begin = words.index("LAYERS") + 1 if "LAYERS" in words else len(words)
        end = words.index("EXTERN") if "EXTERN" in words[begin:] else len(words)
        for below in words[begin:end]:
            if below not in links:
                problems.append(f"src/CMakeLists.txt: {m[1]} lists {below}, which does not stand below it")
        links[m[1]] = set(words[begin:end])
    program = re.search(r"target_link_libraries\(\s*errdex\s+PRIVATE([^)]*)\)", text)
    links["cli"] = set(re.findall(r"\bed_(\w+)", program[1])) if program else set()
    return links, problems


def judge_own(tree, file, layer, links, name, where):
    if "/" not in name:
        if tree.exists(f"src/{layer}/{name}"):
            yield f'{where}: "{name}" must be written "{layer}/{name}"'
        return  # a header that the build makes has no layer in its name
    below = name.split("/")[0]
    if not tree.exists(f"src/{name}"):
        yield f'{where}: there is no src/{name}'
    elif below != layer and below not in links[layer]:
        yield f"{where}: {layer} does not stand on {below}: src/CMakeLists.txt has no such arrow"


def judge_system(file, name, where):
    for prefix, home in THIRD_PARTY.items():
        if re.match(rf"(?:cjson/)?{prefix}(?![a-z])", name, re.IGNORECASE):
            if not file.path.startswith(home + "/"):
                yield f"{where}: <{name}> is for {home} only"
            return
    if not name.startswith(("sys/", "linux/", "netinet/", "arpa/")) and name.removesuffix(".h") not in SYSTEM:
        yield f"{where}: <{name}> is no header of C or POSIX: give it a home in THIRD_PARTY of tests/lint/layers.py"


def cycles(graph):
    done, path = set(), []

    def visit(node):
        if node in path:
            yield "includes go in a circle: " + " -> ".join(path[path.index(node):] + [node])
        elif node not in done:
            path.append(node)
            for below in graph.get(node, ()):
                yield from visit(below)
            done.add(path.pop())

    for node in sorted(graph):
        yield from visit(node)


def check(tree):
    links, problems = arrows(tree)
    yield from problems
    graph = {}
    for file in tree.c_files():
        layer = file.path.split("/")[1] if file.path.startswith("src/") else None
        if layer is not None and layer not in links:
            yield f"{file}: {layer} is no ed_layer of src/CMakeLists.txt"
            continue
        for m in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', file.bare, re.MULTILINE):
            where = file.at(m.start())
            if m[2]:
                yield from judge_system(file, m[2], where)
            elif layer is not None:
                yield from judge_own(tree, file, layer, links, m[1], where)
                if file.path.endswith(".h"):
                    graph.setdefault(file.path[4:], []).append(m[1])
    yield from cycles(graph)


CMAKE = """
ed_layer(base EXTERN PkgConfig::NETTLE)
ed_layer(json LAYERS base EXTERN PkgConfig::CJSON)
ed_layer(kb LAYERS json)
target_link_libraries(errdex PRIVATE ed_kb)
"""
TREE = {"src/CMakeLists.txt": CMAKE, "src/base/a.h": "", "src/json/b.h": "", "src/kb/c.h": ""}
GOOD = [
    TREE | {"src/json/b.c": '#include "base/a.h"\n#include <cjson/cJSON.h>\n', "src/cli/main.c": '#include "kb/c.h"\n'},
    TREE | {"src/json/b.c": '/* #include "kb/c.h" */\n#include <sys/stat.h>\n#include <stdio.h>\n#include "made.inc"\n'},
    TREE | {"tests/unit/kb/test_c.c": '#include <cmocka.h>\n#include "kb/c.h"\n'},
]
BAD = [
    (TREE | {"src/base/a.c": '#include "json/b.h"\n'}, "src/base/a.c:1: base does not stand on json"),
    (TREE | {"src/kb/c.c": '\n#include "base/a.h"\n'}, "src/kb/c.c:2: kb does not stand on base"),
    (TREE | {"src/cli/main.c": '#include "base/a.h"\n'}, "cli does not stand on base"),
    (TREE | {"src/json/b.c": '#include "b.h"\n'}, 'must be written "json/b.h"'),
    (TREE | {"src/json/b.c": '#include "base/none.h"\n'}, "there is no src/base/none.h"),
    (TREE | {"src/extra/x.c": "\n"}, "extra is no ed_layer"),
    (TREE | {"src/kb/c.c": "#include <sqlite3.h>\n"}, "<sqlite3.h> is for src/store only"),
    (TREE | {"src/json/b.c": "#include <archive_entry.h>\n"}, "<archive_entry.h> is for src/input only"),
    (TREE | {"src/kb/c.c": "#include <cjson/cJSON.h>\n"}, "<cjson/cJSON.h> is for src/json only"),
    (TREE | {"src/base/a.c": "#include <cmocka.h>\n"}, "<cmocka.h> is for tests only"),
    (TREE | {"src/base/a.c": "#include <other.h>\n"}, "<other.h> is no header of C or POSIX"),
    (TREE | {"src/CMakeLists.txt": "ed_layer(base LAYERS kb)\n" + CMAKE}, "base lists kb"),
    (TREE | {"src/base/a.h": '#include "base/z.h"\n', "src/base/z.h": '#include "base/a.h"\n'}, "go in a circle"),
]

if __name__ == "__main__":
    lint.main(check, BAD, GOOD)
