"""Another version for a card of the rig: the newest bundle of `dist`, under another name."""

import subprocess
from pathlib import Path
from typing import Final

from tests.soak.altered_bundle import altered

ROOT: Final = Path(__file__).parents[2]
NEWER: Final = "0.2.0-newer"


def newer_bundle(folder: Path) -> Path:
    """Its folder, made once in the folder of a run."""
    made = folder / "newer" / f"underfelt-{NEWER}"
    if not made.exists():
        bundles = sorted(
            (ROOT / "dist").glob("*-bundle.tar"), key=lambda each: each.stat().st_mtime
        )
        assert bundles, "there is no bundle in dist; make bundle makes it"
        key = folder / "release.pem"
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key], check=True)
        altered(bundles[-1], made.parent, NEWER, {}, key)
    return made
