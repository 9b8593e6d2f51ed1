"""Cables between the host's devices and the machine's sockets: bytes over, both ways, for ever."""

import asyncio
import os
import threading
import tty
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

AGAIN_S: Final = 0.2
CHUNK: Final = 4096
Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Cables(threading.Thread):
    """All cables of a rig, in a loop of their own; a broken one is joined again when it can be."""

    def __init__(self) -> None:
        super().__init__(name="cables", daemon=True)
        self._loop = asyncio.new_event_loop()
        self._kept: list[asyncio.Task[None]] = []

    def run(self) -> None:
        """Turn until closed."""
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    def port(self, qemu: Path, device: Path) -> None:
        """Join the far side of a USB serial port with the line of a device."""
        self._begin(self._join_for_ever(lambda: asyncio.open_unix_connection(qemu), device))

    def socket(self, path: Path, port: int) -> None:
        """Offer a socket here that is answered by a port of the machine."""
        self._begin(self._serve(path, port))

    def close(self) -> None:
        """Cut them all."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self.join()

    def _begin(self, work: Awaitable[None]) -> None:
        asyncio.run_coroutine_threadsafe(self._keep(work), self._loop)

    async def _keep(self, work: Awaitable[None]) -> None:
        self._kept.append(asyncio.ensure_future(work))

    async def _join_for_ever(self, reach: Callable[[], Awaitable[Ends]], device: Path) -> None:
        while True:
            with suppress(OSError):
                await _joined(await reach(), await _line(device))
            await asyncio.sleep(AGAIN_S)

    async def _serve(self, path: Path, port: int) -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                far = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                writer.close()
                return
            await _joined((reader, writer), far)

        path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(answer, path)
        await server.serve_forever()


async def _line(device: Path) -> Ends:
    """The host's end of a device's pseudo-terminal."""
    file = os.open(device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(file)
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(file, "rb", buffering=0)
    )
    transport, protocol = await loop.connect_write_pipe(
        asyncio.streams.FlowControlMixin, os.fdopen(os.dup(file), "wb", buffering=0)
    )
    return reader, asyncio.StreamWriter(transport, protocol, reader, loop)


async def _joined(one: Ends, other: Ends) -> None:
    """Carry bytes both ways until one end is gone, then let go of both."""
    ways = [
        asyncio.ensure_future(_carry(one[0], other[1])),
        asyncio.ensure_future(_carry(other[0], one[1])),
    ]
    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    for way in ways:
        way.cancel()
    for _, writer in (one, other):
        writer.close()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
