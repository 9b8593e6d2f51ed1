/*
 * A dice cup: what its parts report to it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef DICE_CUP_H
#define DICE_CUP_H

#include <stddef.h>
#include <stdint.h>

#define CUP_DICE 3U
#define CUP_MOST_DICE 5U

void cup_shaken(int is_shaking); /* only of a closed cup */
void cup_lid(int is_open);
void cup_dice(const uint8_t *dice, size_t count); /* what lies in the open cup, read for certain */
void cup_unread(uint8_t reason);

#endif
