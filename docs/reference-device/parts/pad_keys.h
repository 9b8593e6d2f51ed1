/*
 * The names of an entry pad's keys.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef PAD_KEYS_H
#define PAD_KEYS_H

#include <stdint.h>

/* The code of a key such as seat-3 or settled; 0 for no key. */
uint8_t pad_key_of(const char *name);

#endif
