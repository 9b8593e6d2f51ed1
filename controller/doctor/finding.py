"""A finding: one thing that was looked at, how it is, and what cures it."""

from typing import Final, Literal

from config.words import Words
from controller.facts.fact import Fact
from controller.facts.phrase import Phrase, Reason, phrase

Verdict = Literal["good", "note", "bad"]
# A sentence of ours has what is wrong before this, and what to do behind it.
PART: Final = "; "
PARTS: Final = frozenset(
    {
        "machine",
        "program",
        "packages",
        "clock",
        "table-file",
        "theme",
        "disk",
        "record",
        "staff",
        "daemon",
        "sockets",
        "pins",
        "scoreboard",
        "desk",
        "power",
        "card",
        "memory",
        "watchdog",
        "units",
        "groups",
        "keys",
        "display",
        "certificate",
        "backup",
    }
)


class Finding(Fact):
    """What was found, as a code; the fix is an act, or a command to type."""

    subject: str
    verdict: Verdict
    told: Phrase
    fix: Phrase | None = None
    command: str = ""

    def name(self, words: Words) -> str:
        """What was looked at: a part of the installation, or a device by its own name."""
        return words.name(self.subject) if self.subject in PARTS else self.subject

    def line(self, words: Words) -> str:
        """What was found and what cures it, in one sentence."""
        fix = words.say(self.fix) if self.fix else ""
        act = ": ".join(part for part in (fix, self.command) if part)
        return PART.join(part for part in (words.say(self.told), act) if part)


def good(subject: str, told: Phrase) -> Finding:
    """Something that is well."""
    return Finding(subject=subject, verdict="good", told=told)


def note(subject: str, told: Phrase, fix: Phrase | None = None, command: str = "") -> Finding:
    """Something worth knowing that keeps nobody from playing."""
    return Finding(subject=subject, verdict="note", told=told, fix=fix, command=command)


def bad(subject: str, told: Phrase, fix: Phrase, command: str = "") -> Finding:
    """Something that must be cured."""
    return Finding(subject=subject, verdict="bad", told=told, fix=fix, command=command)


def lost(subject: str, reason: Reason) -> Finding:
    """Why a device cannot be had; what to do about it is told beside."""
    if isinstance(reason, str):
        return said(subject, reason)
    return bad(subject, phrase("doctor-lost", reason=reason), phrase("cure-lost", reason=reason))


def said(subject: str, sentence: str) -> Finding:
    """A sentence of another part of the program about what is wrong; the remedy is in it."""
    what, _, remedy = sentence.partition(PART)
    fix = phrase("doctor-do", text=remedy) if remedy else None
    told = phrase("doctor-said", text=what)
    return Finding(subject=subject, verdict="bad", told=told, fix=fix)
