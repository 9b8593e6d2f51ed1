import ast
import inspect
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from pydantic import ValidationError

from config.document import DocumentError
from config.wire_document import (
    CARD_CODES,
    DEVICE_KINDS,
    WIRE_FOLDER,
    WireField,
    WireMessageType,
    load_wire,
)
from controller.facts.cards import Card
from controller.facts.events import Event
from controller.facts.orders import DispenseStack, Order, ShowLamps, ShowPrompt, UnloadDeck
from controller.facts.phrase import phrase
from drivers.emulate.emulators import emulator_of
from drivers.entry_pad.protocol import PROMPT_BYTES, RESERVED_KEYS
from drivers.kinds import protocol_of
from drivers.runtime.device_protocol import DeviceProtocol, same_named_event
from drivers.wire.codec import Value, WireMessage, pack, unpack, wire_message
from drivers.wire.framing import MAX_PAYLOAD

PROTOCOLS: dict[str, DeviceProtocol] = {kind: protocol_of(kind)() for kind in DEVICE_KINDS}
ORDERS: list[Order] = [
    ShowLamps(bank=3, action=14),
    ShowLamps(bank=None, action=None),
    DispenseStack(stack=60, count=3),
    UnloadDeck(),
    ShowPrompt(phrases=(phrase("coup-card", hand="banker", nth=3),)),
    ShowPrompt(phrases=(phrase("device-away", device="shoe-1", reason="é" * 500),)),
]


def extremes(item: WireField) -> list[Value]:
    match item.type:
        case "enum":
            return list(item.values)
        case "card":
            return list(Card)
        case "text":
            return ["a" * item.min_length, "a" * item.max_length]
        case "list":
            return [(item.min,) * item.min_length, (item.ceiling,) * item.max_length]
    return [item.min, item.ceiling]


def examples(message: WireMessageType) -> Iterator[WireMessage]:
    choices = [extremes(item) for item in message.fields]
    for turn in range(max((len(choice) for choice in choices), default=1)):
        yield WireMessage(
            message.name,
            {
                item.name: choice[turn % len(choice)]
                for item, choice in zip(message.fields, choices, strict=True)
            },
        )


@pytest.mark.parametrize("kind", DEVICE_KINDS)
def test_every_message_survives_the_wire_at_both_ends_of_its_ranges(kind: str) -> None:
    document = load_wire(kind)
    for message in document.messages:
        for example in examples(message):
            assert unpack(document, pack(document, example)) == example


@pytest.mark.parametrize("kind", DEVICE_KINDS)
def test_every_wire_event_stands_for_an_event(kind: str) -> None:
    events = load_wire(kind).having("event")
    assert events
    for example in (example for message in events for example in examples(message)):
        assert PROTOCOLS[kind].event(example) is not None, example


@pytest.mark.parametrize("kind", ["shoe", "shuffler", "dice-cup"])
def test_wire_events_keep_their_name_and_values(kind: str) -> None:
    for message in load_wire(kind).having("event"):
        for example in examples(message):
            event = PROTOCOLS[kind].event(example)
            assert event is not None
            assert event.model_dump() == {"kind": example.name, **example.fields}


@pytest.mark.parametrize(
    "message",
    [
        wire_message("shoe_loaded", decks="6"),
        wire_message("card_drawn", card=12),
        wire_message("dice_read", dice="123"),
        wire_message("cut_card_drawn", card=Card.Td),
    ],
)
def test_a_wire_event_of_other_types_or_fields_is_refused(message: WireMessage) -> None:
    with pytest.raises(ValidationError):
        same_named_event(message)


def test_every_pad_key_and_press_has_its_own_event() -> None:
    (pressed,) = load_wire("entry-pad").having("event")
    keys = set(pressed.fields[0].values) - RESERVED_KEYS
    events = {
        PROTOCOLS["entry-pad"].event(WireMessage("key_pressed", {"key": key, "press": "short"}))
        for key in keys
    }
    assert len(events) == len(keys)


def test_a_long_press_of_a_seat_takes_the_wager_back() -> None:
    long = WireMessage("key_pressed", {"key": "seat-4", "press": "long"})
    event = PROTOCOLS["entry-pad"].event(long)
    assert event is not None
    assert event.model_dump(exclude_none=True) == {"kind": "wager_removed", "seat": 4}


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.kind)
def test_every_order_is_one_devices_command(order: Order) -> None:
    commands = [(kind, protocol.command(order)) for kind, protocol in PROTOCOLS.items()]
    ((kind, command),) = [(kind, command) for kind, command in commands if command is not None]
    document = load_wire(kind)
    assert document.by_name[command.name].direction == "command"
    assert unpack(document, pack(document, command)) == command


def test_the_orders_tried_here_are_all_there_are() -> None:
    assert {type(order) for order in ORDERS} == set(get_args(get_args(Order)[0]))


def test_every_wire_command_comes_from_an_order() -> None:
    ordered = {
        command.name
        for order in ORDERS
        for protocol in PROTOCOLS.values()
        if (command := protocol.command(order)) is not None
    }
    declared = {
        command.name for kind in DEVICE_KINDS for command in load_wire(kind).having("command")
    }
    assert ordered == declared


@pytest.mark.parametrize("kind", DEVICE_KINDS)
def test_emulators_emit_every_event_of_their_document_and_no_other(kind: str) -> None:
    tree = ast.parse(inspect.getsource(inspect.getmodule(emulator_of(kind))))  # type: ignore[arg-type]
    emitted = {
        call.args[0].value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "_emit"
        and isinstance(call.args[0], ast.Constant)
    }
    assert emitted == {message.name for message in load_wire(kind).having("event")}


@pytest.mark.parametrize("kind", DEVICE_KINDS)
def test_emulators_know_nothing_of_drivers_or_the_controller(kind: str) -> None:
    module = inspect.getmodule(emulator_of(kind))
    assert module is not None
    assert module.__file__ is not None
    imported = {
        node.module or ""
        for node in ast.walk(ast.parse(Path(module.__file__).read_text()))
        if isinstance(node, ast.ImportFrom)
    }
    own = module.__name__.removesuffix(".emulator")
    assert not any(name.startswith("controller") for name in imported)
    assert not imported & {f"{own}.protocol", f"{own}.driver"}


def test_wire_cards_are_the_cores_cards_in_the_same_order() -> None:
    assert tuple(card.value for card in Card) == CARD_CODES


def test_limits_of_documents_and_code_agree() -> None:
    assert all(load_wire(kind).max_payload == MAX_PAYLOAD for kind in DEVICE_KINDS)
    assert load_wire("entry-pad").by_name["show_prompt"].fields[0].max_length == PROMPT_BYTES


def test_every_device_event_of_the_core_is_on_some_wire() -> None:
    people = {"ruling_given", "result_entered", "stake_placed", "floor_call_taken_back"}
    people |= {"key_taken_back", "hand_shown"}
    table = {"table_opened", "device_connected", "device_lost", "events_missed", "timer_ended"}
    table |= {"driver_fell_silent", "driver_returned", "record_damaged", "daemon_restarted"}
    table |= {"report_contradicted", "record_contradicted", "daemon_started", "clock_stepped"}
    table |= {"disk_ran_low", "evidence_kept", "settings_changed"}
    table |= {"directive_taken", "directive_refused", "directive_rolled_back"}
    reached = {
        event.kind
        for kind in DEVICE_KINDS
        for message in load_wire(kind).having("event")
        for example in examples(message)
        for press in ({}, {"press": "long"})
        if (event := PROTOCOLS[kind].event(with_press(example, press))) is not None
    }
    kinds = {event.model_fields["kind"].default for event in get_args(get_args(Event)[0])}
    desk = {"person_logged_in", "log_in_refused", "act_refused", "staff_changed"}
    desk |= {"alarm_acknowledged", "sound_paused"}
    desk |= {"device_test_started", "device_test_seen", "device_test_ended"}
    assert kinds - people - table - desk == reached


def with_press(example: WireMessage, press: dict[str, str]) -> WireMessage:
    changes = press if "press" in example.fields else {}
    return WireMessage(example.name, {**example.fields, **changes})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in WIRE_FOLDER.glob("*.toml"):
        shutil.copy(path, tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("id = 33", "id = 32", ":27: messages.card_drawn.id: 32 is taken; choose another"),
        ("id = 33", "id = 8", ":27: messages.card_drawn.id: ids below 32 belong to the session"),
        (
            'name = "card_drawn"',
            'name = "shoe_loaded"',
            ":26: messages.shoe_loaded.name: shoe_loaded is taken",
        ),
        ('name = "card_drawn"', 'name = "hello"', ":26: messages.hello.name: hello is taken"),
        ("baud = 115200", "baud = 115200\ncolour = 1", ":4: colour: unknown key"),
        ("baud = 115200", 'baud = "fast"', ":3: baud: input should be a valid integer"),
        (
            "max = 8",
            "max = 300",
            ":22: messages.shoe_loaded.fields.decks: field decks: range does not fit u8",
        ),
        ("unread = 1, boxed = 2", "unread = 1, boxed = 1", "two values share a number"),
        ('kind = "shoe"', 'kind = "boot"', ":2: kind: is boot; write kind = 'shoe'"),
        ('kind = "shoe"', "kind = ", ":2: not valid TOML"),
        ("resend_ms = 200\n", "", ":7: timings.resend_ms: missing; add this key"),
    ],
)
def test_a_wrong_document_is_refused_with_file_line_and_key(
    folder: Path, old: str, new: str, problem: str
) -> None:
    path = folder / "shoe.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(DocumentError) as caught:
        load_wire("shoe", folder)
    assert problem in str(caught.value)
    assert str(caught.value).startswith(f"{path}:")


def test_a_session_that_uses_a_number_twice_is_refused(folder: Path) -> None:
    path = folder / "session.toml"
    path.write_text(path.read_text().replace("id = 9", "id = 8", 1))
    with pytest.raises(
        DocumentError, match=r"session\.toml:97: messages\.command_nak\.id: 8 is taken"
    ):
        load_wire("shoe", folder)


def test_an_unknown_kind_names_the_known_ones() -> None:
    with pytest.raises(
        DocumentError, match="no device kind 'toaster'; use one of dice-cup, entry-pad"
    ):
        load_wire("toaster")
