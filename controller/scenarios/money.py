"""What the last round of a scenario comes to: its ledger, by what was bet and what nobody read."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from config.game import Game
from controller.facts.cards import Card
from controller.facts.fact import Fact
from controller.facts.tiles import Tile
from controller.families.settle import settle_played
from controller.settlement.exchange import POINTS
from controller.settlement.finished import FinishedRound
from controller.settlement.ledger import LedgerLine
from controller.table.state import ClosedRound, Rules
from controller.table.steps.finished import finished_round

BANK = "bank"
COMMUNITY = "community"


class MoneyError(ValueError):
    """A place or a card that the round does not have."""


def ledger_of(rules: Rules, closed: ClosedRound, unread: Mapping[str, str]) -> list[LedgerLine]:
    """The ledger of a round that was played, with the hands that no device read."""
    return list(settle_played(rules.game, rules.seats, whole_round(rules, closed, unread)))


def whole_round(rules: Rules, closed: ClosedRound, unread: Mapping[str, str]) -> FinishedRound:
    """A round as its events told it, with the hands that no device read."""
    finished, game = finished_round(rules, *closed), rules.game
    places: dict[str, Fact | None] = {**finished.seats, BANK: finished.bank}
    for place, text in unread.items():
        if place == COMMUNITY:
            community = tuple(map(Card, text.split()))
            finished = finished.model_copy(update={COMMUNITY: community})
        elif (held := places.get(place)) is not None:
            places[place] = held.model_copy(update=_hand(game, text))
        else:
            raise MoneyError(f"{place!r} has no hand in this round; name a seat that bet, or bank")
    bank = places.pop(BANK)
    return finished.model_copy(update={"seats": places, BANK: bank})


def _hand(game: Game, text: str) -> dict[str, object]:
    """Cards or tiles; of a hand that is set, its parts with a bar between, the front one first."""
    parts = [part.split() for part in text.split("|")]
    try:
        if game.family == "pai-gow-tiles":
            tiles = [tuple(map(Tile, part)) for part in parts]
            return {"tiles": sum(tiles, ()), "high_tiles": tiles[0] if len(tiles) > 1 else ()}
        cards = [tuple(map(Card, part)) for part in parts]
    except ValueError as error:
        raise MoneyError(f"{error}; write cards as Kd, tiles as 62") from None
    front = cards[0] if len(cards) > 1 else ()
    middle = cards[1] if len(cards) > 2 else ()
    return {"cards": sum(cards, ()), "front": front, "middle": middle}


def totals_of(lines: list[LedgerLine]) -> dict[str, str]:
    """What every seat, everyone behind one, and the bank has won or lost."""
    won: dict[str, Fraction] = defaultdict(Fraction)
    for line in lines:
        won[line.owner or str(line.seat)] += line.paid - line.taken
        if line.wager != POINTS:
            won[BANK] -= line.paid - line.taken
    return {place: _text(amount) for place, amount in sorted(won.items())}


def _text(amount: Fraction) -> str:
    return str(amount.numerator) if amount.denominator == 1 else f"{float(amount):.2f}"


def in_words(totals: Mapping[str, str]) -> Iterator[str]:
    """Totals as a file writes them."""
    return (f"{place} = {amount!r}" for place, amount in totals.items())
