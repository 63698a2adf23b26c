/*
 * template.h: a message template taken apart: literal text and holes, by the placeholder grammar of its dialect.
 *
 * The dialects are those of matching.md section 2: printf with flags, width, precision, length and positions; Go verbs;
 * Python's %, str.format and f-strings ({x=} included); SLF4J {}; MessageFormat and C# {0,number}; JavaScript ${...}
 * with nested braces; Ruby #{...}; Rust {:?} and {name:#x}; PHP and shell $name. "%%", "{{" and "}}" are literals where
 * the dialect says so. In every dialect {identifier} is a hole too: upstream writes messages that it put together
 * itself in that way, whatever the language.
 */
#ifndef ED_MATCH_TEMPLATE_H
#define ED_MATCH_TEMPLATE_H

#include "base/arena.h"
#include "base/limits.h"

enum ed_dialect {
    ED_DIALECT_ANY, /* no file: the union, without what would read plain text ("50% done", "{}" alone) as a hole */
    ED_DIALECT_C,
    ED_DIALECT_GO,
    ED_DIALECT_PYTHON,
    ED_DIALECT_JAVA,   /* String.format, SLF4J, MessageFormat, ${} */
    ED_DIALECT_KOTLIN, /* as Java, and $name: Kotlin, Scala, Groovy, Dart */
    ED_DIALECT_CSHARP,
    ED_DIALECT_JS,
    ED_DIALECT_RUBY,
    ED_DIALECT_RUST,
    ED_DIALECT_PHP,
    ED_DIALECT_SHELL,
    ED_DIALECT_SWIFT, /* \(...), and printf */
    ED_DIALECT_COUNT
};

enum ed_hole_kind {
    ED_HOLE_ANY,    /* .+? */
    ED_HOLE_INT,    /* decimal, with sign */
    ED_HOLE_HEX,    /* with or without 0x; pointers */
    ED_HOLE_NUMBER, /* decimal with fraction or exponent, nan, inf */
    ED_HOLE_QUOTED, /* a Go quoted string, the quotes included */
    ED_HOLE_CHAR    /* one character */
};

struct ed_piece {
    bool hole;
    struct ed_str text; /* literal text with "%%" and the like undone; for a hole its source, "%-10s" */
    struct ed_str name; /* holes: the name from the placeholder itself (not unique yet), or empty when it has none */
    enum ed_hole_kind kind;
    bool pad_before, pad_after; /* a width may have put blanks there */
};

struct ed_template {
    struct ed_piece *v; /* literals are not empty and never stand side by side; holes may */
    size_t n, nholes;
};

enum ed_dialect ed_dialect_of(struct ed_str file_path);
/* Take `message` apart; pieces live in the arena. Cannot fail: what is no placeholder is literal. Holes over
   ED_LIMIT_HOLES stay literal text. "{x=}" and "{x = }" give the literal "x=" / "x = " and a hole named x. */
void ed_template_parse(struct ed_str message, enum ed_dialect dialect, struct ed_arena *arena,
                       struct ed_template *ret_template);
/* Name every hole: its own name, else the word just before it, else argN; made unique with _2, _3 (matching.md 2.6). */
void ed_template_name(struct ed_template *tmpl, struct ed_arena *arena);
/* The message with a sample value in each hole, as a program would print it. `seed` varies the values. */
struct ed_str ed_template_render(const struct ed_template *tmpl, unsigned seed, struct ed_arena *arena);

#endif
