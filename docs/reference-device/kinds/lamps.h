/*
 * A lamp board: what it needs of its parts.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef LAMPS_H
#define LAMPS_H

#include <stdint.h>

#define LAMPS_SEATS 14U

/* The line of a seat's lamp: bank lamps first, then action lamps. */
#define LAMPS_BANK(seat) ((uint32_t)1 << ((seat) - 1U))
#define LAMPS_ACTION(seat) ((uint32_t)1 << (LAMPS_SEATS + (seat) - 1U))

/* The lamps that give light, by their sense lines. */
uint32_t lamps_lit(void);

#endif
