/*
 * The port to a Cortex-M3: the MPS2 board with the AN385 image, which QEMU emulates.
 * Its first serial port is the wire, the second the hands' line, the third tells the truth.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../board.h"
#include "semihosting.h"

#include <string.h>

#define CLOCK_HZ 25000000U
#define BAUD 115200U
#define RING 1024U
#define SLOTS 4U
#define RANDOM "/dev/urandom"

/* A serial port of Arm's Cortex-M system design kit. */
struct serial {
    volatile uint32_t data;
    volatile uint32_t state;
    volatile uint32_t control;
    volatile uint32_t interrupt;
    volatile uint32_t divider;
};
enum { TX_FULL = 1, RX_FULL = 2 };               /* state */
enum { TX_ON = 1, RX_ON = 2, RX_INTERRUPT = 8 }; /* control */
enum { RX_SEEN = 2 };                            /* interrupt */
#define WIRE ((struct serial *)0x40004000U)
#define HANDS ((struct serial *)0x40005000U)
#define TRUTH ((struct serial *)0x40006000U)

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define SYSTICK_CONTROL REGISTER(0xE000E010U)
#define SYSTICK_RELOAD REGISTER(0xE000E014U)
/* A counter of the board that no busy moment holds up, and what it is divided by. */
#define COUNTER REGISTER(0x40028018U)
#define COUNTER_DIVIDER REGISTER(0x4002801CU)
#define INTERRUPTS_ON REGISTER(0xE000E100U)
#define RESET_CONTROL REGISTER(0xE000ED0CU)
#define SYSTEM_RESET 0x05FA0004U

/* Bytes from an interrupt to the main loop: one writes, the other reads. */
struct ring {
    uint8_t bytes[RING];
    volatile uint32_t in;
    volatile uint32_t out;
};

static struct ring from_wire;
static struct ring from_hands;
static uint32_t lines;
static char options[512]; /* NAME=VALUE, each with its end */
static const char *options_end = options;
static int store = -1;
static int source = -1;

void systick(void);
void wire_received(void);
void hands_received(void);

/* Interrupts */

/* Wakes the processor: time may have come for something. */
void systick(void)
{
}

/* A full ring leaves the byte in the port, which makes QEMU hold the rest back. */
static void receive(struct serial *serial, struct ring *ring)
{
    serial->interrupt = RX_SEEN;
    while ((serial->state & RX_FULL) != 0U && ring->in - ring->out < RING) {
        ring->bytes[ring->in % RING] = (uint8_t)serial->data;
        ring->in++;
    }
}

void wire_received(void)
{
    receive(WIRE, &from_wire);
}

void hands_received(void)
{
    receive(HANDS, &from_hands);
}

static size_t take(struct serial *serial, struct ring *ring, uint8_t *data, size_t room)
{
    size_t size = 0;
    while (size < room && ring->out != ring->in) {
        data[size++] = ring->bytes[ring->out % RING];
        ring->out++;
    }
    __asm__ volatile("cpsid i");
    receive(serial, ring);
    __asm__ volatile("cpsie i");
    return size;
}

static void send(struct serial *serial, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        while ((serial->state & TX_FULL) != 0U) {
        }
        serial->data = data[i];
    }
}

/* Start */

static void open_serial(struct serial *serial)
{
    serial->divider = CLOCK_HZ / BAUD;
    serial->control = TX_ON | RX_ON | RX_INTERRUPT;
}

static int open_store(void)
{
    const char *path = board_option("store");
    if (path == NULL)
        return -1;
    int handle = host_open(path, HOST_UPDATE);
    return handle < 0 ? host_open(path, HOST_CREATE) : handle;
}

int board_start(int count, char **words)
{
    (void)count;
    (void)words;
    if (!host_command_line(options, sizeof options))
        options[0] = '\0';
    size_t size = strlen(options);
    for (size_t i = 0; i < size; i++)
        options[i] = options[i] == ' ' ? '\0' : options[i];
    options_end = options + size;
    source = host_open(RANDOM, HOST_READ);
    store = open_store();
    open_serial(WIRE);
    open_serial(HANDS);
    open_serial(TRUTH);
    COUNTER_DIVIDER = CLOCK_HZ / 1000U - 1U;
    SYSTICK_RELOAD = CLOCK_HZ / 1000U - 1U;
    SYSTICK_CONTROL = 7; /* the processor's clock, with its interrupt, on */
    INTERRUPTS_ON = 1U << 0 | 1U << 2;
    return 1;
}

const char *board_option(const char *name)
{
    size_t size = strlen(name);
    for (const char *at = options; at < options_end; at += strlen(at) + 1U) {
        if (strncmp(at, name, size) == 0 && at[size] == '=')
            return at + size + 1;
    }
    return NULL;
}

/* Time, chance, power */

uint32_t board_now_ms(void)
{
    return COUNTER;
}

/* Without its source the board would repeat a boot number: better none at all. */
uint32_t board_random(void)
{
    uint32_t value = 0;
    if (source < 0 || !host_read(source, 0, &value, sizeof value)) {
        for (;;) {
        }
    }
    return value;
}

/* Interrupts are off between the look and the sleep, and wake the processor all the same. */
int board_wait(uint32_t ms)
{
    uint32_t since = COUNTER;
    while (COUNTER - since < ms) {
        __asm__ volatile("cpsid i");
        int is_there = from_wire.in != from_wire.out || from_hands.in != from_hands.out;
        if (!is_there)
            __asm__ volatile("wfi");
        __asm__ volatile("cpsie i");
        if (is_there)
            break;
    }
    return 1;
}

void board_restart(void)
{
    RESET_CONTROL = SYSTEM_RESET;
    for (;;) {
    }
}

/* The wire */

size_t board_wire_read(uint8_t *data, size_t room)
{
    return take(WIRE, &from_wire, data, room);
}

void board_wire_write(const uint8_t *data, size_t size)
{
    send(WIRE, data, size);
}

/* The store */

uint32_t board_slots(void)
{
    return store < 0 ? 0U : SLOTS;
}

int board_slot_read(uint32_t slot, uint8_t data[UD_SLOT])
{
    return host_read(store, slot * UD_SLOT, data, UD_SLOT);
}

void board_slot_write(uint32_t slot, const uint8_t data[UD_SLOT])
{
    (void)host_write(store, slot * UD_SLOT, data, UD_SLOT);
}

/* Every output line leads straight to its input line. */

void board_outputs(uint32_t wanted)
{
    lines = wanted;
}

uint32_t board_inputs(void)
{
    return lines;
}

/* For trying */

size_t board_hands_read(char *data, size_t room)
{
    return take(HANDS, &from_hands, (uint8_t *)data, room);
}

void board_hands_write(const char *data, size_t size)
{
    send(HANDS, (const uint8_t *)data, size);
}

void board_truth_write(const char *data, size_t size)
{
    send(TRUTH, (const uint8_t *)data, size);
}

int board_cable(int is_in)
{
    (void)is_in;
    return 0;
}
