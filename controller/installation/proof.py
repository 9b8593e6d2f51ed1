"""Whether a started table works: asked as a client would, from outside its processes."""

import ssl
import time
import urllib.error
import urllib.request
from typing import Final

from controller.installation.places import Places
from controller.installation.shell import Words, attempt, last_line
from controller.installation.table_units import TableUnits

SERVICES: Final = ("underfelt-daemon", "underfelt-scoreboard", "underfelt-desk")
ANSWER_WITHIN_S: Final = 20.0
BETWEEN_S: Final = 0.5
# Long enough that a process that falls at once has fallen.
STEADY_S: Final = 3.0


def first_trouble(places: Places, units: TableUnits, patience_s: float) -> str | None:
    """What does not work after a while, or None when pages, desk and rules answer."""
    until = time.monotonic() + patience_s
    # Whoever waits longer for the whole has a slow machine, and waits longer for each answer too.
    within_s = max(ANSWER_WITHIN_S, patience_s / 4)
    while (trouble := _trouble(places, units, within_s)) is not None:
        if time.monotonic() > until:
            return trouble
        time.sleep(BETWEEN_S)
    time.sleep(STEADY_S)
    return _trouble(places, units, within_s)


def _trouble(places: Places, units: TableUnits, within_s: float) -> str | None:
    for unit in SERVICES:
        state = attempt(["systemctl", "is-active", unit]).stdout.strip()
        if state != "active":
            return f"{unit} is {state or 'unknown'}"
    for name, address in units.pages.items():
        if trouble := _asked(address):
            return f"the {name} at {address} does not answer: {trouble}"
    status: Words = [
        places.current / "bin" / "underfelt",
        "status",
        "--table",
        places.table,
        "--json",
    ]
    told = attempt(status, within_s=within_s)
    return f"the rules do not answer: {last_line(told)}" if told.returncode else None


def _asked(address: str) -> str | None:
    # The desk's certificate is its own: whoever asks from this machine has nothing to compare.
    context = ssl._create_unverified_context() if address.startswith("https") else None
    try:
        with urllib.request.urlopen(address, timeout=ANSWER_WITHIN_S, context=context) as answer:
            return None if answer.read() else "an empty page"
    except urllib.error.HTTPError as error:
        # A page that asks for a key or a log-in is served.
        return None if error.code in (401, 403) else f"status {error.code}"
    except OSError as error:
        return str(getattr(error, "reason", error))


def running_version(places: Places) -> str | None:
    """The version the daemon's process was started from, whatever the link says by now."""
    shown = attempt(["systemctl", "show", "-P", "MainPID", "underfelt-daemon"]).stdout.strip()
    try:
        words = (places.root / "proc" / shown / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return None
    folders = [part for part in words if places.versions.name.encode() in part]
    return (
        folders[0].decode().split(f"{places.versions.name}/")[1].split("/")[0] if folders else None
    )
