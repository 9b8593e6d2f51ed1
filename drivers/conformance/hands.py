"""Hands for a suite: they move an emulator, or ask a control socket or a person at the terminal."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, Protocol, TextIO

from drivers.emulate.client import EmulatorsError, ask_emulator
from drivers.emulator.device import EmulatedDevice, EmulatorError
from drivers.requirement import Action, NotPerformedError, ViolationError

PATIENCE_S: Final = 30.0

Word = Literal["skip", "nothing"]


class Hands(Protocol):
    """Whoever touches the device; a person takes time and may say a word meanwhile."""

    @property
    def is_person(self) -> bool:
        """Whether one must wait for a person."""

    def perform(self, action: Action) -> None:
        """Do something to the device, or ask for it."""

    def fileno(self) -> int | None:
        """The descriptor on which a person's word arrives."""

    def word(self) -> Word | None:
        """What the person said, when the descriptor is ready."""


class _Machine:
    """Hands that are quick and never speak."""

    is_person = False

    def fileno(self) -> int | None:
        """Nobody speaks."""
        return None

    def word(self) -> Word | None:
        """Nobody speaks."""
        return None


class NoHands(_Machine):
    """Nobody is there: whatever needs a hand is not performed."""

    def perform(self, action: Action) -> None:
        """Refuse, naming what would have been needed."""
        raise NotPerformedError(f"nobody is there to do it: {action.prompt}")


class EmulatorHands(_Machine):
    """Moves an emulator that lives on another thread's loop."""

    def __init__(self, emulator: EmulatedDevice, loop: asyncio.AbstractEventLoop) -> None:
        self._emulator = emulator
        self._loop = loop

    def perform(self, action: Action) -> None:
        """Call the emulator's action."""
        work = getattr(self._emulator, action.name)(**action.arguments)
        try:
            asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)
        except EmulatorError as error:
            # An emulator can always be moved unless it is not where its events said it was.
            raise ViolationError(str(error)) from None


class SocketHands(_Machine):
    """Asks whatever listens on a control socket: emulators, or a robot on a rig."""

    def __init__(self, socket: Path, device: str) -> None:
        self._socket = socket
        self._device = device

    def perform(self, action: Action) -> None:
        """Send the action as one line."""
        try:
            ask_emulator(self._socket, self._device, action.name, **action.arguments)
        except EmulatorsError as error:
            raise NotPerformedError(str(error)) from None


class PersonHands:
    """Asks a person; Enter skips, `n` and Enter says that it was done and nothing came."""

    is_person = True

    def __init__(self, say: Callable[[str], None], source: TextIO) -> None:
        self._say = say
        self._source = source.fileno()
        self._is_gone = False

    def perform(self, action: Action) -> None:
        """Say what to do."""
        if self._is_gone:
            raise NotPerformedError(f"nobody is there to do it: {action.prompt}")
        self._say(f"         please: {action.prompt}  (Enter: skip; n Enter: done, nothing came)")

    def fileno(self) -> int | None:
        """The terminal, as long as somebody sits at it."""
        return None if self._is_gone else self._source

    def word(self) -> Word | None:
        """Read the line the person typed."""
        line = os.read(self._source, 1024)
        if not line:
            self._is_gone = True
        return "nothing" if line.strip().lower() in (b"n", b"no") else "skip"
