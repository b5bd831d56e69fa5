/* Random play of No Merci with four players: the rules of pioche.games.no_merci, written by hand. */
#define SEATS 4
#include "run.h"

enum { LOWEST = 3, HIGHEST = 35, CARDS = HIGHEST - LOWEST + 1, PILE = 24, TOKENS = 11 };

static void play(Random *rng, int dealer, Tally *tally) {
    int8_t cards[CARDS];
    for (int i = 0; i < CARDS; i++) cards[i] = LOWEST + i;
    shuffle(rng, cards, CARDS, PILE);
    uint64_t owned[SEATS] = {0};
    int tokens[SEATS], turn = (dealer + 1) % SEATS, pot = 0;
    for (int seat = 0; seat < SEATS; seat++) tokens[seat] = TOKENS;
    for (int i = 0; i < PILE;) {
        tally->moves++;
        if (tokens[turn] > 0 && next_word(rng) >> 31) {
            tokens[turn]--;
            pot++;
            turn = (turn + 1) % SEATS;
        } else {
            owned[turn] |= UINT64_C(1) << cards[i++];
            tokens[turn] += pot;
            pot = 0;
        }
    }
    for (int seat = 0; seat < SEATS; seat++) {
        int points = -tokens[seat];
        for (uint64_t first = owned[seat] & ~(owned[seat] << 1); first; first &= first - 1) points += __builtin_ctzll(first);
        tally->points[seat] += points;
    }
}
