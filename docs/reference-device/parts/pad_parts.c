/*
 * Emulated keys and display of an entry pad.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../kinds/pad.h"

#include "../boards/board.h"
#include "../device.h"
#include "pad_keys.h"
#include "parts.h"

#include <string.h>

#define SHORT_MS 30U
#define LONGEST_PROMPT 120U

static char prompt[LONGEST_PROMPT + 1U];
static uint8_t echoed;
static uint8_t pressed; /* the key under the finger, 0 for none */
static uint32_t since;
static uint32_t for_ms;

void pad_show(const char *text, size_t size)
{
    size_t shown = size < LONGEST_PROMPT ? size : LONGEST_PROMPT;
    memcpy(prompt, text, shown);
    prompt[shown] = '\0';
}

void pad_echo(uint8_t key)
{
    echoed = key;
    board_outputs(echoed);
}

/* A finger is never so quick as an emulated motor may be, and 600 ms are in the wire document. */
static const char *press(void)
{
    uint8_t key = pad_key_of(hands_text("key", ""));
    if (key == 0U)
        return "no such key; the wire document has their names";
    pressed = key;
    since = board_now_ms();
    for_ms = hands_flag("long") ? PAD_LONG_MS + SHORT_MS : SHORT_MS;
    pad_key(key, 1, since);
    return HANDS_LATER;
}

static const char *look(void)
{
    hands_say(prompt);
    return NULL;
}

const struct action PARTS[] = {{"press", press}, {"look", look}, {NULL, NULL}};

void parts_start(void)
{
    pressed = 0;
    prompt[0] = '\0';
}

uint32_t parts_tick(uint32_t now_ms)
{
    if (pressed == 0U)
        return UD_NEVER;
    uint32_t passed = now_ms - since;
    if (passed < for_ms)
        return for_ms - passed;
    pad_key(pressed, 0, now_ms);
    pressed = 0;
    hands_done();
    return UD_NEVER;
}
