/*
 * Files and options of the host; see semihosting.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "semihosting.h"

#include <string.h>

enum { SYS_OPEN = 1, SYS_CLOSE = 2, SYS_WRITE = 5, SYS_READ = 6, SYS_SEEK = 10, SYS_GET_CMDLINE = 21 };

static int32_t call(uint32_t operation, const void *block)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = block;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return (int32_t)r0;
}

int host_open(const char *path, uint32_t mode)
{
    const uint32_t block[] = {(uint32_t)(uintptr_t)path, mode, strlen(path)};
    return (int)call(SYS_OPEN, block);
}

void host_close(int handle)
{
    const uint32_t block[] = {(uint32_t)handle};
    (void)call(SYS_CLOSE, block);
}

/* Reading and writing give how many bytes are left undone. */
static int transfer(uint32_t operation, int handle, uint32_t offset, const void *data, size_t size)
{
    const uint32_t place[] = {(uint32_t)handle, offset};
    const uint32_t block[] = {(uint32_t)handle, (uint32_t)(uintptr_t)data, size};
    return call(SYS_SEEK, place) == 0 && call(operation, block) == 0;
}

int host_read(int handle, uint32_t offset, void *data, size_t size)
{
    return transfer(SYS_READ, handle, offset, data, size);
}

int host_write(int handle, uint32_t offset, const void *data, size_t size)
{
    return transfer(SYS_WRITE, handle, offset, data, size);
}

int host_command_line(char *text, size_t room)
{
    uint32_t block[] = {(uint32_t)(uintptr_t)text, room};
    return call(SYS_GET_CMDLINE, block) == 0;
}
