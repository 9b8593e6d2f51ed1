"""The words: every code has its sentence in every language, and every sentence can be made."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from types import NoneType
from typing import Literal, get_args, get_origin

import pytest
from hypothesis import given, strategies as st
from hypothesis.strategies import SearchStrategy

from config.document import DocumentError, parse_document, read_document
from config.irregularities import irregularities
from config.piles import Piles
from config.wire_document import load_wire
from config.words import ENGLISH, HOLD, Language, joined_files, language_file, languages, words
from controller.facts.cards import Card
from controller.facts.decisions import Expectation, IrregularityFound
from controller.facts.events import BankAccepted, CoverageDeclared, Event
from controller.facts.fact import Fact
from controller.facts.kinds import Ruling
from controller.facts.phrase import Argument, Phrase, phrase, seen
from controller.families.catalogue import game_file, game_ids
from controller.table.seat_hand import HandEnd
from tests.unit.config.phrase_calls import made_in, phrases_made

PAD_KEYS = load_wire("entry-pad").by_name["key_pressed"].fields[0].values
EVENTS: tuple[type[Fact], ...] = get_args(get_args(Event)[0])
OTHERS = [each for each in languages() if each != ENGLISH]
every_language = pytest.mark.parametrize("language", languages())
every_other_language = pytest.mark.parametrize("language", OTHERS)


def seen_code(event: type[Fact]) -> str:
    return f"seen-{str(event.model_fields['kind'].default).replace('_', '-')}"


@cache
def arguments_given() -> dict[str, frozenset[str]]:
    """What a sentence may speak of: the arguments that every maker of its code gives."""
    found = {seen_code(event): always_there(event) for event in EVENTS}
    for code, arguments, _where in phrases_made():
        found[code] = found.get(code, arguments) & arguments
    return found


def always_there(event: type[Fact]) -> frozenset[str]:
    fields = event.model_fields.items()
    return frozenset(name for name, field in fields if NoneType not in get_args(field.annotation))


def fields_of(template: str) -> Iterator[tuple[str, str]]:
    """Each field of a sentence, and how it is said."""
    for _text, name, spec, _conversion in Formatter().parse(template):
        if name is not None:
            yield name, spec or ""


def ways_in(template: str) -> set[tuple[str, str]]:
    """What a sentence speaks of and how, but for plurals: not every language has them."""
    return {(name, spec) for name, spec in fields_of(template) if not spec.startswith("plural:")}


def all_fields(language: Language) -> Iterator[tuple[str, str, str]]:
    for code, template in language.phrases.items():
        for name, spec in fields_of(template):
            yield code, name, spec


@every_language
def test_every_code_has_a_sentence(language: str) -> None:
    said = language_file(language).phrases
    assert [made for made in phrases_made() if made.code not in said] == []


@every_language
def test_every_sentence_has_a_code(language: str) -> None:
    assert sorted(language_file(language).phrases.keys() - arguments_given().keys()) == []


@every_language
def test_every_kind_of_event_can_be_said_as_seen(language: str) -> None:
    said = language_file(language).phrases
    assert [event.__name__ for event in EVENTS if seen_code(event) not in said] == []


@every_language
def test_every_irregularity_has_its_words_and_there_are_no_others(language: str) -> None:
    assert language_file(language).irregularities.keys() == irregularities().keys()


@every_language
def test_every_ruling_has_its_words_and_there_are_no_others(language: str) -> None:
    assert language_file(language).rulings.keys() == set(get_args(Ruling))


@every_language
def test_a_sentence_speaks_only_of_what_its_code_is_given(language: str) -> None:
    known = arguments_given()
    wrong = [
        (code, name)
        for code, name, _spec in all_fields(language_file(language))
        if name not in known[code]
    ]
    assert wrong == []


@every_language
def test_what_the_floor_is_told_speaks_of_what_was_seen_and_expected(language: str) -> None:
    for told in language_file(language).irregularities.values():
        assert {name for name, _ in fields_of(told.supervisor)} <= {"seen", "expected"}
        assert list(fields_of(told.dealer)) == []


@every_other_language
def test_a_language_has_every_sentence_and_every_key_of_english(language: str) -> None:
    english, other = language_file(ENGLISH), language_file(language)
    assert other.phrases.keys() == english.phrases.keys()
    assert other.keys.keys() == english.keys.keys()
    assert other.names.keys() >= english.names.keys()
    assert len(other.ordinals) == len(english.ordinals)


@every_other_language
def test_a_language_speaks_of_the_same_things_as_english_in_the_same_way(language: str) -> None:
    """A seat left out of a translation, or a card said as a name, is another sentence."""
    english, other = language_file(ENGLISH).phrases, language_file(language).phrases
    for code, template in english.items():
        assert ways_in(other[code]) == ways_in(template), code


@every_other_language
def test_no_name_of_a_closed_list_is_left_in_english(language: str) -> None:
    """English may say a code as it is; no other language can."""
    named = {
        value
        for code, name, spec in all_fields(language_file(language))
        if spec == "name" and code.startswith("seen-")
        for value in literals(code, name)
    }
    named |= set(get_args(Piles.model_fields["dealt"].annotation)) - {"rows"}
    named |= set(get_args(HandEnd)) - {""}
    named |= {
        label
        for game in game_ids()
        for label in read_document(game_file(game)).content.get("reveal", ())
    }
    # Ranks are the same letters everywhere, but for the ten.
    named -= set("A23456789JQK")
    assert sorted(named - language_file(language).names.keys()) == []


def literals(code: str, field: str) -> tuple[str, ...]:
    event = next(event for event in EVENTS if seen_code(event) == code)
    annotation = event.model_fields[field].annotation
    if annotation is bool:
        return ("yes", "no")
    return get_args(annotation) if get_origin(annotation) is Literal else ()


@every_language
def test_every_key_of_a_pad_has_its_own_label(language: str) -> None:
    labels = {key: words(language).key(key) for key in PAD_KEYS if not key.startswith("suit-")}
    assert [key for key, label in labels.items() if not label or "{" in label] == []
    # A rank is a figure, and so is a seat.
    told = [label for key, label in labels.items() if not key.startswith(("rank-", "seat-"))]
    assert sorted(told) == sorted(set(told))


NAMES = st.from_regex(r"[a-z][a-z0-9-]{0,12}", fullmatch=True)
NUMBERS = st.integers(0, 2**31)
LOST = st.just(phrase("lost-no-hello"))
# What each way to say a field is made for.
RIGHT: dict[str, SearchStrategy[Argument]] = {
    "": NUMBERS | NAMES | st.text(min_size=1, max_size=20),
    "name": NAMES | NUMBERS,
    "card": st.sampled_from(list(Card)),
    "nth": st.integers(1, 5),
    "ruling": NAMES,
    "cause": NAMES,
    "list": st.lists(NAMES, min_size=1).map(tuple) | st.lists(NUMBERS, min_size=1).map(tuple),
    "either": st.lists(NUMBERS, min_size=1).map(tuple) | NAMES,
    "held": st.lists(NAMES, max_size=2).map(tuple),
    "count": st.lists(NAMES, max_size=2).map(tuple),
    "what": LOST,
    "remedy": LOST,
}


@st.composite
def right_phrases(draw: st.DrawFn) -> Phrase:
    """Any code, each argument of a type that the way to say it is made for."""
    english = language_file(ENGLISH).phrases
    code = draw(st.sampled_from(sorted(english)))
    return Phrase(code, {name: draw(RIGHT[way]) for name, way in sorted(ways_in(english[code]))})


@every_language
@given(right_phrases())
def test_every_phrase_can_be_said(language: str, made: Phrase) -> None:
    said = words(language).sentence(made)
    assert said
    assert "{" not in said or any("{" in str(value) for value in made.arguments.values())


@every_language
def test_every_irregularity_can_be_said(language: str) -> None:
    said, due = words(language), (phrase("close-bets"), phrase("seat-folds", seat=3))
    for name in irregularities():
        found = IrregularityFound(name=name, seen=phrase("seen-bets-closed"), expected=due)
        assert said.supervisor(found)
        assert said.say(Phrase(f"hold-{name}")) == said.dealer(name)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Banker takes a third card"),
        ("zh-Hans", "庄发第三张牌"),
        ("vi", "Cái nhận lá thứ ba"),
    ],
)
def test_an_expectation_is_said_with_its_seat_and_hand(language: str, said: str) -> None:
    due = Expectation(event="card_drawn", code="coup-card", hand="banker", arguments={"nth": 3})
    assert words(language).say(due) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Banker, natural and Player pair: press enter"),
        ("zh-Hans", "庄、天牌、闲对：请按确认"),
        ("vi", "Cái, tự nhiên và đôi Con: bấm Nhập"),
    ],
)
def test_a_list_is_joined_the_way_of_the_language(language: str, said: str) -> None:
    parts = ("banker", "natural", "player-pair")
    assert words(language).say(phrase("entry-press-enter", parts=parts)) == said


def test_one_of_a_thing_is_not_many() -> None:
    once = phrase("times-the-ante", times=(1,))
    assert words().say(once) == "1 time the Ante"
    assert words().say(phrase("times-the-ante", times=(1, 2))) == "1 or 2 times the Ante"
    assert words().key("new-shoe-1") == "New shoe, 1 deck"


@every_language
def test_no_sentence_is_mistaken_for_the_hold_of_a_table(language: str) -> None:
    assert [code for code in language_file(language).phrases if code.startswith(HOLD)] == []


def test_an_event_is_said_by_its_fields_and_those_it_lacks_are_not_missed() -> None:
    assert words().say(seen(BankAccepted())) == "the bank was taken"
    assert words("zh-Hans").say(seen(CoverageDeclared(covers=False))) == "庄家全付：不是"


def test_a_language_without_words_is_refused_by_name_of_those_there_are() -> None:
    with pytest.raises(
        DocumentError, match="no words for 'xx'; there are en, vi, zh-Hans, zh-Hant"
    ):
        words("xx")


@pytest.mark.parametrize(
    ("source", "codes"),
    [
        ('phrase("one", seat=1)', {"one"}),
        ('phrase("one" if here else "two")', {"one", "two"}),
        ('def f():\n    code = "one"\n    return phrase(code)', {"one"}),
        ('CODES = {1: "one", 2: "two"}\nexpect("bets_closed", CODES[1])', {"one", "two"}),
        ('a, b = ("one", 1) if here else ("two", 2)\nphrase(a)', {"one", "two"}),
        ('def f(code):\n    return phrase(code)\nf("one")\nf("two")', {"one", "two"}),
        ('whom = {1: "one"}.get(n, "two")\nphrase(f"{whom}-more")', {"one-more", "two-more"}),
    ],
)
def test_codes_are_found_however_they_are_written(source: str, codes: set[str]) -> None:
    assert {made.code for made in made_in(ast.parse(source))} == codes


def test_a_code_nobody_can_tell_is_an_error_and_not_overlooked() -> None:
    with pytest.raises(AssertionError, match="cannot tell"):
        list(made_in(ast.parse("phrase(make_up())")))


def test_what_two_files_of_a_language_say_is_named_with_its_line() -> None:
    one = parse_document(Path("one.toml"), 'title = "x"\n[phrases]\nwait = "w"\n')
    two = parse_document(Path("two.toml"), '[names]\na = "b"\n[phrases]\ngo = "g"\nwait = "v"\n')
    content, problems = joined_files([one, two])
    assert content["phrases"] == {"wait": "v", "go": "g"}
    assert [(problem.file.name, problem.line, problem.key) for problem in problems] == [
        ("two.toml", 5, "phrases.wait")
    ]
