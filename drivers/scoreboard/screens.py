"""What the table file decides about the screens: poster, colours and logo, and their addresses."""

import logging
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from aiohttp import web

from config.table import TableAndGame
from config.theme import BUILT_IN, Logo, built_in_theme, theme_of, usable_theme
from config.theme_css import built_in_css, theme_css
from config.words import chosen_language, languages, word_files
from controller.web.shared_files import page_edition
from drivers.scoreboard.poster import Poster, poster_of
from drivers.scoreboard.public_words import answer_words
from drivers.scoreboard.staff_door import StaffDoor, staff_door

log = logging.getLogger(__name__)

WEB: Final = Path(__file__).parent / "web"
PAGES: Final = ("payout", "sign", "tower", "scorecard", "idle")


class Screens(NamedTuple):
    """Everything a page asks for once: `css` is the table's own style sheet."""

    poster: Poster
    css: str
    logo: Logo | None = None
    # The poster in every language; a table nobody described has none.
    posters: Mapping[str, Poster] = MappingProxyType({})
    # Where a technician logs in; told by a table that nobody has set up.
    desk: StaffDoor | None = None

    def poster_in(self, language: str) -> Poster:
        """The poster in a language, of the same edition."""
        update = {"language": language, "page": self.poster.page}
        return self.posters.get(language, self.poster).model_copy(update=update)

    def stamped(self) -> "Screens":
        """The same, its poster naming the edition of the page files and all of this."""
        edition = screens_edition(self.poster.model_dump_json(), self.css, repr(self.logo))
        return self._replace(poster=self.poster.model_copy(update={"page": edition}))


SCREENS = web.AppKey("SCREENS", Screens)
BUILT_IN_CSS = web.AppKey("BUILT_IN_CSS", Mapping[str, str])


def screens_of(
    loaded: TableAndGame, table_file: Path, colours: dict[str, object] | None = None
) -> Screens:
    """The screens of a table, in the room's colours of the day where it has sent some.

    An unusable theme is logged, and the dark one stands in.
    """
    look, problems = usable_theme(table_file, loaded.table.scoreboard.theme)
    if colours is not None:
        look, problems = theme_of(colours), ()
    for problem in problems:
        log.error("theme not used: %s", problem)
    posters = {language: poster_of(loaded, look, language) for language in languages()}
    spoken = posters[loaded.table.scoreboard.language]
    desk = staff_door(loaded.table, table_file) if loaded.table.scoreboard.set_up else None
    return Screens(spoken, theme_css(look.theme), look.logo, posters, desk)


def plain_screens() -> Screens:
    """Screens of a table nobody described: the dark theme and an empty poster."""
    poster = Poster(
        table="",
        room="",
        room_name="",
        game="",
        game_name="",
        family="",
        board="baccarat",
        language="en",
        theme=BUILT_IN[0],
        ask=True,
        tail="stay",
        logo=None,
        seats=0,
        limits=None,
        wagers=(),
        payouts=(),
        schedule=None,
    )
    return Screens(poster, theme_css(built_in_theme(BUILT_IN[0])))


def screens_edition(*more: str) -> str:
    """A short name that changes whenever a page or a word does, or anything given besides."""
    said = [file.read_bytes() for file in word_files()]
    return page_edition([WEB], [*said, *(text.encode() for text in more)])


def add_screens(app: web.Application, screens: Screens) -> None:
    """Serve the poster, the theme, the logo and every page."""
    app[SCREENS], app[BUILT_IN_CSS] = screens, built_in_css()
    app.router.add_get("/", _page)
    for name in PAGES:
        app.router.add_get(f"/{name}", _page)
    app.router.add_get("/table.json", _table)
    app.router.add_get("/words.json", _words)
    app.router.add_get("/theme.css", _theme)
    app.router.add_get("/logo", _logo)


async def _page(request: web.Request) -> web.FileResponse:
    name = request.path.strip("/") or "index"
    file = WEB / f"{name}.html"
    if not file.is_file():
        raise web.HTTPNotFound(text=f"no page {name}; install the whole scoreboard")
    return web.FileResponse(file)


async def _table(request: web.Request) -> web.Response:
    shown = request.app[SCREENS].poster_in(_language(request))
    return web.json_response(text=shown.model_dump_json())


async def _words(request: web.Request) -> web.Response:
    return answer_words(_language(request))


def _language(request: web.Request) -> str:
    """The language the address of the page asks for, or the table's own."""
    spoken = request.app[SCREENS].poster.language
    return chosen_language(request.query.get("lang", ""), spoken)


async def _theme(request: web.Request) -> web.Response:
    """The theme asked for, or the table's own: a page without colours would be black."""
    css = request.app[BUILT_IN_CSS].get(request.query.get("theme", ""), request.app[SCREENS].css)
    return web.Response(text=css, content_type="text/css")


async def _logo(request: web.Request) -> web.Response:
    logo = request.app[SCREENS].logo
    if logo is None:
        raise web.HTTPNotFound(text="the theme names no logo; add [room] logo to it")
    return web.Response(body=logo.content, content_type=logo.media_type)
