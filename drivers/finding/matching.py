"""Which port belongs to which device: pure, over a list of candidates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from config.device import DeviceEntry, PortEntry, PortMatch
from config.words.reasons import in_english
from controller.facts.phrase import Phrase, phrase
from drivers.runtime.candidate import Candidate


@dataclass(frozen=True, slots=True)
class Finding:
    """What the table file's words for one device lead to."""

    device: str
    kind: str
    port: str
    matches: tuple[Candidate, ...]
    problem: str = ""


def fits(match: PortMatch, candidate: Candidate) -> bool:
    """Whether a port has everything the table file asks for."""
    return all(getattr(candidate, key) == value for key, value in match.given.items())


def matching(match: PortMatch, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Every port that fits, in the order of their paths."""
    return tuple(sorted((c for c in candidates if fits(match, c)), key=lambda c: c.path))


def why_not(match: PortMatch, found: Sequence[Candidate]) -> Phrase | None:
    """Why these matches name no single port; None when they do."""
    if len(found) == 1:
        return None
    if not found:
        return phrase("lost-no-match", match=str(match))
    names = ", ".join(map(str, found))
    return phrase("lost-many-match", count=len(found), match=str(match), ports=names)


def assign(devices: Mapping[str, DeviceEntry], candidates: Sequence[Candidate]) -> list[Finding]:
    """What each device of a table that has a port leads to; two devices at one port disagree."""
    findings = [_finding(name, entry, candidates) for name, entry in _with_ports(devices)]
    taken: dict[str, str] = {}
    checked = []
    for finding in findings:
        path = finding.matches[0].path if len(finding.matches) == 1 else ""
        first = taken.setdefault(path, finding.device) if path else finding.device
        if first != finding.device and not finding.problem:
            text = f"{path} is already {first}'s; give each device its own port"
            finding = Finding(finding.device, finding.kind, finding.port, finding.matches, text)
        checked.append(finding)
    return checked


def unassigned(findings: Iterable[Finding], candidates: Iterable[Candidate]) -> list[Candidate]:
    """USB ports that no device of the table claims."""
    taken = {candidate.path for finding in findings for candidate in finding.matches}
    return [c for c in candidates if c.is_usb and c.path not in taken]


def _with_ports(devices: Mapping[str, DeviceEntry]) -> list[tuple[str, PortEntry]]:
    return [(n, e) for n, e in devices.items() if isinstance(e, PortEntry) and not e.emulator]


def _finding(name: str, entry: PortEntry, candidates: Sequence[Candidate]) -> Finding:
    if entry.match is not None:
        found = matching(entry.match, candidates)
        wrong = in_english(why_not(entry.match, found) or "")
        return Finding(name, entry.kind, f"match {entry.match}", found, wrong)
    port = str(entry.port)
    found = tuple(c for c in candidates if _is_same_file(c, port))
    return Finding(name, entry.kind, port, found)


def _is_same_file(candidate: Candidate, port: str) -> bool:
    return candidate.path == port or candidate.file.resolve() == Candidate(path=port).file.resolve()
