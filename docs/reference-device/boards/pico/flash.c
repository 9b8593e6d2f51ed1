/*
 * The store of a Pico; see flash.h. While flash is written nothing can be read from it, so that part
 * runs from RAM with interrupts off: about 1 ms for a page, 50 ms when a sector is erased.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "flash.h"

#include <string.h>

#define FLASH_START 0x10000000U
#define STORE_OFFSET (2048U * 1024U - FLASH_SLOTS * FLASH_PAGE)
#define SECTOR_ERASE 0x20U
#define IN_RAM __attribute__((section(".in_ram"), noinline, long_call))
#define CODE(one, other) ((uint32_t)(one) | (uint32_t)(other) << 8)

typedef void *(*lookup)(const uint16_t *table, uint32_t code);
typedef void (*plain)(void);
typedef void (*erase)(uint32_t offset, size_t size, uint32_t block, uint8_t command);
typedef void (*program)(uint32_t offset, const uint8_t *data, size_t size);

/* The ROM's functions, looked up while flash can still be read. */
struct rom {
    plain connect;
    plain leave;
    erase erase;
    program program;
    plain flush;
    plain enter;
};

/* Without the compiler's suspicion of addresses near zero, where the ROM is. */
static uint32_t halfword_at(uint32_t address)
{
    uint32_t value;
    __asm__ volatile("ldrh %0, [%1]" : "=l"(value) : "l"(address));
    return value;
}

static void *find(char one, char other)
{
    lookup look = (lookup)(uintptr_t)halfword_at(0x18);
    const uint16_t *table = (const uint16_t *)(uintptr_t)halfword_at(0x14);
    return look(table, CODE(one, other));
}

static struct rom functions(void)
{
    return (struct rom){
        .connect = (plain)(uintptr_t)find('I', 'F'),
        .leave = (plain)(uintptr_t)find('E', 'X'),
        .erase = (erase)(uintptr_t)find('R', 'E'),
        .program = (program)(uintptr_t)find('R', 'P'),
        .flush = (plain)(uintptr_t)find('F', 'C'),
        .enter = (plain)(uintptr_t)find('C', 'X'),
    };
}

IN_RAM static void change(const struct rom *rom, uint32_t offset, const uint8_t *page, int is_first)
{
    __asm__ volatile("cpsid i");
    rom->connect();
    rom->leave();
    if (is_first)
        rom->erase(offset, FLASH_SECTOR, FLASH_SECTOR, SECTOR_ERASE);
    rom->program(offset, page, FLASH_PAGE);
    rom->flush();
    rom->enter();
    __asm__ volatile("cpsie i");
}

const uint8_t *flash_page(uint32_t slot)
{
    return (const uint8_t *)(uintptr_t)(FLASH_START + STORE_OFFSET + slot * FLASH_PAGE);
}

void flash_write(uint32_t slot, const uint8_t data[UD_SLOT])
{
    const struct rom rom = functions();
    uint32_t offset = STORE_OFFSET + slot * FLASH_PAGE;
    uint8_t page[FLASH_PAGE];
    memset(page, 0xFF, sizeof page);
    memcpy(page, data, UD_SLOT);
    change(&rom, offset, page, offset % FLASH_SECTOR == 0U);
}
