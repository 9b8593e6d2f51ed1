from pathlib import Path

import pytest

from drivers.conformance.requirement import Requirement
from drivers.conformance.suite import REQUIREMENTS
from drivers.emulator.faults import FAULTS, FaultEntry

DOCUMENT = Path(__file__).parents[2] / "docs" / "conformance.md"


def rows() -> list[list[str]]:
    lines = DOCUMENT.read_text().splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda item: item.id)
def test_the_document_has_every_requirement_as_it_is(requirement: Requirement) -> None:
    (row,) = [row for row in rows() if row[0] == requirement.id]
    assert (row[1], row[3]) == (requirement.name, requirement.sentence)
    assert row[2] == "all" or row[2] == ", ".join(requirement.kinds)


@pytest.mark.parametrize("entry", FAULTS.values(), ids=lambda item: item.name)
def test_the_document_has_every_fault_as_it_is(entry: FaultEntry) -> None:
    (row,) = [row for row in rows() if row[0] == f"`{entry.usage}`"]
    assert row[2] == entry.summary
    assert row[1] == "all" or row[1] == ", ".join(entry.kinds)
