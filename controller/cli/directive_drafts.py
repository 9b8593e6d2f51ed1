"""Directives to begin with: every key of a kind, with values to change."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from config.directive import EVERY_TABLE, FORMAT, KINDS

CONTENT: Final = {
    "limits": '[limits]\nminimum = 25\nmaximum = 500\n\n# [limits.wagers."dragon-7"]\n'
    "# minimum = 5\n# maximum = 100\n",
    "schedule": "[schedule]\n# One that `underfelt games GAME --fees` lists.\nfees = 1\n"
    "timer_s = 20\n",
    "messages": '[messages]\nen = "Welcome"\nzh-Hans = "欢迎光临"\nzh-Hant = "歡迎光臨"\n'
    'vi = "Chào mừng quý khách"\n',
    "theme": '[theme]\nbase = "dark"\n\n[theme.room]\nname = "Our room"\n\n[theme.colours]\n'
    'gold = "#e8c15a"\n',
    "staff": '[[staff]]\nperson = "Ann Lee"\nrole = "floor"\n# The hash that `underfelt directive'
    ' pin` prints; without it a known person keeps the own PIN.\n# pin = "scrypt$…"\n'
    "locked = false\n",
    "software": '[software]\nversion = "0.2.0"\n# sha256 = "…"\n',
}


def draft_of(
    kind: str, to: Sequence[str], version: int, expires: datetime, keys: Mapping[str, str]
) -> str:
    """A whole directive as text."""
    tables = ", ".join(f'"{table}"' for table in to or (EVERY_TABLE,))
    head = (
        f'format = {FORMAT}\nkind = "{kind}"\nversion = {version}\nto = [{tables}]\n'
        f"expires = {expires:%Y-%m-%dT%H:%M:%SZ}\n"
        'note = ""\n\n'
    )
    return head + (_root(keys) if kind == "root" else CONTENT[kind])


def _root(keys: Mapping[str, str]) -> str:
    names = ", ".join(f'"{name}"' for name in keys)
    lines = "".join(f'"{name}" = "{line}"\n' for name, line in keys.items())
    roles = "".join(f"\n[root.roles.{kind}]\nkeys = [{names}]\nthreshold = 1\n" for kind in KINDS)
    return f"[root.keys]\n{lines}{roles}"
