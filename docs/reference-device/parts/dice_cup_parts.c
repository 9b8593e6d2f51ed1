/*
 * An emulated dice cup: a shake that rolls, a lid, and a reader under it.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../kinds/dice_cup.h"

#include "../device.h"
#include "../text.h"
#include "parts.h"

#define READ_MS 300U
#define SHAKE_MS 2000

static const char *const REASONS[] = {"cocked", "missing", "extra", "unread"};

enum work { SHAKING, READING };

struct cup {
    uint8_t dice[CUP_MOST_DICE];
    size_t count;
    int is_open;
};

static PHYSICAL struct cup cup;
static uint8_t spoiled;
static enum work work;
static struct timer timer;

static void roll(void)
{
    for (size_t i = 0; i < cup.count; i++)
        cup.dice[i] = (uint8_t)(1U + chance(6));
}

static const char *begin(enum work what, uint32_t ms)
{
    work = what;
    timer_begin(&timer, ms);
    return HANDS_LATER;
}

static void say_dice(void)
{
    for (size_t i = 0; i < cup.count; i++) {
        const char value[] = {(char)('0' + cup.dice[i]), '\0'};
        hands_say(value);
    }
}

/* Hands */

static const char *shake(void)
{
    long ms = hands_thousandths("duration", SHAKE_MS);
    if (cup.is_open)
        return "the cup is open; close it before shaking";
    cup_shaken(1);
    return begin(SHAKING, ms < 0 ? 0U : (uint32_t)ms);
}

static const char *open_cup(void)
{
    if (cup.is_open) {
        say_dice();
        return NULL;
    }
    cup.is_open = 1;
    cup_lid(1);
    return begin(READING, READ_MS);
}

static const char *close_cup(void)
{
    if (cup.is_open)
        cup_lid(0);
    cup.is_open = 0;
    return NULL;
}

static const char *spoil_next(void)
{
    uint8_t reason = hands_choice("reason", REASONS, 4, 1);
    if (reason == 0U)
        return "no such reason; use cocked, missing, extra or unread";
    spoiled = reason;
    return NULL;
}

static const char *place(void)
{
    uint8_t dice[CUP_DICE];
    char value[8];
    for (size_t i = 0; i < CUP_DICE; i++) {
        uint32_t number = hands_item("dice", i, value) ? number_of(value, 10, NULL) : 0U;
        if (number < 1U || number > 6U)
            return "place 3 values from 1 to 6";
        dice[i] = (uint8_t)number;
    }
    for (size_t i = 0; i < CUP_DICE; i++)
        cup.dice[i] = dice[i];
    cup.count = CUP_DICE;
    return NULL;
}

static const char *take_die(void)
{
    if (!cup.is_open || cup.count == 1U)
        return "the cup is closed or has one die left";
    cup.count--;
    return NULL;
}

static const char *add_die(void)
{
    if (!cup.is_open || cup.count == CUP_MOST_DICE)
        return "the cup is closed or full";
    cup.dice[cup.count++] = (uint8_t)(1U + chance(6));
    return NULL;
}

/* The reader */

static void read_dice(void)
{
    if (spoiled != 0U)
        cup_unread(spoiled);
    else
        cup_dice(cup.dice, cup.count);
    spoiled = 0;
    say_dice();
}

static void finish(void)
{
    timer.is_on = 0;
    if (work == SHAKING) {
        roll();
        cup_shaken(0);
    } else {
        read_dice();
    }
    hands_done();
}

const struct action PARTS[] = {
    {"shake", shake},           {"open", open_cup}, {"close", close_cup},
    {"spoil_next", spoil_next}, {"place", place},   {"take_die", take_die},
    {"add_die", add_die},       {NULL, NULL},
};

void parts_start(void)
{
    timer.is_on = 0;
    spoiled = 0;
    if (cup.count == 0U) {
        cup.count = CUP_DICE;
        roll();
    }
}

uint32_t parts_tick(uint32_t now_ms)
{
    uint32_t left = timer_left(&timer, now_ms);
    if (left > 0U)
        return left;
    finish();
    return UD_NEVER;
}
