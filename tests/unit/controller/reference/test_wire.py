import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from config.wire_document import DEVICE_KINDS, load_wire
from controller.cli.reference import reference_group
from controller.reference.wire import wire_reference
from controller.reference.wire_examples import command_conversation, event_conversation
from drivers.wire.codec import unpack
from drivers.wire.framing import Deframer

PAGE = Path(__file__).parents[4] / "docs" / "wire.md"
EXAMPLE = re.compile(
    r"^```\n(\w+)\(.*\), sequence (\d+)\npayload .*\nwire     ([0-9a-f ]+)\n```$", re.M
)


def test_the_page_is_what_the_documents_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == wire_reference(), (
        "docs/wire.md is old; run: underfelt reference wire > docs/wire.md"
    )


@pytest.mark.parametrize("kind", DEVICE_KINDS)
def test_every_message_of_every_device_has_its_example_frame(kind: str) -> None:
    document = load_wire(kind)
    shown = {
        (name, int(sequence), bytes.fromhex(wire))
        for name, sequence, wire in EXAMPLE.findall(wire_reference())
    }
    for message in document.messages:
        frames = [Deframer().feed(wire) for name, _, wire in shown if name == message.name]
        assert any(unpack(document, found[0]).name == message.name for found in frames)


@pytest.mark.parametrize("kind", DEVICE_KINDS)
def test_every_field_value_and_fault_is_on_the_page(kind: str) -> None:
    page, document = wire_reference(), load_wire(kind)
    for item in (item for message in document.messages for item in message.fields):
        assert f"| `{item.name}` |" in page
        assert all(f"{number} = `{name}`" in page for name, number in item.values.items())
    for fault in document.faults:
        assert f"| {fault.code} | `{fault.name}` |" in page


def test_the_conversations_show_a_resend_and_a_repeated_answer() -> None:
    events = [item.wire for item in event_conversation() if item.message.name == "card_drawn"]
    answers = [item.wire for item in command_conversation() if item.message.name == "command_ack"]
    assert len(events) == 2
    assert len(set(events)) == 1
    assert len(answers) == 2
    assert len(set(answers)) == 1


def test_the_command_prints_the_page() -> None:
    printed = CliRunner().invoke(reference_group, ["wire"])
    assert (printed.exit_code, printed.output) == (0, wire_reference())
