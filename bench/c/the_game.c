/* Random play of The Game with three players: the rules of pioche.games.the_game, without signals.

   Cards are drawn at random when they are needed, which is the same as shuffling the face-down pile first. */
#define SEATS 3
#include "run.h"
#include "bits.h"

enum { LOWEST = 2, HIGHEST = 99, CARDS = HIGHEST - LOWEST + 1, HAND = 6, MINIMUM = 2, PILES = 4, RISING = 2, BACKWARDS = 10 };

typedef unsigned __int128 Set;
typedef struct { int8_t cards[CARDS]; int drawn, tops[PILES]; Set hands[SEATS]; } Table;

static inline Set only(int card) { return (Set)1 << card; }

static inline int how_many(Set cards) {
    return __builtin_popcountll(cards) + __builtin_popcountll(cards >> 64);
}

static inline int nth_of(Set cards, int index) {
    int lower = __builtin_popcountll(cards), shift = index < lower ? 0 : 64;
    uint64_t word = cards >> shift;
    return shift + nth_bit(word, index - (shift ? lower : 0));
}

/* The cards that fit on a pile: all above the top of a rising pile, all below that of a falling one, and one trick. */
static inline Set fitting(int top, int pile) {
    if (pile < RISING) return (~(Set)0 << top << 1) | (top > BACKWARDS ? only(top - BACKWARDS) : 0);
    return (only(top) - 1) | only(top + BACKWARDS);
}

static inline void draw(Random *rng, Table *table, int seat) {
    int other = table->drawn + below(rng, CARDS - table->drawn);
    table->hands[seat] |= only(table->cards[other]);
    table->cards[other] = table->cards[table->drawn++];
}

static void play(Random *rng, int dealer, Tally *tally) {
    Table table = {.tops = {1, 1, 100, 100}};
    int left = CARDS, asked = 0, laid = 0, turn = (dealer + 1) % SEATS;
    for (int i = 0; i < CARDS; i++) table.cards[i] = LOWEST + i;
    for (int i = 0; i < SEATS * HAND; i++) draw(rng, &table, i % SEATS);
    while (asked < SEATS && (tally->moves++, asked++, next_word(rng) >> 31)) turn = (turn + 1) % SEATS;
    int required = MINIMUM;
    while (left) {
        Set hand = table.hands[turn], plays[PILES];
        int may_stop = laid >= required, counts[PILES], count = 0;
        for (int pile = 0; pile < PILES; pile++) {
            plays[pile] = hand & fitting(table.tops[pile], pile);
            count += counts[pile] = how_many(plays[pile]);
        }
        if (count + may_stop == 0) break;
        tally->moves++;
        int index = below(rng, count + may_stop), pile = 0;
        if (index < count) {
            while (index >= counts[pile]) index -= counts[pile++];
            int card = nth_of(plays[pile], index);
            table.hands[turn] ^= only(card);
            table.tops[pile] = card;
            laid++, left--;
            continue;
        }
        for (int held = how_many(hand); held < HAND && table.drawn < CARDS; held++) draw(rng, &table, turn);
        for (turn = (turn + 1) % SEATS; !table.hands[turn];) turn = (turn + 1) % SEATS;
        laid = 0, required = table.drawn < CARDS ? MINIMUM : 1;
    }
    for (int seat = 0; seat < SEATS; seat++) tally->points[seat] += left;
}
