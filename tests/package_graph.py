"""Which package imports which: a drawing for GitHub and a table, from the real imports."""

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).parents[1]
PRODUCT: Final = ("controller", "drivers", "vision", "config")
# One box each: what is inside is told elsewhere.
CLOSED: Final = ("vision", "config")
DEVICES: Final = "drivers.DEVICE"
Graph = Mapping[str, set[str]]


def package_graph() -> str:
    """The drawing, and the table that has every import."""
    graph = package_imports()
    return f"{drawing(graph)}\n\n{_table(graph)}"


def drawing(graph: Graph) -> str:
    """Packages in a circle share a box; an arrow that other arrows imply is left out."""
    boxes = reduced(without_circles(graph))
    lines = [f'    {_word(box)}["{box}"]' for box in sorted(boxes)]
    for box in sorted(boxes):
        lines += [f"    {_word(box)} --> {_word(other)}" for other in sorted(boxes[box])]
    return "\n".join(["```mermaid", "flowchart TD", *lines, "```"])


def _word(box: str) -> str:
    return re.sub(r"\W+", "_", box)


def _table(graph: Graph) -> str:
    lines = ["| package | what it is | imports |", "|---|---|---|"]
    for name in sorted(graph):
        used = ", ".join(f"`{other}`" for other in sorted(graph[name]))
        lines.append(f"| `{name}` | {_meaning(name)} | {used} |")
    return "\n".join(lines)


def _meaning(name: str) -> str:
    if name == DEVICES:
        return f"The folders of the device kinds: {', '.join(sorted(_devices()))}."
    text = ROOT.joinpath(*name.split("."), "__init__.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]


@cache
def _modules() -> grimp.ImportGraph:
    return grimp.build_graph(*PRODUCT, exclude_type_checking_imports=True, cache_dir=None)


@cache
def _devices() -> frozenset[str]:
    """The kinds of device: folders with an emulator of their own."""
    modules = _modules()
    folders = {name for name in modules.modules if f"{name}.emulator" in modules.modules}
    return frozenset(name.removeprefix("drivers.") for name in folders - {"drivers"})


def package_imports() -> Graph:
    """The imports between packages; a module that stands beside the packages is left out."""
    modules = _modules()
    graph: dict[str, set[str]] = {}
    for module in modules.modules:
        found = map(_package, modules.find_modules_directly_imported_by(module))
        graph.setdefault(_package(module), set()).update(found)
    return {name: graph[name] - {name, ""} for name in graph if name}


def _package(module: str) -> str:
    top, _, rest = module.partition(".")
    second = rest.partition(".")[0]
    if top in CLOSED:
        return top
    if second in _devices():
        return DEVICES
    return f"{top}.{second}" if second and _modules().find_children(f"{top}.{second}") else ""


def without_circles(graph: Graph) -> Graph:
    """Put packages that reach one another into one box."""
    beyond = {name: _reached(graph, name) for name in graph}
    circle = {name: {other for other in beyond[name] if name in beyond[other]} for name in graph}
    box = {name: "<br>".join(sorted({name} | circle[name])) for name in graph}
    boxes: dict[str, set[str]] = {}
    for name, others in graph.items():
        boxes.setdefault(box[name], set()).update(box[other] for other in others)
    return {name: others - {name} for name, others in boxes.items()}


def reduced(graph: Graph) -> Graph:
    """Keep the arrows that no longer way replaces."""
    return {
        name: others - {far for near in others for far in _reached(graph, near)}
        for name, others in graph.items()
    }


def _reached(graph: Graph, start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [*graph[start]]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += graph[name]
    return seen
