/*
 * The hands' line of the native port: standard input and output, or instead a socket
 * at a path, where each conversation is taken in its turn.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CONTROL_H
#define CONTROL_H

#include <poll.h>
#include <stddef.h>

int control_open(const char *path);
void control_close(void);
/* Three descriptors to wait on, and what became of them; 0 when standard input has ended. */
void control_waits(struct pollfd waits[3]);
int control_serve(const struct pollfd waits[3]);
size_t control_read(char *data, size_t room);
void control_write(const char *data, size_t size);

#endif
