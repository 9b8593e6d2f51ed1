"""The own log-in: what the room asks for, and another PIN."""

from typing import Literal

from controller.desk.page import Sight, StaffPage
from controller.desk.visit import Visit
from controller.facts.fact import Fact
from controller.facts.roles import Pin, Second


class ChangeOwnPin(Fact):
    """Another PIN for whoever knows the old one."""

    kind: Literal["change_own_pin"] = "change_own_pin"
    pin: Pin
    new_pin: Pin


class OwnLogIn(Fact):
    """What the page draws."""

    second: Second


class PinChanged(Fact):
    """The row of the record that says so."""

    number: int


class OwnPage(StaffPage):
    """Everybody's own log-in."""

    name = "own"
    takes = (ChangeOwnPin,)

    async def show(self, visit: Visit, sight: Sight) -> OwnLogIn:
        """What the room asks for beside the PIN."""
        del visit, sight
        return OwnLogIn(second=self.site.loaded.table.desk.second)

    async def do(self, visit: Visit, request: Fact) -> PinChanged:
        """Change the PIN."""
        assert isinstance(request, ChangeOwnPin)
        old, new = request.pin, request.new_pin
        return PinChanged(number=await visit.at_desk(lambda desk: desk.change_pin(old, new)))


PAGE = OwnPage
