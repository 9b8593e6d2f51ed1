/*
 * The house dealer's keys and a text display: chapter `entry-pad` of docs/wire.md.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pad.h"

#include "../device.h"
#include "../link/broken.h"

enum { KEY_PRESSED = 32, SHOW_PROMPT = 128 };
enum { SHORT_PRESS = 1, LONG_PRESS = 2 };

#define LONGEST_PROMPT 120U
#define BOUNCE_MS 10U

static uint8_t held; /* the key that is down, 0 for none */
static uint32_t held_since;
static int is_told;  /* its long press was told */
static uint8_t last; /* the key that went up last, and when */
static uint32_t last_up;

static uint32_t start(void)
{
    held = 0;
    last = 0;
    return UD_UNCOUNTED;
}

static void tell_key(uint8_t key, uint8_t press)
{
    const uint8_t payload[] = {key, ud_is_broken("stuck-key") ? (uint8_t)LONG_PRESS : press};
    tell(KEY_PRESSED, payload, sizeof payload);
    if (ud_is_broken("bounce"))
        tell(KEY_PRESSED, payload, sizeof payload);
}

static void release(uint32_t now_ms)
{
    if (!is_told)
        tell_key(held, SHORT_PRESS);
    last = held;
    last_up = now_ms;
    held = 0;
}

/* A second key ends the press of the first: no press is lost, and none is two. */
void pad_key(uint8_t key, int is_down, uint32_t now_ms)
{
    if (is_down) {
        if (key == held || (key == last && now_ms - last_up < BOUNCE_MS))
            return;
        if (held != 0U)
            release(now_ms);
        held = key;
        held_since = now_ms;
        is_told = 0;
    } else if (key == held && now_ms - held_since >= BOUNCE_MS) {
        release(now_ms);
    }
}

static uint32_t tick(uint32_t now_ms)
{
    if (held == 0U || is_told)
        return UD_NEVER;
    uint32_t passed = now_ms - held_since;
    if (passed < PAD_LONG_MS)
        return PAD_LONG_MS - passed;
    is_told = 1;
    tell_key(held, LONG_PRESS);
    return UD_NEVER;
}

/* Whole characters of UTF-8, by their first bytes and those that follow. */
static int is_text(const uint8_t *text, size_t size)
{
    size_t following = 0;
    for (size_t i = 0; i < size; i++) {
        if ((text[i] & 0xC0U) == 0x80U) {
            if (following == 0U)
                return 0;
            following--;
            continue;
        }
        if (following != 0U || text[i] > 0xF4U || text[i] == 0xC0U || text[i] == 0xC1U)
            return 0;
        following = text[i] < 0x80U ? 0U : text[i] < 0xE0U ? 1U : text[i] < 0xF0U ? 2U : 3U;
    }
    return following == 0U;
}

static uint8_t command(uint8_t type, const uint8_t *payload, size_t size)
{
    if (type != SHOW_PROMPT)
        return UD_UNKNOWN_COMMAND;
    if (size < 1U || size != 1U + (size_t)payload[0] || payload[0] > LONGEST_PROMPT)
        return UD_BAD_VALUE;
    if (!is_text(payload + 1, payload[0]))
        return UD_BAD_VALUE;
    pad_show((const char *)payload + 1, payload[0]);
    return UD_ACCEPTED;
}

static void recorded(uint8_t type, const uint8_t *payload, size_t size)
{
    if (type == KEY_PRESSED && size == 2U)
        pad_echo(payload[0]);
}

const struct kind KIND = {
    .name = "entry-pad",
    .last_event = KEY_PRESSED,
    .start = start,
    .command = command,
    .recorded = recorded,
    .tick = tick,
};
