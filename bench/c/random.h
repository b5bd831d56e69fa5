/* sfc32 by Chris Doty-Humphrey, as in pioche.core.chance. */
#include <stdint.h>

typedef struct { uint32_t a, b, c, count; } Random;

static inline uint32_t next_word(Random *rng) {
    uint32_t word = rng->a + rng->b + rng->count++;
    rng->a = rng->b ^ (rng->b >> 9);
    rng->b = rng->c + (rng->c << 3);
    rng->c = ((rng->c << 21) | (rng->c >> 11)) + word;
    return word;
}

static inline uint32_t below(Random *rng, uint32_t count) {
    return (uint64_t)next_word(rng) * count >> 32;
}

static inline Random seeded(uint32_t seed) {
    Random rng = {seed, 0x9e3779b9, 0x243f6a88, 1};
    for (int i = 0; i < 20; i++) next_word(&rng);
    return rng;
}

/* Shuffle the first `count` of `size` cards into place. */
static inline void shuffle(Random *rng, int8_t *cards, int size, int count) {
    for (int i = 0; i < count; i++) {
        int other = i + below(rng, size - i);
        int8_t card = cards[i];
        cards[i] = cards[other];
        cards[other] = card;
    }
}
