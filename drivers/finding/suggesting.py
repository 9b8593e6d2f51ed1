"""The block of a table file that names one unit and no other; pure."""

from collections.abc import Sequence

from config.device import PortMatch
from config.wire_document import DEVICE_KINDS
from drivers.runtime.candidate import Candidate


def suggested_match(candidate: Candidate, others: Sequence[Candidate]) -> PortMatch:
    """By serial number when it is this unit's alone, else by the USB socket it is in."""
    if candidate.serial and not _twins(candidate, others):
        return PortMatch(
            vendor=candidate.vendor, product=candidate.product, serial=candidate.serial
        )
    return PortMatch(
        vendor=candidate.vendor, product=candidate.product, location=candidate.location
    )


def warning(candidate: Candidate, others: Sequence[Candidate]) -> str:
    """What the technician must know about this match; empty when there is nothing."""
    twins = _twins(candidate, others)
    if candidate.serial and twins:
        paths = " and ".join(c.path for c in (candidate, *twins))
        text = f"{paths} have the same serial number {candidate.serial}"
    elif not candidate.serial:
        text = f"{candidate.path} has no serial number (CH340 converters have none)"
    else:
        return ""
    return f"{text}; it is matched by its USB socket: keep it plugged in there"


def suggestion(candidate: Candidate, others: Sequence[Candidate]) -> str:
    """The lines to paste, with a name and a kind to fill in."""
    match = suggested_match(candidate, others)
    pairs = ", ".join(f'{key} = "{value}"' for key, value in match.given.items())
    lines = [f"# {candidate.path}: {candidate.description or 'USB serial port'}"]
    note = warning(candidate, others)
    if note:
        lines.append(f"# {note}")
    lines += ["[devices.NAME]", f'kind = "KIND"  # {", ".join(DEVICE_KINDS)}', 'source = "serial"']
    lines.append(f"match = {{ {pairs} }}")
    return "\n".join(lines) + "\n"


def _twins(candidate: Candidate, others: Sequence[Candidate]) -> list[Candidate]:
    return [c for c in others if c.path != candidate.path and _names(c) == _names(candidate)]


def _names(candidate: Candidate) -> tuple[str, str, str]:
    return candidate.vendor, candidate.product, candidate.serial
