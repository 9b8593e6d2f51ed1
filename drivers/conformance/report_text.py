"""A report as lines, JSON and JUnit XML."""

from typing import Final
from xml.etree import ElementTree

from pydantic import JsonValue

from drivers.conformance.suite import Report
from drivers.conformance.verdict import Outcome, Verdict

MARKS: Final[dict[Outcome, str]] = {
    "passed": "ok  ",
    "failed": "FAIL",
    "not performed": "skip",
    "not judged": "----",
}


def verdict_line(verdict: Verdict) -> str:
    """One verdict for a terminal."""
    wanted = verdict.requirement
    head = f"{MARKS[verdict.outcome]}  {wanted.id}  {wanted.name}"
    if verdict.outcome == "passed":
        return f"{head}  ({verdict.seconds:.1f} s)"
    if verdict.outcome == "failed":
        return (
            f"{head}\n              seen: {verdict.reason}\n              rule: {wanted.sentence}"
        )
    return f"{head}\n              {verdict.outcome}: {verdict.reason}"


def summary_line(report: Report) -> str:
    """The whole report in one line."""
    parts = [f"{report.count('passed')} passed", f"{report.count('failed')} failed"]
    return f"{report.kind} at {report.where}: {', '.join(parts)}; {report.conclusion}"


def report_json(report: Report) -> dict[str, JsonValue]:
    """The report for machines."""
    return {
        "kind": report.kind,
        "where": report.where,
        "identity": report.identity,
        "certificate": dict(report.certificate.rows() if report.certificate else ()),
        "conforms": report.conclusion == "conforms",
        "conclusion": report.conclusion,
        "passed": report.count("passed"),
        "failed": report.count("failed"),
        "not_performed": report.untried,
        "requirements": [_verdict_json(verdict) for verdict in report.verdicts],
    }


def _verdict_json(verdict: Verdict) -> dict[str, JsonValue]:
    return {
        "id": verdict.requirement.id,
        "name": verdict.requirement.name,
        "sentence": verdict.requirement.sentence,
        "outcome": verdict.outcome,
        "reason": verdict.reason,
        "seconds": round(verdict.seconds, 3),
    }


def junit_xml(report: Report) -> bytes:
    """The report in the form test servers read."""
    suite = ElementTree.Element(
        "testsuite",
        name=f"underfelt conformance {report.kind}",
        tests=str(len(report.verdicts)),
        failures=str(report.count("failed")),
        skipped=str(report.count("not performed") + report.count("not judged")),
        errors="0",
        time=f"{sum(verdict.seconds for verdict in report.verdicts):.3f}",
    )
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in (*report.rows(), ("conclusion", report.conclusion)):
        ElementTree.SubElement(properties, "property", name=name, value=_plain(value))
    for verdict in report.verdicts:
        _add_case(suite, report, verdict)
    document: bytes = ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)
    return document


def _add_case(suite: ElementTree.Element, report: Report, verdict: Verdict) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=f"conformance.{report.kind}",
        name=f"{verdict.requirement.id} {verdict.requirement.name}",
        time=f"{verdict.seconds:.3f}",
    )
    reason = _plain(verdict.reason)
    if verdict.outcome == "failed":
        failure = ElementTree.SubElement(case, "failure", message=reason)
        failure.text = verdict.requirement.sentence
    elif verdict.outcome != "passed":
        ElementTree.SubElement(case, "skipped", message=reason)


def _plain(text: str) -> str:
    # A device chooses some of these words; XML has no place for control characters.
    return "".join(sign if sign.isprintable() else "�" for sign in text)
