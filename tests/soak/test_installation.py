"""Install twice, upgrade, play, go back, fail, remove: in booted Debians without network."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.table import DEFAULT_TABLE
from controller.installation.identity import identity_of
from tests.soak.altered_bundle import altered, program_text
from tests.soak.booted import ROOTS, Booted, booted

ROOT = Path(__file__).parents[2]
INSTALL = "/opt/underfelt/bin/underfelt-install"
TABLE, SOCKETS = "emulated-baccarat", "/run/underfelt/emulated-baccarat"
NEWER, BROKEN = "0.2.0-newer", "0.3.0-broken"
ADDITION = '    "addition": "CREATE TABLE addition (one INTEGER PRIMARY KEY) STRICT",\n'
# As long as rounds are played, a busy machine may take its time over them.
ROUND_WITHIN_S = 300.0
TAKES_PORTS = "[Service]\\nDeviceAllow=char-pts rw\\n"

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(os.geteuid() != 0, reason="booting a container takes root"),
    pytest.mark.skipif(not shutil.which("systemd-nspawn"), reason="no systemd-container"),
]


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("key") / "release.pem"


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory, key: Path) -> Path:
    """A folder with this version, one that writes more, and one whose pages do not start."""
    place = tmp_path_factory.mktemp("bundles")
    made = f"underfelt-{identity_of(ROOT)}-bundle.tar"
    first = ROOT / "dist" / made
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key], check=True)
    if not first.exists():
        words = ["make", "bundle", f"MACHINES={os.uname().machine}"]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    altered(first, place / "first", identity_of(ROOT), {}, key)
    altered(first, place / "newer", NEWER, _additive(first), key)
    broken = {"drivers/scoreboard/server.py": "raise SystemExit('error: no pages today')\n"}
    altered(first, place / "broken", BROKEN, broken, key)
    table = DEFAULT_TABLE.read_text()
    (place / "emulated.toml").write_text(table)
    for device in ("shoe-1", "pad-1", "lamps-1"):
        port = f'source = "serial"\nport = "{SOCKETS}/devices/{device}"'
        table = table.replace('source = "emulated"', port, 1)
    (place / "table.toml").write_text(table)
    return place


def _additive(bundle: Path) -> dict[str, str]:
    """A schema of a number more that adds a table, and which this version still reads."""
    schema = program_text(bundle, "controller/record/schema.py")
    newer = schema.replace("SCHEMA_VERSION = 2", "SCHEMA_VERSION = 3")
    newer = newer.replace("DERIVED = {", "DERIVED = {\n" + ADDITION)
    assert newer.count("\n") > schema.count("\n")
    return {"controller/record/schema.py": newer}


@pytest.fixture(params=["trixie", "bookworm"])
def machine(request: pytest.FixtureRequest, bundles: Path, tmp_path: Path) -> Iterator[Booted]:
    if not (ROOTS / request.param / ".ready").exists():
        pytest.skip(f"there is no bare root of {request.param}: make matrix makes it")
    with booted(request.param, tmp_path, f"--bind-ro={bundles}:/bundles") as found:
        yield found


class Stages:
    """Runs the stages and notes how long each took."""

    def __init__(self, machine: Booted) -> None:
        self._machine = machine

    def run(self, stage: str, command: str, status: int = 0) -> str:
        start = time.monotonic()
        done = self._machine.run(command, UNDERFELT_NEW_PIN="8264")
        print(f"{self._machine.root.name}: {stage}: {time.monotonic() - start:.1f} s", flush=True)
        assert done.returncode == status, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr


def installed_from(folder: str, options: str = "") -> str:
    return f"/bundles/{folder}/underfelt-*/systemd/install {options}"


def rounds(machine: Booted) -> int:
    told = json.loads(machine.must("underfelt status --json"))
    return int(told["board"]["round"])


def play(machine: Booted, more: int) -> None:
    """Let emulated devices on the ports of the table's drivers play some rounds."""
    played = rounds(machine)
    wanted = played + more
    machine.must(
        f"systemd-run -q --unit=hands /opt/underfelt/bin/underfelt emulate --pace 20"
        f" --table /bundles/emulated.toml --run-dir {SOCKETS}"
    )
    ports = f"{SOCKETS}/devices"
    # A link older than its port is taken for one that a killed emulator left.
    opened = f"chmod 755 {ports} && chmod 666 {ports}/* && touch -h {ports}/*"
    machine.until(f"test -e {ports}/lamps-1 && {opened}", 60)
    end = time.monotonic() + ROUND_WITHIN_S
    while (now := rounds(machine)) < wanted:
        if now > played:
            played, end = now, time.monotonic() + ROUND_WITHIN_S
        assert time.monotonic() < end, machine.run("underfelt status; underfelt doctor").stdout
        time.sleep(2)
    machine.must("systemctl stop hands")


def verify(machine: Booted) -> None:
    machine.must(f"underfelt journal verify /var/lib/underfelt/{TABLE}")


def version(machine: Booted) -> str:
    return machine.must(f"{INSTALL} --status").split()[-1]


def files(machine: Booted) -> set[str]:
    kept = r"-path /proc -o -path /sys -o -path /run -o -path /dev -o -path /tmp -o -path /var/log"
    found = machine.must(rf"find / \( {kept} -o -path /bundles \) -prune -o -print")
    return set(found.splitlines())


def test_a_table_is_installed_upgraded_taken_back_and_removed(machine: Booted) -> None:
    before, stages = files(machine), Stages(machine)
    first = identity_of(ROOT)
    drop_in = "/run/systemd/system/underfelt-driver@.service.d"
    machine.must(f"mkdir -p {drop_in} && printf '{TAKES_PORTS}' > {drop_in}/rig.conf")
    wanted = "--table /bundles/table.toml --technician 'Tom Ray'"
    told = stages.run("installed", installed_from("first", wanted))
    assert "Tom Ray may log in as technician" in told
    play(machine, 3)

    started = machine.must("systemctl show -P MainPID underfelt-daemon")
    told = stages.run("installed again", installed_from("first", wanted))
    assert "Tom Ray may log in already" in told
    assert machine.must("systemctl show -P MainPID underfelt-daemon") == started
    assert version(machine) == first

    stages.run("upgraded", installed_from("newer"))
    assert version(machine) == NEWER
    play(machine, 10)
    verify(machine)
    played = rounds(machine)

    stages.run("taken back", f"{INSTALL} --rollback")
    assert version(machine) == first
    assert rounds(machine) >= played
    verify(machine)
    play(machine, 1)

    told = stages.run("a broken version left again", installed_from("broken"), status=1)
    assert f"{first} runs again" in told
    assert version(machine) == first
    log = machine.must(f"cat /opt/underfelt-versions/failed-{BROKEN}-*.log")
    assert "no pages today" in log
    verify(machine)

    stages.run("removed", f"{INSTALL} --uninstall")
    left = {path for path in files(machine) - before if "/__pycache__" not in path}
    assert {path for path in left if not path.startswith("/var/lib/underfelt")} == set()
    assert "underfelt" not in machine.must("getent passwd; getent group")
