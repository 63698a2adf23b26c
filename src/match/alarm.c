/*
 * alarm.c: one table of words, each with a mark: five bytes of it (four of a word of four) that stand in few other
 * words of logs. Texts are looked through for the marks of all words at once, a group of words a bit (after Hyperscan's
 * Teddy: shuffles by the halves of each byte); at a mark the words themselves decide. The plain search gives the same.
 */
#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

#include "match/alarm.h"
#include "match/token_scan.h"

#define MARK   5
#define GROUPS 8
#define BLOCK  64
/* Blocks that are looked through at once. */
#define BLOCKS (ED_ALARM_CHUNK / BLOCK)

static const struct {
    struct ed_str word;
    uint8_t mark; /* where in the word its mark begins */
    bool whole;   /* nothing of the word may follow; else it is a beginning */
} words[] = {
    {ED_STR_INIT("error"), 0, false},         {ED_STR_INIT("err!"), 0, false},
    {ED_STR_INIT("err:"), 0, false},          {ED_STR_INIT("fail"), 0, false},
    {ED_STR_INIT("exception"), 2, false},     {ED_STR_INIT("fatal"), 0, false},
    {ED_STR_INIT("panic"), 0, false},         {ED_STR_INIT("cannot"), 0, true},
    {ED_STR_INIT("can't"), 0, true},          {ED_STR_INIT("could not"), 0, true},
    {ED_STR_INIT("couldn't"), 1, true},       {ED_STR_INIT("unable"), 0, true},
    {ED_STR_INIT("denied"), 0, true},         {ED_STR_INIT("refused"), 1, true},
    {ED_STR_INIT("rejected"), 0, true},       {ED_STR_INIT("timeout"), 0, false},
    {ED_STR_INIT("timed out"), 1, true},      {ED_STR_INIT("abort"), 0, false},
    {ED_STR_INIT("crash"), 0, false},         {ED_STR_INIT("corrupt"), 0, false},
    {ED_STR_INIT("kill"), 0, false},          {ED_STR_INIT("invalid"), 0, false},
    {ED_STR_INIT("illegal"), 0, false},       {ED_STR_INIT("unexpected"), 0, false},
    {ED_STR_INIT("unreachable"), 0, true},    {ED_STR_INIT("unresponsive"), 0, true},
    {ED_STR_INIT("not responding"), 7, true}, {ED_STR_INIT("forbidden"), 0, true},
    {ED_STR_INIT("segfault"), 0, true},       {ED_STR_INIT("segmentation"), 3, true},
    {ED_STR_INIT("out of memory"), 4, true},  {ED_STR_INIT("exceed"), 0, false},
    {ED_STR_INIT("too many"), 1, true},       {ED_STR_INIT("not found"), 1, true},
    {ED_STR_INIT("no such"), 0, true},        {ED_STR_INIT("no space"), 0, true},
    {ED_STR_INIT("missing"), 1, true},        {ED_STR_INIT("mismatch"), 0, false},
    {ED_STR_INIT("deadlock"), 0, false},      {ED_STR_INIT("broken"), 1, true},
    {ED_STR_INIT("unavailable"), 0, true},    {ED_STR_INIT("expired"), 1, true},
    {ED_STR_INIT("code: '"), 2, false},
};

/* The first four bytes of a mark as a number, letters small. What is no letter may change, too, but for equal bytes
 * equally. */
static inline uint32_t mark_at(const char *p)
{
    uint32_t mark;

    memcpy(&mark, p, sizeof(mark));
    return mark | 0x20202020;
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

/* A capital begins a word behind a small letter (RuntimeError) and in front of one (IOException). */
static bool stands_at(struct ed_str word, bool whole, struct ed_str text, size_t at)
{
    if (text.n - at < word.n || !ed_str_eq_nocase(ed_str(text.p + at, word.n), word)) {
        return false;
    }
    if (at && ed_is_alpha(text.p[at - 1]) &&
        (is_small(text.p[at]) || !(is_small(text.p[at - 1]) || is_small(text.p[at + 1])))) {
        return false;
    }
    return !whole || at + word.n == text.n || !ed_is_alpha(text.p[at + word.n]);
}

static inline size_t mark_hash(uint32_t mark)
{
    return mark * 0x9E3779B1u >> (32 - ED_ALARM_BITS);
}

/* Whether a word has its mark at this place. */
static bool decide(const struct ed_alarm *alarm, struct ed_str text, size_t at)
{
    uint32_t mark;

    if (text.n - at < sizeof(mark)) {
        return false;
    }
    mark = mark_at(text.p + at);
    for (size_t i = alarm->first[mark_hash(mark)]; i; i = alarm->behind[i - 1]) {
        size_t before = words[i - 1].mark;

        if (mark_at(words[i - 1].word.p + before) == mark && before <= at &&
            stands_at(words[i - 1].word, words[i - 1].whole, text, at - before)) {
            return true;
        }
    }
    return false;
}

/* Bit i of ret_masks[b]: a mark may begin at byte i of block b. Reads MARK - 1 bytes beyond the blocks. */
static void masks_plain(const struct ed_alarm *alarm, const char *p, size_t blocks, uint64_t *ret_masks)
{
    for (size_t b = 0; b < blocks; b++, p += BLOCK) {
        ret_masks[b] = 0;
        for (size_t i = 0; i < BLOCK; i++) {
            ret_masks[b] |= (uint64_t)(alarm->first[mark_hash(mark_at(p + i))] != 0) << i;
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

/* The groups of 32 bytes from p on, each as one byte of a mark. */
AVX2 static inline __m256i groups_of(__m256i low, __m256i high, const char *p)
{
    const __m256i half = _mm256_set1_epi8(0x0F), v = _mm256_loadu_si256((const __m256i *)(const void *)p);

    return _mm256_and_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(v, half)),
                            _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(v, 4), half)));
}

/* Written out for the five bytes of a mark, so that the tables stay in registers. */
AVX2 static void masks_avx2(const struct ed_alarm *alarm, const char *p, size_t blocks, uint64_t *ret_masks)
{
    const __m256i low0 = both_halves(alarm->low[0]), high0 = both_halves(alarm->high[0]);
    const __m256i low1 = both_halves(alarm->low[1]), high1 = both_halves(alarm->high[1]);
    const __m256i low2 = both_halves(alarm->low[2]), high2 = both_halves(alarm->high[2]);
    const __m256i low3 = both_halves(alarm->low[3]), high3 = both_halves(alarm->high[3]);
    const __m256i low4 = both_halves(alarm->low[4]), high4 = both_halves(alarm->high[4]);

    for (size_t b = 0; b < blocks; b++) {
        uint64_t none = 0;

        for (size_t i = 0; i < BLOCK; i += 32, p += 32) {
            __m256i groups = _mm256_and_si256(groups_of(low0, high0, p), groups_of(low1, high1, p + 1));

            groups = _mm256_and_si256(groups, groups_of(low2, high2, p + 2));
            groups = _mm256_and_si256(groups, groups_of(low3, high3, p + 3));
            groups = _mm256_and_si256(groups, groups_of(low4, high4, p + 4));
            groups = _mm256_cmpeq_epi8(groups, _mm256_setzero_si256());
            none |= (uint64_t)(uint32_t)_mm256_movemask_epi8(groups) << i;
        }
        ret_masks[b] = ~none;
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

    for (size_t b = 0; b < blocks; b++, p += BLOCK) {
        __m512i groups = _mm512_and_si512(groups512(t0, p), groups512(t1, p + 1));

        groups = _mm512_and_si512(groups, _mm512_and_si512(groups512(t2, p + 2), groups512(t3, p + 3)));
        ret_masks[b] = _mm512_test_epi8_mask(groups, groups512(t4, p + 4));
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

void ed_alarm_init(struct ed_alarm *alarm)
{
    static_assert(ED_ARRAY_LEN(words) <= ED_ALARM_WORDS, "a word has no number");
    *alarm = (struct ed_alarm){0};
    ed_alarm_set_walk(alarm, ed_walk_best());
    for (size_t i = 0; i < ED_ARRAY_LEN(words); i++) {
        struct ed_str mark = ed_str_slice(words[i].word, words[i].mark, words[i].mark + MARK);
        uint8_t *first = &alarm->first[mark_hash(mark_at(mark.p))];
        unsigned best = 0;

        alarm->behind[i] = *first;
        *first = (uint8_t)(i + 1);
        for (unsigned group = 1; group < GROUPS; group++) {
            best = cost(alarm, mark, group) < cost(alarm, mark, best) ? group : best;
        }
        add_mark(alarm, mark, best);
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
    (void)walk;
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
    size_t n = 0, blocks;

    for (; from < to; from += blocks * BLOCK) {
        blocks = look_through(alarm, text, from, ED_MIN((to - from + BLOCK - 1) / BLOCK, (size_t)BLOCKS), masks);
        for (size_t b = 0; b < blocks; b++) {
            for (uint64_t some = masks[b]; some; some &= some - 1) {
                size_t at = from + b * BLOCK + (size_t)__builtin_ctzll(some);

                if (at < to && decide(alarm, text, at)) {
                    ret_places[n++] = (uint32_t)at;
                }
            }
        }
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
