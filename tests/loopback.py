"""A free port of this machine, and waiting until a server answers on it."""

import asyncio
import socket
from contextlib import suppress


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


async def reachable(server: asyncio.Task[None], port: int) -> None:
    """Wait until the server answers; raises what it failed with."""
    while not server.done():
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return await writer.wait_closed()
        await asyncio.sleep(0.02)
    return server.result()
