import json
import shutil
from pathlib import Path

from click.testing import CliRunner, Result

from controller.cli.main import cli
from tests.system.processes import TableOnTrial

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"


def replay_wire(*arguments: Path | str) -> Result:
    return CliRunner().invoke(cli, ["replay-wire", *map(str, arguments)])


def is_drawn_card(row: dict[str, object]) -> bool:
    event = row.get("event")
    return isinstance(event, dict) and event["kind"] == "card_drawn"


def test_a_captured_run_gives_the_events_of_its_record(table: TableOnTrial) -> None:
    bytes_folder, record = table.folder / "bytes", table.folder / "record.jsonl"
    run = table.start_run("--pace", "100", "--until", "2", "--capture", str(bytes_folder))
    assert run.wait() == 0
    assert f"capture     {bytes_folder}" in run.output
    record.write_text(table.ask("journal", "export", str(table.state)).stdout)

    same = table.ask("replay-wire", str(bytes_folder), "--against", str(record))
    assert same.returncode == 0, same.stderr
    kinds = [json.loads(line)["kind"] for line in same.stdout.splitlines()]
    assert kinds.count("card_drawn") >= 8
    assert "wager_placed" in kinds
    assert same.stderr == f"{len(kinds)} events, the same as on record\n"

    lines = record.read_text().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if is_drawn_card(json.loads(line)))
    record.write_text("".join(lines[:place] + lines[place + 1 :]))
    other = table.ask("replay-wire", str(bytes_folder), "--against", str(record))
    assert other.returncode == 1
    assert other.stderr.startswith("error: shoe-1: event ")
    assert other.stderr.count("\n") == 1


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
