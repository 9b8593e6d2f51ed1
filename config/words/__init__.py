"""Words: the sentences of a language, and the one function that makes them of codes."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

from pydantic import Field

from config.additions import addition_folders
from config.document import DocumentError, Problem, Section, read_document
from controller.facts.cards import Card
from controller.facts.decisions import Expectation, IrregularityFound
from controller.facts.phrase import Argument, Phrase

WORDS: Final = Path(__file__).parent
ENGLISH: Final = "en"
# The phrase of a hold is what the house dealer does about its irregularity.
HOLD: Final = "hold-"
SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class IrregularityWords(Section):
    """What the house dealer does, and what the supervisor is told."""

    dealer: str
    supervisor: str


class Language(Section):
    """One file of words: a sentence for each code, the names in them, how lists are joined."""

    title: str
    also: str
    alternative: str
    ordinals: tuple[str, ...]
    nothing: str
    held: str
    phrases: dict[str, str]
    irregularities: dict[str, IrregularityWords] = Field(default_factory=dict)
    names: dict[str, str]


class Words(Formatter):
    """Makes sentences of one language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def say(self, phrase: Phrase | Expectation) -> str:
        """The sentence of a phrase, or of what is expected next."""
        arguments: dict[str, Argument] = dict(phrase.arguments)
        if isinstance(phrase, Expectation):
            arguments |= {"seat": phrase.seat or 0, "hand": phrase.hand or ""}
        if phrase.code.startswith(HOLD):
            return self.dealer(phrase.code.removeprefix(HOLD))
        template = self._language.phrases.get(phrase.code)
        return self.vformat(template, (), arguments) if template else self.name(phrase.code)

    def sentence(self, phrase: Phrase) -> str:
        """A phrase that stands alone, with a capital letter."""
        text = self.say(phrase)
        return text[:1].upper() + text[1:]

    def any_of(self, phrases: tuple[Phrase, ...] | tuple[Expectation, ...]) -> str:
        """Phrases of which one may happen."""
        said = [self.say(each) for each in phrases]
        return self._language.alternative.join(said) or self._language.nothing

    def dealer(self, irregularity: str) -> str:
        """What the house dealer does about an irregularity."""
        return self._irregularity(irregularity).dealer

    def supervisor(self, found: IrregularityFound) -> str:
        """What the floor is told of an irregularity."""
        told = self._irregularity(found.name).supervisor
        return told.format(seen=self.say(found.seen), expected=self.any_of(found.expected))

    def name(self, code: str) -> str:
        """The name of a hand, a colour, a ruling, or the code itself in plain letters."""
        return self._language.names.get(code, code.replace("-", " "))

    def format_field(self, value: Argument, spec: str) -> str:
        """Names, cards, ordinals, lists and plurals; a plain value has no format."""
        kind, _, rest = spec.partition(":")
        if kind == "plural":
            one, _, more = rest.partition(",")
            return one if value in (1, (1,)) else more
        return _FORMS[kind](self, value) if kind else str(value)

    def _irregularity(self, name: str) -> IrregularityWords:
        blank = IrregularityWords(dealer=self.name(name), supervisor="{seen}; {expected}")
        return self._language.irregularities.get(name, blank)

    def _name(self, value: Argument) -> str:
        return self.name(str(value))

    def _card(self, value: Argument) -> str:
        code = str(value)
        if code == Card.JOKER:
            return self.name("joker")
        return f"{'10' if code[0] == 'T' else code[0]}{SUITS.get(code[1:], '')}"

    def _ordinal(self, value: Argument) -> str:
        return self._language.ordinals[int(str(value)) - 1]

    def _list(self, value: Argument) -> str:
        items = [self.name(str(item)) for item in value] if isinstance(value, tuple) else [value]
        *first, last = map(str, items)
        return f"{', '.join(first)}{self._language.also}{last}" if first else last

    def _either(self, value: Argument) -> str:
        items = value if isinstance(value, tuple) else (value,)
        return self.name("or").join(self.name(str(item)) for item in items)

    def _held(self, value: Argument) -> str:
        """What a hand counts, as `soft 17`, in the brackets of the language; nothing if hidden."""
        if not isinstance(value, tuple) or not value:
            return ""
        return self._language.held.format(self._count(value))

    def _count(self, value: Argument) -> str:
        items = value if isinstance(value, tuple) else (value,)
        return " ".join(self.name(str(item)) for item in items)


_FORMS: Final = {
    "name": Words._name,
    "card": Words._card,
    "nth": Words._ordinal,
    "list": Words._list,
    "either": Words._either,
    "held": Words._held,
    "count": Words._count,
}


def languages() -> tuple[str, ...]:
    """Every language there is a file of words for."""
    folders = (WORDS, *addition_folders("words"))
    return tuple(sorted({file.stem for folder in folders for file in folder.glob("*.toml")}))


@cache
def words(language: str = ENGLISH) -> Words:
    """The words of a language, those of additions included."""
    return Words(language_file(language))


@cache
def language_file(language: str) -> Language:
    """Read a language; raise DocumentError when there is none such, or a file is wrong."""
    places = [folder / f"{language}.toml" for folder in (WORDS, *addition_folders("words"))]
    files = [place for place in places if place.exists()]
    if not files:
        text = f"no words for {language!r}; there are {', '.join(languages())}"
        raise DocumentError([Problem(places[0], 1, "", text)])
    first, *others = (read_document(file) for file in files)
    content: dict[str, object] = dict(first.content)
    for other in others:
        content = _joined(content, other.content)
    return first._replace(content=content).build(Language)


def _joined(content: Mapping[str, object], more: Mapping[str, object]) -> dict[str, object]:
    """Two files of one language: their tables one into the other."""
    joined = dict(content)
    for key, value in more.items():
        before = joined.get(key)
        both = isinstance(before, dict) and isinstance(value, dict)
        joined[key] = {**before, **value} if both else value  # type: ignore[dict-item]
    return joined
