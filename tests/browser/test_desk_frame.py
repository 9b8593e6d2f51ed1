"""The frame of the staff pages in a real Chromium: who gets in, and what a touch may do."""

import asyncio
import signal
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Route, expect

from controller.facts.roles import (
    DEMONSTRATION_DEALER,
    DEMONSTRATION_FLOOR,
    DEMONSTRATION_TECHNICIAN,
)
from tests.browser.desk_page import DeskOnTrial, PersonAtDesk, desk_of, person_at
from tests.browser.kiosk_page import EVENTUALLY_MS, IN_CHROMIUM

pytestmark = IN_CHROMIUM
TOM = DEMONSTRATION_TECHNICIAN
ANN = DEMONSTRATION_FLOOR


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desk() -> AsyncIterator[DeskOnTrial]:
    async with desk_of() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def person(desk: DeskOnTrial, browser: Browser) -> AsyncIterator[PersonAtDesk]:
    async with person_at(desk, browser) as somebody:
        yield somebody


async def change_pin(person: PersonAtDesk, old: str, new: str) -> None:
    await person.press(person.control("change-pin"))
    await person.press(person.page.locator('[data-answer="yes"]'))
    for pin in (old, new, new):
        await person.type_pin(pin)


async def test_a_person_logs_in_is_told_of_failures_and_logs_out(person: PersonAtDesk) -> None:
    await person.open("/own")
    assert person.page.url.endswith("/log-in?to=/own")
    await person.choose(TOM.person)
    await person.type_pin("0000")
    await person.says("That is not the PIN of Demo Technician; 2 more failures lock")
    await person.type_pin(TOM.pin)
    await expect(person.page.locator(".notices")).to_contain_text("a wrong PIN was given 1 time")
    await person.press(person.control("understood"))
    await person.is_up()
    assert person.page.url.endswith("/own")
    cookies = {cookie["name"]: cookie for cookie in await person.page.context.cookies()}
    session = cookies[f"desk-{person.desk.table.desk_port}"]
    assert (session["httpOnly"], session["sameSite"]) == (True, "Strict")
    await person.press(person.control("log-out"))
    await person.page.wait_for_url("**/log-in?to=*", timeout=EVENTUALLY_MS)
    await person.open("/own")
    assert "/log-in" in person.page.url


async def test_a_page_leaves_once_however_many_ways_lead_out(person: PersonAtDesk) -> None:
    await person.log_in(TOM, "/own")
    asked: list[str] = []

    async def slowly(route: Route) -> None:
        """Link closed and log-out answered: both while the log-in page is on its way."""
        asked.append(route.request.url)
        await asyncio.sleep(0.5)
        await route.continue_()

    await person.page.route("**/log-in?to=*", slowly)
    await person.press(person.control("log-out"))
    await person.page.wait_for_url("**/log-in?to=*", timeout=EVENTUALLY_MS)
    assert len(asked) == 1


async def test_failures_under_any_name_are_told_to_the_next_person_who_logs_in(
    person: PersonAtDesk,
) -> None:
    await person.open("/log-in")
    await person.choose(DEMONSTRATION_DEALER.person)
    await person.type_pin("0000")
    await person.says("That is not the PIN of Demo Dealer")
    await person.press(person.control("other-name"))
    await person.choose(TOM.person)
    await person.type_pin(TOM.pin)
    notices = person.page.locator(".notices")
    await expect(notices).to_contain_text("under other names: Demo Dealer (1)")
    await person.press(person.control("understood"))
    await person.is_up()


async def test_a_pin_is_changed_only_by_who_confirms_and_knows_the_old_one(
    person: PersonAtDesk,
) -> None:
    await person.log_in(ANN, "/own")
    before = person.desk.kinds().count("staff_changed")
    await person.press(person.control("change-pin"))
    await person.press(person.page.locator('[data-answer="no"]'))
    await expect(person.page.locator("dialog")).to_have_count(0)
    await change_pin(person, "0000", "7392")
    await person.says("That is not the PIN of Demo Floor")
    assert person.desk.kinds().count("staff_changed") == before
    await change_pin(person, ANN.pin, "7392")
    await person.says("Your PIN is changed")
    await change_pin(person, "7392", ANN.pin)
    await person.desk.recorded("staff_changed", before + 2)


# The second touch of a double tap falls on what the first one brought up.
TOUCH_AT_ONCE = """(control) => {
  new MutationObserver((_changes, observer) => {
    const found = document.querySelector(control);
    if (!found) return;
    observer.disconnect();
    found.click();
    window.touched = true;
  }).observe(document.body, { childList: true, subtree: true });
}"""


async def test_a_touch_in_the_first_moment_of_a_control_counts_for_nothing(
    person: PersonAtDesk,
) -> None:
    await person.log_in(TOM, "/own")
    await person.page.evaluate(TOUCH_AT_ONCE, '[data-answer="yes"]')
    await person.press(person.control("change-pin"))
    await person.page.wait_for_function("() => window.touched")
    await expect(person.page.locator('[data-dialog="confirm"]')).to_have_count(1)
    await expect(person.page.locator(".keypad")).to_have_count(0)


ACT_TWICE = """async ([kind, pin, new_pin]) => {
  const socket = new WebSocket(`ws://${location.host}/own/ws`);
  const id = crypto.randomUUID();
  const answers = [];
  await new Promise((done) => { socket.onopen = done; });
  const act = { kind: "act", id, request: { kind, pin, new_pin } };
  return new Promise((done) => {
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.id !== id) return;
      answers.push(message);
      if (answers.length === 2) done(answers);
    };
    socket.send(JSON.stringify(act));
    socket.send(JSON.stringify(act));
  });
}"""


async def test_the_same_act_sent_twice_is_done_once(person: PersonAtDesk) -> None:
    await person.log_in(TOM, "/own")
    before = person.desk.kinds().count("staff_changed")
    first, second = await person.page.evaluate(ACT_TWICE, ["change_own_pin", TOM.pin, "7392"])
    assert (first["kind"], first) == ("done", second)
    await person.page.evaluate(ACT_TWICE, ["change_own_pin", "7392", TOM.pin])
    assert person.desk.kinds().count("staff_changed") == before + 2


AGAIN = """async () => {
  const socket = new WebSocket(`ws://${location.host}/own/ws`);
  await new Promise((done) => { socket.onopen = done; });
  const id = crypto.randomUUID();
  const request = { kind: "change_own_pin", pin: "7392", new_pin: "4826" };
  socket.send(JSON.stringify({ kind: "act", id, again: true, request }));
  return new Promise((done) => {
    socket.onmessage = ({ data }) => JSON.parse(data).id === id && done(JSON.parse(data));
  });
}"""


async def test_an_act_whose_answer_was_lost_with_the_server_is_never_done_again(
    person: PersonAtDesk,
) -> None:
    await person.log_in(TOM, "/own")
    before = person.desk.kinds().count("staff_changed")
    answer = await person.page.evaluate(AGAIN)
    assert (answer["kind"], answer["code"]) == ("not_done", "outcome-unknown")
    assert person.desk.kinds().count("staff_changed") == before


async def test_nothing_can_be_pressed_while_the_table_is_silent(person: PersonAtDesk) -> None:
    await person.log_in(TOM, "/own")
    person.desk.daemon.send(signal.SIGSTOP)
    try:
        await expect(person.page.locator("body")).to_have_attribute(
            "data-stale", "", timeout=EVENTUALLY_MS
        )
        await expect(person.page.locator(".age")).to_contain_text("Nothing can be pressed")
        await person.press(person.control("change-pin"))
        await person.says("Nothing can be pressed")
        await expect(person.page.locator("dialog")).to_have_count(0)
    finally:
        person.desk.daemon.send(signal.SIGCONT)
    await person.is_up()


async def test_a_socket_cut_between_choosing_and_doing_does_nothing(person: PersonAtDesk) -> None:
    await person.log_in(TOM, "/own")
    before = person.desk.kinds().count("staff_changed")
    await person.press(person.control("change-pin"))
    await person.press(person.page.locator('[data-answer="yes"]'))
    await person.type_pin(TOM.pin)
    await person.type_pin("7392")
    person.desk.desk.end(signal.SIGKILL)
    await person.type_pin("7392")
    await person.says("Nothing can be pressed")
    person.desk.desk = person.desk.serve()
    # The log-in outlives the desk's process: the daemon has it.
    await person.is_up()
    assert person.desk.kinds().count("staff_changed") == before


async def test_an_expired_log_in_leads_to_the_log_in_page_and_nothing_is_done(
    person: PersonAtDesk,
) -> None:
    await person.log_in(TOM, "/own")
    before = person.desk.kinds().count("staff_changed")
    # A start of the daemon begins with no sessions.
    person.desk.daemon.end(signal.SIGTERM)
    person.desk.daemon = person.desk.table.start_daemon()
    await person.page.wait_for_url("**/log-in?to=*", timeout=EVENTUALLY_MS)
    assert person.desk.kinds().count("staff_changed") == before


async def test_strangers_pages_and_foreign_names_are_refused(desk: DeskOnTrial) -> None:
    async with aiohttp.ClientSession() as session:
        foreign = await session.get(f"{desk.address}/log-in", headers={"Host": "evil.example"})
        assert foreign.status == 421
        body = f'{{"person": "{TOM.person}", "pin": "{TOM.pin}"}}'
        for origin in ({}, {"Origin": "http://evil.example"}):
            answer = await session.post(f"{desk.address}/log-in", data=body, headers=origin)
            assert (answer.status, answer.cookies) == (403, {})
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(
                f"{desk.address}/own/ws", headers={"Origin": "http://evil.example"}
            )
        assert refused.value.status == 403
        source = await session.get(f"{desk.address}/pages/own/__init__.py")
        assert source.status == 404


async def test_three_wrong_pins_lock_and_everybody_sees_it(person: PersonAtDesk) -> None:
    await person.open("/log-in")
    await person.choose(ANN.person)
    for said in ("2 more failures lock", "1 more failure locks", "locked after 3 wrong PINs"):
        await person.type_pin("0000")
        await person.says(said)
    await person.type_pin(ANN.pin)
    await person.says("Demo Floor is locked")
    assert "/log-in" in person.page.url
