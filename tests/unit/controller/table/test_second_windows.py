"""Hold'em and its like: stacks in stages, second betting windows, cards turned between them."""

from functools import cache

import pytest

from config.device import DeviceEntry, EmulatedEntry
from config.table import TABLES, Table, TableAndGame
from config.words import words
from controller.daemon.checkpoint import freeze, thaw
from controller.facts.decisions import ButtonPlaced, IrregularityFound, SettlementOrdered
from controller.facts.events import (
    BankAccepted,
    BankDeclined,
    BetsClosed,
    CardsRevealed,
    CardTurned,
    CollectionTaken,
    CoverageDeclared,
    DeckLoaded,
    DeckShuffled,
    DeckUnloaded,
    Event,
    HandFolded,
    PlayClosed,
    PlayPlaced,
    RulingGiven,
    StackDispensed,
    StackTaken,
    WagerPlaced,
)
from controller.facts.orders import DispenseStack, ShowLamps, UnloadDeck
from controller.facts.phrase import phrase
from controller.families.catalogue import load_game
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.simulate import simulate
from controller.simulate.faults import FaultInjector
from controller.simulate.hands import SimulatedHands
from controller.simulate.stack_faults import SHUFFLER_FAULTS
from controller.table.advance import advance
from controller.table.board_of import board_of
from controller.table.orders_of import orders_of
from controller.table.state import Rules
from controller.table.steps.holders import holders_of
from controller.table.steps.play import Decided
from tests.conftest import TablePlayer

FACES: dict[str, object] = {f"button.values.{rank}": 11 for rank in "JQK"}
GAMES = (
    "lucky-derby/three-card-poker-6-card-bonus",
    "casino-99/three-card-poker-6-card-bonus",
    "capitol/three-card-poker",
    "oaks/three-card-poker-1.3",
    "lucky-derby/ultimate-texas-holdem",
    "casino-99/ultimate-texas-holdem",
    "lucky-derby/ultimate-texas-holdem-bad-beat",
)
CAUGHT_AS = {
    "short-stack": "stack-size-wrong",
    "long-stack": "stack-size-wrong",
    "skipped-stack": "stack-out-of-turn",
    "wrong-deck": "wrong-deck-colour",
    "extra-stack": "stack-out-of-turn",
    "wrong-unload": "unload-count-wrong",
    "early-unload": "deck-unloaded-early",
    "late-play": "wager-after-close",
    "late-wager": "wager-after-close",
}
ACCEPT = RulingGiven(by="Ann Lee", ruling="accept")


@cache
def rules(game_id: str) -> Rules:
    values = FACES if game_id.startswith("capitol/") else {}
    game = load_game(game_id, values)
    devices: dict[str, DeviceEntry] = {kind: EmulatedEntry(kind=kind) for kind in game.equipment}
    table = Table(id="t", game=game.id, seats=game.seats.allowed[0], devices=devices, values=values)
    return rules_of(TableAndGame(table=table, game=game))


@pytest.fixture
def staged() -> TablePlayer:
    """The bad beat table: seat 1 banks, seats 2 and 6 bet, the red deck is ready."""
    table = TablePlayer(rules_of(load_table(TABLES / "emulated-holdem.toml")))
    table.play(BankAccepted(), DeckLoaded(colour="red"), DeckShuffled(colour="red", count=52))
    table.play(WagerPlaced(seat=6), WagerPlaced(seat=2), BetsClosed(), CollectionTaken())
    return table


def give(table: TablePlayer, *numbers_and_counts: tuple[int, int]) -> None:
    for number, count in numbers_and_counts:
        table.play(StackDispensed(stack=number, count=count, colour="red"))
        table.play(StackTaken(stack=number))


def shuffler_order(table: TablePlayer) -> object:
    return orders_of(table.state).get("shuffler")


def test_the_shuffler_is_ordered_by_the_plan_and_only_in_its_stages(staged: TablePlayer) -> None:
    assert shuffler_order(staged) == DispenseStack(stack=1, count=2)
    give(staged, (1, 2), (2, 2))
    assert shuffler_order(staged) is None
    staged.play(PlayClosed())
    assert shuffler_order(staged) == DispenseStack(stack=3, count=4)
    give(staged, (3, 4))
    staged.play(CardsRevealed(), PlayClosed())
    assert shuffler_order(staged) == DispenseStack(stack=4, count=2)
    give(staged, (4, 2))
    staged.play(CardsRevealed(), PlayPlaced(seat=2), PlayPlaced(seat=6), PlayClosed())
    give(staged, (5, 2))
    assert shuffler_order(staged) == UnloadDeck()
    assert staged.irregularities(DeckUnloaded(colour="red", count=40)) == []


def test_the_centre_has_no_seat_and_its_burn_is_told(staged: TablePlayer) -> None:
    give(staged, (1, 2), (2, 2))
    staged.play(PlayClosed())
    (due,) = staged.state.expected
    assert due.seat is None
    assert due.code == "stack-to-centre-burned"
    assert due.arguments == {"number": 3, "of": 5, "count": 4, "face": "down", "burned": 1}
    assert (
        words().say(due)
        == "Stack 3 of 5 to the centre, 4 cards face down, 1 of them burned from the top"
    )


def test_a_window_offers_only_what_is_undecided(staged: TablePlayer) -> None:
    give(staged, (1, 2), (2, 2))
    assert [(w.event, w.seat) for w in staged.state.expected] == [
        ("play_closed", None),
        ("play_placed", 2),
        ("play_placed", 6),
    ]
    staged.play(PlayPlaced(seat=2, times=4), PlayClosed())
    give(staged, (3, 4))
    staged.play(CardsRevealed(), PlayClosed())
    give(staged, (4, 2))
    staged.play(CardsRevealed())
    assert [(w.event, w.seat) for w in staged.state.expected] == [
        ("play_placed", 6),
        ("hand_folded", 6),
    ]


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (PlayPlaced(seat=2), "second-play-wager"),
        (PlayPlaced(seat=6, times=2), "play-wager-wrong"),
        (HandFolded(seat=2), "fold-after-play"),
        (HandFolded(seat=6), "fold-too-early"),
    ],
)
def test_a_wrong_decision_holds_and_counts_once_the_floor_accepts_it(
    staged: TablePlayer, event: PlayPlaced | HandFolded, name: str
) -> None:
    give(staged, (1, 2), (2, 2))
    staged.play(PlayPlaced(seat=2))
    assert staged.irregularities(event) == [name]
    assert staged.held_for == name
    staged.play(ACCEPT)
    current = staged.state.round
    assert current is not None
    folded, raised = current.get(Decided)
    assert (staged.state.hold, event.seat in folded | raised) == (None, True)


def test_the_floor_reads_how_often_the_ante_was_played(staged: TablePlayer) -> None:
    give(staged, (1, 2), (2, 2))
    found = staged.play(PlayPlaced(seat=6, times=2))[0]
    assert isinstance(found, IrregularityFound)
    assert words().supervisor(found).startswith("Seat 6 plays 2 times the Ante; expected: 3 or 4")


def test_one_time_the_ante_is_said_as_one() -> None:
    assert words().say(phrase("times-the-ante", times=(1,))) == "1 time the Ante"


@pytest.mark.parametrize("event", [PlayPlaced(seat=1), PlayPlaced(seat=3), HandFolded(seat=4)])
def test_a_seat_without_a_hand_decides_nothing(staged: TablePlayer, event: Event) -> None:
    give(staged, (1, 2), (2, 2))
    assert staged.irregularities(event) == ["entry-refused"]
    assert staged.held_for is None


def test_a_play_wager_while_bets_are_open_is_refused(staged: TablePlayer) -> None:
    fresh = TablePlayer(staged.state.rules)
    fresh.play(BankAccepted())
    assert fresh.irregularities(PlayPlaced(seat=2)) == ["entry-refused"]
    assert fresh.held_for is None


def test_settlement_of_holdem_starts_left_of_the_bank_and_the_deal_left_of_the_house_dealer() -> (
    None
):
    table = TablePlayer(rules("lucky-derby/ultimate-texas-holdem"))
    table.play(BankDeclined(), BankDeclined(), BankAccepted())
    table.play(DeckLoaded(colour="red"), DeckShuffled(colour="red", count=52))
    table.play(*(WagerPlaced(seat=seat) for seat in (7, 1, 5)), BetsClosed(), CollectionTaken())
    assert table.state.round is not None
    assert holders_of(table.state.round) == (1, 5, 7, 3, 0)
    give(table, (1, 2), (2, 2), (3, 2), (4, 2), (5, 5))
    table.play(DeckUnloaded(colour="red", count=39))
    table.play(*(PlayPlaced(seat=seat) for seat in (7, 1, 5)))
    windows: tuple[Event, ...] = (PlayClosed(), CardsRevealed()) * 3
    decided = table.play(*windows)
    (order,) = (d for d in decided if isinstance(d, SettlementOrdered))
    assert order.laps[0].seats == (5, 7, 1)


def capitol_after_play() -> TablePlayer:
    table = TablePlayer(rules("capitol/three-card-poker"))
    table.play(BankAccepted(), DeckLoaded(colour="red"), DeckShuffled(colour="red", count=52))
    table.play(WagerPlaced(seat=4), WagerPlaced(seat=7), BetsClosed(), CollectionTaken())
    give(table, (1, 3), (2, 3), (3, 3))
    table.play(CardsRevealed(), DeckUnloaded(colour="red", count=43), PlayClosed())
    return table


def test_nothing_shows_the_button_before_the_second_card_of_a_short_bank_is_turned() -> None:
    table = capitol_after_play()
    table.play(CoverageDeclared(covers=False))
    assert not any(isinstance(decided, ButtonPlaced) for decided in table.history)
    assert board_of(table.state, 1).button is None
    assert orders_of(table.state)["lamps"] == ShowLamps(bank=1, action=None)
    table.play(CardTurned(rank="3"))
    assert orders_of(table.state)["lamps"] == ShowLamps(bank=1, action=4)


def test_a_card_entered_for_a_bank_that_covers_everything_places_no_button() -> None:
    table = capitol_after_play()
    decided = table.play(CoverageDeclared(covers=True), CardTurned(rank="3"))
    assert not any(isinstance(each, ButtonPlaced) for each in decided)
    (order,) = (each for each in decided if isinstance(each, SettlementOrdered))
    assert order.laps[0].seats == (7, 4)


# Simulated rounds


@pytest.mark.parametrize("game_id", GAMES)
def test_simulated_rounds_meet_every_expectation(game_id: str) -> None:
    totals = simulate(rules(game_id), rounds=60, seed=5)
    assert totals.rounds == 60
    assert not totals.irregularities


@pytest.mark.parametrize("game_id", GAMES)
def test_every_fault_of_the_shuffler_and_of_late_bets_is_caught_each_time(game_id: str) -> None:
    fixed = rules(game_id)
    assert set(CAUGHT_AS) == {*SHUFFLER_FAULTS, "late-wager"}
    for name, irregularity in CAUGHT_AS.items():
        hands, injector = SimulatedHands(2, 1), FaultInjector((name,), 3, rate=0.2)
        table = TablePlayer(fixed)
        struck = 0
        while struck < 3:
            faulty = injector.strike(table.state)
            event = faulty or hands.next_event(table.state)
            found = [d.name for d in table.play(event) if isinstance(d, IrregularityFound)]
            assert found == ([irregularity] if faulty else [])
            if faulty:
                struck += 1
                table.play(RulingGiven(by="Ann Lee", ruling="void-round"))


@pytest.mark.parametrize("game_id", GAMES)
def test_every_state_of_a_round_can_be_written_down_and_read_back(game_id: str) -> None:
    fixed = rules(game_id)
    table, hands = TablePlayer(fixed), SimulatedHands(9, 1)
    for _ in range(120):
        again = thaw(fixed, freeze(table.state))
        event = hands.next_event(table.state)
        expected = advance(table.state, event)
        assert advance(again, event) == expected
        table.play(event)
