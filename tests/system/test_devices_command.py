import json
from pathlib import Path

import pytest

from config.table import TABLES
from tests.command import Done, underfelt

PORTS = [
    {
        "path": "/dev/ttyACM0",
        "vendor": "2e8a",
        "product": "0005",
        "serial": "E6614",
        "location": "1-1.4:1.0",
        "description": "Pico",
    },
    {"path": "/dev/ttyUSB0", "vendor": "1a86", "product": "7523", "location": "1-1.2"},
    {"path": "/dev/ttyUSB1", "vendor": "1a86", "product": "7523", "location": "1-1.3"},
    {"path": "/dev/ttyS0"},
]


class Place:
    """A folder with a list of ports and a table file."""

    def __init__(self, folder: Path) -> None:
        self._ports = folder / "ports.json"
        self._table = folder / "table.toml"
        self._ports.write_text(json.dumps(PORTS))

    def table(self, line: str) -> tuple[str, str]:
        text = (TABLES / "emulated-baccarat.toml").read_text()
        self._table.write_text(text.replace('source = "emulated"', f'source = "serial"\n{line}', 1))
        return "--table", str(self._table)

    def ask(self, *arguments: str) -> Done:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("UNDERFELT_PORTS", str(self._ports))
            return underfelt("devices", *arguments)

    def spoil(self) -> None:
        self._ports.write_text("nonsense")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_lists_ports_and_whose_they_are(place: Place) -> None:
    done = place.ask(*place.table('match = { serial = "E6614" }'))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["port", "usb", "id", "serial", "location", "what", "device"]
    assert lines[1].split() == [
        "/dev/ttyACM0",
        "2e8a:0005",
        "E6614",
        "1-1.4:1.0",
        "Pico",
        "shoe-1",
    ]
    assert [line.split()[-1] for line in lines[2:]] == ["-", "-", "-"]


def test_suggests_a_block_for_each_free_port_and_warns_of_twins(place: Place) -> None:
    done = place.ask("--suggest", *place.table('match = { serial = "E6614" }'))
    assert done.returncode == 0
    assert 'match = { vendor = "1a86", product = "7523", location = "1-1.2" }' in done.stdout
    assert done.stdout.count("[devices.NAME]") == 2
    assert done.stdout.count("has no serial number (CH340 converters have none)") == 2
    assert "E6614" not in done.stdout


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            'match = { vendor = "1a86" }',
            ("shoe-1: 2 ports match vendor 1a86", "/dev/ttyUSB0", "/dev/ttyUSB1", "add serial or"),
        ),
        ('match = { serial = "gone" }', ("shoe-1: no port matches serial gone", "plug the device")),
    ],
)
def test_two_matches_or_none_are_refused(place: Place, line: str, words: tuple[str, ...]) -> None:
    done = place.ask(*place.table(line))
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert all(word in done.stderr for word in words)


def test_prints_json(place: Place) -> None:
    done = place.ask("--json", *place.table('port = "/dev/ttyS0"'))
    content = json.loads(done.stdout)
    assert [port["path"] for port in content["ports"]] == [port["path"] for port in PORTS]
    (shoe,) = content["devices"]
    assert (shoe["device"], shoe["matches"], shoe["problem"]) == ("shoe-1", ["/dev/ttyS0"], "")
    assert content["suggestions"][0]["match"] == {
        "vendor": "2e8a",
        "product": "0005",
        "serial": "E6614",
    }


def test_a_bad_list_of_ports_and_a_bad_table_are_one_line_and_exit_2(place: Place) -> None:
    wrong = place.ask(*place.table("match = {}"))
    place.spoil()
    spoiled = place.ask()
    for done in (wrong, spoiled):
        assert done.returncode == 2
        assert done.stderr.startswith("error: ")
        assert "Traceback" not in done.stderr
    assert "match is empty" in wrong.stderr
