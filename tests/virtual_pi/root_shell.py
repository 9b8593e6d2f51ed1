"""A shell of root on a serial line of the virtual machine: commands in, their output back."""

import base64
import re
import select
import socket
import time
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

# The kernel cuts a line that is typed at 4095 bytes.
LONGEST_LINE: Final = 3000
GLANCE_S: Final = 0.2
ASK_AGAIN_S: Final = 5.0


class ShellError(Exception):
    """The machine did not answer in time, or a command that must not fail failed."""


class Answer(NamedTuple):
    """What a command printed, and its status."""

    text: str
    status: int


class RootShell:
    """The far end of the line; `log` keeps everything that came over it."""

    def __init__(self, path: Path, log: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._log = log.open("ab")
        self._heard = ""
        self._numbers = count(1)

    def await_prompt(self, within_s: float) -> None:
        """Knock until somebody answers; a machine that boots hears nothing for a while."""
        end = time.monotonic() + within_s
        while time.monotonic() < end:
            try:
                self.run("stty -echo -icanon; PS1=; PS2=", ASK_AGAIN_S)
            except ShellError:
                continue
            return
        raise ShellError(f"no shell within {within_s:.0f} s")

    def run(self, command: str, within_s: float) -> Answer:
        """Run a command and wait for its end."""
        number = next(self._numbers)
        self._heard = ""
        begin = f"printf '\\nBEGIN-%s\\n' {number}"
        end = f"printf '\\nEND-%s-%s-\\n' {number} $?"
        self._send(f"{begin}; ( {command} ) </dev/null 2>&1; {end}\n".encode())
        found = self._await(
            re.compile(rf"BEGIN-{number}\r?\n(.*?)\r?\nEND-{number}-(\d+)-", re.S), within_s
        )
        return Answer(found[1].replace("\r", ""), int(found[2]))

    def must(self, command: str, within_s: float) -> str:
        """The same, where it may not fail."""
        answer = self.run(command, within_s)
        if answer.status:
            raise ShellError(f"{command}: status {answer.status}: {answer.text}")
        return answer.text

    def until(self, command: str, within_s: float, pause_s: float = ASK_AGAIN_S) -> str:
        """Run a command again and again until it succeeds."""
        end = time.monotonic() + within_s
        while True:
            answer = self.run(command, max(1.0, end - time.monotonic()))
            if not answer.status:
                return answer.text
            if time.monotonic() > end:
                raise ShellError(f"in vain for {within_s:.0f} s: {command}: {answer.text}")
            time.sleep(pause_s)

    def write(self, path: str, content: bytes, within_s: float) -> None:
        """Write a small file over there."""
        text = base64.b64encode(content).decode()
        self.must(f": > {path}.base64", within_s)
        for start in range(0, len(text), LONGEST_LINE):
            part = text[start : start + LONGEST_LINE]
            self.must(f"printf %s {part} >> {path}.base64", within_s)
        self.must(f"base64 -d {path}.base64 > {path} && rm {path}.base64", within_s)

    def close(self) -> None:
        """Hang up."""
        self._socket.close()
        self._log.close()

    def _send(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise ShellError(f"the machine is gone: {error}") from None

    def _await(self, pattern: re.Pattern[str], within_s: float) -> re.Match[str]:
        end = time.monotonic() + within_s
        while time.monotonic() < end:
            ready, _, _ = select.select([self._socket], [], [], GLANCE_S)
            if ready:
                self._hear()
                found = pattern.search(self._heard)
                if found:
                    return found
        raise ShellError(
            f"no answer within {within_s:.0f} s; the last words: {self._heard[-200:]!r}"
        )

    def _hear(self) -> None:
        data = self._socket.recv(65536)
        if not data:
            raise ShellError("the machine is gone")
        self._log.write(data)
        self._log.flush()
        self._heard += data.decode(errors="replace")
