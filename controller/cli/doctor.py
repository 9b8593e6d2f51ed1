"""`underfelt doctor`: what is wrong with this installation, and what to do about it."""

import json
import os
import platform
import shutil
import socket
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

import click

from config.device import CameraEntry, PinsEntry, PortEntry, PortMatch
from config.document import DocumentError
from config.table import TableAndGame, theme_problems
from controller.bus.client import AnswersClient, DeskError
from controller.bus.endpoints import SocketDirectoryError, socket_path
from controller.bus.messages import LinkStatistics
from controller.cli.files import run_option, state_option
from controller.cli.note_lines import window_lines
from controller.cli.site import here_option, site_of
from controller.facts.printable import printable
from controller.families.tables import load_table
from controller.record.journal import Journal
from controller.record.proving import problems_of
from controller.record.row import JournalError
from drivers.finding.matching import matching, why_not
from drivers.finding.sources import PortsFileError, candidates
from drivers.runtime.pin_backend import PinError, describe_backend

LOW_DISK_BYTES = 200_000_000
PACKAGES = ("aiohttp", "cobs", "cryptography", "gpiozero", "pydantic", "pyserial", "pyzmq")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: how it is, and the remedy when it is not well."""

    subject: str
    verdict: Literal["good", "note", "bad"]
    text: str


@click.command(
    "doctor",
    short_help="What is wrong with this installation.",
    epilog="\b\nExample:\n  underfelt doctor --table /etc/underfelt/table.toml",
)
@here_option
@state_option
@run_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def doctor_command(
    table_file: Path | None, state_dir: Path | None, run_dir: Path | None, as_json: bool
) -> int:
    """Look at the machine, the table file, the record, the devices and the running table."""
    findings = list(_examine(table_file, state_dir, run_dir))
    if as_json:
        click.echo(json.dumps([asdict(finding) for finding in findings], indent=2))
    else:
        for finding in findings:
            mark = {"good": "ok  ", "note": "note", "bad": "BAD "}[finding.verdict]
            click.echo(f"{mark}  {finding.subject:<11} {printable(finding.text)}")
    return 1 if any(finding.verdict == "bad" for finding in findings) else 0


def _examine(file: Path | None, state_dir: Path | None, run_dir: Path | None) -> Iterator[Finding]:
    yield _machine()
    yield _packages()
    try:
        site = site_of(file, run_dir, state_dir)
        loaded = load_table(site.table_file)
    except DocumentError as error:
        yield from (Finding("table file", "bad", str(problem)) for problem in error.problems)
        return
    yield _table(loaded)
    for problem in theme_problems(site.table_file, loaded.table.scoreboard.theme):
        yield Finding("theme", "bad", str(problem))
    yield _disk(site.record)
    yield _record(site.record / "journal.sqlite")
    yield from _running(loaded, site.sockets)
    yield from _pins(loaded)
    yield from _ports(loaded)


def _machine() -> Finding:
    text = f"Python {platform.python_version()} on {platform.machine()}"
    if sys.maxsize < 2**32:
        return Finding("machine", "bad", f"{text}; install a 64-bit operating system")
    return Finding("machine", "good", text)


def _packages() -> Finding:
    found, absent = [], []
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            absent.append(name)
    if absent:
        return Finding("packages", "bad", f"missing {', '.join(absent)}; run pip install underfelt")
    return Finding("packages", "good", ", ".join(found))


def _table(loaded: TableAndGame) -> Finding:
    text = f"{loaded.table.id}: {loaded.game.name}, {loaded.table.seats} seats"
    if loaded.open_readings:
        count = len(loaded.open_readings)
        return Finding("table file", "note", f"{text}; {count} readings not confirmed by the room")
    return Finding("table file", "good", text)


def _disk(directory: Path) -> Finding:
    place = next(path for path in (directory, *directory.parents) if path.exists())
    free = shutil.disk_usage(place).free
    text = f"{free // 1_000_000:,} MB free under {place}"
    if not os.access(place, os.W_OK):
        return Finding("disk", "bad", f"{place} is read-only; make it writable or use --state-dir")
    if free < LOW_DISK_BYTES:
        return Finding("disk", "bad", f"{text}; free some space before play")
    return Finding("disk", "good", text)


def _record(file: Path) -> Finding:
    if not file.exists():
        return Finding("record", "note", f"none yet; it will be {file}")
    try:
        with Journal.open_for_reading(file) as journal:
            problems = problems_of(journal)
            number, head = journal.head()
            seen = "".join(f"; {line}" for line in window_lines(journal))
    except JournalError as error:
        return Finding("record", "bad", str(error))
    if problems:
        return Finding("record", "bad", f"{len(problems)} problems; see underfelt journal verify")
    return Finding("record", "good", f"{number:,} rows, chain intact, head {head[:12]}{seen}")


def _running(loaded: TableAndGame, sockets: Path) -> Iterator[Finding]:
    try:
        if not socket_path(sockets, "answers").exists():
            raise DeskError("not running")
        board = AnswersClient(sockets, timeout_s=2).board()
    except SocketDirectoryError as error:
        yield Finding("sockets", "bad", str(error))
    except DeskError:
        yield Finding("daemon", "note", f"no table is running in {sockets}")
    else:
        links = _links(sockets)
        yield Finding("daemon", "good", f"round {board.round}, {board.phase}, row {board.number:,}")
        known = {entry.device: entry for entry in board.devices}
        for device in loaded.table.devices:
            entry = known.get(device)
            if entry is None:
                yield Finding(device, "bad", "never seen; is its driver running?")
            elif entry.state == "silent":
                yield Finding(device, "bad", "nothing is heard of its driver; start it")
            elif entry.state == "unavailable":
                yield Finding(device, "bad", entry.reason)
            else:
                yield Finding(device, "good", "ready")
            if device in links:
                yield _link(links[device])


def _links(sockets: Path) -> dict[str, LinkStatistics]:
    try:
        return {link.device: link for link in AnswersClient(sockets, timeout_s=2).links()}
    except DeskError:
        return {}


def _matched(device: str, match: PortMatch) -> Iterator[Finding]:
    try:
        found = matching(match, candidates())
    except PortsFileError as error:
        yield Finding(device, "bad", str(error))
        return
    problem = why_not(match, found)
    if problem:
        yield Finding(device, "bad", problem)


def _link(figures: LinkStatistics) -> Finding:
    """The link's figures in one line; damage on a link that holds is worth a note."""
    trip = figures.round_trip_ms
    words = [
        f"{figures.frames_in:,} frames in, {figures.frames_out:,} out",
        f"{figures.bad_crc + figures.bad_frames} bad",
        f"{figures.resends} resent",
        f"{figures.reconnects} reconnects",
        "no round trip yet" if trip is None else f"round trip {trip:g} ms",
    ]
    damaged = figures.bad_crc + figures.bad_frames
    is_poor = damaged * 100 > figures.frames_in
    if is_poor:
        words.append("over 1 % damaged: check cable and power")
    verdict: Literal["good", "note"] = "note" if is_poor or not figures.is_linked else "good"
    return Finding(figures.device, verdict, f"link: {', '.join(words)}")


def _pins(loaded: TableAndGame) -> Iterator[Finding]:
    entries = loaded.table.devices.values()
    backends = {entry.backend for entry in entries if isinstance(entry, PinsEntry)}
    for backend in sorted(backends, key=str):
        try:
            yield Finding("pins", "good", describe_backend(backend))
        except PinError as error:
            yield Finding("pins", "bad", str(error))


def _ports(loaded: TableAndGame) -> Iterator[Finding]:
    for device, entry in loaded.table.devices.items():
        match entry:
            case PortEntry(match=PortMatch() as match):
                yield from _matched(device, match)
            case CameraEntry(camera=camera) if camera.startswith("/") and _is_absent(camera):
                text = f"camera {camera} is not there; plug it in or correct the table file"
                yield Finding(device, "bad", text)
            case PortEntry(port=str() as port, emulator=None) if _is_absent(port):
                text = f"port {port} is not there; plug the device in or correct the table file"
                yield Finding(device, "bad", text)
    place = loaded.table.scoreboard
    with socket.socket() as probe:
        if probe.connect_ex((place.host, place.port)) == 0:
            yield Finding("scoreboard", "good", f"answers on http://{place.host}:{place.port}/")
        else:
            yield Finding("scoreboard", "note", f"not serving on {place.host}:{place.port}")


def _is_absent(path: str) -> bool:
    return not Path(path).exists()
