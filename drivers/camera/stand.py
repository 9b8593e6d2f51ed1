"""The emulated camera on its stand: shows a stage to whoever watches, one frame at a time."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from vision.sources.camera_wire import ANSWER, pack_frame, pack_power_cut, unpack_answer
from vision.sources.shot import Answer

if TYPE_CHECKING:
    from vision.picture.frame import Frame

IDLE_S: Final = 0.2
# A mark counts from its second frame on.
FIRST_LOOKS: Final = 3
NOBODY: Final = Answer(0, 0, False)


class Stage(Protocol):
    """What stands before the camera."""

    @property
    def period_s(self) -> float:
        """The time between two frames while something moves."""

    def rest(self) -> "Frame":
        """The view while nothing moves."""


class CameraStand:
    """Sends frames in the stage's own time and waits for the answer to each."""

    def __init__(self, path: Path, stretch: float) -> None:
        self.answer = NOBODY
        self.is_frozen = False
        self._path = path
        self._stretch = stretch
        self._stage: Stage | None = None
        self._server: asyncio.Server | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._sent = self._answered = 0
        self._news = asyncio.Condition()
        self._turn = asyncio.Lock()
        self._t_s = 0.0
        self._idling: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._frozen = b""

    @property
    def is_watched(self) -> bool:
        """Whether a process watches through this camera."""
        return self._writer is not None

    async def start(self, stage: Stage) -> None:
        """Switch the camera on."""
        self._stage = stage
        await self.plug()
        self._idling = asyncio.get_running_loop().create_task(self._idle(stage))

    async def stop(self) -> None:
        """Switch the camera off."""
        if self._idling is not None:
            self._idling.cancel()
            await asyncio.gather(self._idling, return_exceptions=True)
        await self.unplug()

    async def plug(self) -> None:
        """Plug the camera in, in place of whatever a killed process left behind."""
        if self._server is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(self._accept, path=self._path)
            self._path.chmod(0o600)

    async def unplug(self) -> None:
        """Pull the camera's cable."""
        if self._server is not None:
            self._server.close()
            self._server = None
            self._path.unlink(missing_ok=True)
        self._hang_up()

    async def power_cut(self) -> None:
        """Cut the power of the device behind the camera, which then looks at what is there."""
        assert self._stage is not None
        async with self._turn:
            if self._writer is not None:
                self._writer.write(pack_power_cut())
                for _ in range(FIRST_LOOKS):
                    await self._send(self._stage.rest(), IDLE_S)

    async def until_watched(self) -> None:
        """Wait until a process watches."""
        async with self._news:
            await self._news.wait_for(lambda: self.is_watched)

    async def show(self, scene: "Callable[[], Iterator[Frame]]", events: int = 0) -> None:
        """Show a scene, or its beginning that leads to this number of events."""
        # Again from its start to the next watcher if this one leaves in between without a word.
        while not await self._show_once(scene(), events):
            await self.until_watched()

    async def _show_once(self, frames: "Iterator[Frame]", events: int) -> bool:
        assert self._stage is not None
        period_s = self._stage.period_s
        # Dice take a while to draw; meanwhile the camera shows what is still there.
        frame = await asyncio.to_thread(next, frames, None)
        async with self._turn:
            before, found = self.answer.events, 0
            while frame is not None and not (events and found >= events):
                if not await self._send(frame, period_s):
                    return found > 0
                found = self.answer.events - before
                await asyncio.sleep(period_s * self._stretch)
                frame = await asyncio.to_thread(next, frames, None)
        return True

    async def _send(self, frame: "Frame", seconds: float) -> bool:
        """Send one frame and wait until it was looked at; False when nobody watches."""
        if self._writer is None:
            return False
        self._t_s += seconds
        data = pack_frame(frame, self._t_s)
        if self.is_frozen:
            self._frozen = self._frozen or data
            data = self._frozen
        self._sent += 1
        self._writer.write(data)
        try:
            await self._writer.drain()
        except ConnectionError:
            self._hang_up()
            return False
        async with self._news:
            await self._news.wait_for(lambda: self._answered >= self._sent or not self.is_watched)
        return self.is_watched

    async def _idle(self, stage: Stage) -> None:
        while True:
            async with self._turn:
                if not self.is_frozen:
                    self._frozen = b""
                await self._send(stage.rest(), IDLE_S)
            await asyncio.sleep(IDLE_S)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._hang_up()
        self._writer = writer
        self._sent = self._answered = 0
        self._listening = asyncio.get_running_loop().create_task(self._listen(reader, writer))

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._tell_news()
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                data = await reader.readexactly(ANSWER.size)
                self._answered, self.answer = unpack_answer(data)
                await self._tell_news()
        if self._writer is writer:
            self._hang_up()
            await self._tell_news()

    async def _tell_news(self) -> None:
        async with self._news:
            self._news.notify_all()

    def _hang_up(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None
            self.answer = NOBODY
