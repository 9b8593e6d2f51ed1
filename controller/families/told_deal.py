"""What people, cards and dice do in a told round: as the file has it, by the dealer's policy."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar, cast

from controller.dealing.dealer import Act, Dealer
from controller.dealing.people import Chance, People, Sight
from controller.facts.cards import Card
from controller.facts.decisions import Expectation
from controller.facts.events import CoverageDeclared, Event, PlayPlaced, StakePlaced, WagerPlaced
from controller.families.body import Hands
from controller.families.book_lines import lines_of
from controller.families.dealer import custom_of
from controller.families.told_count import dice_of, rank_of
from controller.settlement.coverage import covers_all
from controller.settlement.finished import Cards, FinishedRound, SeatRound, Wagers
from controller.settlement.showdown import ANTE, PLAY
from controller.settlement.verdict import RoundError
from controller.table.family import Deed
from controller.table.state import Rules, TableState
from controller.table.steps.finished import finished_round

T = TypeVar("T")
MOST_TIMES: Final = 9
# Wagers that are made after the others, each by an event of its own.
LATER: Final = (PLAY, "insurance")


class ToldHands:
    """The hands that deal a round as it is told; of all that is expected they see what was done."""

    def __init__(self, rules: Rules, told: FinishedRound) -> None:
        # Nobody bets but as told.
        usual, family = custom_of(rules), rules.family
        custom = usual._replace(fewest_wagers=0, enters_wagers=False, staying=())
        habits = {
            **family.habits(rules, custom, Chance(0)),
            "wager_placed": _Bets(rules, told).place,
            "play_placed": lambda _sight, wanted, _people: _play(rules, told, wanted),
            **family.told.habits(rules, told),
        }
        dealer = Dealer(custom, ToldPeople(rules, told), habits)
        self._hands = Hands(dealer, ToldFortune(rules, told), custom.decks)
        self._deeds: Mapping[str, Deed] = {**DEEDS, **family.told.deeds}
        self._told = told

    def next_event(self, state: TableState) -> Event:
        """What happened next by the file, or else what people always do."""
        seen = state.draft()
        seen.expected = self._borne_out(state)
        return self._hands.next_event(seen)

    def _borne_out(self, state: TableState) -> tuple[Expectation, ...]:
        expected, deeds = state.expected, self._deeds
        told = [each for each in expected if each.event in deeds]
        done = [each for each in told if deeds[each.event](state, self._told, each)]
        others = [each for each in expected if each.event not in deeds]
        return tuple(done[:1] or others) or expected


class ToldPeople:
    """What is left to people, as the file has it; what it does not tell makes no difference."""

    def __init__(self, rules: Rules, told: FinishedRound) -> None:
        self._rules, self._told = rules, told

    def one(self, _sight: Sight, _matter: str, options: Sequence[T]) -> T:
        """The bank covers what its stake reaches; of anything else, the first."""
        covers = covers_all(self._rules.game, self._told) is not False
        declared = [o for o in options if isinstance(o, CoverageDeclared) and o.covers == covers]
        return cast(T, declared[0]) if declared else options[0]

    def some(self, _sight: Sight, _matter: str, options: Sequence[int], fewest: int) -> list[int]:
        """The first of these."""
        return list(options[:fewest])

    def card(self, _sight: Sight, _wanted: Expectation) -> str:
        """The card that places the button."""
        return rank_of(self._rules, self._told)


class ToldFortune:
    """Cards and dice as they came."""

    def __init__(self, rules: Rules, told: FinishedRound) -> None:
        self._rules, self._told = rules, told

    def load(self, rules: Rules) -> int:
        """As many decks as the game may have."""
        return rules.game.cards.decks[1]

    def card(self, state: TableState, wanted: Expectation) -> Card:
        """The next card of the hand that is due one; a round that lacks it is not finished."""
        card = _card(state, self._told, wanted)
        if card is not None:
            return card
        whose = "bank" if wanted.hand == "hole" else wanted.hand
        whose = f"seat {wanted.seat}" if whose == "player" and wanted.seat else whose
        held = " ".join(_hand(self._told, wanted)) or "no cards"
        text = f"{held}, and it must take a card; add the cards it drew"
        raise RoundError(f"{whose}: {text} ({lines_of(self._rules, 'bank-stood-on-must-hit')})")

    def dice(self, count: int) -> tuple[int, ...]:
        """As they fell."""
        return dice_of(self._rules, self._told, count)


# Wagers


class _Bets:
    """The stake and the wagers that lie there before the cards, placed once."""

    def __init__(self, rules: Rules, told: FinishedRound) -> None:
        self._waiting: tuple[Event, ...] = (*_stake(told), *_placed(rules, told))

    def place(self, _sight: Sight, _wanted: Expectation, _people: People) -> Act | None:
        """All of them, when bets are open for the first time."""
        waiting, self._waiting = self._waiting, ()
        return waiting or None


def _stake(told: FinishedRound) -> Iterator[Event]:
    if told.bank is not None and told.bank.stake is not None:
        yield StakePlaced(stake=told.bank.stake)


def _placed(rules: Rules, told: FinishedRound) -> Iterator[Event]:
    for seat in told.seat_numbers():
        held = told.seats[str(seat)]
        own = tuple(_wagers(rules, seat, held.wagers))
        yield from own or (WagerPlaced(seat=seat),)
        for other in held.behind:
            yield from _wagers(rules, seat, other.wagers, other.owner)


def _wagers(rules: Rules, seat: int, staked: Wagers, owner: str | None = None) -> Iterator[Event]:
    """Wagers the game does not have are for its judge, who names those it has."""
    for name, amount in staked.items():
        if amount and name in rules.wager_names and name not in LATER:
            yield WagerPlaced(seat=seat, wager=name, amount=amount, owner=owner)


def _play(rules: Rules, told: FinishedRound, wanted: Expectation) -> Act:
    assert wanted.seat is not None
    held = told.seats[str(wanted.seat)]
    if not held.wagers.get(PLAY):
        text = "a hand has a play wager or has folded; give one of both"
        raise RoundError(f"seat {wanted.seat}: {text} ({lines_of(rules, 'seats-undecided')})")
    return (PlayPlaced(seat=wanted.seat, times=_times(held)),)


def _times(held: SeatRound) -> int | None:
    """How many times the Ante was played for; none for a part of it, which the judge refuses."""
    ante, play = held.wagers.get(ANTE), held.wagers.get(PLAY)
    times = play / ante if ante and play else None
    whole = times is not None and times == int(times) and times <= MOST_TIMES
    return int(times) if times is not None and whole else None


# What a file bears out


def _plays(state: TableState, told: FinishedRound, wanted: Expectation) -> bool:
    """In the window that allows so much, or in the last, where a seat must say something."""
    held = told.seats[str(wanted.seat)]
    is_last = all(each.event != "play_closed" for each in state.expected)
    allowed = cast(tuple[int, ...], wanted.arguments["times"])
    return bool(held.wagers.get(PLAY)) and (is_last or _times(held) in allowed)


DEEDS: Final[Mapping[str, Deed]] = {
    "card_drawn": lambda state, told, wanted: _card(state, told, wanted) is not None,
    "hand_folded": lambda _state, told, wanted: told.seats[str(wanted.seat)].folded,
    "play_placed": _plays,
    "sweep_declared": lambda _state, told, wanted: told.seats[str(wanted.seat)].declared,
}


# Cards


def _card(state: TableState, told: FinishedRound, wanted: Expectation) -> Card | None:
    of_family = state.rules.family.told.card
    if of_family is not None:
        return of_family(state, told, wanted)
    dealt = len(_hand(_known(state), wanted))
    return next(iter(_hand(told, wanted)[dealt:]), None)


def _known(state: TableState) -> FinishedRound:
    assert state.round is not None
    return finished_round(state.rules, state.bank.seat, state.round)


def _hand(of: FinishedRound, wanted: Expectation) -> Cards:
    if wanted.hand == "player":
        return of.seats[str(wanted.seat)].cards if wanted.seat else of.player
    if wanted.hand == "banker":
        return of.banker
    return of.bank.cards if of.bank else ()


def cards_left(state: TableState, told: FinishedRound) -> Cards:
    """The first card of each hand beyond those dealt, where the table reads cards."""
    known = _known(state)
    pairs = [(known.player, told.player), (known.banker, told.banker)]
    pairs += [(known.bank.cards, told.bank.cards)] if known.bank and told.bank else []
    pairs += [(held.cards, told.seats[seat].cards) for seat, held in known.seats.items()]
    is_read = any(dealt for dealt, _told in pairs)
    return tuple(cards[len(dealt)] for dealt, cards in pairs if is_read and len(cards) > len(dealt))
