"""What every device should be or do now, derived from the state: orders may be repeated freely."""

from typing import Final

from controller.facts.orders import DispenseStack, Order, ShowLamps, ShowPrompt, UnloadDeck
from controller.table.entry import entry_phrase
from controller.table.holds import hold_phrase
from controller.table.irregularity import as_phrase
from controller.table.state import RoundState, TableState
from controller.table.steps.stacks import due_stack, stacks_out

PROMPTED: Final = 2
NOT_DUE: Final = "no-result-due"


def orders_of(table: TableState) -> dict[str, Order]:
    """Name, for each kind of device, the order in force."""
    wishes: dict[str, Order] = {"lamps": _lamps(table), "entry-pad": _prompt(table)}
    shuffler = _shuffler(table)
    if shuffler is not None:
        wishes["shuffler"] = shuffler
    return wishes


def _lamps(table: TableState) -> ShowLamps:
    action = table.round.button.seat if table.round else None
    return ShowLamps(bank=table.bank.seat or None, action=action)


def _prompt(table: TableState) -> ShowPrompt:
    if table.hold is not None:
        return ShowPrompt(phrases=(hold_phrase(table.hold),))
    said = entry_phrase(table)
    due = [as_phrase(item) for item in table.expected if item.event != "wager_placed"]
    if said is None:
        return ShowPrompt(phrases=tuple(due[:PROMPTED]))
    # A result that is not due is answered with what is.
    return ShowPrompt(phrases=(said, *due[:1]) if said.code == NOT_DUE else (said,))


def _shuffler(table: TableState) -> Order | None:
    current, stacks = table.round, table.rules.game.stacks
    if stacks is None or table.hold is not None or table.deck.in_tray:
        return None
    if table.deck.spoiled or (current and "unload" in current.open_steps):
        return UnloadDeck()
    if current and table.deck.ready and _deals_stacks(current):
        return DispenseStack(stack=stacks_out(current) + 1, count=due_stack(table, current).cards)
    return None


def _deals_stacks(current: RoundState) -> bool:
    return any(name.partition(":")[0] == "stacks" for name in current.open_steps)
