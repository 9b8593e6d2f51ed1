"""The public view: what players may see of a board, ready for a page to draw."""

from collections import Counter
from typing import Literal

from controller.facts.board import (
    Board,
    CountView,
    HandMark,
    HandView,
    SeatHandView,
    ShoeStatistics,
    ShoeView,
)
from controller.facts.cards import Card
from controller.facts.decisions import LineHit, OutcomeDecided, Winner
from controller.facts.fact import Fact, Pips, Seat
from drivers.scoreboard.road_view import RoadsView, ShoeRoads
from drivers.scoreboard.round_shelf import RoundsView
from drivers.scoreboard.shares import Tally, percent, shares

State = Literal[
    "waiting",
    "bank-offered",
    "no-bank",
    "place-bets",
    "no-more-bets",
    "dealing",
    "paying",
    "held",
]
WINNERS: tuple[Winner, ...] = ("player", "banker", "tie")
BACCARAT = "baccarat"
NATURAL = "natural"
PAIRS = ("player-pair", "banker-pair")


class Limits(Fact):
    """Least and most a player may wager."""

    lowest: int
    highest: int


class ShoeTallies(Fact):
    """A shoe in figures; `marks` are the single lines of wagers that have several, as margins."""

    shoe: int
    hands: int
    tallies: tuple[Tally, ...]
    marks: tuple[Tally, ...] = ()


class PublicShoe(Fact):
    """The shoe in play."""

    number: int
    cards_left: int | None
    cut_card_out: bool
    free_hands: int
    figures: ShoeTallies
    roads: RoadsView


class Coup(Fact):
    """Both hands; `winner` is None while cards are still coming."""

    round: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    player_total: int | None
    banker_total: int | None
    winner: Winner | None = None
    bonuses: tuple[str, ...] = ()


class Places(Fact):
    """Who sits where: the bank with its turn, the seat it is offered to, the action button."""

    seats: Seat
    bank: Seat | None = None
    turn: int = 0
    offered: Seat | None = None
    # A game that settles without one has no button to show.
    has_button: bool = False
    button: Seat | None = None
    first_hand: Seat | None = None
    wagers: tuple[Seat, ...] = ()
    acting: Seat | None = None


class Lying(Fact):
    """What lies on the table: the seats' hands, the bank's, the common cards."""

    hands: tuple[SeatHandView, ...] = ()
    bank: HandView | None = None
    community: HandView | None = None
    windows: tuple[str, ...] = ()
    window: str | None = None


class View(Fact):
    """One picture of the table; texts are left to the page, so that it may speak any language."""

    number: int
    table: str
    game_name: str
    family: str
    limits: Limits | None
    held: bool
    state: State
    round: int
    timer_s: int | None
    places: Places
    coup: Coup | None
    dice: tuple[Pips, ...]
    deck_colour: str | None
    shoe: PublicShoe | None
    previous: ShoeTallies | None
    lying: Lying = Lying()
    count: CountView | None = None
    hits: tuple[LineHit, ...] = ()
    history: RoundsView | None = None
    collection: str = ""


def public_view(board: Board, roads: ShoeRoads, history: RoundsView | None = None) -> View:
    """Leave out all that is not for players; a held table shows nothing of the round in play."""
    held = board.phase == "held" or board.hold is not None
    return View(
        number=board.number,
        table=board.table,
        game_name=board.game_name,
        family=board.family,
        limits=_limits(board),
        held=held,
        state="held" if held else _state(board),
        round=board.round,
        timer_s=board.timer_s if board.bets_open and not held else None,
        places=Places(seats=board.seats) if held else _places(board),
        coup=None if held else _coup(board),
        dice=() if held else board.dice,
        deck_colour=board.deck_colour,
        shoe=_shoe(board, board.shoe, roads) if board.shoe else None,
        previous=_figures(board, board.previous_shoe) if board.previous_shoe else None,
        lying=Lying() if held else _lying(board),
        count=None if held else board.count,
        hits=() if held else board.hits,
        history=history,
        collection=board.collection,
    )


def baccarat_total(cards: tuple[Card, ...]) -> int:
    """Points of a hand: ace 1, tens and faces 0, the last digit of the sum."""
    return sum(card.rank for card in cards if card.rank < 10) % 10


def _limits(board: Board) -> Limits | None:
    return Limits(lowest=board.limits[0], highest=board.limits[1]) if board.limits else None


def _state(board: Board) -> State:
    match board.phase:
        case "betting":
            return "place-bets" if board.bets_open else "no-more-bets"
        case "dealing":
            return "dealing" if _has_begun(board) else "no-more-bets"
        case "bank":
            return "bank-offered"
        case "halted":
            return "no-bank"
        case "settling":
            return "paying"
        case "waiting" | "held":
            return board.phase


def _has_begun(board: Board) -> bool:
    """Tell whether anything of the round lies on the table."""
    return bool(board.player or board.banker or board.dice or board.hands or board.bank_hand)


def _places(board: Board) -> Places:
    return Places(
        seats=board.seats,
        bank=board.bank,
        turn=board.turn,
        offered=board.offered,
        has_button=board.has_button,
        button=board.button,
        first_hand=board.first_hand,
        wagers=board.wagers,
        acting=board.acting,
    )


def _lying(board: Board) -> Lying:
    return Lying(
        hands=board.hands,
        bank=board.bank_hand,
        community=board.community,
        windows=board.windows,
        window=board.window,
    )


def _coup(board: Board) -> Coup | None:
    if board.family != BACCARAT:
        return None
    last = board.last
    in_play = bool(board.player or board.banker)
    if in_play and (last is None or last.round != board.round):
        return Coup(
            round=board.round,
            player=board.player,
            banker=board.banker,
            player_total=baccarat_total(board.player),
            banker_total=baccarat_total(board.banker),
        )
    return _finished(last) if last else None


def _finished(last: OutcomeDecided) -> Coup:
    return Coup(
        round=last.round,
        player=last.player,
        banker=last.banker,
        player_total=last.player_total,
        banker_total=last.banker_total,
        winner=last.winner,
        bonuses=last.bonuses,
    )


def _shoe(board: Board, shoe: ShoeView, roads: ShoeRoads) -> PublicShoe:
    counted = counted_marks(shoe.hands)
    counts = counted | shoe.statistics.counts
    marks = {name: counted.get(name, 0) for name in board.marks}
    statistics = shoe.statistics.model_copy(update={"counts": counts, "marks": marks})
    return PublicShoe(
        number=shoe.number,
        cards_left=shoe.cards_left,
        cut_card_out=shoe.cut_card_out,
        free_hands=sum(hand.is_free for hand in shoe.hands),
        figures=_figures(board, statistics),
        roads=roads.follow(shoe.number, shoe.hands),
    )


def counted_marks(hands: tuple[HandMark, ...]) -> dict[str, int]:
    """Count naturals, pairs and the marks of bonus wagers."""
    flags = (("n", NATURAL), ("p", PAIRS[0]), ("b", PAIRS[1]))
    counts = Counter({name: 0 for _, name in flags})
    for hand in hands:
        counts.update(hand.bonuses)
        counts.update(name for flag, name in flags if flag in hand.mark)
    return dict(counts)


def _figures(board: Board, statistics: ShoeStatistics) -> ShoeTallies:
    return figures(statistics, board.outcomes, board.marks)


def figures(
    statistics: ShoeStatistics, outcomes: tuple[str, ...], marks: tuple[str, ...]
) -> ShoeTallies:
    """A shoe's counts with their shares, the winners first, pairs last."""
    counts, hands = statistics.counts, statistics.hands
    extra = [name for name in (NATURAL, *PAIRS) if name in counts]
    others = [name for name in dict.fromkeys((*outcomes, *extra)) if name not in WINNERS]
    return ShoeTallies(
        shoe=statistics.shoe,
        hands=hands,
        tallies=(
            *shares(counts, WINNERS),
            *(_tally(name, counts, hands) for name in others),
        ),
        marks=tuple(_tally(name, statistics.marks, hands) for name in marks),
    )


def _tally(name: str, counts: dict[str, int], hands: int) -> Tally:
    count = counts.get(name, 0)
    return Tally(name=name, count=count, percent=percent(count, hands))
