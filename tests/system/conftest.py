"""Tables on trial: every process a test started is gone when it ends."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.system.processes import TableOnTrial, short_folder


@pytest.fixture
def new_table() -> Iterator[Callable[[str], TableOnTrial]]:
    with ExitStack() as stack:

        def make(game: str = "baccarat") -> TableOnTrial:
            table = TableOnTrial(Path(stack.enter_context(short_folder())), game)
            stack.callback(table.close)
            return table

        yield make


@pytest.fixture
def table(new_table: Callable[[str], TableOnTrial]) -> TableOnTrial:
    return new_table("baccarat")
