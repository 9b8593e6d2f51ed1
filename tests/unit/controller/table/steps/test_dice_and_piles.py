"""Fortune pai gow poker: piles, the dice cup, and who gets which pile."""

import pytest

from controller.facts.decisions import ButtonPlaced, DiceCounted, PilesOrdered, SettlementOrdered
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardsRevealed,
    CollectionTaken,
    CupClosed,
    CupOpened,
    DiceRead,
    DiceUnreadable,
    Event,
    HandsSet,
    PileChosen,
    PilesDealt,
    PilesDelivered,
    RoundSettled,
    RulingGiven,
    ShakeEnded,
    ShakeStarted,
    WagerPlaced,
)
from tests.conftest import TablePlayer

SHAKEN = (ShakeStarted(), ShakeEnded())


def rule(ruling: str, dice: tuple[int, ...] | None = None) -> RulingGiven:
    return RulingGiven.model_validate({"by": "Ann Lee", "ruling": ruling, "dice": dice})


@pytest.fixture
def chosen(fortune: TablePlayer) -> TablePlayer:
    """Seat 1 banks and has chosen pile 3."""
    fortune.play(BankAccepted(), BetsClosed(), PilesDealt(), PileChosen(pile=3))
    return fortune


@pytest.fixture
def shaken(chosen: TablePlayer) -> TablePlayer:
    chosen.play(CollectionTaken(), *SHAKEN)
    return chosen


@pytest.fixture
def opened(shaken: TablePlayer) -> TablePlayer:
    shaken.play(CupOpened())
    return shaken


def test_the_steps_come_in_the_books_order(fortune: TablePlayer) -> None:
    expected = []
    for event in (
        BankAccepted(),
        BetsClosed(),
        PilesDealt(),
        PileChosen(pile=3),
        CollectionTaken(),
        *SHAKEN,
        CupOpened(),
        DiceRead(dice=(3, 4, 5)),
        PilesDelivered(),
        HandsSet(),
        CardsRevealed(),
        RoundSettled(),
    ):
        assert fortune.irregularities(event) == []
        expected.append(fortune.expects)
    assert expected == [
        ["wager_placed", "bets_closed"],
        ["piles_dealt"],
        ["pile_chosen"],
        ["collection_taken", "shake_started", "shake_ended"],
        ["shake_started", "shake_ended"],
        ["shake_started", "shake_ended"],
        ["cup_opened", "shake_started", "shake_ended"],
        ["dice_read"],
        ["piles_delivered"],
        ["hands_set"],
        ["cards_revealed"],
        ["round_settled"],
        ["wager_placed", "bets_closed"],
    ]


@pytest.mark.parametrize(
    "events",
    [
        (CollectionTaken(), *SHAKEN),
        (*SHAKEN, CollectionTaken()),
        (SHAKEN[0], CollectionTaken(), SHAKEN[1]),
    ],
    ids=["collection first", "shake first", "collection between"],
)
def test_collection_and_shake_come_in_any_order(
    chosen: TablePlayer, events: tuple[Event, ...]
) -> None:
    assert chosen.irregularities(*events) == []
    assert chosen.expects[0] == "cup_opened"


@pytest.mark.parametrize("events", [(), (CollectionTaken(),), SHAKEN])
def test_a_cup_opened_before_both_is_opened_early(
    chosen: TablePlayer, events: tuple[Event, ...]
) -> None:
    chosen.play(*events)
    assert chosen.irregularities(CupOpened()) == ["cup-opened-early"]
    assert chosen.held_for == "cup-opened-early"


def test_the_bank_may_shake_again_before_opening(shaken: TablePlayer) -> None:
    assert shaken.irregularities(*SHAKEN) == []
    assert shaken.expects[0] == "cup_opened"


def test_a_shake_after_opening_holds_the_table(opened: TablePlayer) -> None:
    assert opened.irregularities(ShakeStarted()) == ["cup-shaken-again"]
    assert opened.held_for == "cup-shaken-again"


def test_an_accepted_shake_means_the_cup_is_opened_again(opened: TablePlayer) -> None:
    assert opened.irregularities(ShakeStarted(), ShakeEnded(), rule("accept")) == [
        "cup-shaken-again"
    ]
    assert (opened.held_for, opened.expects[0]) == (None, "cup_opened")


def test_dice_read_in_a_closed_cup_are_out_of_turn(shaken: TablePlayer) -> None:
    assert shaken.irregularities(DiceRead(dice=(1, 2, 3))) == ["dice-out-of-turn"]


@pytest.mark.parametrize("dice", [(1,), (1, 2), (1, 2, 3, 4)])
def test_a_wrong_number_of_dice_holds_the_table(opened: TablePlayer, dice: tuple[int, ...]) -> None:
    assert opened.irregularities(DiceRead(dice=dice)) == ["dice-count-wrong"]
    assert opened.held_for == "dice-count-wrong"


def test_dice_are_counted_and_place_button_and_piles(opened: TablePlayer) -> None:
    counted, button, piles, _expected = opened.play(DiceRead(dice=(2, 5, 5)))
    assert counted == DiceCounted(dice=(2, 5, 5), total=12)
    assert isinstance(button, ButtonPlaced)
    assert (button.first_hand, button.button) == (5, 5)
    assert piles == PilesOrdered(piles=(3, 4, 5, 6, 7, 1, 2), seats=(5, 6, 7, 1, 2, 3, 4))


def test_a_count_on_the_bank_gives_it_the_first_pile(opened: TablePlayer) -> None:
    decided = opened.play(DiceRead(dice=(2, 3, 3)))
    (piles,) = (d for d in decided if isinstance(d, PilesOrdered))
    (button,) = (d for d in decided if isinstance(d, ButtonPlaced))
    assert (piles.seats[0], button.button) == (1, 2)


def test_every_seat_gets_a_pile_but_only_wagers_are_settled(fortune: TablePlayer) -> None:
    fortune.play(BankAccepted(), WagerPlaced(seat=3), WagerPlaced(seat=6), BetsClosed())
    fortune.play(PilesDealt(), PileChosen(pile=1), CollectionTaken(), *SHAKEN, CupOpened())
    decided = fortune.play(DiceRead(dice=(1, 1, 2)), PilesDelivered(), HandsSet(), CardsRevealed())
    (piles,) = (d for d in decided if isinstance(d, PilesOrdered))
    (settlement,) = (d for d in decided if isinstance(d, SettlementOrdered))
    assert sorted(piles.seats) == [1, 2, 3, 4, 5, 6, 7]
    assert [(lap.wagers, lap.seats) for lap in settlement.laps] == [
        (("game", "fortune-bonus"), (6, 3)),
        (("envy",), (6, 3)),
    ]


def test_the_same_dice_read_twice_are_harmless(opened: TablePlayer) -> None:
    opened.play(DiceRead(dice=(2, 5, 5)))
    assert opened.irregularities(DiceRead(dice=(2, 5, 5)), CupOpened(), CupClosed()) == []


def test_other_dice_after_the_count_hold_the_table(opened: TablePlayer) -> None:
    opened.play(DiceRead(dice=(2, 5, 5)))
    assert opened.irregularities(DiceRead(dice=(2, 5, 6))) == ["dice-out-of-turn"]


def test_unreadable_dice_hold_until_the_floor_names_them(opened: TablePlayer) -> None:
    assert opened.irregularities(DiceUnreadable(reason="cocked")) == ["dice-unreadable"]
    decided = opened.play(rule("use-dice", (2, 5, 5)))
    assert DiceCounted(dice=(2, 5, 5), total=12) in decided
    assert opened.held_for is None


def test_named_dice_of_the_wrong_number_hold_again(opened: TablePlayer) -> None:
    opened.play(DiceUnreadable(reason="missing"), rule("use-dice", (2, 5)))
    assert opened.held_for == "dice-count-wrong"


def test_unreadable_dice_after_the_count_change_nothing(opened: TablePlayer) -> None:
    opened.play(DiceRead(dice=(2, 5, 5)))
    assert opened.play(DiceUnreadable(reason="extra")) == ()


def test_a_pile_the_game_does_not_deal_is_refused(fortune: TablePlayer) -> None:
    fortune.play(BankAccepted(), BetsClosed(), PilesDealt())
    assert fortune.irregularities(PileChosen(pile=8)) == ["entry-refused"]
    assert fortune.expects == ["pile_chosen"]


def test_a_cup_handled_between_rounds_is_nobodys_business(fortune: TablePlayer) -> None:
    events = (ShakeStarted(), ShakeEnded(), CupOpened(), DiceRead(dice=(1, 2, 3)), CupClosed())
    assert fortune.irregularities(*events) == []
