"""A wrong place, file or neighbour: told in one line with the remedy, and the table plays on."""

import os
import re
import signal
from collections.abc import Callable, Iterator

import pytest
import zmq

from config.words.reasons import in_english
from controller.bus.client import DeskError
from controller.bus.desk_client import DeskClient
from controller.bus.endpoints import endpoint
from controller.bus.messages import DAEMON_MESSAGE, Hello, Refused, Report, Welcome
from controller.cli.rule import give
from controller.facts.events import (
    CardDrawn,
    DeviceConnected,
    RulingGiven,
    ShoeLoaded,
)
from controller.facts.failure import OperatorError
from tests.system.auditing import assert_whole
from tests.system.processes import OurProcess, TableOnTrial, until
from tests.system.reporting import TrialDriver

NewTable = Callable[[str], TableOnTrial]
ONE_LINE = re.compile(r"error: [^\n]+; [^\n]+\n")


class RawSocket:
    """A socket that may say anything at all."""

    def __init__(self, table: TableOnTrial, place: str, identity: str) -> None:
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.setsockopt(zmq.IDENTITY, f"{identity}/{os.getpid()}".encode())
        self._socket.connect(endpoint(table.run, place))
        table.on_close.append(self.close)

    def refusal(self, *frames: bytes) -> str:
        """Send frames and wait for the reason they are refused."""
        self._socket.send_multipart(frames)
        assert self._socket.poll(20_000), "no answer"
        answer = DAEMON_MESSAGE.validate_json(self._socket.recv_multipart()[-1])
        assert isinstance(answer, Refused)
        return answer.reason

    def close(self) -> None:
        self._context.destroy(linger=0)


@pytest.fixture
def raw(table: TableOnTrial) -> Iterator[Callable[[str, str], RawSocket]]:
    opened: list[RawSocket] = []

    def make(place: str, identity: str) -> RawSocket:
        opened.append(RawSocket(table, place, identity))
        return opened[-1]

    yield make
    for socket in opened:
        socket.close()


def assert_refused(process: OurProcess, *words: str) -> None:
    """One line on standard error, exit 2, and it says what the operator needs."""
    assert process.wait() == 2
    assert ONE_LINE.fullmatch(process.errors), process.errors
    for word in words:
        assert word in process.errors


def running_daemon(table: TableOnTrial) -> OurProcess:
    daemon = table.start_daemon()
    table.wait_for_board()
    return daemon


def stop(daemon: OurProcess) -> str:
    assert daemon.end(signal.SIGTERM) == 0
    assert "Traceback" not in daemon.errors
    return daemon.errors


# Directories


@pytest.mark.long
def test_a_second_table_on_the_same_sockets_is_refused_and_the_first_plays_on(
    new_table: NewTable,
) -> None:
    first, second = new_table("baccarat"), new_table("baccarat")
    playing = first.start_run("--pace", "50")
    first.wait_for_rounds(1)
    second.run = first.run
    assert_refused(second.start_run("--pace", "50"), str(first.run), "--run-dir")
    assert_refused(second.start_daemon(), str(first.run), "--run-dir")
    assert_refused(second.start_part("emulate"), str(first.run), "--run-dir")
    first.wait_for_rounds(first.rounds() + 2)
    assert playing.end(signal.SIGINT) == 0
    assert "ended" not in playing.output
    assert_whole(first)


def test_a_second_daemon_on_the_same_record_is_refused(new_table: NewTable) -> None:
    first, second = new_table("baccarat"), new_table("baccarat")
    daemon = running_daemon(first)
    second.state = first.state
    assert_refused(second.start_daemon(), "already has a writer", str(daemon.pid))
    stop(daemon)


@pytest.mark.parametrize("command", ["run", "daemon"])
def test_a_state_directory_that_cannot_be_written_is_named(
    table: TableOnTrial, command: str
) -> None:
    table.state.write_text("a file where the directory should be")
    process = table.start_run() if command == "run" else table.start_daemon()
    assert_refused(process, str(table.state), "--state-dir")


@pytest.mark.parametrize("command", ["run", "daemon", "emulate", "driver", "rule"])
def test_a_socket_path_that_is_too_long_is_refused(table: TableOnTrial, command: str) -> None:
    table.run = table.folder / ("deep" * 30)
    starts: dict[str, Callable[[], OurProcess]] = {
        "run": table.start_run,
        "daemon": table.start_daemon,
        "emulate": lambda: table.start_part("emulate"),
        "driver": lambda: table.start_part("driver", "shoe-1"),
        "rule": lambda: table.start_part("rule", "resume", "--by", "Ann Lee"),
    }
    assert_refused(starts[command](), "longer than 107 bytes", "--run-dir")


def test_a_foreign_file_in_place_of_the_record_is_set_aside_and_holds_the_table(
    table: TableOnTrial,
) -> None:
    table.state.mkdir()
    foreign = b"not a database at all" * 100
    (table.state / "journal.sqlite").write_bytes(foreign)
    table.start_daemon()
    held = until(lambda: table.wait_for_board().hold, "a hold")
    assert held.name == "record-damaged"
    [aside] = table.state.glob("journal-damaged-*.sqlite")
    assert aside.read_bytes() == foreign


# Table files


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("seats = 8", "seats = 8\nchairs = 8", ("chairs", "table.toml:5")),
        ("seats = 8", "seats = 3", ("seats", "table.toml:4")),
        ("lucky-derby/ez-baccarat-panda-8", "lucky-derby/old-maid", ("old-maid", "table.toml:3")),
        ('kind = "shoe"', 'kind = "boot"', ("boot", "kind")),
        ("seats = 8", "seats = = 8", ("table.toml:4",)),
    ],
)
def test_a_wrong_table_file_is_refused_at_its_line(
    table: TableOnTrial, old: str, new: str, words: tuple[str, ...]
) -> None:
    table.edit(old, new)
    done = table.ask_run()
    assert done.returncode == 2
    assert all(line.startswith("error: ") for line in done.stderr.splitlines())
    for word in words:
        assert word in done.stderr


def test_a_table_file_that_is_not_there_is_named(table: TableOnTrial) -> None:
    table.file = table.folder / "nowhere.toml"
    assert_refused(table.start_daemon(), "nowhere.toml")


# The record


NONSENSE = [
    (b"", "the message"),
    (b"\xff\xfe\x00", "the message"),
    (b"[1, 2", "the message"),
    (b"[" * 100_000, "the message"),
    (b'{"kind":"song"}', "kind"),
    (b'{"kind":"report","device":"shoe-1","boot":1,"sequence":1}', "event"),
    (
        b'{"kind":"report","device":"shoe-1","boot":1,"sequence":1,"event":{"kind":"eclipse"}}',
        "event",
    ),
    (
        b'{"kind":"report","device":"shoe-1","boot":1,"sequence":1,'
        b'"event":{"kind":"shoe_loaded","decks":900}}',
        "decks",
    ),
    (
        b'{"kind":"report","device":"shoe-1","boot":1,"sequence":1,'
        b'"event":{"kind":"card_drawn","card":"11x"}}',
        "card",
    ),
    (b'{"kind":"report","device":"shoe-1","boot":%d,"sequence":1}' % 2**70, "boot"),
    (b'{"kind":"report","device":"shoe-1","boot":1,"sequence":-1}', "sequence"),
    (b'{"kind":"heartbeat","device":"shoe-1","boot":1,"sequence":1,"%b":1}' % (b"x" * 5000), "xxx"),
    (b'{"kind":"hello","device":"\\ud800","device_kind":"shoe"}', "the message"),
]


def test_nonsense_is_refused_by_field_and_holds_the_table(
    table: TableOnTrial, raw: Callable[[str, str], RawSocket]
) -> None:
    daemon = running_daemon(table)
    shoe = raw("devices", "shoe-1")
    reasons = []
    for body, field in NONSENSE:
        reasons.append(shoe.refusal(body))
        assert field in reasons[-1], (body[:80], reasons[-1])
        board = table.wait_for_board()
        assert board.hold is not None
        assert board.hold.name == "device-lost"
        # Nonsense that differs each time is one cause, written down once.
        assert [
            d for d in board.devices if d.device == "shoe-1" and reasons[0] in in_english(d.reason)
        ]
    assert len(table.happened()) == 1
    shoe.close()
    driver = TrialDriver(table, "shoe-1", "shoe")
    driver.report(DeviceConnected(device="shoe-1", device_kind="shoe"))
    assert table.wait_for_board().hold is None
    driver.close()
    assert daemon.is_running
    stop(daemon)
    assert_whole(table)


def test_a_device_the_table_does_not_have_is_refused_with_the_remedy(table: TableOnTrial) -> None:
    daemon = running_daemon(table)
    ghost = TrialDriver(table, "ghost-1", "shoe")
    hello = Hello(device="ghost-1", device_kind="shoe", boot=1)
    refused = ghost.until_heard(Refused, hello)
    assert isinstance(refused, Refused)
    assert "add [devices.ghost-1]" in refused.reason
    ghost.send(ShoeLoaded(decks=8))
    assert "ghost-1" in ghost.refusal().reason
    ghost.close()
    assert table.happened() == []
    stop(daemon)


def test_a_driver_may_not_speak_for_another_device(
    table: TableOnTrial, raw: Callable[[str, str], RawSocket]
) -> None:
    daemon = running_daemon(table)
    event = ShoeLoaded(decks=8)
    report = Report(device="shoe-1", boot=1, sequence=1, event=event)
    assert raw("devices", "pad-1").refusal(report.model_dump_json().encode())
    assert table.happened() == []
    stop(daemon)


@pytest.mark.parametrize(
    ("hello", "words"),
    [
        (Hello(device="shoe-1", device_kind="shoe", boot=1, bus_version=2), ("2", "1", "version")),
        (Hello(device="shoe-1", device_kind="lamps", boot=1), ("lamps", "shoe", "table file")),
    ],
)
def test_a_driver_that_does_not_match_is_refused_with_both_values(
    table: TableOnTrial, hello: Hello, words: tuple[str, ...]
) -> None:
    daemon = running_daemon(table)
    driver = TrialDriver(table, "shoe-1", "shoe")
    refused = driver.until_heard(Refused, hello)
    assert isinstance(refused, Refused)
    for word in words:
        assert word in refused.reason
    assert not [message for message in driver.heard if isinstance(message, Welcome)]
    driver.close()
    stop(daemon)


DESK_NONSENSE = [
    (b"", "the message"),
    (b"nonsense", "the message"),
    (b'{"kind":"ask_the_oracle"}', "kind"),
    (b'{"kind":"ask_history","after":%d}' % 2**70, "after"),
    (b'{"kind":"ask_history","after":-1}', "after"),
    (b'{"kind":"ask_history","after":0,"limit":1000000}', "limit"),
    (b'{"kind":"ask_board","%b":1}' % (b"x" * 5000), "xxx"),
    (b'{"kind":"log_in","person":"","pin":"2580","place":"x"}', "person"),
    (b'{"kind":"log_in","person":"\\u202eAnn","pin":"2580","place":"x"}', "person"),
    (b'{"kind":"log_in","person":"Ann","pin":"a","place":"x"}', "pin"),
    (b'{"kind":"submit","session":"","event":{"kind":"wager_placed","seat":99}}', "seat"),
]


def test_nonsense_at_the_desk_is_refused_by_field_and_disturbs_nobody(
    table: TableOnTrial, raw: Callable[[str, str], RawSocket]
) -> None:
    daemon = running_daemon(table)
    visitor = raw("desk", "visitor")
    for body, field in DESK_NONSENSE:
        assert field in visitor.refusal(b"", body), body[:80]
    board = table.wait_for_board()
    assert board.hold is None
    assert table.happened() == []
    stop(daemon)


def test_a_card_without_a_shoe_is_an_irregularity_and_not_an_error(table: TableOnTrial) -> None:
    daemon = running_daemon(table)
    shoe = TrialDriver(table, "shoe-1", "shoe")
    shoe.report(CardDrawn.model_validate({"card": "7h"}, strict=False))
    board = table.wait_for_board()
    assert board.hold is not None
    assert board.hold.name == "shoe-not-loaded"
    shoe.close()
    stop(daemon)


def test_rule_says_that_nobody_is_there(table: TableOnTrial) -> None:
    desk = DeskClient(table.run, timeout_s=0.1)
    with pytest.raises(DeskError, match=r"; is the table running\?") as caught:
        give(desk, RulingGiven(by="Ann Lee", ruling="resume"))
    assert isinstance(caught.value, OperatorError)
