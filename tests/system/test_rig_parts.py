"""Parts of the virtual rig, each against the real thing on this machine: shell, cables, card."""

import os
import pty
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.system.processes import short_folder, until
from tests.virtual_pi.cables import Cables
from tests.virtual_pi.card import partitions, take_record
from tests.virtual_pi.root_shell import RootShell, ShellError

LAYOUT = Path(__file__).parents[2] / "systemd" / "image" / "partitions.sfdisk"
PATIENCE_S = 60.0
CARD_BYTES = 4 << 30
needs_card_tools = pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in ("sfdisk", "mke2fs", "debugfs")),
    reason="fdisk and e2fsprogs are not installed",
)


@pytest.fixture
def folder() -> Iterator[Path]:
    with short_folder() as place:
        yield Path(place)


@pytest.fixture
def shell(folder: Path) -> Iterator[RootShell]:
    """A shell on a terminal behind a socket, as QEMU has it behind its serial line."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(folder / "shell"))
    listener.listen()
    master, slave = pty.openpty()
    # In a session of its own: a shell that shares a terminal stops whoever is in its group.
    process = subprocess.Popen(
        ["sh"], stdin=slave, stdout=slave, stderr=slave, start_new_session=True
    )
    found = RootShell(folder / "shell", folder / "log")
    line, _ = listener.accept()
    for source, target in ((master, line.fileno()), (line.fileno(), master)):
        threading.Thread(target=_carry, args=(source, target), daemon=True).start()
    yield found
    process.kill()
    process.wait()
    found.close()
    line.close()
    listener.close()
    os.close(slave)


def _carry(source: int, target: int) -> None:
    try:
        while data := os.read(source, 4096):
            os.write(target, data)
    except OSError:
        return


def test_a_command_gives_its_words_and_its_status(shell: RootShell) -> None:
    shell.await_prompt(PATIENCE_S)
    assert shell.run("echo one; echo two >&2; exit 3", PATIENCE_S) == ("one\ntwo\n", 3)
    with pytest.raises(ShellError, match="status 1"):
        shell.must("false", PATIENCE_S)


def test_a_file_longer_than_a_line_arrives_whole(shell: RootShell, folder: Path) -> None:
    shell.await_prompt(PATIENCE_S)
    content = os.urandom(5000)
    shell.write(str(folder / "file"), content, PATIENCE_S)
    assert (folder / "file").read_bytes() == content


def test_a_cable_carries_both_ways_and_is_joined_again_after_a_cut(folder: Path) -> None:
    cables = Cables()
    cables.start()
    cables.port(folder / "qemu", folder / "device")
    for _ in range(2):
        master, slave = pty.openpty()
        (folder / "device").symlink_to(os.ttyname(slave))
        with socket.socket(socket.AF_UNIX) as machine:
            machine.bind(str(folder / "qemu"))
            machine.listen()
            end, _ = machine.accept()
            end.sendall(b"to the device")
            assert until(partial(os.read, master, 100), "the bytes") == b"to the device"
            os.write(master, b"to the machine")
            assert end.recv(100) == b"to the machine"
            end.close()
        (folder / "qemu").unlink()
        (folder / "device").unlink()
        os.close(master)
        os.close(slave)
    cables.close()


@needs_card_tools
def test_the_record_is_read_off_a_card_that_was_never_unmounted(folder: Path) -> None:
    card = folder / "card"
    with card.open("wb") as file:
        file.truncate(CARD_BYTES)
    lines = [line for line in LAYOUT.read_text().splitlines() if not line.startswith("#")]
    subprocess.run(["sfdisk", "-q", str(card)], input="\n".join(lines), text=True, check=True)
    found = partitions(card)
    assert list(found) == ["firmware", "root", "state", "record"]
    (folder / "content/underfelt/rig").mkdir(parents=True)
    (folder / "content/underfelt/rig/journal.sqlite").write_text("rows")
    place = found["record"]
    words = ["mke2fs", "-q", "-t", "ext4", "-d", str(folder / "content")]
    offset = f"offset={place.start}"
    subprocess.run([*words, "-E", offset, str(card), f"{place.size // 1024}K"], check=True)
    before = time.monotonic()
    record = take_record(card, folder)
    assert (record / "rig/journal.sqlite").read_text() == "rows"
    assert time.monotonic() - before < PATIENCE_S
