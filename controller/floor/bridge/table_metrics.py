"""What a table tells of itself: its round, its devices and links, its record. Pure."""

from collections.abc import Iterable

from controller.bus.messages import LinkStatistics
from controller.facts.board import Board
from controller.floor.metrics import Family, text_of


def table_metrics(
    table: str, board: Board | None, links: Iterable[LinkStatistics], recorded: int, sent: int
) -> str:
    """The figures of one table, as far as they are known."""
    here = {"table": table}
    families = [
        Family("record_rows", "gauge", "Last row of the record.", [(here, recorded)]),
        Family("sent_rows", "gauge", "Last row that the floor's stream has.", [(here, sent)]),
    ]
    if board is not None:
        families += _of_board(here, board)
    return text_of([*families, *_of_links(here, list(links))])


def _of_board(here: dict[str, str], board: Board) -> list[Family]:
    alarms = len(board.alarms.alarms) if board.alarms else 0
    devices = [
        (here | {"device": each.device}, float(each.state == "ready")) for each in board.devices
    ]
    return [
        Family("round", "gauge", "The round in play.", [(here, board.round)]),
        Family(
            "held",
            "gauge",
            "1 while the table waits for a ruling.",
            [(here, board.hold is not None)],
        ),
        Family("local_alarms", "gauge", "Alarms at the table.", [(here, alarms)]),
        Family("device_ready", "gauge", "1 while a device is ready.", devices),
    ]


def _of_links(here: dict[str, str], links: list[LinkStatistics]) -> list[Family]:
    each = [(here | {"device": link.device}, link) for link in links]
    damaged = [(labels, link.bad_crc + link.bad_frames) for labels, link in each]
    return [
        Family("link_frames", "counter", "Frames in.", [(to, link.frames_in) for to, link in each]),
        Family("link_damaged", "counter", "Frames that arrived damaged.", damaged),
        Family(
            "link_reconnects",
            "counter",
            "Links made anew.",
            [(to, link.reconnects) for to, link in each],
        ),
    ]
