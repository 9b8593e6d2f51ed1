"""The doctor's findings for the technician's page, looked at by a real process."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from controller.desk.pages.technician.examination import Examination, FindingLine

LEAST = 19


async def test_the_doctor_lets_the_table_go_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    doctor = tmp_path / "doctor"
    line = FindingLine(
        subject="x", name="x", verdict="good", code="x", text="NICE", found="x", fix="", command=""
    )
    told = json.dumps([line.model_dump(mode="json")])
    doctor.write_text(f"#!/bin/sh\nprintf '%s' '{told}' | sed \"s/NICE/$(nice)/\"\n")
    doctor.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(doctor))
    examination = Examination(tmp_path)
    while (found := await examination.findings("en")) is None:
        await asyncio.sleep(0.01)
    assert int(found[0].text) == min(LEAST, os.nice(0) + 10)
