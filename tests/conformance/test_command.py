import asyncio
import json
import os
import pty
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from config.wire_document import DEVICE_KINDS, load_wire
from controller.cli.conformance import conformance_command
from controller.cli.main import cli
from controller.cli.printing import BROWSERS
from drivers.conformance.emulated import emulated_subject
from drivers.conformance.port_lock import exclusive
from drivers.conformance.suite import requirements_of
from drivers.emulate.emulators import CONTROL_SOCKET, Emulators
from drivers.runtime.place import device_path
from drivers.wire.document_hash import document_hash

IN_SHOE, IN_LAMPS = len(requirements_of("shoe")), len(requirements_of("lamps"))
BROWSER = any(map(shutil.which, BROWSERS))
COMMAND = (sys.executable, "-m", "controller", "conformance", "shoe")


def conformance(*words: str) -> Result:
    return CliRunner().invoke(conformance_command, list(words), standalone_mode=False)


def test_a_verdict_for_each_requirement_and_a_summary() -> None:
    result = conformance("shoe", "--only", "SES-01", "--only", "SHO-02")
    assert result.return_value == 0
    lines = result.output.splitlines()
    assert lines[0].startswith("ok    SES-01  introduces itself")
    assert lines[1].startswith("ok    SHO-02  names the card")
    tried = f"conforms as far as tried: {IN_SHOE - 2} not performed"
    assert lines[2] == f"shoe at its emulator: 2 passed, 0 failed; {tried}"


def test_a_broken_device_fails_with_the_requirements_name_and_rule() -> None:
    result = conformance("shoe", "--only", "SHO-02", "--fault", "misread 100%")
    assert result.return_value == 1
    assert "FAIL  SHO-02  names the card" in result.output
    assert "seen: expected card_drawn, card_unreadable (reason unread) came" in result.output
    assert "rule: One card pulled is one event that names this card." in result.output
    assert "1 failed; does not conform" in result.output


def test_a_device_that_does_not_introduce_itself_is_not_tried_further() -> None:
    result = conformance("lamps", "--fault", "wrong-kind", "--json")
    assert result.return_value == 1
    report = json.loads(result.output)
    assert (report["passed"], report["failed"]) == (0, 1)
    assert report["not_performed"] == len(requirements_of("lamps")) - 1
    assert (report["conforms"], report["conclusion"]) == (False, "does not conform")
    assert "says it is a shoe; a lamps is on trial" in report["requirements"][0]["reason"]
    assert {item["outcome"] for item in report["requirements"][1:]} == {"not judged"}
    assert report["requirements"][1]["reason"] == "rests on SES-01, which failed"


def test_the_first_cause_is_told_and_every_byte_is_in_the_trace(tmp_path: Path) -> None:
    trace = tmp_path / "trace.txt"
    only = ("--only", "SES-01", "--only", "SHO-02")
    result = conformance("shoe", *only, "--fault", "bad-crc", "--trace", str(trace))
    assert "frames came, none of them whole; the last, hex 03 01 02" in result.output
    assert "its checksum is 0x" in result.output
    lines = trace.read_text().splitlines()
    assert lines[0] == "# SES-01 introduces itself"
    assert "host hello_request(host=" in lines[1]
    assert "its checksum is 0x" in lines[2]


def test_a_report_names_suite_document_firmware_date_and_seed(tmp_path: Path) -> None:
    junit, html = tmp_path / "report.xml", tmp_path / "report.html"
    files = ("--junit", str(junit), "--html", str(html), "--seed", "7")
    result = conformance("lamps", "--only", "SES-01", *files, "--json")
    named = json.loads(result.output)["certificate"]
    assert (named["seed"], named["protocol"]) == ("7", "1")
    assert named["document"] == f"sha256:{document_hash(load_wire('lamps'))}"
    properties = ElementTree.parse(junit).getroot().iter("property")
    found = {item.get("name"): item.get("value") for item in properties}
    assert named.items() <= found.items()
    assert found["device"] == "emulated-lamps, firmware emulator 1"
    assert found["conclusion"] == f"conforms as far as tried: {IN_LAMPS - 1} not performed"
    page = html.read_text()
    assert all(value in page for value in named.values())


@pytest.mark.skipif(not BROWSER, reason="no browser that prints: install chromium")
def test_a_certificate_is_printed(tmp_path: Path) -> None:
    pdf = tmp_path / "certificate.pdf"
    conformance("lamps", "--only", "SES-01", "--pdf", str(pdf))
    assert pdf.read_bytes().startswith(b"%PDF-")


def test_reports_for_servers_and_people(tmp_path: Path) -> None:
    junit, html = tmp_path / "report.xml", tmp_path / "report.html"
    words = ("--only", "PAD-01", "--only", "PAD-02", "--fault", "stuck-key")
    result = conformance("entry-pad", *words, "--junit", str(junit), "--html", str(html))
    assert result.return_value == 1
    suite = ElementTree.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    failed = [case.get("name") for case in suite if case.find("failure") is not None]
    assert failed == ["PAD-01 reports a key"]
    page = html.read_text()
    assert "does not conform" in page
    assert "reports a key" in page
    assert "http" not in page.replace("http-equiv", "")


@pytest.mark.parametrize("kind", DEVICE_KINDS)
def test_the_list_is_the_suite_of_the_kind(kind: str) -> None:
    rows = json.loads(conformance(kind, "--list", "--json").output)
    assert [row["id"] for row in rows] == [item.id for item in requirements_of(kind)]
    assert rows[0]["id"] == "SES-01"


def test_requirements_have_ids_names_and_sentences_of_their_own() -> None:
    every = {item for kind in DEVICE_KINDS for item in requirements_of(kind)}
    assert len({item.id for item in every}) == len(every)
    assert len({item.sentence for item in every}) == len(every)
    assert all(item.sentence.endswith(".") and item.name for item in every)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("shoe", "--only", "LMP-01"), "shoe has no LMP-01; use one of SES-01"),
        (("shoe", "--port", "/nowhere/port"), "port /nowhere/port: not there; plug the device in"),
        (("shoe", "--fault", "jam"), "fault jam: a shoe cannot have it; it fits shuffler"),
        (("shoe", "--fault", "late"), "seconds missing; write late 2s"),
        (("shoe", "--port", "x", "--fault", "reboot"), "leave out --port, or --fault"),
        (("shoe", "--control", "x"), "--control needs --port and --device; give both"),
        (("shoe", "--html", "/nowhere/report.html"), "no folder /nowhere; make it"),
    ],
)
def test_what_cannot_be_tried_is_one_line(words: tuple[str, ...], problem: str) -> None:
    result = CliRunner().invoke(cli, ["conformance", *words])
    assert result.exit_code == 2
    assert result.output.startswith("error: ")
    assert problem in result.output
    assert result.output.count("\n") == 1


def test_two_trials_on_one_port_are_refused() -> None:
    with emulated_subject("shoe") as subject, exclusive(subject.port, "port"):
        result = conformance("shoe", "--port", str(subject.port))
    assert f"is on trial already by process {os.getpid()}" in str(result.exception)


class PersonAtATerminal:
    """A terminal whose person types one line for each request."""

    def __init__(self, port: Path, only: str, answer: bytes) -> None:
        self._ours, theirs = pty.openpty()
        self._process = subprocess.Popen(
            [*COMMAND, "--port", str(port), "--only", only],
            stdin=theirs,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        os.close(theirs)
        assert self._process.stderr is not None
        self.asked = self._process.stderr.readline()
        os.write(self._ours, answer)

    def finish(self) -> tuple[int, str]:
        said, _ = self._process.communicate(timeout=30)
        os.close(self._ours)
        return self._process.returncode, said


@pytest.mark.parametrize(
    ("answer", "code", "words"),
    [
        (b"s\n", 1, "skip  SHO-05  reports the lid"),
        (b"n\n", 1, "done by hand, and nothing came"),
    ],
)
def test_a_person_is_asked_and_may_skip_or_say_that_nothing_came(
    answer: bytes, code: int, words: str
) -> None:
    with emulated_subject("shoe") as subject:
        person = PersonAtATerminal(subject.port, "SHO-05", answer)
        found, said = person.finish()
    assert "please: open the lid" in person.asked
    assert (found, words in said) == (code, True), said


def test_what_needs_a_hand_is_not_performed_when_nobody_is_there() -> None:
    with emulated_subject("shoe") as subject:
        only = ("--only", "SES-01", "--only", "SHO-05")
        result = conformance("shoe", "--port", str(subject.port), *only)
    assert result.return_value == 1
    assert "not performed: nobody is there to do it: open the lid" in result.output
    tried = f"1 passed, 0 failed; conforms as far as tried: {IN_SHOE - 1} not performed"
    assert tried in result.output


def test_a_control_socket_moves_the_device_in_place_of_a_person(tmp_path: Path) -> None:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    emulators = Emulators(tmp_path, {"cup-1": "dice-cup"}, seed=1, stretch=0.0)
    asyncio.run_coroutine_threadsafe(emulators.start(), loop).result()
    port, control = device_path(tmp_path, "cup-1"), tmp_path / CONTROL_SOCKET
    place = ("--port", str(port), "--control", str(control), "--device", "cup-1")
    result = conformance("dice-cup", *place, "--only", "DIC-02", "--only", "SES-12")
    asyncio.run_coroutine_threadsafe(emulators.stop(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()
    assert result.return_value == 0, result.output
    assert "2 passed" in result.output
