import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from config.wire_document import load_wire
from drivers.wire.codec import CodecError, WireMessage, pack, unpack, wire_message
from drivers.wire.device_session import DeviceSession
from drivers.wire.framing import Deframer, Frame, FrameCounts, encode_frame
from drivers.wire.notice import CommandReceived, EventReceived, Identity
from drivers.wire.session import HostSession

VECTORS = tomllib.loads(
    (Path(__file__).parents[3] / "transcripts" / "vectors.toml").read_text(encoding="utf-8")
)
IDENTITY = VECTORS["identity"]
BOOT, HOST = IDENTITY["boot"], IDENTITY["host"]
NOW = 10.0

by_frame = pytest.mark.parametrize("vector", VECTORS["frames"], ids=lambda vector: vector["name"])
by_meaning = pytest.mark.parametrize(
    "vector",
    [vector for vector in VECTORS["frames"] if "message" in vector or "wrong" in vector],
    ids=lambda vector: vector["name"],
)
by_host = pytest.mark.parametrize(
    "vector",
    [vector for vector in VECTORS["frames"] if "host" in vector],
    ids=lambda vector: vector["name"],
)
by_exchange = pytest.mark.parametrize(
    "exchange", VECTORS["exchanges"], ids=lambda exchange: exchange["name"]
)


def wanted_frames(vector: dict[str, Any]) -> list[Frame]:
    return [
        Frame(item["version"], item["type"], item["sequence"], bytes.fromhex(item["payload"]))
        for item in vector.get("frames", [])
    ]


def wanted_message(vector: dict[str, Any]) -> WireMessage:
    values = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in vector["message"]["fields"].items()
    }
    return WireMessage(vector["message"]["name"], values)


@by_frame
def test_gives_the_frames_and_counts_the_damage(vector: dict[str, Any]) -> None:
    deframer = Deframer()
    assert deframer.feed(bytes.fromhex(vector["hex"])) == wanted_frames(vector)
    damage = vector.get("damage", "unfinished")
    causes = {item.name for item in fields(FrameCounts)} - {"good"}
    assert damage in causes | {"unfinished"}
    counted = {cause for cause in causes if getattr(deframer.counts, cause)}
    assert counted == {damage} - {"unfinished"}


@by_meaning
def test_gives_the_meaning_or_says_what_is_wrong(vector: dict[str, Any]) -> None:
    document = load_wire(vector["kind"])
    (frame,) = wanted_frames(vector)
    if "wrong" in vector:
        with pytest.raises(CodecError, match=vector["wrong"]):
            unpack(document, frame)
    else:
        assert unpack(document, frame) == wanted_message(vector)


@by_meaning
def test_writes_the_same_bytes_again(vector: dict[str, Any]) -> None:
    (frame,) = wanted_frames(vector)
    if "message" in vector:
        frame = pack(
            load_wire(vector["kind"]), wanted_message(vector), frame.sequence, frame.version
        )
    assert encode_frame(frame) == bytes.fromhex(vector["hex"])


@by_host
def test_a_linked_host_treats_it_so(vector: dict[str, Any]) -> None:
    (frame,) = wanted_frames(vector)
    host = linked_host(vector["kind"], oldest=frame.sequence)
    result = host.received(bytes.fromhex(vector["hex"]), NOW)
    counts = (len(result.notices), host.counts.foreign_version, host.counts.breaches)
    assert counts == {"takes": (1, 0, 0), "ignores": (0, 1, 0), "breach": (0, 0, 1)}[vector["host"]]
    if vector["host"] == "takes":
        assert result.notices == (EventReceived(BOOT, frame.sequence, wanted_message(vector)),)


@by_exchange
def test_a_linked_device_answers_so(exchange: dict[str, Any]) -> None:
    device = linked_shoe()
    result = device.received(bytes.fromhex(exchange["send"]), NOW)
    answers = [
        device.answer(notice.sequence, "unknown-command", NOW).write
        for notice in result.notices
        if isinstance(notice, CommandReceived)
    ]
    assert result.write + b"".join(answers) == bytes.fromhex(exchange["reply"])


def linked_host(kind: str, oldest: int) -> HostSession:
    document = load_wire(kind)
    host = HostSession(document, f"{kind}-1", HOST)
    host.opened(NOW)
    hello = wire_message(
        "hello",
        protocol=1,
        boot=BOOT,
        oldest=oldest,
        kind=kind,
        serial_number=IDENTITY["serial_number"],
        firmware=IDENTITY["firmware"],
        count=0,
    )
    host.received(encode_frame(pack(document, hello)), NOW)
    assert host.state == "linked"
    return host


def linked_shoe() -> DeviceSession:
    document = load_wire("shoe")
    identity = Identity("shoe", IDENTITY["serial_number"], IDENTITY["firmware"], 1, BOOT, 0)
    device = DeviceSession(document, identity)
    device.started(NOW)
    ack = wire_message("hello_ack", host=HOST, boot=BOOT)
    device.received(encode_frame(pack(document, ack)), NOW)
    assert device.state == "linked"
    return device
