"""`underfelt conformance`: tries a device, or its emulator, against the wire's requirements."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import randbits
from typing import TextIO

import click

from config.wire_document import DEVICE_KINDS
from controller.cli.printing import print_text
from controller.cli.table_lines import write_page
from controller.facts.failure import OperatorError
from drivers.conformance.camera_subject import SUBJECTS, camera_subject
from drivers.conformance.emulated import emulated_subject
from drivers.conformance.hands import Hands, NoHands, PersonHands, SocketHands
from drivers.conformance.port_lock import exclusive
from drivers.conformance.report_html import report_html
from drivers.conformance.report_text import junit_xml, report_json, summary_line, verdict_line
from drivers.conformance.suite import (
    Report,
    requirements_of,
    run_suite,
)
from drivers.conformance.trace import Trace
from drivers.conformance.trial import Trial
from drivers.emulator.faults import find_fault, fitting_fault
from drivers.requirement import Requirement
from drivers.runtime.port import Port

EMULATED = "its emulator"
CAMERA = "its camera"
# An emulator has no mechanics: what does not come soon will never come.
EMULATOR_PATIENCE_S = 3.0


@click.command(
    "conformance",
    short_help="Try a device against the wire's requirements.",
    epilog="\b\nExamples:\n  underfelt conformance shoe\n"
    "  underfelt conformance shuffler --port /dev/ttyUSB0 --pdf certificate.pdf\n"
    '  underfelt conformance shoe --fault "corrupt 5%"\n'
    "  underfelt conformance lamps --only SES-11 --only LMP-02\n"
    "  underfelt conformance shoe --camera",
)
@click.argument("kind", type=click.Choice(DEVICE_KINDS))
@click.option(
    "--port", type=click.Path(path_type=Path), metavar="PATH", help="The device; else its emulator."
)
@click.option(
    "--control",
    type=click.Path(path_type=Path),
    metavar="SOCKET",
    help="With --port: a control socket that moves the device in place of a person.",
)
@click.option("--device", metavar="ID", help="With --control: the device's name there.")
@click.option("--only", multiple=True, metavar="ID", help="Only this requirement; repeatable.")
@click.option("--fault", "faults", multiple=True, metavar="FAULT", help="Break the emulator first.")
@click.option("--camera", "is_camera", is_flag=True, help="Its emulated camera, really watched.")
@click.option(
    "--patience",
    "patience_s",
    type=click.FloatRange(0.5, 3600),
    metavar="SECONDS",
    help="Wait so long for each event; else as long as the wire document gives the device.",
)
@click.option("--junit", type=click.Path(path_type=Path), metavar="FILE", help="For test servers.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="For people.")
@click.option("--pdf", type=click.Path(path_type=Path), metavar="FILE", help="The same on paper.")
@click.option("--trace", type=click.Path(path_type=Path), metavar="FILE", help="Every byte there.")
@click.option("--seed", type=int, metavar="N", help="Draw noise and numbers again as in a report.")
@click.option("--json", "as_json", is_flag=True, help="The report as JSON, no progress.")
@click.option("--list", "is_list", is_flag=True, help="Show the requirements and try nothing.")
def conformance_command(
    kind: str,
    port: Path | None,
    control: Path | None,
    device: str | None,
    only: tuple[str, ...],
    faults: tuple[str, ...],
    is_camera: bool,
    patience_s: float | None,
    junit: Path | None,
    html: Path | None,
    pdf: Path | None,
    trace: Path | None,
    seed: int | None,
    as_json: bool,
    is_list: bool,
) -> int:
    """Try a device of KIND: a verdict per requirement; exit 1 unless all that was asked passed.

    Without --port its emulator is tried. With a real device the suite asks for what a hand must do
    ("pull one card") and waits as long as it takes; `s` and Enter skips it.
    """
    requirements = requirements_of(kind, only)
    if is_list:
        _list(requirements, as_json)
        return 0
    _check_options(port, control, device, faults)
    _check_camera(kind, port, faults, is_camera)
    for file in (junit, html, pdf, trace):
        _check_writable(file)
    say = (lambda _line: None) if as_json else click.echo
    subject = (
        _watched(kind) if is_camera else _subject(kind, port, control, device, _parsed(faults))
    )
    patience_s = patience_s or (None if port else EMULATOR_PATIENCE_S)
    with subject as (place, hands), _traced(trace) as written:
        trial = Trial(kind, place, hands, patience_s, randbits(32) if seed is None else seed)
        if written is not None:
            trial.trace(Trace(written))
        try:
            where = CAMERA if is_camera else str(port) if port else EMULATED
            report = run_suite(trial, where, requirements, lambda v: say(verdict_line(v)))
        finally:
            trial.close()
    _deliver(report, junit, html, pdf)
    click.echo(json.dumps(report_json(report)) if as_json else summary_line(report))
    return 0 if report.is_passed else 1


def _check_options(
    port: Path | None, control: Path | None, device: str | None, faults: Sequence[str]
) -> None:
    if port is not None and faults:
        raise OperatorError("--fault breaks the emulator; leave out --port, or --fault")
    if control is not None and (port is None or device is None):
        raise OperatorError("--control needs --port and --device; give both")
    if device is not None and control is None:
        raise OperatorError("--device names a device behind a control socket; give --control too")


def _check_camera(kind: str, port: Path | None, faults: Sequence[str], is_camera: bool) -> None:
    if is_camera and (port is not None or faults):
        raise OperatorError("--camera tries the emulated camera; leave out --port and --fault")
    if is_camera and kind not in SUBJECTS:
        raise OperatorError(f"no camera reads a {kind}; use one of {', '.join(SUBJECTS)}")


@contextmanager
def _watched(kind: str) -> Iterator[tuple[Path, Hands]]:
    with camera_subject(kind) as subject:
        yield subject.port, subject.hands


def _check_writable(file: Path | None) -> None:
    if file is not None and not file.parent.is_dir():
        raise OperatorError(f"no folder {file.parent}; make it, or name another file")


def _parsed(faults: Sequence[str]) -> list[tuple[str, str | None]]:
    found: list[tuple[str, str | None]] = []
    for words in faults:
        name, _, argument = words.strip().partition(" ")
        find_fault(name).amount(argument or None)
        found.append((name, argument or None))
    return found


@contextmanager
def _subject(
    kind: str,
    port: Path | None,
    control: Path | None,
    device: str | None,
    faults: Sequence[tuple[str, str | None]],
) -> Iterator[tuple[Path, Hands]]:
    if port is None:
        for name, _ in faults:
            fitting_fault(kind, name)
        with emulated_subject(kind, faults) as subject:
            yield subject.port, subject.hands
        return
    with exclusive(port, "port"):
        Port(port, 115200).close()
        yield port, _hands(control, device)


def _hands(control: Path | None, device: str | None) -> Hands:
    if control is not None and device is not None:
        return SocketHands(control, device)
    # A service has no terminal, and perhaps no standard input at all.
    if sys.stdin is None or not sys.stdin.isatty():
        return NoHands()
    return PersonHands(lambda line: click.echo(line, err=True), sys.stdin)


def _list(requirements: Sequence[Requirement], as_json: bool) -> None:
    if as_json:
        rows = [{"id": r.id, "name": r.name, "sentence": r.sentence} for r in requirements]
        click.echo(json.dumps(rows))
        return
    for item in requirements:
        click.echo(f"{item.id}  {item.name}\n        {item.sentence}")


def _deliver(report: Report, junit: Path | None, html: Path | None, pdf: Path | None) -> None:
    try:
        if junit is not None:
            junit.write_bytes(junit_xml(report))
    except OSError as error:
        raise OperatorError(
            f"cannot write {error.filename}: {error.strerror}; name another file"
        ) from None
    if html is not None:
        write_page(html, report_html(report))
    if pdf is not None:
        print_text(report_html(report), pdf)


@contextmanager
def _traced(file: Path | None) -> Iterator[TextIO | None]:
    if file is None:
        yield None
        return
    try:
        written = file.open("w", encoding="utf-8")
    except OSError as error:
        raise OperatorError(f"cannot write {file}: {error.strerror}; name another file") from None
    with written:
        yield written
