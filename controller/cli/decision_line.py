"""A decision as one line for people."""

from config.words import words
from controller.facts.decisions import (
    BankOffered,
    BankPlaced,
    BettingEnded,
    ButtonPlaced,
    Decision,
    DeckDue,
    DeviceStateChanged,
    DiceCounted,
    EntryRefused,
    ExpectationSet,
    GameHalted,
    HandCorrected,
    HandInserted,
    HandsDecided,
    HandTakenBack,
    HoldReleased,
    IrregularityFound,
    OutcomeDecided,
    PilesOrdered,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    RulingRefused,
    SettlementOrdered,
    ShoeEnded,
    ShoeStarted,
    StayingWagersChanged,
    TableHeld,
)


def decision_line(decision: Decision) -> str:
    """Say a decision in one readable line."""
    match decision:
        case ExpectationSet(expected=expected):
            return "next: " + (" / ".join(words().say(item) for item in expected[:3]) or "nothing")
        case BankOffered(seat=seat):
            return f"bank offered to seat {seat}"
        case BankPlaced(seat=seat):
            return f"seat {seat} takes the bank"
        case GameHalted(reason=reason):
            return f"GAME HALTED: {words().say(reason)}"
        case RoundOpened():
            return _opened(decision)
        case BettingEnded(wagers=wagers):
            return f"no more bets; wagers at {seats_listed(wagers)}"
        case ButtonPlaced():
            return _button(decision)
        case DiceCounted(dice=dice, total=total):
            return f"dice {'-'.join(map(str, dice))}, together {total}"
        case PilesOrdered(piles=piles, seats=seats):
            return f"pile {piles[0]} to seat {seats[0]}, the others follow"
        case OutcomeDecided():
            return outcome_line(decision)
        case SettlementOrdered(stage=stage, laps=laps):
            many = "1 lap" if len(laps) == 1 else f"{len(laps)} laps"
            return f"settle {stage or many} from {seats_listed(laps[0].seats[:1])}"
        case _:
            return _other(decision)


def _other(decision: Decision) -> str:
    match decision:
        case HandsDecided():
            return _hands(decision)
        case StayingWagersChanged():
            return _staying(decision)
        case RoundClosed(round=number):
            return f"round {number} closed"
        case RoundVoided(round=number, by=by):
            return f"ROUND {number} VOID, ruled by {by}"
        case ShoeStarted(shoe=shoe, decks=decks):
            return f"shoe {shoe} in play, {decks} decks"
        case ShoeEnded(shoe=shoe, hands=hands):
            return f"shoe {shoe} finished after {hands} hands"
        case DeckDue(colour=colour):
            return f"the {colour} deck is next"
        case IrregularityFound():
            return f"IRREGULARITY: {words().supervisor(decision)}"
        case TableHeld(name=name):
            return f"TABLE HELD ({name}); rule with: underfelt rule"
        case HoldReleased(by=by, ruling=ruling):
            return f"hold released by {by}: {ruling}"
        case RulingRefused(reason=reason):
            return f"ruling refused: {words().say(reason)}"
        case EntryRefused(reason=reason):
            return f"entry refused: {words().say(reason)}"
        case HandCorrected() | HandTakenBack() | HandInserted():
            return _changed_hand(decision)
        case DeviceStateChanged(device=device, state=state, reason=reason):
            return f"{device} {state}" + (f": {words().told(reason)}" if reason else "")
        case _:
            return decision.kind.replace("_", " ")


def _opened(decision: RoundOpened) -> str:
    turn = "first" if decision.turn == 1 else "second" if decision.turn == 2 else decision.turn
    timer = f", {decision.timer_s} s to bet" if decision.timer_s else ""
    banks = f": seat {decision.bank} banks, {turn} hand" if decision.bank else ""
    return f"── round {decision.round}{banks}{timer}"


def _button(decision: ButtonPlaced) -> str:
    if decision.counted_seat is None:
        return f"count {decision.count} names no seat; no button"
    if decision.button is None:
        return f"count {decision.count} leads to seat {decision.counted_seat}; no button is used"
    moved = f" (counted seat {decision.counted_seat})"
    where = f"action button at seat {decision.button}"
    return where + (moved if decision.counted_seat != decision.button else "")


def outcome_line(decision: OutcomeDecided) -> str:
    """A decided coup in one readable line."""
    result = "Tie" if decision.winner == "tie" else f"{decision.winner.title()} wins"
    bonus = "".join(f", {name.replace('-', ' ').title()}!" for name in decision.bonuses)
    free = ", free hand" if decision.is_free else ""
    if decision.player_total is None:
        return f"{result}{bonus}{free}  (entered by hand: {decision.mark})"
    totals = f"Player {decision.player_total}, Banker {decision.banker_total}"
    cards = f"{' '.join(decision.player)} : {' '.join(decision.banker)}"
    return f"{result}{bonus}{free}  ({totals})  {cards}"


def _changed_hand(decision: HandCorrected | HandTakenBack | HandInserted) -> str:
    if isinstance(decision, HandInserted):
        return f"HAND {decision.hand} PUT IN ({_marks(decision.inserted)}) by {decision.by}"
    if isinstance(decision, HandTakenBack):
        return f"HAND {decision.hand} TAKEN BACK ({decision.taken.mark}) by {decision.by}"
    change = f"{_marks(decision.before)} becomes {_marks(decision.after)}"
    return f"HAND {decision.hand} CORRECTED by {decision.by}: {change}"


def _marks(outcome: OutcomeDecided) -> str:
    return "+".join((outcome.mark, *outcome.bonuses))


def _staying(decision: StayingWagersChanged) -> str:
    parts = (
        ("won", decision.won),
        ("lost", decision.lost),
        ("taken down", decision.returned),
        ("still on the table", decision.staying),
    )
    named = (
        f"{state}: {', '.join(f'seat {each.seat} {each.wager}' for each in wagers)}"
        for state, wagers in parts
        if wagers
    )
    return "; ".join(named) or "no wager stays on the table"


def _hands(decision: HandsDecided) -> str:
    hands = (f"seat {hand.seat} {' '.join(hand.count)}: {hand.result}" for hand in decision.hands)
    return f"bank {' '.join(decision.bank)} ({' '.join(decision.bank_count)}); {'; '.join(hands)}"


def seats_listed(seats: tuple[int, ...]) -> str:
    """Seats as a person lists them."""
    if not seats:
        return "no seat entered"
    return ("seat " if len(seats) == 1 else "seats ") + ", ".join(map(str, seats))
