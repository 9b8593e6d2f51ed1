/*
 * Reset and interrupt vectors of the RP2040's first core; the second one sleeps.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>

extern uint32_t data_start[];
extern uint32_t data_end[];
extern const uint32_t data_load[];
extern uint32_t bss_start[];
extern uint32_t bss_end[];
extern uint32_t stack_top[];

int main(int count, char **words);
void reset(void);
void uart0_received(void);
void uart1_received(void);
static void wake(void);
static void stop(void);

#define FIRST_INTERRUPT 16
#define UART0 20
#define UART1 21

typedef void (*vector)(void);

__attribute__((section(".vectors"), used))
static const vector VECTORS[FIRST_INTERRUPT + UART1 + 1] = {
    [0] = (vector)(uintptr_t)stack_top,
    [1] = reset,
    [2] = stop,
    [3] = stop,
    [15] = wake,
    [FIRST_INTERRUPT + UART0] = uart0_received,
    [FIRST_INTERRUPT + UART1] = uart1_received,
};

/* A millisecond has passed: the processor goes on where it slept. */
static void wake(void)
{
}

/* A fault of the program: a reset is what brings the table a working device again. */
static void stop(void)
{
    *(volatile uint32_t *)0xE000ED0CU = 0x05FA0004U;
    for (;;) {
    }
}

void reset(void)
{
    const uint32_t *from = data_load;
    for (uint32_t *to = data_start; to < data_end; to++)
        *to = *from++;
    for (uint32_t *to = bss_start; to < bss_end; to++)
        *to = 0;
    (void)main(0, 0);
    stop();
}
