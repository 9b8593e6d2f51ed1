"""Words: the sentences of a language, and the one function that makes them of codes."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

from pydantic import Field

from config.document import Document, DocumentError, Problem, Section, read_document
from config.words.tags import language_of
from controller.facts.additions import addition_folders
from controller.facts.cards import Card
from controller.facts.decisions import Expectation, IrregularityFound
from controller.facts.phrase import Argument, Phrase, Reason

WORDS: Final = Path(__file__).parent
ENGLISH: Final = "en"
SAID_TWICE: Final = "another file of this language says it already; leave it in one of them"
# The phrase of a hold is what the house dealer does about its irregularity.
HOLD: Final = "hold-"
# A sentence for who mends something has what is wrong before this, and what to do behind it.
PART: Final = re.compile("; |；")
SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class IrregularityWords(Section):
    """What is wrong in a dozen words, what the house dealer does, what the supervisor is told."""

    cause: str
    dealer: str = ""
    supervisor: str


class RulingWords(Section):
    """What a ruling is called where it is chosen, and what it does."""

    label: str
    does: str


class Language(Section):
    """A language: a sentence for each code, the names in them, how lists are joined."""

    title: str
    comma: str
    also: str
    alternative: str
    between: str
    ordinals: tuple[str, ...]
    nothing: str
    held: str
    phrases: dict[str, str]
    irregularities: dict[str, IrregularityWords] = Field(default_factory=dict)
    rulings: dict[str, RulingWords] = Field(default_factory=dict)
    names: dict[str, str]
    # What stands on the pad's keys; a key with a number is named without it.
    keys: dict[str, str]
    # What pages say by themselves, by page; `public` and those after it are the scoreboard's.
    pages: dict[str, dict[str, str]] = Field(default_factory=dict)


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
        return capital(self.say(phrase))

    def told(self, reason: Reason) -> str:
        """Why something is so; text is told as it came."""
        return reason if isinstance(reason, str) else self.say(reason)

    def any_of(self, phrases: tuple[Phrase, ...] | tuple[Expectation, ...]) -> str:
        """Phrases of which one may happen."""
        said = [self.say(each) for each in phrases]
        return self._language.alternative.join(said) or self._language.nothing

    def cause(self, irregularity: str) -> str:
        """What is wrong, in a dozen words at most."""
        return self._irregularity(irregularity).cause

    def dealer(self, irregularity: str) -> str:
        """What is wrong, and what the house dealer does about it."""
        told = self._irregularity(irregularity)
        return self._language.between.join(filter(None, (told.cause, told.dealer)))

    def supervisor(self, found: IrregularityFound) -> str:
        """What the floor is told of an irregularity."""
        told = self._irregularity(found.name).supervisor
        return told.format(seen=self.say(found.seen), expected=self.any_of(found.expected))

    def ruling(self, ruling: str) -> RulingWords:
        """What a ruling is called, and what it does."""
        blank = RulingWords(label=self.name(ruling), does="")
        return self._language.rulings.get(ruling, blank)

    def name(self, code: str) -> str:
        """The name of a hand, a colour, a ruling, or the code itself in plain letters."""
        return self._language.names.get(code, code.replace("-", " "))

    def key(self, key: str) -> str:
        """What stands on a key of the pad."""
        kind, _, number = key.rpartition("-")
        label = self._language.keys.get(key, self._language.keys.get(kind))
        if label is None:
            return self.sentence(Phrase(key))
        return self.vformat(label, (), {"number": int(number) if number.isdigit() else number})

    def paid(self, code: str) -> str:
        """The name of a wager, or of what one pays on; one with a number is named without it."""
        paid, (kind, _, number) = self._language.pages["paid"], code.rpartition("-")
        if code not in paid and number.isdigit() and kind in paid:
            return self.vformat(paid[kind], (), {"number": number})
        return paid.get(code) or capital(code.replace("-", " "))

    def wager(self, code: str, printed: str) -> str:
        """The name of a wager: as the English book prints it, or the usual one of the language."""
        is_english = self._language.pages is language_file(ENGLISH).pages
        known = code in self._language.pages["paid"] or code.rpartition("-")[2].isdigit()
        return printed if is_english or not known else self.paid(code)

    def format_field(self, value: Argument, spec: str) -> str:
        """Names, cards, ordinals, lists and plurals; a plain value has no format."""
        if isinstance(value, Phrase):
            value = self.say(value)
        kind, _, rest = spec.partition(":")
        if kind == "plural":
            one, _, more = rest.partition(",")
            return one if value in (1, (1,)) else more
        return _FORMS[kind](self, value) if kind else str(value)

    def _irregularity(self, name: str) -> IrregularityWords:
        blank = IrregularityWords(cause=self.name(name), supervisor="{seen}; {expected}")
        return self._language.irregularities.get(name, blank)

    def _name(self, value: Argument) -> str:
        return self.name(str(value))

    def _card(self, value: Argument) -> str:
        code = str(value)
        if code == Card.JOKER:
            return self.name("joker")
        return f"{'10' if code[0] == 'T' else code[0]}{SUITS.get(code[1:], '')}"

    def _label(self, value: Argument) -> str:
        return self.ruling(str(value)).label

    def _cause(self, value: Argument) -> str:
        return self.cause(str(value)).rstrip(".。")

    def _ordinal(self, value: Argument) -> str:
        return self._language.ordinals[int(str(value)) - 1]

    def _list(self, value: Argument) -> str:
        items = [self.name(str(item)) for item in value] if isinstance(value, tuple) else [value]
        *first, last = map(str, items)
        return f"{self._language.comma.join(first)}{self._language.also}{last}" if first else last

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

    def _what(self, value: Argument) -> str:
        return PART.split(str(value), maxsplit=1)[0]

    def _remedy(self, value: Argument) -> str:
        return PART.split(str(value), maxsplit=1)[-1]


_FORMS: Final = {
    "name": Words._name,
    "card": Words._card,
    "nth": Words._ordinal,
    "ruling": Words._label,
    "cause": Words._cause,
    "list": Words._list,
    "either": Words._either,
    "held": Words._held,
    "count": Words._count,
    "what": Words._what,
    "remedy": Words._remedy,
}


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def languages() -> tuple[str, ...]:
    """Every language there is a folder of words for."""
    return tuple(sorted({file.parent.name for file in word_files()}))


def chosen_language(asked: str, usual: str) -> str:
    """The language asked for, as browsers write it; the usual one if we have none such."""
    return language_of(asked, languages()) or usual


def word_files() -> list[Path]:
    """Every file of words, those of additions included; its folder names the language."""
    folders = (WORDS, *addition_folders("words"))
    return [file for folder in folders for file in sorted(folder.glob("*/*.toml"))]


@cache
def words(tag: str = ENGLISH) -> Words:
    """The words of a language, those of additions included."""
    return Words(language_file(tag))


def page_words(tag: str) -> Mapping[str, Mapping[str, str]]:
    """What pages say by themselves, by page."""
    return language_file(tag).pages


@cache
def language_file(tag: str) -> Language:
    """Read a language; raise DocumentError when there is none such, or a file is wrong."""
    language = language_of(tag, languages())
    if language is None:
        text = f"no words for {tag!r}; there are {', '.join(languages())}"
        raise DocumentError([Problem(WORDS / tag, 1, "", text)])
    documents = [read_document(file) for file in word_files() if file.parent.name == language]
    content, problems = joined_files(documents)
    if problems:
        raise DocumentError(problems)
    return documents[0]._replace(content=content).build(Language)


def joined_files(documents: Sequence[Document]) -> tuple[dict[str, object], list[Problem]]:
    """The files of one language as one; what two of them say is a problem."""
    content: dict[str, object] = {}
    problems: list[Problem] = []
    for document in documents:
        for table, values in document.content.items():
            held = content.setdefault(table, {} if isinstance(values, dict) else values)
            if not isinstance(held, dict) or not isinstance(values, dict):
                problems += [document.problem((table,), SAID_TWICE)] if held is not values else []
                continue
            twice = sorted(held.keys() & values.keys())
            problems += [document.problem((table, key), SAID_TWICE) for key in twice]
            held.update(values)
    return content, problems
