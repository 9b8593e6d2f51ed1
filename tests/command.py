"""Commands of ours, run as `underfelt` runs them: in this process, or several in one other."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from io import BytesIO, StringIO, TextIOWrapper
from typing import NamedTuple

import pytest

from controller.cli.main import main


class Done(NamedTuple):
    """What a command left behind."""

    returncode: int
    stdout: str
    stderr: str


def underfelt(*arguments: str, given: str = "") -> Done:
    """Run a command to its end; whatever is no exit code is an error of the test."""
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["underfelt", *arguments])
        patch.setattr(sys, "stdin", StringIO(given))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as ended:
            main()
        out.flush()
        err.flush()
    code = ended.value.code
    assert isinstance(code, int)
    shown = [stream.buffer.getvalue().decode() for stream in (out, err)]
    return Done(code, shown[0], shown[1])


def underfelt_apart(
    commands: Sequence[Sequence[str]], environ: Mapping[str, str] | None = None
) -> list[Done]:
    """Run commands one after the other in one process that knows nothing of ours."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.command"],
        env={**os.environ, **(environ or {})},
        input=json.dumps(commands),
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    return [Done(*each) for each in json.loads(ran.stdout)]


if __name__ == "__main__":
    json.dump([underfelt(*command) for command in json.load(sys.stdin)], sys.stdout)
