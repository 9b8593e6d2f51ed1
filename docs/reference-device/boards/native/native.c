/*
 * The port to a POSIX system: a pseudo-terminal for the cable, lines for the hands, a file for what
 * must outlive a loss of power.
 *
 *   shoe PATH [OPTION=VALUE ...]   behind a pseudo-terminal linked at PATH; its store is PATH.store
 *   shoe -    [OPTION=VALUE ...]   the wire on standard input and output, a clock that counts bytes
 *
 * README.md has the options.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700

#include "../board.h"
#include "cable.h"
#include "control.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SLOTS 4U

static int word_count;
static char **words;
static int is_stream;
static uint32_t stream_ms;
static int store = -1;
static int truth = -1;
static uint32_t lines;
static volatile sig_atomic_t is_ending;
static int has_input_ended;

static void on_signal(int number)
{
    (void)number;
    is_ending = 1;
}

const char *board_option(const char *name)
{
    size_t size = strlen(name);
    for (int i = 2; i < word_count; i++) {
        if (strncmp(words[i], name, size) == 0 && words[i][size] == '=')
            return words[i] + size + 1;
    }
    return NULL;
}

static int complain(const char *what, const char *remedy)
{
    fprintf(stderr, "error: %s: %s\n", what, remedy);
    return 0;
}

static int open_files(const char *path)
{
    char name[1024];
    const char *given = board_option("store");
    int size = snprintf(name, sizeof name, "%s.store", path);
    if (size < 0 || (size_t)size >= sizeof name)
        return complain(path, "the path is too long");
    store = open(given == NULL ? name : given, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (store < 0)
        return complain(name, "cannot be written; name a path in a writable folder");
    given = board_option("truth");
    if (given != NULL)
        truth = open(given, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    return 1;
}

int board_start(int count, char **given)
{
    struct sigaction action = {.sa_handler = on_signal};
    word_count = count;
    words = given;
    if (count < 2)
        return complain("no path", "give the path of the port, then options as NAME=VALUE");
    is_stream = strcmp(given[1], "-") == 0;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    if (is_stream)
        return 1;
    if (!open_files(given[1]))
        return 0;
    if (board_option("control") != NULL && !control_open(board_option("control")))
        return complain(board_option("control"), "no socket there; name a path in a writable folder");
    return cable_plug(given[1]) ? 1 : complain(given[1], "cannot be linked; name a writable folder");
}

uint32_t board_now_ms(void)
{
    struct timespec now;
    if (is_stream)
        return stream_ms;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)((uint64_t)now.tv_sec * 1000U + (uint64_t)now.tv_nsec / 1000000U);
}

uint32_t board_random(void)
{
    uint32_t value = 0;
    FILE *source = fopen("/dev/urandom", "rb");
    if (source == NULL || fread(&value, sizeof value, 1, source) != 1) {
        complain("/dev/urandom", "no random numbers");
        exit(2);
    }
    fclose(source);
    return value;
}

/* The wire */

size_t board_wire_read(uint8_t *data, size_t room)
{
    if (!is_stream)
        return cable_read(data, room);
    ssize_t size = read(STDIN_FILENO, data, room);
    has_input_ended = size <= 0;
    stream_ms += size > 0 ? (uint32_t)size : 0U;
    return size > 0 ? (size_t)size : 0U;
}

void board_wire_write(const uint8_t *data, size_t size)
{
    if (!is_stream)
        cable_write(data, size);
    else if (write(STDOUT_FILENO, data, size) < 0)
        is_ending = 1;
}

/* The store */

uint32_t board_slots(void)
{
    return store < 0 ? 0U : SLOTS;
}

int board_slot_read(uint32_t slot, uint8_t data[UD_SLOT])
{
    return pread(store, data, UD_SLOT, (off_t)(slot * UD_SLOT)) == (ssize_t)UD_SLOT;
}

void board_slot_write(uint32_t slot, const uint8_t data[UD_SLOT])
{
    if (pwrite(store, data, UD_SLOT, (off_t)(slot * UD_SLOT)) != (ssize_t)UD_SLOT)
        complain("store", strerror(errno));
}

/* Every output line leads straight to its input line. */

void board_outputs(uint32_t wanted)
{
    lines = wanted;
}

uint32_t board_inputs(void)
{
    return lines;
}

/* Time and power */

int board_wait(uint32_t ms)
{
    struct pollfd waits[4] = {{.fd = -1}, {.fd = -1}, {.fd = -1}, {.fd = -1}};
    if (is_stream)
        return !has_input_ended && !is_ending;
    waits[0] = (struct pollfd){cable_descriptor(), POLLIN, 0};
    control_waits(waits + 1);
    int timeout = ms > 60000U ? 60000 : (int)ms;
    if (poll(waits, 4, timeout) < 0 && errno != EINTR)
        is_ending = 1;
    if (is_ending || !control_serve(waits + 1)) {
        cable_pull();
        control_close();
        return 0;
    }
    return 1;
}

void board_restart(void)
{
    cable_pull();
    lines = 0;
    if (!is_stream && !cable_plug(words[1]))
        exit(complain(words[1], "cannot be linked again"));
}

int board_cable(int is_in)
{
    if (!is_in)
        cable_pull();
    else if (!cable_plug(words[1]))
        return 0;
    return 1;
}

/* For trying */

size_t board_hands_read(char *data, size_t room)
{
    return is_stream ? 0U : control_read(data, room);
}

void board_hands_write(const char *data, size_t size)
{
    control_write(data, size);
}

void board_truth_write(const char *data, size_t size)
{
    if (truth >= 0 && write(truth, data, size) < 0)
        complain("truth", strerror(errno));
}
