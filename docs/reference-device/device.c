/*
 * The main loop: bytes in, work done, sleep. See device.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "device.h"

#include "boards/board.h"
#include "hands.h"
#include "link/broken.h"
#include "parts/parts.h"
#include "text.h"

#include <string.h>

/* The same for every kind of protocol 1; docs/wire.md, section 9. */
#define WINDOW 4U
#define HELLO_MS 250U
#define RESEND_MS 200U
#define HEARTBEAT_MS 1000U
#define OLD_BOOT 0x0B007000U

static struct ud_link wire;

#ifdef UD_BROKEN
int ud_is_broken(const char *fault)
{
    const char *wanted = board_option("break");
    return wanted != NULL && strcmp(wanted, fault) == 0;
}
#endif

/* Events */

static void note_truth(uint8_t type, const uint8_t *payload, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    char line[2U * (9U + UD_EVENT_PAYLOAD) + 1U];
    uint8_t bytes[9U + UD_EVENT_PAYLOAD];
    size_t end = 0;
    ud_put_u32(bytes, wire.config.boot);
    ud_put_u32(bytes + 4, wire.last_event + 1U);
    bytes[8] = type;
    memcpy(bytes + 9, payload, size);
    for (size_t i = 0; i < 9U + size; i++) {
        line[end++] = digits[bytes[i] >> 4];
        line[end++] = digits[bytes[i] & 15U];
    }
    line[end++] = '\n';
    board_truth_write(line, end);
}

void tell(uint8_t type, const uint8_t *payload, size_t size)
{
    uint8_t content[UD_EVENT_PAYLOAD] = {0};
    if (size > UD_EVENT_PAYLOAD || ud_is_broken("miss-event"))
        return;
    if (size > 0U)
        memcpy(content, payload, size);
    note_truth(type, content, size);
    (void)ud_emit(&wire, type, content, size, board_now_ms());
    if (ud_is_broken("double-event"))
        (void)ud_emit(&wire, type, content, size, board_now_ms());
}

void tell_one(uint8_t type, uint8_t value)
{
    tell(type, &value, 1);
}

void tell_bare(uint8_t type)
{
    tell(type, NULL, 0);
}

/* What the link calls */

static void write_wire(void *user, const uint8_t *data, size_t size)
{
    (void)user;
    board_wire_write(data, size);
}

static uint8_t take_command(void *user, uint8_t type, const uint8_t *payload, size_t size)
{
    (void)user;
    return KIND.command == NULL ? UD_UNKNOWN_COMMAND : KIND.command(type, payload, size);
}

static void hear_recorded(void *user, uint8_t type, const uint8_t *payload, size_t size)
{
    (void)user;
    if (KIND.recorded != NULL)
        KIND.recorded(type, payload, size);
}

/* Power-on */

static const char *option(const char *name, const char *otherwise)
{
    const char *given = board_option(name);
    return given == NULL ? otherwise : given;
}

static uint32_t boot_number(void)
{
    const char *given = board_option("boot");
    if (given != NULL)
        return number_of(given, 16, NULL);
    return ud_is_broken("repeat-old-boot") ? OLD_BOOT : board_random();
}

static void begin(void)
{
    uint32_t count = KIND.start();
    struct ud_config config = {
        .kind = ud_is_broken("wrong-kind") ? "toaster" : KIND.name,
        .serial_number = option("serial", "reference-1"),
        .firmware = option("firmware", "reference 2.0"),
        .boot = boot_number(),
        .count = ud_is_broken("forget-count") ? 0U : count,
        .last_event = KIND.last_event,
        .window = WINDOW,
        .hello_ms = ud_is_broken("slow-hello") ? 4U * HELLO_MS : HELLO_MS,
        .resend_ms = ud_is_broken("slow-resend") ? 4U * RESEND_MS : RESEND_MS,
        .heartbeat_ms = ud_is_broken("slow-heartbeat") ? 2U * HEARTBEAT_MS : HEARTBEAT_MS,
        .write = write_wire,
        .command = take_command,
        .recorded = hear_recorded,
    };
    ud_init(&wire, &config);
    parts_start();
    if (KIND.resume != NULL)
        KIND.resume();
    ud_start(&wire, board_now_ms());
}

/* The loop */

static uint32_t work(uint32_t now_ms)
{
    uint32_t wait = parts_tick(now_ms);
    if (KIND.tick != NULL)
        wait = sooner(wait, KIND.tick(now_ms));
    return wait;
}

/* A command's work begins before the next command is looked at. */
static void hear_wire(void)
{
    uint8_t data[64];
    size_t size = board_wire_read(data, sizeof data);
    for (size_t i = 0; i < size; i++) {
        ud_receive(&wire, data + i, 1, board_now_ms());
        if (data[i] == 0U)
            (void)work(board_now_ms());
    }
}

static void restart(void)
{
    board_restart();
    hands_start();
    begin();
}

static void obey_hands(void)
{
    switch (hands_poll()) {
    case HANDS_REBOOT:
        restart();
        break;
    case HANDS_UNPLUG:
        ud_stop(&wire);
        break;
    case HANDS_REPLUG:
        ud_start(&wire, board_now_ms());
        break;
    default:
        break;
    }
}

void device_run(void)
{
    uint32_t wait = 0;
    hands_start();
    begin();
    while (board_wait(wait)) {
        hear_wire();
        (void)work(board_now_ms());
        obey_hands();
        wait = work(board_now_ms());
        ud_tick(&wire, board_now_ms());
        wait = sooner(wait, ud_patience(&wire, board_now_ms()));
    }
}

const struct ud_link *device_link(void)
{
    return &wire;
}

uint32_t sooner(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

int main(int count, char **words)
{
    if (!board_start(count, words))
        return 2;
    device_run();
    return 0;
}
