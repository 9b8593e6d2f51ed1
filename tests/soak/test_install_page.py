"""The installation page, typed word for word in a booted Debian by somebody who just logged in."""

import os
import pty
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from controller.installation.identity import identity_of
from tests.soak.altered_bundle import altered
from tests.soak.booted import ROOTS, Booted, booted

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "install-pi.md"
# A table whose devices are pages: nothing is missing where nothing can be plugged in.
TABLE: Final = ROOT / "systemd" / "image" / "table.toml"
PAGES: Final = {"shoe-1", "pad-web"}
MAY: Final = "pi ALL=(ALL) NOPASSWD: ALL"
PIN: Final = "736251"
STICK: Final = "/media/stick"

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(os.geteuid() != 0, reason="booting a container takes root"),
    pytest.mark.skipif(not shutil.which("systemd-nspawn"), reason="no systemd-container"),
]


class Typed(NamedTuple):
    """What a command said on a terminal, and its status."""

    text: str
    status: int


@pytest.fixture(scope="module")
def stick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stick with a signed bundle of what is committed."""
    place, identity = tmp_path_factory.mktemp("stick"), identity_of(ROOT)
    made = ROOT / "dist" / f"underfelt-{identity}-bundle.tar"
    if not made.exists():
        words = ["make", "bundle", f"MACHINES={os.uname().machine}"]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    work = tmp_path_factory.mktemp("work")
    key = work / "release.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key], check=True)
    folder = altered(made, work / "signed", identity, {}, key)
    tar = ["tar", "-C", str(folder.parent), "-cf", str(place / made.name), folder.name]
    subprocess.run(tar, check=True)
    # Whoever plugs it in may read it.
    place.chmod(0o755)
    return place


@pytest.fixture(params=["trixie", "bookworm"])
def machine(request: pytest.FixtureRequest, stick: Path, tmp_path: Path) -> Iterator[Booted]:
    root = ROOTS / request.param
    if not (root / ".ready").exists():
        pytest.skip(f"there is no bare root of {request.param}: make matrix makes it")
    if not (root / "usr/bin/sudo").exists():
        pytest.skip(f"the bare root of {request.param} has no sudo: remove it, make matrix")
    with booted(request.param, tmp_path, f"--bind={stick}:{STICK}") as found:
        yield found


def blocks() -> list[list[str]]:
    """The commands of the page, block by block, and those of its last list."""
    text = PAGE.read_text()
    part = text.split("\n## Installation\n")[1].split("\n## Wires\n")[0]
    found = re.findall(r"^```\n(.*?)^```", part, flags=re.MULTILINE | re.DOTALL)
    last = text.split("\n## Afterwards\n")[1]
    listed = re.findall(r"^\d\. `([^`]+)`", last, flags=re.MULTILINE)
    return [*(block.splitlines() for block in found), listed]


def as_typed(command: str) -> str:
    """A command of the page with what a person knows by then."""
    identity = identity_of(ROOT)
    told = command.replace("VERSION", identity).replace("/TABLE", "/table")
    # "With the folder of above".
    return told.replace(" underfelt/systemd", f" underfelt-{identity}/systemd")


def typed(machine: Booted, command: str) -> Typed:
    """Type a command as a person who has logged in, and the PIN when it is asked for."""
    words = ["nsenter", "-t", str(machine.leader), "-a", "-r", "-w", "env", "-i", "TERM=dumb"]
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp(words[0], [*words, "PATH=/usr/sbin:/usr/bin", "su", "-", "pi", "-c", command])
    heard = ""
    while data := _heard(terminal):
        heard += data
        if re.search(r"New PIN of .*: $", heard):
            os.write(terminal, f"{PIN}\n".encode())
            heard += "\n"
    os.close(terminal)
    return Typed(heard, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


def _heard(terminal: int) -> str:
    try:
        return os.read(terminal, 4096).decode(errors="replace")
    except OSError:
        return ""


def test_the_page_installs_a_table_as_it_is_written(machine: Booted) -> None:
    machine.must(
        "useradd -m -s /bin/bash pi && echo 'pi ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/pi"
    )
    (machine.root / "home/pi/my-table.toml").write_text(TABLE.read_text())
    _by_network, from_stick, install, afterwards = blocks()
    for command in map(as_typed, [*from_stick, *install, *afterwards]):
        said = typed(machine, command)
        print(f"{machine.root.name}: {command}\n{said.text}", flush=True)
        assert "Traceback" not in said.text
        if command.endswith("doctor"):
            bad = {line.split()[1] for line in said.text.splitlines() if line.startswith("BAD")}
            assert bad <= PAGES
        else:
            assert said.status == 0
    machine.must(f"test -s {STICK}/journal.sqlite")
