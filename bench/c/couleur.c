/* Random play of Déterminer la couleur with four players, without trump: the rules of pioche.games.xxl.couleur.

   deck.h is written by bench/metal.py from the deck in use: CARDS, COLOURS_OF, TOTAL, RANK (by card and colour; −1: not
   this colour), SECOND (the colour of the higher number), FIRST, and CARRYING (the cards with any colour of a mask). */
#define SEATS 4
#include "run.h"
#include "deck.h"
#include "bits.h"

enum { SIZE = 12 };

static int richest(const uint64_t *hands, int dealer) {
    int best = 0, most = -1;
    for (int i = 1; i <= SEATS; i++) {
        int seat = (dealer + i) % SEATS, points = 0;
        for (uint64_t left = hands[seat]; left; left &= left - 1) points += TOTAL[__builtin_ctzll(left)];
        if (points > most) most = points, best = seat;
    }
    return best;
}

static int winner(const int *played, int leader, int asked) {
    int last = 0, best = 0, highest = -1;
    for (int i = 0; i < SEATS; i++) {
        int card = played[(leader + i) % SEATS];
        if ((COLOURS_OF[card] & asked) == asked) last = card;
    }
    int colour = asked >> SECOND[last] & 1 ? SECOND[last] : FIRST[last];
    for (int seat = 0; seat < SEATS; seat++) {
        int rank = RANK[played[seat]][colour];
        if (rank > highest) best = seat, highest = rank;
    }
    return best;
}

static void play(Random *rng, int dealer, Tally *tally) {
    int8_t cards[CARDS];
    uint64_t hands[SEATS] = {0};
    for (int i = 0; i < CARDS; i++) cards[i] = i;
    shuffle(rng, cards, CARDS, SEATS * SIZE);
    for (int i = 0; i < SEATS * SIZE; i++) hands[(dealer + 1 + i) % SEATS] |= UINT64_C(1) << cards[i];
    int leader = richest(hands, dealer);
    for (int trick = 0; trick < SIZE; trick++) {
        int played[SEATS], asked = 0, sum = 0;
        for (int i = 0; i < SEATS; i++) {
            int seat = (leader + i) % SEATS;
            uint64_t follows = hands[seat] & CARRYING[asked], from = follows ? follows : hands[seat];
            int card = nth_bit(from, below(rng, __builtin_popcountll(from))), carried = COLOURS_OF[card];
            asked = i == 0 ? carried : carried & asked ? asked & carried : asked;
            hands[seat] ^= UINT64_C(1) << card;
            played[seat] = card;
            sum += TOTAL[card];
        }
        leader = winner(played, leader, asked);
        tally->points[leader] += sum;
    }
    tally->moves += SEATS * SIZE;
}
