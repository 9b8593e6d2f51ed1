"""What a person can mend is said in lines, `error: what; what to do`, with the right exit code."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.bus.client import DeskError
from controller.cli.main import cli
from controller.facts.failure import CheckFailedError, OperatorError
from drivers.runtime.port import PortError


def test_each_sentence_is_a_line() -> None:
    error = OperatorError("one is wrong; mend it", "two is wrong; mend it too")
    assert (str(error), error.exit_code) == ("\n".join(error.sentences), 2)


@pytest.mark.parametrize(
    ("error", "code"),
    [(PortError("missing", "no port"), 2), (DeskError("nobody"), 1), (CheckFailedError("no"), 1)],
)
def test_an_error_knows_how_a_process_ends(error: OperatorError, code: int) -> None:
    assert error.exit_code == code


def test_every_problem_of_a_document_is_a_line_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('id = "t"\ngame = "a/b"\nseats = 99\n[x]\n')
    done = CliRunner().invoke(cli, ["daemon", "--table", str(tmp_path / "table.toml")])
    assert done.exit_code == 2
    assert [line.split(" ")[0] for line in done.stderr.splitlines()] == ["error:"] * 2
