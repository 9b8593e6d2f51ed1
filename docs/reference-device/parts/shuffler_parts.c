/*
 * An emulated mechanism of a shuffler: motors that take their time, a tray, a door, a card that
 * gets stuck, and hands that load and lift.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../kinds/shuffler.h"

#include "../device.h"
#include "parts.h"

#define SHUFFLE_MS 20000U
#define DISPENSE_MS 1200U
#define UNLOAD_MS 3000U
#define WHOLE_DECK 52
#define DUPLICATE 3U
#define FOREIGN_CARD 4U

static const char *const COLOURS[] = {"red", "blue", "green", "black"};
static const char *const PLACES[] = {"input", "carousel", "output"};

/* What lies in the place of the next deck, and how door and rollers stand. */
struct machine {
    uint16_t count;
    uint8_t wrong;
    uint8_t jam;
    int is_open;
};

static PHYSICAL struct machine machine;
static struct timer shuffling;
static struct timer dispensing;
static struct timer unloading;
static uint16_t wanted;
static int is_held;

/* Motors */

void mechanism_shuffle(void)
{
    timer_begin(&shuffling, SHUFFLE_MS);
}

void mechanism_dispense(uint16_t count)
{
    wanted = count;
    timer_begin(&dispensing, DISPENSE_MS);
}

void mechanism_unload(void)
{
    timer_begin(&unloading, UNLOAD_MS);
}

void mechanism_hold(int is_now_held)
{
    is_held = is_now_held;
}

static int has_ended(struct timer *timer, uint32_t now_ms)
{
    if (is_held || timer_left(timer, now_ms) > 0U)
        return 0;
    timer->is_on = 0;
    return 1;
}

/* Hands */

static uint8_t fault_of_given_cards(uint16_t *count)
{
    uint64_t seen = 0;
    char letters[8];
    uint8_t wrong = 0;
    for (*count = 0; hands_item("cards", *count, letters); (*count)++) {
        int card = card_of(letters);
        if (card < 0 || card > JOKER || (seen >> card & 1U) != 0U)
            wrong = DUPLICATE;
        else
            seen |= (uint64_t)1 << card;
    }
    /* A deck of 52 has no joker: one in it stands where another card is missing. */
    return *count == WHOLE_DECK && (seen >> JOKER & 1U) != 0U ? FOREIGN_CARD : wrong;
}

static const char *load(void)
{
    uint8_t colour = hands_choice("colour", COLOURS, 4, 1);
    const char *cards = hands_text("cards", "");
    if (colour == 0U)
        return "no such colour; use red, blue, green or black";
    if (shuffler_has_next_deck())
        return "a deck waits already; put it into play first";
    machine.wrong = 0;
    machine.count = (uint16_t)hands_number("cards", WHOLE_DECK);
    if (cards[0] == '[')
        machine.wrong = fault_of_given_cards(&machine.count);
    shuffler_deck_in(colour);
    return NULL;
}

static const char *take(void)
{
    if (shuffler_tray() == 0U)
        return "the tray is empty; dispense a stack";
    shuffler_stack_lifted();
    return NULL;
}

/* What a person sees: where decks are, and whether a stack lies in the tray. */
static const char *look(void)
{
    hands_say(shuffler_has_deck_in_play() ? "deck-in-play " : "");
    hands_say(shuffler_has_next_deck() ? "deck-waits " : "");
    hands_say(shuffler_tray() != 0U ? "tray-full" : "");
    return NULL;
}

static const char *get_stuck(void)
{
    uint8_t place = hands_choice("place", PLACES, 3, 3);
    if (place == 0U)
        return "no such place; use input, carousel or output";
    if (machine.jam == 0U) {
        machine.jam = place;
        shuffler_jammed(place);
    }
    return NULL;
}

static const char *clear(void)
{
    if (machine.jam != 0U)
        shuffler_cleared();
    machine.jam = 0;
    return NULL;
}

static const char *move_door(int is_open)
{
    if (machine.is_open != is_open)
        shuffler_door(is_open);
    machine.is_open = is_open;
    return NULL;
}

static const char *open_door(void)
{
    return move_door(1);
}

static const char *close_door(void)
{
    return move_door(0);
}

const struct action PARTS[] = {
    {"load", load},   {"take", take},           {"look", look},
    {"jam", get_stuck}, {"clear", clear}, {"open_door", open_door},
    {"close_door", close_door}, {NULL, NULL},
};

void parts_start(void)
{
    shuffling.is_on = 0;
    dispensing.is_on = 0;
    unloading.is_on = 0;
    shuffler_stands(machine.is_open, machine.jam);
}

uint32_t parts_tick(uint32_t now_ms)
{
    if (has_ended(&shuffling, now_ms))
        shuffler_shuffled(machine.count, machine.wrong);
    if (has_ended(&dispensing, now_ms))
        shuffler_stack_out(wanted);
    if (has_ended(&unloading, now_ms))
        shuffler_unloaded(shuffler_left());
    if (is_held)
        return UD_NEVER;
    uint32_t wait = sooner(timer_left(&shuffling, now_ms), timer_left(&dispensing, now_ms));
    return sooner(wait, timer_left(&unloading, now_ms));
}
