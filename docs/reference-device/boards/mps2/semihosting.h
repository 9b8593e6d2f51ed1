/*
 * Files and options of the host, as the debug interface of the processor offers them
 * (Arm semihosting): stands for the storage and the random generator that a real board has.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef SEMIHOSTING_H
#define SEMIHOSTING_H

#include <stddef.h>
#include <stdint.h>

enum { HOST_READ = 1, HOST_UPDATE = 3, HOST_CREATE = 7 }; /* "rb", "r+b", "w+b" */

int host_open(const char *path, uint32_t mode); /* a handle, -1 without the file */
void host_close(int handle);
int host_read(int handle, uint32_t offset, void *data, size_t size);
int host_write(int handle, uint32_t offset, const void *data, size_t size);
int host_command_line(char *text, size_t room);

#endif
