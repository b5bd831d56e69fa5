/* The place of the bit at an index among those set, counted from the lowest: by one instruction where there is one. */
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

static inline int nth_bit(uint64_t word, int index) {
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(UINT64_C(1) << index, word));
#else
    while (index--) word &= word - 1;
    return __builtin_ctzll(word);
#endif
}
