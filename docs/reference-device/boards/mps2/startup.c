/*
 * Reset and interrupt vectors of the Cortex-M3.
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
void systick(void);
void wire_received(void);
void hands_received(void);
static void stop(void);

#define FIRST_INTERRUPT 16
#define USED_INTERRUPTS 3

typedef void (*vector)(void);

__attribute__((section(".vectors"), used))
static const vector VECTORS[FIRST_INTERRUPT + USED_INTERRUPTS] = {
    [0] = (vector)(uintptr_t)stack_top,
    [1] = reset,
    [2] = stop,
    [3] = stop,
    [4] = stop,
    [5] = stop,
    [6] = stop,
    [11] = stop,
    [14] = stop,
    [15] = systick,
    [FIRST_INTERRUPT + 0] = wire_received,
    [FIRST_INTERRUPT + 2] = hands_received,
};

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
