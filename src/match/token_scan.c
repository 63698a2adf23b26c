/*
 * token_scan.c: the vector walk. A block is 64 bytes. An instruction set gives three things of a block: the mask of
 * word bytes, the mask of non-ASCII bytes and that of line ends; asked again, the bytes that are, as signed numbers, at
 * least some value, which tells the kinds of lead bytes apart; and the places of a mask's bits. Everything else is
 * arithmetic on masks, the same for all, and exact for any bytes. A word begins where a word byte follows none, and
 * ends where none follows one. A continuation byte belongs to a lead that stands 1, 2 or 3 bytes before it, announces
 * that many and is followed by nothing but continuation bytes; every other non-ASCII byte begins a token, and the byte
 * behind a non-ASCII byte ends one unless it belongs to it. The last block is copied and padded with zeros, which are
 * no token, so nothing behind the text is read and the last token is closed.
 */
/* In front of base.h, whose poisoned malloc it names. */
#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

#include "match/token_scan.h"

#include "match/neon.h"

#if defined(__x86_64__) || defined(__i386__)
#define WITH_AVX
#endif
#ifdef __SSE2__
#define WITH_SSE2
#endif
#ifdef __aarch64__
#define WITH_NEON
#endif

#define BLOCK  ED_TOKEN_BLOCK
#define INLINE static inline __attribute__((always_inline))

/* The masks of so many blocks from p on; returns whether ESC or CR is in them. */
typedef bool masks_fn(const uint8_t *p, size_t blocks, struct ed_token_masks *ret_masks);
/* The bytes of a block that are, as signed numbers, >= least. */
typedef uint64_t least_fn(const uint8_t *p, int8_t least);
/* Write base + i for every bit i of the mask, and up to 64 more; returns how many bits there are. */
typedef size_t places_fn(uint64_t mask, uint32_t base, uint32_t *out);

/* As signed bytes: continuation bytes are -128..-65, leads of 2, 3 and 4 bytes begin at -64, -32 and -16, and from -8
   on no sequence begins. */
enum { LEAD2 = -64, LEAD3 = -32, LEAD4 = -16, STRAY = -8 };

/* What a byte is, by bits. */
enum { LINE = 1, DIRTY = 2, WORD = 4 };

static const uint8_t kinds[128] = {['\n'] = LINE,        ['\r'] = DIRTY,       ['\033'] = DIRTY, ['0' ... '9'] = WORD,
                                   ['A' ... 'Z'] = WORD, ['a' ... 'z'] = WORD, ['_'] = WORD};

static bool plain_masks(const uint8_t *p, size_t blocks, struct ed_token_masks *ret_masks)
{
    unsigned all = 0;

    for (size_t b = 0; b < blocks; b++, p += BLOCK) {
        uint64_t word = 0, high = 0, line = 0;

        for (unsigned i = 0; i < BLOCK; i++) {
            unsigned kind = p[i] < 0x80 ? kinds[p[i]] : 0;

            word |= (uint64_t)(kind / WORD) << i;
            line |= (uint64_t)(kind & LINE) << i;
            high |= (uint64_t)(p[i] >> 7) << i;
            all |= kind;
        }
        ret_masks->word[b] = word;
        ret_masks->high[b] = high;
        ret_masks->line[b] = line;
    }
    return all & DIRTY;
}

static inline uint64_t plain_least(const uint8_t *p, int8_t least)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < BLOCK; i++) {
        mask |= (uint64_t)((int8_t)p[i] >= least) << i;
    }
    return mask;
}

/* The lowest bit's place; any number when there is none. */
INLINE uint32_t lowest(uint64_t mask)
{
    return (uint32_t)__builtin_ctzll(mask | (uint64_t)1 << 63);
}

/* Sixteen at once whether there are so many or not, which is seldom more: a branch for each bit would be mispredicted
   all the time. */
INLINE size_t places_by(uint64_t mask, uint32_t base, uint32_t *out, uint32_t lowest_fn(uint64_t))
{
    size_t n = (size_t)__builtin_popcountll(mask), i = 0;

    do {
#pragma GCC unroll 16
        for (size_t k = 0; k < 16; k++) {
            out[i + k] = base + lowest_fn(mask);
            mask &= mask - 1;
        }
        i += 16;
    } while (ED_UNLIKELY(i < n));
    return n;
}

INLINE size_t bit_places(uint64_t mask, uint32_t base, uint32_t *out)
{
    return places_by(mask, base, out, lowest);
}

#ifdef WITH_SSE2
static bool sse2_masks(const uint8_t *p, size_t blocks, struct ed_token_masks *ret_masks)
{
    __m128i dirty = _mm_setzero_si128();

    for (size_t b = 0; b < blocks; b++, p += BLOCK) {
        uint64_t words = 0, high = 0, line = 0;

        for (unsigned i = 0; i < BLOCK; i += 16) {
            __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
            __m128i low = _mm_or_si128(x, _mm_set1_epi8(0x20)); /* only letters come to lie in a..z */
            __m128i alpha = _mm_and_si128(_mm_cmpgt_epi8(low, _mm_set1_epi8('a' - 1)),
                                          _mm_cmpgt_epi8(_mm_set1_epi8('z' + 1), low));
            __m128i digit = _mm_and_si128(_mm_cmpgt_epi8(x, _mm_set1_epi8('0' - 1)),
                                          _mm_cmpgt_epi8(_mm_set1_epi8('9' + 1), x));
            __m128i word = _mm_or_si128(_mm_or_si128(alpha, digit), _mm_cmpeq_epi8(x, _mm_set1_epi8('_')));

            words |= (uint64_t)(uint32_t)_mm_movemask_epi8(word) << i;
            high |= (uint64_t)(uint32_t)_mm_movemask_epi8(x) << i;
            line |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8('\n'))) << i;
            dirty = _mm_or_si128(
                dirty, _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8('\r')), _mm_cmpeq_epi8(x, _mm_set1_epi8('\033'))));
        }
        ret_masks->word[b] = words;
        ret_masks->high[b] = high;
        ret_masks->line[b] = line;
    }
    return _mm_movemask_epi8(dirty) != 0;
}

static inline uint64_t sse2_least(const uint8_t *p, int8_t least)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < BLOCK; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(p + i));

        mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmplt_epi8(x, _mm_set1_epi8(least))) << i;
    }
    return ~mask;
}
#endif

#ifdef WITH_AVX
#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))

/*
 * Two look-ups by nibble: the sets of low nibbles that are word bytes under a high nibble share a bit, from 8 on (0-9
 * under 3; A-O and a-o under 4 and 6; P-Z and '_' under 5; p-z under 7). The bits below are those of line end (1), CR
 * (2) and ESC (4). A byte from 0x80 on looks up zero.
 */
AVX2 static bool avx2_masks(const uint8_t *p, size_t blocks, struct ed_token_masks *ret_masks)
{
    const __m256i lows = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0x68, 0x78, 0x78, 0x78, 0x78, 0x78, 0x78, 0x78, 0x78, 0x78, 0x71, 0x14, 0x10, 0x12, 0x10, 0x30));
    const __m256i highs = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0x03, 0x04, 0x00, 0x08, 0x10, 0x20, 0x10, 0x40, 0, 0, 0, 0, 0, 0, 0, 0));
    __m256i dirty = _mm256_setzero_si256();

    for (size_t b = 0; b < blocks; b++, p += BLOCK) {
        uint64_t words = 0, high = 0, line = 0;

#pragma GCC unroll 2
        for (unsigned i = 0; i < BLOCK; i += 32) {
            __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(p + i));
            __m256i half = _mm256_and_si256(_mm256_srli_epi16(x, 4), _mm256_set1_epi8(0x0f));
            __m256i kind = _mm256_and_si256(_mm256_shuffle_epi8(lows, x), _mm256_shuffle_epi8(highs, half));
            __m256i word = _mm256_cmpgt_epi8(kind, _mm256_set1_epi8(7));

            words |= (uint64_t)(uint32_t)_mm256_movemask_epi8(word) << i;
            high |= (uint64_t)(uint32_t)_mm256_movemask_epi8(x) << i;
            line |= (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(kind, 7)) << i;
            dirty = _mm256_or_si256(dirty, kind);
        }
        ret_masks->word[b] = words;
        ret_masks->high[b] = high;
        ret_masks->line[b] = line;
    }
    return !_mm256_testz_si256(dirty, _mm256_set1_epi8(6));
}

AVX2 static inline uint64_t avx2_least(const uint8_t *p, int8_t least)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < BLOCK; i += 32) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(p + i));

        mask |= (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(_mm256_set1_epi8(least), x)) << i;
    }
    return ~mask;
}

AVX2 INLINE uint32_t lowest_bmi(uint64_t mask)
{
    return (uint32_t)_tzcnt_u64(mask);
}

AVX2 INLINE size_t avx2_places(uint64_t mask, uint32_t base, uint32_t *out)
{
    return places_by(mask, base, out, lowest_bmi);
}

#define AVX512                                                                                                         \
    __attribute__((                                                                                                    \
        target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx2,bmi,bmi2,popcnt")))

AVX512 static bool avx512_masks(const uint8_t *p, size_t blocks, struct ed_token_masks *ret_masks)
{
    const __m512i low = _mm512_loadu_si512(kinds), high = _mm512_loadu_si512(kinds + BLOCK);
    const __m512i line = _mm512_set1_epi8(LINE), word = _mm512_set1_epi8(WORD);
    __m512i all = _mm512_setzero_si512();

    for (size_t b = 0; b < blocks; b++) {
        __m512i x = _mm512_loadu_si512(p + b * BLOCK);
        __mmask64 not_ascii = _mm512_movepi8_mask(x);
        __m512i kind = _mm512_maskz_permutex2var_epi8(_knot_mask64(not_ascii), low, x, high);

        ret_masks->word[b] = _mm512_test_epi8_mask(kind, word);
        ret_masks->high[b] = not_ascii;
        ret_masks->line[b] = _mm512_test_epi8_mask(kind, line);
        all = _mm512_or_si512(all, kind);
    }
    return _mm512_test_epi8_mask(all, _mm512_set1_epi8(DIRTY)) != 0;
}

AVX512 static inline uint64_t avx512_least(const uint8_t *p, int8_t least)
{
    return _mm512_cmpge_epi8_mask(_mm512_loadu_si512(p), _mm512_set1_epi8(least));
}

/* The numbers of the bytes that are set, closed up, and made as wide as places are. */
AVX512 INLINE size_t avx512_places(uint64_t mask, uint32_t base, uint32_t *out)
{
    const __m512i numbers = _mm512_set_epi8(63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45,
                                            44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26,
                                            25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6,
                                            5, 4, 3, 2, 1, 0);
    const __m512i from = _mm512_set1_epi32((int)base);
    __m512i set = _mm512_maskz_compress_epi8(mask, numbers);
    size_t n = (size_t)__builtin_popcountll(mask);

    _mm512_storeu_si512(out, _mm512_add_epi32(from, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(set))));
    if (ED_UNLIKELY(n > 16)) {
        _mm512_storeu_si512(out + 16, _mm512_add_epi32(from, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(set, 1))));
        _mm512_storeu_si512(out + 32, _mm512_add_epi32(from, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(set, 2))));
        _mm512_storeu_si512(out + 48, _mm512_add_epi32(from, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(set, 3))));
    }
    return n;
}
#endif

#ifdef WITH_NEON
static inline uint8x16_t neon_word16(uint8x16_t x)
{
    uint8x16_t low = vorrq_u8(x, vdupq_n_u8(0x20));
    uint8x16_t alpha = vcleq_u8(vsubq_u8(low, vdupq_n_u8('a')), vdupq_n_u8(25));
    uint8x16_t digit = vcleq_u8(vsubq_u8(x, vdupq_n_u8('0')), vdupq_n_u8(9));

    return vorrq_u8(vorrq_u8(alpha, digit), vceqq_u8(x, vdupq_n_u8('_')));
}

static bool neon_masks(const uint8_t *p, size_t blocks, struct ed_token_masks *ret_masks)
{
    const uint8x16_t line = vdupq_n_u8('\n'), top = vdupq_n_u8(0x80);
    uint8x16_t dirty = vdupq_n_u8(0);

    for (size_t b = 0; b < blocks; b++, p += BLOCK) {
        uint8x16_t x[4];

        for (size_t i = 0; i < 4; i++) {
            x[i] = vld1q_u8(p + 16 * i);
            dirty = vorrq_u8(dirty, vorrq_u8(vceqq_u8(x[i], vdupq_n_u8('\r')), vceqq_u8(x[i], vdupq_n_u8('\033'))));
        }
        ret_masks->word[b] = ed_neon_mask(neon_word16(x[0]), neon_word16(x[1]), neon_word16(x[2]), neon_word16(x[3]));
        ret_masks->high[b] = ed_neon_mask(vcgeq_u8(x[0], top), vcgeq_u8(x[1], top), vcgeq_u8(x[2], top),
                                          vcgeq_u8(x[3], top));
        ret_masks->line[b] = ed_neon_mask(vceqq_u8(x[0], line), vceqq_u8(x[1], line), vceqq_u8(x[2], line),
                                          vceqq_u8(x[3], line));
    }
    return vmaxvq_u8(dirty) != 0;
}

static inline uint8x16_t neon_least16(const uint8_t *p, int8_t least)
{
    return vcgeq_s8(vreinterpretq_s8_u8(vld1q_u8(p)), vdupq_n_s8(least));
}

static inline uint64_t neon_least(const uint8_t *p, int8_t least)
{
    return ed_neon_mask(neon_least16(p, least), neon_least16(p + 16, least), neon_least16(p + 32, least),
                        neon_least16(p + 48, least));
}
#endif

/* The mask moved k bytes on, filled from the block before. */
INLINE uint64_t moved(uint64_t mask, uint64_t before, unsigned k)
{
    return mask << k | before >> (64 - k);
}

/* Add the beginnings and ends of non-ASCII tokens. `high` are the block's non-ASCII bytes. */
INLINE void add_high(struct ed_token_carry *carry, const uint8_t *p, uint64_t high, least_fn *least, uint64_t *starts,
                     uint64_t *ends)
{
    uint64_t lead2 = least(p, LEAD2) & high, stray = least(p, STRAY) & high;
    uint64_t lead3 = least(p, LEAD3) & high & ~stray, lead4 = least(p, LEAD4) & high & ~stray;
    uint64_t follow = high & ~lead2, belongs, follow1, follow2;

    lead2 &= ~stray;
    follow1 = moved(follow, carry->follow, 1);
    follow2 = moved(follow, carry->follow, 2);
    belongs = moved(lead2, carry->lead2, 1);
    belongs |= moved(lead3, carry->lead3, 2) & follow1;
    belongs |= moved(lead4, carry->lead4, 3) & follow1 & follow2;
    belongs &= follow;
    *starts |= high & ~belongs;
    *ends |= moved(high, carry->high, 1) & ~belongs;
    carry->high = high;
    carry->follow = follow;
    carry->lead2 = lead2;
    carry->lead3 = lead3;
    carry->lead4 = lead4;
}

/* The same for masks that have seldom more than one bit. */
INLINE size_t few_places(uint64_t mask, uint32_t base, uint32_t *out)
{
    size_t n = mask != 0;

    out[0] = base + lowest(mask);
    for (mask &= mask - 1; ED_UNLIKELY(mask != 0); mask &= mask - 1) {
        out[n++] = base + lowest(mask);
    }
    return n;
}

/* The tokens of a block. */
INLINE void fill_block(struct ed_token_scan *scan, struct ed_token_carry *carry, const uint8_t *p, uint64_t word,
                       uint64_t high, uint32_t base, size_t *starts, size_t *ends, least_fn *least, places_fn *places)
{
    uint64_t before = moved(word, carry->word, 1);
    uint64_t start = word & ~before, end = ~word & before;

    carry->word = word;
    if (ED_UNLIKELY((high | carry->high) != 0)) {
        add_high(carry, p, high, least, &start, &end);
    }
    *starts += places(start, base, scan->start + *starts);
    *ends += places(end, base, scan->end + *ends);
}

INLINE bool fill(struct ed_token_scan *scan, masks_fn *masks_of, least_fn *least, places_fn *places)
{
    const uint8_t *p = (const uint8_t *)scan->text.p + scan->at;
    size_t rest = scan->text.n - scan->at, blocks = ED_MIN(rest / BLOCK, (size_t)ED_TOKEN_BLOCKS);
    size_t starts = 1 + scan->open, ends = 1, lines = 0, whole = blocks;
    struct ed_token_carry carry = scan->carry;
    struct ed_token_masks masks;
    uint8_t last[BLOCK] = {0};

    if (scan->done) {
        return false;
    }
    scan->start[0] = scan->start[scan->n];
    scan->end[0] = scan->end[scan->n];
    scan->start[1] = scan->start[scan->n + 1];
    scan->dirty |= masks_of(p, whole, &masks);
    if (blocks < ED_TOKEN_BLOCKS) {
        struct ed_token_masks tail;

        if (rest % BLOCK) {
            memcpy(last, p + blocks * BLOCK, rest % BLOCK);
        }
        scan->dirty |= masks_of(last, 1, &tail);
        masks.word[blocks] = tail.word[0];
        masks.high[blocks] = tail.high[0];
        masks.line[blocks] = tail.line[0];
        scan->done = true;
        blocks++;
    }
    for (size_t b = 0; b < blocks; b++) {
        uint32_t base = (uint32_t)(scan->at + b * BLOCK);

        fill_block(scan, &carry, b < whole ? p + b * BLOCK : last, masks.word[b], masks.high[b], base, &starts, &ends,
                   least, places);
        lines += few_places(masks.line[b], base, scan->lines + lines);
    }
    scan->at += blocks * BLOCK;
    scan->carry = carry;
    scan->n = ends - 1;
    scan->open = starts > ends;
    scan->nlines = lines;
    return true;
}

static bool fill_plain(struct ed_token_scan *scan)
{
    return fill(scan, plain_masks, plain_least, bit_places);
}

#ifdef WITH_SSE2
static bool fill_sse2(struct ed_token_scan *scan)
{
    return fill(scan, sse2_masks, sse2_least, bit_places);
}
#endif

#ifdef WITH_AVX
AVX2 static bool fill_avx2(struct ed_token_scan *scan)
{
    return fill(scan, avx2_masks, avx2_least, avx2_places);
}

AVX512 static bool fill_avx512(struct ed_token_scan *scan)
{
    return fill(scan, avx512_masks, avx512_least, avx512_places);
}
#endif

#ifdef WITH_NEON
static bool fill_neon(struct ed_token_scan *scan)
{
    return fill(scan, neon_masks, neon_least, bit_places);
}
#endif

bool ed_walk_usable(enum ed_walk walk)
{
    switch (walk) {
    case ED_WALK_PLAIN:
#ifdef WITH_SSE2
    case ED_WALK_SSE2:
#endif
#ifdef WITH_NEON
    case ED_WALK_NEON:
#endif
        return true;
#ifdef WITH_AVX
    case ED_WALK_AVX512:
        if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
            !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl") ||
            !__builtin_cpu_supports("avx512vbmi") || !__builtin_cpu_supports("avx512vbmi2") ||
            !__builtin_cpu_supports("avx512bitalg")) {
            return false;
        } /* fall through */
    case ED_WALK_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt");
#endif
    default:
        return false;
    }
}

enum ed_walk ed_walk_best(void)
{
    enum ed_walk best = ED_WALK_PLAIN;

    for (int walk = ED_WALK_PLAIN; walk < ED_WALK_COUNT; walk++) {
        if (ed_walk_usable((enum ed_walk)walk)) {
            best = (enum ed_walk)walk;
        }
    }
    return best;
}

void ed_token_scan_init(struct ed_token_scan *scan, struct ed_str text, enum ed_walk walk)
{
    scan->text = text;
    scan->fill = fill_plain;
    scan->at = 0;
    scan->done = scan->dirty = scan->open = false;
    scan->carry = (struct ed_token_carry){0};
    scan->n = scan->nlines = 0;
    scan->start[0] = scan->start[1] = scan->end[0] = 0;
#ifdef WITH_SSE2
    if (walk == ED_WALK_SSE2) {
        scan->fill = fill_sse2;
    }
#endif
#ifdef WITH_AVX
    if (walk == ED_WALK_AVX2) {
        scan->fill = fill_avx2;
    }
    if (walk == ED_WALK_AVX512) {
        scan->fill = fill_avx512;
    }
#endif
#ifdef WITH_NEON
    if (walk == ED_WALK_NEON) {
        scan->fill = fill_neon;
    }
#endif
    (void)walk;
}
