"""Tables that run on this machine are found by the sockets that answer."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.process.running import answers, put_up_links, running_tables


@contextmanager
def a_table(sockets: Path, record: Path | None = None) -> Iterator[Path]:
    """A directory in which somebody listens, as a daemon does."""
    sockets.mkdir(parents=True)
    with socket.socket(socket.AF_UNIX) as desk:
        desk.bind(str(sockets / "desk.sock"))
        desk.listen()
        put_up_links(sockets, sockets / "some.toml", record or sockets.parent)
        yield sockets


def test_the_services_table_is_found_with_its_file_and_its_record(tmp_path: Path) -> None:
    with a_table(tmp_path / "service" / "table-7", tmp_path / "lib") as sockets:
        [found] = running_tables({"XDG_STATE_HOME": str(tmp_path)}, tmp_path / "service").tables
    assert found == ("table-7", sockets, (sockets / "some.toml").resolve(), tmp_path / "lib")


def test_a_users_own_tables_are_found_in_both_of_their_places(tmp_path: Path) -> None:
    own, session = tmp_path / "home", tmp_path / "session"
    places = {"XDG_STATE_HOME": str(own), "XDG_RUNTIME_DIR": str(session)}
    with a_table(own / "underfelt" / "a" / "run"), a_table(session / "underfelt" / "b"):
        found = running_tables(places, tmp_path / "none")
    assert [table.name for table in found.tables] == ["b", "a"]


def test_a_socket_that_a_killed_daemon_left_is_no_table(tmp_path: Path) -> None:
    with a_table(tmp_path / "service" / "table-7") as sockets:
        assert answers(sockets)
    assert not answers(sockets)
    assert not running_tables({"XDG_STATE_HOME": "/none"}, tmp_path / "service").tables


def test_links_follow_a_table_that_moves(tmp_path: Path) -> None:
    with a_table(tmp_path / "service" / "t") as sockets:
        put_up_links(sockets, tmp_path / "other.toml", tmp_path / "elsewhere")
        [found] = running_tables({"XDG_STATE_HOME": "/none"}, tmp_path / "service").tables
    assert found.table_file == tmp_path / "other.toml"
    assert found.record == tmp_path / "elsewhere"
