"""What a staff page is: what it shows, and what it does when it is asked."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, NamedTuple

from config.table import TableAndGame
from config.words import Words, page_words, words
from controller.desk.visit import Visit
from controller.facts.board import Board
from controller.facts.fact import Fact
from controller.facts.roles import ROLES, ActingRole


class DeskSite(NamedTuple):
    """The table whose staff come to this desk: its rules, its file and its sockets."""

    loaded: TableAndGame
    table_file: Path
    run_dir: Path


class Sight(NamedTuple):
    """What every page may draw from: the newest board, and the language it is drawn in."""

    board: Board
    language: str

    @property
    def words(self) -> Words:
        """The words of the page's language."""
        return words(self.language)


class PageForStaff(ABC):
    """A page behind a log-in; one object of it serves everybody who has it open."""

    # Its address, and the name of its words.
    name: ClassVar[str]
    # To whom it is offered, and who is listened to. What they may do is decided behind the door.
    roles: ClassVar[frozenset[ActingRole]] = frozenset(ROLES)
    # The requests the page may send: models with a `kind` of their own.
    takes: ClassVar[tuple[type[Fact], ...]] = ()
    # Whether the key in an address opens it for a screen that nobody logs in at.
    opens_by_key: ClassVar[bool] = False
    # Shown again after this time, for what changes without the board.
    again_s: float | None = None

    def is_for(self, visit: Visit) -> bool:
        """Whether this person may ask for anything here; the page's key stands for nobody."""
        return visit.role in self.roles or (self.opens_by_key and not visit.session)

    async def run(self) -> None:
        """Work while the desk is open, as a device that is a page must; most pages do not."""
        await asyncio.Event().wait()

    def opened(self, page: object) -> None:
        """Somebody opened the page; `page` is that socket, until it is closed."""
        del page

    def closed(self, page: object) -> None:
        """Somebody closed the page."""
        del page

    def words(self, language: str) -> Mapping[str, str]:
        """What the page says by itself."""
        return page_words(language)[self.name]

    async def outcome(self, visit: Visit, request: Fact, seen: int) -> Fact | None:
        """What became of a request that an earlier start of the desk took, by the record.

        The receipt, or None where nobody can say; DeskError where it was not done.
        """
        del visit, request, seen
        return None

    async def do(self, visit: Visit, request: Fact) -> Fact | None:
        """Do what the page asks under this person's name; the answer is the page's receipt."""
        raise NotImplementedError(f"{self.name} takes {request} and does nothing with it")


class StaffPage(PageForStaff):
    """One page of a table's desk."""

    def __init__(self, site: DeskSite) -> None:
        self.site = site

    def is_offered(self) -> bool:
        """Whether this table has the page at all."""
        return True

    @abstractmethod
    async def show(self, visit: Visit, sight: Sight) -> Fact:
        """What the page draws for this person now: the whole of it, each time."""
