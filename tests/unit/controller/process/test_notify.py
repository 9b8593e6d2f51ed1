import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.process import notify


@pytest.fixture(params=["path", "abstract"])
def manager(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[socket.socket, dict[str, str]]]:
    """A datagram socket as the service manager binds it, and the environment naming it."""
    path = str(tmp_path / "notify") if request.param == "path" else f"@underfelt-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind("\0" + path[1:] if path.startswith("@") else path)
        receiver.settimeout(5)
        yield receiver, {"NOTIFY_SOCKET": path}


def test_each_report_arrives_as_its_own_datagram(
    manager: tuple[socket.socket, dict[str, str]],
) -> None:
    receiver, environ = manager
    notify.ready(environ)
    notify.alive(environ)
    notify.status("round 12, bets open", environ)
    notify.stopping(environ)
    received = [receiver.recv(4096) for _ in range(4)]
    assert received == [b"READY=1", b"WATCHDOG=1", b"STATUS=round 12, bets open", b"STOPPING=1"]


def test_status_text_cannot_smuggle_in_another_field(
    manager: tuple[socket.socket, dict[str, str]],
) -> None:
    receiver, environ = manager
    notify.status("on hold\nREADY=1\r\n", environ)
    assert receiver.recv(4096) == b"STATUS=on hold READY=1"


def test_environment_of_the_process_is_the_default(
    manager: tuple[socket.socket, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver, environ = manager
    monkeypatch.setenv("NOTIFY_SOCKET", environ["NOTIFY_SOCKET"])
    notify.ready()
    assert receiver.recv(4096) == b"READY=1"


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": ""}])
def test_stays_silent_without_a_service_manager(
    environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("opened a socket although nobody listens")

    monkeypatch.setattr(socket, "socket", refuse)
    notify.ready(environ)
    notify.alive(environ)
    notify.status("on hold", environ)
    notify.stopping(environ)


def test_a_socket_nobody_reads_is_named_with_the_remedy(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone")
    with pytest.raises(notify.NotifyError, match=r"gone does not take messages .*; start the"):
        notify.ready({"NOTIFY_SOCKET": gone})


def test_an_overlong_path_is_named_with_the_remedy() -> None:
    with pytest.raises(notify.NotifyError, match="does not take messages"):
        notify.ready({"NOTIFY_SOCKET": "/" + "x" * 300})


@pytest.mark.parametrize("name", ["notify", "vsock:2:1234"])
def test_an_address_of_another_family_is_refused(name: str) -> None:
    with pytest.raises(notify.NotifyError, match="neither an absolute path nor an abstract name"):
        notify.ready({"NOTIFY_SOCKET": name})


@pytest.mark.parametrize(
    ("environ", "period"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 5.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid())}, 5.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid() + 1)}, None),
        ({"WATCHDOG_USEC": ""}, None),
        ({}, None),
    ],
)
def test_watchdog_period_is_half_the_limit_when_this_process_is_watched(
    environ: dict[str, str], period: float | None
) -> None:
    assert notify.watchdog_period(environ) == period


@pytest.mark.parametrize("limit", ["0", "-5", "ten", "1.5", "²"])
def test_a_watchdog_limit_that_is_no_duration_is_refused(limit: str) -> None:
    with pytest.raises(notify.NotifyError, match=r"WATCHDOG_USEC: .* is not a number"):
        notify.watchdog_period({"WATCHDOG_USEC": limit})
