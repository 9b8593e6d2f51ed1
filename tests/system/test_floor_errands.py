"""What the floor asks of a real table through NATS: directives taken and answered, a hold ruled."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from config.floor import NatsLink
from config.words import words
from controller.bus.client import DeskError
from controller.desk.pages.floor.given_ruling import given
from controller.facts.cards import Card
from controller.facts.events import CardDrawn, DirectiveTaken, RulingGiven, ShoeLoaded
from controller.facts.roles import DEMONSTRATION_FLOOR
from controller.floor.link.line import Line
from controller.floor.local.nats_server import NatsServer, free_port, nats_binary
from controller.floor.wall.reach import NatsReach
from controller.people.sessions import FRESH_S, Session
from controller.record.keys import wall_key
from controller.record.row import entry_of
from tests.command import underfelt
from tests.system.processes import TableOnTrial, short_folder, until
from tests.system.reporting import TrialDriver
from tests.system.test_directives import room, signed

NAME = "emulated-baccarat"
pytestmark = pytest.mark.skipif(nats_binary() is None, reason="nats-server is not installed")


class Linked(NamedTuple):
    """A table with its daemon and bridge, and the floor's end of the link."""

    table: TableOnTrial
    server: NatsServer
    folder: Path

    @property
    def floor_file(self) -> str:
        file = self.folder / "floor.toml"
        file.write_text(
            f'rooms = ["oaks"]\ndatabase = "sqlite:x"\n[nats]\nservers = ["{self.server.url}"]\n'
            f"[pages]\nport = {free_port()}\n"
        )
        return str(file)

    def reach(self) -> NatsReach:
        line = Line(NatsLink(servers=(self.server.url,)), self.folder, "wall")
        return NatsReach(line, wall_key(self.folder, "wall"))

    def rows(self) -> list[tuple[str, object]]:
        with self.table.journal() as journal:
            return [(row.source, entry_of(row).event) for row in journal.rows()]


@pytest.fixture(scope="module")
def linked() -> Iterator[Linked]:
    with short_folder() as folder:
        table = TableOnTrial(Path(folder), "baccarat")
        room(table.folder)
        wall_key(table.folder, "wall")
        server = NatsServer(table.folder / "nats")
        server.start()
        text = table.file.read_text()
        table.file.write_text(
            f'{text}\n[directives]\nroot = "root.directive"\n\n[floor]\nroom = "oaks"\n'
            f'servers = ["{server.url}"]\nwall_key = "wall.pub"\n'
        )
        try:
            table.start_daemon()
            table.wait_for_board()
            table.start_part("floor-bridge", "--state-dir", str(table.state))
            yield Linked(table, server, table.folder)
        finally:
            table.close()
            server.kill()


def test_a_rollout_is_taken_by_the_table_and_stops_at_the_one_that_does_not_answer(
    linked: Linked,
) -> None:
    file = signed(linked.folder, "limits", ("= 500", "= 700"))
    to = ("--floor", linked.floor_file, "--patience", "120")
    taken = underfelt("directive", "rollout", str(file), *to, NAME)
    assert (taken.returncode, taken.stderr) == (0, "")
    assert f"{NAME}: limits 1 taken, row " in taken.stdout
    [row] = [event for _, event in linked.rows() if isinstance(event, DirectiveTaken)]
    assert '"maximum":700' in row.after
    stopped = underfelt("directive", "rollout", str(file), *to[:2], "--patience", "1", "t8", "t9")
    assert stopped.returncode == 1
    assert "t8 has not answered within 1 s" in stopped.stderr
    assert "not sent to t9" in stopped.stderr


def test_a_changed_directive_is_refused_by_the_table_and_stops_the_rollout(linked: Linked) -> None:
    file = signed(linked.folder, "messages")
    file.write_text(file.read_text().replace("Welcome", "Goodbye"))
    to = ("--floor", linked.floor_file, "--patience", "120")
    done = underfelt("directive", "rollout", str(file), *to, NAME, "t9")
    assert done.returncode == 1
    assert f"{NAME} refused: no signature under it is of a key that may sign" in done.stderr
    assert "not sent to t9" in done.stderr


async def test_a_hold_is_ruled_from_the_wall_under_a_name_while_the_pin_is_fresh(
    linked: Linked,
) -> None:
    shoe = TrialDriver(linked.table, "shoe-1", "shoe")
    await asyncio.to_thread(_hold, linked.table, shoe)
    person, role, _pin = DEMONSTRATION_FLOOR
    reach, now = linked.reach(), time.monotonic()
    desk = reach.desk_of(f"oaks/{NAME}", Session(person, role, "desk", now))
    report = await asyncio.to_thread(desk.hold)
    assert report.name is not None
    ruling = RulingGiven(by=person, hold=report.name, ruling="resume")
    late = reach.desk_of(f"oaks/{NAME}", Session(person, role, "desk", now - FRESH_S - 1))
    with pytest.raises(DeskError, match="log in again"):
        await asyncio.to_thread(given, late, ruling, words())
    line = await asyncio.to_thread(given, desk, ruling, words())
    await reach.close()
    assert (f"desk:floor:wall:{person}", ruling) in linked.rows()
    assert line.row > 0
    board = await asyncio.to_thread(linked.table.wait_for_board)
    assert board.hold is None or board.hold.name != report.name


def _hold(table: TableOnTrial, shoe: TrialDriver) -> None:
    """A card before anybody could bet."""
    shoe.greet()
    shoe.report(ShoeLoaded(decks=8))
    shoe.report(CardDrawn(card=Card("7h")))
    until(lambda: table.wait_for_board().hold is not None, "a hold")


async def test_a_table_whose_bridge_is_away_is_named(linked: Linked) -> None:
    reach = linked.reach()
    desk = reach.desk_of("oaks/t9", Session("Demo Floor", "floor", "desk", time.monotonic()))
    with pytest.raises(DeskError, match="no bridge of oaks/t9 listens; start its"):
        await asyncio.to_thread(desk.hold)
    await reach.close()
