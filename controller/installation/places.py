"""Where an installation keeps things."""

from pathlib import Path
from typing import Final, NamedTuple

TARGET: Final = "underfelt.target"
# There while systemd is the first process.
BOOTED: Final = "run/systemd/system"
# A file of the source folder or bundle, and the folder of the machine it goes to.
FOLDERS: Final = {
    "systemd/*.service": "etc/systemd/system",
    "systemd/*.target": "etc/systemd/system",
    "systemd/*.timer": "etc/systemd/system",
    "systemd/sysusers.d/*.conf": "etc/sysusers.d",
    "systemd/tmpfiles.d/*.conf": "etc/tmpfiles.d",
    "systemd/pam.d/*": "etc/pam.d",
    "config/udev/*.rules": "etc/udev/rules.d",
}


class Places(NamedTuple):
    """The folders of one machine; another root is a test's or an image's."""

    root: Path = Path("/")

    @property
    def is_live(self) -> bool:
        """Whether these are the folders of a system that runs, and not of a card in the making."""
        return self.root == Path("/") and (self.root / BOOTED).is_dir()

    @property
    def versions(self) -> Path:
        """One virtual environment for each version."""
        return self.root / "opt" / "underfelt-versions"

    @property
    def current(self) -> Path:
        """The link that units and people use."""
        return self.root / "opt" / "underfelt"

    @property
    def trial(self) -> Path:
        """While an upgrade is being proved: the version to go back to."""
        return self.versions / "on-trial"

    @property
    def previous(self) -> Path:
        """The version that ran before this one."""
        return self.versions / "previous"

    @property
    def command(self) -> Path:
        """What people type."""
        return self.root / "usr" / "local" / "bin" / "underfelt"

    @property
    def settings(self) -> Path:
        """The table file, and keys beside it."""
        return self.root / "etc" / "underfelt"

    @property
    def table(self) -> Path:
        """The table file."""
        return self.settings / "table.toml"

    @property
    def release_key(self) -> Path:
        """Whose bundles this machine takes."""
        return self.settings / "release.pub"


def files_of(source: Path, places: Places) -> dict[Path, Path]:
    """Every file of a source folder that has a place on the machine, and that place."""
    return {
        places.root / folder / file.name: file
        for pattern, folder in FOLDERS.items()
        for file in sorted(source.glob(pattern))
    }
