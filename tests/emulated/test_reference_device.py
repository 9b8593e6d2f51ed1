import asyncio
import os
import random
import subprocess
import tomllib
import tty
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from config.wire_document import load_wire
from controller.facts.events import (
    CardDrawn,
    CardUnreadable,
    CutCardDrawn,
    DeviceConnected,
    DeviceLost,
    ShoeEmptied,
    ShoeLidClosed,
    ShoeLidOpened,
    ShoeLoaded,
)
from drivers.runtime.place import device_path
from drivers.runtime.pty_host import PtyHost
from drivers.wire.codec import pack, unpack, wire_message
from drivers.wire.framing import Deframer, encode_frame
from tests.emulated.conftest import Workshop
from tests.emulated.reference_device import Builds, ReferenceDevice, make, require, run_stream

VECTORS = tomllib.loads(
    (Path(__file__).parents[1] / "transcripts" / "vectors.toml").read_text(encoding="utf-8")
)
IDENTITY = VECTORS["identity"]
SHOE = load_wire("shoe")
CARDS = ["Ac", "Td", "Ks", "Jo", "2h", "9s"]
NOISE_SEED = 20
FUZZ_SEED = 5


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    require("native")
    return Builds(tmp_path_factory.mktemp("reference")).of("native")


@pytest.fixture
def shoe(built: Path, workshop: Workshop) -> Iterator[ReferenceDevice]:
    with ReferenceDevice([str(built / "shoe")], device_path(workshop.run_dir, "shoe-1")) as running:
        yield running


async def linked(workshop: Workshop, shoe: ReferenceDevice) -> None:
    workshop.drive("shoe-1", "shoe")
    await workshop.until(lambda: shoe.state == "linked")


def codes(workshop: Workshop) -> list[str]:
    return [event.card.value for event in workshop.daemon.events() if isinstance(event, CardDrawn)]


def hello() -> bytes:
    fields = {name: IDENTITY[name] for name in ("boot", "kind", "serial_number", "firmware")}
    return encode_frame(pack(SHOE, wire_message("hello", protocol=1, oldest=1, count=0, **fields)))


def hello_ack() -> bytes:
    message = wire_message("hello_ack", host=IDENTITY["host"], boot=IDENTITY["boot"])
    return encode_frame(pack(SHOE, message))


def identity_options() -> list[str]:
    names = [f"serial={IDENTITY['serial_number']}", f"firmware={IDENTITY['firmware']}"]
    return [f"boot={IDENTITY['boot']:x}", *names]


def test_decodes_every_vector_alike(built: Path) -> None:
    lines = "".join(vector["hex"].replace(" ", "") + "\n" for vector in VECTORS["frames"])
    done = subprocess.run([built / "decode"], input=lines, capture_output=True, text=True)
    answers = [answer.split("\n")[:-1] for answer in done.stdout.split("end\n")[:-1]]
    assert len(answers) == len(VECTORS["frames"])
    for vector, answer in zip(VECTORS["frames"], answers, strict=True):
        damage = vector.get("damage", "unfinished")
        frames = [
            f"frame {item['version']} {item['type']} {item['sequence']} "
            + item["payload"].replace(" ", "")
            for item in vector.get("frames", [])
        ]
        assert answer == ([] if damage == "unfinished" else [damage]) + frames, vector["name"]


@pytest.mark.parametrize("exchange", VECTORS["exchanges"], ids=lambda exchange: exchange["name"])
def test_answers_every_exchange_alike(built: Path, exchange: dict[str, Any]) -> None:
    data = hello_ack() + bytes.fromhex(exchange["send"])
    said = run_stream(built / "shoe", data, identity_options())
    assert said == hello() + bytes.fromhex(exchange["reply"])


def test_a_command_sent_twice_is_done_once(built: Path) -> None:
    lamps = load_wire("lamps")
    order = encode_frame(pack(lamps, wire_message("set_lamps", bank=3, action=5), 7))
    said = run_stream(built / "lamps", hello_ack() + order + order, identity_options())
    names = [unpack(lamps, frame).name for frame in Deframer().feed(said)]
    assert names == ["hello", "command_ack", "lamps_shown", "command_ack"]


def damaged_talk(rng: random.Random, rounds: int) -> Iterator[bytes]:
    good = [bytes.fromhex(item["send"]) for item in VECTORS["exchanges"]]
    good += [bytes.fromhex(vector["hex"]) for vector in VECTORS["frames"]] + [hello_ack()] * 10
    for _ in range(rounds):
        piece = bytearray(rng.choice(good) if rng.random() < 0.7 else rng.randbytes(300))
        for _ in range(rng.choice((0, 0, 1, 3)) if piece else 0):
            piece[rng.randrange(len(piece))] = rng.randrange(256)
        yield bytes(piece)


def test_random_and_damaged_bytes_never_break_it(built: Path) -> None:
    talk = b"".join(damaged_talk(random.Random(FUZZ_SEED), 4000))
    said = run_stream(built / "shoe", talk + b"\0" + hello_ack(), identity_options())
    deframer = Deframer()
    frames = deframer.feed(said)
    assert deframer.counts.bad == 0
    assert all(unpack(SHOE, frame) for frame in frames)
    assert len(frames) > 500


async def test_brings_everything_a_shoe_can_say(workshop: Workshop, shoe: ReferenceDevice) -> None:
    await linked(workshop, shoe)
    for action in (
        "open_lid",
        "open_lid",
        "close_lid",
        "load decks=1 cut_depth=2 cards=" + ",".join(CARDS),
    ):
        shoe.do(action)
    assert [shoe.do("draw") for _ in range(4)] == CARDS[:4]
    assert shoe.do("draw") == "cut"
    shoe.do("misread_next reason=damaged")
    shoe.do("draw")
    shoe.do("draw")
    await workshop.until(lambda: shoe.kept == 0)
    assert workshop.daemon.events()[:3] == [ShoeLidOpened(), ShoeLidClosed(), ShoeLoaded(decks=1)]
    assert codes(workshop) == [*CARDS[:4], CARDS[5]]
    assert workshop.daemon.events()[7:9] == [CutCardDrawn(), CardUnreadable(reason="damaged")]
    assert workshop.daemon.events()[-1] == ShoeEmptied()
    (note,) = workshop.daemon.notes()
    assert note.model_copy(update={"boot": None}) == DeviceConnected(
        device="shoe-1",
        device_kind="shoe",
        serial_number="reference-1",
        firmware="reference 2.0",
        count=0,
    )


async def test_keeps_an_event_until_it_is_recorded(
    workshop: Workshop, shoe: ReferenceDevice
) -> None:
    await linked(workshop, shoe)
    await workshop.until(lambda: len(workshop.daemon.reports) == 1)
    workshop.daemon.is_acking = False
    shoe.do("draw card=Td")
    await workshop.until(lambda: len([m for m in workshop.daemon.seen if m.kind == "report"]) > 2)
    assert shoe.kept == 1
    workshop.daemon.is_acking = True
    await workshop.until(lambda: shoe.kept == 0)
    assert codes(workshop) == ["Td"]


async def test_keeps_a_whole_shoe_while_nobody_listens(
    workshop: Workshop, shoe: ReferenceDevice
) -> None:
    shoe.do("load cut_depth=0")
    drawn = [shoe.do("draw") for _ in range(416)]
    await linked(workshop, shoe)
    await workshop.until(lambda: shoe.kept == 0)
    assert codes(workshop) == drawn


async def test_loses_and_doubles_nothing_over_its_cable(
    workshop: Workshop, shoe: ReferenceDevice
) -> None:
    await linked(workshop, shoe)
    for first, second in (CARDS[:2], CARDS[2:4], CARDS[4:]):
        shoe.do(f"draw card={first}")
        shoe.do("unplug")
        shoe.do(f"draw card={second}")
        await workshop.until(lambda: isinstance(workshop.daemon.notes()[-1], DeviceLost))
        shoe.do("replug")
        await workshop.until(lambda: isinstance(workshop.daemon.notes()[-1], DeviceConnected))
    await workshop.until(lambda: shoe.kept == 0)
    assert codes(workshop) == CARDS


async def test_a_reboot_starts_a_new_numbering(workshop: Workshop, shoe: ReferenceDevice) -> None:
    await linked(workshop, shoe)
    shoe.do("draw card=Td")
    await workshop.until(lambda: shoe.kept == 0)
    before = shoe.boot
    shoe.do("reboot")
    shoe.do("draw card=As")
    await workshop.until(lambda: len(workshop.daemon.events()) == 2)
    assert shoe.boot != before
    assert (shoe.boot, 1) in workshop.daemon.reports


async def test_a_new_driver_takes_over(workshop: Workshop, shoe: ReferenceDevice) -> None:
    old = workshop.drive("shoe-1", "shoe")
    await workshop.until(lambda: shoe.state == "linked")
    workshop.daemon.is_acking = False
    shoe.do("draw card=Td")
    await asyncio.to_thread(workshop.stop_driver, old)
    workshop.daemon.is_acking = True
    workshop.drive("shoe-1", "shoe")
    await workshop.until(lambda: shoe.kept == 0)
    assert codes(workshop) == ["Td"]


async def test_a_lost_event_of_a_full_queue_leaves_a_visible_hole(
    workshop: Workshop, tmp_path: Path
) -> None:
    require("native")
    program = tmp_path / "native" / "shoe"
    await asyncio.to_thread(make, tmp_path, str(program), "-DUD_QUEUE=2U")
    with ReferenceDevice([str(program)], device_path(workshop.run_dir, "shoe-1")) as shoe:
        for card in CARDS[:4]:
            shoe.do(f"draw card={card}")
        await linked(workshop, shoe)
        await workshop.until(lambda: shoe.kept == 0)
        shoe.do(f"draw card={CARDS[4]}")
        await workshop.until(lambda: shoe.kept == 0)
    numbers = [sequence for boot, sequence in workshop.daemon.reports if boot < 1 << 32]
    assert numbers == [1, 2, 5]
    assert codes(workshop) == [CARDS[0], CARDS[1], CARDS[4]]


@asynccontextmanager
async def noisy_cable(
    behind: Path, front: Path, spoil: Callable[[bytes], bytes]
) -> AsyncIterator[None]:
    """A cable between a device and its driver that damages bytes both ways."""
    while not behind.exists():
        await asyncio.sleep(0.005)
    line = os.open(behind, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    tty.setraw(line)
    host = PtyHost(front, lambda data: void(os.write(line, spoil(data))))
    loop = asyncio.get_running_loop()
    loop.add_reader(line, lambda: host.write(spoil(os.read(line, 4096))))
    host.plug()
    yield
    loop.remove_reader(line)
    host.unplug()
    os.close(line)


def void(_written: int) -> None:
    """A write whose size nobody asks about."""


def spoiler(rng: random.Random, share: float) -> Callable[[bytes], bytes]:
    def spoil(data: bytes) -> bytes:
        return bytes(rng.randrange(256) if rng.random() < share else byte for byte in data)

    return spoil


async def test_damaged_bytes_lose_and_double_nothing(built: Path, workshop: Workshop) -> None:
    front, behind = device_path(workshop.run_dir, "shoe-1"), workshop.run_dir / "behind"
    drawn = [rank + suit for rank in "A23456789T" for suit in "cdhs"]
    spoil = spoiler(random.Random(NOISE_SEED), 0.01)
    with ReferenceDevice([str(built / "shoe")], behind) as shoe:
        async with noisy_cable(behind, front, spoil):
            driver = workshop.drive("shoe-1", "shoe")
            for card in drawn:
                shoe.do(f"draw card={card}")
            await workshop.until(lambda: shoe.kept == 0)
            assert driver.relay.session.counts.frames.bad > 0
            await asyncio.to_thread(workshop.stop_driver, driver)
    assert codes(workshop) == drawn
