"""Bells of open pages: each page has one, and news ring them all."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Bells:
    """Whoever has news rings; a page that listens looks again."""

    def __init__(self) -> None:
        self._bells: set[asyncio.Event] = set()

    def ring(self) -> None:
        """Let every page look again."""
        for bell in self._bells:
            bell.set()

    @contextmanager
    def bell(self) -> Iterator[asyncio.Event]:
        """An event that is set at each news, for as long as the caller listens."""
        bell = asyncio.Event()
        self._bells.add(bell)
        try:
            yield bell
        finally:
            self._bells.discard(bell)
