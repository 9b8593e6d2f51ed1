/*
 * The store of a Pico: the last 64 KB of its flash, 256 pages that are written in turn. A sector of
 * 16 pages is erased before its first page is written, so each cell wears once in 256 records.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef FLASH_H
#define FLASH_H

#include "../board.h"

#define FLASH_PAGE 256U
#define FLASH_SECTOR 4096U
#define FLASH_SLOTS 256U

const uint8_t *flash_page(uint32_t slot);
void flash_write(uint32_t slot, const uint8_t data[UD_SLOT]);

#endif
