/*
 * Emulated faults of lamps: the board's own lines, with lamps that hands make stick.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../kinds/lamps.h"

#include "../boards/board.h"
#include "../device.h"
#include "parts.h"

static const char *const LAMPS[] = {"bank", "action"};

static PHYSICAL uint32_t stuck;
static PHYSICAL uint32_t stuck_lit;

uint32_t lamps_lit(void)
{
    return (board_inputs() & ~stuck) | (stuck & stuck_lit);
}

/* The line that the arguments name, 0 for none. */
static uint32_t named(void)
{
    uint8_t lamp = hands_choice("lamp", LAMPS, 2, 0);
    long seat = hands_number("seat", 0);
    if (lamp == 0U || seat < 1 || seat > (long)LAMPS_SEATS)
        return 0;
    return lamp == 1U ? LAMPS_BANK((uint32_t)seat) : LAMPS_ACTION((uint32_t)seat);
}

static const char *stick(void)
{
    uint32_t line = named();
    stuck |= line;
    stuck_lit = hands_flag("lit") ? stuck_lit | line : stuck_lit & ~line;
    return line == 0U ? "no such lamp; use bank or action, 1 to 14" : NULL;
}

static const char *set_free(void)
{
    uint32_t line = named();
    stuck &= ~line;
    return line == 0U ? "no such lamp; use bank or action, 1 to 14" : NULL;
}

const struct action PARTS[] = {{"stick", stick}, {"free", set_free}, {NULL, NULL}};

void parts_start(void)
{
}

uint32_t parts_tick(uint32_t now_ms)
{
    (void)now_ms;
    return UD_NEVER;
}
