/*
 * alarm.c: one table of words, each with a mark: its first five bytes (all four of a word of four). Texts are looked
 * through for the marks of all words at once, a group of words a bit (after Hyperscan's Teddy: shuffles by the halves
 * of each byte); at a mark the words themselves decide. The plain search gives the same.
 */
#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

#include "match/alarm.h"
#include "match/neon.h"
#include "match/token_scan.h"

#define MARK   5
#define GROUPS 8
#define BLOCK  64
/* Bytes that are looked at from the beginning of a word: the longest, and the one behind it. */
#define AROUND (ED_ALARM_LONGEST + 1)
/* Blocks that are looked through at once. */
#define BLOCKS (ED_ALARM_CHUNK / BLOCK)

static const struct {
    struct ed_str word;
    bool whole; /* nothing of the word may follow; else it is a beginning */
} words[] = {
    {ED_STR_INIT("error"), false},        {ED_STR_INIT("err!"), false},        {ED_STR_INIT("err:"), false},
    {ED_STR_INIT("fail"), false},         {ED_STR_INIT("exception"), false},   {ED_STR_INIT("fatal"), false},
    {ED_STR_INIT("panic"), false},        {ED_STR_INIT("cannot"), true},       {ED_STR_INIT("can't"), true},
    {ED_STR_INIT("could not"), true},     {ED_STR_INIT("couldn't"), true},     {ED_STR_INIT("unable"), true},
    {ED_STR_INIT("denied"), true},        {ED_STR_INIT("refused"), true},      {ED_STR_INIT("rejected"), true},
    {ED_STR_INIT("timeout"), false},      {ED_STR_INIT("timed out"), true},    {ED_STR_INIT("abort"), false},
    {ED_STR_INIT("crash"), false},        {ED_STR_INIT("corrupt"), false},     {ED_STR_INIT("kill"), false},
    {ED_STR_INIT("invalid"), false},      {ED_STR_INIT("illegal"), false},     {ED_STR_INIT("unexpected"), false},
    {ED_STR_INIT("unreachable"), true},   {ED_STR_INIT("unresponsive"), true}, {ED_STR_INIT("not responding"), true},
    {ED_STR_INIT("forbidden"), true},     {ED_STR_INIT("segfault"), true},     {ED_STR_INIT("segmentation"), true},
    {ED_STR_INIT("out of memory"), true}, {ED_STR_INIT("exceed"), false},      {ED_STR_INIT("too many"), true},
    {ED_STR_INIT("not found"), true},     {ED_STR_INIT("no such"), true},      {ED_STR_INIT("no space"), true},
    {ED_STR_INIT("missing"), true},       {ED_STR_INIT("mismatch"), false},    {ED_STR_INIT("deadlock"), false},
    {ED_STR_INIT("broken"), true},        {ED_STR_INIT("unavailable"), true},  {ED_STR_INIT("expired"), true},
    {ED_STR_INIT("code: '"), false},
};

/* The first four bytes of a mark as a number, letters small. What is no letter may change, too, but for equal bytes
 * equally. */
static inline uint32_t mark_at(const char *p)
{
    uint32_t mark;

    memcpy(&mark, p, sizeof(mark));
    return mark | 0x20202020;
}

static inline size_t mark_hash(uint32_t mark)
{
    return mark * 0x9E3779B1u >> (32 - ED_ALARM_BITS);
}

/* Both without a branch; 0 or 1. */
static inline unsigned is_small(char c)
{
    return (unsigned char)(c - 'a') < 26;
}

static inline unsigned is_letter(char c)
{
    return is_small((char)(c | 0x20));
}

/* Whether word i stands at p, all its bytes at once; 0 or 1. */
static inline unsigned stands_at(const struct ed_alarm *alarm, size_t i, const char *p)
{
    const struct ed_alarm_word *word = &alarm->words[i];
    uint64_t differs = ((ed_token_load(p) | word->letters[0]) & word->bytes[0]) ^ word->text[0];

    differs |= ((ed_token_load(p + 8) | word->letters[1]) & word->bytes[1]) ^ word->text[1];
    return (unsigned)(differs == 0) & ~(word->whole & is_letter(p[word->n]));
}

/*
 * Whether a word begins at p; a byte before it and AROUND behind it can be read. Hardly a branch in it: what comes here
 * has the mark of a word, and is one about every other time. A capital begins a word behind a small letter
 * (RuntimeError) and in front of one (IOException).
 */
static inline bool begins_at(const struct ed_alarm *alarm, const char *p)
{
    unsigned inside = is_letter(p[-1]) & (is_small(p[0]) | ~(is_small(p[-1]) | is_small(p[1])));
    size_t i = alarm->first[mark_hash(mark_at(p))];
    unsigned stands = stands_at(alarm, i, p);

    while (ED_UNLIKELY((i = alarm->behind[i]) != 0)) {
        stands |= stands_at(alarm, i, p);
    }
    return stands & ~inside;
}

static bool decide(const struct ed_alarm *alarm, struct ed_str text, size_t at)
{
    char around[1 + AROUND] = {0}; /* nothing around a text is a letter */

    if (ED_LIKELY(at > 0 && text.n - at >= AROUND)) {
        return begins_at(alarm, text.p + at);
    }
    around[0] = at ? text.p[at - 1] : '\0';
    memcpy(around + 1, text.p + at, ED_MIN(text.n - at, (size_t)AROUND));
    return begins_at(alarm, around + 1);
}

/*
 * Bit i of ret_masks[b]: a word may begin at byte i of block b; MARK - 1 bytes beyond the blocks are read, too. No word
 * begins with a small letter behind another one (begins_at), but for the first byte, of which the one before is not
 * looked at.
 */
static void masks_plain(const struct ed_alarm *alarm, const char *p, size_t blocks, uint64_t *ret_masks)
{
    bool before = false;

    for (size_t b = 0; b < blocks; b++, p += BLOCK) {
        ret_masks[b] = 0;
        for (size_t i = 0; i < BLOCK; i++) {
            bool small = is_small(p[i]);

            ret_masks[b] |= (uint64_t)(alarm->first[mark_hash(mark_at(p + i))] && !(small && before)) << i;
            before = small;
        }
    }
}

#if defined(__x86_64__) || defined(__i386__)
#define AVX2   __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi")))

AVX2 static inline __m256i both_halves(const uint8_t *table)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)table));
}

AVX2 static inline uint64_t small256(const char *p)
{
    const __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)p);
    __m256i small = _mm256_and_si256(_mm256_cmpgt_epi8(v, _mm256_set1_epi8('a' - 1)),
                                     _mm256_cmpgt_epi8(_mm256_set1_epi8('z' + 1), v));

    return (uint32_t)_mm256_movemask_epi8(small);
}

/* The groups of 32 bytes by their lower halves: a byte from 0x80 on has none. */
AVX2 static inline __m256i groups256(__m256i low, const char *p)
{
    return _mm256_shuffle_epi8(low, _mm256_loadu_si256((const __m256i *)(const void *)p));
}

/*
 * By the lower halves of five bytes and the upper one of the first: what the other upper ones would tell is not worth
 * their cost. The fifth byte may be any behind a mark of four.
 */
AVX2 static void masks_avx2(const struct ed_alarm *alarm, const char *p, size_t blocks, uint64_t *ret_masks)
{
    const __m256i low0 = both_halves(alarm->low[0]), low1 = both_halves(alarm->low[1]);
    const __m256i low2 = both_halves(alarm->low[2]), low3 = both_halves(alarm->low[3]);
    const __m256i low4 = both_halves(alarm->low[4]), high0 = both_halves(alarm->high[0]);
    const __m256i half = _mm256_set1_epi8(0x0F);
    uint64_t before = 0;

    for (size_t b = 0; b < blocks; b++) {
        uint64_t none = 0, small = 0;

#pragma GCC unroll 2
        for (size_t i = 0; i < BLOCK; i += 32, p += 32) {
            __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)p);
            __m256i fifth = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)(const void *)(p + 4)), half);
            __m256i groups = _mm256_shuffle_epi8(high0, _mm256_and_si256(_mm256_srli_epi16(v, 4), half));

            groups = _mm256_and_si256(groups, _mm256_and_si256(groups256(low0, p), groups256(low1, p + 1)));
            groups = _mm256_and_si256(groups, _mm256_and_si256(groups256(low2, p + 2), groups256(low3, p + 3)));
            groups = _mm256_and_si256(groups, _mm256_shuffle_epi8(low4, fifth));
            groups = _mm256_cmpeq_epi8(groups, _mm256_setzero_si256());
            none |= (uint64_t)(uint32_t)_mm256_movemask_epi8(groups) << i;
            small |= small256(p) << i;
        }
        ret_masks[b] = ~none & ~(small & (small << 1 | before));
        before = small >> (BLOCK - 1);
    }
}

AVX512 static inline __m512i groups512(__m512i table, const char *p)
{
    return _mm512_permutexvar_epi8(_mm512_loadu_si512(p), table);
}

/* By the lower six bits of a byte, in one look-up; what differs in the upper two only is told apart by the word. */
AVX512 static void masks_avx512(const struct ed_alarm *alarm, const char *p, size_t blocks, uint64_t *ret_masks)
{
    const __m512i t0 = _mm512_loadu_si512(alarm->six[0]), t1 = _mm512_loadu_si512(alarm->six[1]);
    const __m512i t2 = _mm512_loadu_si512(alarm->six[2]), t3 = _mm512_loadu_si512(alarm->six[3]);
    const __m512i t4 = _mm512_loadu_si512(alarm->six[4]);
    uint64_t before = 0;

    for (size_t b = 0; b < blocks; b++, p += BLOCK) {
        __m512i groups = _mm512_and_si512(groups512(t0, p), groups512(t1, p + 1));
        __m512i letter = _mm512_sub_epi8(_mm512_loadu_si512(p), _mm512_set1_epi8('a'));
        uint64_t small = _mm512_cmplt_epu8_mask(letter, _mm512_set1_epi8(26));

        groups = _mm512_and_si512(groups, _mm512_and_si512(groups512(t2, p + 2), groups512(t3, p + 3)));
        ret_masks[b] = _mm512_test_epi8_mask(groups, groups512(t4, p + 4)) & ~(small & (small << 1 | before));
        before = small >> (BLOCK - 1);
    }
}
#endif

#ifdef __aarch64__
static inline uint8x16_t groups_neon(const uint8_t *low, const char *p)
{
    return vqtbl1q_u8(vld1q_u8(low), vandq_u8(vld1q_u8((const uint8_t *)p), vdupq_n_u8(0x0F)));
}

static void masks_neon(const struct ed_alarm *alarm, const char *p, size_t blocks, uint64_t *ret_masks)
{
    uint64_t before = 0;

    for (size_t b = 0; b < blocks; b++) {
        uint8x16_t some[4], small[4];
        uint64_t smalls;

        for (size_t i = 0; i < 4; i++, p += 16) {
            uint8x16_t v = vld1q_u8((const uint8_t *)p);
            uint8x16_t groups = vqtbl1q_u8(vld1q_u8(alarm->high[0]), vshrq_n_u8(v, 4));

            for (size_t k = 0; k < MARK; k++) {
                groups = vandq_u8(groups, groups_neon(alarm->low[k], p + k));
            }
            some[i] = vtstq_u8(groups, groups);
            small[i] = vcltq_u8(vsubq_u8(v, vdupq_n_u8('a')), vdupq_n_u8(26));
        }
        smalls = ed_neon_mask(small[0], small[1], small[2], small[3]);
        ret_masks[b] = ed_neon_mask(some[0], some[1], some[2], some[3]) & ~(smalls & (smalls << 1 | before));
        before = smalls >> (BLOCK - 1);
    }
}
#endif

/* The lower halves that byte k of a mark has: all where it is shorter. */
static uint16_t halves(struct ed_str mark, size_t k)
{
    return k < mark.n ? (uint16_t)(1u << (mark.p[k] & 15)) : UINT16_MAX;
}

static uint16_t halves_in(const struct ed_alarm *alarm, size_t k, unsigned group)
{
    uint16_t set = 0;

    for (size_t i = 0; i < 16; i++) {
        set |= (uint16_t)((alarm->low[k][i] >> group & 1) << i);
    }
    return set;
}

/* How many combinations of lower halves a group lets through once the mark is in it, less those that it lets through
   without. */
static unsigned cost(const struct ed_alarm *alarm, struct ed_str mark, unsigned group)
{
    unsigned now = 1, then = 1;

    for (size_t k = 0; k < MARK; k++) {
        uint16_t set = halves_in(alarm, k, group);

        now *= (unsigned)__builtin_popcount(set);
        then *= (unsigned)__builtin_popcount(set | halves(mark, k));
    }
    return then - now;
}

static void add_mark(struct ed_alarm *alarm, struct ed_str mark, unsigned group)
{
    uint8_t bit = (uint8_t)(1u << group);

    for (size_t k = 0; k < MARK; k++) {
        for (size_t i = 0; i < 16; i++) {
            alarm->low[k][i] |= halves(mark, k) >> i & 1 ? bit : 0;
            alarm->high[k][i] |= k >= mark.n ? bit : 0;
        }
        for (size_t i = 0; i < 64; i++) {
            alarm->six[k][i] |= k >= mark.n ? bit : 0;
        }
        if (k < mark.n) {
            unsigned char small = (unsigned char)mark.p[k];

            alarm->high[k][small >> 4] |= bit;
            alarm->high[k][(ed_is_alpha(mark.p[k]) ? small ^ 0x20 : small) >> 4] |= bit;
            alarm->six[k][small % 64] |= bit;
            alarm->six[k][(ed_is_alpha(mark.p[k]) ? small ^ 0x20 : small) % 64] |= bit;
        }
    }
}

static void add_word(struct ed_alarm_word *ret_word, struct ed_str word, bool whole)
{
    char text[ED_ALARM_LONGEST] = {0}, letters[ED_ALARM_LONGEST] = {0}, bytes[ED_ALARM_LONGEST] = {0};

    assert(word.n <= sizeof(text));
    for (size_t i = 0; i < word.n; i++) {
        text[i] = word.p[i];
        letters[i] = ed_is_alpha(word.p[i]) ? 0x20 : 0;
        bytes[i] = (char)0xFF;
    }
    for (size_t k = 0; k < 2; k++) {
        ret_word->text[k] = ed_token_load(text + 8 * k);
        ret_word->letters[k] = ed_token_load(letters + 8 * k);
        ret_word->bytes[k] = ed_token_load(bytes + 8 * k);
    }
    ret_word->n = (uint8_t)word.n;
    ret_word->whole = whole;
}

void ed_alarm_init(struct ed_alarm *alarm)
{
    static_assert(ED_ARRAY_LEN(words) < ED_ALARM_WORDS, "a word has no number");
    *alarm = (struct ed_alarm){0};
    alarm->words[0].text[0] = 1; /* of no bytes: it stands nowhere */
    ed_alarm_set_walk(alarm, ed_walk_best());
    for (size_t i = 0; i < ED_ARRAY_LEN(words); i++) {
        struct ed_str mark = ed_str_slice(words[i].word, 0, MARK);
        uint8_t *first = &alarm->first[mark_hash(mark_at(mark.p))];
        unsigned best = 0;

        alarm->behind[i + 1] = *first;
        *first = (uint8_t)(i + 1);
        for (unsigned group = 1; group < GROUPS; group++) {
            best = cost(alarm, mark, group) < cost(alarm, mark, best) ? group : best;
        }
        add_mark(alarm, mark, best);
        add_word(&alarm->words[i + 1], words[i].word, words[i].whole);
    }
}

void ed_alarm_set_walk(struct ed_alarm *alarm, enum ed_walk walk)
{
    alarm->masks = masks_plain;
#if defined(__x86_64__) || defined(__i386__)
    if (walk == ED_WALK_AVX2) {
        alarm->masks = masks_avx2;
    }
    if (walk == ED_WALK_AVX512) {
        alarm->masks = masks_avx512;
    }
#endif
#ifdef __aarch64__
    if (walk == ED_WALK_NEON) {
        alarm->masks = masks_neon;
    }
#endif
    (void)walk;
}

/* The place of the lowest bit; any when there is none. */
static inline uint32_t lowest(uint64_t mask)
{
    return (uint32_t)__builtin_ctzll(mask | (uint64_t)1 << 63);
}

/* The masks of the blocks from `from` on, up to `most`, at least one; returns how many. The last bytes of a text are
   copied, so nothing behind it is read. */
static size_t look_through(const struct ed_alarm *alarm, struct ed_str text, size_t from, size_t most,
                           uint64_t *ret_masks)
{
    size_t rest = text.n - from, blocks = rest < MARK ? 0 : ED_MIN((rest - (MARK - 1)) / BLOCK, most);
    char last[BLOCK + MARK] = {0};

    if (blocks == 0) {
        memcpy(last, text.p + from, ED_MIN(rest, sizeof(last)));
        blocks = 1;
        alarm->masks(alarm, last, blocks, ret_masks);
    } else {
        alarm->masks(alarm, text.p + from, blocks, ret_masks);
    }
    return blocks;
}

size_t ed_alarm_places(const struct ed_alarm *alarm, struct ed_str text, size_t from, size_t to, uint32_t *ret_places)
{
    uint64_t masks[BLOCKS];
    size_t marks = 0, n = 0, blocks;

    for (; from < to; from += blocks * BLOCK) {
        blocks = look_through(alarm, text, from, ED_MIN((to - from + BLOCK - 1) / BLOCK, (size_t)BLOCKS), masks);
        for (size_t b = 0; b < blocks; b++) {
            uint64_t more = masks[b] & (masks[b] - 1);

            ret_places[marks] = (uint32_t)(from + b * BLOCK) + lowest(masks[b]);
            marks += masks[b] != 0;
            for (; ED_UNLIKELY(more != 0); more &= more - 1) {
                ret_places[marks++] = (uint32_t)(from + b * BLOCK) + lowest(more);
            }
        }
    }
    for (size_t i = 0; i < marks; i++) {
        ret_places[n] = ret_places[i];
        n += ret_places[i] < to && decide(alarm, text, ret_places[i]);
    }
    return n;
}

size_t ed_alarm_find(const struct ed_alarm *alarm, struct ed_str text, size_t from)
{
    uint64_t masks[BLOCKS];
    size_t blocks;

    for (; from < text.n; from += blocks * BLOCK) {
        blocks = look_through(alarm, text, from, BLOCKS, masks);
        for (size_t b = 0; b < blocks; b++) {
            for (uint64_t some = masks[b]; some; some &= some - 1) {
                size_t at = from + b * BLOCK + (size_t)__builtin_ctzll(some);

                if (decide(alarm, text, at)) {
                    return at;
                }
            }
        }
    }
    return SIZE_MAX;
}
