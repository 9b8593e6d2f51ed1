import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from config.wire_document import DEVICE_KINDS, load_wire
from controller.reference.wire_files import FILES, wire_documents, wire_vectors
from drivers.wire.codec import unpack
from drivers.wire.framing import Deframer

FOLDER = Path(__file__).parents[4] / "docs" / "wire"


@pytest.mark.parametrize("name", FILES)
def test_the_file_is_what_the_documents_say(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == FILES[name](), (
        f"docs/wire/{name} is old; run: underfelt reference wire-files docs/wire"
    )


def test_the_documents_can_be_read_by_others() -> None:
    found = json.loads(wire_documents())
    assert list(found["documents"]) == list(DEVICE_KINDS)
    shuffler = found["documents"]["shuffler"]
    assert shuffler["hash"].startswith("sha256:")
    assert {item["name"] for item in shuffler["messages"]} == set(load_wire("shuffler").by_name)


def test_every_vector_means_what_it_says() -> None:
    for vector in json.loads(wire_vectors())["frames"]:
        (frame,) = Deframer().feed(bytes.fromhex(vector["wire"]))
        assert (frame.type, frame.sequence) == (vector["type"], vector["sequence"])
        assert unpack(load_wire(vector["kind"]), frame).name == vector["message"]


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".svg")])
def test_a_drawing_is_whole(name: str) -> None:
    assert ElementTree.fromstring(FILES[name]()).tag.endswith("svg")
