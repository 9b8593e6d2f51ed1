"""Fortune pai gow poker: game wagers, bonus wagers, and envy at the end of the round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from controller.core.cards import Card
from controller.core.hands.dealt import require_hand
from controller.core.hands.fortune_bonus import BonusHand, best_bonus
from controller.core.hands.pai_gow import PaiGowRules, SetHand, compare
from controller.core.hands.settlement import Claim, Result, odds


@dataclass(frozen=True, slots=True)
class FortuneSeat:
    """One seat's set hand and wagers in cents."""

    seat: int
    hand: SetHand
    game: int
    bonus: int = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """All seven cards."""
        return (*self.hand.front, *self.hand.back)


@dataclass(frozen=True, slots=True)
class BonusPay:
    """One line of the paytable: pays to one, and what envy pays in cents, if anything."""

    hand: BonusHand
    to_one: int
    envy: int = 0


@dataclass(frozen=True, slots=True)
class FortunePays:
    """The paytable in its printed order, and the bonus wager in cents that earns an envy button."""

    lines: tuple[BonusPay, ...]
    envy_from: int


def fortune_claims(
    seats: Sequence[FortuneSeat], bank: SetHand, rules: PaiGowRules, pays: FortunePays
) -> tuple[Claim, ...]:
    """Claims of a finished round: game then bonus seat by seat in the order given, envy last."""
    dealt = [*bank.front, *bank.back, *(card for seat in seats for card in seat.cards)]
    require_hand(dealt, 7 * (len(seats) + 1), joker=True)
    made = [_line(seat, rules, pays) for seat in seats]
    played = [
        claim
        for seat, line in zip(seats, made, strict=True)
        for claim in (_game(seat, bank, rules), _bonus(seat, line))
        if claim.amount
    ]
    return (*played, *_envy(seats, made, pays))


def _line(seat: FortuneSeat, rules: PaiGowRules, pays: FortunePays) -> BonusPay | None:
    order = [line.hand for line in pays.lines]
    hand = best_bonus(seat.cards, order, rules.joker) if seat.bonus else None
    return next((line for line in pays.lines if line.hand == hand), None)


def _game(seat: FortuneSeat, bank: SetHand, rules: PaiGowRules) -> Claim:
    result = Result(compare(seat.hand, bank, rules))
    return Claim(seat.seat, "game", seat.game, result, seat.game if result is Result.WIN else 0)


def _bonus(seat: FortuneSeat, line: BonusPay | None) -> Claim:
    return Claim(seat.seat, "bonus", seat.bonus, *odds(seat.bonus, line.to_one if line else None))


def _envy(
    seats: Sequence[FortuneSeat], made: Sequence[BonusPay | None], pays: FortunePays
) -> Iterator[Claim]:
    for envious in seats:
        if envious.bonus < pays.envy_from:
            continue
        for other, line in zip(seats, made, strict=True):
            if other.seat != envious.seat and line and line.envy:
                yield Claim(envious.seat, f"envy of seat {other.seat}", 0, Result.WIN, line.envy)
