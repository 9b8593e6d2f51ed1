"""Faults of the cable and of the bytes on it."""

import re
from typing import Final

from cobs import cobs

from drivers.emulator.fault import Fault
from drivers.wire.framing import CRC, HEADER, MAX_ENCODED, Frame, checksum

MOST_DAMAGE: Final = 3
MOST_GARBAGE: Final = 20

_PIECE: Final = re.compile(rb"[^\0]*\0|[^\0]+")


class DropConnection(Fault):
    """The cable is out for a while."""

    is_momentary = True

    def begin(self) -> None:
        """Pull the cable."""
        self.target.drop(self.amount)


class Reboot(Fault):
    """The device loses its power for a moment, and with it what was not acknowledged."""

    is_momentary = True

    def begin(self) -> None:
        """Cut the power."""
        self.target.restart()


class GoSilent(Fault):
    """The device hears and works, and says nothing."""

    def begin(self) -> None:
        """Fall silent from this moment on."""
        self._until = self.target.now() + self.amount

    def outgoing(self, data: bytes) -> bytes:
        """Swallow everything while it lasts."""
        return b"" if self.target.now() < self._until else data


class Late(Fault):
    """Everything the device says comes late."""

    @property
    def delay_s(self) -> float:
        """How late."""
        return self.amount


class Corrupt(Fault):
    """So many frames get one to three wrong bytes, in both directions."""

    def outgoing(self, data: bytes) -> bytes:
        """Damage what the device says."""
        return b"".join(self._damaged(piece) for piece in _pieces(data))

    def incoming(self, data: bytes) -> bytes:
        """Damage what the device hears."""
        return self.outgoing(data)

    def _damaged(self, piece: bytes) -> bytes:
        if not self.strikes():
            return piece
        rng, spoiled = self.target.rng, bytearray(piece)
        for _ in range(rng.randint(1, MOST_DAMAGE)):
            spoiled[rng.randrange(len(spoiled))] ^= rng.randint(1, 255)
        return bytes(spoiled)


class BadCrc(Fault):
    """So many frames leave with a wrong checksum."""

    def outgoing(self, data: bytes) -> bytes:
        """Change the checksum and nothing else."""
        return b"".join(self._spoilt(p) if self.strikes() else p for p in _pieces(data))

    @staticmethod
    def _spoilt(piece: bytes) -> bytes:
        try:
            body = bytearray(cobs.decode(piece.rstrip(b"\0")))
        except cobs.DecodeError:
            return piece
        body[-1] ^= 0xFF
        return bytes(cobs.encode(bytes(body))) + b"\0"


class Garbage(Fault):
    """Noise between the frames."""

    def outgoing(self, data: bytes) -> bytes:
        """Put noise, closed by a zero byte, before each frame that is struck."""
        return b"".join((self._noise() if self.strikes() else b"") + p for p in _pieces(data))

    def _noise(self) -> bytes:
        rng = self.target.rng
        return rng.randbytes(rng.randint(3, MOST_GARBAGE)) + b"\0"


class HalfFrame(Fault):
    """So many frames break off in the middle."""

    def outgoing(self, data: bytes) -> bytes:
        """Send the first half of a frame and no end."""
        return b"".join(p[: len(p) // 2] if self.strikes() else p for p in _pieces(data))


class IgnoreCrc(Fault):
    """The device does not check the checksum of what it hears."""

    def begin(self) -> None:
        """Start with nothing heard."""
        self._partial = b""

    def incoming(self, data: bytes) -> bytes:
        """Give every frame that can be decoded a right checksum."""
        *closed, self._partial = (self._partial + data).split(b"\0")
        return b"".join(self._mended(piece) + b"\0" for piece in closed)

    @staticmethod
    def _mended(piece: bytes) -> bytes:
        try:
            body = bytes(cobs.decode(piece))[: -CRC.size]
        except cobs.DecodeError:
            return piece
        if len(body) < HEADER.size:
            return piece
        return bytes(cobs.encode(body + CRC.pack(checksum(body))))


class _Runs(Fault):
    """Looks at what is heard between two zero bytes."""

    def begin(self) -> None:
        """Start with nothing heard."""
        self._run = b""

    def incoming(self, data: bytes) -> bytes:
        """Pass whole runs on, each as the device takes it."""
        *closed, self._run = (self._run + data).split(b"\0")
        return b"".join(self.taken(run) + b"\0" for run in closed)

    def taken(self, run: bytes) -> bytes:
        """What the device makes of a run."""
        return run


class WrapLongFrame(_Runs):
    """A buffer that is full is filled again from its start."""

    def taken(self, run: bytes) -> bytes:
        """Keep what came after the buffer was full."""
        return run[len(run) // MAX_ENCODED * MAX_ENCODED :] if len(run) > MAX_ENCODED else run


class CrashOnLongFrame(_Runs):
    """A frame that is too long makes the device start again."""

    def taken(self, run: bytes) -> bytes:
        """Start again."""
        if len(run) > MAX_ENCODED:
            self.target.restart()
        return run


class CrashOnEmptyFrame(_Runs):
    """Two zero bytes in a row make the device start again."""

    def taken(self, run: bytes) -> bytes:
        """Start again."""
        if not run:
            self.target.restart()
        return run


class WrongVersion(Fault):
    """The device speaks the next protocol version."""

    def sent(self, frame: Frame) -> list[Frame]:
        """Say so in every header, and in the hello."""
        if self.name_of(frame) == "hello":
            frame = self.rewritten(frame, protocol=self.target.document.protocol + 1)
        return [Frame(frame.version + 1, frame.type, frame.sequence, frame.payload)]


def _pieces(data: bytes) -> list[bytes]:
    return [piece for piece in _PIECE.findall(data) if piece]
