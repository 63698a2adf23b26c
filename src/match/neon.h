/*
 * neon.h: what AArch64 has no instruction for and both vector searches need: masks of 64 bytes. Private to match/.
 */
#ifndef ED_MATCH_NEON_H
#define ED_MATCH_NEON_H

#ifdef __aarch64__
#include <arm_neon.h>
#include <stdint.h>

/* One bit a byte from four vectors of 0x00 and 0xFF: keep bit (i mod 8) of each byte and add neighbours three times. */
static inline uint64_t ed_neon_mask(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d)
{
    const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t low = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits));
    uint8x16_t high = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
    uint8x16_t sum = vpaddq_u8(low, high);

    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}
#endif

#endif
