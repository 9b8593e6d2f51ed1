"""The start page: who is logged in, and the pages for that role."""

from typing import Literal

from config.words import page_words
from controller.desk.page import Sight, StaffPage
from controller.desk.visit import Visit
from controller.facts.fact import Fact, Text


class Offer(Fact):
    """A page to open."""

    page: str
    title: Text


class Start(Fact):
    """What the start page draws."""

    pages: tuple[Offer, ...]


class Speak(Fact):
    """The person wants to be spoken to in this language."""

    kind: Literal["speak"] = "speak"
    language: Text


class StartPage(StaffPage):
    """Lists the pages, and lets a person choose a language."""

    name = "start"
    takes = (Speak,)

    async def do(self, visit: Visit, request: Fact) -> Fact | None:
        """Keep the language with the person, for this desk and the next one."""
        if isinstance(request, Speak):
            language = request.language
            await visit.at_desk(lambda desk: desk.choose_language(language))
        return None

    async def show(self, visit: Visit, sight: Sight) -> Start:
        """The pages that this role is for."""
        # The registry finds this page by its folder: it is complete only now.
        from controller.desk.pages import staff_pages

        titles = page_words(sight.language)
        offered = (
            Offer(page=page.name, title=titles[page.name]["title"])
            for page in staff_pages().values()
            if page.name != self.name and visit.role in page.roles
        )
        return Start(pages=tuple(offered))


PAGE = StartPage
