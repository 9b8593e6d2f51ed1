"""Witnesses that answer HTTP: asked over the network, or by a courier where there is none."""

import socket
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request as WebRequest, urlopen

from controller.record.note import NoteError
from controller.record.witness import RefusalError

KEY: Final = "/key"
ADD: Final = "/add-checkpoint"
PATIENCE_S: Final = 5.0
# A courier waits for the witness as long as the witness may take.
COURIER_PATIENCE_S: Final = 2 * PATIENCE_S
LARGEST: Final = 65_536
NO_ANSWER: Final = 502
_OK: Final = 200


class Answer(NamedTuple):
    """What a witness answered; the status is HTTP's."""

    status: int
    text: str


def told(base: str, path: str, body: str | None = None, courier: Path | None = None) -> str:
    """What the witness at an address says; its refusal is an error with what it remembers."""
    asked = asked_at(base, path, body) if courier is None else _brought(courier, base, path, body)
    if asked.status == _OK:
        return asked.text
    text = asked.text.strip()
    if asked.status == NO_ANSWER:
        raise NoteError(text)
    size = int(text) if text.isdecimal() else 0
    words = f"remembers {size} rows; prove from there" if text.isdecimal() else text
    raise RefusalError(asked.status, f"witness: {words.removeprefix('witness: ')}", size)


def asked_at(base: str, path: str, body: str | None = None) -> Answer:
    """Ask a witness over the network."""
    url = base.rstrip("/") + path
    request = WebRequest(url, data=None if body is None else body.encode())
    try:
        with urlopen(request, timeout=PATIENCE_S) as answer:
            return Answer(answer.status, answer.read(LARGEST).decode())
    except HTTPError as error:
        return Answer(error.code, error.read(LARGEST).decode(errors="replace"))
    except (URLError, HTTPException, OSError, ValueError) as error:
        host = urlsplit(url).netloc
        return Answer(NO_ANSWER, f"witness: {host} does not answer ({error}); start it")


def _brought(courier: Path, base: str, path: str, body: str | None) -> Answer:
    """Let a courier ask; it goes to the witnesses of the table file and nowhere else."""
    connection = _ToCourier(courier)
    method = "GET" if body is None else "POST"
    try:
        question = f"{path}?at={quote(base, safe='')}"
        connection.request(method, question, None if body is None else body.encode())
        answer = connection.getresponse()
        return Answer(answer.status, answer.read(LARGEST).decode(errors="replace"))
    except (HTTPException, OSError) as error:
        words = f"witness: no courier at {courier} ({error}); start underfelt-courier"
        return Answer(NO_ANSWER, words)
    finally:
        connection.close()


class _ToCourier(HTTPConnection):
    """HTTP over a socket of this machine."""

    def __init__(self, path: Path) -> None:
        super().__init__("courier", timeout=COURIER_PATIENCE_S)
        self._path = path

    def connect(self) -> None:
        """Reach the courier by its path."""
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(COURIER_PATIENCE_S)
        self.sock.connect(str(self._path))
