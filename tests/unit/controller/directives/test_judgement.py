"""What a table takes of its room's files, and why it takes nothing else."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from config.directive import KINDS
from controller.directives.judgement import (
    DirectiveRefusedError,
    Judged,
    Trust,
    first_root,
    judge,
    read_directive,
)
from controller.directives.signed import signed_text
from controller.record.keys import SigningKey
from tests.unit.controller.directives.room import LATER, NOW, Room


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def trust_of(room: Room, **versions: int) -> Trust:
    root = first_root(room.root).root
    assert root is not None
    return Trust(root, 1, {kind: versions[kind] for kind in KINDS if kind in versions})


def judged(text: str, room: Room, **versions: int) -> Judged:
    return judge(text, trust_of(room, **versions), "table-7", NOW)


def refusal(text: str, room: Room, **versions: int) -> DirectiveRefusedError:
    with pytest.raises(DirectiveRefusedError) as caught:
        judged(text, room, **versions)
    return caught.value


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("root", "staff")])
def test_every_kind_that_one_key_signed_is_taken(room: Room, kind: str) -> None:
    assert judged(room.signed(room.draft(kind)), room).signers == ("office-1",)


def test_one_addressed_to_this_table_is_taken_and_one_to_another_is_not(room: Room) -> None:
    assert judged(room.limits(10, 500, to=("table-6", "table-7")), room)
    other = refusal(room.limits(10, 500, to=("table-6",)), room)
    assert (other.code, str(other)) == (
        "other-table",
        "is for table-6, not for table-7; send table-7 its own",
    )


def changed(room: Room) -> str:
    return room.limits(10, 500).replace("500", "900")


def of_a_stranger(room: Room) -> str:
    (room.folder / "strange").mkdir()
    stranger = Room(room.folder / "strange")
    return stranger.limits(10, 500)


def unsigned(room: Room) -> str:
    return room.draft("limits")


def staff_of_one(room: Room) -> str:
    return room.signed(room.draft("staff"))


def newer_format(room: Room) -> str:
    return room.signed(room.draft("limits")).replace("format = 1", "format = 2")


def nonsense(_room: Room) -> str:
    return "not at all\x00 a directive"


def two_contents(room: Room) -> str:
    return room.signed(room.draft("limits") + "\n[software]\nversion = '1.0'\n")


@pytest.mark.parametrize(
    ("make", "code", "says"),
    [
        (changed, "bad-signature", "or it was changed since; get it anew"),
        (of_a_stranger, "bad-signature", "no signature under it is of a key that may sign limits"),
        (unsigned, "not-signed", "is not signed; limits needs 1"),
        (staff_of_one, "too-few-signatures", "1 of 2 signatures that staff needs"),
        (newer_format, "format-newer", "has format 2, this table reads up to 1; update the table"),
        (nonsense, "not-a-directive", "line 1"),
        (two_contents, "not-a-directive", "a directive of kind limits has [limits] alone"),
    ],
)
def test_what_is_wrong_is_refused_with_a_sentence(
    room: Room, make: Callable[[Room], str], code: str, says: str
) -> None:
    error = refusal(make(room), room)
    assert error.code == code
    assert says in str(error)


def test_a_version_never_goes_back_and_is_not_taken_twice(room: Room) -> None:
    assert judged(room.limits(10, 500, version=4), room, limits=3)
    for version in (3, 2):
        error = refusal(room.limits(10, 500, version=version), room, limits=3)
        assert error.code == "older-version"
        assert f"limits {version} is not newer than 3" in str(error)


def test_one_that_has_expired_is_refused(room: Room) -> None:
    with pytest.raises(DirectiveRefusedError, match="expired on 2026-12-18 09:00 UTC"):
        judge(room.limits(10, 500), trust_of(room), "table-7", LATER)


def test_staff_with_both_signatures_is_taken(room: Room) -> None:
    text = room.signed(room.draft("staff"), *room.keys)
    assert judged(text, room).signers == ("office-1", "office-2")


def test_one_key_under_two_names_signs_once(room: Room) -> None:
    point = room.keys[0].public.point
    twin = room.keys[0].public._replace(name="twin")
    assert twin.point == point
    signed = signed_text(room.limits(10, 500))
    assert signed.signers([room.keys[0].public, twin]) == ("office-1",)


def renewed(room: Room, version: int, signers: list[SigningKey]) -> str:
    (room.folder / "new").mkdir(exist_ok=True)
    fresh = Room(room.folder / "new", f"fresh-{version}")
    text = fresh.root_text(version)
    return room.signed(text, *signers, fresh.keys[0])


def test_new_keys_need_the_old_ones_signature_and_their_own(room: Room) -> None:
    assert judged(renewed(room, 2, room.keys[:1]), room)
    (room.folder / "x").mkdir()
    stranger = Room(room.folder / "x", "stranger")
    assert refusal(room.signed(stranger.root_text(2)), room).code == "bad-signature"
    assert refusal(stranger.signed(stranger.root_text(2)), room).code == "bad-signature"


def test_a_root_that_skips_one_is_refused(room: Room) -> None:
    assert refusal(renewed(room, 3, room.keys[:1]), room).code == "root-skipped"


def test_what_no_role_names_nobody_may_sign(room: Room) -> None:
    root = first_root(room.root).root
    assert root is not None
    roles = {kind: role for kind, role in root.roles.items() if kind != "theme"}
    trust = Trust(root.model_copy(update={"roles": roles}), 1, {})
    with pytest.raises(DirectiveRefusedError, match="lets nobody sign theme"):
        judge(room.signed(room.draft("theme")), trust, "table-7", NOW)


@given(st.text(max_size=300))
def test_no_text_of_a_stick_brings_more_than_a_refusal(text: str) -> None:
    with suppress(DirectiveRefusedError):
        read_directive(text)
