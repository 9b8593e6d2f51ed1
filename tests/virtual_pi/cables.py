"""Cables between the host's devices and the machine's sockets: bytes over, both ways, for ever."""

import asyncio
import os
import threading
import tty
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

AGAIN_S: Final = 0.2
CHUNK: Final = 4096


class End(NamedTuple):
    """One end of a cable, and how it is let go."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    let_go: Callable[[], None]


class Cables(threading.Thread):
    """All cables of a rig, in a loop of their own; a broken one is joined again when it can be."""

    def __init__(self) -> None:
        super().__init__(name="cables", daemon=True)
        self._loop = asyncio.new_event_loop()

    def run(self) -> None:
        """Turn until closed."""
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        # Transports that were told to close do so in the next turn.
        self._loop.run_until_complete(asyncio.sleep(0.1))
        self._loop.close()

    def port(self, qemu: Path, device: Path) -> None:
        """Join the far side of a USB serial port with the line of a device."""
        self._begin(_join_for_ever(qemu, device))

    def socket(self, path: Path, port: int) -> None:
        """Offer a socket here that is answered by a port of the machine."""
        self._begin(_serve(path, port))

    def close(self) -> None:
        """Cut them all."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self.join()

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop)


async def _join_for_ever(qemu: Path, device: Path) -> None:
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_unix_connection(qemu)
            await _joined(End(reader, writer, writer.close), device)
        await asyncio.sleep(AGAIN_S)


async def _joined(machine: End, device: Path) -> None:
    """Carry for as long as both ends are there."""
    try:
        line = await _line(device)
    except OSError:
        machine.let_go()
        raise
    await _carry_both(machine, line)


async def _serve(path: Path, port: int) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            writer.close()
            return
        await _carry_both(End(reader, writer, writer.close), End(*far, far[1].close))

    path.unlink(missing_ok=True)
    server = await asyncio.start_unix_server(answer, path)
    await server.serve_forever()


async def _line(device: Path) -> End:
    """The host's end of a device's pseudo-terminal."""
    file = os.open(device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(file)
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    reading, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(file, "rb", buffering=0)
    )
    writing, protocol = await loop.connect_write_pipe(
        asyncio.streams.FlowControlMixin, os.fdopen(os.dup(file), "wb", buffering=0)
    )

    def let_go() -> None:
        reading.close()
        writing.abort()

    return End(reader, asyncio.StreamWriter(writing, protocol, reader, loop), let_go)


async def _carry_both(one: End, other: End) -> None:
    """Carry bytes both ways until one end is gone, then let go of both."""
    ways = [
        asyncio.ensure_future(_carry(one.reader, other.writer)),
        asyncio.ensure_future(_carry(other.reader, one.writer)),
    ]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        one.let_go()
        other.let_go()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
