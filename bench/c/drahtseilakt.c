/* Random play of Drahtseilakt with four players, four rounds: the rules of pioche.games.drahtseilakt. */
#define SEATS 4
#include "run.h"

enum { CARDS = 50, TRICKS = 9, SCORE_CARDS = 11, BLUE_ZERO = 10, RED_ZERO = 11, ROUNDS = SEATS };

static inline int is_zero(int card) { return card >= BLUE_ZERO; }

static void return_pairs(int *red, int *blue) {
    int pairs = *red < *blue ? *red : *blue;
    *red -= pairs;
    *blue -= pairs;
}

/* Write the sticks of each seat after one round. */
static void play_round(Random *rng, int dealer, int *sticks) {
    int8_t cards[CARDS], score[SCORE_CARDS], hands[SEATS][TRICKS];
    int red[SEATS] = {0}, blue[SEATS] = {0}, leader = (dealer + 1) % SEATS, turned = 0;
    for (int i = 0; i < CARDS; i++) cards[i] = i + 1;
    for (int i = 0; i < SCORE_CARDS; i++) score[i] = i + 1;
    shuffle(rng, cards, CARDS, SEATS * TRICKS);
    shuffle(rng, score, SCORE_CARDS, SCORE_CARDS);
    for (int i = 0; i < SEATS * TRICKS; i++) hands[(dealer + 1 + i) % SEATS][i / SEATS] = cards[i];
    for (int trick = 0; trick < TRICKS; trick++) {
        int zero = 0, most = 0, least = CARDS + 1, highest = 0, lowest = 0;
        if (is_zero(score[turned])) zero = score[turned++];
        if (zero && is_zero(score[turned])) zero = 0, turned++;
        int value = score[turned++];
        for (int i = 0; i < SEATS; i++) {
            int seat = (leader + i) % SEATS, held = TRICKS - trick, index = below(rng, held);
            int card = hands[seat][index];
            hands[seat][index] = hands[seat][held - 1];
            if (card > most) most = card, highest = seat;
            if (card < least) least = card, lowest = seat;
        }
        if (zero != BLUE_ZERO) blue[highest] += value;
        if (zero != RED_ZERO) red[lowest] += value;
        return_pairs(&red[highest], &blue[highest]);
        return_pairs(&red[lowest], &blue[lowest]);
        leader = highest;
    }
    for (int seat = 0; seat < SEATS; seat++) sticks[seat] = red[seat] + blue[seat];
}

/* Each round without sticks strikes out the highest earlier score that still counts. */
static int total(int points[ROUNDS][SEATS], int seat) {
    int sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int highest = round;
        sum += points[round][seat];
        if (points[round][seat]) continue;
        for (int before = 0; before < round; before++)
            if (points[before][seat] > points[highest][seat]) highest = before;
        sum -= points[highest][seat];
        points[highest][seat] = 0;
    }
    return sum;
}

static void play(Random *rng, int dealer, Tally *tally) {
    int points[ROUNDS][SEATS];
    for (int round = 0; round < ROUNDS; round++) play_round(rng, (dealer + round) % SEATS, points[round]);
    for (int seat = 0; seat < SEATS; seat++) tally->points[seat] += total(points, seat);
    tally->moves += ROUNDS * SEATS * TRICKS;
}
