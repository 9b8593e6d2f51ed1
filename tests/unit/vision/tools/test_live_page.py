"""The technician's live page: loopback only, newest picture only."""

import http.client
import json
import socket
from collections.abc import Iterator

import numpy as np
import pytest

from vision.tools.live_page import LivePage, LivePageError
from vision.tools.watch import Readout

READOUT = Readout("card", "As", 0.98, "", "As", frames=7, fps=30.0, read_ms=1.2)


@pytest.fixture
def page() -> Iterator[LivePage]:
    live = LivePage(0)
    yield live
    live.close()


def get(page: LivePage, path: str, host: str = "127.0.0.1") -> tuple[int, str, bytes]:
    port = int(page.address.rsplit(":", 1)[1].strip("/"))
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        link.request("GET", path, headers={"Host": f"{host}:{port}"})
        answer = link.getresponse()
        return answer.status, answer.getheader("Content-Type") or "", answer.read()
    finally:
        link.close()


def test_the_page_and_its_parts_are_served(page: LivePage) -> None:
    status, kind, body = get(page, "/")
    assert (status, kind) == (200, "text/html; charset=utf-8")
    assert b"page.js" in body
    assert get(page, "/page.js")[0] == get(page, "/page.css")[0] == 200


def test_the_newest_picture_and_readout_are_served(page: LivePage) -> None:
    page.show(np.full((60, 80, 3), 90, np.uint8), READOUT)
    status, kind, body = get(page, "/frame.jpg?123")
    assert (status, kind, body[:2]) == (200, "image/jpeg", b"\xff\xd8")
    assert json.loads(get(page, "/readout.json")[2])["answer"] == "As"


def test_pictures_are_wanted_only_while_a_page_asks(page: LivePage) -> None:
    wanted = [page.is_wanted]
    assert get(page, "/frame.jpg")[0] == 204
    wanted.append(page.is_wanted)
    page.show(np.zeros((60, 80, 3), np.uint8), READOUT)
    assert [*wanted, page.is_wanted] == [False, True, False]


@pytest.mark.parametrize("path", ["/other", "/../live_page.py", "/page/index.html"])
def test_nothing_else_is_served(page: LivePage, path: str) -> None:
    assert get(page, path)[0] == 404


def test_another_host_name_is_refused(page: LivePage) -> None:
    assert get(page, "/frame.jpg", host="evil.example")[0] == 403


def test_a_taken_port_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(
            LivePageError, match=f"port {port}: address already in use; give --page"
        ):
            LivePage(port)
