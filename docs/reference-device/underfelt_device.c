/* A table device's half of the wire; see underfelt_device.h. */
#include "underfelt_device.h"

#include <string.h>

/* Numbers are big-endian. */

static void put_u32(uint8_t *to, uint32_t value)
{
    to[0] = (uint8_t)(value >> 24);
    to[1] = (uint8_t)(value >> 16);
    to[2] = (uint8_t)(value >> 8);
    to[3] = (uint8_t)value;
}

static uint32_t get_u32(const uint8_t *from)
{
    return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

/* Framing */

uint16_t ud_crc(const uint8_t *data, size_t size)
{
    uint16_t crc = 0xFFFF;
    for (size_t i = 0; i < size; i++) {
        crc = (uint16_t)(crc ^ (data[i] << 8));
        for (int bit = 0; bit < 8; bit++)
            crc = (uint16_t)((crc & 0x8000) ? (crc << 1) ^ 0x1021 : crc << 1);
    }
    return (uint16_t)(crc ^ 0xFFFF);
}

/* At most 248 bytes go in, so a run never reaches the length at which COBS splits it. */
static size_t stuff(uint8_t *out, const uint8_t *data, size_t size)
{
    size_t mark = 0, end = 1;
    for (size_t i = 0; i < size; i++) {
        if (data[i] != 0) {
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
    size_t from = 0, to = 0;
    while (from < *size) {
        size_t run = data[from++];
        if (run == 0 || run - 1 > *size - from)
            return 0;
        memmove(data + to, data + from, run - 1);
        from += run - 1;
        to += run - 1;
        if (from < *size)
            data[to++] = 0;
    }
    *size = to;
    return 1;
}

size_t ud_encode(uint8_t out[UD_MAX_ENCODED + 1], uint8_t version, uint8_t type, uint32_t sequence,
                 const uint8_t *payload, size_t size)
{
    uint8_t body[UD_MAX_PAYLOAD + UD_OVERHEAD];
    if (size > UD_MAX_PAYLOAD)
        return 0;
    body[0] = version;
    body[1] = type;
    put_u32(body + 2, sequence);
    if (size > 0)
        memcpy(body + UD_HEADER, payload, size);
    uint16_t crc = ud_crc(body, UD_HEADER + size);
    body[UD_HEADER + size] = (uint8_t)(crc >> 8);
    body[UD_HEADER + size + 1] = (uint8_t)crc;
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
    uint16_t crc = (uint16_t)(data[size - 2] << 8 | data[size - 1]);
    if (crc != ud_crc(data, size - 2))
        return UD_BAD_CRC;
    frame->version = data[0];
    frame->type = data[1];
    frame->sequence = get_u32(data + 2);
    frame->payload = data + UD_HEADER;
    frame->size = size - UD_OVERHEAD;
    return UD_FRAME;
}

enum ud_verdict ud_feed(struct ud_deframer *deframer, uint8_t byte, struct ud_frame *frame)
{
    if (byte != 0) {
        if (deframer->size == UD_MAX_ENCODED)
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
    return deframer->size == 0 ? UD_MORE : close_frame(deframer, frame);
}

/* Sending */

static void send_frame(struct ud_device *device, uint8_t type, uint32_t sequence,
                       const uint8_t *payload, size_t size, uint32_t now_ms)
{
    uint8_t out[UD_MAX_ENCODED + 1];
    size_t end = ud_encode(out, UD_PROTOCOL, type, sequence, payload, size);
    device->last_sent = now_ms;
    device->config.write(device->config.user, out, end);
}

static size_t put_text(uint8_t *to, const char *text)
{
    size_t size = 0;
    while (size < UD_MAX_TEXT && text[size] != '\0')
        size++;
    to[0] = (uint8_t)size;
    memcpy(to + 1, text, size);
    return size + 1;
}

static void greet(struct ud_device *device, uint32_t now_ms)
{
    const struct ud_config *config = &device->config;
    uint8_t payload[13 + 3 * (UD_MAX_TEXT + 1)];
    size_t end = 9;
    payload[0] = UD_PROTOCOL;
    put_u32(payload + 1, config->boot);
    put_u32(payload + 5, device->kept > 0 ? device->events[0].sequence : device->last_event + 1);
    end += put_text(payload + end, config->kind);
    end += put_text(payload + end, config->serial_number);
    end += put_text(payload + end, config->firmware);
    put_u32(payload + end, config->count);
    end += 4;
    device->state = UD_GREETING;
    device->hello_at = now_ms;
    send_frame(device, UD_HELLO, 0, payload, end, now_ms);
}

static size_t window_of(const struct ud_device *device)
{
    return device->kept < device->config.window ? device->kept : device->config.window;
}

static int is_due(const struct ud_device *device, const struct ud_event *event, uint32_t now_ms)
{
    return !event->is_sent || now_ms - event->sent_at >= device->config.resend_ms;
}

static void send_events(struct ud_device *device, uint32_t now_ms)
{
    if (device->state != UD_LINKED)
        return;
    for (size_t i = 0; i < window_of(device); i++) {
        struct ud_event *event = &device->events[i];
        if (!is_due(device, event, now_ms))
            continue;
        event->is_sent = 1;
        event->sent_at = now_ms;
        send_frame(device, event->type, event->sequence, event->payload, event->size, now_ms);
    }
}

static void send_heartbeat(struct ud_device *device, uint32_t now_ms)
{
    uint8_t payload[8];
    put_u32(payload, device->config.boot);
    put_u32(payload + 4, device->last_event);
    send_frame(device, UD_DEVICE_HEARTBEAT, 0, payload, sizeof payload, now_ms);
}

static void send_answer(struct ud_device *device, const struct ud_answer *answer, uint32_t now_ms)
{
    uint8_t payload[5];
    uint8_t is_nak = answer->fault != UD_ACCEPTED;
    put_u32(payload, device->host);
    payload[4] = answer->fault;
    send_frame(device, is_nak ? UD_COMMAND_NAK : UD_COMMAND_ACK, answer->sequence, payload,
               is_nak ? 5 : 4, now_ms);
}

/* Receiving */

static void take_command(struct ud_device *device, const struct ud_frame *frame, uint32_t now_ms)
{
    const struct ud_config *config = &device->config;
    if (device->state != UD_LINKED)
        return;
    for (size_t i = 0; i < UD_REMEMBERED_ANSWERS; i++) {
        const struct ud_answer *known = &device->answers[i];
        if (known->is_used && known->sequence == frame->sequence) {
            send_answer(device, known, now_ms);
            return;
        }
    }
    struct ud_answer *answer = &device->answers[device->next_answer];
    device->next_answer = (device->next_answer + 1) % UD_REMEMBERED_ANSWERS;
    answer->sequence = frame->sequence;
    answer->fault = config->command(config->user, frame->type, frame->payload, frame->size);
    answer->is_used = 1;
    send_answer(device, answer, now_ms);
}

static void link_up(struct ud_device *device, uint32_t host, uint32_t now_ms)
{
    if (!device->has_host || host != device->host) {
        device->has_host = 1;
        device->host = host;
        memset(device->answers, 0, sizeof device->answers);
    }
    device->state = UD_LINKED;
    for (size_t i = 0; i < device->kept; i++)
        device->events[i].is_sent = 0;
    send_events(device, now_ms);
}

static void forget_event(struct ud_device *device, uint32_t sequence, uint32_t now_ms)
{
    for (size_t i = 0; i < device->kept; i++) {
        if (device->events[i].sequence != sequence)
            continue;
        uint8_t type = device->events[i].type;
        device->kept--;
        memmove(&device->events[i], &device->events[i + 1],
                (device->kept - i) * sizeof device->events[0]);
        if (device->config.recorded != NULL)
            device->config.recorded(device->config.user, sequence, type);
        send_events(device, now_ms);
        return;
    }
}

static int is_refusal(const struct ud_frame *frame)
{
    if (frame->size < 6)
        return 0;
    size_t whole = 6 + (size_t)frame->payload[5];
    return frame->version == UD_PROTOCOL ? frame->size == whole : frame->size >= whole;
}

/* These two keep their layout in every version, so that both sides can say what they speak. */
static int is_for_every_version(const struct ud_frame *frame)
{
    return frame->type == UD_HELLO_REQUEST || frame->type == UD_HELLO_REFUSAL;
}

static int is_from_a_device(const struct ud_device *device, uint8_t type)
{
    return type == UD_HELLO || type == UD_DEVICE_HEARTBEAT || type == UD_COMMAND_ACK ||
           type == UD_COMMAND_NAK ||
           (type >= UD_FIRST_DEVICE_ID && type <= device->config.last_event);
}

static void take_frame(struct ud_device *device, const struct ud_frame *frame, uint32_t now_ms)
{
    const uint32_t boot = device->config.boot;
    const int is_ours = frame->version == UD_PROTOCOL;
    if ((!is_ours && !is_for_every_version(frame)) || is_from_a_device(device, frame->type))
        return;
    device->last_heard = now_ms;
    switch (frame->type) {
    case UD_HELLO_REQUEST:
        if (is_ours ? frame->size == 4 : frame->size >= 4)
            greet(device, now_ms);
        break;
    case UD_HELLO_ACK:
        if (frame->size == 8 && get_u32(frame->payload + 4) == boot)
            link_up(device, get_u32(frame->payload), now_ms);
        break;
    case UD_HELLO_REFUSAL:
        if (is_refusal(frame) && get_u32(frame->payload) == boot)
            device->state = UD_REFUSED;
        break;
    case UD_EVENT_ACK:
        if (frame->size == 4 && get_u32(frame->payload) == boot)
            forget_event(device, frame->sequence, now_ms);
        break;
    case UD_HOST_HEARTBEAT:
        break;
    default:
        take_command(device, frame, now_ms);
    }
}

/* The device */

void ud_init(struct ud_device *device, const struct ud_config *config)
{
    memset(device, 0, sizeof *device);
    device->config = *config;
    device->state = UD_OFF;
}

void ud_start(struct ud_device *device, uint32_t now_ms)
{
    memset(&device->deframer, 0, sizeof device->deframer);
    greet(device, now_ms);
}

void ud_stop(struct ud_device *device)
{
    device->state = UD_OFF;
}

int ud_emit(struct ud_device *device, uint8_t type, const uint8_t *payload, size_t size,
            uint32_t now_ms)
{
    device->last_event++;
    if (device->kept == UD_QUEUE || size > UD_EVENT_PAYLOAD)
        return 0;
    struct ud_event *event = &device->events[device->kept++];
    memset(event, 0, sizeof *event);
    event->sequence = device->last_event;
    event->type = type;
    event->size = (uint8_t)size;
    if (size > 0)
        memcpy(event->payload, payload, size);
    send_events(device, now_ms);
    return 1;
}

void ud_receive(struct ud_device *device, const uint8_t *data, size_t size, uint32_t now_ms)
{
    struct ud_frame frame;
    for (size_t i = 0; i < size && device->state != UD_OFF; i++) {
        if (ud_feed(&device->deframer, data[i], &frame) == UD_FRAME)
            take_frame(device, &frame, now_ms);
    }
}

void ud_tick(struct ud_device *device, uint32_t now_ms)
{
    const struct ud_config *config = &device->config;
    if (device->state == UD_GREETING && now_ms - device->hello_at >= config->hello_ms) {
        greet(device, now_ms);
    } else if (device->state == UD_LINKED) {
        if (now_ms - device->last_heard >= UD_MISSED_HEARTBEATS * config->heartbeat_ms) {
            greet(device, now_ms);
            return;
        }
        send_events(device, now_ms);
        if (now_ms - device->last_sent >= config->heartbeat_ms)
            send_heartbeat(device, now_ms);
    }
}

/* Differences of unsigned numbers stay right when the clock wraps. */
static uint32_t left(uint32_t since, uint32_t span, uint32_t now_ms)
{
    uint32_t passed = now_ms - since;
    return passed >= span ? 0 : span - passed;
}

static uint32_t least(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

uint32_t ud_patience(const struct ud_device *device, uint32_t now_ms)
{
    const struct ud_config *config = &device->config;
    if (device->state == UD_GREETING)
        return left(device->hello_at, config->hello_ms, now_ms);
    if (device->state != UD_LINKED)
        return UINT32_MAX;
    uint32_t wait = least(left(device->last_sent, config->heartbeat_ms, now_ms),
                          left(device->last_heard, UD_MISSED_HEARTBEATS * config->heartbeat_ms, now_ms));
    for (size_t i = 0; i < window_of(device); i++) {
        const struct ud_event *event = &device->events[i];
        uint32_t due = event->is_sent ? left(event->sent_at, config->resend_ms, now_ms) : 0;
        wait = least(wait, due);
    }
    return wait;
}
