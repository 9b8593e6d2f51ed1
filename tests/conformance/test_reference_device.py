"""Every C device conforms, and broken on purpose it fails by the name of the requirement."""

import json
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from tests.conformance.conftest import Case, Runs, assert_conforms, assert_fails_by_name
from tests.emulated.reference_device import (
    PROGRAMS,
    Board,
    Builds,
    make,
    reference_subject,
    require,
)

# A fault of the devices built with -DUD_BROKEN, and the requirement that names it.
BREAKS = {
    "shoe": [
        ("no-final-xor", "SES-01"),
        ("wrong-kind", "SES-01"),
        ("wrong-version", "SES-02"),
        ("no-heartbeat", "SES-07"),
        ("repeat-old-boot", "SES-09"),
        ("forget-event", "SES-11"),
        ("skip-sequence", "SES-13"),
        ("ignore-boot", "SES-14"),
        ("wide-window", "SES-15"),
        ("ack-everything", "SES-17"),
        ("double-ack", "SES-19"),
        ("ignore-crc", "SES-21"),
        ("forget-in-silence", "SES-23"),
        ("ignore-version", "SES-28"),
        ("slow-hello", "SES-32"),
        ("slow-resend", "SES-33"),
        ("slow-heartbeat", "SES-34"),
        ("wrap-long-frame", "SES-39"),
        ("oldest-is-one", "SES-41"),
        ("double-event", "SHO-01"),
        ("wrong-card", "SHO-02"),
        ("guess", "SHO-04"),
        ("miss-event", "SHO-05"),
        ("forget-count", "SHO-08"),
        ("hide-state", "SHO-09"),
    ],
    "shuffler": [
        ("forget-answers", "SES-20"),
        ("one-answer", "SES-36"),
        ("obey-unlinked", "SES-37"),
        ("miscount", "SHU-05"),
        ("short-stack", "SHU-06"),
        ("full-tray", "SHU-07"),
        ("repeat-stack", "SHU-08"),
        ("ignore-door", "SHU-09"),
        ("forget-count", "SHU-13"),
        ("hide-state", "SHU-16"),
    ],
    "dice-cup": [("miss-event", "DIC-01"), ("wrong-dice", "DIC-02"), ("guess", "DIC-03")],
    "entry-pad": [("bounce", "PAD-01"), ("stuck-key", "PAD-01"), ("change-resent", "SES-26")],
    "lamps": [("repeat-shown", "LMP-03"), ("no-read-back", "LMP-04")],
}


def cases(board: Board) -> list[Case]:
    broken = [(kind, *each) for kind, breaks in BREAKS.items() for each in breaks]
    return [
        *(Case(kind, board=board) for kind in PROGRAMS),
        *(Case(*each, board=board) for each in broken),
    ]


def judge(runs: Runs, case: Case) -> None:
    assert case.board is not None
    require(case.board)
    if case.fault:
        assert_fails_by_name(runs.report(case), case)
    else:
        assert_conforms(runs.report(case))


@pytest.mark.parametrize("case", cases("native"), ids=str)
def test_a_device_of_this_machine_conforms_or_fails_by_name(runs: Runs, case: Case) -> None:
    judge(runs, case)


@pytest.mark.long
@pytest.mark.parametrize("case", cases("mps2"), ids=str)
def test_a_device_on_a_cortex_m3_conforms_or_fails_by_name(runs: Runs, case: Case) -> None:
    judge(runs, case)


def test_the_command_tries_it_through_its_control_socket(tmp_path: Path) -> None:
    require("native")
    with reference_subject(Builds(tmp_path).command("shuffler", "native")) as (port, _):
        place = ["--port", str(port), "--control", str(port.with_name("control"))]
        command = ["conformance", "shuffler", *place, "--device", "any", "--only", "SHU-05"]
        done = subprocess.run(
            [sys.executable, "-m", "controller", *command, "--json"],
            capture_output=True,
            text=True,
            env=os.environ,
        )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["kind"] == "shuffler"


@pytest.mark.long
def test_the_devices_of_a_pico_are_built_with_their_sizes(tmp_path: Path) -> None:
    require("pico")
    sizes = make(tmp_path, "size")
    assert all(program in sizes for program in PROGRAMS.values())
    for program in PROGRAMS.values():
        image = (tmp_path / "pico" / f"{program}.uf2").read_bytes()
        assert len(image) % 512 == 0
        # The ROM starts only a second stage whose checksum is right.
        assert zlib_mpeg(image[32 : 32 + 252]) == int.from_bytes(image[284:288], "little")


def zlib_mpeg(data: bytes) -> int:
    """CRC-32/MPEG-2 by way of zlib's, which is the same mirrored and inverted."""
    mirrored = bytes(int(f"{byte:08b}"[::-1], 2) for byte in data)
    return int(f"{zlib.crc32(mirrored) ^ 0xFFFF_FFFF:032b}"[::-1], 2)
