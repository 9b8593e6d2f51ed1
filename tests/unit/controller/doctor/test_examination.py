"""The doctor: every finding is a code with its fix, and is gone when it is cured."""

import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from config.table import DEFAULT_TABLE
from config.words import languages, words
from controller.bus.messages import LinkStatistics
from controller.cli.doctor import doctor_command
from controller.doctor import machine
from controller.doctor.examination import Patient, examine
from controller.doctor.finding import Finding, said
from controller.doctor.running import link
from controller.facts.phrase import phrase
from controller.process.running import serving_screens

SHOE = '[devices.shoe-1]\nkind = "shoe"\nsource = "emulated"\n'


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    file = tmp_path / "table.toml"
    text = DEFAULT_TABLE.read_text()
    assert SHOE in text
    port = f'port = "{tmp_path}/port"\n'
    file.write_text(text.replace(SHOE, SHOE.replace("emulated", "serial") + port))
    return Patient(file, tmp_path / "run", tmp_path / "state")


def found(patient: Patient) -> dict[tuple[str, str], Finding]:
    return {(each.subject, each.told.code): each for each in examine(lambda: patient)}


def test_a_port_that_is_not_there_is_found_with_its_fix_and_gone_when_plugged_in(
    patient: Patient,
) -> None:
    place = ("shoe-1", "doctor-no-port")
    finding = found(patient)[place]
    assert finding.verdict == "bad"
    assert finding.fix == phrase("cure-plug-in")
    assert finding.command == "underfelt devices --suggest"
    (patient.table_file.parent / "port").touch()
    assert place not in found(patient)


def test_a_table_that_does_not_run_is_told_with_the_command_that_starts_it(
    patient: Patient,
) -> None:
    finding = found(patient)["daemon", "doctor-not-running"]
    assert finding.command == "sudo systemctl start underfelt.target"


def test_a_scoreboard_is_looked_for_where_its_run_serves_it(patient: Patient) -> None:
    with socket.socket() as board:
        board.bind(("127.0.0.1", 0))
        board.listen()
        patient.sockets.mkdir(parents=True, exist_ok=True)
        with serving_screens(patient.sockets, board.getsockname()[1]):
            assert ("scoreboard", "doctor-served") in found(patient)
    assert ("scoreboard", "doctor-not-served") in found(patient)


def test_a_clock_that_nobody_sets_is_found_and_gone_when_it_is_synchronised(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "is_synchronised", lambda: False)
    assert found(patient)["clock", "doctor-clock-free"].verdict == "note"
    monkeypatch.setattr(machine, "is_synchronised", lambda: True)
    assert ("clock", "doctor-clock") in found(patient)


def test_a_full_disk_is_bad(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    enough = machine.LOW_DISK_BYTES
    monkeypatch.setattr(machine, "LOW_DISK_BYTES", 2**62)
    finding = found(patient)["disk", "doctor-disk"]
    assert finding.verdict == "bad"
    assert finding.command.startswith("sudo du ")
    monkeypatch.setattr(machine, "LOW_DISK_BYTES", min(enough, 1))
    assert found(patient)["disk", "doctor-disk"].verdict == "good"


def test_a_table_file_that_is_wrong_is_told_line_by_line_and_ends_it(patient: Patient) -> None:
    patient.table_file.write_text('id = "x"\ngame = "no/such"\nseats = 8\n')
    findings = [each for each in examine(lambda: patient) if each.subject == "table-file"]
    assert [each.verdict for each in findings] == ["bad"]
    assert ("disk", "doctor-disk") not in found(patient)


def test_a_sentence_of_ours_is_parted_into_what_is_wrong_and_what_to_do() -> None:
    finding = said("pad-1", "port /dev/ttyUSB0: no permission; join group dialout")
    assert finding.told == phrase("doctor-said", text="port /dev/ttyUSB0: no permission")
    assert finding.fix == phrase("doctor-do", text="join group dialout")
    assert finding.line(words()) == "port /dev/ttyUSB0: no permission; join group dialout"


@pytest.mark.parametrize(("damaged", "verdict"), [(0, "good"), (5, "good"), (50, "note")])
def test_damage_on_a_link_is_worth_a_note(damaged: int, verdict: str) -> None:
    figures = LinkStatistics(
        device="shoe-1",
        is_linked=True,
        uptime_s=60,
        frames_in=1000,
        frames_out=9,
        bad_crc=damaged,
        bad_frames=0,
        resends=0,
        reconnects=0,
    )
    assert link(figures).verdict == verdict


@pytest.mark.parametrize("language", languages())
def test_the_whole_examination_can_be_read_in_every_language(
    patient: Patient, language: str
) -> None:
    places = [f"--run-dir={patient.sockets}", f"--state-dir={patient.record}"]
    arguments = [f"--table={patient.table_file}", *places, f"--lang={language}"]
    done = CliRunner().invoke(doctor_command, arguments, standalone_mode=False)
    assert done.return_value == 1
    assert "BAD   shoe-1" in done.stdout
    assert "{" not in done.stdout
