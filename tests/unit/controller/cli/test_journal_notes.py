"""`underfelt journal checkpoint`, `witness`, `prove`, and the service `underfelt witness`."""

from pathlib import Path

from aiohttp.test_utils import TestClient, TestServer
from click.testing import CliRunner, Result

from controller.cli.main import cli
from controller.cli.witness import witness_app
from controller.record.note import note_of
from controller.record.vouching import request_for
from controller.record.witness import Request, Witness
from tests.unit.controller.record.sealed_record import grow, sealed, witness_folder


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["journal", *map(str, arguments)])


def recorded(path: Path) -> None:
    with sealed(path) as seal:
        grow(seal, 3)


def test_checkpoint_prints_the_note_and_what_nobody_has_seen(path: Path) -> None:
    recorded(path)
    result = run("checkpoint", path.parent)
    text, _, line = result.output.rpartition("unwitnessed: ")
    assert note_of(text).size == 6
    assert line == "all 6 rows; see underfelt journal witness --help\n"


def test_checkpoint_draws_a_code_to_photograph_and_one_to_print(path: Path) -> None:
    recorded(path)
    svg = path.parent / "note.svg"
    result = run("checkpoint", path.parent, "--qr", "--svg", svg)
    assert "█" in result.output or "\x1b[" in result.output
    assert svg.read_text().startswith("<?xml")


def test_checkpoint_needs_a_table_that_ran(path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    result = run("checkpoint", path.parent)
    assert result.exit_code == 2
    assert "has no table.key; start the table once" in result.output


def test_a_folder_vouches_and_verify_tells_the_rest(path: Path) -> None:
    recorded(path)
    assert run("witness", witness_folder(path), path.parent).output == (
        "6 rows vouched for by folder/stick\n"
    )
    with sealed(path) as seal:
        grow(seal, 1)
    verdict = run("verify", path.parent)
    assert verdict.exit_code == 0
    assert verdict.output.splitlines()[1].startswith("unwitnessed: the last 2 rows, ")


def test_prove_names_a_round_that_is_not_there(path: Path) -> None:
    recorded(path)
    result = run("prove", path.parent, "--round", "3")
    assert (result.exit_code, "has no round 3" in result.output) == (2, True)


async def test_the_service_vouches_as_the_standard_says(path: Path) -> None:
    witness = Witness(witness_folder(path), "w")
    with sealed(path) as seal:
        grow(seal, 3)
        witness.trust(seal.key.public)
        note = seal.notes.last(seal.key.public)
        assert note is not None
        async with TestClient(TestServer(witness_app(witness))) as client:
            assert (await (await client.get("/key")).text()).strip() == witness.public.text
            good = await client.post("/add-checkpoint", data=Request(0, (), note).text)
            lines = await good.text()
            again = await client.post("/add-checkpoint", data=Request(0, (), note).text)
            grow(seal, 2)
            longer = seal.notes.last(seal.key.public)
            assert longer is not None
            bare = await client.post("/add-checkpoint", data=Request(6, (), longer).text)
            request = request_for(seal.journal, longer, 6)
            proved = await client.post("/add-checkpoint", data=request.text)
            nonsense = await client.post("/add-checkpoint", data="x")
            size = await again.text()
    assert (good.status, lines.startswith("\u2014 w ")) == (200, True)
    assert (again.status, size, again.content_type) == (409, "6\n", "text/x.tlog.size")
    assert (bare.status, proved.status, nonsense.status) == (422, 200, 400)
