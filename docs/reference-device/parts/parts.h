/*
 * The parts of a device: reader, switches, motors, lamps. Those in this folder are emulated, moved by
 * hands.h; a product has a file of its own instead, that calls the same functions of its kind.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef PARTS_H
#define PARTS_H

#include "../hands.h"

#include <stdint.h>

/* Cards, dice and doors stay where they are when the power goes: kept out of what a start clears. */
#if defined(__arm__)
#define PHYSICAL __attribute__((section(".noinit")))
#else
#define PHYSICAL
#endif

/* What hands can do; ends with a name of NULL. */
extern const struct action PARTS[];

/* Power-on, and what is due; gives the milliseconds until the next time. */
void parts_start(void);
uint32_t parts_tick(uint32_t now_ms);

/* Work that takes its time: the option `stretch` in percent, 0 for at once. */
struct timer {
    uint32_t since;
    uint32_t ms;
    int is_on;
};
void timer_begin(struct timer *timer, uint32_t ms);
/* Milliseconds until the work is done, UD_NEVER without any. */
uint32_t timer_left(const struct timer *timer, uint32_t now_ms);

/* A number below `limit`, for shuffles and dice. */
uint32_t chance(uint32_t limit);

/* A card's code in the wire document for its letters such as Td, Jo or cut; -1 for others. */
#define JOKER 52
#define CUT_CARD 255
int card_of(const char *letters);
void say_card(uint8_t card);

#endif
