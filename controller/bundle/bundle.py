"""What goes into a bundle: versions, findings, table file, last rows, last lines; no secrets."""

import json
import platform
import re
import zipfile
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

from config.words import words
from controller.daemon.entry_text import public_text
from controller.daemon.provenance import MODELS, PROGRAM, digest_of, program_version
from controller.doctor.finding import Finding
from controller.doctor.machine import versions
from controller.process.log_lines import LogLine
from controller.record.journal import Journal
from controller.record.row import JournalError

ROWS: Final = 1000
# A text under such a key opens something; pins and names of keys are no secrets.
SECRET: Final = re.compile(
    r"""^(\s*"?[\w-]*(?:key|secret|token|password|passphrase)"?\s*=\s*).*$""", re.M | re.I
)
LEFT_OUT: Final = '"left out"'
# The same bytes for the same content: when it was made says the name of the file.
NO_TIME: Final = (1980, 1, 1, 0, 0, 0)


def bundle(
    table_file: Path, record: Path, findings: Iterable[Finding], lines: Iterable[LogLine]
) -> bytes:
    """The bundle as a zip file."""
    content = {
        "versions.json": json.dumps(program_versions(), indent=2),
        "doctor.txt": "\n".join(map(_finding, findings)),
        "table.toml": without_secrets(table_file),
        "rows.jsonl": last_rows(record / "journal.sqlite"),
        "log.txt": "\n".join(f"{line.process}: {line.text}" for line in lines),
    }
    return _zipped(content)


def program_versions() -> dict[str, str]:
    """What runs here: the program with the digests of its files and models, and its packages."""
    found, _absent = versions()
    return {
        "underfelt": program_version(),
        "program": digest_of(PROGRAM),
        "models": digest_of(MODELS),
        "python": platform.python_version(),
        "system": platform.platform(),
        **found,
    }


def without_secrets(file: Path) -> str:
    """A table file with every text that opens something left out."""
    try:
        return SECRET.sub(rf"\g<1>{LEFT_OUT}", file.read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        return f"# {file}: {error.strerror}\n"


def last_rows(file: Path) -> str:
    """The newest rows as everybody may have them: no card that lay face down, nobody's name."""
    try:
        with Journal.open_for_reading(file) as journal:
            rows = journal.rows(max(0, journal.last_number - ROWS), ROWS)
            return "".join(public_text(row).decode() + "\n" for row in rows)
    except JournalError as error:
        return json.dumps({"problem": str(error)}) + "\n"


def _finding(finding: Finding) -> str:
    return f"{finding.verdict:<4}  {finding.subject}: {finding.line(words())}"


def _zipped(content: Mapping[str, str]) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in content.items():
            archive.writestr(zipfile.ZipInfo(name, NO_TIME), text)
    return file.getvalue()
