"""A slip of the finger is taken back: the table stands where it stood, and the record says so."""

from dataclasses import replace

import pytest

from controller.daemon.authority import device_fault
from controller.facts.cards import Card
from controller.facts.decisions import EntryRefused, HoldReleased, IrregularityFound, RoundClosed
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    DeviceLost,
    Event,
    KeyTakenBack,
    RoundSettled,
    ShoeLoaded,
    WagerPlaced,
)
from controller.families.catalogue import game_ids
from controller.table.advance import advance, fold
from controller.table.board_of import board_of
from controller.table.state import TableState
from drivers.dealer_page.offer import Control
from drivers.dealer_page.offered import every_control
from tests.conftest import TablePlayer, game_rules
from tests.unit.drivers.dealer_page.keyed_play import KeyedTable
from tests.unit.drivers.dealer_page.test_every_game_keyed import KEYED

GAME = "lucky-derby/ez-baccarat-panda-8"
ROUNDS = 2
BET = (BankAccepted(), ShoeLoaded(decks=8), WagerPlaced(seat=3), BetsClosed(), CollectionTaken())


def back_key(table: KeyedTable) -> Control | None:
    found = [each for each in every_control(table.offer) if each.key.endswith("-back")]
    assert len(found) <= 1
    return found[0] if found else None


def stands(state: TableState) -> TableState:
    """Where a table stands, whatever may still be taken back."""
    return replace(state, entered=())


def taken_back(table: KeyedTable, key: Control) -> TableState:
    (act,) = key.acts
    kind = {device: kind for kind, device in KEYED.items()}[act.device]
    assert device_fault(act.device, kind, act.event, is_page=True) is None
    after, decided = advance(table.state, act.event)
    assert [each.name for each in decided if isinstance(each, IrregularityFound)] == [
        "key-taken-back"
    ]
    return after


@pytest.mark.parametrize("game_id", game_ids())
def test_whatever_is_taken_back_leaves_the_table_as_before_the_touch(game_id: str) -> None:
    table = KeyedTable(game_rules(game_id), KEYED, seed=7, language="en")
    keys, before = set[str](), table.state
    while sum(isinstance(each, RoundClosed) for each in table.decided) < ROUNDS:
        earlier, before, touches = before, table.state, len(table.touches)
        table.step()
        key = back_key(table)
        if key is None or len(table.touches) == touches:
            continue
        keys.add(key.key)
        after = taken_back(table, key)
        # A cup is opened and read by one touch of a person, by two of these hands.
        is_second = table.touches[-2:] == ["dice", "dice"]
        assert stands(after) == stands(earlier if is_second else before)
        assert fold(table.state, [key.acts[0].event]) == after
    assert keys or game_rules(game_id).game.family == "signage"


def played(*events: Event) -> TablePlayer:
    table = TablePlayer(game_rules(GAME))
    table.play(*events)
    return table


def last_entry(table: TablePlayer) -> str | None:
    return board_of(table.state, 1).last_entry


CARDS = tuple(CardDrawn(card=Card(code)) for code in ("2c", "7d", "6h", "Ts"))
BACK = KeyTakenBack(entry="card-drawn")


def test_several_cards_are_taken_back_one_by_one_and_return_to_the_shoe() -> None:
    table = played(*BET)
    before = stands(table.state)
    table.play(*CARDS[:3])
    table.play(BACK, BACK, BACK)
    assert stands(table.state) == before
    assert last_entry(table) is None


def test_a_decided_coup_leaves_the_road_again_until_it_is_settled() -> None:
    table = played(*BET, *CARDS[:2], CardDrawn(card=Card("6d")))
    assert road(table) == 0
    table.play(CardDrawn(card=Card("2s")))
    assert road(table) == 1
    table.play(BACK)
    assert road(table) == 0


def road(table: TablePlayer) -> int:
    shoe = board_of(table.state, 1).shoe
    return len(shoe.hands) if shoe else 0


def test_nothing_is_taken_back_twice_or_under_another_name() -> None:
    table = played(*BET, CARDS[0])
    for wrong in (KeyTakenBack(entry="dice-read"), KeyTakenBack(entry="unheard-of")):
        state, decided = advance(table.state, wrong)
        assert any(isinstance(each, EntryRefused) for each in decided)
        assert stands(state) == stands(table.state)
    table.play(BACK)
    _, decided = advance(table.state, BACK)
    assert any(isinstance(each, EntryRefused) for each in decided)


def test_a_lost_device_does_not_make_a_slip_final_but_its_hold_is_not_the_dealers_to_end() -> None:
    table = played(*BET, CARDS[0], DeviceLost(device="shoe-1", reason="cable"))
    held = table.state.hold is not None
    assert last_entry(table) == (None if held else "card-drawn")


def test_a_card_that_cannot_be_is_taken_back_and_ends_its_own_hold() -> None:
    table = played(*BET, CARDS[0])
    before = stands(table.state)
    table.play(CardDrawn(card=Card.JOKER))
    assert table.state.hold is not None
    assert last_entry(table) == "card-drawn"
    state, decided = advance(table.state, BACK)
    assert stands(state) == before
    (released,) = [each for each in decided if isinstance(each, HoldReleased)]
    assert (released.name, released.by, released.ruling) == (
        "foreign-card",
        "the house dealer",
        "taken-back",
    )


def test_a_settled_hand_is_never_taken_back() -> None:
    table = played(*BET, *CARDS[:2], CardDrawn(card=Card("6d")), CardDrawn(card=Card("2s")))
    assert table.state.round is not None
    assert table.state.round.outcome is not None
    table.play(RoundSettled())
    settled = table.state
    state, decided = advance(settled, BACK)
    assert any(isinstance(each, EntryRefused) for each in decided)
    assert stands(state) == stands(settled)
    assert len(state.shoe.hands) == 1


def test_what_a_player_chose_is_final_once_another_card_is_seen() -> None:
    rules = game_rules("oaks/pure-21.5")
    table = KeyedTable(rules, KEYED, seed=7, language="en")
    while board_of(table.state, 1).last_entry != "hand-stood":
        table.step()
    while board_of(table.state, 1).last_entry != "card-drawn":
        table.step()
    assert [each.entry for each in table.state.entered] == ["card-drawn"]


def test_only_a_page_takes_back_and_only_its_own_keys() -> None:
    assert device_fault("shoe-1", "shoe", BACK, is_page=True) is None
    assert "call the floor" in (device_fault("shoe-1", "shoe", BACK) or "")
    assert "call the floor" in (device_fault("pad-1", "entry-pad", BACK, is_page=True) or "")
    unknown = KeyTakenBack(entry="round-settled")
    assert "call the floor" in (device_fault("pad-1", "entry-pad", unknown, is_page=True) or "")
