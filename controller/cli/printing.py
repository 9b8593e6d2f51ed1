"""Pages on paper: a PDF by the distribution's own browser."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from controller.facts.failure import CheckFailedError, OperatorError

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PRINT_S: Final = 90
# Time the page may take by its own clock, which stands still while an answer is awaited.
PAGE_MS: Final = 20_000
FLAGS: Final = (
    "--headless=new",
    "--disable-gpu",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-pdf-header-footer",
)
PDF_START: Final = b"%PDF-"


def found_browser() -> str:
    """The browser of this machine that can print."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise OperatorError(f"no {' or '.join(BROWSERS[:2])} here; install one of them")
    return found


def print_page(browser: str, address: str, target: Path) -> None:
    """Print a page into a PDF."""
    with tempfile.TemporaryDirectory(prefix="underfelt-print-") as folder:
        made = Path(folder) / "page.pdf"
        words = _run(browser, address, made, Path(folder) / "profile")
        if not made.is_file() or not made.read_bytes().startswith(PDF_START):
            raise CheckFailedError(
                f"{browser} printed nothing ({words}); try it by hand: {address}"
            )
        _keep(made, target)


def print_text(page: str, target: Path) -> None:
    """Print a page that is nowhere else into a PDF."""
    browser = found_browser()
    with tempfile.TemporaryDirectory(prefix="underfelt-report-") as folder:
        file = Path(folder) / "report.html"
        file.write_text(page, encoding="utf-8")
        print_page(browser, file.as_uri(), target)


def _run(browser: str, address: str, made: Path, profile: Path) -> str:
    command = [
        browser,
        *FLAGS,
        *_sandbox(),
        f"--user-data-dir={profile}",
        f"--virtual-time-budget={PAGE_MS}",
        f"--print-to-pdf={made}",
        address,
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PRINT_S, check=False)
    except subprocess.TimeoutExpired:
        return f"not within {PRINT_S} s"
    return (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]


def _sandbox() -> tuple[str, ...]:
    """Chromium refuses root with its sandbox on; the page it opens is the table's own."""
    return ("--no-sandbox",) if os.geteuid() == 0 else ()


def _keep(made: Path, target: Path) -> None:
    try:
        shutil.copyfile(made, target)
    except OSError as error:
        raise OperatorError(
            f"cannot write {target}: {error.strerror}; choose another place with --pdf"
        ) from None
