/*
 * The hands' line of the native port; see control.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700

#include "control.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int door = -1;
static int talk = -1;
static const char *door_name;
static char held[4096];
static size_t held_first;
static size_t held_end;

int control_open(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path)
        return 0;
    memcpy(address.sun_path, path, strlen(path));
    unlink(path);
    door_name = path;
    door = socket(AF_UNIX, SOCK_STREAM, 0);
    return door >= 0 && bind(door, (struct sockaddr *)&address, sizeof address) == 0 &&
           listen(door, 4) == 0;
}

void control_close(void)
{
    if (door < 0)
        return;
    close(door);
    unlink(door_name);
    door = -1;
}

void control_waits(struct pollfd waits[3])
{
    int is_full = held_first < held_end;
    waits[0] = (struct pollfd){is_full || door >= 0 ? -1 : STDIN_FILENO, POLLIN, 0};
    waits[1] = (struct pollfd){talk < 0 ? door : -1, POLLIN, 0};
    waits[2] = (struct pollfd){is_full ? -1 : talk, POLLIN, 0};
}

static ssize_t take(int from)
{
    ssize_t size = read(from, held, sizeof held);
    held_first = 0;
    held_end = size > 0 ? (size_t)size : 0U;
    return size;
}

int control_serve(const struct pollfd waits[3])
{
    if ((waits[1].revents & POLLIN) != 0)
        talk = accept(door, NULL, NULL);
    if ((waits[2].revents & (POLLIN | POLLHUP)) != 0 && take(talk) <= 0) {
        close(talk);
        talk = -1;
    }
    if ((waits[0].revents & (POLLIN | POLLHUP)) != 0 && held_end == held_first)
        return take(STDIN_FILENO) > 0 || errno == EINTR;
    return 1;
}

size_t control_read(char *data, size_t room)
{
    size_t size = held_end - held_first;
    size = size < room ? size : room;
    memcpy(data, held + held_first, size);
    held_first += size;
    return size;
}

void control_write(const char *data, size_t size)
{
    int to = door >= 0 ? talk : STDOUT_FILENO;
    if (to >= 0 && write(to, data, size) < 0)
        return;
}
