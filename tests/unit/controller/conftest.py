"""A record in a temporary folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.record.journal import Journal
from tests.unit.controller.sample_record import a_decision, an_event


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.open(path) as opened:
        yield opened


@pytest.fixture
def ten_rows(path: Path) -> Path:
    with Journal.open(path) as journal:
        for sequence in range(1, 6):
            journal.append([an_event(sequence), a_decision()])
    return path
