"""What the technician's page draws."""

from collections.abc import Iterable

from controller.bus.desk_messages import StaffLine
from controller.desk.pages.technician.devices import DeviceLine
from controller.desk.pages.technician.examination import FindingLine
from controller.desk.pages.technician.hearing import HeardLine
from controller.facts.fact import Fact, Name, Seat
from controller.process.log_lines import LogLine
from drivers.camera.view import CameraView

LINES_PER_PROCESS = 40


class Closed(Fact):
    """Nothing: the page is not for whoever has opened it."""

    is_closed: bool = True


class ProcessLog(Fact):
    """The last lines of one process, the newest first."""

    process: str
    lines: tuple[str, ...]


class Technician(Fact):
    """The whole page."""

    devices: tuple[DeviceLine, ...]
    seats: Seat
    tested: Name | None
    heard: tuple[HeardLine, ...]
    # What the camera of the device on trial sees, where it has one.
    view: CameraView | None
    # None until the doctor has looked for the first time.
    findings: tuple[FindingLine, ...] | None
    log: tuple[ProcessLog, ...]
    staff: tuple[StaffLine, ...]


def log_lines(lines: Iterable[LogLine]) -> tuple[ProcessLog, ...]:
    """The lines of each process together, those who spoke last first."""
    by_process: dict[str, list[str]] = {}
    for line in reversed(tuple(lines)):
        by_process.setdefault(line.process, []).append(line.text)
    return tuple(
        ProcessLog(process=process, lines=tuple(texts[:LINES_PER_PROCESS]))
        for process, texts in by_process.items()
    )
