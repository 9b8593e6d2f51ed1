"""A record of rounds with cards, holds and people, and its rows on their way to the floor."""

from collections.abc import Iterable, Sequence

from controller.facts.cards import Card
from controller.facts.conclusion import Conclusion
from controller.facts.decisions import (
    Decision,
    HoldReleased,
    IrregularityFound,
    OutcomeDecided,
    RoundClosed,
    RoundOpened,
    ShoeStarted,
    TableHeld,
)
from controller.facts.events import CardDrawn, Event, LogInRefused, PersonLoggedIn
from controller.facts.phrase import phrase
from controller.floor.arrival import Arrived, Known, arrived
from controller.floor.departure import Gate, Send
from controller.floor.parcel import Parcel
from controller.floor.rounds import RoundSoFar, followed
from controller.floor.store.rows import Batch
from controller.floor.store.store import FloorStore
from controller.record.chain import GENESIS, Head, chained
from controller.record.row import Row, decision_row, event_row

TABLE = "oaks/t7"
START_MS = 1_790_000_000_000
NINE = Card("9h")


def an_outcome(number: int) -> OutcomeDecided:
    return OutcomeDecided(
        round=number,
        winner="banker",
        player=(Card("2c"), Card("3d")),
        banker=(NINE, Card("Kd")),
        player_total=5,
        banker_total=9,
        mark="Bn",
    )


def a_round(number: int) -> list[Event | Decision]:
    """A card is drawn face down, something is wrong, the floor rules, the round ends."""
    return [
        RoundOpened(round=number, bank=1, turn=1),
        CardDrawn(card=NINE),
        IrregularityFound(name="card-out-of-turn", seen=phrase("seen-card-drawn", card="9h")),
        TableHeld(name="card-out-of-turn"),
        HoldReleased(name="card-out-of-turn", by="Ana", ruling="resume"),
        an_outcome(number),
        RoundClosed(round=number),
    ]


def before_rounds() -> list[Event | Decision]:
    return [
        PersonLoggedIn(person="Bo", role="dealer", where="page"),
        LogInRefused(person="4711", where="page", reason="unknown"),
        ShoeStarted(shoe=3, decks=8),
    ]


def record(rounds: int, head: Head = GENESIS) -> list[Row]:
    facts = [
        *before_rounds(),
        *(fact for number in range(1, rounds + 1) for fact in a_round(number)),
    ]
    drafts = [_draft(START_MS + 1000 * at, fact, at) for at, fact in enumerate(facts)]
    return chained(head, drafts)


def _draft(at_ms: int, fact: Event | Decision, sequence: int) -> Row:
    if isinstance(fact, Conclusion):
        return decision_row(at_ms, "rules", fact)
    return event_row(at_ms, "desk:Bo", fact, 1, sequence)


def parcels_of(rows: Iterable[Row], send: Send = "all", head: Head = GENESIS) -> list[Parcel]:
    gate = Gate(TABLE, send)
    gate.begin_after(head)
    return list(gate.parcels(rows))


def held_against(store: FloorStore, parcel: Parcel) -> Arrived:
    kept = store.rows.head(parcel.table)
    hashes = store.rows.hashes(parcel.table, parcel.rows[0].number - 1, parcel.last.number)
    known = Known(kept.head if kept else None, hashes, store.rows.held_back(parcel.table))
    return arrived(known, parcel)


def keep(store: FloorStore, parcels: Sequence[Parcel]) -> list[Arrived]:
    """Take parcels as the service does, one after the other."""
    found = []
    for parcel in parcels:
        came = held_against(store, parcel)
        kept = store.rows.head(parcel.table)
        so_far, rounds = followed(
            kept.so_far if kept else RoundSoFar(), parcel.table, came.rows, came.opened
        )
        before = kept.head if kept else None
        store.rows.append([Batch(parcel.table, before, came.rows, came.opened, so_far, rounds)])
        found.append(came)
    return found
