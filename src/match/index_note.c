/*
 * index_note.c: the loop that sees every token of every log, without a branch in it: hash, ask the filter what the
 * token is in keys, and keep its number if it is a right one behind a left one, or stands alone.
 */
/* In front of base.h, whose poisoned malloc it names. */
#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

#include "match/index_note.h"

#define INLINE static inline __attribute__((always_inline))

/* Tokens [i, to) of the chunk. near: eight bytes can be read from each one's beginning on and before its end. No store
   of this loop changes what it reads, which the compiler is told by locals and `restrict`. */
INLINE void note_some(const struct ed_index *index, const struct ed_token_scan *scan, size_t i, size_t to, bool near,
                      struct ed_index_notes *notes)
{
    const uint64_t *restrict words = index->words;
    const uint32_t *restrict starts = scan->start, *restrict ends = scan->end;
    const char *restrict p = scan->text.p;
    const unsigned shift = index->words_shift;
    uint32_t *restrict places = notes->places;
    uint64_t *restrict hashes = notes->hash;
    unsigned left = notes->left;
    size_t n = notes->n;

    for (; i < to; i++) {
        size_t start = starts[i], end = ends[i];
        uint64_t hash = near ? ed_token_hash_near(p + start, p + end) : ed_token_hash(p + start, end - start);
        uint64_t word = words[hash >> shift];

        hashes[i] = hash;
        places[n] = (uint32_t)i;
        n += (left & ed_index_has_role(word, hash, ED_INDEX_RIGHT)) | ed_index_has_role(word, hash, ED_INDEX_ALONE);
        left = ed_index_has_role(word, hash, ED_INDEX_LEFT);
    }
    notes->left = left;
    notes->n = n;
}

typedef void some_fn(const struct ed_index *index, const struct ed_token_scan *scan, size_t i, size_t to,
                     struct ed_index_notes *notes);

/* All of the chunk: only the first tokens of a text and its last ones have less than eight bytes on one side. */
INLINE void note_chunk(const struct ed_index *index, const struct ed_token_scan *scan, struct ed_index_notes *notes,
                       some_fn *near_fn)
{
    size_t near = 1, far = scan->n + 1;

    while (near <= scan->n && scan->end[near] < 8) {
        near++;
    }
    while (far > near && scan->text.n - scan->start[far - 1] < 8) {
        far--;
    }
    notes->n = 0;
    notes->hash[0] = notes->last;
    note_some(index, scan, 1, near, /* near: */ false, notes);
    near_fn(index, scan, near, far, notes);
    note_some(index, scan, far, scan->n + 1, /* near: */ false, notes);
    notes->last = notes->hash[scan->n];
}

static void note_near(const struct ed_index *index, const struct ed_token_scan *scan, size_t i, size_t to,
                      struct ed_index_notes *notes)
{
    note_some(index, scan, i, to, /* near: */ true, notes);
}

#if defined(__x86_64__) || defined(__i386__)
#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define AVX512                                                                                                         \
    __attribute__((                                                                                                    \
        target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx2,bmi,bmi2,popcnt")))

AVX2 INLINE __m256i product256(__m256i v, uint64_t plus)
{
    v = _mm256_add_epi32(v, _mm256_set1_epi64x((long long)plus));
    return _mm256_mul_epu32(v, _mm256_srli_epi64(v, 32));
}

/* Of four words, as a mask: a role's bit is moved to the top. */
AVX2 INLINE unsigned role256(__m256i word, __m256i hash, enum ed_index_role role)
{
    __m256i up = _mm256_andnot_si256(_mm256_srli_epi64(hash, (int)role), _mm256_set1_epi64x(63));

    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_sllv_epi64(word, up)));
}

/* Eight bytes from each of four places: single loads, as gathering is slow on many machines. */
AVX2 INLINE __m256i load256(const char *a, const char *b, const char *c, const char *d)
{
    __m128i low = _mm_loadl_epi64((const __m128i *)(const void *)a);
    __m128i high = _mm_loadl_epi64((const __m128i *)(const void *)c);

    low = _mm_castpd_si128(_mm_loadh_pd(_mm_castsi128_pd(low), (const double *)(const void *)b));
    high = _mm_castpd_si128(_mm_loadh_pd(_mm_castsi128_pd(high), (const double *)(const void *)d));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

AVX2 INLINE __m256i bytes256(const char *p, const uint32_t *at)
{
    return load256(p + at[0], p + at[1], p + at[2], p + at[3]);
}

AVX2 INLINE __m256i words256(const uint64_t *words, const uint64_t *hash, unsigned shift)
{
    return load256((const char *)(words + (hash[0] >> shift)), (const char *)(words + (hash[1] >> shift)),
                   (const char *)(words + (hash[2] >> shift)), (const char *)(words + (hash[3] >> shift)));
}

/* The places of the bits of a number of four. */
static const uint8_t set_bits[16][4] = {{0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
                                        {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};

AVX2 INLINE void places256(unsigned set, size_t base, uint32_t *out)
{
    uint32_t bits;

    memcpy(&bits, set_bits[set], sizeof(bits));
    _mm_storeu_si128((__m128i *)(void *)out,
                     _mm_add_epi32(_mm_cvtepu8_epi32(_mm_cvtsi32_si128((int)bits)), _mm_set1_epi32((int)base)));
}

/* Four tokens at a time. */
AVX2 static void note_avx2(const struct ed_index *index, const struct ed_token_scan *scan, size_t i, size_t to,
                           struct ed_index_notes *notes)
{
    const __m128i most = _mm_set1_epi32(8), bits = _mm_set1_epi32(64);
    const uint64_t *words = index->words;
    const unsigned shift = index->words_shift;
    const char *p = scan->text.p;
    unsigned left = notes->left;
    size_t n = notes->n;

    for (; i + 4 <= to; i += 4) {
        __m128i start = _mm_loadu_si128((const __m128i *)(const void *)(scan->start + i));
        __m128i end = _mm_loadu_si128((const __m128i *)(const void *)(scan->end + i));
        __m128i length = _mm_min_epu32(_mm_sub_epi32(end, start), most);
        __m256i other = _mm256_cvtepi32_epi64(_mm_sub_epi32(bits, _mm_slli_epi32(length, 3)));
        __m256i first = _mm256_sllv_epi64(bytes256(p, scan->start + i), other);
        __m256i last = _mm256_srlv_epi64(bytes256(p - 8, scan->end + i), other);
        __m256i hash = _mm256_xor_si256(product256(first, ED_TOKEN_FIRST),
                                        _mm256_shuffle_epi32(product256(last, ED_TOKEN_LAST), 0xB1));
        __m256i word;
        unsigned lefts, keys;

        _mm256_storeu_si256((__m256i *)(void *)(notes->hash + i), hash);
        word = words256(words, notes->hash + i, shift);
        lefts = role256(word, hash, ED_INDEX_LEFT);
        keys = (role256(word, hash, ED_INDEX_RIGHT) & (lefts << 1 | left)) | role256(word, hash, ED_INDEX_ALONE);

        left = lefts >> 3;
        places256(keys, i, notes->places + n);
        n += (size_t)__builtin_popcount(keys);
    }
    notes->left = left;
    notes->n = n;
    note_some(index, scan, i, to, /* near: */ true, notes);
}

AVX512 INLINE __m512i product512(__m512i v, uint64_t plus)
{
    v = _mm512_add_epi32(v, _mm512_set1_epi64((long long)plus));
    return _mm512_mul_epu32(v, _mm512_srli_epi64(v, 32));
}

/* The roles of eight tokens, a byte each: bit r is set for the role that byte r of a hash tells. */
AVX512 INLINE uint64_t roles512(__m512i word, __m512i hash)
{
    return _mm512_bitshuffle_epi64_mask(word, hash);
}

/* For each token, in the lowest bit of its byte: whether it may be a key. left: the byte of the token before. */
INLINE uint64_t keys_of(uint64_t roles, uint64_t left)
{
    uint64_t pair = roles >> ED_INDEX_RIGHT / 8 & (roles << 8 | left) >> ED_INDEX_LEFT / 8;

    return (pair | roles >> ED_INDEX_ALONE / 8) & UINT64_C(0x0101010101010101);
}

/* Eight tokens at a time. */
AVX512 static void note_avx512(const struct ed_index *index, const struct ed_token_scan *scan, size_t i, size_t to,
                               struct ed_index_notes *notes)
{
    const __m256i most = _mm256_set1_epi32(8), bits = _mm256_set1_epi32(64);
    const __m128i shift = _mm_cvtsi32_si128((int)index->words_shift);
    const char *p = scan->text.p;
    __m256i numbers = _mm256_add_epi32(_mm256_set1_epi32((int)i), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    uint64_t left = (uint64_t)notes->left << ED_INDEX_LEFT / 8;
    size_t n = notes->n;

    for (; i + 8 <= to; i += 8) {
        __mmask8 some = to - i < 8 ? (__mmask8)((1u << (to - i)) - 1) : 0xFF;
        __m256i start = _mm256_loadu_si256((const __m256i *)(const void *)(scan->start + i));
        __m256i end = _mm256_loadu_si256((const __m256i *)(const void *)(scan->end + i));
        __m512i first = _mm512_inserti64x4(_mm512_castsi256_si512(bytes256(p, scan->start + i)),
                                           bytes256(p, scan->start + i + 4), 1);
        __m512i last = _mm512_inserti64x4(_mm512_castsi256_si512(bytes256(p - 8, scan->end + i)),
                                          bytes256(p - 8, scan->end + i + 4), 1);
        __m256i length = _mm256_min_epu32(_mm256_sub_epi32(end, start), most);
        __m512i other = _mm512_cvtepi32_epi64(_mm256_sub_epi32(bits, _mm256_slli_epi32(length, 3)));
        __m512i hash = _mm512_xor_si512(
            product512(_mm512_sllv_epi64(first, other), ED_TOKEN_FIRST),
            _mm512_ror_epi64(product512(_mm512_srlv_epi64(last, other), ED_TOKEN_LAST), 32));
        __m512i word = _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), some, _mm512_srl_epi64(hash, shift),
                                                   index->words, 8);
        uint64_t roles = roles512(word, hash), keys = _pext_u64(keys_of(roles, left), UINT64_C(0x0101010101010101));

        left = roles >> 56;
        _mm512_storeu_si512(notes->hash + i, hash);
        _mm256_storeu_si256((__m256i *)(void *)(notes->places + n),
                            _mm256_maskz_compress_epi32((__mmask8)keys, numbers));
        n += (size_t)__builtin_popcountll(keys);
        numbers = _mm256_add_epi32(numbers, most);
        if (to - i < 8) {
            left = roles >> 8 * (to - i - 1) & 0xFF;
        }
    }
    left = left >> ED_INDEX_LEFT / 8 & 1;
    notes->left = (unsigned)left;
    notes->n = n;
    note_some(index, scan, i, to, true, notes);
}
#endif

static void note_places(const struct ed_index *index, const struct ed_token_scan *scan, struct ed_index_notes *notes)
{
#if defined(__x86_64__) || defined(__i386__)
    if (index->walk == ED_WALK_AVX512) {
        note_chunk(index, scan, notes, note_avx512);
        return;
    }
    if (index->walk == ED_WALK_AVX2) {
        note_chunk(index, scan, notes, note_avx2);
        return;
    }
#endif
    note_chunk(index, scan, notes, note_near);
}

/* Of the noted tokens, those that the bitmap knows. */
static void note_keys(const struct ed_index *index, const struct ed_token_scan *scan, struct ed_index_notes *notes)
{
    const uint64_t *restrict bitmap = index->bitmap;
    const unsigned shift = index->bitmap_shift, any = notes->any;
    uint32_t *restrict keys = notes->keys;
    size_t n = 0;

    for (size_t k = 0; k < notes->n; k++) {
        size_t i = notes->places[k];
        uint64_t pair = ed_token_pair(notes->hash[i - 1], notes->hash[i]);

        keys[n] = scan->start[i - 1] << 1;
        n += ed_index_has_bits(bitmap, shift, pair) & (any | (i > 1));
        keys[n] = scan->start[i] << 1 | ED_MARK_SINGLE;
        n += ed_index_has_bits(bitmap, shift, notes->hash[i]);
    }
    notes->nkeys = n;
}

void ed_index_notes_init(struct ed_index_notes *notes)
{
    notes->last = 0;
    notes->any = false;
    notes->left = 0;
}

void ed_index_note(const struct ed_index *index, const struct ed_token_scan *scan, struct ed_index_notes *notes)
{
    note_places(index, scan, notes);
    note_keys(index, scan, notes);
    notes->any = notes->any || scan->n;
}
