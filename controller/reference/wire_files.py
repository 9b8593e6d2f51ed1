"""What lies beside the wire page for machines and eyes: documents, vectors, diagrams."""

import json
from collections.abc import Callable
from typing import Final

from config.wire_document import DEVICE_KINDS, load_wire
from controller.reference.wire_diagrams import sequence_diagram, timing_diagram
from controller.reference.wire_examples import (
    BOOT,
    HOST,
    command_conversation,
    encoded,
    event_conversation,
    example_of,
    example_sequence,
    refusal_conversation,
    restart_conversation,
)
from drivers.wire.document_hash import document_hash
from drivers.wire.framing import Deframer


def wire_documents() -> str:
    """Every wire document with the session's messages joined, its version and its hash."""
    found = {}
    for kind in DEVICE_KINDS:
        document = load_wire(kind)
        found[kind] = {
            "hash": f"sha256:{document_hash(document)}",
            **document.model_dump(mode="json"),
        }
    return _json({"protocol": load_wire("shoe").protocol, "documents": found})


def wire_vectors() -> str:
    """A frame of every message of every kind, and damage with its cause."""
    frames = []
    for kind in DEVICE_KINDS:
        document = load_wire(kind)
        for message in document.messages:
            example, sequence = example_of(document, message), example_sequence(message)
            wire = encoded(document, example, sequence)
            frames.append(
                {
                    "kind": kind,
                    "message": message.name,
                    "type": message.id,
                    "sequence": sequence,
                    "fields": dict(example.fields),
                    "wire": wire.hex(),
                }
            )
    return _json(
        {"protocol": load_wire("shoe").protocol, "boot": BOOT, "host": HOST}
        | {"frames": frames, "damaged": _damaged(bytes.fromhex(str(frames[-1]["wire"])))}
    )


def _damaged(wire: bytes) -> list[dict[str, str]]:
    broken = {
        "bad_crc": wire[:-2] + bytes([wire[-2] ^ 1 or 2]) + b"\0",
        "bad_cobs": b"\xff" + wire[1:],
        "too_short": b"\x02\x01\0",
        "too_long": b"\1" * 250 + b"\0",
    }
    rows = []
    for cause, data in broken.items():
        deframer = Deframer()
        assert not deframer.feed(data)
        assert getattr(deframer.counts, cause) == 1
        rows.append({"wire": data.hex(), "cause": cause})
    return rows


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


# The files of docs/wire, each with what makes it.
FILES: Final[dict[str, Callable[[], str]]] = {
    "documents.json": wire_documents,
    "vectors.json": wire_vectors,
    "event.svg": lambda: sequence_diagram("A card, and an ack that is lost", event_conversation()),
    "command.svg": lambda: sequence_diagram(
        "A command, and an answer that is lost", command_conversation()
    ),
    "restart.svg": lambda: sequence_diagram(
        "A power cut, and an event that was not acknowledged", restart_conversation()
    ),
    "refusal.svg": lambda: sequence_diagram(
        "A device of the wrong kind is refused", refusal_conversation()
    ),
    "timing.svg": lambda: timing_diagram(load_wire("shoe")),
}
