/*
 * An emulated shoe: cards in their order, a cut card, a lid, and a hand that pulls.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../kinds/shoe.h"

#include "../device.h"
#include "parts.h"

#include <string.h>

#define MOST_CARDS (8U * 52U + 1U)
#define CUT_DEPTH 14
#define DRAW_MS 150U
#define TWO_CARDS 3U

static const char *const REASONS[] = {"unread", "boxed", "two-cards", "damaged"};

struct cards {
    uint8_t codes[MOST_CARDS];
    size_t first;
    size_t count;
    int is_open;
};

static PHYSICAL struct cards shoe;
static uint8_t misread;
static struct timer pull;
static int pulled; /* the card of the pull, -1 for the next one */

/* Cards */

static void fill(size_t decks)
{
    shoe.count = 0;
    for (size_t i = 0; i < decks * 52U; i++)
        shoe.codes[shoe.count++] = (uint8_t)(i % 52U);
    for (size_t i = shoe.count; i > 1U; i--) {
        size_t other = chance((uint32_t)i);
        uint8_t card = shoe.codes[i - 1U];
        shoe.codes[i - 1U] = shoe.codes[other];
        shoe.codes[other] = card;
    }
}

static void insert_cut_card(size_t depth)
{
    size_t place = shoe.count > depth ? shoe.count - depth : 0U;
    memmove(shoe.codes + place + 1, shoe.codes + place, shoe.count - place);
    shoe.codes[place] = CUT_CARD;
    shoe.count++;
}

static int lay_given_cards(void)
{
    char letters[8];
    for (size_t i = 0; hands_item("cards", i, letters); i++) {
        int card = card_of(letters);
        if (card < 0 || card == CUT_CARD || i == MOST_CARDS - 1U)
            return 0;
        shoe.codes[i] = (uint8_t)card;
        shoe.count = i + 1U;
    }
    return 1;
}

/* Hands */

static const char *load(void)
{
    long decks = hands_number("decks", 8);
    long depth = hands_number("cut_depth", CUT_DEPTH);
    if (decks < 1 || decks > 8)
        return "load 1 to 8 decks";
    fill((size_t)decks);
    if (!lay_given_cards())
        return "cards must be codes such as Td, As or Jo, at most 416";
    shoe.first = 0;
    insert_cut_card(depth < 0 ? 0U : (size_t)depth);
    shoe_loaded((uint8_t)decks);
    return NULL;
}

static const char *draw(void)
{
    const char *letters = hands_text("card", NULL);
    pulled = letters == NULL ? -1 : card_of(letters);
    if (letters != NULL && pulled < 0)
        return "no such card; use a code such as Td, or cut";
    if (letters == NULL && shoe.first == shoe.count)
        return "the shoe is empty; load it";
    timer_begin(&pull, DRAW_MS);
    return HANDS_LATER;
}

static const char *misread_next(void)
{
    uint8_t reason = hands_choice("reason", REASONS, 4, 1);
    if (reason == 0U)
        return "no such reason; use unread, boxed, two-cards or damaged";
    misread = reason;
    return NULL;
}

static const char *move_lid(int is_open)
{
    if (shoe.is_open != is_open)
        shoe_lid(is_open);
    shoe.is_open = is_open;
    return NULL;
}

static const char *open_lid(void)
{
    return move_lid(1);
}

static const char *close_lid(void)
{
    return move_lid(0);
}

/* The reader */

static void pass_reader(uint8_t card)
{
    if (card == CUT_CARD) {
        shoe_cut_card();
        return;
    }
    if (misread == TWO_CARDS && shoe.first < shoe.count)
        shoe.first++;
    if (misread != 0U)
        shoe_unread(misread);
    else
        shoe_card(card);
    misread = 0;
}

static void end_pull(void)
{
    uint8_t card = pulled < 0 ? shoe.codes[shoe.first++] : (uint8_t)pulled;
    pull.is_on = 0;
    pass_reader(card);
    if (pulled < 0 && shoe.first == shoe.count)
        shoe_emptied();
    say_card(card);
    hands_done();
}

const struct action PARTS[] = {
    {"load", load},         {"draw", draw},           {"misread_next", misread_next},
    {"open_lid", open_lid}, {"close_lid", close_lid}, {NULL, NULL},
};

void parts_start(void)
{
    misread = 0;
    pull.is_on = 0;
    shoe_stands(shoe.is_open);
}

uint32_t parts_tick(uint32_t now_ms)
{
    uint32_t left = timer_left(&pull, now_ms);
    if (left > 0U)
        return left;
    end_pull();
    return UD_NEVER;
}
