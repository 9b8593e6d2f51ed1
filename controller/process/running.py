"""Which tables run on this machine; beside its sockets each says where its files are."""

import os
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

SERVICE: Final = Path("/run/underfelt")
# Links beside the sockets, so that whoever finds a running table finds the rest of it.
TABLE_LINK: Final = "table.toml"
RECORD_LINK: Final = "record"
# Whoever may ask or act has one of them; a daemon has all.
PROBED: Final = ("answers.sock", "desk.sock")
# The port of the scoreboard while it is another one than the table file's.
SCREEN_PORT: Final = "scoreboard.port"
# The sockets' directory inside the record's, where a user has no runtime directory.
OWN_SOCKETS: Final = "run"


class RunningTable(NamedTuple):
    """A table whose daemon answers: its name, its sockets, and what its links say."""

    name: str
    sockets: Path
    table_file: Path | None
    record: Path | None


class Found(NamedTuple):
    """The tables that answer, and the directories that this user may not look into."""

    tables: tuple[RunningTable, ...]
    closed: tuple[Path, ...]


def put_up_links(sockets: Path, table_file: Path, record: Path) -> None:
    """Leave beside the sockets where the table file and the record are."""
    _link(sockets / TABLE_LINK, table_file.resolve())
    _link(sockets / RECORD_LINK, record.resolve())


@contextmanager
def serving_screens(sockets: Path, port: int) -> Iterator[None]:
    """Leave beside the sockets at which port the scoreboard is found, as long as it is."""
    place = sockets / SCREEN_PORT
    place.write_text(str(port))
    try:
        yield
    finally:
        place.unlink(missing_ok=True)


def screen_port(sockets: Path) -> int | None:
    """Where the scoreboard of a table is found, if that is told beside its sockets."""
    try:
        told = (sockets / SCREEN_PORT).read_text().strip()
    except OSError:
        return None
    return int(told) if told.isdecimal() else None


def running_tables(environ: Mapping[str, str] = os.environ, service: Path | None = None) -> Found:
    """Every table of this machine that answers: the service's and this user's own."""
    found: list[RunningTable] = []
    closed: list[Path] = []
    for parent, pattern in _places(environ, service or SERVICE):
        if parent.exists() and not os.access(parent, os.R_OK | os.X_OK):
            closed.append(parent)
            continue
        found += _answering(parent.glob(pattern))
    return Found(tuple(dict.fromkeys(found)), tuple(closed))


def answers(sockets: Path) -> bool:
    """Tell whether a daemon listens there; a socket file alone outlives a killed one."""
    return any(_listens(sockets / name) for name in PROBED)


def _listens(place: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe, suppress(OSError):
        probe.connect(str(place))
        return True
    return False


def table_at(sockets: Path) -> RunningTable:
    """What the links beside the sockets of a table say."""
    folder = sockets.parent if sockets.name == OWN_SOCKETS else sockets
    table_file, record = (_target(sockets / link) for link in (TABLE_LINK, RECORD_LINK))
    return RunningTable(folder.name, sockets, table_file, record)


def _places(environ: Mapping[str, str], service: Path) -> Iterator[tuple[Path, str]]:
    yield service, "*"
    if "XDG_RUNTIME_DIR" in environ:
        yield Path(environ["XDG_RUNTIME_DIR"]) / "underfelt", "*"
    home = Path(environ.get("XDG_STATE_HOME", Path.home() / ".local" / "state"))
    yield home / "underfelt", f"*/{OWN_SOCKETS}"


def _answering(directories: Iterable[Path]) -> Iterator[RunningTable]:
    for sockets in sorted(directories):
        if answers(sockets):
            yield table_at(sockets)


def _link(place: Path, target: Path) -> None:
    new = place.with_name(f".{place.name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    new.replace(place)


def _target(link: Path) -> Path | None:
    try:
        return link.readlink()
    except OSError:
        return None
