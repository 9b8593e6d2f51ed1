"""A round of the table as a finished round: what its events told, and no more."""

from collections.abc import Mapping
from typing import Final, NamedTuple, cast

from controller.facts.fact import RankCode
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.table.placed_wagers import behind_of, placed_of, wagers_of
from controller.table.shown_hands import with_shown
from controller.table.state import Betting, ButtonState, RoundState, Rules
from controller.table.steps.button import covers
from controller.table.steps.dice import dice_of
from controller.table.steps.play import NOBODY_DECIDED, Decided


class _Known(NamedTuple):
    """A finished round and all it was made of."""

    rules: Rules
    bank: int
    parts: Mapping[type[tuple[object, ...]], object]
    betting: Betting
    button: ButtonState
    round: FinishedRound

    def is_of(self, rules: Rules, bank: int, current: RoundState) -> bool:
        """Tell by identity, for parts and values are never changed, only replaced."""
        return (
            self.parts is current.parts
            and self.betting is current.betting
            and self.button is current.button
            and self.bank == bank
            and self.rules is rules
        )


# A settlement in stages asks for the same round several times at each event.
_last: _Known | None = None


def finished_round(rules: Rules, bank: int, current: RoundState) -> FinishedRound:
    """Who banked and bet, dice and the button's card; the family adds the hands it has seen."""
    global _last
    if _last is None or not _last.is_of(rules, bank, current):
        parts = rules, bank, current.parts, current.betting, current.button
        _last = _Known(*parts, _finished_round(rules, bank, current))
    return _last.round


def _finished_round(rules: Rules, bank: int, current: RoundState) -> FinishedRound:
    rule = rules.game.button
    rotates = rule is not None and rule.decided_by == "rotation"
    known = FinishedRound(
        bank=_bank_round(bank, current) if bank else None,
        # A button that rotates comes from the round before; every other is counted.
        button=current.button.seat if rotates else None,
        turned=cast(RankCode, current.button.rank) if current.button.rank else None,
        dice=dice_of(current),
        seats=bets_of(rules, current),
    )
    return with_shown(rules.family.finished(known, current), rules, current)


# A seat of which nobody entered more than that it bets: the same for all such seats.
PLAYS: Final = SeatRound(wagers={})
FOLDED: Final = SeatRound(wagers={}, folded=True)


def bets_of(rules: Rules, current: RoundState) -> dict[str, SeatRound]:
    """What every seat that bet has staked, and others behind it."""
    folded = (current.find(Decided) or NOBODY_DECIDED).folded
    seats = sorted(current.betting.wagers)
    if not placed_of(current).wagers:
        return {str(seat): FOLDED if seat in folded else PLAYS for seat in seats}
    return {
        str(seat): SeatRound(
            wagers=wagers_of(rules.game, current, seat, plays=seat not in folded),
            folded=seat in folded,
            behind=behind_of(rules.game, current, seat, plays=seat not in folded),
        )
        for seat in seats
    }


def _bank_round(bank: int, current: RoundState) -> BankRound:
    return BankRound(seat=bank, covers=covers(current), stake=placed_of(current).stake)
