/*
 * A shuffler: what its mechanism reports to it, and what it asks of its mechanism.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SHUFFLER_H
#define SHUFFLER_H

#include <stdint.h>

/* Reports */
void shuffler_deck_in(uint8_t colour);
void shuffler_shuffled(uint16_t count, uint8_t wrong); /* `wrong`: 3 duplicate, 4 foreign card */
void shuffler_stack_out(uint16_t count);
void shuffler_unloaded(uint16_t count);
void shuffler_stack_lifted(void);
void shuffler_jammed(uint8_t place);
void shuffler_cleared(void);
void shuffler_door(int is_open);
/* At power-on: an open door and a jam are told, for the table takes them for closed and clear. */
void shuffler_stands(int is_open, uint8_t jam);

/* What parts may ask. */
int shuffler_has_next_deck(void);
int shuffler_has_deck_in_play(void);
uint16_t shuffler_left(void); /* cards of the deck in play still in the machine */
uint8_t shuffler_tray(void);  /* number of the stack in the tray, 0 for none */

/* Asked of the mechanism; each ends with a report. Work stands still while `is_held`. */
void mechanism_shuffle(void);
void mechanism_dispense(uint16_t count);
void mechanism_unload(void);
void mechanism_hold(int is_held);

#endif
