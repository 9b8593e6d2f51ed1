"""`advance(state, event)`: the whole table as one pure function."""

from collections.abc import Callable, Iterable
from typing import Final

from controller.facts.events import (
    BankAccepted,
    BankDeclined,
    CardDrawn,
    CardUnreadable,
    CupClosed,
    CutCardDrawn,
    DeckLoaded,
    DeckRejected,
    DeckShuffled,
    DeckUnloaded,
    DeviceConnected,
    DeviceLost,
    DiceUnreadable,
    Event,
    EventsMissed,
    FaultSeen,
    FloorCalled,
    KeyPressed,
    LampsShown,
    LampStuck,
    ResultEntered,
    RulingGiven,
    ScreenDrawn,
    ScreenLost,
    ShoeEmptied,
    ShoeLidClosed,
    ShoeLidOpened,
    ShoeLoaded,
    ShufflerCleared,
    ShufflerDoorClosed,
    ShufflerDoorOpened,
    ShufflerJammed,
    StackTaken,
    TableOpened,
    WagerChosen,
    WagerPlaced,
    WagerRemoved,
)
from controller.facts.fact import Fact
from controller.families.baccarat import by_hand
from controller.families.step_table import STEPS
from controller.table import (
    bank,
    decks,
    devices,
    rounds,
    rulings,
    seen_faults,
    shoe,
    staying_wagers as staying,
    unread as naming,
)
from controller.table.expectation import announced, wanted
from controller.table.irregularity import report
from controller.table.state import (
    NO_ENTRY,
    BankState,
    Decisions,
    DeckState,
    Hold,
    Irregular,
    ShoeState,
    TableState,
)

# Pressed shortly; a long press of it is a shoe loaded.
NEW_SHOE: Final = "new-shoe-"


def advance(state: TableState, event: Event) -> tuple[TableState, Decisions]:
    """Say what an event does to a table: the next state, and what was decided."""
    table = state.draft()
    _handle(table, event)
    _expect(table)
    return table, tuple(table.decided)


def fold(state: TableState, events: Iterable[Event]) -> TableState:
    """Advance over many events for the last state alone: one draft instead of thousands."""
    table = state.draft()
    for event in events:
        _handle(table, event)
        table.decided.clear()
    _expect(table)
    return table


def _expect(table: TableState) -> None:
    expected = wanted(table)
    if expected is not table.expected and expected != table.expected:
        table.expected = expected
        table.decided.append(announced(expected))


def _handle(table: TableState, event: Event) -> None:
    kind = type(event)
    if table.hold is None:
        handler = HANDLERS.get(kind)
        if handler:
            handler(table, event)
        else:
            rounds.take(table, event)
    elif kind in DURING_HOLD or event.kind == table.hold.released_by:
        _handle_in_hold(table, event)
    elif naming.takes(table.hold, event):
        _name(table, table.hold, event)
    else:
        table.hold = table.hold._replace(waiting=(*table.hold.waiting, event))


def _name(table: TableState, hold: Hold, event: Event) -> None:
    """A whole name ends the hold as the floor's ruling would."""
    ruling = naming.press(table, hold, event)
    if ruling is not None:
        _handle_in_hold(table, ruling)


def _handle_in_hold(table: TableState, event: Event) -> None:
    """When the event ends the hold, what arrived meanwhile happens now, in its order."""
    before = table.hold
    HANDLERS[type(event)](table, event)
    if before is None or table.hold is before:
        return
    waiting = before.waiting
    if isinstance(event, TableOpened):
        waiting = ()
    elif isinstance(event, RulingGiven) and event.ruling == "void-round":
        waiting = _without_round(table, waiting)
    devices.hold_for_lost(table)
    for late in waiting:
        _handle(table, late)


def _without_round(table: TableState, waiting: tuple[Event, ...]) -> tuple[Event, ...]:
    """Events of a voided round are void with it; its cards still left the shoe."""
    for event in waiting:
        if isinstance(event, CardDrawn):
            shoe.account(table, event.card)
        elif isinstance(event, CardUnreadable):
            shoe.account_unread(table)
    return tuple(event for event in waiting if not _is_void(event))


def _is_void(event: Event) -> bool:
    if isinstance(event, KeyPressed):
        return not event.key.startswith(NEW_SHOE)
    return type(event) in VOID_WITH_ROUND


# Handlers of events that belong to no step of a round


def _open_table(table: TableState, _event: TableOpened) -> None:
    table.round = table.hold = table.last = None
    table.rounds, table.staying = 0, ()
    table.bettors, table.holder, table.entry = frozenset(), 0, NO_ENTRY
    table.shoe, table.deck = ShoeState(), DeckState()
    if table.rules.game.bank.held_by == "nobody":
        rounds.open_if_ready(table)
    else:
        bank.offer(table, table.rules.first_seat)


def _accept_bank(table: TableState, event: BankAccepted) -> None:
    bank.accept(table, event)
    rounds.open_if_ready(table)


def _decline_bank(table: TableState, event: BankDeclined) -> None:
    """The bank may also give up its second hand, as long as nothing of the round has happened."""
    current, game = table.round, table.rules.game
    is_bank = table.bank.seat and event.seat in (None, table.bank.seat)
    if current and is_bank and not current.placed and current.open_steps == game.deal.steps[0]:
        table.round = None
        table.bank = BankState(table.bank.seat, turn=game.bank.turns)
        bank.rotate(table)
    else:
        bank.decline(table, event)


def _draw_card(table: TableState, event: CardDrawn) -> None:
    shoe.account(table, event.card)
    wrong = shoe.fault(table, event.card)
    if wrong is None:
        rounds.take(table, event)
    else:
        report(table, wrong, event)


def _draw_unread(table: TableState, event: CardUnreadable) -> None:
    shoe.account_unread(table)
    seen = f"a card came out that was not read: {event.reason}"
    report(table, Irregular("card-unreadable", seen), event)


def _draw_cut_card(table: TableState, _event: CutCardDrawn | ShoeEmptied) -> None:
    table.shoe.cut_card_out = True
    if table.round is None:
        rounds.finish(table, rotates=False)


def _press_key(table: TableState, event: KeyPressed) -> None:
    if not event.key.startswith(NEW_SHOE):
        by_hand.press(table, event)
    elif table.rules.by_hand:
        by_hand.refuse_short_press(table)
    else:
        _load_shoe(table, ShoeLoaded(decks=int(event.key.removeprefix(NEW_SHOE))))


def _load_shoe(table: TableState, event: ShoeLoaded) -> None:
    if table.rules.by_hand:
        return by_hand.begin_shoe(table, event)
    least, most = table.rules.game.cards.decks
    seen = f"a shoe of {event.decks} decks was loaded"
    if table.round and rounds.is_under_way(table.round):
        report(table, Irregular("shoe-changed-mid-round", seen), event)
    elif not least <= event.decks <= most:
        report(table, Irregular("wrong-decks", seen, f"{least} to {most} decks"), event)
    else:
        shoe.load(table, event)
        rounds.open_if_ready(table)
    return None


def _is_dealing(table: TableState) -> bool:
    current = table.round
    if current is None or current.open_steps == ("settle",):
        return False
    return rounds.is_under_way(current) and current.outcome is None


def _empty_shoe(table: TableState, event: ShoeEmptied) -> None:
    if _is_dealing(table):
        report(table, Irregular("shoe-empty", "the shoe ran out"), event)
    else:
        _draw_cut_card(table, event)


def _open_lid(table: TableState, event: ShoeLidOpened) -> None:
    if _is_dealing(table):
        report(table, Irregular("shoe-opened-mid-round", "the shoe's lid was opened"), event)


def _open_door(table: TableState, event: ShufflerDoorOpened) -> None:
    if table.round and 0 < table.round.stacks < len(table.round.stack_seats):
        seen = "the shuffler's door was opened"
        report(table, Irregular("shuffler-opened-mid-round", seen), event)


def _jam(table: TableState, event: ShufflerJammed) -> None:
    seen = f"a card is stuck at the {event.place}"
    report(table, Irregular("shuffler-jam", seen), event, released_by="shuffler_cleared")


def _clear_jam(table: TableState, _event: ShufflerCleared) -> None:
    devices.release(table, "shuffler_cleared")


def _misread_dice(table: TableState, event: DiceUnreadable) -> None:
    if table.round and not table.round.dice:
        seen = f"the dice cannot be read: {event.reason}"
        report(table, Irregular("dice-unreadable", seen), event)


def _call_floor(table: TableState, event: FloorCalled) -> None:
    report(table, Irregular("floor-called", "the floor was called"), event)


def _stick_lamp(table: TableState, event: LampStuck) -> None:
    report(table, Irregular("lamp-stuck", f"lamp {event.lamp} does not follow"), event)


def _note_only(_table: TableState, _event: Event) -> None:
    """Some events are for the record alone."""


HANDLERS: Final[dict[type[Fact], Callable[..., None]]] = {
    TableOpened: _open_table,
    DeviceConnected: devices.connected,
    DeviceLost: devices.lost,
    EventsMissed: devices.missed,
    RulingGiven: rulings.give,
    BankAccepted: _accept_bank,
    BankDeclined: _decline_bank,
    WagerChosen: staying.choose,
    WagerPlaced: rounds.place_wager,
    WagerRemoved: rounds.place_wager,
    CardDrawn: _draw_card,
    CardUnreadable: _draw_unread,
    CutCardDrawn: _draw_cut_card,
    ShoeLoaded: _load_shoe,
    ShoeEmptied: _empty_shoe,
    ShoeLidOpened: _open_lid,
    ShoeLidClosed: _note_only,
    DeckLoaded: decks.load,
    DeckShuffled: decks.shuffled,
    DeckRejected: decks.rejected,
    DeckUnloaded: decks.unloaded,
    StackTaken: decks.lifted,
    ShufflerJammed: _jam,
    ShufflerCleared: _clear_jam,
    ShufflerDoorOpened: _open_door,
    ShufflerDoorClosed: _note_only,
    CupClosed: _note_only,
    DiceUnreadable: _misread_dice,
    KeyPressed: _press_key,
    ResultEntered: by_hand.enter_result,
    FaultSeen: seen_faults.see,
    FloorCalled: _call_floor,
    LampsShown: _note_only,
    LampStuck: _stick_lamp,
    ScreenDrawn: _note_only,
    ScreenLost: _note_only,
}
DURING_HOLD: Final[frozenset[type[Fact]]] = frozenset(
    {
        TableOpened,
        DeviceConnected,
        DeviceLost,
        RulingGiven,
        LampsShown,
        LampStuck,
        ShoeLidClosed,
        ShufflerDoorClosed,
        ScreenDrawn,
        ScreenLost,
    }
)
# An unloading is not void with its round: the deck is out of the machine whatever the floor rules.
VOID_WITH_ROUND: Final[frozenset[type[Fact]]] = frozenset[type[Fact]](
    {WagerChosen, WagerPlaced, WagerRemoved, CardUnreadable, DiceUnreadable, FaultSeen}
).union(*(step.events for step in STEPS.values())) - {DeckUnloaded}
