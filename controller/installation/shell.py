"""Commands of the system, with their failure as a sentence."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from controller.installation.failure import InstallError

Words = Sequence[str | Path]
# Where the installer itself was found is nothing a version may see.
_OUTSIDE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def run(words: Words, remedy: str, environ: Mapping[str, str] | None = None) -> str:
    """What a command prints; its last line is the reason when it fails."""
    done = attempt(words, environ)
    if done.returncode:
        raise InstallError(f"{_short(words)}: {last_line(done)}; {remedy}")
    return done.stdout


def attempt(
    words: Words, environ: Mapping[str, str] | None = None, within_s: float | None = None
) -> subprocess.CompletedProcess[str]:
    """A command that may fail; one that is not there or takes too long fails too."""
    told = [str(word) for word in words]
    try:
        return subprocess.run(
            told,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            env={**_OUTSIDE, **(environ or {})},
            timeout=within_s,
        )
    except OSError as error:
        text = f"{told[0]} cannot be run: {error.strerror}"
        return subprocess.CompletedProcess(told, 127, "", text)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(told, 124, "", f"no answer within {within_s:g} s")


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    """The line of its output that most likely says why; pip and our tools say `error`."""
    lines = [line.strip() for line in (done.stderr + "\n" + done.stdout).splitlines()]
    named = [line for line in lines if line.lower().startswith("error")]
    said = named or [line for line in lines if line]
    return said[-1].rstrip(".") if said else f"exit {done.returncode}"


def _short(words: Words) -> str:
    return " ".join([Path(words[0]).name, *map(str, words[1:3])])
