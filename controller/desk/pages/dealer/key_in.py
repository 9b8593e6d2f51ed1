"""What the page asks for, and its receipt."""

from typing import Annotated, Literal

from pydantic import Field

from controller.facts.fact import Fact
from drivers.dealer_page.offer import Act

MOST_ACTS = 6


class KeyIn(Fact):
    """A key was touched: report these acts, one after the other."""

    kind: Literal["key_in"] = "key_in"
    acts: Annotated[tuple[Act, ...], Field(min_length=1, max_length=MOST_ACTS)]


class KeyedIn(Fact):
    """It is in the record; the picture of this number shows it."""

    number: int
