/*
 * The cable: a pseudo-terminal with a stable name.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CABLE_H
#define CABLE_H

#include <stddef.h>
#include <stdint.h>

int cable_plug(const char *path); /* 0 when there is no terminal or no link can be made */
void cable_pull(void);
int cable_descriptor(void); /* -1 while it is out */
size_t cable_read(uint8_t *data, size_t room);
void cable_write(const uint8_t *data, size_t size);

#endif
