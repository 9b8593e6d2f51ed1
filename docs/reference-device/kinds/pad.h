/*
 * An entry pad: what its keys report to it, and what it asks of its display.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef PAD_H
#define PAD_H

#include <stddef.h>
#include <stdint.h>

#define PAD_LONG_MS 600U

/* A key went down or up; edges may bounce. */
void pad_key(uint8_t key, int is_down, uint32_t now_ms);

/* Asked of the display and the keys' lamps. */
void pad_show(const char *text, size_t size);
void pad_echo(uint8_t key);

#endif
