"""What a shoe reader owes the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.requirement import Action, Conduct, Requirement, demand

if TYPE_CHECKING:
    from drivers.conformance.linked_host import LinkedHost
    from drivers.conformance.trial import Trial

# A short shoe that a person can build by hand: these from the top, the cut card before the last.
CARDS: Final = ("As", "Kd", "7h", "Td", "9c", "3s", "2c", "Jd")
BEHIND_CUT: Final = 2
PLACE: Final = "shoe"

LOAD: Final = Action(
    "load",
    f"load one deck's shoe with {' '.join(CARDS[:-BEHIND_CUT])}, the cut card,"
    f" {' '.join(CARDS[-BEHIND_CUT:])} and close the lid",
    {"decks": 1, "cut_depth": BEHIND_CUT, "cards": list(CARDS)},
)
SPOIL: Final = Action("misread_next", "turn the next card face up in the shoe", {"reason": "boxed"})


def reports_the_load(trial: Trial) -> None:
    """A load is one event with the number of decks."""
    host = trial.linked()
    _load(trial, host)
    host.expect_no_more()
    trial.standing[PLACE] = 0


def names_the_card(trial: Trial) -> None:
    """One card, one event, the right card."""
    host = _at(trial, 0)
    _draw(trial, host, 0)
    host.expect_no_more()
    trial.standing[PLACE] = 1


def keeps_the_order(trial: Trial) -> None:
    """Cards come in the order in which they were pulled."""
    host = _at(trial, 1)
    for number in (1, 2):
        trial.hands.perform(_pull(number))
        if trial.hands.is_person:
            host.expect("card_drawn", card=CARDS[number])
    if not trial.hands.is_person:
        for number in (1, 2):
            host.expect("card_drawn", card=CARDS[number])
    host.expect_no_more()
    trial.standing[PLACE] = 3


def admits_an_unreadable_card(trial: Trial) -> None:
    """A card that lies wrong is not guessed."""
    host = _at(trial, 3)
    host.arrange(SPOIL)
    trial.hands.perform(Action("draw", "pull it"))
    host.event("card_unreadable")
    host.expect_no_more()
    trial.standing[PLACE] = 4


def reports_the_lid(trial: Trial) -> None:
    """Open and closed are one event each."""
    host = trial.linked()
    trial.hands.perform(Action("open_lid", "open the lid"))
    host.expect("shoe_lid_opened")
    trial.hands.perform(Action("close_lid", "close the lid"))
    host.expect("shoe_lid_closed")
    host.expect_no_more()


def reports_the_cut_card(trial: Trial) -> None:
    """The cut card is not a card."""
    host = _at(trial, 4)
    _draw(trial, host, 4)
    _draw(trial, host, 5)
    trial.hands.perform(Action("draw", "pull the cut card"))
    host.expect("cut_card_drawn")
    host.expect_no_more()
    trial.standing[PLACE] = 6


def reports_the_last_card(trial: Trial) -> None:
    """The shoe is empty after its last card, and says so once."""
    host = _at(trial, 6)
    _draw(trial, host, 6)
    _draw(trial, host, 7)
    host.expect("shoe_emptied")
    host.expect_no_more()


def counts_over_a_power_cut(trial: Trial) -> None:
    """What left before the power went is known after it."""
    _at(trial, 3)
    trial.must_count(3)


def tells_an_open_lid(trial: Trial) -> None:
    """The table knows after a power cut that the lid stands open."""
    host = trial.linked()
    trial.hands.perform(Action("open_lid", "open the lid, and leave it open"))
    host.expect("shoe_lid_opened")
    try:
        host = trial.must_tell("shoe_lid_opened")
    finally:
        trial.hands.perform(Action("close_lid", "close the lid"))
    host.expect("shoe_lid_closed")
    host.expect_no_more()


def _pull(number: int) -> Action:
    return Action("draw", f"pull one card: {CARDS[number]}")


def _load(trial: Trial, host: LinkedHost) -> None:
    trial.hands.perform(LOAD)
    # A shoe cannot know yet that its lid is opened for new cards.
    lid = ("shoe_lid_opened", "shoe_lid_closed")
    while (found := host.event("shoe_loaded", *lid)).name in lid:
        pass
    decks = found.integer("decks")
    demand(decks == 1, f"one deck was loaded; {decks} are reported")


def _draw(trial: Trial, host: LinkedHost, number: int) -> None:
    trial.hands.perform(_pull(number))
    host.expect("card_drawn", card=CARDS[number])


def _at(trial: Trial, drawn: int) -> LinkedHost:
    """A shoe with this number of cards drawn; loaded again unless it stands there already."""
    host = trial.linked()
    if trial.standing.pop(PLACE, None) == drawn:
        return host
    _load(trial, host)
    for _ in range(drawn + (drawn > len(CARDS) - BEHIND_CUT - 1)):
        trial.hands.perform(Action("draw", "pull one card"))
        host.event("card_drawn", "card_unreadable", "cut_card_drawn")
    host.quiet()
    return host


CONDUCT: Final = Conduct(
    telling=(LOAD,),
    foundation=("SHO-01", "SHO-02"),
    stirrings=(Action("open_lid", "open the lid"), Action("close_lid", "close the lid")),
    requirements=(
        Requirement(
            "SHO-01",
            "reports the load",
            "Closing the lid over a new shoe is one event with the number of decks.",
            reports_the_load,
        ),
        Requirement(
            "SHO-02",
            "names the card",
            "One card pulled is one event that names this card.",
            names_the_card,
        ),
        Requirement(
            "SHO-03",
            "keeps the order",
            "Cards are reported in the order in which they left.",
            keeps_the_order,
        ),
        Requirement(
            "SHO-04",
            "admits an unreadable card",
            "A card that cannot be read safely is reported as unreadable, never as a card.",
            admits_an_unreadable_card,
        ),
        Requirement(
            "SHO-05",
            "reports the lid",
            "Opening and closing the lid is one event each.",
            reports_the_lid,
        ),
        Requirement(
            "SHO-06",
            "reports the cut card",
            "The cut card is reported as the cut card, in its place among the cards.",
            reports_the_cut_card,
        ),
        Requirement(
            "SHO-07",
            "reports the last card",
            "After the event of the last card the shoe reports once that it is empty.",
            reports_the_last_card,
        ),
        Requirement(
            "SHO-08",
            "counts over a power cut",
            "The hello after a power cut says how many cards were reported since the load, or that"
            " the device counts nothing.",
            counts_over_a_power_cut,
        ),
        Requirement(
            "SHO-09",
            "tells an open lid",
            "A lid that stands open at a start under a new boot number is told once.",
            tells_an_open_lid,
        ),
    ),
)
