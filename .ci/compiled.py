"""Compile, in place, the modules in which the storm spends its time; for .ci/storm."""

import re
from pathlib import Path
from typing import Final

from mypyc.build import mypycify
from setuptools import setup

# Not among them: what pydantic looks into, and what mypyc cannot compile.
MODULES: Final = {
    "controller/alarms": "conditions occurrences readings",
    "controller/daemon": (
        "alarm_watch authority daemon days drawing entry_text keeper liveness peers "
        "standing_orders timer trials"
    ),
    "controller/record": "chain connection journal store tree",
    "controller/storm": (
        "bus cable devices equipment machines manner people processes stillness table "
        "timeline waking watch"
    ),
    "drivers/entry_pad": "protocol",
    "drivers/runtime": "relay uplink",
    "drivers/wire": ("codec command_queue device_session event_order framing link_counts session"),
}
# Of these folders only what defines no class: pydantic reads the annotations of a round's parts.
FOLDERS: Final = (
    "controller/families",
    "controller/table",
    "controller/dealing",
    "controller/settlement",
)
OTHERS: Final = r"^class |@dataclass|NamedTuple|pydantic|BaseModel|Fact\b"
# Their types are right, and more than mypyc makes of them.
NEVER: Final = ("controller/settlement/button.py", "controller/table/shown_hands.py")


def chosen() -> list[str]:
    """The files, from the root of the copy."""
    named = [f"{folder}/{name}.py" for folder, names in MODULES.items() for name in names.split()]
    found = (str(file) for folder in FOLDERS for file in sorted(Path(folder).rglob("*.py")))
    return named + [file for file in found if file not in NEVER and _is_plain(file)]


def _is_plain(file: str) -> bool:
    return not (
        file.endswith("__init__.py") or re.search(OTHERS, Path(file).read_text(), re.MULTILINE)
    )


Path("mypyc.ini").write_text("[mypy]\nstrict = True\nignore_missing_imports = True\n")
setup(
    name="storm",
    packages=[],
    ext_modules=mypycify(
        ["--config-file", "mypyc.ini", *chosen()], opt_level="3", debug_level="0", multi_file=True
    ),
    script_args=["-q", "build_ext", "--inplace", "-j2"],
)
