/*
 * index_note.c: the loop that sees every token of every log, without a branch in it: hash, mix with the hash before,
 * ask the bitmap for the pair and for the token alone, note the place, and keep the note if a bit was set.
 */
#include "match/index_note.h"

#define INLINE static inline __attribute__((always_inline))

/* Tokens [i, to) of the chunk. near: eight bytes can be read from each one's beginning on and before its end. No store
   of this loop changes what it reads, which the compiler is told by locals and `restrict`. */
INLINE void note_tokens(const struct ed_index *index, const struct ed_token_scan *scan, size_t i, size_t to, bool near,
                        struct ed_index_notes *notes)
{
    const uint64_t *restrict bitmap = index->bitmap;
    const size_t *restrict edge = scan->edge;
    const char *restrict p = scan->text.p;
    const unsigned shift = index->bitmap_shift;
    uint32_t *restrict places = notes->places;
    uint64_t left = notes->left, single;
    size_t n = notes->n;

    for (; i < to; i++) {
        size_t start = edge[2 * i], end = edge[2 * i + 1];

        single = near ? ed_token_hash_near(p + start, p + end) : ed_token_hash(p + start, end - start);
        places[n] = (uint32_t)i;
        n += ed_index_has_bits(bitmap, shift, ed_token_pair(left, single)) | ed_index_has_bits(bitmap, shift, single);
        left = single;
    }
    notes->left = left;
    notes->n = n;
}

/* All of the chunk: only the first tokens of a text and its last ones have less than eight bytes on one side. */
INLINE void note_chunk(const struct ed_index *index, const struct ed_token_scan *scan, struct ed_index_notes *notes)
{
    size_t near = 0, far = scan->n;

    while (near < scan->n && scan->edge[2 * near + 1] < 8) {
        near++;
    }
    while (far > near && scan->text.n - scan->edge[2 * far - 2] < 8) {
        far--;
    }
    notes->n = 0;
    note_tokens(index, scan, 0, near, /* near: */ false, notes);
    note_tokens(index, scan, near, far, /* near: */ true, notes);
    note_tokens(index, scan, far, scan->n, /* near: */ false, notes);
}

#if defined(__x86_64__) || defined(__i386__)
/* The same with shifts that set no flags. */
__attribute__((target("bmi,bmi2"))) static void
note_bmi2(const struct ed_index *index, const struct ed_token_scan *scan, struct ed_index_notes *notes)
{
    note_chunk(index, scan, notes);
}
#else
#define note_bmi2 note_chunk
#endif

void ed_index_note(const struct ed_index *index, const struct ed_token_scan *scan, struct ed_index_notes *notes)
{
    if (index->walk == ED_WALK_AVX2) {
        note_bmi2(index, scan, notes);
    } else {
        note_chunk(index, scan, notes);
    }
}
