"""What a collection schedule says, in words: for the terminal and for the table's sign."""

from decimal import Decimal

from config.fees import FeeOption, FeeTier

PAYS_PER = {
    "wager": "a wager",
    "separate-wager": "a separate wager",
    "circle": "a circle",
    "player": "a player",
}


def rates(tiers: tuple[FeeTier, ...]) -> str:
    """Say what is paid: one fee, or a fee for each tier."""
    if not tiers:
        return "nothing"
    if len(tiers) == 1 and tiers[0].first == 0:
        return dollars(tiers[0].fee)
    return ", ".join(f"{tier_span(tier)} {dollars(tier.fee)}" for tier in tiers)


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


def tier_span(tier: FeeTier) -> str:
    """Say from which amount to which a tier goes."""
    return f"{tier.first:,}+" if tier.last is None else f"{tier.first:,}-{tier.last:,}"


def limits_of(option: FeeOption) -> str:
    """Say the limits of the table under an option."""
    (least, most), (low, high) = option.minimum, option.maximum
    if least == most and low == high:
        return dollars(least) if least == low else f"${least:,}-{low:,}"
    return f"min {_between(least, most)}, max {_between(low, high)}"


def _between(low: Decimal, high: Decimal) -> str:
    return dollars(low) if low == high else f"${low:,}-{high:,}"
