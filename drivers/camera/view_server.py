"""The camera's side of a view: a door for people who try the device, and for nobody else."""

import asyncio
import base64
import grp
import logging
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from controller.bus.client import AnswersClient, DeskError
from controller.bus.endpoints import GROUPS, SocketDirectoryError
from drivers.camera.view import NO_PICTURE, NOT_TRIED, CameraView, may_look, view_socket
from vision.picture.jpeg import jpeg_of
from vision.sources.shot import Shot
from vision.tools.watch import Look, Readout

# However many look: a picture must not cost the reading its processor.
EACH_S: Final = 0.25
QUALITY: Final = 75
SOCKET_MODE: Final = 0o660
# Others may pass to the door and see nothing else.
PASSAGE: Final = 0o011

_log = logging.getLogger(__name__)


class Peephole(NamedTuple):
    """How people look through the camera: when they may, and what they are shown."""

    is_tried: Callable[[], bool]
    look: Callable[[], Look]


def tried_at(sockets: Path, device: str, kind: str) -> Callable[[], bool]:
    """Whether people may look: the daemon's word, each time; no other process is believed."""
    daemon = AnswersClient(sockets, timeout_s=1.0)

    def is_tried() -> bool:
        try:
            return may_look(daemon.board(), device, kind)
        except (DeskError, SocketDirectoryError):
            return False

    return is_tried


class ViewServer:
    """Gives one picture to each who connects, while the device is tried."""

    def __init__(
        self, device: str, path: Path, newest: Callable[[], Shot | None], peephole: Peephole
    ) -> None:
        self._device = device
        self._path = view_socket(path)
        self._newest = newest
        self._peephole = peephole
        # Made for who looks, and gone with the test: its nets are not the watch's.
        self._look: Look | None = None
        self._turn = asyncio.Lock()
        self._again_at = float("-inf")
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Open the door; a camera without one reads as well."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(self._serve, self._path)
            _let_in(self._path)
        except OSError as error:
            _log.warning("%s: nobody can look through it: %s", self._device, error.strerror)

    async def stop(self) -> None:
        """Close the door."""
        if self._server is not None:
            self._server.close()
        self._path.unlink(missing_ok=True)

    async def _serve(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            writer.write((await self._view()).model_dump_json().encode())
            await writer.drain()
        writer.close()

    async def _view(self) -> CameraView:
        async with self._turn:
            await asyncio.sleep(self._again_at - time.monotonic())
            view = await asyncio.to_thread(self._seen)
            self._again_at = time.monotonic() + EACH_S
        return view

    def _seen(self) -> CameraView:
        if not self._peephole.is_tried():
            self._look = None
            return NOT_TRIED
        shot = self._newest()
        if shot is None:
            return NO_PICTURE
        self._look = self._look or self._peephole.look()
        said = self._look.read(shot)
        return _view_of(said, _jpeg(self._look, shot))


def _view_of(said: Readout, picture: str) -> CameraView:
    why = said.why or None
    return CameraView(
        kind=said.kind, answer=said.answer, confidence=said.confidence, why=why, picture=picture
    )


def _jpeg(look: Look, shot: Shot) -> str:
    return base64.b64encode(jpeg_of(look.view(shot.frame), QUALITY)).decode()


def _let_in(path: Path) -> None:
    """Let the desk's process connect: it speaks for devices as well, and is in their group."""
    path.chmod(SOCKET_MODE)
    with suppress(KeyError, OSError):
        os.chown(path, -1, grp.getgrnam(GROUPS["devices"]).gr_gid)
    for folder in (path.parent, path.parent.parent):
        with suppress(OSError):
            folder.chmod(folder.stat().st_mode | PASSAGE)
