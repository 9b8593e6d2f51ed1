"""A process that says it is ready has nothing left to build: its first word comes at once."""

import subprocess
import sys

import pytest

# Another process: in this one everything was built by tests before.
DAEMON = """
from controller.bus.messages import DRIVER_MESSAGE as read
from controller.daemon.readiness import build_models
from controller.facts.board import Board as made
build_models()
"""
DRIVER = """
from controller.bus.messages import DAEMON_MESSAGE as read, Report as made
from drivers.runtime.uplink import Uplink
class Bus:
    send = staticmethod(print)
ready = Uplink("shoe-1", "shoe", Bus())
ready.tick(0.0)
"""


@pytest.mark.parametrize("process", [DAEMON, DRIVER], ids=["daemon", "driver"])
def test_what_is_built_on_first_use_is_there_when_a_process_is_ready(process: str) -> None:
    ask = "assert made.__pydantic_complete__ and read.pydantic_complete"
    subprocess.run([sys.executable, "-c", process + ask], check=True)
