"""Wagers by name and amount, as far as entered: what lies on the felt, and whose it is."""

from decimal import Decimal
from typing import Final, NamedTuple

from config.game import Game
from controller.facts.events import StakePlaced, WagerPlaced, WagerRemoved
from controller.facts.phrase import Phrase, phrase
from controller.settlement.finished import BackWagers, Wagers
from controller.table.irregularity import report
from controller.table.state import Irregular, RoundState, Rules, TableState


class PlacedWager(NamedTuple):
    """One wager of a seat; without an owner it is the seat's own."""

    seat: int
    wager: str
    amount: Decimal
    owner: str = ""


class Placed(NamedTuple):
    """The wagers of a round that were entered by name and amount, and the bank's stake."""

    wagers: tuple[PlacedWager, ...] = ()
    stake: Decimal | None = None


NOTHING_PLACED: Final = Placed()


def placed_of(current: RoundState) -> Placed:
    """What was entered by name and amount in this round."""
    return current.find(Placed) or NOTHING_PLACED


def enter(current: RoundState, event: WagerPlaced | WagerRemoved) -> None:
    """Note a wager's amount; a seat that takes a wager back takes all that it names."""
    if isinstance(event, WagerRemoved):
        taken = [each for each in placed_of(current).wagers if _is_meant(each, event)]
        _put(current, tuple(each for each in placed_of(current).wagers if each not in taken))
    elif event.wager is not None and event.amount is not None:
        add(current, PlacedWager(event.seat, event.wager, event.amount, event.owner or ""))


def objection(rules: Rules, event: WagerPlaced) -> Phrase | None:
    """What the book or the table says against a wager that is named, as far as it is."""
    name, amount, game = event.wager, event.amount, rules.game
    if name is None:
        return None
    if event.owner and game.back_line and name in game.back_line.not_on:
        return phrase("no-back-line", wager=name)
    step = game.increments.step if game.increments else None
    if amount is not None and step and amount % step:
        return phrase("wager-in-steps", step=str(step), amount=str(amount))
    return _beyond(rules, name, amount) if amount is not None else None


def _beyond(rules: Rules, name: str, amount: Decimal) -> Phrase | None:
    """The limits that an amount does not keep; those of one circle hold for each of a seat's."""
    if name not in rules.wager_limits:
        return None
    least, most = rules.wager_limits[name]
    most *= next(wager.circles for wager in rules.game.wagers if wager.name == name)
    if least <= amount <= most:
        return None
    low, high, given = str(least), str(most), str(amount)
    return phrase("wager-within", wager=name, least=low, most=high, amount=given)


def add(current: RoundState, wager: PlacedWager) -> None:
    """Put one more wager on the felt."""
    _put(current, (*placed_of(current).wagers, wager))


def put_up(table: TableState, event: StakePlaced) -> None:
    """Note what the bank puts up, while bets are open."""
    current = table.round
    if current is None or not current.betting.is_open:
        report(table, Irregular("entry-refused"), event)
    else:
        current.put(placed_of(current)._replace(stake=event.stake))


def has_any(current: RoundState, seat: int) -> bool:
    """Tell whether a wager of this seat is entered by name."""
    return any(each.seat == seat for each in placed_of(current).wagers)


def amount_of(current: RoundState, seat: int, wager: str, owner: str = "") -> Decimal | None:
    """What a seat itself, or somebody behind it, has on a wager, if that was entered."""
    return _sums(current, seat, owner).get(wager)


def wagers_of(game: Game, current: RoundState, seat: int, plays: bool, owner: str = "") -> Wagers:
    """A seat's own wagers; a Play wager that nobody entered is the one the book allows."""
    wagers = _sums(current, seat, owner)
    ante = wagers.get("ante", Decimal(0))
    for rule in game.stakes if ante and plays else ():
        if rule.wagers == ("play",) and len(rule.times) == 1:
            wagers.setdefault("play", ante * rule.times[0])
    return wagers


def owners_behind(current: RoundState, seat: int) -> tuple[str, ...]:
    """Who has a wager behind a seat, in the order they came."""
    wagers = placed_of(current).wagers
    return tuple(dict.fromkeys(w.owner for w in wagers if w.seat == seat and w.owner))


def behind_of(game: Game, current: RoundState, seat: int, plays: bool) -> tuple[BackWagers, ...]:
    """What others have behind a seat; who is behind a hand that plays, plays with it."""
    return tuple(
        BackWagers(owner=who, wagers=wagers_of(game, current, seat, plays, who))
        for who in owners_behind(current, seat)
    )


def _sums(current: RoundState, seat: int, owner: str) -> dict[str, Decimal]:
    sums: dict[str, Decimal] = {}
    for each in placed_of(current).wagers:
        if (each.seat, each.owner) == (seat, owner):
            sums[each.wager] = sums.get(each.wager, Decimal(0)) + each.amount
    return sums


def _is_meant(each: PlacedWager, event: WagerRemoved) -> bool:
    is_named = event.wager in (None, each.wager) and event.owner in (None, each.owner)
    return each.seat == event.seat and is_named


def _put(current: RoundState, wagers: tuple[PlacedWager, ...]) -> None:
    current.put(placed_of(current)._replace(wagers=wagers))
