"""A command of ours, run as `underfelt` runs it, in this process."""

import sys
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
