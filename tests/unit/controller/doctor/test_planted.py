"""Each condition planted on a machine of its own: found with its cure, and gone when cured."""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from config.device import CameraEntry
from config.table import DEFAULT_TABLE, Table
from config.words import languages, words
from controller.doctor.finding import Finding
from controller.doctor.hardware import THROTTLED, look_at_hardware
from controller.doctor.keeping import look_at_keeping
from controller.doctor.places import look_at_ports
from controller.doctor.record import look_at_record
from controller.doctor.service import Service, look_at_service
from controller.families.tables import load_table
from controller.installation.places import Places
from controller.people.staff import STAFF_FILE
from controller.record.archive import BACKUP_STAMP
from controller.record.journal import Journal
from controller.web.certificate import make_certificate
from tests.unit.controller.sample_record import an_event

Plant = tuple[str, str, str]

# What is planted, what the doctor calls it, and what is there when it is cured.
HARDWARE: dict[str, Plant] = {
    "doctor-voltage": (THROTTLED, "50005", "0"),
    "doctor-voltage-was": (THROTTLED, "50000", "0"),
    "doctor-slowed": (THROTTLED, "4", "0"),
    "doctor-hot": ("sys/class/thermal/thermal_zone0/temp", "83500", "61000"),
    "doctor-card-worn": ("sys/block/mmcblk0/device/life_time", "0x0a 0x01", "0x01 0x01"),
    "doctor-memory": ("proc/meminfo", "MemAvailable: 90000 kB", "MemAvailable: 900000 kB"),
    "doctor-watchdog": ("sys/class/watchdog/watchdog0/state", "inactive", "active"),
}


PAD = '[devices.pad-1]\nkind = "entry-pad"\nsource = "web"\n'


def put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{text}\n")


def codes(findings: list[Finding]) -> dict[str, Finding]:
    return {each.told.code: each for each in findings}


def assert_told(finding: Finding) -> None:
    """It says what to do, with a command, in every language."""
    assert finding.verdict != "good"
    assert finding.fix is not None
    for language in languages():
        line = finding.line(words(language))
        assert "{" not in line
        assert finding.name(words(language))


@pytest.mark.parametrize("code", HARDWARE)
def test_what_the_board_says_of_itself(code: str, tmp_path: Path) -> None:
    name, wrong, right = HARDWARE[code]
    assert code not in codes(list(look_at_hardware(tmp_path)))
    put(tmp_path / name, wrong)
    finding = codes(list(look_at_hardware(tmp_path)))[code]
    assert finding.command
    assert_told(finding)
    put(tmp_path / name, right)
    assert code not in codes(list(look_at_hardware(tmp_path)))


class Machine:
    """A machine on which a table is installed and well."""

    def __init__(self, root: Path) -> None:
        self.places = Places(root)
        self.units = root / "etc/systemd/system"
        self.wants = self.units / "underfelt.target.wants"
        self.failed: list[str] = []
        self.version = "1"
        self.groups = {"dialout", "gpio", "underfelt-devices", "underfelt-screens"}
        self.groups |= {"underfelt-surveillance", "underfelt-staff"}
        put(self.units / "underfelt.target", "")
        put(self.wants / "underfelt-driver@shoe-1.service", "")
        put(root / "etc/udev/rules.d/70-underfelt.rules", "")
        put(root / "etc/underfelt/table.toml", "")
        (self.places.versions / "1").mkdir(parents=True)
        self.places.current.symlink_to(self.places.versions / "1")

    def look(self, table: Table) -> dict[str, Finding]:
        service = Service(
            self.places,
            lambda: self.failed,
            lambda _places: self.version,
            lambda: self.groups,
        )
        return codes(list(look_at_service(table, service)))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    file = tmp_path / "shoe.toml"
    text = DEFAULT_TABLE.read_text().split("[devices.pad-1]")[0] + PAD
    file.write_text(text.replace('"emulated"\n', '"serial"\nport = "/dev/ttyUSB0"\n'))
    return load_table(file).table


def secret(machine: Machine) -> Path:
    return machine.places.settings / "desk-key.pem"


def leave_open(file: Path) -> None:
    put(file, "")
    file.chmod(0o644)


PLANTS: dict[str, tuple[Callable[[Machine], object], Callable[[Machine], object]]] = {
    "doctor-trial": (
        lambda m: put(m.places.trial, "0"),
        lambda m: m.places.trial.unlink(),
    ),
    "doctor-other-version": (
        lambda m: setattr(m, "version", "0"),
        lambda m: setattr(m, "version", "1"),
    ),
    "doctor-failed-upgrade": (
        lambda m: put(m.places.versions / "failed-2.log", "why"),
        lambda m: (m.places.versions / "failed-2.log").unlink(),
    ),
    "doctor-unit-failed": (
        lambda m: m.failed.append("underfelt-desk.service"),
        lambda m: m.failed.clear(),
    ),
    "doctor-unit-off": (
        lambda m: (m.wants / "underfelt-driver@shoe-1.service").unlink(),
        lambda m: put(m.wants / "underfelt-driver@shoe-1.service", ""),
    ),
    "doctor-unit-extra": (
        lambda m: put(m.wants / "underfelt-driver@shoe-2.service", ""),
        lambda m: (m.wants / "underfelt-driver@shoe-2.service").unlink(),
    ),
    "doctor-groups": (
        lambda m: m.groups.remove("gpio"),
        lambda m: m.groups.add("gpio"),
    ),
    "doctor-rules": (
        lambda m: (m.places.root / "etc/udev/rules.d/70-underfelt.rules").unlink(),
        lambda m: put(m.places.root / "etc/udev/rules.d/70-underfelt.rules", ""),
    ),
    "doctor-open-key": (
        lambda m: leave_open(secret(m)),
        lambda m: secret(m).chmod(0o640),
    ),
    "doctor-no-display": (
        lambda m: put(m.wants / "underfelt-kiosk.service", ""),
        lambda m: put(m.places.root / "sys/class/drm/card0-HDMI-A-1/status", "connected"),
    ),
}


@pytest.mark.parametrize("code", PLANTS)
def test_what_is_wrong_around_the_table(code: str, machine: Machine, table: Table) -> None:
    plant, cure = PLANTS[code]
    assert machine.look(table) == {}
    plant(machine)
    finding = machine.look(table)[code]
    assert finding.command
    assert_told(finding)
    cure(machine)
    assert code not in machine.look(table)


def test_an_emulated_device_among_real_ones_is_told(machine: Machine, tmp_path: Path) -> None:
    file = tmp_path / "mixed.toml"
    text = DEFAULT_TABLE.read_text()
    real = text.replace('source = "emulated"\n', 'source = "serial"\nport = "/dev/ttyUSB0"\n', 1)
    file.write_text(real)
    assert_told(machine.look(load_table(file).table)["doctor-emulated"])


def test_nothing_is_said_of_a_service_where_there_is_none(tmp_path: Path, table: Table) -> None:
    assert list(look_at_service(table, Service(Places(tmp_path / "elsewhere")))) == []


def look(table: Table, folder: Path) -> dict[str, Finding]:
    return codes(list(look_at_keeping(table, folder / "shoe.toml", folder)))


def with_certificate(table: Table) -> Table:
    desk = table.desk.model_copy(update={"certificate": "desk-certificate.pem"})
    return table.model_copy(update={"desk": desk})


def certify(folder: Path, days: int) -> None:
    made = make_certificate("table-1", ["localhost"], days)
    (folder / "desk-certificate.pem").write_bytes(made.certificate)


def test_a_certificate_that_is_missing_old_or_soon_old(table: Table, tmp_path: Path) -> None:
    opened = with_certificate(table)
    assert_told(look(opened, tmp_path)["doctor-no-certificate"])
    certify(tmp_path, 10)
    assert_told(look(opened, tmp_path)["doctor-certificate"])
    certify(tmp_path, 0)
    assert_told(look(opened, tmp_path)["doctor-certificate-over"])
    certify(tmp_path, 300)
    assert look(opened, tmp_path)["doctor-certificate"].verdict == "good"


def test_a_camera_that_is_not_plugged_in(table: Table, tmp_path: Path) -> None:
    lens = tmp_path / "video0"
    watching = {"kind": "shoe", "source": "camera", "camera": str(lens)}
    camera = CameraEntry.model_validate(watching)
    watched = table.model_copy(update={"devices": {"shoe-1": camera}})
    finding = codes(list(look_at_ports(watched)))["doctor-no-camera"]
    assert finding.command
    assert_told(finding)
    lens.touch()
    assert list(look_at_ports(watched)) == []


def test_nobody_who_could_log_in(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        journal.append([an_event(1)])
    finding = codes(list(look_at_record(tmp_path, has_staff=True)))["doctor-no-staff"]
    assert finding.command
    assert_told(finding)
    put(tmp_path / STAFF_FILE, "")
    assert "doctor-no-staff" not in codes(list(look_at_record(tmp_path, has_staff=True)))


def test_a_camera_without_calibration(table: Table, tmp_path: Path) -> None:
    watching = {"kind": "shoe", "source": "camera", "camera": "/dev/video0"}
    camera = CameraEntry.model_validate(watching)
    watched = table.model_copy(update={"devices": {"shoe-1": camera}})
    assert_told(look(watched, tmp_path)["doctor-uncalibrated"])
    put(tmp_path / "shoe.json", "{}")
    calibrated = camera.model_copy(update={"calibration": "shoe.json"})
    watched = table.model_copy(update={"devices": {"shoe-1": calibrated}})
    assert "doctor-uncalibrated" not in look(watched, tmp_path)


def test_a_record_that_was_never_copied_or_long_ago(table: Table, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        journal.append([an_event(1)])
    assert_told(look(table, tmp_path)["doctor-no-backup"])
    stamp = tmp_path / BACKUP_STAMP
    stamp.touch()
    assert look(table, tmp_path)["doctor-backup"].verdict == "good"
    long_ago = (datetime.now(UTC) - timedelta(days=9)).timestamp()
    os.utime(stamp, (long_ago, long_ago))
    assert_told(look(table, tmp_path)["doctor-backup"])


def test_a_clock_that_is_behind_the_record(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        [row] = journal.append([an_event(1)])
    monkeypatch.setattr(time, "time", lambda: row.at_ms / 1000 - 7200)
    assert_told(look(table, tmp_path)["doctor-clock-behind"])
    monkeypatch.setattr(time, "time", lambda: row.at_ms / 1000 + 5)
    assert "doctor-clock-behind" not in look(table, tmp_path)
