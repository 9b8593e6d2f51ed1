import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from config.device import DeviceEntry, EmulatedEntry, PortMatch, SerialEntry
from config.document import DocumentError
from config.table import TABLES
from config.words.reasons import in_english
from controller.families.tables import load_table
from drivers.finding.matched_place import MatchedPlace
from drivers.finding.matching import assign, matching, unassigned, why_not
from drivers.finding.sources import (
    PORTS_VARIABLE,
    PortsFileError,
    candidates,
    input_candidates,
    read_candidates,
)
from drivers.finding.suggesting import suggested_match, suggestion, warning
from drivers.runtime.candidate import Candidate
from drivers.runtime.port import PortError, list_candidates

PICO = Candidate(
    path="/dev/ttyACM0",
    vendor="2e8a",
    product="0005",
    serial="E6614",
    location="1-1.4:1.0",
    description="Pico",
)
LEFT = Candidate(path="/dev/ttyUSB0", vendor="1a86", product="7523", location="1-1.2")
RIGHT = Candidate(path="/dev/ttyUSB1", vendor="1a86", product="7523", location="1-1.3")
PLAIN = Candidate(path="/dev/ttyS0")
ALL = (PICO, LEFT, RIGHT, PLAIN)
SOURCE = Path(__file__).parents[4]
RULES = SOURCE / "config" / "udev" / "70-underfelt.rules"
SYSUSERS = SOURCE / "systemd" / "sysusers.d" / "underfelt.conf"


def shoe(**keys: object) -> SerialEntry:
    return SerialEntry.model_validate({"kind": "shoe", **keys})


@pytest.mark.parametrize(
    ("keys", "paths"),
    [
        ({"serial": "E6614"}, ["/dev/ttyACM0"]),
        ({"vendor": "2e8a"}, ["/dev/ttyACM0"]),
        ({"vendor": "1a86", "product": "7523"}, ["/dev/ttyUSB0", "/dev/ttyUSB1"]),
        ({"vendor": "1a86", "product": "7523", "location": "1-1.3"}, ["/dev/ttyUSB1"]),
        ({"vendor": "2e8a", "serial": "other"}, []),
        ({"location": "1-1"}, []),
    ],
)
def test_a_port_fits_when_everything_asked_for_is_so(
    keys: dict[str, str], paths: list[str]
) -> None:
    assert [found.path for found in matching(PortMatch(**keys), ALL)] == paths


def test_no_match_and_two_matches_are_refused_with_the_remedy() -> None:
    match = PortMatch(vendor="1a86")
    none, two = (in_english(why_not(match, found) or "") for found in ((), (LEFT, RIGHT)))
    assert none.startswith("no port matches vendor 1a86; plug the device in")
    assert "/dev/ttyUSB0 (location 1-1.2), /dev/ttyUSB1 (location 1-1.3)" in two
    assert "add serial or location" in two
    assert why_not(match, (LEFT,)) is None


def test_each_device_of_a_table_finds_its_port() -> None:
    devices: dict[str, DeviceEntry] = {
        "shoe-1": shoe(match=PortMatch(serial="E6614")),
        "shoe-2": shoe(match=PortMatch(vendor="1a86")),
        "shoe-3": shoe(port="/dev/ttyS0"),
        "shoe-4": EmulatedEntry(kind="shoe"),
        "shoe-5": shoe(match=PortMatch(vendor="2e8a")),
    }
    found = {finding.device: finding for finding in assign(devices, ALL)}
    assert found["shoe-1"].matches == (PICO,)
    assert found["shoe-2"].problem.startswith("2 ports match vendor 1a86")
    assert found["shoe-3"].matches == (PLAIN,)
    assert "shoe-4" not in found
    assert found["shoe-5"].problem == (
        "/dev/ttyACM0 is already shoe-1's; give each device its own port"
    )
    assert unassigned(found.values(), ALL) == []
    assert unassigned([], ALL) == [PICO, LEFT, RIGHT]


def test_a_serial_number_is_suggested_before_a_socket() -> None:
    assert suggested_match(PICO, ALL).given == {
        "vendor": "2e8a",
        "product": "0005",
        "serial": "E6614",
    }
    assert warning(PICO, ALL) == ""
    assert suggested_match(LEFT, ALL).location == "1-1.2"
    assert "has no serial number (CH340" in warning(LEFT, ALL)


def test_units_that_share_a_serial_number_are_told_apart_by_their_sockets() -> None:
    twin = PICO.model_copy(update={"path": "/dev/ttyACM1", "location": "1-1.5:1.0"})
    both = (PICO, twin)
    assert suggested_match(twin, both).given == {
        "vendor": "2e8a",
        "product": "0005",
        "location": "1-1.5:1.0",
    }
    assert "/dev/ttyACM0 and /dev/ttyACM1 have the same serial number E6614" in warning(PICO, both)


def test_the_suggested_block_is_toml_that_a_table_takes_once_filled_in(tmp_path: Path) -> None:
    text = (TABLES / "emulated-baccarat.toml").read_text()
    shoe_lines = '[devices.shoe-1]\nkind = "shoe"\nsource = "emulated"\n'
    assert shoe_lines in text
    block = suggestion(LEFT, ALL).replace("NAME", "shoe-1").replace("KIND", "shoe")
    file = tmp_path / "table.toml"
    file.write_text(text.replace(shoe_lines, block))
    entry = load_table(file).table.devices["shoe-1"]
    assert entry == SerialEntry(kind="shoe", match=suggested_match(LEFT, ALL))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('port = "/dev/x"\nmatch = { serial = "1" }', "give port or match, not both"),
        ("match = {}", "match is empty; give vendor, product, serial or location"),
        ('match = { colour = "red" }', "unknown key"),
        ('match = { vendor = "2E8A" }', "should match pattern"),
        ("", 'has no place; add port or match, or write source = "emulated"'),
        ("row_pins = [1]", "shoe-1.row_pins: no key of source serial; remove it, or use kind, mat"),
    ],
)
def test_a_wrong_place_is_refused_with_its_line(tmp_path: Path, line: str, problem: str) -> None:
    text = (TABLES / "emulated-baccarat.toml").read_text()
    file = tmp_path / "table.toml"
    file.write_text(text.replace('source = "emulated"\n', f'source = "serial"\n{line}\n', 1))
    with pytest.raises(DocumentError) as caught:
        load_table(file)
    assert problem in str(caught.value)
    assert re.search(r"table\.toml:\d+: devices\.shoe-1", str(caught.value))


def write_ports(file: Path, *ports: Candidate) -> None:
    file.write_text(json.dumps([port.model_dump() for port in ports]))


def test_a_file_may_stand_for_the_list_of_ports(tmp_path: Path) -> None:
    file = tmp_path / "ports.json"
    write_ports(file, PICO, LEFT)
    assert candidates({PORTS_VARIABLE: str(file)}) == (PICO, LEFT)


@pytest.mark.parametrize("content", [None, "nonsense", '[{"path": 1}]', '[{"name": "x"}]'])
def test_a_bad_file_of_ports_is_one_clear_error(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "ports.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(PortsFileError, match="correct the file or unset UNDERFELT_PORTS"):
        read_candidates(file)


def test_the_systems_own_list_can_be_read() -> None:
    for port in list_candidates():
        assert port.path.startswith("/dev/")
        assert bool(port.vendor) == bool(port.product)


def test_usb_keyboards_are_candidates_and_others_are_not(tmp_path: Path) -> None:
    for name, bus in (("event0", "0019"), ("event3", "0003")):
        device = tmp_path / name / "device"
        (device / "id").mkdir(parents=True)
        (device / "id" / "bustype").write_text(f"{bus}\n")
        (device / "id" / "vendor").write_text("0c2e\n")
        (device / "id" / "product").write_text("0b61\n")
        (device / "name").write_text("Scanner\n")
        (device / "phys").write_text("usb-1.2/input0\n")
    (found,) = input_candidates(tmp_path)
    assert found == Candidate(
        path="/dev/input/event3",
        vendor="0c2e",
        product="0b61",
        location="usb-1.2/input0",
        description="Scanner",
    )


def test_a_place_follows_its_device_to_another_number() -> None:
    there = [PICO]
    place = MatchedPlace(PortMatch(serial="E6614"), lambda: tuple(there))
    assert place.find() == Path("/dev/ttyACM0")
    there[:] = [PICO.model_copy(update={"path": "/dev/ttyACM7"})]
    assert place.find() == Path("/dev/ttyACM7")
    there.clear()
    with pytest.raises(PortError) as caught:
        place.find()
    assert caught.value.cause == "missing"
    there[:] = [PICO, PICO.model_copy(update={"path": "/dev/ttyACM7"})]
    with pytest.raises(PortError) as caught:
        place.find()
    assert caught.value.cause == "ambiguous"


TERM = re.compile(
    r'(?P<key>[A-Z]+)(\{[A-Za-z0-9_]+\})?(?P<operator>==|!=|\+=|:=|=)"[^"]*"(?:,\s*|$)'
)
MATCHED = {"ACTION", "SUBSYSTEM", "KERNEL", "ENV"}
ASSIGNED = {"GROUP", "MODE", "TAG", "SYMLINK", "ENV", "GOTO", "LABEL"}


def rule_lines() -> list[str]:
    lines = RULES.read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_every_udev_rule_is_made_of_known_keys() -> None:
    for line in rule_lines():
        rest = line
        while rest:
            term = TERM.match(rest)
            assert term, f"cannot read {rest!r}"
            known = MATCHED if term["operator"] in ("==", "!=") else ASSIGNED
            assert term["key"] in known
            rest = rest[term.end() :]


def test_the_rules_give_ports_and_pins_to_groups_that_are_made_at_installation() -> None:
    groups = set(re.findall(r'GROUP="(\w+)"', "\n".join(rule_lines())))
    assert groups == {"dialout", "gpio", "input"}
    assert groups <= set(re.findall(r"^g (\w+)", SYSUSERS.read_text(), flags=re.MULTILINE))
    assert 'SYMLINK+="underfelt/' in "\n".join(rule_lines())


def udevadm() -> str:
    """The program that verifies rules; Debian 12 has an older one."""
    program = shutil.which("udevadm")
    if program is None:
        pytest.skip("no udevadm here")
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    if int(said.stdout.split()[0]) < 254:
        pytest.skip(f"udevadm {said.stdout.strip()} cannot verify; it takes 254 or newer")
    return program


def test_udevadm_finds_no_fault_in_the_rules() -> None:
    command = [udevadm(), "verify", "--resolve-names=never", str(RULES)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


# udevadm looks groups up in /etc/group, whatever its --root is.
WITH_OUR_GROUPS_ONLY = """
systemd-sysusers --root="$1" "$2" && mount --bind "$1/etc/group" /etc/group && exec "$3" verify "$4"
"""


def test_the_groups_we_make_are_all_that_the_rules_need(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    alone = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "-r"]
    program = udevadm()
    if subprocess.run([*alone, "true"], capture_output=True).returncode != 0:
        pytest.skip("a mount of our own is not allowed here")
    words = [str(tmp_path), str(SYSUSERS), program, str(RULES)]
    command = [*alone, "sh", "-c", WITH_OUR_GROUPS_ONLY, "sh", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
