/*
 * A shoe: what its parts report to it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHOE_H
#define SHOE_H

#include <stdint.h>

void shoe_loaded(uint8_t decks);
void shoe_card(uint8_t card);     /* read for certain */
void shoe_unread(uint8_t reason); /* a card left and was not, or not safely, read */
void shoe_cut_card(void);
void shoe_emptied(void);
void shoe_lid(int is_open);
/* At power-on: an open lid is told, for the table takes it for closed. */
void shoe_stands(int is_open);

#endif
