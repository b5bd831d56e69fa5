/* Play blocks of games for a time; print the moves, the seconds of processor time, the games, the squares of the points
   of a SAMPLE of more games, which is not timed, and each seat's points. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "random.h"

#define BLOCK 4096
#define SAMPLE (4 * BLOCK)

typedef struct { int64_t moves, games, points[SEATS]; } Tally;

static void play(Random *rng, int dealer, Tally *tally);

/* Return the sum of the squared points: it depends on who wins a trick, unlike the sum of the points. */
static int64_t squares_of_sample(Random *rng) {
    int64_t sum = 0;
    for (int i = 0; i < SAMPLE; i++) {
        Tally game = {0};
        play(rng, i % SEATS, &game);
        for (int seat = 0; seat < SEATS; seat++) sum += game.points[seat] * game.points[seat];
    }
    return sum;
}

int main(int count, char **arguments) {
    if (count != 3) return fprintf(stderr, "usage: %s SEED SECONDS\n", arguments[0]), 2;
    Random rng = seeded(atoi(arguments[1]));
    double seconds = atof(arguments[2]), spent = 0;
    Tally tally = {0};
    clock_t begin = clock();
    while (spent < seconds) {
        for (int i = 0; i < BLOCK; i++) play(&rng, i % SEATS, &tally);
        tally.games += BLOCK;
        spent = (double)(clock() - begin) / CLOCKS_PER_SEC;
    }
    printf("%lld %f %lld", (long long)tally.moves, spent, (long long)tally.games);
    printf(" %lld", (long long)squares_of_sample(&rng));
    for (int seat = 0; seat < SEATS; seat++) printf(" %lld", (long long)tally.points[seat]);
    return printf("\n"), 0;
}
