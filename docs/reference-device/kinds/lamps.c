/*
 * A board with a bank lamp and an action lamp at each seat: chapter `lamps` of docs/wire.md.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lamps.h"

#include "../boards/board.h"
#include "../device.h"
#include "../link/broken.h"

enum { LAMPS_SHOWN = 32, LAMP_STUCK = 33, SET_LAMPS = 128 };
enum { BANK_LAMP = 1, ACTION_LAMP = 2 };

static uint8_t bank;
static uint8_t action;
static int is_due;       /* an order is to be read back */
static int is_shown;     /* `shown_bank` and `shown_action` were told last */
static uint8_t shown_bank;
static uint8_t shown_action;
static uint32_t stuck;   /* lamps told of as stuck */

static uint32_t start(void)
{
    is_due = 0;
    is_shown = 0;
    stuck = 0;
    board_outputs(0);
    return UD_UNCOUNTED;
}

static uint32_t ordered(void)
{
    uint32_t lines = bank == 0U ? 0U : LAMPS_BANK(bank);
    return action == 0U ? lines : lines | LAMPS_ACTION(action);
}

static uint8_t command(uint8_t type, const uint8_t *payload, size_t size)
{
    if (type != SET_LAMPS)
        return UD_UNKNOWN_COMMAND;
    if (size != 2U || payload[0] > LAMPS_SEATS || payload[1] > LAMPS_SEATS)
        return UD_BAD_VALUE;
    bank = payload[0];
    action = payload[1];
    board_outputs(ordered());
    is_due = 1;
    return UD_ACCEPTED;
}

static void tell_stuck(uint32_t lamps)
{
    for (uint8_t seat = 1; seat <= LAMPS_SEATS; seat++) {
        const uint8_t bank_lamp[] = {BANK_LAMP, seat};
        const uint8_t action_lamp[] = {ACTION_LAMP, seat};
        if ((lamps & LAMPS_BANK(seat)) != 0U)
            tell(LAMP_STUCK, bank_lamp, sizeof bank_lamp);
        if ((lamps & LAMPS_ACTION(seat)) != 0U)
            tell(LAMP_STUCK, action_lamp, sizeof action_lamp);
    }
}

static void tell_shown(void)
{
    const uint8_t payload[] = {bank, action};
    int is_same = is_shown && shown_bank == bank && shown_action == action;
    is_shown = 1;
    shown_bank = bank;
    shown_action = action;
    if (!is_same || ud_is_broken("repeat-shown"))
        tell(LAMPS_SHOWN, payload, sizeof payload);
}

static uint32_t tick(uint32_t now_ms)
{
    (void)now_ms;
    if (!is_due)
        return UD_NEVER;
    is_due = 0;
    uint32_t wrong = ud_is_broken("no-read-back") ? 0U : lamps_lit() ^ ordered();
    tell_stuck(wrong & ~stuck);
    stuck = wrong;
    if (wrong == 0U)
        tell_shown();
    else
        is_shown = 0;
    return UD_NEVER;
}

const struct kind KIND = {
    .name = "lamps",
    .last_event = LAMP_STUCK,
    .start = start,
    .command = command,
    .tick = tick,
};
