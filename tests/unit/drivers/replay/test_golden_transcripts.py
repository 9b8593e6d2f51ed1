from dataclasses import replace
from pathlib import Path

import pytest

from config.wire_document import DEVICE_KINDS, load_wire
from controller.facts.events import EVENT, Event
from drivers.replay.capture_file import CaptureFile, read_capture
from drivers.replay.comparison import Recorded, first_difference
from drivers.replay.replay import replay
from drivers.wire.codec import unpack
from drivers.wire.framing import Deframer

FOLDER = Path(__file__).parents[3] / "transcripts"

every_kind = pytest.mark.parametrize("kind", DEVICE_KINDS)


def transcript(kind: str) -> CaptureFile:
    return read_capture(FOLDER / f"{kind}.jsonl")


def golden_events(kind: str) -> list[Event]:
    lines = (FOLDER / f"{kind}.events.jsonl").read_text(encoding="utf-8").splitlines()
    return [EVENT.validate_json(line) for line in lines]


def recorded(events: list[Event], source: str = "") -> list[Recorded]:
    return [Recorded(event, source, f"golden:{n}") for n, event in enumerate(events, start=1)]


@every_kind
def test_the_recorded_bytes_bring_the_same_events_again(kind: str) -> None:
    found = replay([transcript(kind)])
    assert [item.event for item in found] == golden_events(kind)
    assert [item.sequence for item in found] == list(range(1, len(found) + 1))
    assert all(item.is_acknowledged for item in found)


@every_kind
def test_every_recorded_frame_keeps_to_the_wire_document(kind: str) -> None:
    capture, document = transcript(kind), load_wire(kind)
    names = set()
    for direction in ("in", "out"):
        deframer = Deframer()
        data = b"".join(item.data for item in capture.records if item.direction == direction)
        for frame in deframer.feed(data):
            names.add(unpack(document, frame).name)
        assert deframer.counts.bad == 0
    assert names >= {message.name for message in document.having("command")}
    assert names >= {message.name for message in document.having("event")}


def test_the_shoe_transcript_holds_resent_events() -> None:
    data = b"".join(item.data for item in transcript("shoe").records if item.direction == "in")
    cards = [frame for frame in Deframer().feed(data) if frame.type == 33]
    assert len(cards) > len({frame.sequence for frame in cards})


@every_kind
def test_names_the_first_difference(kind: str) -> None:
    events = golden_events(kind)
    changed = [*events[:1], *events[2:]]
    found = first_difference(replay([transcript(kind)]), recorded(changed, f"{kind}-1"))
    assert found is not None
    assert found.startswith(f"{kind}-1: event ")
    assert f"{kind}.jsonl:" in found
    assert first_difference(replay([transcript(kind)]), recorded(events, f"{kind}-1")) is None
    assert first_difference(replay([transcript(kind)]), recorded(events)) is None


def test_says_when_the_record_has_more_than_the_capture() -> None:
    events = golden_events("lamps")
    found = first_difference(replay([transcript("lamps")]), recorded([*events, events[0]]))
    assert found == (
        f"event {len(events) + 1}: the record has lamps_shown bank=3 action=5"
        f" (golden:{len(events) + 1}), the capture brings no more"
    )


def test_an_event_without_an_ack_need_not_be_on_record() -> None:
    whole = transcript("dice-cup")
    mute = replace(whole, records=tuple(r for r in whole.records[:8] if r.direction == "in"))
    heard = replace(whole, records=whole.records[:4] + mute.records[2:])
    found = replay([heard])
    assert found
    assert not any(item.is_acknowledged for item in found)
    assert first_difference(found, recorded([])) is None
    acknowledged = first_difference(replay([whole]), recorded([]))
    assert acknowledged is not None
    assert "acknowledged, and the record has no more" in acknowledged


def test_the_same_connection_twice_doubles_nothing() -> None:
    once = transcript("shuffler")
    again = replace(once, started_ns=once.started_ns + 10**9)
    assert [item.event for item in replay([again, once])] == golden_events("shuffler")
