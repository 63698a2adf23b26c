/*
 * token_scan.c: the vector walk. A block is 64 bytes. An instruction set gives two things of a block: the mask of word
 * bytes, and the mask of bytes that are, as signed numbers, at least some value (which tells non-ASCII bytes and the
 * kinds of lead bytes apart). Everything else is arithmetic on masks, the same for all, and exact for any bytes. A word
 * begins where a word byte follows none, and ends where none follows one. A continuation byte belongs to a lead that
 * stands 1, 2 or 3 bytes before it, announces that many and is followed by nothing but continuation bytes; every other
 * non-ASCII byte begins a token, and the byte behind a non-ASCII byte ends one unless it belongs to it. The last block
 * is copied and padded with zeros, which are no token, so nothing behind the text is read and the last token is closed.
 */
/* In front of base.h, whose poisoned malloc it names. */
#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

#include "match/token_scan.h"

#if defined(__x86_64__) || defined(__i386__)
#define WITH_AVX2
#endif
#ifdef __SSE2__
#define WITH_SSE2
#endif
#ifdef __aarch64__
#include <arm_neon.h>
#define WITH_NEON
#endif

#define BLOCK 64

/* The word bytes of a block, bit i for byte i. */
typedef uint64_t word_fn(const uint8_t *p);
/* The bytes that are, as signed numbers, >= least. */
typedef uint64_t least_fn(const uint8_t *p, int8_t least);

/* As signed bytes: continuation bytes are -128..-65, leads of 2, 3 and 4 bytes begin at -64, -32 and -16, and from -8
   on no sequence begins. */
enum { LEAD2 = -64, LEAD3 = -32, LEAD4 = -16, STRAY = -8 };

static inline uint64_t plain_word(const uint8_t *p)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < BLOCK; i++) {
        mask |= (uint64_t)ed_is_word((char)p[i]) << i;
    }
    return mask;
}

static inline uint64_t plain_least(const uint8_t *p, int8_t least)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < BLOCK; i++) {
        mask |= (uint64_t)((int8_t)p[i] >= least) << i;
    }
    return mask;
}

#ifdef WITH_SSE2
static inline uint64_t sse2_word(const uint8_t *p)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < BLOCK; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
        __m128i low = _mm_or_si128(x, _mm_set1_epi8(0x20)); /* only letters come to lie in a..z */
        __m128i alpha = _mm_and_si128(_mm_cmpgt_epi8(low, _mm_set1_epi8('a' - 1)),
                                      _mm_cmpgt_epi8(_mm_set1_epi8('z' + 1), low));
        __m128i digit = _mm_and_si128(_mm_cmpgt_epi8(x, _mm_set1_epi8('0' - 1)),
                                      _mm_cmpgt_epi8(_mm_set1_epi8('9' + 1), x));
        __m128i word = _mm_or_si128(_mm_or_si128(alpha, digit), _mm_cmpeq_epi8(x, _mm_set1_epi8('_')));

        mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(word) << i;
    }
    return mask;
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

#ifdef WITH_AVX2
#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))

/* Two look-ups by nibble: the sets of low nibbles that are word bytes under a high nibble share a bit (0-9 under 3; A-O
   and a-o under 4 and 6; P-Z and '_' under 5; p-z under 7). A byte from 0x80 on looks up zero. */
AVX2 static inline uint64_t avx2_word(const uint8_t *p)
{
    const __m256i lows = _mm256_setr_epi8(13, 15, 15, 15, 15, 15, 15, 15, 15, 15, 14, 2, 2, 2, 2, 6, 13, 15, 15, 15, 15,
                                          15, 15, 15, 15, 15, 14, 2, 2, 2, 2, 6);
    const __m256i highs = _mm256_setr_epi8(0, 0, 0, 1, 2, 4, 2, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 2, 8, 0, 0,
                                           0, 0, 0, 0, 0, 0);
    uint64_t mask = 0;

    for (unsigned i = 0; i < BLOCK; i += 32) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)(p + i));
        __m256i high = _mm256_and_si256(_mm256_srli_epi16(x, 4), _mm256_set1_epi8(0x0f));
        __m256i both = _mm256_and_si256(_mm256_shuffle_epi8(lows, x), _mm256_shuffle_epi8(highs, high));
        __m256i none = _mm256_cmpeq_epi8(both, _mm256_setzero_si256());

        mask |= (uint64_t)(uint32_t)~_mm256_movemask_epi8(none) << i;
    }
    return mask;
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
#endif

#ifdef WITH_NEON
/* One bit a byte from four vectors of 0x00 and 0xFF: keep bit (i mod 8) of each byte and add neighbours three times. */
static inline uint64_t neon_mask(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d)
{
    const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t low = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits));
    uint8x16_t high = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
    uint8x16_t sum = vpaddq_u8(low, high);

    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

static inline uint8x16_t neon_word16(uint8x16_t x)
{
    uint8x16_t low = vorrq_u8(x, vdupq_n_u8(0x20));
    uint8x16_t alpha = vcleq_u8(vsubq_u8(low, vdupq_n_u8('a')), vdupq_n_u8(25));
    uint8x16_t digit = vcleq_u8(vsubq_u8(x, vdupq_n_u8('0')), vdupq_n_u8(9));

    return vorrq_u8(vorrq_u8(alpha, digit), vceqq_u8(x, vdupq_n_u8('_')));
}

static inline uint64_t neon_word(const uint8_t *p)
{
    return neon_mask(neon_word16(vld1q_u8(p)), neon_word16(vld1q_u8(p + 16)), neon_word16(vld1q_u8(p + 32)),
                     neon_word16(vld1q_u8(p + 48)));
}

static inline uint8x16_t neon_least16(const uint8_t *p, int8_t least)
{
    return vcgeq_s8(vreinterpretq_s8_u8(vld1q_u8(p)), vdupq_n_s8(least));
}

static inline uint64_t neon_least(const uint8_t *p, int8_t least)
{
    return neon_mask(neon_least16(p, least), neon_least16(p + 16, least), neon_least16(p + 32, least),
                     neon_least16(p + 48, least));
}
#endif

#define INLINE static inline __attribute__((always_inline))

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

/* Write base + i for every bit i of the mask. Written eight at a time whether there are so many or not: a branch for
   each bit would be mispredicted all the time. */
INLINE size_t write_edges(uint64_t mask, size_t base, size_t *out)
{
    size_t n = (size_t)__builtin_popcountll(mask);

    for (size_t i = 0; i < n; i += 8) {
#pragma GCC unroll 8
        for (size_t k = 0; k < 8; k++) {
            out[i + k] = base + (size_t)__builtin_ctzll(mask | (uint64_t)1 << 63); /* ctz of 0 is undefined */
            mask &= mask - 1;
        }
    }
    return n;
}

/* The same for blocks in which a token may begin where another ends. */
INLINE size_t write_touching_edges(uint64_t starts, uint64_t ends, size_t base, size_t *out)
{
    size_t n = 0;

    for (uint64_t any = starts | ends; any; any &= any - 1) {
        unsigned i = (unsigned)__builtin_ctzll(any);

        out[n] = base + i;
        n += ends >> i & 1;
        out[n] = base + i;
        n += starts >> i & 1;
    }
    return n;
}

/* One block; returns how many edges it wrote. */
INLINE size_t fill_block(struct ed_token_carry *carry, const uint8_t *p, size_t base, size_t *out, word_fn *word_of,
                         least_fn *least)
{
    uint64_t word = word_of(p), high = ~least(p, 0), before = moved(word, carry->word, 1);
    uint64_t starts = word & ~before, ends = ~word & before;

    carry->word = word;
    if (ED_LIKELY((high | carry->high) == 0)) {
        return write_edges(starts | ends, base, out);
    }
    add_high(carry, p, high, least, &starts, &ends);
    return write_touching_edges(starts, ends, base, out);
}

INLINE bool fill(struct ed_token_scan *scan, word_fn *word_of, least_fn *least)
{
    struct ed_token_carry carry = scan->carry;
    uint8_t last[BLOCK] = {0};
    size_t edges = scan->edges % 2, stop;

    if (scan->done) {
        return false;
    }
    scan->edge[0] = scan->edge[scan->edges - edges];
    stop = scan->at + ED_MIN(ED_TOKEN_CHUNK, (scan->text.n - scan->at) / BLOCK * BLOCK);
    if (stop == scan->at) {
        if (scan->text.n > stop) {
            memcpy(last, scan->text.p + stop, scan->text.n - stop);
        }
        scan->done = true;
        edges += fill_block(&carry, last, stop, scan->edge + edges, word_of, least);
    }
    for (; scan->at < stop; scan->at += BLOCK) {
        edges += fill_block(&carry, (const uint8_t *)scan->text.p + scan->at, scan->at, scan->edge + edges, word_of,
                            least);
    }
    scan->edges = edges;
    scan->n = edges / 2;
    scan->carry = carry;
    return true;
}

static bool fill_plain(struct ed_token_scan *scan)
{
    return fill(scan, plain_word, plain_least);
}

#ifdef WITH_SSE2
static bool fill_sse2(struct ed_token_scan *scan)
{
    return fill(scan, sse2_word, sse2_least);
}
#endif

#ifdef WITH_AVX2
AVX2 static bool fill_avx2(struct ed_token_scan *scan)
{
    return fill(scan, avx2_word, avx2_least);
}
#endif

#ifdef WITH_NEON
static bool fill_neon(struct ed_token_scan *scan)
{
    return fill(scan, neon_word, neon_least);
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
#ifdef WITH_AVX2
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
    scan->done = false;
    scan->carry = (struct ed_token_carry){0};
    scan->n = scan->edges = 0;
    scan->edge[0] = 0;
#ifdef WITH_SSE2
    if (walk == ED_WALK_SSE2) {
        scan->fill = fill_sse2;
    }
#endif
#ifdef WITH_AVX2
    if (walk == ED_WALK_AVX2) {
        scan->fill = fill_avx2;
    }
#endif
#ifdef WITH_NEON
    if (walk == ED_WALK_NEON) {
        scan->fill = fill_neon;
    }
#endif
    (void)walk;
}
