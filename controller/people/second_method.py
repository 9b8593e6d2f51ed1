"""What proves a person beside the PIN: a one-time code or a badge, as the room has chosen."""

from controller.facts.roles import Second
from controller.people.one_time_code import step_of
from controller.people.pins import matches
from controller.people.staff import Member


def is_enrolled(member: Member, method: Second) -> bool:
    """Whether a person has what this method needs."""
    return bool({"totp": member.code_secret, "badge": member.badge}.get(method, ""))


def proved(member: Member, method: Second, proof: str, now_s: float) -> Member | None:
    """The person, once a proof is right, and a code of it is used; None when it is not."""
    if method == "badge" and member.badge:
        return member if matches(proof, member.badge) else None
    if method == "totp" and member.code_secret:
        step = step_of(member.code_secret, proof, now_s, member.code_step)
        return None if step is None else member.model_copy(update={"code_step": step})
    return None
