"""Tables on trial: every process a test started is gone when it ends."""

from collections.abc import Callable, Iterator

import pytest

from tests.system.processes import TableOnTrial, trial_tables


@pytest.fixture
def new_table() -> Iterator[Callable[[str], TableOnTrial]]:
    with trial_tables() as make:
        yield make


@pytest.fixture
def table(new_table: Callable[[str], TableOnTrial]) -> TableOnTrial:
    return new_table("baccarat")
