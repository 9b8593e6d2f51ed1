/*
 * What must outlive a loss of power: one small record, written in turn to the slots of a board's
 * storage, so that a cut in the middle of a write leaves the one before whole, and no cell wears
 * out before the others.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef UD_STORE_H
#define UD_STORE_H

#include <stddef.h>
#include <stdint.h>

#define UD_SLOT 64U                  /* bytes of a slot, as boards offer them */
#define UD_STORE_MOST (UD_SLOT - 7U) /* less its number, the record's size and a checksum */

/* The newest whole record of this size; 0 when there is none. */
int ud_store_load(void *record, size_t size);
void ud_store_save(const void *record, size_t size);

#endif
