/*
 * A table device's half of the wire, protocol 1, as docs/wire.md describes it.
 *
 * Portable C11: no allocation, no clock, no I/O, nothing of libc but string.h and stdint.h.
 * The caller brings the time in milliseconds (it may wrap), takes the bytes to write through a
 * callback, and calls everything from one thread.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef UD_LINK_H
#define UD_LINK_H

#include "frame.h"

#define UD_PROTOCOL 1U
#define UD_MAX_TEXT 40U
#define UD_UNCOUNTED 0xFFFFFFFFU
#define UD_NEVER 0xFFFFFFFFU
#define UD_REMEMBERED_ANSWERS 8U
#define UD_MISSED_HEARTBEATS 3U

/* Room for the longest time without a host; one event takes UD_EVENT_PAYLOAD + 12 bytes. */
#ifndef UD_QUEUE
#define UD_QUEUE 512U
#endif

/* The longest payload of this device's events. */
#ifndef UD_EVENT_PAYLOAD
#define UD_EVENT_PAYLOAD 8U
#endif

enum {
    UD_HELLO_REQUEST = 1,
    UD_HELLO = 2,
    UD_HELLO_ACK = 3,
    UD_HELLO_REFUSAL = 4,
    UD_EVENT_ACK = 5,
    UD_DEVICE_HEARTBEAT = 6,
    UD_HOST_HEARTBEAT = 7,
    UD_COMMAND_ACK = 8,
    UD_COMMAND_NAK = 9,
    UD_FIRST_DEVICE_ID = 32
};

/* How a command is answered; a kind's own faults begin at 32. */
enum { UD_ACCEPTED = 0, UD_UNKNOWN_COMMAND = 1, UD_BAD_VALUE = 2, UD_BUSY = 3 };

enum ud_state { UD_OFF, UD_GREETING, UD_LINKED, UD_REFUSED };

struct ud_config {
    const char *kind;
    const char *serial_number;
    const char *firmware;
    uint32_t boot;      /* random at each start */
    uint32_t count;     /* what the device counts, as kept over the start; UD_UNCOUNTED */
    uint8_t last_event; /* this device's events have types 32 to last_event */
    uint8_t window;     /* from here on: the figures of the device's chapter */
    uint32_t hello_ms;
    uint32_t resend_ms;
    uint32_t heartbeat_ms;
    void *user; /* handed to the callbacks */
    void (*write)(void *user, const uint8_t *data, size_t size);
    /* Begins what a new command asks; UD_ACCEPTED, or the fault code that refuses it. */
    uint8_t (*command)(void *user, uint8_t type, const uint8_t *payload, size_t size);
    /* An event is in the record; may be NULL. */
    void (*recorded)(void *user, uint8_t type, const uint8_t *payload, size_t size);
};

struct ud_event {
    uint32_t sequence;
    uint32_t sent_at;
    uint8_t is_sent;
    uint8_t type;
    uint8_t size;
    uint8_t payload[UD_EVENT_PAYLOAD];
};

struct ud_answer {
    uint32_t sequence;
    uint8_t is_used;
    uint8_t fault;
};

struct ud_link {
    struct ud_config config;
    enum ud_state state;
    struct ud_deframer deframer;
    struct ud_event events[UD_QUEUE];
    size_t kept;
    uint32_t last_event;
    struct ud_answer answers[UD_REMEMBERED_ANSWERS];
    size_t next_answer;
    uint32_t host;
    int has_host;
    uint32_t last_heard;
    uint32_t last_sent;
    uint32_t hello_at;
};

/* `ud_init` is power-on, `ud_start` ready and plugged, `ud_stop` the cable out. */
void ud_init(struct ud_link *link, const struct ud_config *config);
void ud_start(struct ud_link *link, uint32_t now_ms);
void ud_stop(struct ud_link *link);
void ud_receive(struct ud_link *link, const uint8_t *data, size_t size, uint32_t now_ms);
void ud_tick(struct ud_link *link, uint32_t now_ms);

/* Keeps and sends an event; 0 when the queue is full: the number is used up, the host will see. */
int ud_emit(struct ud_link *link, uint8_t type, const uint8_t *payload, size_t size,
            uint32_t now_ms);

/* Milliseconds until `ud_tick` has something to do; UD_NEVER when nothing is due. */
uint32_t ud_patience(const struct ud_link *link, uint32_t now_ms);

#endif
