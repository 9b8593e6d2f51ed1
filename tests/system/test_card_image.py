"""The card image without building it: partitions, mounts, units and what each card makes itself."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from config.device import EMULATED
from controller.families.tables import load_table
from controller.installation.places import FOLDERS, Places

IMAGE = Path(__file__).parents[2] / "systemd" / "image"
ROOT = IMAGE / "root"
IMAGE_SCRIPTS = ROOT / "usr/lib/underfelt-image"
UNITS = sorted(file for file in (ROOT / "usr/lib/systemd/system").iterdir() if file.is_file())
SCRIPTS = [file for file in IMAGE.rglob("*") if file.is_file() and file.stat().st_mode & 0o100]
# What a Pi's watchdog can count to.
LONGEST_WATCHDOG_S = 15
needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def mounts() -> dict[str, tuple[str, set[str]]]:
    """What is mounted where, and how, as the card's fstab says."""
    lines = (ROOT / "etc/fstab").read_text().splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {row[1]: (row[0], set(row[3].split(","))) for row in rows}


def partitions() -> list[str]:
    return re.findall(r'name="(\w+)"', (IMAGE / "partitions.sfdisk").read_text())


def settings(file: str) -> dict[str, str]:
    text = (ROOT / file).read_text()
    return dict(re.findall(r"^(\w+)=(.*)$", text, flags=re.MULTILINE))


def test_every_mounted_partition_is_one_of_the_card() -> None:
    named = {source.removeprefix("PARTLABEL=") for source, _ in mounts().values()}
    assert {"root", "firmware", "record"} <= named
    assert {name for name in named if re.fullmatch(r"\w+", name)} - {"tmpfs"} <= set(partitions())


def test_the_system_is_only_read() -> None:
    for place in ("/", "/boot/firmware"):
        assert "ro" in mounts()[place][1]
    assert " ro " in f" {(ROOT / 'etc/default/raspi-firmware-extra-cmdline').read_text()} "


def test_the_record_has_the_last_partition_and_it_takes_the_rest_of_the_card() -> None:
    assert partitions()[-1] == "record"
    assert "x-systemd.growfs" in mounts()["/record"][1]
    [grown] = (ROOT / "etc/repart.d").iterdir()
    assert "Label=record" in grown.read_text()
    last = (IMAGE / "partitions.sfdisk").read_text().strip().splitlines()[-1]
    assert "size=" not in last


def test_everything_that_keeps_events_lies_on_the_partition_of_the_record() -> None:
    kept = {place for place, (source, _) in mounts().items() if source.startswith("/record/")}
    assert kept == {f"/var/lib/underfelt{part}" for part in ("", "-driver", "-camera")}


def test_folders_that_an_installation_writes_to_are_laid_over_the_system() -> None:
    script = (ROOT / "etc/initramfs-tools/scripts/local-bottom/table-state").read_text()
    [laid] = re.findall(r"for folder in ([a-z ]+);", script)
    places = Places()
    written = {*FOLDERS.values(), str(places.settings), str(places.versions), "var/lib"}
    assert {Path("/", folder).parts[1] for folder in written} <= set(laid.split())


def test_the_watchdog_is_one_that_a_pi_can_count() -> None:
    told = settings("etc/systemd/system.conf.d/watchdog.conf")
    assert 0 < int(told["RuntimeWatchdogSec"]) <= LONGEST_WATCHDOG_S


def test_messages_stay_in_memory() -> None:
    assert settings("etc/systemd/journald.conf.d/memory.conf")["Storage"] == "volatile"


def test_a_card_plays_at_once_without_any_device_and_without_people_everybody_knows() -> None:
    table = load_table(IMAGE / "table.toml").table
    assert not table.units
    assert EMULATED not in {entry.source for entry in table.devices.values()}


def a_card(folder: Path, text: str) -> Path:
    folder.mkdir()
    file = folder / "table.toml"
    file.write_text(text)
    return file


def open_desk(file: Path) -> str:
    words = [str(IMAGE_SCRIPTS / "open-desk"), str(file.parent), "table-0a1b2c"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return done.stdout + done.stderr


def test_nobody_reaches_the_desk_of_a_new_card_before_somebody_may_log_in(tmp_path: Path) -> None:
    new = (IMAGE / "table.toml").read_text()
    assert not load_table(a_card(tmp_path / "card", new)).table.desk.is_remote
    assert "desk]" not in (IMAGE_SCRIPTS / "first-boot").read_text()


def test_an_opened_desk_speaks_tls_and_asks_for_a_key_of_its_own_card(tmp_path: Path) -> None:
    new, keys = (IMAGE / "table.toml").read_text(), set()
    for name in ("one", "other"):
        file = a_card(tmp_path / name, new)
        assert "open to phones" in open_desk(file)
        desk = load_table(file).table.desk
        assert (desk.is_remote, desk.names) == (True, ("table-0a1b2c.local",))
        assert (desk.certificate, desk.private_key) == ("desk-certificate.pem", "desk-key.pem")
        keys.add(desk.key)
        opened = file.read_text()
        assert (open_desk(file), file.read_text()) == ("", opened)
    assert len(keys) == 2
    assert None not in keys


def test_the_table_file_of_a_room_says_alone_who_reaches_its_desk(tmp_path: Path) -> None:
    rooms = (IMAGE / "table.toml").read_text().replace("set_up = true\n", "")
    file = a_card(tmp_path / "card", rooms)
    assert (open_desk(file), file.read_text()) == ("", rooms)


@pytest.mark.parametrize(
    ("told", "is_opened"),
    [
        ("Ada Reed may log in as technician", True),
        ("Ada Reed may log in already", True),
        ("error: the PIN of Ada Reed is one of the first that anybody tries", False),
    ],
)
def test_a_technician_who_was_taken_opens_the_desk_and_a_refused_one_does_not(
    tmp_path: Path, told: str, is_opened: bool
) -> None:
    given, place = tmp_path / "given", tmp_path / "place"
    for folder in (given, place):
        folder.mkdir()
    (given / "technician.txt").write_text("Ada Reed\r\n736251\r\n")
    for name, says in (("installer", told), ("open-desk", "opened"), ("systemctl", "")):
        (place / name).write_text(f"#!/bin/sh\n[ -z '{says}' ] || echo '{says}'\n")
        (place / name).chmod(0o755)
    script = (IMAGE_SCRIPTS / "settings").read_text()
    here = {
        "/opt/underfelt/bin/underfelt-install": str(place / "installer"),
        "/usr/lib/underfelt-image/open-desk": str(place / "open-desk"),
        "/run/set-up.txt": str(place / "told"),
        # Mounting is the card's.
        "mount -o": "true -o",
    }
    for known, instead in here.items():
        script = script.replace(known, instead)
    path = f"{place}:/usr/bin:/bin"
    subprocess.run(["sh", "-c", script, "settings", given], env={"PATH": path}, check=True)
    lines = (given / "set-up.txt").read_text().splitlines()
    assert lines == [told, *(["opened"] if is_opened else [])]
    assert not (given / "technician.txt").exists()


def test_the_names_of_the_cards_own_units_are_none_that_an_upgrade_removes() -> None:
    assert not [unit.name for unit in UNITS if unit.name.startswith("underfelt")]


@needs_analyze
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_takes_the_cards_own_units(unit: Path, tmp_path: Path) -> None:
    for each in UNITS:
        text = re.sub(r"^(ExecStart=)\S+", r"\1/bin/true", each.read_text(), flags=re.MULTILINE)
        (tmp_path / each.name).write_text(text)
    words = ["systemd-analyze", "--no-pager", "verify", "--man=no", str(tmp_path / unit.name)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "table-" in line] == []
    assert done.returncode == 0


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_of_the_card_is_whole(script: Path) -> None:
    shell = "bash" if b"bash" in script.read_bytes().splitlines()[0] else "sh"
    read = subprocess.run([shell, "-n", script], capture_output=True, text=True, check=False)
    assert (read.returncode, read.stderr) == (0, "")


def test_a_card_is_made_without_the_devices_of_the_machine_that_makes_it() -> None:
    scripts = [(IMAGE / name).read_text() for name in ("build", "native-tools")]
    lines = [line for text in scripts for line in text.splitlines() if "mount " in line]
    assert lines
    assert not [line for line in lines if re.search(r"bind\s+/dev", line)]


def test_no_two_cards_share_a_key_or_a_name() -> None:
    build = (IMAGE / "build").read_text()
    assert ': >"$root/etc/machine-id"' in build
    assert not [file for file in ROOT.rglob("*") if file.suffix in (".pem", ".key")]
    packages = (IMAGE / "packages").read_text().split()
    assert "openssh-server" not in packages
