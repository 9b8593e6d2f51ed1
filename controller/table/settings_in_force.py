"""The settings in force: a game's rules under what the table file says."""

from dataclasses import replace

from config.table import Limits, Table, TableLimits, schedule_in_force
from controller.facts.settings import Settings
from controller.settlement.limits import limits_at
from controller.table import bank
from controller.table.state import NO_BANK, Rules, TableState


def with_settings(rules: Rules, settings: Settings) -> Rules:
    """The same game under these settings."""
    if rules.settings == settings:
        return rules
    file = _as_file(rules, settings)
    return replace(
        rules,
        seats=settings.seats,
        first_seat=settings.first_seat,
        timer_s=settings.timer_s,
        limits=settings.limits,
        own_limits=settings.wager_limits,
        wager_limits=limits_at(file, rules.game),
        schedule=schedule_in_force(file, rules.game),
        fees=settings.fees,
        devices=dict(settings.devices),
        holds_when_lost=frozenset(settings.holds_when_lost),
        by_hand=settings.by_hand,
        title=settings.title,
        collection=settings.collection,
    )


def _as_file(rules: Rules, settings: Settings) -> Table:
    """The lines of a table file from which limits and schedule are read."""
    own = {name: Limits(minimum=low, maximum=high) for name, low, high in settings.wager_limits}
    low, high = settings.limits or (1, 1)
    options = (fee.option for fee in rules.game.fees if str(fee.option) == settings.fees)
    return Table(
        id=rules.table,
        game=rules.game.id,
        seats=settings.seats,
        fees=next(options, None),
        limits=TableLimits(minimum=low, maximum=high, wagers=own) if settings.limits else None,
    )


def apply(table: TableState, settings: Settings) -> None:
    """Go on under these; a bank whose seat is gone is offered anew."""
    table.coming = None
    table.rules = with_settings(table.rules, settings)
    table.holder = table.holder if table.holder <= settings.seats else 0
    if max(table.bank.seat, table.bank.offered) > settings.seats:
        table.bank = NO_BANK
        bank.offer(table, min(settings.first_seat, settings.seats))


def recorded(table: TableState) -> Settings:
    """The newest settings the record knows of."""
    return table.coming or table.rules.settings
