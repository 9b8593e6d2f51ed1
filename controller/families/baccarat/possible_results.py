"""Which results a coup can have at all: every way the draws can go, and the marks each leaves."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from controller.facts.cards import DECK, Card
from controller.facts.decisions import Winner
from controller.facts.phrase import Phrase, phrase
from controller.families.baccarat.coup import VALUE, Coup, coup_rule, result_of
from controller.families.baccarat.coup_result import CoupResult, Look, look_of, mark_of
from controller.families.baccarat.sections import Coup as CoupRule
from controller.table.state import Rules

FLAGS: Final = "npb"
# One card of each value from 0 to 9; the suit decides nothing.
FACES: Final = tuple(Card(f"{rank}s") for rank in "KA23456789")


class Kind(NamedTuple):
    """A result as far as a person enters it: who won, whether by a natural, the bonus marks."""

    winner: Winner
    natural: bool
    bonuses: tuple[str, ...]


@lru_cache(maxsize=16)
def possible_kinds(rules: Rules) -> frozenset[Kind]:
    """Every kind of result the game's draws can bring."""
    return frozenset(_kind(rules, coup) for coup in _possible_coups(coup_rule(rules)))


def possible_results(rule: CoupRule) -> frozenset[CoupResult]:
    """Every result that draws by a rule can bring."""
    return frozenset(map(result_of, _possible_coups(rule)))


def looked_results(rule: CoupRule, decks: int) -> frozenset[CoupResult]:
    """The same with every look that two cards of these totals can have."""
    looks = _looks(decks)
    found = set()
    for coup in _possible_coups(rule):
        ours, theirs = (sum(VALUE[card] for card in hand[:2]) for hand in coup[:2])
        found |= {(result_of(coup), ours % 10, theirs % 10)}
    return frozenset(
        result._replace(player_look=ours, banker_look=theirs)
        for result, player, banker in found
        for ours in looks[player]
        for theirs in looks[banker]
    )


@lru_cache(maxsize=8)
def _looks(decks: int) -> dict[int, frozenset[Look]]:
    """By total: how two cards that make it may look; one deck has no card twice."""
    found: defaultdict[int, set[Look]] = defaultdict(set)
    for one in DECK:
        for two in DECK:
            if decks > 1 or one is not two:
                found[(VALUE[one] + VALUE[two]) % 10].add(look_of((one, two)))
    return {total: frozenset(looks) for total, looks in found.items()}


def _possible_coups(rule: CoupRule) -> Iterator[Coup]:
    for player in FACES:
        for banker in FACES:
            coup = Coup()
            for card in (FACES[0], FACES[0], player, banker):
                coup = coup.with_card(rule, card)
            yield from _ends(rule, coup)


def _ends(rule: CoupRule, coup: Coup) -> Iterator[Coup]:
    if coup.due is None:
        yield coup
        return
    for card in FACES:
        yield from _ends(rule, coup.with_card(rule, card))


def _kind(rules: Rules, coup: Coup) -> Kind:
    result = result_of(coup)
    marks = (mark_of(wager, result) for wager in rules.marking)
    return Kind(result.winner, coup.natural, tuple(mark for mark in marks if mark))


@lru_cache(maxsize=256)
def bonus_choices(rules: Rules, winner: Winner, natural: bool) -> tuple[tuple[str, ...], ...]:
    """The bonus marks that fit, none first; without a natural entered, those of one as well."""
    fitting = {
        kind.bonuses
        for kind in possible_kinds(rules)
        if kind.winner == winner and (kind.natural or not natural)
    }
    order = list(rules.tallied)
    return ((), *sorted(fitting - {()}, key=lambda marks: [order.index(mark) for mark in marks]))


def settle_kind(rules: Rules, kind: Kind) -> Kind | Phrase:
    """The kind as the game allows it, a natural it implies added, or why there is none such."""
    unknown = [mark for mark in kind.bonuses if mark not in rules.tallied]
    if unknown:
        known, name = tuple(rules.tallied), rules.game.name
        return phrase("no-such-bonus", bonus=unknown[0], game=name, known=known or ("nothing",))
    possible = possible_kinds(rules)
    # What cards look like goes with any result.
    counted = kind._replace(bonuses=tuple(m for m in kind.bonuses if m not in _seen_marks(rules)))
    if not counted.bonuses or counted in possible:
        return kind
    if counted._replace(natural=True) in possible:
        return kind._replace(natural=True)
    code = "bonus-with-natural" if kind.natural else "bonus-with-winner"
    return phrase(code, bonuses=kind.bonuses, winner=kind.winner)


@lru_cache(maxsize=16)
def _seen_marks(rules: Rules) -> frozenset[str]:
    return frozenset(mark for wager in rules.marking if wager.looks for mark in wager.mark_names)


def mark_text(kind: Kind, player_pair: bool, banker_pair: bool) -> str:
    """Write the road's mark: the winner, then n natural, p player pair, b banker pair."""
    given = zip(FLAGS, (kind.natural, player_pair, banker_pair), strict=True)
    return kind.winner[0].upper() + "".join(flag for flag, is_set in given if is_set)
