"""Hands for a suite: they move an emulator, or ask a control socket or a person at the terminal."""

import asyncio
import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, Protocol, TextIO

from drivers.emulate.client import EmulatorsError, ask_emulator
from drivers.emulator.device import EmulatedDevice, EmulatorError
from drivers.requirement import Action, NotPerformedError, ViolationError

PATIENCE_S: Final = 30.0

Word = Literal["skip", "nothing", "done"]
WORDS: Final[dict[bytes, Word]] = {b"s": "skip", b"n": "nothing"}


class Hands(Protocol):
    """Whoever touches the device; a person takes time and may say a word meanwhile."""

    @property
    def is_person(self) -> bool:
        """Whether one must wait for a person."""

    def perform(self, action: Action) -> None:
        """Do something to the device, or ask for it."""

    def arrange(self, action: Action) -> None:
        """Do what no event may tell of; a person says when it is done."""

    def fileno(self) -> int | None:
        """The descriptor on which a person's word arrives."""

    def word(self) -> Word | None:
        """What the person said, when the descriptor is ready."""


class _Machine(ABC):
    """Hands that are quick and never speak."""

    is_person = False

    @abstractmethod
    def perform(self, action: Action) -> None:
        """Do something to the device."""

    def arrange(self, action: Action) -> None:
        """It is done when the call is."""
        self.perform(action)

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
    """Asks a person, who may skip, or say that it was done and nothing came.

    Enter alone ends what no event tells of, and means nothing where an event does: a person who
    is in the habit of it must not spoil the next requirement.
    """

    is_person = True

    def __init__(self, say: Callable[[str], None], source: TextIO) -> None:
        self._say = say
        self._source = source.fileno()
        self._is_gone = False

    def perform(self, action: Action) -> None:
        """Say what to do; its event will tell that it was done."""
        self._ask(action, "s Enter: skip; n Enter: done, nothing came")

    def arrange(self, action: Action) -> None:
        """Say what to do, and how to say that it was done."""
        self._ask(action, "Enter: done; s Enter: skip")

    def fileno(self) -> int | None:
        """The terminal, as long as somebody sits at it."""
        return None if self._is_gone else self._source

    def word(self) -> Word | None:
        """Read the line the person typed."""
        line = os.read(self._source, 1024)
        if not line:
            self._is_gone = True
            return "skip"
        return WORDS.get(line.strip().lower()[:1], "done")

    def _ask(self, action: Action, answers: str) -> None:
        if self._is_gone:
            raise NotPerformedError(f"nobody is there to do it: {action.prompt}")
        self._say(f"         please: {action.prompt}  ({answers})")
