/*
 * A table device's half of the wire; see link.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "link.h"

#include "broken.h"

#include <string.h>

/* Sending */

static void send_frame(struct ud_link *link, uint8_t type, uint32_t sequence,
                       const uint8_t *payload, size_t size, uint32_t now_ms)
{
    uint8_t out[UD_MAX_ENCODED + 1];
    uint8_t version = ud_is_broken("wrong-version") ? UD_PROTOCOL + 1U : UD_PROTOCOL;
    size_t end = ud_encode(out, version, type, sequence, payload, size);
    link->last_sent = now_ms;
    link->config.write(link->config.user, out, end);
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

static uint32_t oldest(const struct ud_link *link)
{
    return link->kept > 0U ? link->events[0].sequence : link->last_event + 1U;
}

static void greet(struct ud_link *link, uint32_t now_ms)
{
    const struct ud_config *config = &link->config;
    uint8_t payload[13 + 3 * (UD_MAX_TEXT + 1)];
    size_t end = 9;
    payload[0] = UD_PROTOCOL;
    ud_put_u32(payload + 1, config->boot);
    ud_put_u32(payload + 5, ud_is_broken("oldest-is-one") ? 1U : oldest(link));
    end += put_text(payload + end, config->kind);
    end += put_text(payload + end, config->serial_number);
    end += put_text(payload + end, config->firmware);
    ud_put_u32(payload + end, config->count);
    end += 4;
    link->state = UD_GREETING;
    link->hello_at = now_ms;
    send_frame(link, UD_HELLO, 0, payload, end, now_ms);
}

static size_t window_of(const struct ud_link *link)
{
    size_t window = ud_is_broken("wide-window") ? UD_QUEUE : link->config.window;
    return link->kept < window ? link->kept : window;
}

static int is_due(const struct ud_link *link, const struct ud_event *event, uint32_t now_ms)
{
    if (event->is_sent && ud_is_broken("forget-event"))
        return 0;
    return !event->is_sent || now_ms - event->sent_at >= link->config.resend_ms;
}

static void send_events(struct ud_link *link, uint32_t now_ms)
{
    if (link->state != UD_LINKED)
        return;
    for (size_t i = 0; i < window_of(link); i++) {
        struct ud_event *event = &link->events[i];
        if (!is_due(link, event, now_ms))
            continue;
        if (event->is_sent && event->size > 0U && ud_is_broken("change-resent"))
            event->payload[0] ^= 1U;
        event->is_sent = 1;
        event->sent_at = now_ms;
        send_frame(link, event->type, event->sequence, event->payload, event->size, now_ms);
    }
}

static void send_heartbeat(struct ud_link *link, uint32_t now_ms)
{
    uint8_t payload[8];
    ud_put_u32(payload, link->config.boot);
    ud_put_u32(payload + 4, link->last_event);
    send_frame(link, UD_DEVICE_HEARTBEAT, 0, payload, sizeof payload, now_ms);
}

static void send_answer(struct ud_link *link, const struct ud_answer *answer, uint32_t now_ms)
{
    uint8_t payload[5];
    uint8_t is_nak = answer->fault != UD_ACCEPTED;
    ud_put_u32(payload, link->host);
    payload[4] = answer->fault;
    send_frame(link, is_nak ? UD_COMMAND_NAK : UD_COMMAND_ACK, answer->sequence, payload,
               is_nak ? 5 : 4, now_ms);
}

/* Receiving */

static size_t remembered(void)
{
    return ud_is_broken("one-answer") ? 1U : UD_REMEMBERED_ANSWERS;
}

static const struct ud_answer *known_answer(const struct ud_link *link, uint32_t sequence)
{
    if (ud_is_broken("forget-answers"))
        return NULL;
    for (size_t i = 0; i < remembered(); i++) {
        const struct ud_answer *answer = &link->answers[i];
        if (answer->is_used && answer->sequence == sequence)
            return answer;
    }
    return NULL;
}

static void take_command(struct ud_link *link, const struct ud_frame *frame, uint32_t now_ms)
{
    const struct ud_config *config = &link->config;
    if (link->state != UD_LINKED && !ud_is_broken("obey-unlinked"))
        return;
    const struct ud_answer *known = known_answer(link, frame->sequence);
    if (known != NULL) {
        send_answer(link, known, now_ms);
        return;
    }
    struct ud_answer *answer = &link->answers[link->next_answer];
    link->next_answer = (link->next_answer + 1U) % remembered();
    answer->sequence = frame->sequence;
    answer->fault = config->command(config->user, frame->type, frame->payload, frame->size);
    if (ud_is_broken("ack-everything"))
        answer->fault = UD_ACCEPTED;
    answer->is_used = 1;
    send_answer(link, answer, now_ms);
    if (ud_is_broken("double-ack"))
        send_answer(link, answer, now_ms);
}

static void link_up(struct ud_link *link, uint32_t host, uint32_t now_ms)
{
    if (!link->has_host || host != link->host) {
        link->has_host = 1;
        link->host = host;
        memset(link->answers, 0, sizeof link->answers);
    }
    link->state = UD_LINKED;
    for (size_t i = 0; i < link->kept; i++)
        link->events[i].is_sent = 0;
    send_events(link, now_ms);
}

static void forget_event(struct ud_link *link, uint32_t sequence, uint32_t now_ms)
{
    for (size_t i = 0; i < link->kept; i++) {
        if (link->events[i].sequence != sequence)
            continue;
        const struct ud_event event = link->events[i];
        link->kept--;
        memmove(&link->events[i], &link->events[i + 1],
                (link->kept - i) * sizeof link->events[0]);
        if (link->config.recorded != NULL)
            link->config.recorded(link->config.user, event.type, event.payload, event.size);
        send_events(link, now_ms);
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

static int is_from_a_device(const struct ud_link *link, uint8_t type)
{
    return type == UD_HELLO || type == UD_DEVICE_HEARTBEAT || type == UD_COMMAND_ACK ||
           type == UD_COMMAND_NAK ||
           (type >= UD_FIRST_DEVICE_ID && type <= link->config.last_event);
}

static void take_frame(struct ud_link *link, const struct ud_frame *frame, uint32_t now_ms)
{
    const uint32_t boot = link->config.boot;
    const int is_ours = frame->version == UD_PROTOCOL || ud_is_broken("ignore-version");
    if ((!is_ours && !is_for_every_version(frame)) || is_from_a_device(link, frame->type))
        return;
    link->last_heard = now_ms;
    switch (frame->type) {
    case UD_HELLO_REQUEST:
        if (is_ours ? frame->size == 4 : frame->size >= 4)
            greet(link, now_ms);
        break;
    case UD_HELLO_ACK:
        if (frame->size == 8 && ud_get_u32(frame->payload + 4) == boot)
            link_up(link, ud_get_u32(frame->payload), now_ms);
        break;
    case UD_HELLO_REFUSAL:
        if (is_refusal(frame) &&
            (ud_get_u32(frame->payload) == boot || ud_is_broken("obey-foreign-refusal")))
            link->state = UD_REFUSED;
        break;
    case UD_EVENT_ACK:
        if (frame->size == 4U && (ud_get_u32(frame->payload) == boot || ud_is_broken("ignore-boot")))
            forget_event(link, frame->sequence, now_ms);
        break;
    case UD_HOST_HEARTBEAT:
        break;
    default:
        take_command(link, frame, now_ms);
    }
}

/* The device */

void ud_init(struct ud_link *link, const struct ud_config *config)
{
    memset(link, 0, sizeof *link);
    link->config = *config;
    link->state = UD_OFF;
}

void ud_start(struct ud_link *link, uint32_t now_ms)
{
    memset(&link->deframer, 0, sizeof link->deframer);
    greet(link, now_ms);
}

void ud_stop(struct ud_link *link)
{
    link->state = UD_OFF;
}

int ud_emit(struct ud_link *link, uint8_t type, const uint8_t *payload, size_t size,
            uint32_t now_ms)
{
    link->last_event += ud_is_broken("skip-sequence") ? 2U : 1U;
    if (link->kept == UD_QUEUE || size > UD_EVENT_PAYLOAD)
        return 0;
    struct ud_event *event = &link->events[link->kept++];
    memset(event, 0, sizeof *event);
    event->sequence = link->last_event;
    event->type = type;
    event->size = (uint8_t)size;
    if (size > 0)
        memcpy(event->payload, payload, size);
    send_events(link, now_ms);
    return 1;
}

void ud_receive(struct ud_link *link, const uint8_t *data, size_t size, uint32_t now_ms)
{
    struct ud_frame frame;
    for (size_t i = 0; i < size && link->state != UD_OFF; i++) {
        if (ud_feed(&link->deframer, data[i], &frame) == UD_FRAME)
            take_frame(link, &frame, now_ms);
    }
}

void ud_tick(struct ud_link *link, uint32_t now_ms)
{
    const struct ud_config *config = &link->config;
    if (link->state == UD_GREETING && now_ms - link->hello_at >= config->hello_ms) {
        greet(link, now_ms);
    } else if (link->state == UD_LINKED) {
        if (now_ms - link->last_heard >= UD_MISSED_HEARTBEATS * config->heartbeat_ms) {
            if (ud_is_broken("forget-in-silence"))
                link->kept = 0;
            greet(link, now_ms);
            return;
        }
        send_events(link, now_ms);
        if (now_ms - link->last_sent >= config->heartbeat_ms && !ud_is_broken("no-heartbeat"))
            send_heartbeat(link, now_ms);
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

uint32_t ud_patience(const struct ud_link *link, uint32_t now_ms)
{
    const struct ud_config *config = &link->config;
    if (link->state == UD_GREETING)
        return left(link->hello_at, config->hello_ms, now_ms);
    if (link->state != UD_LINKED)
        return UD_NEVER;
    uint32_t wait = least(left(link->last_sent, config->heartbeat_ms, now_ms),
                          left(link->last_heard, UD_MISSED_HEARTBEATS * config->heartbeat_ms, now_ms));
    for (size_t i = 0; i < window_of(link); i++) {
        const struct ud_event *event = &link->events[i];
        uint32_t due = event->is_sent ? left(event->sent_at, config->resend_ms, now_ms) : 0;
        wait = least(wait, due);
    }
    return wait;
}
