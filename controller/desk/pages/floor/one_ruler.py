"""One person rules on a hold; another takes over only by saying so."""

from controller.bus.client import DeskError
from controller.facts.phrase import phrase


class OneRuler:
    """Who rules on the hold that began at a row; the newest hold alone is remembered."""

    def __init__(self) -> None:
        self._row = 0
        self._person = ""

    @property
    def newest(self) -> tuple[int, str]:
        """The hold that somebody rules on, and who."""
        return self._row, self._person

    def of(self, row: int | None) -> str:
        """Who rules on this hold; "" while nobody has begun."""
        return self._person if row == self._row else ""

    def take(self, row: int, person: str, from_person: str | None) -> None:
        """Begin to rule, or take over from the person one was told of; DeskError from another."""
        ruler = self.of(row)
        if ruler not in ("", person, from_person):
            raise another_rules(ruler)
        self._row, self._person = row, person

    def check(self, row: int | None, person: str) -> None:
        """Refuse a ruling of anybody but the one who rules on this hold."""
        ruler = self.of(row)
        if ruler not in ("", person):
            raise another_rules(ruler)


def another_rules(person: str) -> DeskError:
    """Why a ruling is not taken from this person now."""
    text = f"{person} is ruling on this hold; take over first"
    return DeskError(text, phrase("another-rules", person=person))
