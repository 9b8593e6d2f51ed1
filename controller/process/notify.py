"""Tells the service manager that a process is ready, alive or stopping (sd_notify protocol)."""

import asyncio
import os
import socket
from collections.abc import Mapping

from controller.facts.failure import OperatorError

_SEND_TIMEOUT_S = 1.0


class NotifyError(OperatorError):
    """The service manager named a notify socket or watchdog that cannot be used."""


def ready(environ: Mapping[str, str] = os.environ) -> None:
    """Report that start-up is finished."""
    _send("READY=1", environ)


def alive(environ: Mapping[str, str] = os.environ) -> None:
    """Reset the watchdog; call it once per `watchdog_period`."""
    _send("WATCHDOG=1", environ)


def stopping(environ: Mapping[str, str] = os.environ) -> None:
    """Report that an orderly stop has begun."""
    _send("STOPPING=1", environ)


def status(text: str, environ: Mapping[str, str] = os.environ) -> None:
    """Show one line of text in `systemctl status`."""
    # A line break would start a new field of the protocol.
    _send("STATUS=" + " ".join(text.split()), environ)


def watchdog_period(environ: Mapping[str, str] = os.environ) -> float | None:
    """Seconds between two calls of `alive`: half the limit, or None when nobody watches."""
    limit = environ.get("WATCHDOG_USEC")
    if not limit or environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    if not limit.isascii() or not limit.isdigit() or int(limit) == 0:
        raise NotifyError(
            f"WATCHDOG_USEC: {limit!r} is not a number of microseconds; "
            "let systemd set it through WatchdogSec= or unset it"
        )
    return int(limit) / 2_000_000


class Watchdog:
    """Fed by a loop that turns; a loop that stands still is ended by the service manager."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._environ = environ
        self._period_s = watchdog_period(environ)
        self._due = 0.0

    def feed(self, now: float) -> None:
        """Report progress, as often as the service manager asks for it."""
        if self._period_s is not None and now >= self._due:
            self._due = now + self._period_s
            alive(self._environ)


async def stay_watched(environ: Mapping[str, str] = os.environ) -> None:
    """Feed the watchdog from the loop this runs in, for as long as that turns."""
    period_s = watchdog_period(environ)
    while period_s is not None:
        alive(environ)
        await asyncio.sleep(period_s)
    await asyncio.Event().wait()


def _send(message: str, environ: Mapping[str, str]) -> None:
    name = environ.get("NOTIFY_SOCKET")
    if not name:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        sender.settimeout(_SEND_TIMEOUT_S)
        try:
            sender.sendto(message.encode(), _address(name))
        except OSError as error:
            raise NotifyError(
                f"NOTIFY_SOCKET: {name} does not take messages ({error.strerror or error}); "
                "start the process through systemd or unset the variable"
            ) from error


def _address(name: str) -> str:
    if name.startswith("@"):
        return "\0" + name[1:]
    if name.startswith("/"):
        return name
    raise NotifyError(
        f"NOTIFY_SOCKET: {name!r} is neither an absolute path nor an abstract name; "
        "give /path or @name, or unset the variable"
    )
