"""Orders: what the daemon wants a device to be or do. All idempotent, so they may be repeated."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from controller.facts.fact import ON_FIRST_USE, Count, Fact, Seat
from controller.facts.phrase import Phrase


class ShowLamps(Fact):
    """Light the bank lamp and the action lamp of these seats, and no other."""

    kind: Literal["show_lamps"] = "show_lamps"
    bank: Seat | None
    action: Seat | None


class DispenseStack(Fact):
    """Put out stack number `stack` of the deck; a stack already out is not repeated."""

    kind: Literal["dispense_stack"] = "dispense_stack"
    stack: Annotated[int, Field(ge=1, le=60)]
    count: Count


class UnloadDeck(Fact):
    """Put out and count the cards left in the machine."""

    kind: Literal["unload_deck"] = "unload_deck"


class ShowPrompt(Fact):
    """Show the house dealer what is expected next, or why the table waits."""

    kind: Literal["show_prompt"] = "show_prompt"
    phrases: tuple[Phrase, ...]


Order = Annotated[ShowLamps | DispenseStack | UnloadDeck | ShowPrompt, Field(discriminator="kind")]

ORDER: TypeAdapter[Order] = TypeAdapter(Order, config=ON_FIRST_USE)
