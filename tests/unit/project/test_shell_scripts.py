"""Shell scripts can be read by the shell: most run only on a machine that lacks something."""

import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).parents[3]
FOLDERS = (".ci", "systemd", "docs/reference-device")
SCRIPTS = sorted(
    file
    for folder in FOLDERS
    for file in (TOP / folder).iterdir()
    if file.is_file() and file.read_bytes().startswith((b"#!/usr/bin/env bash", b"#!/bin/sh"))
)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_is_whole(script: Path) -> None:
    shell = "bash" if b"bash" in script.read_bytes().splitlines()[0] else "sh"
    read = subprocess.run([shell, "-n", script], capture_output=True, text=True, check=False)
    assert (read.returncode, read.stderr) == (0, "")
