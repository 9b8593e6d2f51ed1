/*
 * A dice cup that feels the shake and reads the dice when opened: chapter `dice-cup` of docs/wire.md.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "dice_cup.h"

#include "../device.h"
#include "../link/broken.h"

#include <string.h>

enum {
    SHAKE_STARTED = 32,
    SHAKE_ENDED = 33,
    CUP_OPENED = 34,
    CUP_CLOSED = 35,
    DICE_READ = 36,
    DICE_UNREADABLE = 37
};

enum { COCKED = 1, MISSING = 2, EXTRA = 3, UNREAD = 4 };

static uint32_t start(void)
{
    return UD_UNCOUNTED;
}

void cup_shaken(int is_shaking)
{
    tell_bare(is_shaking ? SHAKE_STARTED : SHAKE_ENDED);
}

void cup_lid(int is_open)
{
    tell_bare(is_open ? CUP_OPENED : CUP_CLOSED);
}

void cup_unread(uint8_t reason)
{
    const uint8_t guess[] = {CUP_DICE, 1, 2, 3};
    if (ud_is_broken("guess"))
        tell(DICE_READ, guess, sizeof guess);
    else
        tell_one(DICE_UNREADABLE, reason);
}

static int are_dice(const uint8_t *dice, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (dice[i] < 1U || dice[i] > 6U)
            return 0;
    }
    return 1;
}

void cup_dice(const uint8_t *dice, size_t count)
{
    uint8_t payload[1U + CUP_DICE];
    if (count != CUP_DICE || !are_dice(dice, count)) {
        cup_unread(count < CUP_DICE ? MISSING : count > CUP_DICE ? EXTRA : UNREAD);
        return;
    }
    payload[0] = CUP_DICE;
    memcpy(payload + 1, dice, CUP_DICE);
    if (ud_is_broken("wrong-dice"))
        payload[1] = (uint8_t)(payload[1] % 6U + 1U);
    tell(DICE_READ, payload, sizeof payload);
}

const struct kind KIND = {.name = "dice-cup", .last_event = DICE_UNREADABLE, .start = start};
