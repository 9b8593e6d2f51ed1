"""The start page: who is logged in, and the pages for that role."""

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


class StartPage(StaffPage):
    """Lists the pages."""

    name = "start"

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
