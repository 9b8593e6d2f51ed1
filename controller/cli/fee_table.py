"""The collection schedules of a game as a table to read."""

from collections.abc import Iterator
from decimal import Decimal

from config.fees import FeeOption, FeeTier
from config.game import GameHeader

PAYS_PER = {
    "wager": "a wager",
    "separate-wager": "a separate wager",
    "circle": "a circle",
    "player": "a player",
}


def fee_table(game: GameHeader) -> str:
    """Write every schedule of a game, one option under the other."""
    if not game.fees:
        return f"{game.name}, {game.room}: the book prints no collection schedule"
    one = len(game.fees) == 1
    count = "one collection schedule" if one else f"{len(game.fees)} collection schedules"
    lines = [f"{game.name}, {game.room}: {count}; a table has one in force"]
    limits = max(len(_limits(option)) for option in game.fees)
    banks = max(len(rates(option.bank)) for option in game.fees)
    lines.append(f"{'option':>6}  {'limits':<{limits}}  {'the bank pays':<{banks}}  players pay")
    for option in game.fees:
        row = f"{option.option:>6}  {_limits(option):<{limits}}  {rates(option.bank):<{banks}}"
        lines.append(f"{row}  {players(option)}")
        lines += [f"{'':>8}{note}" for note in _notes(option)]
    return "\n".join(lines)


def rates(tiers: tuple[FeeTier, ...]) -> str:
    """Say what is paid: one fee, or a fee for each tier."""
    if not tiers:
        return "nothing"
    if len(tiers) == 1 and tiers[0].first == 0:
        return dollars(tiers[0].fee)
    return ", ".join(f"{_tier(tier)} {dollars(tier.fee)}" for tier in tiers)


def players(option: FeeOption) -> str:
    """Say what players pay, and for what."""
    if option.positions:
        paid = enumerate(option.positions, start=1)
        return ", ".join(f"position {number} {dollars(fee)}" for number, fee in paid)
    bonus = "".join(f", {dollars(fee)} for {name}" for name, fee in option.bonus.items())
    per = f" {PAYS_PER[option.per]}" if option.player else ""
    return f"{rates(option.player)}{per}{bonus}"


def dollars(amount: Decimal) -> str:
    """Write an amount of money, with cents only where there are some."""
    return f"${amount:,.2f}".removesuffix(".00")


def _tier(tier: FeeTier) -> str:
    return f"{tier.first:,}+" if tier.last is None else f"{tier.first:,}-{tier.last:,}"


def _limits(option: FeeOption) -> str:
    (least, most), (low, high) = option.minimum, option.maximum
    if least == most and low == high:
        return dollars(least) if least == low else f"${least:,}-{low:,}"
    return f"min ${least:,}-{most:,}, max ${low:,}-{high:,}"


def _notes(option: FeeOption) -> Iterator[str]:
    if option.others:
        limits = (f"{name} ${a:,}-{b:,}" for name, (a, b) in option.others.items())
        yield f"other limits: {', '.join(limits)}"
    notes = [f"dropped {option.dropped.replace('-', ' ')}"]
    if option.dated:
        notes.append(f"paper of {option.dated}")
    if option.under_review:
        notes.append("under the regulator's review")
    if option.readings:
        notes.append(f"readings {', '.join(option.readings)}")
    yield f"{'; '.join(notes)}  [{option.source}]"
