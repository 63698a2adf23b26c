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
#define AVX2   __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi,bmi2,popcnt")))

/* The same with shifts that set no flags. */
AVX2 static void note_avx2(const struct ed_index *index, const struct ed_token_scan *scan, size_t i, size_t to,
                           struct ed_index_notes *notes)
{
    note_some(index, scan, i, to, /* near: */ true, notes);
}

AVX512 INLINE __m512i product512(__m512i v, uint64_t plus)
{
    v = _mm512_add_epi32(v, _mm512_set1_epi64((long long)plus));
    return _mm512_mul_epu32(v, _mm512_srli_epi64(v, 32));
}

AVX512 INLINE __mmask8 role512(__m512i word, __m512i hash, enum ed_index_role role)
{
    return _mm512_test_epi64_mask(_mm512_rorv_epi64(word, _mm512_srli_epi64(hash, (unsigned)role)),
                                  _mm512_set1_epi64(1));
}

/* Eight tokens at a time. */
AVX512 static void note_avx512(const struct ed_index *index, const struct ed_token_scan *scan, size_t i, size_t to,
                               struct ed_index_notes *notes)
{
    const __m256i most = _mm256_set1_epi32(8), bits = _mm256_set1_epi32(64);
    const __m128i shift = _mm_cvtsi32_si128((int)index->words_shift);
    const char *p = scan->text.p;
    __m256i numbers = _mm256_add_epi32(_mm256_set1_epi32((int)i), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    unsigned left = notes->left;
    size_t n = notes->n;

    for (; i < to; i += 8) {
        __mmask8 some = to - i < 8 ? (__mmask8)((1u << (to - i)) - 1) : 0xFF;
        __m256i start = _mm256_loadu_si256((const __m256i *)(const void *)(scan->start + i));
        __m256i end = _mm256_loadu_si256((const __m256i *)(const void *)(scan->end + i));
        __m512i first = _mm512_mask_i32gather_epi64(_mm512_setzero_si512(), some, start, p, 1);
        __m512i last = _mm512_mask_i32gather_epi64(_mm512_setzero_si512(), some, end, p - 8, 1);
        __m256i length = _mm256_min_epu32(_mm256_sub_epi32(end, start), most);
        __m512i other = _mm512_cvtepi32_epi64(_mm256_sub_epi32(bits, _mm256_slli_epi32(length, 3)));
        __m512i hash = _mm512_xor_si512(
            product512(_mm512_sllv_epi64(first, other), ED_TOKEN_FIRST),
            _mm512_ror_epi64(product512(_mm512_srlv_epi64(last, other), ED_TOKEN_LAST), 32));
        __m512i word = _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), some, _mm512_srl_epi64(hash, shift),
                                                   index->words, 8);
        unsigned lefts = role512(word, hash, ED_INDEX_LEFT), keys;

        keys = (role512(word, hash, ED_INDEX_RIGHT) & (lefts << 1 | left)) | role512(word, hash, ED_INDEX_ALONE);
        left = lefts >> 7;
        _mm512_storeu_si512(notes->hash + i, hash);
        _mm256_storeu_si256((__m256i *)(void *)(notes->places + n),
                            _mm256_maskz_compress_epi32((__mmask8)keys, numbers));
        n += (size_t)__builtin_popcount(keys & 0xFF);
        numbers = _mm256_add_epi32(numbers, most);
        if (to - i < 8) {
            left = lefts >> (to - i - 1) & 1;
        }
    }
    notes->left = left;
    notes->n = n;
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
    size_t n = 0;

    for (size_t k = 0; k < notes->n; k++) {
        size_t i = notes->places[k];
        uint64_t pair = ed_token_pair(notes->hash[i - 1], notes->hash[i]);

        notes->keys[n] = scan->start[i - 1] << 1;
        n += ed_index_has_bits(index->bitmap, index->bitmap_shift, pair) & (i > 1 || notes->any);
        notes->keys[n] = scan->start[i] << 1 | ED_MARK_SINGLE;
        n += ed_index_has_bits(index->bitmap, index->bitmap_shift, notes->hash[i]);
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
