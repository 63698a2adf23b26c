"""Functions that nobody, or nobody but one place, may name.

The two poison lists of src/base/base.h are read from there: what the allocator is let through, and what nobody may
call. Library layers neither print nor exit; the environment and the locale are the program's.
"""
import re

import lint

PRINTS = """printf fprintf vprintf vfprintf dprintf vdprintf puts fputs putchar putc fputc perror psignal syslog
    err errx warn warnx exit _exit _Exit quick_exit abort""".split()
STREAMS = ["stdout", "stderr"]
ALLOCATES = "free cfree aligned_alloc posix_memalign memalign valloc reallocarray alloca".split()
ENVIRONMENT = "getenv secure_getenv setenv putenv unsetenv environ setlocale uselocale".split()


def used(file, names, values=()):
    """Calls of `names`, and any use of `values`, that are no member and no part of another word."""
    names, values = ("|".join(map(re.escape, words)) or "(?!)" for words in (names, values))
    for m in re.finditer(rf"(?<![\w.>])(?:({names})\s*\(|({values})\s*[(,;)}}])", file.code):
        if not re.search(r"\b(?:size_t|bool|int)\s*$", file.code[max(0, m.start() - 16):m.start()]):
            yield file.at(m.start()), m[1] or m[2]


def check(tree):
    lists = re.findall(r"#pragma GCC poison ([^\n]*)", tree.read("src/base/base.h"))
    if len(lists) != 2:
        yield "src/base/base.h: two poison lists are expected: the allocator's, and everybody's"
        return
    allocator, everybody = (words.split() for words in lists)
    for file in tree.c_files():
        library = file.path.startswith("src/") and not file.path.startswith("src/cli/")
        is_allocator = file.path == "src/base/alloc.c"
        if file.path != "src/base/base.h":
            for where, name in used(file, everybody):
                yield f"{where}: {name} is banned (src/base/base.h)"
        if not file.path.startswith("src/") or is_allocator:
            continue
        for where, name in used(file, [], allocator + ALLOCATES):
            yield f"{where}: {name}: memory comes from base/alloc.h"
        if library:
            for where, name in used(file, PRINTS, STREAMS):
                yield f"{where}: {name}: only src/cli prints or exits; return an enum ed_rc with a struct ed_err"
            for where, name in used(file, ENVIRONMENT, ["environ"]):
                yield f"{where}: {name}: only src/cli looks at the environment; take a parameter"


BASE = {"src/base/base.h": "#pragma GCC poison malloc strdup\n#pragma GCC poison strcpy atoi\n"}
GOOD = [
    BASE | {"src/base/alloc.c": "void *f(void) { return malloc(1); }\nvoid g(void *p) { free(p); abort(); }\n"},
    BASE | {"src/cli/main.c": 'int main(void) { printf("x"); exit(getenv("A") != NULL); }\n'},
    BASE | {"src/kb/a.c": 'const char *t = "printf(exit)"; /* strcpy(a, b) */\nint f(void) { return ed_free(p->free); }\n'},
    BASE | {"tests/unit/kb/test_a.c": 'int main(void) { puts("x"); return 0; }\n'},
]
BAD = [
    (BASE | {"src/kb/a.c": "int f(char *s) { return atoi(s); }\n"}, "src/kb/a.c:1: atoi is banned"),
    (BASE | {"tests/unit/kb/test_a.c": "void f(void) { strcpy (a, b); }\n"}, "strcpy is banned"),
    (BASE | {"src/kb/a.c": "void *f(void) { return malloc(1); }\n"}, "malloc: memory comes from base/alloc.h"),
    (BASE | {"src/cli/a.c": "void f(void *p) { free(p); }\n"}, "free: memory comes from base/alloc.h"),
    (BASE | {"src/kb/a.c": "struct hooks h = {take, free};\nvoid f(void) { set(take, free); }\n"}, "a.c:2: free"),
    (BASE | {"src/kb/a.c": 'void f(void) { fprintf(stderr, "x"); }\n'}, "stderr: only src/cli prints"),
    (BASE | {"src/render/a.c": "void f(void) { exit(1); }\n"}, "exit: only src/cli prints or exits"),
    (BASE | {"src/kb/a.c": "void f(void) { abort(); }\n"}, "abort: only src/cli"),
    (BASE | {"src/kb/a.c": 'char *f(void) { return getenv("HOME"); }\n'}, "getenv: only src/cli"),
    ({"src/base/base.h": "#pragma GCC poison malloc\n"}, "two poison lists"),
]

if __name__ == "__main__":
    lint.main(check, BAD, GOOD)
