"""A settlement in stages: what is collected and paid before the last laps, and those."""

from collections.abc import Collection
from typing import NamedTuple

from config.game import Game
from config.settlement import Stage
from controller.facts.decisions import SettlementLap
from controller.settlement.finished import FinishedRound
from controller.settlement.lap import Laps, lap_from, settlement_lap

Settled = frozenset[tuple[int, str]]
NOTHING: Settled = frozenset()


class Place(NamedTuple):
    """Where a round is settled: the table's seats, its bank, and the button once it is placed."""

    seats: int
    bank: int
    button: int | None


class StageOrder(NamedTuple):
    """One stage in its order; the last one has no name. What is forfeit never goes back."""

    name: str
    laps: Laps
    losers_first: bool = False
    is_forfeit: bool = False
    # The wagers that are off the table after it, each with its seat.
    gone: Settled = NOTHING


def stages_in_turn(game: Game) -> tuple[Stage, ...]:
    """The stages before the last one, in the order of the deal."""
    named = {f"settle:{stage.name}": stage for stage in game.settlement.stages}
    return tuple(named[name] for group in game.deal.steps for name in group if name in named)


def early_stage(
    game: Game, stage: Stage, place: Place, finished: FinishedRound, naturals: Collection[int]
) -> StageOrder:
    """A stage's lap over the seats it concerns; without any, nothing is due."""
    concerned = [seat for seat in finished.seat_numbers() if _concerns(stage, seat, finished)]
    if stage.hands == "naturals":
        concerned = [seat for seat in concerned if seat in naturals]
    around_table = _lap(game, stage, place)
    lap = tuple(seat for seat in around_table if seat in concerned)
    laps = (SettlementLap(wagers=stage.wagers, seats=lap),) if lap else ()
    is_forfeit = stage.hands == "folded"
    wagers = _forfeited(game) if is_forfeit else stage.wagers
    gone = frozenset((seat, wager) for seat in lap for wager in wagers)
    return StageOrder(stage.name, laps, is_forfeit=is_forfeit, gone=gone)


def _forfeited(game: Game) -> tuple[str, ...]:
    """What a folded hand has no more; a bonus that stays may have won and waits for its turn."""
    return tuple(wager.name for wager in game.wagers if wager.after_fold != "stays")


def last_stage(game: Game, laps: Laps, settled: Settled) -> StageOrder:
    """The last laps, without the seats and kinds whose wagers are all settled."""
    left = tuple(_unsettled(lap, settled) for lap in laps) if settled else laps
    # Laps of nobody are told only where nothing is left at all.
    told = tuple(lap for lap in left if lap.seats) or left
    return StageOrder("", told, game.settlement.losers_first)


def _unsettled(lap: SettlementLap, settled: Settled) -> SettlementLap:
    pairs = [(seat, w) for seat in lap.seats for w in lap.wagers if (seat, w) not in settled]
    seats = tuple(seat for seat in lap.seats if any(seat == each for each, _w in pairs))
    wagers = tuple(wager for wager in lap.wagers if any(wager == each for _s, each in pairs))
    return SettlementLap(wagers=wagers or lap.wagers, seats=seats)


def _concerns(stage: Stage, seat: int, finished: FinishedRound) -> bool:
    """A seat whose wagers nobody named may have any of them."""
    held = finished.seats[str(seat)]
    layers = (held.wagers, *(other.wagers for other in held.behind))
    has_wager = not held.wagers or any(w.get(name) for w in layers for name in stage.wagers)
    return has_wager and (stage.hands != "folded" or held.folded)


def _lap(game: Game, stage: Stage, place: Place) -> tuple[int, ...]:
    if stage.start == "button":
        return settlement_lap(game, place.seats, place.bank, place.button)
    direction = stage.direction or game.bank.direction
    return lap_from(stage.start, direction, place.seats, place.bank)
