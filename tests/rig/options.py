"""Which rig a run tries; the conftest.py of all tests reads it, a bench names it by -p."""

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run be told of a rig: real devices."""
    group = parser.getgroup("rig", "real devices")
    group.addoption("--rig", type=Path, metavar="FILE", help="table file that names the devices")
    group.addoption(
        "--rig-control",
        type=Path,
        metavar="SOCKET",
        help="control socket that moves the devices in place of a person",
    )
