"""Print what a release is made of, as CycloneDX JSON, from pyproject.toml and requirements.txt."""

import json
import os
import re
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

ROOT: Final = Path(__file__).parents[1]
PIN: Final = re.compile(r"^([\w.-]+)==([^\s;\\]+)")
HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")
VIA: Final = re.compile(r"^    # (?:via |  )([\w.-]+)")


class Package(NamedTuple):
    """A locked package: its files' hashes, and who asks for it."""

    name: str
    version: str
    hashes: list[str]
    wanted_by: list[str]

    @property
    def ref(self) -> str:
        """Its address among all packages."""
        return f"pkg:pypi/{self.name}@{self.version}"


def packages(lock: str) -> list[Package]:
    """Every package of a lock file."""
    found: list[Package] = []
    for line in lock.splitlines():
        if pin := PIN.match(line):
            found.append(Package(pin[1], pin[2], [], []))
        elif found:
            found[-1].hashes.extend(HASH.findall(line))
            found[-1].wanted_by.extend(VIA.findall(line))
    return found


def bill(project: dict[str, str], locked: list[Package], at: datetime) -> dict[str, object]:
    """The whole document; the same sources make the same one."""
    us = Package(project["name"], project["version"], [], [])
    name = "".join(item.ref for item in (us, *locked))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, name)}",
        "version": 1,
        "metadata": {"timestamp": at.isoformat(), "component": _component("application", us)},
        "components": [_component("library", item) for item in locked],
        "dependencies": [
            {"ref": item.ref, "dependsOn": [o.ref for o in locked if item.name in o.wanted_by]}
            for item in (us, *locked)
        ],
    }


def _component(kind: str, item: Package) -> dict[str, object]:
    hashes = [{"alg": "SHA-256", "content": content} for content in item.hashes]
    said = {"type": kind, "bom-ref": item.ref, "name": item.name, "version": item.version}
    return {**said, "purl": item.ref, **({"hashes": hashes} if hashes else {})}


if __name__ == "__main__":
    made_at = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = packages((ROOT / "requirements.txt").read_text(encoding="utf-8"))
    json.dump(bill(about, lock, made_at), sys.stdout, indent=2)
    print()
