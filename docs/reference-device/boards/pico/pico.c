/*
 * The port to a Raspberry Pi Pico. The wire is UART0 (GP0 sends, GP1 hears), the hands' line UART1
 * (GP4 sends, GP5 hears), both 115200 baud at 3.3 V. Lamps hang on a chain of 74HC595 (GP10 data,
 * GP11 clock, GP12 latch), sense lines and switches on a chain of 74HC165 (GP13 load, GP14 clock,
 * GP15 data). Register addresses are those of the RP2040 datasheet.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../board.h"
#include "flash.h"

#include <string.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define SET 0x2000U   /* beside a register: sets the bits that are written */
#define CLEAR 0x3000U /* likewise: clears them */

#define RESETS 0x4000C000U
#define RESET_DONE REGISTER(RESETS + 8U)
enum { RESET_IO = 1 << 5, RESET_PADS = 1 << 8, RESET_UARTS = 3 << 22 };

#define CLOCKS 0x40008000U
#define REFERENCE_CONTROL REGISTER(CLOCKS + 0x30U)
#define REFERENCE_SELECTED REGISTER(CLOCKS + 0x38U)
#define SYSTEM_CONTROL REGISTER(CLOCKS + 0x3CU)
#define PERIPHERAL_CONTROL REGISTER(CLOCKS + 0x48U)
#define CRYSTAL 0x40024000U
#define RING_OSCILLATOR_BIT REGISTER(0x4006001CU)
#define WATCHDOG_TICK REGISTER(0x4005802CU)
#define TIMER_LOW REGISTER(0x40054028U)
#define WATCHDOG_CONTROL REGISTER(0x40058000U)
#define WATCHDOG_TRIGGER 0x80000000U
#define WATCHDOG_RESETS REGISTER(0x40010008U)
#define ALL_BUT_OSCILLATORS 0x0001FFFCU
#define INTERRUPTS_ON REGISTER(0xE000E100U)
#define SYSTICK_CONTROL REGISTER(0xE000E010U)
#define SYSTICK_RELOAD REGISTER(0xE000E014U)

#define CLOCK_HZ 12000000U
#define BAUD 115200U
#define FRACTIONS (CLOCK_HZ * 4U / BAUD) /* the divider of the rate, in 64ths */
#define RING 1024U
#define NAME "reference-pico"

/* GPIO */
#define PIN_FUNCTION(pin) REGISTER(0x40014004U + 8U * (pin))
#define LEVELS REGISTER(0xD0000004U)
#define PINS_HIGH REGISTER(0xD0000014U)
#define PINS_LOW REGISTER(0xD0000018U)
#define PINS_OUT REGISTER(0xD0000024U)
enum { UART_FUNCTION = 2, PLAIN_FUNCTION = 5 };
enum { OUT_DATA = 10, OUT_CLOCK = 11, OUT_LATCH = 12, IN_LOAD = 13, IN_CLOCK = 14, IN_DATA = 15 };

/* Arm PL011 */
struct serial {
    volatile uint32_t data;
    uint32_t unused[5];
    volatile uint32_t flags;
    uint32_t unused_too[2];
    volatile uint32_t divider;
    volatile uint32_t fraction;
    volatile uint32_t line;
    volatile uint32_t control;
    volatile uint32_t levels;
    volatile uint32_t interrupts;
};
enum { RX_EMPTY = 1 << 4, TX_FULL = 1 << 5 };      /* flags */
enum { EIGHT_BITS = 3 << 5, QUEUES = 1 << 4 };     /* line */
enum { ON_BOTH_WAYS = 1 | 1 << 8 | 1 << 9 };       /* control */
enum { ON_BYTES = 1 << 4, ON_SILENCE = 1 << 6 };   /* interrupts */
#define WIRE ((struct serial *)0x40034000U)
#define HANDS ((struct serial *)0x40038000U)

/* Bytes from an interrupt to the main loop: one writes, the other reads. */
struct ring {
    uint8_t bytes[RING];
    volatile uint32_t in;
    volatile uint32_t out;
};

static struct ring from_wire;
static struct ring from_hands;

void uart0_received(void);
void uart1_received(void);

static void receive(struct serial *serial, struct ring *ring)
{
    while ((serial->flags & RX_EMPTY) == 0U) {
        uint8_t byte = (uint8_t)serial->data;
        if (ring->in - ring->out < RING) {
            ring->bytes[ring->in % RING] = byte;
            ring->in++;
        }
    }
}

void uart0_received(void)
{
    receive(WIRE, &from_wire);
}

void uart1_received(void)
{
    receive(HANDS, &from_hands);
}

static size_t take(struct ring *ring, uint8_t *data, size_t room)
{
    size_t size = 0;
    while (size < room && ring->out != ring->in) {
        data[size++] = ring->bytes[ring->out % RING];
        ring->out++;
    }
    return size;
}

static void send(struct serial *serial, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        while ((serial->flags & TX_FULL) != 0U) {
        }
        serial->data = data[i];
    }
}

/* Start */

/* Everything runs from the 12 MHz crystal: exact enough for the baud rate, and no PLL to set. */
static void start_clocks(void)
{
    REGISTER(CRYSTAL) = 0xAA0U;
    REGISTER(CRYSTAL + 0x0CU) = 47U;
    REGISTER(CRYSTAL + SET) = 0xFABU << 12;
    while ((REGISTER(CRYSTAL + 4U) & 0x80000000U) == 0U) {
    }
    REFERENCE_CONTROL = 2U;
    while ((REFERENCE_SELECTED & 4U) == 0U) {
    }
    SYSTEM_CONTROL = 0;
    PERIPHERAL_CONTROL = 1U << 11;
    WATCHDOG_TICK = 1U << 9 | CLOCK_HZ / 1000000U;
}

static void release_resets(void)
{
    const uint32_t parts = RESET_IO | RESET_PADS | RESET_UARTS | 1U << 21; /* and the timer */
    REGISTER(RESETS + CLEAR) = parts;
    while ((RESET_DONE & parts) != parts) {
    }
}

static void open_serial(struct serial *serial, uint32_t first_pin)
{
    PIN_FUNCTION(first_pin) = UART_FUNCTION;
    PIN_FUNCTION(first_pin + 1U) = UART_FUNCTION;
    serial->divider = FRACTIONS / 64U;
    serial->fraction = FRACTIONS % 64U;
    serial->line = EIGHT_BITS | QUEUES;
    serial->levels = 0; /* an interrupt at an eighth of the queue, or after a pause */
    serial->interrupts = ON_BYTES | ON_SILENCE;
    serial->control = ON_BOTH_WAYS;
}

static void open_pins(void)
{
    const uint32_t outputs = 1U << OUT_DATA | 1U << OUT_CLOCK | 1U << OUT_LATCH | 1U << IN_LOAD |
                             1U << IN_CLOCK;
    for (uint32_t pin = OUT_DATA; pin <= IN_DATA; pin++)
        PIN_FUNCTION(pin) = PLAIN_FUNCTION;
    PINS_LOW = outputs;
    PINS_HIGH = 1U << IN_LOAD;
    PINS_OUT = outputs;
}

int board_start(int count, char **words)
{
    (void)count;
    (void)words;
    start_clocks();
    release_resets();
    open_serial(WIRE, 0);
    open_serial(HANDS, 4);
    open_pins();
    INTERRUPTS_ON = 3U << 20;
    SYSTICK_RELOAD = CLOCK_HZ / 1000U - 1U;
    SYSTICK_CONTROL = 7; /* the processor's clock, with its interrupt, on */
    return 1;
}

/* Time, chance, power */

/* The timer counts microseconds in 32 bits: milliseconds are counted on as they pass. */
uint32_t board_now_ms(void)
{
    static uint32_t last_us;
    static uint32_t rest_us;
    static uint32_t ms;
    uint32_t now_us = TIMER_LOW;
    rest_us += now_us - last_us;
    last_us = now_us;
    ms += rest_us / 1000U;
    rest_us %= 1000U;
    return ms;
}

/* Pairs of unequal bits of the ring oscillator, as von Neumann takes the bias out of a coin. */
uint32_t board_random(void)
{
    uint32_t value = 0;
    for (int bits = 0; bits < 32;) {
        uint32_t one = RING_OSCILLATOR_BIT & 1U;
        for (uint32_t since = TIMER_LOW; TIMER_LOW - since < 5U;) {
        }
        uint32_t other = RING_OSCILLATOR_BIT & 1U;
        if (one == other)
            continue;
        value = value << 1 | one;
        bits++;
    }
    return value;
}

/* A byte wakes the processor, and a millisecond of its own timer. */
int board_wait(uint32_t ms)
{
    uint32_t since = board_now_ms();
    while (board_now_ms() - since < ms) {
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
    WATCHDOG_RESETS = ALL_BUT_OSCILLATORS;
    WATCHDOG_CONTROL = WATCHDOG_TRIGGER;
    for (;;) {
    }
}

/* The wire */

size_t board_wire_read(uint8_t *data, size_t room)
{
    return take(&from_wire, data, room);
}

void board_wire_write(const uint8_t *data, size_t size)
{
    send(WIRE, data, size);
}

/* The store */

uint32_t board_slots(void)
{
    return FLASH_SLOTS;
}

int board_slot_read(uint32_t slot, uint8_t data[UD_SLOT])
{
    memcpy(data, flash_page(slot), UD_SLOT);
    return 1;
}

void board_slot_write(uint32_t slot, const uint8_t data[UD_SLOT])
{
    flash_write(slot, data);
}

/* Lines, through shift registers */

static void pulse(uint32_t pin)
{
    PINS_HIGH = 1U << pin;
    __asm__ volatile("nop\nnop\nnop");
    PINS_LOW = 1U << pin;
}

void board_outputs(uint32_t lines)
{
    for (int bit = 31; bit >= 0; bit--) {
        if ((lines >> bit & 1U) != 0U)
            PINS_HIGH = 1U << OUT_DATA;
        else
            PINS_LOW = 1U << OUT_DATA;
        pulse(OUT_CLOCK);
    }
    pulse(OUT_LATCH);
}

uint32_t board_inputs(void)
{
    uint32_t lines = 0;
    PINS_LOW = 1U << IN_LOAD;
    __asm__ volatile("nop\nnop\nnop");
    PINS_HIGH = 1U << IN_LOAD;
    for (int bit = 0; bit < 32; bit++) {
        lines = lines << 1 | (LEVELS >> IN_DATA & 1U);
        pulse(IN_CLOCK);
    }
    return lines;
}

/* For trying */

size_t board_hands_read(char *data, size_t room)
{
    return take(&from_hands, (uint8_t *)data, room);
}

void board_hands_write(const char *data, size_t size)
{
    send(HANDS, (const uint8_t *)data, size);
}

void board_truth_write(const char *data, size_t size)
{
    (void)data;
    (void)size;
}

const char *board_option(const char *name)
{
    return strcmp(name, "serial") == 0 ? NAME : NULL;
}

int board_cable(int is_in)
{
    (void)is_in;
    return 0;
}
