"""The line to a device under trial: the real port and the real framing, every frame remembered."""

import select
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from config.wire_document import WireDocument
from drivers.conformance.hands import Hands
from drivers.requirement import NotPerformedError, ViolationError
from drivers.runtime.port import Port, PortError
from drivers.wire.codec import CodecError, WireMessage, unpack
from drivers.wire.framing import Deframer, Frame

REOPEN_S: Final = 0.05
PERSON_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class Heard:
    """One frame from the device; `message` is None when its document has no such message."""

    frame: Frame
    message: WireMessage | None
    problem: str = ""

    @property
    def name(self) -> str:
        """The message's name, or empty."""
        return "" if self.message is None else self.message.name

    @property
    def sequence(self) -> int:
        """The frame's number."""
        return self.frame.sequence


class WireLine:
    """Opens the port when needed, writes bytes, and hears frames with a deadline."""

    def __init__(self, document: WireDocument, path: Path, hands: Hands, patience_s: float) -> None:
        self.document = document
        self.patience_s = patience_s
        self.deframer = Deframer()
        self._path = path
        self._hands = hands
        self._port: Port | None = None
        self._put_back: list[Heard] = []

    def open(self) -> None:
        """Open the port, waiting for a device that is starting; PortError when it stays away."""
        # A person at a switch takes longer than an emulator.
        deadline = time.monotonic() + (PERSON_S if self._hands.is_person else self.patience_s)
        while self._port is None:
            try:
                self._port = Port(self._path, self.document.baud)
            except PortError as error:
                if error.cause != "missing" or time.monotonic() > deadline:
                    raise
                time.sleep(REOPEN_S)
            else:
                self.deframer = Deframer()
                self._put_back = []

    def close(self) -> None:
        """Give the port back."""
        if self._port is not None:
            self._port.close()
            self._port = None

    def forget(self) -> None:
        """Drop frames nobody asked for; bytes on the line stay."""
        self._put_back = []

    def write(self, data: bytes) -> None:
        """Send bytes; a port that is gone is opened again at the next turn."""
        try:
            if self._port is not None:
                self._port.write(data)
        except PortError:
            self.close()

    def read(self, timeout_s: float) -> bytes:
        """What arrives within this time at most; a person's word ends the requirement's trial."""
        if self._port is None:
            self.open()
            assert self._port is not None
        spoken = self._hands.fileno()
        waiting = [self._port.fileno(), *([] if spoken is None else [spoken])]
        ready, _, _ = select.select(waiting, [], [], max(0.0, timeout_s))
        if spoken is not None and spoken in ready:
            self._listen()
        if self._port.fileno() not in ready:
            return b""
        try:
            return self._port.read()
        except PortError:
            self.close()
            return b""

    def hear(self, timeout_s: float) -> list[Heard]:
        """The frames that arrive next, waiting at most so long for the first."""
        if self._put_back:
            heard, self._put_back = self._put_back, []
            return heard
        return [self._meaning(frame) for frame in self.deframer.feed(self.read(timeout_s))]

    def listen(
        self, seconds: float, until: Callable[[Heard], bool] = lambda _heard: False
    ) -> list[Heard]:
        """Everything that arrives within this time, or up to a certain frame."""
        heard: list[Heard] = []
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and not any(map(until, heard)):
            heard += self.hear(left)
        return heard

    def until(
        self,
        wanted: Callable[[Heard], bool],
        what: str,
        asks_hand: bool = False,
        keeps_others: bool = False,
    ) -> Heard:
        """The first frame that is wanted; none in time is a violation that says what was missed."""
        passed: list[Heard] = []
        patient = asks_hand and self._hands.is_person
        deadline = time.monotonic() + (float("inf") if patient else self.patience_s)
        while (left := deadline - time.monotonic()) > 0:
            batch = self.hear(min(left, 1.0))
            for number, heard in enumerate(batch):
                if wanted(heard):
                    before = batch[:number] if keeps_others else []
                    self._put_back = passed + before + batch[number + 1 :]
                    return heard
            passed += batch if keeps_others else []
        raise ViolationError(f"{what}: none came within {self.patience_s:g} s")

    def _listen(self) -> None:
        match self._hands.word():
            case "nothing":
                raise ViolationError("done by hand, and nothing came")
            case "skip":
                raise NotPerformedError("skipped by the person at the rig")

    def _meaning(self, frame: Frame) -> Heard:
        try:
            return Heard(frame, unpack(self.document, frame))
        except CodecError as error:
            return Heard(frame, None, str(error))
