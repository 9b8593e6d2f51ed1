"""The order of a round: its steps, and the moments that follow from them."""

from typing import Annotated, Final, Literal, Self

from pydantic import StringConstraints, model_validator

from config.sourced import Sourced

# A kind, or a kind with the label of the section that describes this occurrence: `stacks:flop`.
StepName = Annotated[str, StringConstraints(pattern=r"^[a-z-]+(:[a-z-]+)?$")]
Moment = Literal["before-cards", "before-cup-opens", "after-cards"]
SHAKES: Final = frozenset({"shake:house", "shake:bank"})
BEFORE_CARDS: Final = frozenset({"bets-closed", "collection", "coverage", "shake", "open-cup"})


class Deal(Sourced):
    """The order of a round: groups of steps; the steps of one group may come in any order."""

    # None at all: the table only shows its signage.
    steps: tuple[tuple[StepName, ...], ...]
    # The call closes the bets for good, or what lies on the felt when the lid opens still counts.
    closed_by: Literal["call", "lid"] = "call"

    @model_validator(mode="after")
    def _is_walkable(self) -> Self:
        names = [name for group in self.steps for name in group]
        if not names:
            return self
        if len(names) != len(set(names)) or self.steps[-1] != ("settle",):
            raise ValueError("each step once, and the last one alone must be settle")
        shakes = [name for name in names if name.startswith("shake:")]
        if not set(shakes) <= SHAKES:
            raise ValueError(f"no step {shakes[0]!r}; the house or the bank shakes the cup")
        if "bets-closed" not in names:
            raise ValueError("no step closes the bets; add bets-closed")
        return self

    def has(self, step: str) -> bool:
        """Tell whether a round takes this step."""
        return any(step in group for group in self.steps)

    def group_of(self, step: str) -> int:
        """Number the group a step stands in; past the last for a step that is not taken."""
        found = (number for number, group in enumerate(self.steps) if step in group)
        return next(found, len(self.steps))

    @property
    def first_dealing(self) -> int:
        """Number the group in which the first card, stack or tile moves."""
        return next(
            number
            for number, group in enumerate(self.steps)
            if not {name.partition(":")[0] for name in group} <= BEFORE_CARDS
        )

    @property
    def calls_after_shake(self) -> bool:
        """Tell whether the printed order is shake, call, lid: nobody shakes after the call."""
        if self.closed_by != "lid":
            return False
        before = self.steps[: self.group_of("bets-closed")]
        return any(name.partition(":")[0] == "shake" for group in before for name in group)

    @property
    def dropped(self) -> Moment | None:
        """When the collection is dropped, if it is."""
        if not self.has("collection"):
            return None
        group = self.group_of("collection")
        if group < self.first_dealing:
            return "before-cards"
        before_cup = group < self.group_of("open-cup") < len(self.steps)
        return "before-cup-opens" if before_cup else "after-cards"
