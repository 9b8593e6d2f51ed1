/*
 * A shuffler with two deck places and a tray: chapter `shuffler` of docs/wire.md.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shuffler.h"

#include "../device.h"
#include "../link/broken.h"
#include "../link/store.h"

#include <string.h>

enum {
    DECK_LOADED = 32,
    DECK_SHUFFLED = 33,
    DECK_REJECTED = 34,
    STACK_DISPENSED = 35,
    STACK_TAKEN = 36,
    DECK_UNLOADED = 37,
    SHUFFLER_JAMMED = 38,
    SHUFFLER_CLEARED = 39,
    SHUFFLER_DOOR_OPENED = 40,
    SHUFFLER_DOOR_CLOSED = 41,
    DISPENSE_STACK = 128,
    UNLOAD_DECK = 129
};

enum { TRAY_FULL = 32, NO_DECK = 33, DECK_EMPTY = 34, DOOR_OPEN = 35, JAMMED = 36 };
enum { SHORT = 1, LONG = 2 };

#define LAST_STACK 60U
#define MOST_IN_STACK 60U
#define LEAST_CARDS 52U
#define MOST_CARDS 53U

/* What a power cut must not take: where the decks are, and which stacks are out. */
struct kept {
    uint64_t stacks;      /* a bit for each stack put out of the deck in play */
    uint16_t left;        /* cards of the deck in play still in the machine */
    uint16_t next_count;  /* cards of the next deck, once counted */
    uint8_t colour;       /* of the deck in play, 0 for none */
    uint8_t next_colour;  /* of the deck in the other place, 0 for none */
    uint8_t is_next_ready;
    uint8_t tray;         /* number of the stack in the tray, 0 for none */
};

static struct kept kept;
static uint8_t moving; /* number of the stack under way, 0 for none */
static int is_unloading;
static uint8_t jam;
static int is_open;

static void save(void)
{
    ud_store_save(&kept, sizeof kept);
}

static int is_out(uint8_t stack)
{
    return (int)(kept.stacks >> stack & 1U);
}

static uint32_t stacks_out(void)
{
    uint32_t count = 0;
    for (uint8_t stack = 1; stack <= LAST_STACK; stack++)
        count += (uint32_t)is_out(stack);
    return count;
}

static uint32_t start(void)
{
    if (!ud_store_load(&kept, sizeof kept))
        memset(&kept, 0, sizeof kept);
    moving = 0;
    is_unloading = 0;
    jam = 0;
    is_open = 0;
    return stacks_out();
}

static void tell_deck(uint8_t type, uint8_t colour, uint16_t count)
{
    const uint8_t payload[] = {colour, (uint8_t)(count >> 8), (uint8_t)count};
    tell(type, payload, sizeof payload);
}

/* A shuffled deck that waits is told of again; a shuffle that the cut broke off begins again. */
static void resume(void)
{
    if (kept.next_colour == 0U)
        return;
    if (kept.is_next_ready)
        tell_deck(DECK_SHUFFLED, kept.next_colour, kept.next_count);
    else
        mechanism_shuffle();
}

/* Commands */

static void put_next_into_play(void)
{
    if (kept.colour != 0U || !kept.is_next_ready)
        return;
    kept.colour = kept.next_colour;
    kept.left = kept.next_count;
    kept.stacks = 0;
    kept.next_colour = 0;
    kept.is_next_ready = 0;
    save();
}

static uint8_t obstacle(void)
{
    if (jam != 0U)
        return JAMMED;
    if (is_open)
        return DOOR_OPEN;
    return moving != 0U || is_unloading ? UD_BUSY : UD_ACCEPTED;
}

static uint8_t begin_stack(uint8_t stack, uint16_t count)
{
    if (kept.colour != 0U && is_out(stack) && !ud_is_broken("repeat-stack"))
        return UD_ACCEPTED;
    uint8_t fault = obstacle();
    if (fault != UD_ACCEPTED)
        return fault;
    if (kept.tray != 0U && !ud_is_broken("full-tray"))
        return TRAY_FULL;
    put_next_into_play();
    if (kept.colour == 0U)
        return NO_DECK;
    if (kept.left < count)
        return DECK_EMPTY;
    moving = stack;
    mechanism_dispense(ud_is_broken("short-stack") ? (uint16_t)(count - 1U) : count);
    return UD_ACCEPTED;
}

static uint8_t begin_unload(void)
{
    if (kept.colour == 0U)
        return UD_ACCEPTED;
    uint8_t fault = obstacle();
    if (fault == UD_ACCEPTED) {
        is_unloading = 1;
        mechanism_unload();
    }
    return fault;
}

static uint8_t dispense(const uint8_t *payload, size_t size)
{
    if (size != 3U)
        return UD_BAD_VALUE;
    uint16_t count = (uint16_t)((uint32_t)payload[1] << 8 | payload[2]);
    if (payload[0] < 1U || payload[0] > LAST_STACK || count < 1U || count > MOST_IN_STACK)
        return UD_BAD_VALUE;
    return begin_stack(payload[0], count);
}

static uint8_t command(uint8_t type, const uint8_t *payload, size_t size)
{
    if (type == DISPENSE_STACK)
        return dispense(payload, size);
    if (type == UNLOAD_DECK)
        return size == 0U ? begin_unload() : (uint8_t)UD_BAD_VALUE;
    return UD_UNKNOWN_COMMAND;
}

/* Reports of the mechanism */

void shuffler_deck_in(uint8_t colour)
{
    kept.next_colour = colour;
    kept.is_next_ready = 0;
    save();
    tell_one(DECK_LOADED, colour);
    mechanism_shuffle();
}

static void reject(uint8_t reason, uint16_t count)
{
    const uint8_t payload[] = {kept.next_colour, reason, (uint8_t)(count >> 8), (uint8_t)count};
    kept.next_colour = 0;
    save();
    tell(DECK_REJECTED, payload, sizeof payload);
}

void shuffler_shuffled(uint16_t count, uint8_t wrong)
{
    if (ud_is_broken("miscount"))
        count--;
    if (count < LEAST_CARDS || count > MOST_CARDS) {
        reject(count < LEAST_CARDS ? SHORT : LONG, count);
    } else if (wrong != 0U) {
        reject(wrong, count);
    } else {
        kept.next_count = count;
        kept.is_next_ready = 1;
        save();
        tell_deck(DECK_SHUFFLED, kept.next_colour, count);
    }
}

void shuffler_stack_out(uint16_t count)
{
    const uint8_t payload[] = {moving, (uint8_t)(count >> 8), (uint8_t)count, kept.colour};
    kept.stacks |= (uint64_t)1 << moving;
    kept.left = (uint16_t)(kept.left - count);
    kept.tray = moving;
    moving = 0;
    save();
    tell(STACK_DISPENSED, payload, sizeof payload);
}

void shuffler_unloaded(uint16_t count)
{
    uint8_t colour = kept.colour;
    is_unloading = 0;
    kept.colour = 0;
    kept.left = 0;
    kept.stacks = 0;
    save();
    tell_deck(DECK_UNLOADED, colour, count);
}

void shuffler_stack_lifted(void)
{
    uint8_t stack = kept.tray;
    if (stack == 0U)
        return;
    kept.tray = 0;
    save();
    tell_one(STACK_TAKEN, stack);
}

void shuffler_jammed(uint8_t place)
{
    jam = place;
    mechanism_hold(1);
    tell_one(SHUFFLER_JAMMED, place);
}

void shuffler_cleared(void)
{
    jam = 0;
    mechanism_hold(is_open);
    tell_bare(SHUFFLER_CLEARED);
}

void shuffler_door(int is_now_open)
{
    is_open = is_now_open && !ud_is_broken("ignore-door");
    mechanism_hold(is_open || jam != 0U);
    tell_bare(is_now_open ? SHUFFLER_DOOR_OPENED : SHUFFLER_DOOR_CLOSED);
}

void shuffler_stands(int is_now_open, uint8_t place)
{
    is_open = is_now_open;
    jam = place;
    mechanism_hold(is_open || jam != 0U);
    if (ud_is_broken("hide-state"))
        return;
    if (is_open)
        tell_bare(SHUFFLER_DOOR_OPENED);
    if (jam != 0U)
        tell_one(SHUFFLER_JAMMED, jam);
}

int shuffler_has_next_deck(void)
{
    return kept.next_colour != 0U;
}

int shuffler_has_deck_in_play(void)
{
    return kept.colour != 0U;
}

uint16_t shuffler_left(void)
{
    return kept.left;
}

uint8_t shuffler_tray(void)
{
    return kept.tray;
}

const struct kind KIND = {
    .name = "shuffler",
    .last_event = SHUFFLER_DOOR_CLOSED,
    .start = start,
    .resume = resume,
    .command = command,
};
