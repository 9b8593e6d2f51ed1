"""What the house dealer's page draws: one sentence, the table, the walk, and the keys."""

from collections.abc import Iterator
from typing import Literal

from config.table import TableAndGame
from config.words import Words
from controller.desk.pages.dealer.walk_words import WalkLine, walk_lines
from controller.facts.board import Board, HandView, Phase
from controller.facts.cards import Card
from controller.facts.fact import Fact, Pips, Seat, Text
from controller.facts.phrase import Phrase, phrase
from controller.facts.tiles import Tile
from controller.table.irregularity import as_phrase
from drivers.dealer_page.offer import Offer


class SeatPicture(Fact):
    """One seat of the drawing."""

    seat: Seat
    is_bank: bool
    has_button: bool
    has_wager: bool
    # What is expected happens here.
    is_due: bool
    # Wagers by name and amount, as far as entered.
    wagers: tuple[Text, ...] = ()
    cards: tuple[tuple[Card | Tile, ...], ...] = ()
    down: int = 0
    said: Text = ""


class DealerPicture(Fact):
    """The whole page."""

    phase: Phase
    round: int
    tone: Literal["due", "hold", "refusal"]
    prompt: Text
    # What else may happen, smaller.
    beside: tuple[Text, ...]
    # Where the button goes or the first hand, while that matters.
    button: Text
    seats: tuple[SeatPicture, ...]
    dice: tuple[Pips, ...]
    hands: tuple[tuple[Text, tuple[Card | Tile, ...]], ...]
    standing: tuple[Text, ...]
    entry: Text
    timer_s: int | None
    timer_left_ms: int | None
    stake: str | None
    walk: tuple[WalkLine, ...]
    offer: Offer


def picture_of(board: Board, loaded: TableAndGame, offer: Offer, said: Words) -> DealerPicture:
    """Draw the page from a board."""
    tone, prompt, beside = told(board, said)
    titles = {wager.name: wager.title or wager.name for wager in loaded.game.wagers}
    return DealerPicture(
        phase=board.phase,
        round=board.round,
        tone=tone,
        prompt=prompt,
        beside=beside,
        button=_button(board, said),
        seats=tuple(_seats(board, titles, said)),
        dice=board.dice,
        hands=tuple(_hands(board, said)),
        standing=tuple(_standing(board, said)),
        entry=_entry(board, said),
        timer_s=board.timer_s,
        timer_left_ms=board.timer_left_ms,
        stake=board.stake,
        walk=walk_lines(board.walk, titles, said) if board.walk else (),
        offer=offer,
    )


def told(
    board: Board, said: Words
) -> tuple[Literal["due", "hold", "refusal"], str, tuple[str, ...]]:
    """A refusal, why the table waits, or what is due; never one in the clothes of another."""
    due = [as_phrase(each) for each in board.expected if each.event != "wager_placed"]
    refused = _refused(board)
    if refused is not None:
        return "refusal", said.sentence(refused), _sentences(due[:1], said)
    if board.hold is not None:
        return "hold", _sentences(list(board.prompt), said)[0], ()
    if not due:
        wagers = [as_phrase(each) for each in board.expected] or [phrase("nothing-due")]
        return "due", said.sentence(wagers[0]), ()
    return "due", said.sentence(due[0]), _sentences(due[1:3], said)


def _refused(board: Board) -> Phrase | None:
    if board.hold is not None:
        return board.hold.refused
    entry = board.entry
    if entry is None or entry.said is None or entry.said.code.startswith("entry-press-"):
        return None
    return entry.said


def _sentences(phrases: list[Phrase], said: Words) -> tuple[str, ...]:
    return tuple(map(said.sentence, phrases))


def _button(board: Board, said: Words) -> str:
    if board.button is not None:
        return said.sentence(phrase("button-goes-to", seat=board.button))
    if board.first_hand is not None:
        return said.sentence(phrase("first-hand-goes-to", seat=board.first_hand))
    return ""


def _seats(board: Board, titles: dict[str, str], said: Words) -> Iterator[SeatPicture]:
    due = {each.seat for each in board.expected[:1]} | {board.offered}
    for seat in range(1, board.seats + 1):
        hands = [hand for hand in board.hands if hand.seat == seat]
        named = [w for w in board.placed if w.seat == seat]
        stays = [w.wager for w in board.staying if w.seat == seat]
        yield SeatPicture(
            seat=seat,
            is_bank=seat == board.bank,
            has_button=seat == board.button,
            has_wager=seat in board.wagers,
            is_due=seat in due,
            wagers=(
                *(f"{titles.get(w.wager, w.wager)} {w.amount}" for w in named),
                *(titles.get(name, name) for name in stays),
            ),
            cards=tuple(_faces(hand) for hand in hands if _faces(hand)),
            down=sum(sum(hand.down) for hand in hands),
            said=" / ".join(" ".join(map(said.name, hand.count)) for hand in hands if hand.count),
        )


def _hands(board: Board, said: Words) -> Iterator[tuple[str, tuple[Card | Tile, ...]]]:
    if board.player or board.banker:
        name = "banker" if board.family == "baccarat" else "bank"
        if board.player:
            yield said.name("player"), board.player
        yield said.name(name), board.banker
    if board.bank_hand is not None and not board.banker and _faces(board.bank_hand):
        yield said.name("bank"), _faces(board.bank_hand)
    if board.community is not None and board.community.cards:
        yield "", board.community.cards


def _faces(hand: HandView) -> tuple[Card | Tile, ...]:
    """What lies open there; a hand has cards or tiles."""
    return hand.cards or hand.tiles


def _standing(board: Board, said: Words) -> Iterator[str]:
    if board.round:
        yield said.sentence(phrase("round-number", round=board.round))
    if board.bank is not None:
        yield said.sentence(phrase("bank-and-turn", seat=board.bank, turn=board.turn))
    if board.shoe is not None and board.shoe.hands:
        hands = len(board.shoe.hands)
        yield said.sentence(phrase("shoe-and-hands", shoe=board.shoe.number, hands=hands))


def _entry(board: Board, said: Words) -> str:
    entry = board.entry
    if entry is None:
        return ""
    flags = {
        "natural": entry.natural,
        "player-pair": entry.player_pair,
        "banker-pair": entry.banker_pair,
    }
    marks = [mark for mark, is_set in flags.items() if is_set]
    parts = (*([entry.winner] if entry.winner else []), *marks, *entry.bonuses)
    return " · ".join(map(said.name, parts))
