"""The words of the pad's page that no picture changes: its keys, and what it says by itself."""

from config.wire_document import load_wire
from config.words import words
from controller.facts.fact import Fact
from controller.facts.phrase import phrase
from drivers.entry_pad.web_pad import KIND


class PadWords(Fact):
    """One language of the page; `keys` has the label of every key there is."""

    language: str
    keys: dict[str, str]
    hold: str
    hold_enter: str
    hold_undo: str
    late: str
    no_link: str
    no_record: str


def pad_words(language: str) -> PadWords:
    """The words of the page in a language."""
    said = words(language)
    return PadWords(
        language=language,
        keys={key: said.key(key) for key in pad_keys()},
        hold=said.say(phrase("touch-held")),
        hold_enter=said.say(phrase("enter-held")),
        hold_undo=said.say(phrase("undo-held")),
        late=said.say(phrase("press-late")),
        no_link=said.say(phrase("table-silent")),
        no_record=said.say(phrase("record-stuck")),
    )


def pad_keys() -> tuple[str, ...]:
    """Every key a pad may have."""
    return tuple(load_wire(KIND).by_name["key_pressed"].fields[0].values)
