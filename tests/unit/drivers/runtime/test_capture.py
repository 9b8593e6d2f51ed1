import json
import os
import tty
from collections.abc import Callable
from pathlib import Path

import pytest

from drivers.replay.capture_file import CaptureFormatError, read_capture, read_captures
from drivers.runtime.capture import Capture, CapturedPort, CaptureError
from drivers.runtime.port import Port, PortError

BAUD = 115200
HEAD = {
    "at_ns": 5,
    "dir": "open",
    "capture": 1,
    "device": "shoe-1",
    "kind": "shoe",
    "at": "2026-01-02T03:04:05+00:00",
}


def pair() -> tuple[int, int, Path]:
    master, slave = os.openpty()
    tty.setraw(slave)
    return master, slave, Path(os.ttyname(slave))


def read_exactly(read: Callable[[], bytes], size: int) -> bytes:
    """A pseudo-terminal brings bytes in pieces, some after a while."""
    data = b""
    while len(data) < size:
        data += read()
    return data


def lines_of(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def write_capture(file: Path, *lines: object) -> Path:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def test_notes_every_byte_both_ways_with_its_time(tmp_path: Path) -> None:
    master, slave, path = pair()
    port = Capture(tmp_path / "bytes", "shoe-1", "shoe").open_port(path, BAUD)
    os.write(master, b"\x01")
    assert read_exactly(port.read, 1) == b"\x01"
    port.write(b"\xff")
    port.write(b"")
    assert os.read(master, 10) == b"\xff"
    port.close()
    os.close(master)
    os.close(slave)
    (file,) = (tmp_path / "bytes").iterdir()
    assert file.name.startswith("shoe-1-")
    lines = lines_of(file)
    assert [line["dir"] for line in lines] == ["open", "in", "out", "close"]
    assert [line.get("hex") for line in lines[1:3]] == ["01", "ff"]
    times = [int(str(line["at_ns"])) for line in lines]
    assert times == sorted(times)
    capture = read_capture(file)
    assert (capture.device, capture.kind) == ("shoe-1", "shoe")
    assert [record.data for record in capture.records] == [b"\x01", b"\xff"]


def test_each_connection_has_a_file_of_its_own(tmp_path: Path) -> None:
    master, slave, path = pair()
    capture = Capture(tmp_path, "shoe-1", "shoe")
    for _ in range(3):
        capture.open_port(path, BAUD).close()
    os.close(master)
    os.close(slave)
    assert len(read_captures(tmp_path)) == 3


def test_a_lost_port_is_told_as_before(tmp_path: Path) -> None:
    master, slave, path = pair()
    port = Capture(tmp_path, "shoe-1", "shoe").open_port(path, BAUD)
    os.close(master)
    with pytest.raises(PortError, match="connection lost"):
        port.read()
    port.close()
    os.close(slave)
    with pytest.raises(PortError):
        Capture(tmp_path, "shoe-1", "shoe").open_port(path, BAUD)


def test_a_full_disk_ends_the_capture_and_not_the_driver(
    caplog: pytest.LogCaptureFixture,
) -> None:
    master, slave, path = pair()
    full = os.open("/dev/full", os.O_WRONLY)
    port = CapturedPort(Port(path, BAUD), full, {})
    for number in range(3):
        port.write(bytes([number]))
    assert read_exactly(lambda: os.read(master, 10), 3) == b"\x00\x01\x02"
    port.close()
    os.close(master)
    os.close(slave)
    assert len(caplog.records) == 1
    assert "make room" in caplog.text


def test_refuses_a_folder_it_cannot_make(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CaptureError, match="choose another folder with --capture"):
        Capture(tmp_path / "file" / "bytes", "shoe-1", "shoe")


def test_leaves_out_a_line_its_driver_did_not_finish(tmp_path: Path) -> None:
    file = write_capture(tmp_path / "a.jsonl", HEAD, {"at_ns": 6, "dir": "in", "hex": "00"})
    with file.open("a") as more:
        more.write('{"at_ns": 7, "dir": "i')
    assert len(read_capture(file).records) == 1


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([], "a.jsonl:1: no capture begins here"),
        ([{"at_ns": 6, "dir": "in", "hex": "00"}], "a.jsonl:1: no capture begins here"),
        ([HEAD | {"capture": 9}], "a.jsonl:1: capture version 9, this program reads 1"),
        ([HEAD | {"at": "noon"}], "a.jsonl:1: at: no time 'noon'"),
        ([HEAD, {"at_ns": 6, "dir": "in", "hex": "0"}], "a.jsonl:2: in.hex: "),
        ([HEAD, {"at_ns": 6, "dir": "sideways"}], "a.jsonl:2: "),
        ([HEAD, {"at_ns": -6, "dir": "close"}], "a.jsonl:2: close.at_ns: "),
        ([HEAD, [1]], "a.jsonl:2: "),
    ],
)
def test_says_which_line_is_wrong(tmp_path: Path, lines: list[object], problem: str) -> None:
    file = write_capture(tmp_path / "a.jsonl", *lines)
    with pytest.raises(CaptureFormatError) as caught:
        read_capture(file)
    assert problem in str(caught.value)
    assert "; " in str(caught.value)


def test_an_empty_folder_and_a_missing_file_are_clear_errors(tmp_path: Path) -> None:
    with pytest.raises(CaptureFormatError, match="no captures"):
        read_captures(tmp_path)
    with pytest.raises(CaptureFormatError, match="cannot be read"):
        read_captures(tmp_path / "nothing.jsonl")
