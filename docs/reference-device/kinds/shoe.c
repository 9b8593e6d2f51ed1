/*
 * A shoe that reads each card as it leaves: chapter `shoe` of docs/wire.md.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shoe.h"

#include "../device.h"
#include "../link/broken.h"
#include "../link/store.h"

enum {
    SHOE_LOADED = 32,
    CARD_DRAWN = 33,
    CARD_UNREADABLE = 34,
    CUT_CARD_DRAWN = 35,
    SHOE_EMPTIED = 36,
    SHOE_LID_OPENED = 37,
    SHOE_LID_CLOSED = 38
};

/* Cards told of since the load, read or not; the hello after a power cut says how many. */
static uint32_t told;

static void count(uint32_t cards)
{
    told = cards;
    ud_store_save(&told, sizeof told);
}

static uint32_t start(void)
{
    if (!ud_store_load(&told, sizeof told))
        told = 0;
    return told;
}

void shoe_loaded(uint8_t decks)
{
    count(0);
    tell_one(SHOE_LOADED, decks);
}

/* Counted before it is told: after a power cut between the two the table asks what is missing. */
void shoe_card(uint8_t card)
{
    count(told + 1U);
    tell_one(CARD_DRAWN, ud_is_broken("wrong-card") ? (uint8_t)((card + 1U) % 52U) : card);
}

void shoe_unread(uint8_t reason)
{
    count(told + 1U);
    if (ud_is_broken("guess"))
        tell_one(CARD_DRAWN, 0);
    else
        tell_one(CARD_UNREADABLE, reason);
}

void shoe_cut_card(void)
{
    tell_bare(CUT_CARD_DRAWN);
}

void shoe_emptied(void)
{
    tell_bare(SHOE_EMPTIED);
}

void shoe_lid(int is_open)
{
    tell_bare(is_open ? SHOE_LID_OPENED : SHOE_LID_CLOSED);
}

void shoe_stands(int is_open)
{
    if (is_open && !ud_is_broken("hide-state"))
        tell_bare(SHOE_LID_OPENED);
}

const struct kind KIND = {.name = "shoe", .last_event = SHOE_LID_CLOSED, .start = start};
