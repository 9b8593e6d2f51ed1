"""Drawing the board from the state: what screens may show, and nothing that is still secret."""

from functools import lru_cache, partial
from typing import cast

from controller.facts.board import (
    Board,
    CountView,
    DeckView,
    DeviceView,
    EntryView,
    HandMark,
    HoldView,
    Phase,
    PlacedView,
    ShoeView,
    Walk,
)
from controller.facts.decisions import LineHit, OutcomeDecided
from controller.facts.fact import RankCode
from controller.table import shoe, staying_wagers as staying
from controller.table.entry import entry_phrase
from controller.table.family import Shown
from controller.table.hand_showing import hands_to_show
from controller.table.holds import subject
from controller.table.placed_wagers import NOTHING_PLACED, Placed, placed_of
from controller.table.prompt import prompt_of
from controller.table.state import (
    NO_BUTTON,
    Betting,
    ButtonState,
    Hold,
    Rules,
    ShoeState,
    TableState,
)
from controller.table.steps.dice import dice_of
from controller.table.steps.play import open_window, windows_of
from controller.table.steps.stacks import cards_left
from controller.table.take_back import last_entry
from controller.table.unread_hands import shown_on


def board_of(
    table: TableState, number: int, timer_left_ms: int | None = None, walk: Walk | None = None
) -> Board:
    """Draw the whole table at a number of the record; only its keeper knows the time left."""
    current = table.round
    betting = current.betting if current else Betting(is_open=False)
    begun = _with_round(_with_rules(partial(Board, number=number), table.rules), table)
    return _with_cards(begun, table)(
        phase=phase_of(table),
        wagers=tuple(sorted(betting.wagers)),
        bets_open=betting.is_open,
        expected=table.expected,
        hold=hold_view(table.hold),
        devices=device_views(table),
        entry=_entry_view(table),
        last_entry=last_entry(table),
        prompt=prompt_of(table),
        walk=walk,
        timer_left_ms=timer_left_ms if betting.is_open else None,
    )


def _with_rules(board: partial[Board], rules: Rules) -> partial[Board]:
    """What stands on the table's sign."""
    return partial(
        board,
        table=rules.table,
        room=rules.game.room,
        game=rules.game.id,
        game_name=rules.title or rules.game.name,
        family=rules.game.family,
        seats=rules.seats,
        timer_s=rules.timer_s,
        limits=rules.limits,
        outcomes=rules.outcomes,
        readings=rules.open_readings,
        by_hand=rules.by_hand,
        has_button=rules.game.button is not None,
        windows=windows_of(rules),
        collection=rules.collection,
        marks=shoe.line_marks(rules),
    )


def _with_round(board: partial[Board], table: TableState) -> partial[Board]:
    """Who banks, who has the action, and what was put up."""
    current = table.round
    button = current.button if current else NO_BUTTON
    placed = placed_of(current) if current else NOTHING_PLACED
    return partial(
        board,
        round=current.number if current else table.rounds,
        bank=table.bank.seat or None,
        turn=table.bank.turn,
        offered=table.bank.offered or None,
        button=button.seat,
        first_hand=button.first_hand,
        count=_count_view(button),
        dice=dice_of(current),
        window=open_window(current) if current else None,
        staying=staying.listed(table.staying),
        placed=_placed_views(placed),
        stake=None if placed.stake is None else str(placed.stake),
    )


def _with_cards(board: partial[Board], table: TableState) -> partial[Board]:
    """What lies face up, and where the cards come from."""
    rules, current = table.rules, table.round
    shown = shown_on(table, current) if current else Shown()
    last = (current.outcome if current else None) or table.last
    return partial(
        board,
        player=shown.player,
        banker=shown.banker,
        last=last,
        hands=shown.hands,
        bank_hand=shown.bank,
        community=shown.community,
        to_show=hands_to_show(table),
        acting=shown.acting,
        hits=shown.hits or _hits(rules, last),
        deck_colour=table.deck.due or table.deck.loaded or None,
        deck=_deck_view(table),
        shoe=_shoe_view(rules, _with_decided(table)) if table.shoe.number else None,
        previous_shoe=table.shoe.previous,
    )


def _hits(rules: Rules, last: OutcomeDecided | None) -> tuple[LineHit, ...]:
    return rules.family.hits(rules.game, last) if last else ()


def _count_view(button: ButtonState) -> CountView | None:
    """The seats a count goes over, round the table as often as it takes."""
    placed = button.placed
    if placed is None or not placed.counted:
        return None
    lap = placed.lap
    walk = tuple(lap[step % len(lap)] for step in range(placed.counted))
    return CountView(points=placed.counted, rank=_rank(button.rank), walk=walk)


def _rank(code: str) -> RankCode | None:
    return cast(RankCode, code) if code else None


def _deck_view(table: TableState) -> DeckView | None:
    stacks, deck, current = table.rules.game.stacks, table.deck, table.round
    if stacks is None:
        return None
    left = cards_left(table, current) if current else deck.cards or stacks.deck_size
    return DeckView(
        colour=deck.due or deck.loaded or stacks.colours[0],
        is_ready=deck.ready,
        is_spoiled=deck.spoiled,
        left=left,
    )


def _placed_views(placed: Placed) -> tuple[PlacedView, ...]:
    return tuple(
        PlacedView(
            seat=each.seat,
            wager=each.wager,
            amount=str(each.amount),
            is_behind=bool(each.owner),
        )
        for each in placed.wagers
    )


def _entry_view(table: TableState) -> EntryView | None:
    said, entry = entry_phrase(table), table.entry
    if said is None:
        return None
    return EntryView(
        winner=entry.winner,
        natural=entry.natural,
        player_pair=entry.player_pair,
        banker_pair=entry.banker_pair,
        bonuses=entry.bonuses,
        said=said,
    )


def phase_of(table: TableState) -> Phase:
    """Name what the table is doing, in one word."""
    current = table.round
    if table.hold is not None:
        return "held"
    if table.bank.halted:
        return "halted"
    if current is None:
        return "bank" if table.bank.offered else "waiting"
    if current.betting.is_open:
        return "betting"
    return "settling" if current.open_steps[0].startswith("settle") else "dealing"


def device_views(table: TableState) -> tuple[DeviceView, ...]:
    """The devices as the record knows them."""
    return tuple(
        DeviceView(device=each.device, state=each.state, reason=each.reason)
        for each in table.devices
    )


def hold_view(hold: Hold | None) -> HoldView | None:
    """Why the table waits, as staff may see it."""
    if hold is None:
        return None
    return HoldView(
        name=hold.name,
        seen=hold.seen,
        expected=hold.expected,
        naming=subject(hold),
        named=hold.named,
        refused=hold.said,
    )


def _with_decided(table: TableState) -> ShoeState:
    """A decided hand is on the road at once, though only settling it makes it count."""
    outcome = table.round.outcome if table.round else None
    if outcome is None:
        return table.shoe
    return table.shoe._replace(hands=(*table.shoe.hands, outcome))


def _shoe_view(rules: Rules, state: ShoeState) -> ShoeView:
    return ShoeView(
        number=state.number,
        decks=state.decks,
        cards_left=None if rules.by_hand else shoe.cards_left(rules, state),
        cut_card_out=state.cut_card_out,
        hands=tuple([_mark_of(hand) for hand in state.hands]),
        statistics=shoe.statistics(rules, state),
    )


def _mark_of(hand: OutcomeDecided) -> HandMark:
    totals = hand.player_total, hand.banker_total
    return _hand_mark(hand.mark, hand.bonuses, *totals, hand.is_free, hand.is_ruled)


# Every board shows all hands of its shoe, and hands are of a few hundred kinds.
@lru_cache(maxsize=1024)
def _hand_mark(
    mark: str,
    bonuses: tuple[str, ...],
    player: int | None,
    banker: int | None,
    is_free: bool,
    is_ruled: bool,
) -> HandMark:
    return HandMark(
        mark=mark,
        bonuses=bonuses,
        player_total=player,
        banker_total=banker,
        is_free=is_free,
        is_ruled=is_ruled,
    )
