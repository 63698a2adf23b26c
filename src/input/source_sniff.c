/*
 * source_sniff.c: containers by their magic numbers, and how much may come out of them.
 *
 * libarchive's own guessing is not asked: it takes text for mtree or a shell archive. Names and suffixes are not looked
 * at: rotated and downloaded files lie about them.
 */
#include "input/source_feed.h"

static const struct {
    enum ed_pack pack;
    size_t at;
    struct ed_str magic;
} magics[] = {
    {ED_PACK_GZIP, 0, {"\x1F\x8B\x08", 3}},
    {ED_PACK_XZ,
     0,
     {"\xFD"
      "7zXZ\0",
      6}},
    {ED_PACK_ZSTD, 0, {"\x28\xB5\x2F\xFD", 4}},
    {ED_PACK_LZ4, 0, {"\x04\x22\x4D\x18", 4}},
    {ED_PACK_COMPRESS, 0, {"\x1F\x9D", 2}},
    {ED_PACK_ZIP, 0, {"PK\3\4", 4}},
    {ED_PACK_ZIP, 0, {"PK\5\6", 4}},
    {ED_PACK_7ZIP, 0, {"7z\xBC\xAF\x27\x1C", 6}},
    {ED_PACK_RAR5, 0, {"Rar!\x1A\7\1\0", 8}},
    {ED_PACK_RAR, 0, {"Rar!\x1A\7\0", 7}},
    {ED_PACK_JOURNAL, 0, {"LPKSHHRH", 8}},
    {ED_PACK_TAR, 257, {"ustar", 5}},
};

static bool has(struct ed_str head, size_t at, struct ed_str magic)
{
    return ed_str_starts(ed_str_slice(head, at, head.n), magic);
}

/* Whether the first n bytes are digits of a base up to 16. */
static bool all_digits(struct ed_str head, size_t n, unsigned base)
{
    for (size_t i = 0; i < n; i++) {
        const char *digit = i < head.n && head.p[i] ? strchr("0123456789abcdef", ed_lower(head.p[i])) : NULL;

        if (!digit || *digit == '\0' || !memchr("0123456789abcdef", *digit, base)) {
            return false;
        }
    }
    return true;
}

enum ed_pack ed_pack_sniff(struct ed_str head)
{
    for (size_t i = 0; i < ED_ARRAY_LEN(magics); i++) {
        if (has(head, magics[i].at, magics[i].magic)) {
            return magics[i].pack;
        }
    }
    /* These begin with letters or digits, as a log may: what must follow the magic is asked for too. */
    if (has(head, 0, ED_STR("BZh")) && head.n > 10 && head.p[3] >= '1' && head.p[3] <= '9' &&
        (has(head, 4, ED_STR("1AY&SY")) || has(head, 4, ED_STR("\x17rE8P\x90")))) {
        return ED_PACK_BZIP2;
    }
    if (has(head, 0, ED_STR("LZIP\1")) || has(head, 0, ED_STR("LZIP\0"))) {
        return ED_PACK_LZIP;
    }
    if (has(head, 0, ED_STR("!<arch>\n"))) {
        return ED_PACK_AR;
    }
    if (((has(head, 0, ED_STR("070701")) || has(head, 0, ED_STR("070702"))) && all_digits(head, 110, 16)) ||
        (has(head, 0, ED_STR("070707")) && all_digits(head, 76, 8))) {
        return ED_PACK_CPIO;
    }
    return ED_PACK_NONE;
}

const char *ed_pack_name(enum ed_pack pack)
{
    static const char *const names[] = {
        [ED_PACK_NONE] = "plain",
        [ED_PACK_GZIP] = "a gzip file",
        [ED_PACK_BZIP2] = "a bzip2 file",
        [ED_PACK_XZ] = "an xz file",
        [ED_PACK_ZSTD] = "a zstd file",
        [ED_PACK_LZ4] = "an lz4 file",
        [ED_PACK_LZIP] = "an lzip file",
        [ED_PACK_TAR] = "a tar file",
        [ED_PACK_COMPRESS] = "a compress (.Z) file",
        [ED_PACK_ZIP] = "a zip file",
        [ED_PACK_7ZIP] = "a 7z file",
        [ED_PACK_CPIO] = "a cpio file",
        [ED_PACK_AR] = "an ar file",
        [ED_PACK_RAR] = "a rar file",
        [ED_PACK_RAR5] = "a rar file",
        [ED_PACK_JOURNAL] = "a journal file",
    };

    return names[pack];
}

struct ed_ration ed_ration_begin(const uint64_t *outside)
{
    return (struct ed_ration){.outside = outside, .outside_begin = *outside};
}

enum ed_rc ed_ration_take(struct ed_ration *ration, size_t n, struct ed_err *err)
{
    uint64_t read = *ration->outside - ration->outside_begin + 64 * ED_KIB; /* what was read ahead before it began */

    ration->given += n;
    if (ration->given > ED_LIMIT_UNPACKED) {
        return ed_err_set(err, ED_ERR_LIMIT,
                          "unpacks to more than %" PRIu64 " GiB, which is the most that is read of one file: unpack "
                          "it yourself and give the part that matters",
                          ED_LIMIT_UNPACKED >> 30);
    }
    if (ration->given > ED_LIMIT_UNPACK_FREE && ration->given / ED_LIMIT_UNPACK_RATIO > read) {
        return ed_err_set(
            err, ED_ERR_LIMIT,
            "unpacks to more than %d times its size, as a decompression bomb does: the rest was not read. "
            "If you trust it, unpack it yourself and give the plain file",
            ED_LIMIT_UNPACK_RATIO);
    }
    return ED_OK;
}
