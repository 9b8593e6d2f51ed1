"""A release: no file of the packages is left behind, its parts are listed, only HEAD is built."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
SBOM = ROOT / ".ci" / "sbom.py"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def parts(section: str) -> list[dict[str, Any]]:
    done = subprocess.run([sys.executable, SBOM], capture_output=True, text=True, check=True)
    listed: list[dict[str, Any]] = json.loads(done.stdout)[section]
    return listed


def test_every_file_beside_the_modules_is_package_data() -> None:
    data = PROJECT["tool"]["setuptools"]["package-data"]
    packed = {
        file for top, globs in data.items() for glob in globs for file in (ROOT / top).glob(glob)
    }
    for top in ("controller", "drivers", "vision", "config"):
        beside = [file for file in (ROOT / top).rglob("*") if file.is_file()]
        left = [f for f in beside if f.suffix not in (".py", ".pyc", ".md") and f not in packed]
        assert left == [], "name them under [tool.setuptools.package-data]"


def test_every_locked_package_is_listed_with_its_hashes() -> None:
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    pins = [line.split()[0] for line in lock.splitlines() if "==" in line.partition(" ")[0]]
    found = parts("components")
    assert [f"{item['name']}=={item['version']}" for item in found] == pins
    assert sum(len(item["hashes"]) for item in found) == lock.count("--hash=sha256:")


def test_what_we_ask_for_ourselves_is_what_pyproject_names() -> None:
    us = next(item for item in parts("dependencies") if "underfelt" in item["ref"])
    asked = {ref.removeprefix("pkg:pypi/").partition("@")[0] for ref in us["dependsOn"]}
    project = PROJECT["project"]
    named = [*project["dependencies"], *project["optional-dependencies"]["pi"]]
    assert asked == {text.partition(">")[0].partition("[")[0] for text in named}


def test_a_tree_with_changes_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    script = tmp_path / ".ci" / "release"
    script.write_bytes((ROOT / ".ci" / "release").read_bytes())
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    done = subprocess.run(
        ["bash", script],
        capture_output=True,
        text=True,
        env={**os.environ, "BIN": str(Path(sys.executable).parent)},
    )
    assert done.returncode == 2
    assert "not committed" in done.stderr
    assert not (tmp_path / "dist").exists()
