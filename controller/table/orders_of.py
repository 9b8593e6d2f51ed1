"""What every device should be or do now, derived from the state: orders may be repeated freely."""

from controller.facts.orders import DispenseStack, Order, ShowLamps, ShowPrompt, UnloadDeck
from controller.table.prompt import prompt_of
from controller.table.state import TableState
from controller.table.steps.stacks import due_stack, is_open, stacks_out


def orders_of(table: TableState) -> dict[str, Order]:
    """Name, for each kind of device, the order in force."""
    wishes: dict[str, Order] = {
        "lamps": _lamps(table),
        "entry-pad": ShowPrompt(phrases=prompt_of(table)),
    }
    shuffler = _shuffler(table)
    if shuffler is not None:
        wishes["shuffler"] = shuffler
    return wishes


def _lamps(table: TableState) -> ShowLamps:
    action = table.round.button.seat if table.round else None
    return ShowLamps(bank=table.bank.seat or None, action=action)


def _shuffler(table: TableState) -> Order | None:
    current, stacks = table.round, table.rules.game.stacks
    if stacks is None or table.hold is not None or table.deck.in_tray:
        return None
    if table.deck.spoiled or (current and "unload" in current.open_steps):
        return UnloadDeck()
    if current and table.deck.ready and is_open(current):
        return DispenseStack(stack=stacks_out(current) + 1, count=due_stack(table, current).cards)
    return None
