"""Every phrase the product's code can make: its code, and the arguments it is given, by syntax."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple, get_args

from config.piles import PrintedFault

ROOT: Final = Path(__file__).parents[3]
FOLDERS: Final = ("controller", "drivers", "vision", "config")
# Where the code stands among the arguments, and what is given besides.
MAKERS: Final = {"phrase": (0, frozenset[str]()), "expect": (1, frozenset({"seat", "hand"}))}
# Fields of models that are part of a code.
FIELDS: Final[Mapping[str, set[str]]] = {
    "leads_to": set(get_args(PrintedFault.model_fields["leads_to"].annotation))
}


class Made(NamedTuple):
    """A code that one call can make, with the names of its arguments."""

    code: str
    arguments: frozenset[str]
    where: str


@cache
def phrases_made() -> tuple[Made, ...]:
    """Every code of every call in the product."""
    files = (file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py")))
    return tuple(
        made
        for file in files
        for made in made_in(ast.parse(file.read_text("utf-8")), str(file.relative_to(ROOT)))
    )


def made_in(tree: ast.Module, where: str = "") -> Iterator[Made]:
    """Every code that the calls of one module can make."""
    inside = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name not in MAKERS or len(call.args) <= MAKERS[name][0]:
            continue
        place, more = MAKERS[name]
        around = [function for function in inside if call in ast.walk(function)]
        given = more | {keyword.arg for keyword in call.keywords if keyword.arg}
        for code in values(call.args[place], [tree, *around]):
            yield Made(code, given, f"{where}:{call.lineno}")


def values(node: ast.expr, scopes: list[ast.AST]) -> set[str]:
    """Every text an expression can be; an expression of another shape needs a line here."""
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=one, orelse=other):
            return values(one, scopes) | values(other, scopes)
        case ast.Name(id=name):
            return assigned(name, scopes)
        case ast.Attribute(attr=field) if field in FIELDS:
            return FIELDS[field]
        case ast.JoinedStr(values=parts):
            return {"".join(each) for each in product(*(values(part, scopes) for part in parts))}
        case ast.FormattedValue(value=inner):
            return values(inner, scopes)
        case ast.Subscript(value=inner):
            return values(inner, scopes)
        case ast.Dict(values=items):
            return set().union(*(values(item, scopes) for item in items))
        case ast.Call(func=ast.Attribute(value=ast.Dict() as known, attr="get"), args=[_, other]):
            return values(known, scopes) | values(other, scopes)
    raise AssertionError(f"line {node.lineno}: cannot tell which codes this is: {ast.dump(node)}")


def assigned(name: str, scopes: list[ast.AST]) -> set[str]:
    """What a name is set to in the nearest scope that sets it."""
    for scope in reversed(scopes):
        found = [value for node in ast.walk(scope) for value in _set_by(node, name)]
        found += _passed(scope, name, scopes[0]) if isinstance(scope, ast.FunctionDef) else []
        if found:
            return set().union(*(values(value, scopes) for value in found))
    raise AssertionError(f"{name} is set nowhere in its module")


def _passed(function: ast.FunctionDef, name: str, module: ast.AST) -> list[ast.expr]:
    """What the calls in a module give for a parameter of one of its functions."""
    parameters = [parameter.arg for parameter in function.args.args]
    calls = (node for node in ast.walk(module) if isinstance(node, ast.Call))
    to_it = (c for c in calls if isinstance(c.func, ast.Name) and c.func.id == function.name)
    return [c.args[parameters.index(name)] for c in to_it] if name in parameters else []


def _set_by(node: ast.AST, name: str) -> Iterator[ast.expr]:
    match node:
        case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
            yield value
        case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target == name:
            yield value
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
            for place, item in enumerate(targets):
                if isinstance(item, ast.Name) and item.id == name:
                    yield from _items(value, place)


def _items(value: ast.expr, place: int) -> Iterator[ast.expr]:
    match value:
        case ast.Tuple(elts=items):
            yield items[place]
        case ast.IfExp(body=one, orelse=other):
            yield from _items(one, place)
            yield from _items(other, place)
