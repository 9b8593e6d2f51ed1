/*
 * What the emulated parts share; see parts.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "parts.h"

#include "../boards/board.h"
#include "../link/link.h"
#include "../text.h"

#include <string.h>

static const char RANKS[] = "A23456789TJQK";
static const char SUITS[] = "cdhs";

void timer_begin(struct timer *timer, uint32_t ms)
{
    const char *percent = board_option("stretch");
    timer->ms = percent == NULL ? ms : (uint32_t)((uint64_t)ms * number_of(percent, 10, NULL) / 100U);
    timer->since = board_now_ms();
    timer->is_on = 1;
}

uint32_t timer_left(const struct timer *timer, uint32_t now_ms)
{
    uint32_t passed = now_ms - timer->since;
    if (!timer->is_on)
        return UD_NEVER;
    return passed >= timer->ms ? 0U : timer->ms - passed;
}

/* Numbers above the last whole multiple would make small ones likelier: they are drawn again. */
uint32_t chance(uint32_t limit)
{
    const uint32_t most = UINT32_MAX - UINT32_MAX % limit;
    uint32_t drawn = board_random();
    while (drawn >= most)
        drawn = board_random();
    return drawn % limit;
}

int card_of(const char *letters)
{
    if (strcmp(letters, "cut") == 0)
        return CUT_CARD;
    if (strcmp(letters, "Jo") == 0)
        return JOKER;
    if (strlen(letters) != 2U)
        return -1;
    const char *rank = strchr(RANKS, letters[0]);
    const char *suit = strchr(SUITS, letters[1]);
    return rank == NULL || suit == NULL ? -1 : (int)(4 * (rank - RANKS) + (suit - SUITS));
}

void say_card(uint8_t card)
{
    char letters[3] = {0};
    if (card >= JOKER) {
        hands_say(card == JOKER ? "Jo" : "cut");
        return;
    }
    letters[0] = RANKS[card / 4U];
    letters[1] = SUITS[card % 4U];
    hands_say(letters);
}
