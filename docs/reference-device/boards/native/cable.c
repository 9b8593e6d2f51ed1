/*
 * The cable; see cable.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700

#include "cable.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static int master = -1;
static int slave = -1; /* kept open, so that a driver that goes does not hang the line up */
static const char *name;

static void make_raw(int fd)
{
    struct termios mode;
    tcgetattr(fd, &mode);
    mode.c_iflag = 0;
    mode.c_oflag = 0;
    mode.c_lflag = 0;
    mode.c_cflag = (mode.c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8 | CREAD | CLOCAL;
    tcsetattr(fd, TCSANOW, &mode);
}

static int link_name(const char *path)
{
    char fresh[1024];
    int size = snprintf(fresh, sizeof fresh, "%s.new", path);
    if (size < 0 || (size_t)size >= sizeof fresh)
        return 0;
    unlink(fresh);
    return symlink(ptsname(master), fresh) == 0 && rename(fresh, path) == 0;
}

int cable_plug(const char *path)
{
    if (master >= 0)
        return 1;
    name = path;
    master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        return 0;
    slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    if (slave < 0)
        return 0;
    make_raw(slave);
    fcntl(master, F_SETFL, fcntl(master, F_GETFL) | O_NONBLOCK);
    return link_name(path);
}

void cable_pull(void)
{
    if (master < 0)
        return;
    unlink(name);
    close(master);
    close(slave);
    master = -1;
    slave = -1;
}

int cable_descriptor(void)
{
    return master;
}

size_t cable_read(uint8_t *data, size_t room)
{
    ssize_t size = master < 0 ? 0 : read(master, data, room);
    return size > 0 ? (size_t)size : 0U;
}

void cable_write(const uint8_t *data, size_t size)
{
    /* Like a real line it drops what nobody takes; the link sends it again. */
    if (master >= 0 && write(master, data, size) < 0)
        return;
}
