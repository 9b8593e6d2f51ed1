"""What pages say by themselves: every language has it, and pages ask for nothing else."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import controller.desk.pages
import controller.floor.wall.pages
from config.document import read_document
from config.words import ENGLISH, Language, language_file, languages, page_words, words
from controller.desk.pages import staff_pages
from controller.families.catalogue import game_file, game_ids
from drivers.scoreboard.public_words import PAGES, public_words
from drivers.scoreboard.screens import WEB
from tests.unit.config.test_words import every_language, every_other_language, ways_in

SIMPLIFIED = set((Path(__file__).parent / "simplified_only.txt").read_text("utf-8").strip())
STAFF_PAGES = Path(controller.desk.pages.__file__).parent
# The floor has one page, beside its own code.
WALL = "wall"
WALL_PAGES = Path(controller.floor.wall.pages.__file__).parent
STAFF_KIT = STAFF_PAGES.parent / "web"
# What words/words.js makes of several sentences, or of none.
MADE = {"states", "ended", "letters", "name", "sign", "table", "money", "range", "result", "noData"}
MADE |= {"count", "called", "window", "share", "outcome"}
# The pad's own words are not asked for here.
PAD = {"keys", "hold", "hold_enter", "hold_undo", "late", "no_link", "no_record", "language"}
USED = re.compile(r"(?<!/)\bwords\.(\w+)|data-word=\"(\w+)\"")


def camel(code: str) -> str:
    return re.sub(r"-(\w)", lambda found: found.group(1).upper(), code)


def sentences(language: Language) -> Iterator[tuple[str, str]]:
    """Every sentence of a language with the place it stands at."""
    return _texts(language.model_dump(), "")


def _texts(value: object, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(item, f"{place}.{key}" if place else key)
    elif isinstance(value, str):
        yield place, value


@every_other_language
def test_a_language_has_every_page_of_english_with_the_same_words_and_fields(language: str) -> None:
    english, other = page_words(ENGLISH), page_words(language)
    assert other.keys() == english.keys()
    for page, texts in english.items():
        assert other[page].keys() == texts.keys(), page
        for code, text in texts.items():
            assert ways_in(other[page][code]) == ways_in(text), (page, code)


def test_every_page_is_there_and_every_staff_page_has_a_title() -> None:
    pages = page_words(ENGLISH)
    staff = [*staff_pages(), WALL]
    assert pages.keys() == {*PAGES, *staff, "log-in", "kit"}
    assert [page for page in staff if "title" not in pages[page]] == []


@every_language
def test_no_word_of_a_page_is_empty(language: str) -> None:
    pages = page_words(language).items()
    assert [(page, code) for page, texts in pages for code, text in texts.items() if not text] == []


@cache
def pages_text() -> str:
    """The public pages, all in one."""
    files = (file for kind in ("*.js", "*.html") for file in sorted(WEB.rglob(kind)))
    return "\n".join(file.read_text("utf-8") for file in files)


def public_names() -> set[str]:
    pages = page_words(ENGLISH)
    return {camel(code) for code in (*pages["public"], *pages["public-seats"])}


def test_public_pages_ask_for_words_there_are() -> None:
    used = {one or other for one, other in USED.findall(pages_text())}
    assert sorted(used - public_names() - MADE - PAD) == []


def test_no_public_word_is_hidden_by_what_is_made_of_others() -> None:
    assert sorted(public_names() & MADE) == []


def test_public_words_are_all_asked_for() -> None:
    mentioned = set(re.findall(r"\w+", pages_text()))
    assert sorted(public_names() - mentioned) == []


def staff_text(page: str) -> str:
    """The files of a staff page, all in one; `kit` and `log-in` are every page's."""
    place = WALL_PAGES if page == WALL else STAFF_PAGES
    folder = STAFF_KIT if page in ("kit", "log-in") else place / page.replace("-", "_")
    files = (file for kind in ("*.js", "*.py") for file in sorted(folder.rglob(kind)))
    return "\n".join(file.read_text("utf-8") for file in files)


@pytest.mark.parametrize("page", sorted({*staff_pages(), WALL, "log-in"}))
def test_staff_pages_ask_for_words_there_are(page: str) -> None:
    pages = page_words(ENGLISH)
    asked = set(re.findall(r"\bsay\(\"([a-z0-9-]+)\"", staff_text(page)))
    assert sorted(asked - pages[page].keys() - pages["kit"].keys()) == []


@pytest.mark.parametrize("page", sorted({*staff_pages(), WALL, "log-in", "kit"}))
def test_words_of_staff_pages_are_all_asked_for(page: str) -> None:
    """A word is named whole, or by its beginning where the rest is a value."""
    text = staff_text(page)
    begun = tuple(re.findall(r"[`\"]([a-z][a-z0-9-]*-)(?:\$\{|\{)", text))
    words_of = page_words(ENGLISH)[page].keys() - {"title"}
    unasked = {code for code in words_of if not re.search(rf"\b{code}\b", text)}
    assert sorted(code for code in unasked if not code.startswith(begun or ("-",))) == []


@every_language
def test_everything_a_game_pays_on_has_a_name(language: str) -> None:
    paid = page_words(language)["paid"]
    missing = set()
    for game in game_ids():
        for wager in read_document(game_file(game)).content.get("wagers", ()):
            names = {wager["name"], *wager.get("table", ()), *wager.get("fixed", ())}
            numberless = {name: name.rpartition("-")[0] for name in names}
            missing |= {
                name
                for name, kind in numberless.items()
                if name not in paid and kind not in paid and not name.isdigit()
            }
    assert sorted(missing) == []


def test_a_name_with_a_number_is_named_without_it() -> None:
    assert words().paid("player-by-9") == "Player by 9"
    assert words("zh-Hant").paid("cards-5") == "莊家 5 張爆牌"
    assert words("vi").paid("of-no-book") == "Of no book"


def test_a_wager_is_called_as_its_book_prints_it_or_as_its_players_say() -> None:
    assert words().wager("base", "Game wager") == "Game wager"
    assert words("zh-Hans").wager("dragon-7", "Dragon 7") == "龙七"
    assert words("zh-Hans").wager("of-this-room", "Lucky Room") == "Lucky Room"


@every_language
def test_a_page_is_handed_its_language_and_every_table_of_words(language: str) -> None:
    told = public_words(language)
    assert told.language == language
    assert all(told.pages.values())


def test_traditional_chinese_has_no_simplified_letter() -> None:
    told = {
        place: sorted(SIMPLIFIED.intersection(text))
        for place, text in sentences(language_file("zh-Hant"))
        if SIMPLIFIED.intersection(text)
    }
    assert told == {}


# Said in English letters by everybody: tables of names, and single words.
SAME_TABLES = ("pages.paid.", "pages.public-signs.", "pages.public-letters.")
SAME_WORDS = {
    *("Jo", "dragon-7", "flex", "joker", "locale", "panda-8", "percent", "pin", "rank-joker"),
    *("doctor-program", "source-camera", "source-gpio"),
}


def may_be_english(place: str) -> bool:
    return place.startswith(SAME_TABLES) or place.rpartition(".")[2] in SAME_WORDS


@pytest.mark.parametrize("language", [each for each in languages() if each != ENGLISH])
def test_no_sentence_is_left_in_english(language: str) -> None:
    english = dict(sentences(language_file(ENGLISH)))
    left = [
        place
        for place, text in sentences(language_file(language))
        if text == english.get(place)
        and re.search("[A-Za-z]{2}", re.sub(r"\{[^}]*\}", "", text))
        and not may_be_english(place)
    ]
    assert left == []
