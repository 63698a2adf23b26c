/*
 * tables_book.h: a playbook with one table of each form, and in each a column of each type.
 */
#ifndef ED_FUZZ_TABLES_BOOK_H
#define ED_FUZZ_TABLES_BOOK_H

#define COLUMNS                                                                                                        \
    ",\"about\":\"a\",\"columns\":[{\"name\":\"i\",\"type\":\"integer\"},{\"name\":\"m\",\"type\":\"moment\"},"        \
    "{\"name\":\"s\",\"type\":\"size\",\"unit\":\"MiB\",\"binary\":true},{\"name\":\"d\",\"type\":\"time\","           \
    "\"unit\":\"s\"},{\"name\":\"p\",\"type\":\"percent\"},{\"name\":\"t\"}]}"

static const char tables_book[] =
    "{\"playbook\":\"p\",\"schemaVersion\":1,\"title\":\"t\",\"evidence\":["
    "{\"name\":\"c\",\"command\":[\"c\"],\"format\":\"csv\"" COLUMNS ","
    "{\"name\":\"w\",\"command\":[\"w\"],\"format\":\"columns\"" COLUMNS ","
    "{\"name\":\"k\",\"command\":[\"k\"],\"format\":\"keys\"" COLUMNS ","
    "{\"name\":\"j\",\"command\":[\"j\"],\"format\":\"json\"" COLUMNS ","
    "{\"name\":\"r\",\"log\":true,\"format\":\"regex\","
    "\"pattern\":\"(?<i>\\\\d+)(?<m> .{24})?(?<s>.*B)?(?<d>.*s)?(?<p>%)?(?<t>x)?\"" COLUMNS "],"
    "\"checks\":[{\"name\":\"all\",\"sql\":\"SELECT i, 1 AS holds FROM c UNION SELECT t, m FROM w UNION "
    "SELECT t, s FROM k UNION SELECT d, p FROM j UNION SELECT i, p FROM r\"}],"
    "\"steps\":[{\"kind\":\"kill\",\"if\":\"all\",\"each\":true,\"says\":\"{i}\",\"command\":[\"k\",\"{i}\"]}]}";

#endif
