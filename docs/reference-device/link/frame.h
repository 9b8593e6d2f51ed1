/*
 * Frames of the wire, protocol 1: checksum, byte stuffing, delimiter (docs/wire.md, section 2).
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef UD_FRAME_H
#define UD_FRAME_H

#include <stddef.h>
#include <stdint.h>

#define UD_MAX_PAYLOAD 240U
#define UD_HEADER 6U
#define UD_OVERHEAD (UD_HEADER + 2U)
#define UD_MAX_ENCODED (UD_MAX_PAYLOAD + UD_OVERHEAD + 1U)

/* One frame whose checksum was right; the payload belongs to the deframer. */
struct ud_frame {
    uint8_t version;
    uint8_t type;
    uint32_t sequence;
    const uint8_t *payload;
    size_t size;
};

enum ud_verdict { UD_MORE, UD_FRAME, UD_BAD_CRC, UD_BAD_COBS, UD_TOO_SHORT, UD_TOO_LONG };

struct ud_deframer {
    uint8_t bytes[UD_MAX_ENCODED];
    size_t size;
    int overrun;
};

/* Numbers are big-endian. */
void ud_put_u32(uint8_t *to, uint32_t value);
uint32_t ud_get_u32(const uint8_t *from);

uint16_t ud_crc(const uint8_t *data, size_t size);

/* The bytes for the line, delimiter included; gives how many, 0 when the payload is too long. */
size_t ud_encode(uint8_t out[UD_MAX_ENCODED + 1U], uint8_t version, uint8_t type,
                 uint32_t sequence, const uint8_t *payload, size_t size);

/* One byte from the line; `frame` is filled when the verdict is UD_FRAME. */
enum ud_verdict ud_feed(struct ud_deframer *deframer, uint8_t byte, struct ud_frame *frame);

#endif
