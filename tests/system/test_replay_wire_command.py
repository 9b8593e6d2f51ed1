import shutil
from pathlib import Path

from click.testing import CliRunner, Result

from controller.cli.main import cli
from tests.system.processes import TableOnTrial

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"


def replay_wire(*arguments: Path | str) -> Result:
    return CliRunner().invoke(cli, ["replay-wire", *map(str, arguments)])


def test_replays_a_golden_transcript_against_bare_events() -> None:
    golden = TRANSCRIPTS / "shuffler.events.jsonl"
    done = replay_wire(TRANSCRIPTS / "shuffler.jsonl", "--against", golden)
    assert (done.exit_code, done.stdout) == (0, golden.read_text())


def test_bad_input_is_one_line_and_exit_2(tmp_path: Path) -> None:
    wrong, events = tmp_path / "wrong.jsonl", tmp_path / "events.jsonl"
    shutil.copy(TRANSCRIPTS / "shoe.jsonl", wrong)
    wrong.write_text(wrong.read_text().replace('"dir": "in"', '"dir": "inn"', 1))
    events.write_text('{"kind": "card_drwan"}\n')
    for arguments in (
        (wrong,),
        (tmp_path / "nothing",),
        (TRANSCRIPTS / "shoe.jsonl", "--against", events),
        (TRANSCRIPTS / "shoe.jsonl", "--against", tmp_path / "nothing"),
    ):
        done = replay_wire(*arguments)
        assert done.exit_code == 2
        assert done.stdout == ""
        assert done.stderr.startswith("error: ")
        assert done.stderr.count("\n") == 1
        assert "; " in done.stderr


def test_a_capture_folder_that_cannot_be_made_is_refused_at_once(table: TableOnTrial) -> None:
    done = table.ask(
        "run",
        "--table",
        str(table.file),
        "--state-dir",
        str(table.state),
        "--capture",
        str(table.file / "bytes"),
    )
    assert done.returncode == 2
    assert "choose another with --capture" in done.stderr
