/*
 * What a board gives a device. A port is one file with these functions: native (a process behind a
 * pseudo-terminal), mps2 (a Cortex-M3, as QEMU emulates it), pico (a Raspberry Pi Pico).
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef BOARD_H
#define BOARD_H

#include "../link/store.h"

#include <stddef.h>
#include <stdint.h>

/* Begins; 0 when the board cannot work, having said why. */
int board_start(int count, char **words);

/* Milliseconds since any moment; wraps. */
uint32_t board_now_ms(void);

/* A number nobody can foresee, another one at every call. */
uint32_t board_random(void);

/* The wire: bytes that have come, at most `room`; bytes to send, dropped where nobody takes them. */
size_t board_wire_read(uint8_t *data, size_t room);
void board_wire_write(const uint8_t *data, size_t size);

/* Slots of UD_SLOT bytes that keep their content without power. */
uint32_t board_slots(void);
int board_slot_read(uint32_t slot, uint8_t data[UD_SLOT]);
void board_slot_write(uint32_t slot, const uint8_t data[UD_SLOT]);

/* 32 lines out, and 32 lines in: lamps and their sense lines, switches. */
void board_outputs(uint32_t lines);
uint32_t board_inputs(void);

/* Sleeps until a byte comes or this time has passed; 0 when the board is to end. */
int board_wait(uint32_t ms);

/* As if the power had been cut for a moment; does not come back. */
void board_restart(void);

/* For trying only. A second line for hands (hands.h); a third that tells each event before the
 * wire does; options a start was given, or NULL; the cable pulled or put back, 0 where it cannot
 * be. A product needs none of them. */
size_t board_hands_read(char *data, size_t room);
void board_hands_write(const char *data, size_t size);
void board_truth_write(const char *data, size_t size);
const char *board_option(const char *name);
int board_cable(int is_in);

#endif
