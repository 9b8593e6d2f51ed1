/*
 * Frames in hex, one line each, on standard input; what they are, on standard output.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../../link/frame.h"

#include <stdio.h>

static void print_frame(const struct ud_frame *frame)
{
    printf("frame %u %u %lu ", frame->version, frame->type, (unsigned long)frame->sequence);
    for (size_t i = 0; i < frame->size; i++)
        printf("%02x", frame->payload[i]);
    printf("\n");
}

static void decode(const char *at)
{
    static const char *const verdicts[] = {"", "", "bad_crc", "bad_cobs", "too_short", "too_long"};
    struct ud_deframer deframer = {{0}, 0, 0};
    struct ud_frame frame;
    unsigned byte;
    int used = 0;
    for (; sscanf(at, "%2x%n", &byte, &used) == 1; at += used) {
        enum ud_verdict verdict = ud_feed(&deframer, (uint8_t)byte, &frame);
        if (verdict == UD_FRAME)
            print_frame(&frame);
        else if (verdict != UD_MORE)
            printf("%s\n", verdicts[verdict]);
    }
    printf("end\n");
}

int main(void)
{
    static char line[8192];
    while (fgets(line, sizeof line, stdin) != NULL)
        decode(line);
    return 0;
}
