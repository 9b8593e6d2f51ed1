"""The Chromium of tests, pictures and figures."""

import shutil
from typing import Final

# What a kiosk starts: the browser with all its windows.
CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
# The same engine without them takes half the processor for the same page.
ENGINE: Final = shutil.which("chromium-headless-shell") or CHROMIUM
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
MISSING: Final = "no chromium on this machine; install the package chromium-headless-shell"
