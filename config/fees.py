"""Collection schedules: limits, and what bank and players pay."""

import re
from collections.abc import Collection, Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)

from config.document import Section
from config.sourced import Name, Sourced

Money = Annotated[Decimal, Field(strict=False, ge=0, max_digits=10, decimal_places=2)]
MOST_RATES = 5
# A printed option has a number or a letter.
OptionId = int | Annotated[str, StringConstraints(pattern=r"^[A-Z]$")]
TIER = r"^(\d+)(?:-(\d+)|\+): (\d+(?:\.\d{1,2})?)$"


class FeeTier(Section):
    """One line of a schedule, written `5-50: 0.50` or, open upwards, `301+: 5`."""

    first: Money
    last: Money | None = None
    fee: Money

    @model_validator(mode="before")
    @classmethod
    def _read_line(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        found = re.match(TIER, value)
        if found is None:
            raise ValueError(f'{value!r} is no tier; write "5-50: 0.50", or "301+: 5" for the last')
        first, last, fee = found.groups()
        return {"first": Decimal(first), "last": last and Decimal(last), "fee": Decimal(fee)}


def _one_rate(value: Any) -> Any:
    flat = isinstance(value, int | Decimal)
    return ({"first": 0, "fee": value},) if flat else value


def _few_rates(tiers: tuple[FeeTier, ...]) -> tuple[FeeTier, ...]:
    if len(tiers) > MOST_RATES:
        raise ValueError(f"{len(tiers)} rates; a table may have at most {MOST_RATES}")
    return tiers


def _one_value(value: Any) -> Any:
    return (value, value) if isinstance(value, int | Decimal) else value


# What a file may write; the models hold it as tiers and as a pair.
_AMOUNT = {"type": "number", "minimum": 0}
_RATES = {"anyOf": [_AMOUNT, {"type": "array", "items": {"type": "string", "pattern": TIER}}]}
_SPAN = {"anyOf": [_AMOUNT, {"type": "array", "items": _AMOUNT, "minItems": 2, "maxItems": 2}]}
Rates = Annotated[
    tuple[FeeTier, ...],
    BeforeValidator(_one_rate),
    AfterValidator(_few_rates),
    WithJsonSchema(_RATES),
]
Span = Annotated[tuple[Money, Money], BeforeValidator(_one_value), WithJsonSchema(_SPAN)]


class Action(Sourced):
    """The wagers whose sum is the total action that the bank's fee goes by."""

    wagers: Annotated[tuple[Name, ...], Field(min_length=1)]

    def without(self, names: Collection[str]) -> Self:
        """The same where these wagers are not offered."""
        kept = tuple(name for name in self.wagers if name not in names)
        return self.model_copy(update={"wagers": kept})


class FeeOption(Sourced):
    """One posted collection schedule."""

    # As printed: a number or a capital letter.
    option: OptionId
    # The limits of the table: a number is fixed, two are the least and the most a room may set.
    minimum: Span
    # As the minimum.
    maximum: Span
    # Paid once a round: a number is a flat fee, else tiers by the total action.
    bank: Rates = ()
    # A number is a flat fee, else tiers by the size of the wager.
    player: Rates = ()
    # What a player's fee is for; separate wagers cost one fee, those beside them nothing.
    per: Literal["wager", "separate-wager", "circle", "player"] = "wager"
    # What a player pays besides for a bonus wager.
    bonus: dict[Name, Money] = Field(default_factory=dict)
    # Limits of wagers that have their own.
    others: dict[Name, tuple[Money, Money]] = Field(default_factory=dict)
    # Without a bank: what each position pays, the button's first.
    positions: tuple[Money, ...] = ()
    # Amounts come in steps of this size, so a tier may start that much above the last.
    step: Money = Decimal(1)
    dated: Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}$")] | None = None
    # The regulator approved schedules without a player's fee but keeps them under review.
    under_review: bool = False
    # Readings that explain this option; its tiers may then have gaps.
    readings: tuple[Name, ...] = ()


class TierFault(NamedTuple):
    """An amount the tiers leave out or name twice."""

    key: Literal["bank", "player"]
    text: str


def fee_for(rates: tuple[FeeTier, ...], amount: Decimal) -> Decimal:
    """The fee of an amount: the highest tier it reaches, or the first tier below that."""
    reached = [tier for tier in rates if tier.first <= amount] or list(rates[:1])
    return reached[-1].fee if reached else Decimal(0)


def tier_faults(option: FeeOption) -> Iterator[TierFault]:
    """Name every gap and overlap of an option's tiers."""
    for text in _faults(option.bank, option, None):
        yield TierFault("bank", text)
    for text in _faults(option.player, option, option.maximum[1]):
        yield TierFault("player", text)


def _faults(tiers: tuple[FeeTier, ...], option: FeeOption, top: Decimal | None) -> Iterator[str]:
    if tiers and tiers[0].first > option.minimum[0]:
        yield f"no fee below {tiers[0].first}, but the minimum may be {option.minimum[0]}"
    for lower, upper in pairwise(tiers):
        if lower.last is None or upper.first <= lower.last:
            yield f"the tier from {upper.first} overlaps the one from {lower.first}"
        elif upper.first > lower.last + option.step:
            yield f"gap between {lower.last} and {upper.first}"
    last = tiers[-1].last if tiers else None
    if last is not None and (top is None or last < top):
        yield f"no fee above {last}" + (f", but the maximum may be {top}" if top else "")
