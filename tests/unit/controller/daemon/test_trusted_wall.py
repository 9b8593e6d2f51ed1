"""A ruling from the wall: under a name, as at the table's own desk, and only by the wall's key."""

from itertools import count
from pathlib import Path

import pytest

from config.table import TABLES, read_table
from controller.bus.desk_messages import FromWall, Submitted
from controller.bus.messages import Refused
from controller.bus.remote_act import RemoteAct
from controller.daemon.desk import Answer
from controller.daemon.trusted_wall import LATEST_S, TrustedWall, wall_of
from controller.directives.signed import SignedText
from controller.facts.events import BetsClosed
from controller.facts.failure import OperatorError
from controller.record.keys import SigningKey, wall_key
from tests.unit.controller.daemon.desk_on_trial import NOON_S, RULING, SHELL, DeskOnTrial, reason

TABLE = "oaks/t7"
RULES: dict[str, object] = {"kind": "submit", "session": "", "event": RULING.model_dump()}


class WallOnTrial(DeskOnTrial):
    """A table that trusts one wall."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.key = wall_key(folder, "pit-wall")
        self.trusted = TrustedWall(TABLE, self.key.public)
        self.desk = self.desk_of(self.staff, trusted=self.trusted)
        self._tokens = (f"{number:032x}" for number in count())

    def act(self, **changed: object) -> RemoteAct:
        now_ms = round((NOON_S + self.now) * 1000)
        usual = {
            "table": TABLE,
            "person": "floor",
            "where": "pit-wall",
            "at_ms": now_ms,
            "pin_at_ms": now_ms,
            "once": next(self._tokens),
            "request": RULES,
        }
        return RemoteAct.model_validate(usual | changed)

    def signed(self, act: RemoteAct, key: SigningKey | None = None) -> str:
        return SignedText(act.model_dump_json() + "\n").signed(key or self.key).text

    def say(self, text: str) -> Answer:
        return self.desk.answer(FromWall(text=text), SHELL)

    def rule(self, **changed: object) -> Answer:
        return self.say(self.signed(self.act(**changed)))


@pytest.fixture
def wall(tmp_path: Path) -> WallOnTrial:
    return WallOnTrial(tmp_path)


def test_a_ruling_is_recorded_with_who_and_where(wall: WallOnTrial) -> None:
    assert isinstance(wall.rule(), Submitted)
    assert wall.table.rows == [("desk:floor:pit-wall:floor", RULING)]


def test_why_the_table_holds_is_told(wall: WallOnTrial) -> None:
    assert wall.rule(request={"kind": "ask_hold", "session": ""}) == b"ask_hold"


def test_the_role_is_the_one_this_table_knows(wall: WallOnTrial) -> None:
    event = RULING.model_copy(update={"by": "dealer"})
    request = RULES | {"event": event.model_dump()}
    assert "is not for a" in reason(wall.rule(person="dealer", request=request))
    assert wall.table.kinds == ["act_refused"]


def test_nobody_speaks_for_another_for_a_stranger_or_for_somebody_locked(
    wall: WallOnTrial,
) -> None:
    other = RULING.model_copy(update={"by": "Ann Lee"})
    assert "use one name" in reason(wall.rule(request=RULES | {"event": other.model_dump()}))
    assert "nobody of the staff" in reason(wall.rule(person="Eve"))
    member = wall.staff.find("floor")
    assert member is not None
    wall.staff.put(member.model_copy(update={"is_locked": True}))
    assert "is locked" in reason(wall.rule())


def test_a_pin_given_too_long_ago_is_asked_for_again(wall: WallOnTrial) -> None:
    answer = wall.rule(pin_at_ms=round((NOON_S - 301) * 1000))
    assert isinstance(answer, Refused)
    assert answer.because is not None
    assert answer.because.code == "pin-not-fresh"
    # A clock that runs ahead makes no PIN fresher than now.
    wall.now = 400.0
    assert isinstance(wall.rule(pin_at_ms=round((NOON_S + 9000) * 1000)), Submitted)


def test_where_the_room_has_a_second_method_it_is_asked_for_too(wall: WallOnTrial) -> None:
    wall.desk = wall.desk_of(wall.staff, "totp", wall.trusted)
    answer = wall.rule()
    assert isinstance(answer, Refused)
    assert answer.because is not None
    assert answer.because.code == "second-due"
    assert isinstance(wall.rule(proved_at_ms=round(NOON_S * 1000)), Submitted)


def test_another_key_and_a_changed_word_are_refused(wall: WallOnTrial, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    stranger = wall_key(tmp_path / "other", "pit-wall")
    act = wall.act()
    assert "takes no word from that wall" in reason(wall.say(wall.signed(act, stranger)))
    changed = wall.signed(act).replace("resume", "void-round")
    assert "takes no word from that wall" in reason(wall.say(changed))
    assert "takes no word from that wall" in reason(wall.say("nonsense"))
    assert wall.table.rows == []


def test_what_is_repeated_late_or_meant_for_another_table_is_refused(wall: WallOnTrial) -> None:
    text = wall.signed(wall.act())
    assert isinstance(wall.say(text), Submitted)
    assert "was asked already" in reason(wall.say(text))
    assert "meant for capitol/t7" in reason(wall.rule(table="capitol/t7"))
    late = wall.signed(wall.act())
    wall.now = LATEST_S + 1.0
    assert "set their clocks" in reason(wall.say(late))
    assert wall.table.kinds == ["ruling_given"]


def test_no_other_event_comes_from_a_wall(wall: WallOnTrial) -> None:
    request = RULES | {"event": BetsClosed().model_dump()}
    assert "takes no word" in reason(wall.rule(request=request))


def test_a_table_that_trusts_no_wall_takes_nothing(wall: WallOnTrial) -> None:
    text = wall.signed(wall.act())
    wall.desk = wall.desk_of(wall.staff)
    assert "takes no word from that wall" in reason(wall.say(text))


FLOOR = '\n[floor]\nroom = "oaks"\nservers = ["nats://127.0.0.1:4222"]\n'


def test_the_table_file_names_the_wall(wall: WallOnTrial, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    shipped = (TABLES / "emulated-baccarat.toml").read_text()
    file.write_text(f'{shipped}{FLOOR}wall_key = "wall.pub"\n')
    found = wall_of(read_table(file), tmp_path)
    assert found == TrustedWall("oaks/emulated-baccarat", wall.key.public)
    (tmp_path / "wall.pub").write_text("no key")
    with pytest.raises(OperatorError, match=r"copy wall\.pub of the wall there"):
        wall_of(read_table(file), tmp_path)
    file.write_text(f"{shipped}{FLOOR}")
    assert wall_of(read_table(file), tmp_path) is None
