"""Settling a finished round: the family judges it, the ledger pays it in the game's order."""

from decimal import Decimal
from fractions import Fraction

from config.game import Game, Wager
from controller.families import family_of
from controller.families.opening import rules_of
from controller.families.tables import bare_table
from controller.families.told import require_legal
from controller.settlement.button import card_count, place_button, seats_in_action
from controller.settlement.coverage import covers_all
from controller.settlement.finished import FinishedRound, SeatRound
from controller.settlement.lap import settlement_laps
from controller.settlement.ledger import (
    Behind,
    BehindSeats,
    LedgerLine,
    point_lines,
    settle as settle_wagers,
)
from controller.settlement.limits import check_limits
from controller.settlement.showdown import PLAY
from controller.settlement.stages import (
    NOTHING,
    Place,
    StageOrder,
    early_stage,
    last_stage,
    stages_in_turn,
)
from controller.settlement.verdict import Judge, RoundError


def settle(game: Game, seats: int, told: FinishedRound) -> tuple[LedgerLine, ...]:
    """Settle a round that a file tells; one that the table would not have let happen is refused."""
    lines = settle_played(game, seats, told)
    require_legal(rules_of(bare_table(game, seats)), told)
    return lines


def settle_played(game: Game, seats: int, finished: FinishedRound) -> tuple[LedgerLine, ...]:
    """Settle a round that was played, in the game's order, until the bank is exhausted."""
    family = family_of(game)
    if family.exchanges is not None:
        return tuple(point_lines(family.exchanges(game, seats, finished)))
    if family.judge is None:
        raise RoundError(f"{game.family} has no wagers against a bank to settle")
    check_limits(game, finished)
    verdicts, stages = family.judge(game, finished), stages_of(game, seats, finished)
    _require_order(game, finished)
    behind = _behind(family.judge, game, finished)
    return settle_wagers(verdicts, stages, finished, game.settlement.account, behind)


def _behind(judge: Judge, game: Game, finished: FinishedRound) -> BehindSeats:
    """Wagers behind a seat, each judged as if its owner sat there."""
    found: dict[tuple[int, str], tuple[Behind, ...]] = {}
    for seat, held in finished.seats.items():
        for other in held.behind:
            there = held.model_copy(update={"wagers": other.wagers, "owner": other.owner})
            layer = finished.model_copy(update={"seats": {**finished.seats, seat: there}})
            check_limits(game, layer)
            for (number, wager), verdict in judge(game, layer).items():
                if number == int(seat):
                    amount = Fraction(other.wagers.get(wager, 0))
                    one = Behind(other.owner, amount, verdict)
                    found[number, wager] = (*found.get((number, wager), ()), one)
    return found


def results(game: Game, seats: int, finished: FinishedRound) -> tuple[LedgerLine, ...]:
    """What a round of unknown amounts comes to: every main wager of every seat, at its least."""
    bank = finished.bank.seat if finished.bank else 0
    everyone = [seat for seat in range(1, seats + 1) if seat != bank]
    bettors = finished.seat_numbers() or everyone
    held = {n: finished.seats.get(str(n)) or SeatRound(wagers={}) for n in bettors}
    staked = {
        str(n): each.model_copy(update={"wagers": _stakes(game, each)}) for n, each in held.items()
    }
    return settle_played(game, seats, finished.model_copy(update={"seats": staked}))


def _stakes(game: Game, held: SeatRound) -> dict[str, Decimal]:
    """The main wagers at their least, and Play behind a hand that was not folded."""
    stakes = {wager.name: _least(game, wager) for wager in game.wagers if _is_main(wager)}
    times = {name: rule for rule in game.stakes for name in rule.wagers if rule.times}
    for wager in game.wagers:
        rule = times.get(wager.name)
        if rule is not None and rule.of in stakes and (wager.required or wager.name == PLAY):
            stakes[wager.name] = stakes[rule.of] * rule.times[0]
    if held.folded:
        stakes.pop(PLAY, None)
    return stakes


def _is_main(wager: Wager) -> bool:
    """A wager that stands alone and is decided in its round."""
    return not (wager.needs or wager.loses)


def _least(game: Game, wager: Wager) -> Decimal:
    least = wager.limits[0] if wager.limits else "table"
    step = game.increments.step if game.increments else Decimal(1)
    return step if least == "table" else max(step, least)


def stages_of(game: Game, seats: int, finished: FinishedRound) -> tuple[StageOrder, ...]:
    """The order in which a finished round is settled: its stages, the last laps at the end."""
    family = family_of(game)
    if family.laps is not None:
        return (StageOrder("", family.laps(game, seats, finished)),)
    bank = finished.bank.seat if finished.bank else 0
    place = Place(seats, bank, button_of(game, seats, finished))
    naturals = family.naturals(game, finished)
    early = [early_stage(game, stage, place, finished, naturals) for stage in stages_in_turn(game)]
    laps = settlement_laps(game, *place, finished.seat_numbers())
    absent = family.absent(game, finished) if family.absent else NOTHING
    gone = absent.union(*(each.gone for each in early))
    return (*early, last_stage(game, laps, gone))


def button_of(game: Game, seats: int, finished: FinishedRound) -> int | None:
    """The seat settled first: as given, or counted from the round's dice or deciding card."""
    rule, bank, covered = game.button, finished.bank, covers_all(game, finished)
    if rule is not None and rule.used == "uncovered" and covered:
        return None
    if finished.button or rule is None or bank is None:
        return finished.button
    bettors = frozenset(finished.seat_numbers())
    folded = [seat for seat in bettors if finished.seats[str(seat)].folded]
    bettors = seats_in_action(game, bettors, folded)
    return place_button(rule, seats, bank.seat, count_of(game, finished), bettors, covered).button


def count_of(game: Game, finished: FinishedRound) -> int:
    """What the dice or the deciding card count; 0 where the round tells of neither."""
    card = family_of(game).deciding_card(game, finished)
    rank = card.rank_code if card else finished.turned
    by_card = card_count(game.button, rank) if game.button and rank else 0
    return sum(finished.dice) or by_card


def _require_order(game: Game, finished: FinishedRound) -> None:
    """A bank that may run out is settled from the button: the round must tell what placed it."""
    rule, bank = game.button, finished.bank
    covered = covers_all(game, finished)
    runs_out = bank is not None and bank.stake is not None and not covered
    if rule is None or rule.decided_by == "rotation" or not runs_out or finished.button:
        return
    card = family_of(game).deciding_card(game, finished)
    if not (finished.dice or finished.turned or card):
        what = "dice" if rule.decided_by == "dice" else "deciding card"
        raise RoundError(
            f"the bank does not cover all wagers and the round has no {what}; give it, or the"
            f" button ({rule.source})"
        )
