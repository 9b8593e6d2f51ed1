/*
 * Numbers in text, without the half of libc that strtol brings along.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdint.h>

/* The digits at the beginning of a text as a number; `end`, if not NULL, is what follows them. */
uint32_t number_of(const char *text, uint32_t base, const char **end);

#endif
