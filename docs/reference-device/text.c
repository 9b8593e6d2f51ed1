/*
 * Numbers in text; see text.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text.h"

#include <stddef.h>

static uint32_t digit_of(char letter)
{
    if (letter >= '0' && letter <= '9')
        return (uint32_t)(letter - '0');
    if (letter >= 'a' && letter <= 'f')
        return (uint32_t)(letter - 'a') + 10U;
    return UINT32_MAX;
}

uint32_t number_of(const char *text, uint32_t base, const char **end)
{
    uint32_t value = 0;
    for (; digit_of(*text) < base; text++)
        value = value * base + digit_of(*text);
    if (end != NULL)
        *end = text;
    return value;
}
