"""The technician's live page: the newest annotated picture, on this computer only."""

import json
from dataclasses import asdict
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from threading import Thread
from typing import Final

import cv2

from controller.facts.failure import OperatorError
from vision.frame import Frame
from vision.watch import Readout

HOST: Final = "127.0.0.1"
QUALITY: Final = 85
FILES: Final = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/page.js": ("page.js", "text/javascript; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
}


class LivePageError(OperatorError):
    """The page cannot be served; says why and what to do."""


class LivePage:
    """Serves the newest picture and readout over HTTP on the loopback address.

    `is_wanted` when a page has asked since the last picture: nothing is drawn for nobody.
    """

    def __init__(self, port: int) -> None:
        self.is_wanted = False
        self._jpeg, self._readout = b"", b"{}"
        try:
            self._server = ThreadingHTTPServer((HOST, port), _handler(self))
        except OSError as error:
            reason = (error.strerror or "cannot be opened").lower()
            raise LivePageError(f"port {port}: {reason}; give --page another number") from None
        self._server.daemon_threads = True
        self.address = f"http://{HOST}:{self._server.server_address[1]}/"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def show(self, picture: Frame, readout: Readout) -> None:
        """Make a picture the newest one, until a page asks for another."""
        self.is_wanted = False
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        self._jpeg, self._readout = data.tobytes(), json.dumps(asdict(readout)).encode()

    def newest(self, path: str) -> tuple[str, bytes] | None:
        """Type and bytes of a live path; None for any other."""
        if path == "/frame.jpg":
            self.is_wanted = True
            return "image/jpeg", self._jpeg
        return ("application/json", self._readout) if path == "/readout.json" else None

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()


def _handler(page: LivePage) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Answer one request; a name other than this computer's is refused."""
            path = self.path.split("?", 1)[0]
            name = (self.headers.get("Host") or "").rsplit(":", 1)[0]
            if name not in (HOST, "localhost"):
                return self.send_error(HTTPStatus.FORBIDDEN)
            found = _file(path) or page.newest(path)
            if found is None:
                return self.send_error(HTTPStatus.NOT_FOUND)
            return self._answer(*found)

        def _answer(self, kind: str, data: bytes) -> None:
            self.send_response(HTTPStatus.OK if data else HTTPStatus.NO_CONTENT)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("Content-Security-Policy", "default-src 'self'")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the terminal shows the reading."""

    return Handler


def _file(path: str) -> tuple[str, bytes] | None:
    if path not in FILES:
        return None
    name, kind = FILES[path]
    return kind, (resources.files("vision") / "page" / name).read_bytes()
