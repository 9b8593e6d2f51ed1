"""The desk feeds systemd's watchdog also where no page of it is a device."""

import os
import socket
import subprocess
import sys
from pathlib import Path

from tests.loopback import free_port


def test_a_desk_whose_table_has_no_page_devices_says_that_it_lives(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(60)
        watched = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "400000"}
        words = [str(Path(sys.executable).parent / "underfelt"), "desk", "--port", str(free_port())]
        place = ["--table", "emulated-baccarat", "--run-dir", str(tmp_path)]
        desk = subprocess.Popen([*words, *place], env={**os.environ, **watched})
        try:
            assert [manager.recv(64) for _ in range(3)] == [b"WATCHDOG=1"] * 3
        finally:
            desk.terminate()
            desk.wait(20)
