"""The serial port: the only file that imports pyserial."""

import errno
import grp
import os
from pathlib import Path
from typing import Final, Literal

import serial

READ_SIZE: Final = 4096
MAX_BACKLOG: Final = 65_536

Cause = Literal["missing", "permission", "busy", "unusable", "lost"]


class PortError(Exception):
    """A port cannot be opened or stopped working; the message says what to do."""

    def __init__(self, cause: Cause, message: str) -> None:
        super().__init__(message)
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
        try:
            self._serial = _KeepingSerial(
                str(path), baud, timeout=0, write_timeout=0, exclusive=True
            )
        except (OSError, ValueError) as error:
            raise _explain(path, error) from None

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
            raise PortError("lost", f"port {self.path}: takes no bytes; unplug it and plug it in")
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
        return PortError("lost", f"port {self.path}: connection lost; plug the device in")


def _explain(path: Path, error: OSError | ValueError) -> PortError:
    match getattr(error, "errno", None):
        case errno.ENOENT | errno.ENXIO | errno.ENODEV | errno.EIO if path.is_symlink():
            text = f"port {path}: the link leads to nothing; plug the device in"
            return PortError("missing", text)
        case errno.ENOENT | errno.ENXIO | errno.ENODEV | errno.EIO:
            return PortError("missing", f"port {path}: not there; plug the device in")
        case errno.EACCES | errno.EPERM:
            text = f"port {path}: no permission; let this user join group {_group_of(path)}"
            return PortError("permission", text)
        case errno.EAGAIN | errno.EBUSY:
            text = f"port {path}: in use by another program; stop that program"
            return PortError("busy", text)
    return PortError("unusable", f"port {path}: is not a serial port; correct the path")


def _group_of(path: Path) -> str:
    try:
        group = grp.getgrgid(path.stat().st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"
    return group if group != "root" else "dialout"
