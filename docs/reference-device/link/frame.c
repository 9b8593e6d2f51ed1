/*
 * Frames of the wire; see frame.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "frame.h"

#include "broken.h"

#include <string.h>

void ud_put_u32(uint8_t *to, uint32_t value)
{
    to[0] = (uint8_t)(value >> 24);
    to[1] = (uint8_t)(value >> 16);
    to[2] = (uint8_t)(value >> 8);
    to[3] = (uint8_t)value;
}

uint32_t ud_get_u32(const uint8_t *from)
{
    return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

uint16_t ud_crc(const uint8_t *data, size_t size)
{
    uint32_t crc = 0xFFFFU;
    for (size_t i = 0; i < size; i++) {
        crc ^= (uint32_t)data[i] << 8;
        for (int bit = 0; bit < 8; bit++)
            crc = (crc & 0x8000U) != 0U ? (crc << 1) ^ 0x1021U : crc << 1;
        crc &= 0xFFFFU;
    }
    return (uint16_t)(ud_is_broken("no-final-xor") ? crc : crc ^ 0xFFFFU);
}

/* At most 248 bytes go in, so a run never reaches the length at which COBS splits it. */
static size_t stuff(uint8_t *out, const uint8_t *data, size_t size)
{
    size_t mark = 0;
    size_t end = 1;
    for (size_t i = 0; i < size; i++) {
        if (data[i] != 0U) {
            out[end++] = data[i];
        } else {
            out[mark] = (uint8_t)(end - mark);
            mark = end++;
        }
    }
    out[mark] = (uint8_t)(end - mark);
    return end;
}

/* Works in place, for what comes out is never ahead of what goes in; 0 when a length is wrong. */
static int unstuff(uint8_t *data, size_t *size)
{
    size_t from = 0;
    size_t to = 0;
    while (from < *size) {
        size_t run = data[from++];
        if (run == 0U || run - 1U > *size - from)
            return 0;
        memmove(data + to, data + from, run - 1U);
        from += run - 1U;
        to += run - 1U;
        if (from < *size)
            data[to++] = 0;
    }
    *size = to;
    return 1;
}

size_t ud_encode(uint8_t out[UD_MAX_ENCODED + 1U], uint8_t version, uint8_t type,
                 uint32_t sequence, const uint8_t *payload, size_t size)
{
    uint8_t body[UD_MAX_PAYLOAD + UD_OVERHEAD];
    if (size > UD_MAX_PAYLOAD)
        return 0;
    body[0] = version;
    body[1] = type;
    ud_put_u32(body + 2, sequence);
    if (size > 0U)
        memcpy(body + UD_HEADER, payload, size);
    uint16_t crc = ud_crc(body, UD_HEADER + size);
    body[UD_HEADER + size] = (uint8_t)(crc >> 8);
    body[UD_HEADER + size + 1U] = (uint8_t)crc;
    size_t end = stuff(out, body, size + UD_OVERHEAD);
    out[end++] = 0;
    return end;
}

static enum ud_verdict close_frame(struct ud_deframer *deframer, struct ud_frame *frame)
{
    uint8_t *data = deframer->bytes;
    size_t size = deframer->size;
    deframer->size = 0;
    if (!unstuff(data, &size))
        return UD_BAD_COBS;
    if (size < UD_OVERHEAD)
        return UD_TOO_SHORT;
    uint16_t crc = (uint16_t)((uint32_t)data[size - 2U] << 8 | data[size - 1U]);
    if (crc != ud_crc(data, size - 2U) && !ud_is_broken("ignore-crc"))
        return UD_BAD_CRC;
    frame->version = data[0];
    frame->type = data[1];
    frame->sequence = ud_get_u32(data + 2);
    frame->payload = data + UD_HEADER;
    frame->size = size - UD_OVERHEAD;
    return UD_FRAME;
}

enum ud_verdict ud_feed(struct ud_deframer *deframer, uint8_t byte, struct ud_frame *frame)
{
    if (byte != 0U) {
        if (deframer->size == UD_MAX_ENCODED && ud_is_broken("wrap-long-frame"))
            deframer->size = 0;
        else if (deframer->size == UD_MAX_ENCODED)
            deframer->overrun = 1;
        else
            deframer->bytes[deframer->size++] = byte;
        return UD_MORE;
    }
    if (deframer->overrun) {
        deframer->overrun = 0;
        deframer->size = 0;
        return UD_TOO_LONG;
    }
    return deframer->size == 0U ? UD_MORE : close_frame(deframer, frame);
}
