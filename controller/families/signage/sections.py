"""A table that only shows a sign: no steps, no wagers."""

from typing import Literal, Self

from pydantic import model_validator

from config.game import Game


class SignageOnly(Game):
    """No game at all."""

    family: Literal["signage"]

    @model_validator(mode="after")
    def _shows_only(self) -> Self:
        if self.deal.steps or self.wagers:
            raise ValueError("signage has neither steps nor wagers; only a game has")
        return self
