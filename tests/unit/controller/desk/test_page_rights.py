"""Every request of every staff page against every role: who is not listened to does nothing."""

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from config.table import DEFAULT_TABLE
from controller.bus.client import DeskError
from controller.bus.desk_client import DeskClient
from controller.desk.once import Once
from controller.desk.page import DeskSite, StaffPage
from controller.desk.page_messages import Act
from controller.desk.page_socket import PageSocket
from controller.desk.pages import staff_pages
from controller.desk.pages.floor.requests import BeginRuling
from controller.desk.visit import Visit
from controller.facts.fact import Fact
from controller.facts.roles import ROLES, Role
from controller.families.tables import load_table

# Written out once more, so that a slip in a page is a failure and not a change of rights.
FOR: dict[str, set[Role]] = {
    "dealer": {"dealer", "floor"},
    "floor": {"floor", "auditor"},
    "technician": {"technician"},
    "own": set(ROLES),
    "start": set(ROLES),
}
SITE = DeskSite(load_table(DEFAULT_TABLE), DEFAULT_TABLE, Path("nowhere"))
REQUESTS = [(name, taken) for name, page in staff_pages().items() for taken in page.takes]


class NotedSocket:
    """Where a page's answers go."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    async def send_str(self, text: str) -> None:
        self.sent.append(json.loads(text))


def asked(page: StaffPage, request: dict[str, object], visit: Visit) -> dict[str, Any]:
    """The answer to a request, as its page would hear it."""
    socket = NotedSocket()
    ours = PageSocket(socket, page, visit, "en", "", lambda _drawn: None)  # type: ignore[arg-type]
    act = Act(id="0123456789abcdef", request=request)
    asyncio.run(ours._answer(act, Once()))
    (answer,) = socket.sent
    return answer


def visitor(role: Role) -> Visit:
    return Visit(partial(DeskClient, Path("nowhere")), "secret", "Bo Chan", role)


def told(taken: type[Fact]) -> dict[str, object]:
    """A request of this kind that is well formed."""
    samples: dict[str, object] = {
        "device": "shoe-1",
        "person": "Eve Ng",
        "role": "dealer",
        "pin": "7392",
        "new_pin": "4826",
        "seat": 3,
        "language": "en",
        "chosen": {"ruling": "resume"},
        "held_row": 7,
        "hours": 4,
        "acts": [{"device": "pad-1", "event": {"kind": "round_settled"}}],
    }
    fields = taken.model_fields
    wanted = {name: samples[name] for name, field in fields.items() if field.is_required()}
    return {"kind": fields["kind"].default, **wanted}


def test_every_page_has_its_row() -> None:
    assert set(FOR) == set(staff_pages())


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("name", "taken"), REQUESTS)
def test_a_request_is_refused_to_every_role_that_its_page_is_not_for(
    name: str, taken: type[Fact], role: Role
) -> None:
    page = staff_pages()[name](SITE)
    assert page.is_for(visitor(role)) is (role in FOR[name])
    if role not in FOR[name]:
        answer = asked(page, told(taken), visitor(role))
        assert (answer["kind"], answer["code"]) == ("not_done", "page-not-granted")


@pytest.mark.parametrize("name", FOR)
def test_the_key_of_an_address_opens_the_dealers_page_and_no_other(name: str) -> None:
    nobody = Visit(partial(DeskClient, Path("nowhere")))
    assert staff_pages()[name](SITE).is_for(nobody) is (name == "dealer")


def test_an_auditor_who_sees_a_hold_does_not_keep_it_from_the_floor() -> None:
    page = staff_pages()["floor"](SITE)
    with pytest.raises(DeskError, match="only the floor rules"):
        asyncio.run(page.do(visitor("auditor"), BeginRuling(held_row=7)))
