/*
 * What a kind of device tells the main loop, and what it may call.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef DEVICE_H
#define DEVICE_H

#include "link/link.h"

/* One kind: the shoe, the shuffler, ... A program has exactly one, named KIND. */
struct kind {
    const char *name;
    uint8_t last_event;
    /* Power-on: forgets everything but what the store kept; gives what the hello counts. */
    uint32_t (*start)(void);
    /* After the power came back: what is to be told again; may be NULL. */
    void (*resume)(void);
    /* A command: UD_ACCEPTED or a fault. What it leads to happens in `tick`; NULL: has none. */
    uint8_t (*command)(uint8_t type, const uint8_t *payload, size_t size);
    /* An event is in the record; may be NULL. */
    void (*recorded)(uint8_t type, const uint8_t *payload, size_t size);
    /* Does what is due; gives the milliseconds until the next time. May be NULL. */
    uint32_t (*tick)(uint32_t now_ms);
};

extern const struct kind KIND;

/* Something happened: numbered, kept until recorded, sent. */
void tell(uint8_t type, const uint8_t *payload, size_t size);
void tell_one(uint8_t type, uint8_t value);
void tell_bare(uint8_t type);

/* Runs until the board ends; on a microcontroller that is never. */
void device_run(void);

/* The link's state, for a person who asks. */
const struct ud_link *device_link(void);

/* The least of two waits. */
uint32_t sooner(uint32_t one, uint32_t other);

#endif
