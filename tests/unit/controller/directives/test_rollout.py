"""A rollout goes table by table, and what one table refuses the next never gets."""

import pytest

from controller.directives.answer import DirectiveAnswer, Outcome
from controller.directives.rollout import RolloutStoppedError, roll_out
from controller.directives.signed import SignedText

SIGNED = SignedText("kind = 'limits'\n")


class Tables:
    """Tables that answer as told, some after a while."""

    def __init__(self, **outcomes: Outcome | None) -> None:
        self._outcomes = outcomes
        self.sent: list[str] = []
        self.now = 0.0

    def send(self, table: str, name: str, text: str) -> None:
        assert (name, text) == ("limits-1.directive", SIGNED.text)
        self.sent.append(table)

    def answer(self, table: str, digest: str) -> DirectiveAnswer | None:
        outcome = self._outcomes[table]
        if outcome is None or self.now < 2:
            return None
        return DirectiveAnswer(
            table=table,
            directive="limits",
            version=1,
            digest=digest,
            outcome=outcome,
            reason="does not fit" if outcome == "refused" else "",
            at_ms=0,
        )

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def roll_out(self) -> list[str]:
        names = list(self._outcomes)
        answers = roll_out(SIGNED, "limits-1", names, self, 10, lambda: self.now, self.sleep)
        return [answer.table for answer in answers]


def test_every_table_gets_it_after_the_one_before_has_taken_it() -> None:
    tables = Tables(one="taken", two="taken")
    assert tables.roll_out() == ["one", "two"]
    assert tables.sent == ["one", "two"]


@pytest.mark.parametrize(
    ("outcome", "says"),
    [
        ("refused", "two refused: does not fit; not sent to three"),
        (None, "two has not answered within 10 s; look whether it runs and hears of it"),
        ("waiting", "two waiting; not sent to three"),
        ("rolled-back", "two rolled-back; not sent to three"),
    ],
)
def test_the_first_table_that_fails_stops_it(outcome: Outcome | None, says: str) -> None:
    tables = Tables(one="taken", two=outcome, three="taken")
    with pytest.raises(RolloutStoppedError) as caught:
        tables.roll_out()
    assert says in str(caught.value)
    assert tables.sent == ["one", "two"]
