import inspect
import re
from pathlib import Path

import pytest

from config.wire_document import DEVICE_KINDS
from drivers.conformance.suite import requirements_of
from drivers.emulate.emulators import emulator_of
from drivers.emulator.fault_entry import FaultEntry
from drivers.emulator.faults import every_fault, kinds_with
from drivers.requirement import Requirement

CODE = re.compile("`([a-z_]+)`")
DOCUMENT = Path(__file__).parents[4] / "docs" / "conformance.md"

REQUIREMENTS = {item.id: item for kind in DEVICE_KINDS for item in requirements_of(kind)}


def rows() -> list[list[str]]:
    lines = DOCUMENT.read_text().splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]


@pytest.mark.parametrize("requirement", REQUIREMENTS.values(), ids=lambda item: item.id)
def test_the_document_has_every_requirement_as_it_is(requirement: Requirement) -> None:
    (row,) = [row for row in rows() if row[0] == requirement.id]
    assert (row[1], row[3]) == (requirement.name, requirement.sentence)
    kinds = [kind for kind in DEVICE_KINDS if requirement in requirements_of(kind)]
    assert row[2] == "all" or row[2] == ", ".join(kinds)


@pytest.mark.parametrize("entry", every_fault().values(), ids=lambda item: item.name)
def test_the_document_has_every_fault_as_it_is(entry: FaultEntry) -> None:
    (row,) = [row for row in rows() if row[0] == f"`{entry.usage}`"]
    assert row[2] == entry.summary
    assert row[1] == "all" or row[1] == ", ".join(kinds_with(entry))


def test_every_action_of_the_control_socket_is_one_an_emulator_has() -> None:
    text = DOCUMENT.read_text().split("## The control socket")[1].split("## A rig")[0]
    table = [row for row in text.splitlines() if row.startswith("| ") and "`" in row]
    assert table
    for kind, actions, arguments, _what in ([c.strip() for c in r.split("|")[1:-1]] for r in table):
        emulator = emulator_of("shoe" if kind == "all" else kind)
        named = [inspect.signature(getattr(emulator, name)) for name in CODE.findall(actions)]
        known = {word for signature in named for word in signature.parameters}
        assert set(CODE.findall(arguments)) - {"jam"} <= known
