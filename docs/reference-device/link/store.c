/*
 * What must outlive a loss of power; see store.h. A slot: number (4), size (1), record, checksum (2)
 * at its end.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "store.h"

#include "../boards/board.h"
#include "frame.h"

#include <string.h>

#define CHECKSUM (UD_SLOT - 2U)
#define RECORD 5U

static uint32_t newest;      /* number of the newest record, 0 before the first */
static uint32_t newest_slot; /* where it lies */

static int is_whole(const uint8_t slot[UD_SLOT])
{
    uint16_t crc = (uint16_t)((uint32_t)slot[CHECKSUM] << 8 | slot[CHECKSUM + 1U]);
    return crc == ud_crc(slot, CHECKSUM) && slot[4] <= UD_STORE_MOST && ud_get_u32(slot) != 0U;
}

static void find_newest(void)
{
    uint8_t slot[UD_SLOT];
    newest = 0;
    newest_slot = 0;
    for (uint32_t i = 0; i < board_slots(); i++) {
        if (!board_slot_read(i, slot) || !is_whole(slot) || ud_get_u32(slot) <= newest)
            continue;
        newest = ud_get_u32(slot);
        newest_slot = i;
    }
}

int ud_store_load(void *record, size_t size)
{
    uint8_t slot[UD_SLOT];
    find_newest();
    if (newest == 0U || !board_slot_read(newest_slot, slot) || slot[4] != size)
        return 0;
    memcpy(record, slot + RECORD, size);
    return 1;
}

void ud_store_save(const void *record, size_t size)
{
    uint8_t slot[UD_SLOT] = {0};
    if (size > UD_STORE_MOST || board_slots() == 0U)
        return;
    newest_slot = newest == 0U ? 0U : (newest_slot + 1U) % board_slots();
    newest++;
    ud_put_u32(slot, newest);
    slot[4] = (uint8_t)size;
    memcpy(slot + RECORD, record, size);
    uint16_t crc = ud_crc(slot, CHECKSUM);
    slot[CHECKSUM] = (uint8_t)(crc >> 8);
    slot[CHECKSUM + 1U] = (uint8_t)crc;
    board_slot_write(newest_slot, slot);
}
