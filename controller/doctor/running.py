"""The running table: its daemon, its devices and their links."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from config.table import Table
from controller.bus.client import AnswersClient, DeskError
from controller.bus.endpoints import SocketDirectoryError, socket_path
from controller.bus.messages import LinkStatistics
from controller.doctor.finding import Finding, bad, good, lost, note, said
from controller.facts.board import Board, DeviceView
from controller.facts.phrase import phrase
from controller.process.running import screen_port

ANSWER_WITHIN_S: Final = 2.0
MOST_DAMAGED_PERCENT: Final = 1


def look_at_running(table: Table, sockets: Path) -> Iterator[Finding]:
    """What the daemon says, and how each device of the table file is."""
    try:
        if not socket_path(sockets, "answers").exists():
            raise DeskError("not running")
        board = AnswersClient(sockets, ANSWER_WITHIN_S).board()
    except SocketDirectoryError as error:
        yield said("sockets", str(error))
    except DeskError:
        told = phrase("doctor-not-running", place=str(sockets))
        yield note("daemon", told, phrase("cure-start"), "sudo systemctl start underfelt.target")
    else:
        yield from _devices(table, board, _links(sockets))


def _devices(table: Table, board: Board, links: dict[str, LinkStatistics]) -> Iterator[Finding]:
    row = f"{board.number:,}"
    yield good("daemon", phrase("doctor-running", round=board.round, row=row))
    known = {entry.device: entry for entry in board.devices}
    for device in table.devices:
        yield _device(device, known.get(device))
        if device in links:
            yield link(links[device])


def _device(device: str, entry: DeviceView | None) -> Finding:
    unit = f"sudo systemctl restart underfelt-driver@{device}"
    if entry is None:
        return bad(device, phrase("doctor-never-seen"), phrase("cure-start-driver"), unit)
    if entry.state == "silent":
        return bad(device, phrase("doctor-silent"), phrase("cure-start-driver"), unit)
    if entry.state == "unavailable":
        return lost(device, entry.reason)
    return good(device, phrase("doctor-ready"))


def _links(sockets: Path) -> dict[str, LinkStatistics]:
    try:
        return {each.device: each for each in AnswersClient(sockets, ANSWER_WITHIN_S).links()}
    except DeskError:
        return {}


def link(figures: LinkStatistics) -> Finding:
    """A link's figures; damage on a link that holds is worth a note."""
    trip = figures.round_trip_ms
    damaged = figures.bad_crc + figures.bad_frames
    told = phrase(
        "doctor-link",
        received=f"{figures.frames_in:,}",
        sent=f"{figures.frames_out:,}",
        damaged=damaged,
        resent=figures.resends,
        reconnects=figures.reconnects,
        trip="-" if trip is None else f"{trip:g}",
    )
    if damaged * 100 > figures.frames_in * MOST_DAMAGED_PERCENT:
        return note(figures.device, told, phrase("cure-cable"))
    return good(figures.device, told) if figures.is_linked else note(figures.device, told)


def look_at_screens(table: Table, sockets: Path) -> Iterator[Finding]:
    """Whether the public pages and the desk are served."""
    port = screen_port(sockets) or table.scoreboard.port
    yield _served("scoreboard", table.scoreboard.host, port)
    yield _served("desk", table.desk.host, table.desk_port)


def _served(subject: str, host: str, port: int) -> Finding:
    with socket.socket() as probe:
        probe.settimeout(ANSWER_WITHIN_S)
        is_served = probe.connect_ex((host, port)) == 0
    address = f"{host}:{port}"
    if is_served:
        return good(subject, phrase("doctor-served", address=address))
    return note(subject, phrase("doctor-not-served", address=address))
