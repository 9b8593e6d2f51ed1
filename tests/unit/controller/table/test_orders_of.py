"""What each device is ordered to be or do, derived from the state."""

from controller.facts.cards import Card
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CardTurned,
    CollectionTaken,
    CupOpened,
    DeckLoaded,
    DeckShuffled,
    DeckUnloaded,
    FloorCalled,
    PileChosen,
    PilesDealt,
    RoundSettled,
    ShakeEnded,
    ShoeLoaded,
    StackDispensed,
    StackTaken,
    WagerPlaced,
)
from controller.facts.orders import DispenseStack, Order, ShowLamps, ShowPrompt, UnloadDeck
from controller.table.orders_of import orders_of
from tests.conftest import TablePlayer


def order(table: TablePlayer, kind: str) -> Order | None:
    return orders_of(table.state).get(kind)


def prompt(table: TablePlayer) -> list[str]:
    shown = order(table, "entry-pad")
    assert isinstance(shown, ShowPrompt)
    return [each.code for each in shown.phrases]


def red_deck(table: TablePlayer) -> None:
    table.play(DeckLoaded(colour="red"), DeckShuffled(colour="red", count=52))


def start(table: TablePlayer) -> None:
    table.play(BankAccepted(), WagerPlaced(seat=4), BetsClosed(), CollectionTaken())


def test_lamps_show_the_bank_then_the_button_and_only_the_bank_after_settling(
    baccarat: TablePlayer,
) -> None:
    assert order(baccarat, "lamps") == ShowLamps(bank=None, action=None)
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken())
    assert order(baccarat, "lamps") == ShowLamps(bank=1, action=None)
    baccarat.play(*(CardDrawn(card=Card(code)) for code in ("Kd", "Kh", "9d", "7h")))
    assert order(baccarat, "lamps") == ShowLamps(bank=1, action=8)
    baccarat.play(RoundSettled())
    assert order(baccarat, "lamps") == ShowLamps(bank=1, action=None)


def test_a_table_without_a_shuffler_orders_nothing_of_one(baccarat: TablePlayer) -> None:
    assert order(baccarat, "shuffler") is None


def test_a_stack_is_ordered_when_one_is_due_the_deck_ready_and_the_tray_free(
    three_card: TablePlayer,
) -> None:
    start(three_card)
    assert order(three_card, "shuffler") is None
    red_deck(three_card)
    assert order(three_card, "shuffler") == DispenseStack(stack=1, count=3)
    three_card.play(StackDispensed(stack=1, count=3, colour="red"))
    assert order(three_card, "shuffler") is None
    three_card.play(StackTaken(stack=1))
    assert order(three_card, "shuffler") == DispenseStack(stack=2, count=3)


def test_the_deck_is_unloaded_once_the_banks_card_is_turned(three_card: TablePlayer) -> None:
    start(three_card)
    red_deck(three_card)
    for number in (1, 2):
        three_card.play(StackDispensed(stack=number, count=3, colour="red"))
        three_card.play(StackTaken(stack=number))
    assert order(three_card, "shuffler") is None
    three_card.play(CardTurned(rank="A"))
    assert order(three_card, "shuffler") == UnloadDeck()
    three_card.play(DeckUnloaded(colour="red", count=46))
    assert order(three_card, "shuffler") is None


def test_a_held_table_orders_no_stack_and_tells_the_dealer_why(three_card: TablePlayer) -> None:
    start(three_card)
    red_deck(three_card)
    three_card.play(FloorCalled())
    assert order(three_card, "shuffler") is None
    assert prompt(three_card) == ["hold-floor-called"]


def test_the_prompt_is_what_the_dealer_has_to_do_next(fortune: TablePlayer) -> None:
    prompts = [prompt(fortune)]
    for event in (
        BankAccepted(),
        BetsClosed(),
        PilesDealt(),
        PileChosen(pile=2),
        CollectionTaken(),
        ShakeEnded(),
        CupOpened(),
    ):
        fortune.play(event)
        prompts.append(prompt(fortune))
    assert [shown[0] for shown in prompts] == [
        "seat-may-bank",
        "close-bets",
        "deal-piles",
        "choose-action-pile",
        "take-collection",
        "shake-cup",
        "open-cup",
        "dice-read",
    ]


def test_the_prompt_of_the_play_is_to_close_it(three_card: TablePlayer) -> None:
    start(three_card)
    red_deck(three_card)
    for number in (1, 2):
        three_card.play(StackDispensed(stack=number, count=3, colour="red"))
    three_card.play(CardTurned(rank="A"), DeckUnloaded(colour="red", count=46))
    assert prompt(three_card)[0] == "all-played-or-folded"
