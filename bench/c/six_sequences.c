/* Random play of Les 6 Séquences with three players: the rules of pioche.games.k6t.six_sequences.

   Cards are sets of ranks by suit. Ranks from 1 are also the places of a sequence; rank 0 is the joker. */
#define SEATS 3
#include <stdbool.h>
#include <string.h>
#include "run.h"
#include "bits.h"

enum { SUITS = 6, RANKS = 20, CARDS = SUITS * RANKS, JOKER = 0, ONE = 1, ACE = RANKS - 1, STARTS = (1 << (ACE - 1)) - 2 };
enum { ALL_PLACES = (1 << RANKS) - 2, HAND = 8, FULL_HAND = 9, NOBODY = -1, NO_SEAM = 0, JOKER_BELOW, JOKER_ABOVE };
enum { STOP, ADD_TO_SERIES, EXCHANGE, ADD, LAY_SEQUENCE, LAY_SERIES }; /* kinds of moves; to stop is also to pass */

typedef struct { uint8_t suit, rank, place; } Card; /* place 0: in a series */
typedef struct { uint8_t kind, count; Card cards[3]; } Move;
typedef struct { int count; Move moves[1024]; } List;
typedef struct {
    uint8_t stock[CARDS];
    int drawn, held[SEATS], sequences[SEATS], series[SEATS];
    uint32_t hands[SEATS][SUITS], in_sequences[SEATS][SUITS], in_series[SEATS][SUITS];
    uint32_t new_in_series[SUITS], stand_ins[SUITS];
    int8_t joker_place[SUITS], joker_owner[SUITS], seam[SUITS];
} Table;

static const int8_t WORTH[] = {0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 5};
static const int8_t COST[] = {5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 5};

#define EACH(place, set) (uint32_t left = (set); left && (place = __builtin_ctz(left), 1); left &= left - 1)

static inline bool has(uint32_t set, int rank) { return set >> rank & 1; }

static inline void add_one(List *list, int kind, int suit, int rank, int place) {
    list->moves[list->count++] = (Move){kind, 1, {{suit, rank, place}}};
}

static inline void add_three(List *list, int suit, int start, int first, int second, int third) {
    list->moves[list->count++] =
        (Move){LAY_SEQUENCE, 3, {{suit, first, start}, {suit, second, start + 1}, {suit, third, start + 2}}};
}

/* Legal ways to put cards down. */

static inline uint32_t at_hand(const Table *table, int seat, int suit) {
    return table->hands[seat][suit] | (table->in_series[seat][suit] & ~table->new_in_series[suit]);
}

static void list_sequences(uint32_t ranks, int suit, List *list) {
    if (__builtin_popcount(ranks) < 3) return;
    uint32_t first = ranks & STARTS, second = ranks >> 1 & STARTS, third = ranks >> 2 & STARTS;
    bool joker = has(ranks, JOKER), two = has(ranks, 2), three = has(ranks, 3);
    bool queen = has(ranks, ACE - 2), king = has(ranks, ACE - 1);
    int start;
    for EACH(start, first & second & third) add_three(list, suit, start, start, start + 1, start + 2);
    if (joker) {
        for EACH(start, second & third) add_three(list, suit, start, JOKER, start + 1, start + 2);
        for EACH(start, first & third) add_three(list, suit, start, start, JOKER, start + 2);
        for EACH(start, first & second) add_three(list, suit, start, start, start + 1, JOKER);
    }
    if (has(ranks, ACE)) {
        if (two && three) add_three(list, suit, ONE, ACE, 2, 3);
        if (joker && three) add_three(list, suit, ONE, ACE, JOKER, 3);
        if (joker && two) add_three(list, suit, ONE, ACE, 2, JOKER);
    }
    if (has(ranks, ONE)) {
        if (queen && king) add_three(list, suit, ACE - 2, ACE - 2, ACE - 1, ONE);
        if (joker && king) add_three(list, suit, ACE - 2, JOKER, ACE - 1, ONE);
        if (joker && queen) add_three(list, suit, ACE - 2, ACE - 2, JOKER, ONE);
    }
}

static inline int suits_with(const uint32_t *hand, int rank) {
    int suits = 0;
    for (int suit = 0; suit < SUITS; suit++) suits |= has(hand[suit], rank) << suit;
    return suits;
}

/* Three suits of a set; a claim must contain one of them. */
static void list_series_of(int rank, int suits, int needed, List *list) {
    int first, rest;
    for EACH(first, suits) {
        int above = left & (left - 1);
        for (; above; above &= above - 1) {
            int second = __builtin_ctz(above);
            for (rest = above & (above - 1); rest; rest &= rest - 1) {
                int third = __builtin_ctz(rest);
                if (needed & ~(1 << first | 1 << second | 1 << third)) continue;
                list->moves[list->count++] = (Move){LAY_SERIES, 3, {{first, rank, 0}, {second, rank, 0}, {third, rank, 0}}};
            }
        }
    }
}

static void list_new(const Table *table, int seat, List *list) {
    for (int suit = 0; suit < SUITS; suit++) list_sequences(at_hand(table, seat, suit), suit, list);
    if (table->series[seat] >= table->sequences[seat]) return;
    uint32_t once = 0, twice = 0, thrice = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        uint32_t ranks = table->hands[seat][suit];
        thrice |= twice & ranks, twice |= once & ranks, once |= ranks;
    }
    int rank;
    for EACH(rank, thrice & ALL_PLACES) list_series_of(rank, suits_with(table->hands[seat], rank), 0, list);
}

static void list_additions(uint32_t ends, uint32_t ranks, int suit, List *list) {
    int place;
    for EACH(place, ends & ranks) add_one(list, ADD, suit, place, place);
    if (has(ranks, JOKER)) for EACH(place, ends) add_one(list, ADD, suit, JOKER, place);
    if (has(ranks, ACE) && has(ends, ONE)) add_one(list, ADD, suit, ACE, ONE);
    if (has(ranks, ONE) && has(ends, ACE)) add_one(list, ADD, suit, ONE, ACE);
}

static void list_extensions(const Table *table, int seat, List *list) {
    uint32_t in_series = 0;
    int rank;
    for (int suit = 0; suit < SUITS; suit++) in_series |= table->in_series[seat][suit];
    for (int suit = 0; suit < SUITS; suit++) {
        uint32_t hand = table->hands[seat][suit], places = table->in_sequences[seat][suit];
        for EACH(rank, hand & in_series) add_one(list, ADD_TO_SERIES, suit, rank, 0);
        for EACH(rank, hand & table->stand_ins[suit]) add_one(list, EXCHANGE, suit, rank, rank);
        uint32_t ends = (places << 1 | places >> 1) & ~places & ALL_PLACES;
        if (places) list_additions(ends, at_hand(table, seat, suit), suit, list);
    }
}

/* Claims. */

static void add_two(List *list, int suit, int place, int rank, int beyond) {
    list->moves[list->count++] = (Move){ADD, 2, {{suit, place, place}, {suit, rank, beyond}}};
}

static void list_claimed_sequences(const Table *table, int seat, Card top, List *list) {
    uint32_t hand = table->hands[seat][top.suit], discard = 1u << top.rank;
    if (!hand) return;
    list_sequences(hand | table->in_series[seat][top.suit] | discard, top.suit, list);
    int found = list->count;
    list->count = 0;
    for (int i = 0; i < found; i++) {
        const Card *cards = list->moves[i].cards;
        uint32_t ranks = 1u << cards[0].rank | 1u << cards[1].rank | 1u << cards[2].rank;
        if (ranks & discard && ranks & hand) list->moves[list->count++] = list->moves[i];
    }
}

static void list_claims(const Table *table, int seat, Card top, List *list) {
    uint32_t hand = table->hands[seat][top.suit], places = table->in_sequences[seat][top.suit];
    int place = top.rank;
    list->count = 0;
    list_claimed_sequences(table, seat, top, list);
    if (table->series[seat] < table->sequences[seat])
        list_series_of(place, suits_with(table->hands[seat], place) | 1 << top.suit, 1 << top.suit, list);
    if (!hand || has(places, place) || place == ONE || place == ACE) return;
    bool below = has(places, place - 1), above = has(places, place + 1);
    if (below == above) return;
    int beyond = below ? place + 1 : place - 1;
    if (has(hand, beyond)) add_two(list, top.suit, place, beyond, beyond);
    if (has(hand, JOKER)) add_two(list, top.suit, place, JOKER, beyond);
    if (beyond == ACE && has(hand, ONE)) add_two(list, top.suit, place, ONE, beyond);
    if (beyond == ONE && has(hand, ACE)) add_two(list, top.suit, place, ACE, beyond);
}

/* Whether two other cards may go with the discard: a quick test before claims are listed. */
static bool may_have_claims(const Table *table, int seat, Card top) {
    static uint32_t going_with[RANKS];
    if (!going_with[ONE])
        for (int rank = 1; rank < RANKS; rank++) {
            uint32_t near = (rank > 2 ? 31u << (rank - 2) : 31u >> (2 - rank)) & ALL_PLACES;
            near |= rank == ONE ? 3u << (ACE - 2) : rank == ACE ? 3u << 2 : 0;
            near |= rank == 2 || rank == 3 ? 1u << ACE : rank == ACE - 1 || rank == ACE - 2 ? 1u << ONE : 0;
            going_with[rank] = (near | 1u << JOKER) & ~(1u << rank);
        }
    uint32_t near = going_with[top.rank], laid = table->in_sequences[seat][top.suit] & near;
    uint32_t held = (table->hands[seat][top.suit] | table->in_series[seat][top.suit]) & near;
    if (__builtin_popcount(held) + __builtin_popcount(laid) >= 2) return true;
    return table->series[seat] < table->sequences[seat] && __builtin_popcount(suits_with(table->hands[seat], top.rank)) >= 2;
}

/* Putting down. */

static inline void take_into_hand(Table *table, int seat, int suit, int rank) {
    table->hands[seat][suit] |= 1u << rank;
    table->held[seat]++;
}

static inline void draw(Table *table, int seat) {
    int card = table->stock[table->drawn++];
    take_into_hand(table, seat, card / RANKS, card % RANKS);
}

static void exchange(Table *table, int seat, Card card) {
    int taken = table->joker_place[card.suit] == card.place ? JOKER : card.place == ONE ? ACE : ONE;
    if (taken == JOKER) table->joker_place[card.suit] = 0, table->joker_owner[card.suit] = NOBODY;
    table->stand_ins[card.suit] &= ~(1u << card.place);
    table->hands[seat][card.suit] ^= 1u << card.rank | 1u << taken;
}

static void stand(Table *table, int seat, Card card, int bottom) {
    uint32_t place = 1u << card.place;
    if (table->in_sequences[seat][card.suit] & place)
        table->seam[card.suit] = (card.place == bottom) == (card.rank == JOKER) ? JOKER_ABOVE : JOKER_BELOW;
    table->in_sequences[seat][card.suit] |= place;
    if (card.rank != card.place) table->stand_ins[card.suit] |= place;
    if (card.rank == JOKER) table->joker_place[card.suit] = card.place, table->joker_owner[card.suit] = seat;
}

static void put_down(Table *table, int seat, const Move *move) {
    if (move->kind == EXCHANGE) return exchange(table, seat, move->cards[0]);
    table->sequences[seat] += move->kind == LAY_SEQUENCE;
    table->series[seat] += move->kind == LAY_SERIES;
    for (int i = 0; i < move->count; i++) {
        Card card = move->cards[i];
        uint32_t rank = 1u << card.rank, *hand = &table->hands[seat][card.suit];
        if (*hand & rank) *hand ^= rank, table->held[seat]--;
        else table->in_series[seat][card.suit] &= ~rank;
        if (card.place) stand(table, seat, card, move->cards[0].place);
        else table->in_series[seat][card.suit] |= rank, table->new_in_series[card.suit] |= rank;
    }
}

/* Laid sequences. */

static inline int seam_of(const Table *table, int seat, int suit) {
    return table->seam[suit] != NO_SEAM && table->joker_owner[suit] == seat ? table->joker_place[suit] : 0;
}

static inline int top_from(uint32_t places, int seam, int place) {
    while (has(places, place + 1) && ++place != seam) {}
    return place;
}

static inline int bottom_from(uint32_t places, int place) { return place + __builtin_ctz(places >> place | 1u << ACE); }

static inline int next_bottom(uint32_t places, int seam, int bottom, int top) {
    return top == seam && bottom < seam ? top : bottom_from(places, top + 1);
}

static int claim_rank(const Table *table, int seat, const Move *claim) {
    if (claim->kind == LAY_SERIES) return 0;
    int suit = claim->cards[0].suit, first = claim->cards[0].place, last = claim->cards[claim->count - 1].place;
    int top = first > last ? first : last;
    uint32_t places = table->in_sequences[seat][suit];
    return has(places, top) ? top : top_from(places, seam_of(table, seat, suit), top);
}

static int score_suit(const Table *table, int suit, int *points) {
    int longest = 0, owner = NOBODY;
    for (int seat = 0; seat < SEATS; seat++) {
        uint32_t places = table->in_sequences[seat][suit];
        int seam = seam_of(table, seat, suit), top;
        for (int bottom = bottom_from(places, 1); bottom <= ACE; bottom = next_bottom(places, seam, bottom, top)) {
            top = top_from(places, seam, bottom);
            int rank = (top - bottom + 1) * RANKS + top;
            if (rank > longest) longest = rank, owner = seat;
        }
    }
    if (owner == NOBODY) return 0;
    uint32_t places = table->in_sequences[owner][suit];
    int seam = seam_of(table, owner, suit), best = 0, top;
    for (int bottom = bottom_from(places, 1); bottom <= ACE; bottom = next_bottom(places, seam, bottom, top)) {
        int worth = 0;
        top = top_from(places, seam, bottom);
        for (int place = bottom; place <= top; place++) worth += WORTH[place];
        if (top == ACE && has(table->stand_ins[suit], ACE) && table->joker_place[suit] != ACE) worth += 1 - WORTH[ACE];
        if (worth > best) best = worth;
    }
    return points[owner] += best;
}

/* Play. */

/* Put cards down until stopping; return whether anything was put down. */
static bool put_down_all(Random *rng, Table *table, int seat, bool may_lay, List *list, Tally *tally) {
    for (bool done = false;; done = true) {
        list->count = 1;
        list->moves[0].kind = STOP;
        list_extensions(table, seat, list);
        if (may_lay) list_new(table, seat, list);
        const Move *move = &list->moves[below(rng, list->count)];
        tally->moves++;
        if (move->kind == STOP) return done;
        put_down(table, seat, move);
    }
}

static bool discard(Random *rng, Table *table, int seat, Card *top) {
    int counts = 0, suit = 0;
    for (int i = 0; i < SUITS; i++) counts += __builtin_popcount(table->hands[seat][i] & ALL_PLACES);
    if (counts == 0) return false;
    int index = below(rng, counts), here;
    for (; index >= (here = __builtin_popcount(table->hands[seat][suit] & ALL_PLACES)); suit++) index -= here;
    int rank = nth_bit(table->hands[seat][suit] & ALL_PLACES, index);
    table->hands[seat][suit] ^= 1u << rank;
    table->held[seat]--;
    *top = (Card){suit, rank, rank};
    return true;
}

/* Ask the others about the discard; return the claimant, or the discarder. */
static int settle_claims(Random *rng, const Table *table, int turn, Card top, Move *claim, List *list, Tally *tally) {
    int best = -1, winner = turn;
    for (int i = 1; i < SEATS; i++) {
        int seat = (turn + i) % SEATS;
        if (!may_have_claims(table, seat, top)) continue;
        list_claims(table, seat, top, list);
        if (!list->count) continue;
        tally->moves++;
        int index = below(rng, list->count + 1);
        if (index == list->count) continue;
        int rank = claim_rank(table, seat, &list->moves[index]);
        if (rank > best) best = rank, winner = seat, *claim = list->moves[index];
    }
    return winner;
}

/* Play one turn; return the seat of the next one. It begins with a claim if one was made. */
static int play_turn(Random *rng, Table *table, int seat, bool *has_claimed, List *list, Tally *tally) {
    bool has_put_down = *has_claimed, may_lay = true;
    if (!has_put_down) draw(table, seat), tally->moves++;
    *has_claimed = false;
    while (put_down_all(rng, table, seat, may_lay, list, tally) || has_put_down) {
        while (table->held[seat] < FULL_HAND && table->drawn < CARDS) draw(table, seat);
        may_lay = has_put_down = false;
    }
    Card top;
    if (discard(rng, table, seat, &top)) {
        Move claim;
        tally->moves++;
        memset(table->new_in_series, 0, sizeof table->new_in_series);
        int winner = settle_claims(rng, table, seat, top, &claim, list, tally);
        if (winner != seat) {
            take_into_hand(table, winner, top.suit, top.rank);
            put_down(table, winner, &claim);
            *has_claimed = true;
            return winner;
        }
    }
    memset(table->new_in_series, 0, sizeof table->new_in_series);
    return (seat + 1) % SEATS;
}

static void play(Random *rng, int dealer, Tally *tally) {
    Table table = {.joker_owner = {NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY}};
    List list;
    bool has_claimed = false;
    int seat = (dealer + 1) % SEATS, points[SEATS] = {0};
    for (int i = 0; i < CARDS; i++) table.stock[i] = i;
    shuffle(rng, (int8_t *)table.stock, CARDS, CARDS);
    for (int i = 0; i < SEATS * HAND; i++) draw(&table, (seat + i) % SEATS);
    while (table.drawn < CARDS) seat = play_turn(rng, &table, seat, &has_claimed, &list, tally);
    for (int passes = 0; passes < SEATS; seat = (seat + 1) % SEATS) {
        bool has_put_down = put_down_all(rng, &table, seat, true, &list, tally) || has_claimed;
        passes = has_put_down ? 0 : passes + 1;
        has_claimed = false;
        memset(table.new_in_series, 0, sizeof table.new_in_series);
    }
    for (int suit = 0; suit < SUITS; suit++) score_suit(&table, suit, points);
    for (int i = 0; i < SEATS; i++) {
        int rank;
        for (int suit = 0; suit < SUITS; suit++) for EACH(rank, table.hands[i][suit]) points[i] -= COST[rank];
        tally->points[i] += points[i];
    }
}
