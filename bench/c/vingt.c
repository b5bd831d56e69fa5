/* Random play of 20/20: the rules of pioche.games.k6t.vingt. */
#define SEATS 1
#include "run.h"
#include "bits.h"

enum { RANKS = 20, SUITS = 6, CARDS = RANKS * SUITS, PILES = 20, PILE_SIZE = CARDS / PILES };

typedef struct {
    int8_t cards[CARDS], removed[PILES], pile_of[CARDS]; /* the top cards are the first of a row of PILES */
    uint8_t shown[RANKS];                                /* the suits that lie open, by rank */
    uint32_t paired;                                     /* the ranks of which two or more lie open */
    int pairs;
} Table;

static inline int pairs_among(int suits) {
    int count = __builtin_popcount(suits);
    return count * (count - 1) / 2;
}

static inline void turn_up(Table *table, int pile) {
    int card = table->cards[table->removed[pile] * PILES + pile], rank = card % RANKS;
    int others = __builtin_popcount(table->shown[rank]);
    table->pairs += others;
    table->paired |= (uint32_t)(others > 0) << rank;
    table->shown[rank] |= 1 << card / RANKS;
    table->pile_of[card] = pile;
}

static inline void take_away(Table *table, int rank, int suit) {
    int pile = table->pile_of[suit * RANKS + rank];
    table->shown[rank] ^= 1 << suit;
    int others = __builtin_popcount(table->shown[rank]);
    table->pairs -= others;
    table->paired ^= (uint32_t)(others == 1) << rank;
    if (++table->removed[pile] < PILE_SIZE) turn_up(table, pile);
}

static void play(Random *rng, int dealer, Tally *tally) {
    Table table = {0};
    int left = CARDS;
    for (int i = 0; i < CARDS; i++) table.cards[i] = i;
    shuffle(rng, table.cards, CARDS, CARDS);
    for (int pile = 0; pile < PILES; pile++) turn_up(&table, pile);
    while (table.pairs) {
        int index = below(rng, table.pairs), second = 1, rank;
        for (uint32_t ranks = table.paired;; ranks &= ranks - 1) {
            rank = __builtin_ctz(ranks);
            int count = pairs_among(table.shown[rank]);
            if (index < count) break;
            index -= count;
        }
        while (index >= second) index -= second++; /* the pairs of a rank in order: 0 with 1, 0 and 1 with 2, … */
        int suits = table.shown[rank];
        take_away(&table, rank, nth_bit(suits, index));
        take_away(&table, rank, nth_bit(suits, second));
        left -= 2;
        tally->moves++;
    }
    tally->points[0] += left;
}
