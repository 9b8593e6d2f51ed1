"""The serial port: the only file that imports pyserial."""

import errno
import grp
import os
from pathlib import Path
from typing import Final, Literal

import serial
from serial.tools.list_ports import comports

from config.words.reasons import LostError
from controller.facts.phrase import Reason, phrase
from drivers.runtime.candidate import Candidate

READ_SIZE: Final = 4096
MAX_BACKLOG: Final = 65_536

Cause = Literal["missing", "ambiguous", "permission", "busy", "unusable", "lost"]


class PortError(LostError):
    """A port cannot be opened or stopped working; the message says what to do."""

    def __init__(self, cause: Cause, reason: Reason) -> None:
        super().__init__(reason)
        self.cause = cause


class _KeepingSerial(serial.Serial):
    """Opens without discarding what has already arrived: the device may have spoken first."""

    def _reset_input_buffer(self) -> None:
        pass


class Port:
    """An open serial port, ours alone, that never blocks."""

    def __init__(self, path: Path, baud: int) -> None:
        self.path = path
        self._backlog = bytearray()
        if is_left_behind(path):
            raise explain(path, OSError(errno.ENOENT, "left behind"))
        try:
            self._serial = _KeepingSerial(
                str(path), baud, timeout=0, write_timeout=0, exclusive=True
            )
        except (OSError, ValueError) as error:
            raise explain(path, error) from None

    def fileno(self) -> int:
        """The descriptor to wait on."""
        return int(self._serial.fileno())

    @property
    def has_backlog(self) -> bool:
        """Whether bytes wait because the line is slower than we are."""
        return bool(self._backlog)

    def read(self) -> bytes:
        """Whatever has arrived; empty when nothing has."""
        try:
            data = os.read(self.fileno(), READ_SIZE)
        except BlockingIOError:
            return b""
        except (OSError, serial.SerialException):
            raise self._lost() from None
        if not data:
            raise self._lost()
        return data

    def write(self, data: bytes) -> None:
        """Write now what the line takes and keep the rest; call again, even with nothing."""
        self._backlog += data
        if len(self._backlog) > MAX_BACKLOG:
            raise PortError("lost", phrase("lost-port-full", port=str(self.path)))
        try:
            while self._backlog:
                del self._backlog[: os.write(self.fileno(), self._backlog)]
        except BlockingIOError:
            return
        except (OSError, serial.SerialException):
            raise self._lost() from None

    def close(self) -> None:
        """Give the port back; closing twice is harmless."""
        self._backlog.clear()
        self._serial.close()

    def _lost(self) -> PortError:
        return PortError("lost", phrase("lost-port-cut", port=str(self.path)))


def is_left_behind(path: Path) -> bool:
    """Whether a killed program left this link: its terminal's number belongs to another one now."""
    try:
        target = path.resolve()
        # The link is always made after its terminal; only terminals have numbers used again.
        is_older = path.lstat().st_ctime_ns < target.stat().st_ctime_ns
    except OSError:
        return False
    return path.is_symlink() and target.is_relative_to("/dev/pts") and is_older


def explain(path: Path, error: OSError | ValueError, group: str = "dialout") -> PortError:
    """Say what stands in the way of opening a port, and what to do about it."""
    match getattr(error, "errno", None):
        case errno.ENOENT | errno.ENXIO | errno.ENODEV | errno.EIO if path.is_symlink():
            return PortError("missing", phrase("lost-port-link", port=str(path)))
        case errno.ENOENT | errno.ENXIO | errno.ENODEV | errno.EIO:
            return PortError("missing", phrase("lost-port-missing", port=str(path)))
        case errno.EACCES | errno.EPERM:
            wanted = _group_of(path, group)
            reason = phrase("lost-port-permission", port=str(path), group=wanted)
            return PortError("permission", reason)
        case errno.EAGAIN | errno.EBUSY:
            return PortError("busy", phrase("lost-port-busy", port=str(path)))
    what = "lost-port-not-input" if group == "input" else "lost-port-not-serial"
    return PortError("unusable", phrase(what, port=str(path)))


def _group_of(path: Path, usual: str) -> str:
    try:
        group = grp.getgrgid(path.stat().st_gid).gr_name
    except (OSError, KeyError):
        return usual
    return group if group != "root" else usual


def _said(text: str | None) -> str:
    return "" if text in (None, "n/a") else str(text)


def list_candidates() -> tuple[Candidate, ...]:
    """Every serial port the system knows, by path."""
    try:
        found = comports()
    except (OSError, TypeError, ValueError):
        # A port that is pulled out while it is looked at; the next look sees the rest.
        return ()
    ports = (
        Candidate(
            path=info.device,
            vendor="" if info.vid is None else f"{info.vid:04x}",
            product="" if info.pid is None else f"{info.pid:04x}",
            serial=info.serial_number or "",
            location=info.location or "",
            description=info.product or _said(info.description),
        )
        for info in found
    )
    return tuple(sorted(ports, key=lambda port: port.path))
