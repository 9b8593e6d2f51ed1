"""The table on hold: what waits, what a ruling does, what is refused."""

import pytest

from config.words import words
from controller.facts.cards import Card
from controller.facts.decisions import (
    DECISION,
    HoldReleased,
    IrregularityFound,
    OutcomeDecided,
    RoundOpened,
    RoundVoided,
    RulingRefused,
    TableHeld,
)
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CardUnreadable,
    CollectionTaken,
    DeviceLost,
    DiceUnreadable,
    Event,
    EventsMissed,
    FloorCalled,
    LampStuck,
    RoundSettled,
    RulingGiven,
    ShoeLoaded,
    ShufflerCleared,
    ShufflerDoorOpened,
    ShufflerJammed,
    StackDispensed,
    WagerPlaced,
)
from controller.facts.phrase import phrase
from controller.families.baccarat.coup import Coup
from controller.families.opening import opening_event
from controller.table.shoe import copies_seen
from tests.conftest import TablePlayer


def rule(ruling: str, card: str | None = None, dice: tuple[int, ...] | None = None) -> RulingGiven:
    face = Card(card) if card else None
    return RulingGiven.model_validate(
        {"by": "Ann Lee", "ruling": ruling, "card": face, "dice": dice, "note": "seen on camera"}
    )


def drawn(cards: str) -> list[Event]:
    return [CardDrawn(card=Card(code)) for code in cards.split()]


@pytest.fixture
def dealing(baccarat: TablePlayer) -> TablePlayer:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken())
    return baccarat


@pytest.fixture
def held(dealing: TablePlayer) -> TablePlayer:
    dealing.play(*drawn("Kd"), FloorCalled())
    return dealing


def test_a_hold_says_what_was_seen_and_expected_to_each_reader(dealing: TablePlayer) -> None:
    found, held, _expected = dealing.play(CardUnreadable(reason="boxed"))
    assert isinstance(found, IrregularityFound)
    assert found.seen == phrase("seen-card-unreadable", reason="boxed")
    assert found.expected == (phrase("coup-card", nth=1, seat=0, hand="player"),)
    assert (
        words()
        .supervisor(found)
        .startswith(
            "a card came out that was not read: boxed; expected: Player takes a first card."
        )
    )
    assert "boxed" not in words().dealer(found.name)
    assert held == TableHeld(name="card-unreadable")
    assert dealing.expects == ["ruling_given"]


def test_events_during_a_hold_wait_and_happen_afterwards_in_order(held: TablePlayer) -> None:
    assert held.play(*drawn("Kh 9d 7h")) == ()
    released, *decided = held.play(rule("resume"))
    assert released == HoldReleased(
        name="floor-called", by="Ann Lee", ruling="resume", note="seen on camera"
    )
    (outcome,) = (d for d in decided if isinstance(d, OutcomeDecided))
    assert (outcome.player, outcome.banker) == (("Kd", "9d"), ("Kh", "7h"))


def test_a_waiting_event_may_hold_the_table_again(held: TablePlayer) -> None:
    held.play(*drawn("Kh 9d 7h 2c"), RoundSettled())
    assert held.irregularities(rule("resume")) == ["card-out-of-turn"]
    assert held.held_for == "card-out-of-turn"
    assert HoldReleased(
        name="card-out-of-turn", by="Ann Lee", ruling="resume", note="seen on camera"
    ) in held.play(rule("resume"))
    assert held.state.rounds == 2


def test_a_missed_event_noticed_in_a_hold_holds_the_table_in_its_turn(held: TablePlayer) -> None:
    held.play(*drawn("Kh"), EventsMissed(device="shoe-1", last_sequence=4, next_sequence=6))
    held.play(*drawn("9d"))
    assert held.irregularities(rule("resume")) == ["events-missed"]
    assert held.held_for == "events-missed"
    assert held.state.round is not None
    assert held.state.round.get(Coup)[:2] == (
        ("Kd",),
        ("Kh",),
    )


def test_a_resumed_event_does_not_count(dealing: TablePlayer) -> None:
    dealing.play(*drawn("Kd Kh 9d 7h 2c"), rule("resume"))
    assert dealing.expects == ["round_settled"]
    assert dealing.state.shoe.drawn == 5


def test_an_accepted_event_counts_as_it_is(dealing: TablePlayer) -> None:
    dealing.play(*drawn("Jo"))
    assert dealing.held_for == "foreign-card"
    dealing.play(rule("accept"))
    assert dealing.state.round is not None
    assert dealing.state.round.get(Coup).player == (Card.JOKER,)


def test_a_card_the_floor_read_takes_the_unread_ones_place(dealing: TablePlayer) -> None:
    dealing.play(CardUnreadable(reason="unread"), rule("use-card", "7h"))
    assert dealing.state.round is not None
    assert dealing.state.round.get(Coup).player == ("7h",)
    assert dealing.state.shoe.drawn == 1
    assert copies_seen(dealing.state.shoe, Card("7h")) == 1


def test_a_voided_round_starts_again_under_a_new_number(held: TablePlayer) -> None:
    decided = held.play(rule("void-round"))
    assert RoundVoided(round=1, by="Ann Lee") in decided
    assert RoundOpened(round=2, bank=1, turn=1, timer_s=20) in decided
    assert held.state.shoe.hands == ()


def test_cards_of_a_voided_round_are_void_but_left_the_shoe(held: TablePlayer) -> None:
    held.play(*drawn("Kh 9d"), CardUnreadable(reason="unread"))
    assert held.irregularities(rule("void-round")) == []
    assert held.state.shoe.drawn == 4
    assert held.held_for is None


def test_wagers_entered_during_the_hold_go_with_the_voided_round(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), FloorCalled(), WagerPlaced(seat=3))
    baccarat.play(rule("void-round"))
    assert baccarat.state.round is not None
    assert baccarat.state.round.betting.wagers == frozenset()


def test_unread_dice_of_a_voided_round_do_not_hold_the_next(fortune: TablePlayer) -> None:
    fortune.play(BankAccepted(), FloorCalled(), DiceUnreadable(reason="cocked"))
    assert fortune.irregularities(rule("void-round")) == []


@pytest.mark.parametrize(
    ("event", "ruling", "reason"),
    [
        (FloorCalled(), rule("use-card", "7h"), "use-card-needs-face"),
        (CardUnreadable(reason="unread"), rule("use-card"), "use-card-needs-face"),
        (CardUnreadable(reason="unread"), rule("use-card", "Jo"), "named-foreign-card"),
        (
            CardUnreadable(reason="unread"),
            rule("use-dice", dice=(1, 2, 3)),
            "use-dice-needs-values",
        ),
        (CardUnreadable(reason="unread"), rule("accept"), "nothing-to-accept"),
        (FloorCalled(), rule("accept"), "nothing-waits"),
        (DeviceLost(device="shoe-1", reason="unplugged"), rule("accept"), "nothing-to-accept"),
    ],
)
def test_a_ruling_that_does_not_fit_is_refused_and_the_table_stays_held(
    dealing: TablePlayer, event: Event, ruling: RulingGiven, reason: str
) -> None:
    dealing.play(event)
    (refused,) = dealing.play(ruling)
    assert isinstance(refused, RulingRefused)
    assert refused.reason.code == reason
    assert dealing.held_for is not None


def test_a_ruling_without_a_hold_is_refused(dealing: TablePlayer) -> None:
    (refused,) = dealing.play(rule("resume"))
    assert isinstance(refused, RulingRefused)
    assert refused.reason == phrase("not-on-hold")


def test_no_round_can_be_voided_between_rounds(baccarat: TablePlayer) -> None:
    (refused,) = baccarat.play(FloorCalled(), rule("void-round"))[-1:]
    assert refused == RulingRefused(reason=phrase("no-round-open"))


def test_what_is_only_noted_does_not_hold(dealing: TablePlayer) -> None:
    assert dealing.irregularities(LampStuck(lamp="action-4")) == ["lamp-stuck"]
    assert dealing.held_for is None


def test_a_wager_after_close_holds_and_resuming_leaves_it_out(dealing: TablePlayer) -> None:
    assert dealing.irregularities(WagerPlaced(seat=3)) == ["wager-after-close"]
    dealing.play(rule("resume"))
    assert dealing.state.round is not None
    assert dealing.state.round.betting.wagers == frozenset()


@pytest.mark.parametrize(("seat", "name"), [(1, "wager-at-bank"), (9, "no-such-seat")])
def test_a_wager_that_cannot_be_is_refused_without_a_hold(
    baccarat: TablePlayer, seat: int, name: str
) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8))
    assert baccarat.irregularities(WagerPlaced(seat=seat)) == [name]
    assert baccarat.held_for is None


# The shuffler's jam releases itself


def test_a_jam_holds_until_it_is_cleared(three_card: TablePlayer) -> None:
    three_card.play(BankAccepted())
    assert three_card.irregularities(ShufflerJammed(place="output")) == ["shuffler-jam"]
    decided = three_card.play(ShufflerCleared())
    assert decided[0] == HoldReleased(name="shuffler-jam", by="the device", ruling="resume")
    assert three_card.held_for is None


def test_a_jam_told_twice_is_over_when_it_is_cleared(three_card: TablePlayer) -> None:
    three_card.play(ShufflerJammed(place="output"), ShufflerJammed(place="output"))
    three_card.play(ShufflerCleared())
    assert three_card.held_for is None


def test_a_jam_cleared_within_another_hold_does_not_hold_afterwards(
    three_card: TablePlayer,
) -> None:
    three_card.play(BankAccepted(), FloorCalled(), ShufflerJammed(place="input"), ShufflerCleared())
    assert three_card.irregularities(rule("resume")) == ["shuffler-jam"]
    assert three_card.held_for is None


def test_a_jam_still_there_after_another_hold_holds_the_table(three_card: TablePlayer) -> None:
    three_card.play(BankAccepted(), FloorCalled(), ShufflerJammed(place="input"), rule("resume"))
    assert three_card.held_for == "shuffler-jam"


def test_a_cleared_jam_without_a_hold_changes_nothing(three_card: TablePlayer) -> None:
    assert three_card.play(ShufflerCleared()) == ()


def test_the_door_matters_only_between_stacks(three_card: TablePlayer) -> None:
    three_card.play(BankAccepted(), WagerPlaced(seat=2), BetsClosed(), CollectionTaken())
    assert three_card.irregularities(ShufflerDoorOpened()) == []
    three_card.play(StackDispensed(stack=1, count=3, colour="red"))
    assert three_card.irregularities(ShufflerDoorOpened()) == ["shuffler-opened-mid-round"]


# A record opened anew


def test_a_table_opened_anew_forgets_what_waited(held: TablePlayer) -> None:
    held.play(*drawn("Kh"), BankAccepted())
    held.play(opening_event(held.state.rules))
    assert held.held_for is None
    assert (held.state.bank.seat, held.state.bank.offered, held.state.rounds) == (0, 1, 0)
    assert held.state.shoe.drawn == 0


def test_the_longest_reason_is_on_record_whole(dealing: TablePlayer) -> None:
    found = dealing.play(DeviceLost(device="shoe-1", reason="x" * 500))[1]
    assert isinstance(found, IrregularityFound)
    assert found.seen == phrase("device-away", device="shoe-1", reason="x" * 500)
    assert DECISION.validate_json(DECISION.dump_json(found)) == found
