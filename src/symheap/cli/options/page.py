"""Generate the reference page of all settings from their declarations: ``python -m symheap.cli.options.page``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Final

from symheap.core.options import Option, declared
from symheap.lang.java.options import JavaSettings
from symheap.session.proofs.settings import ProveSettings
from symheap.session.settings import PROFILES, Checking, Deepening, Exploring, Settings, Solving, Testing, Working
from symheap.session.verifying import Verifying

_HEAD: Final = """# Settings

Every setting has one name: `--max-loop` on the command line, `max-loop` in a settings file (`symheap.toml`, or the
table `[tool.symheap]` of `pyproject.toml`), `max_loop` in Python. A command has the defaults of this page unless its
own are named. This page is written from the declarations of the settings, and a test keeps it so.
"""

_PARTS: Final = (
    ("Exploring", Settings, (*declared(Exploring), "heap", "heaps", "consistency", "max_input_objects", "max_chain")),
    ("`symheap explore` on Java", Settings, tuple(declared(Deepening))),
    ("Solvers", Settings, tuple(declared(Solving))),
    ("Java programs", Settings, tuple(declared(JavaSettings))),
    ("Processes", Settings, tuple(declared(Working))),
    ("`symheap check`", Settings, tuple(declared(Checking))),
    ("`symheap test`", Settings, tuple(declared(Testing))),
    ("`symheap verify`", Verifying, tuple(declared(Verifying))),
    ("`symheap prove`", ProveSettings, tuple(declared(ProveSettings))),
)


def page() -> str:
    """Return the page as Markdown."""
    return "\n".join((_HEAD, *(_part(title, settings, names) for title, settings, names in _PARTS)))


def _part(title: str, settings: type, names: Iterable[str]) -> str:
    options = declared(settings)
    rows = "".join(_row(options[name], is_shared=settings is Settings) for name in names)
    return f"## {title}\n\n| option | default | |\n|---|---|---|\n{rows}"


def _row(option: Option, *, is_shared: bool) -> str:
    about = option.about
    named = ", ".join(f"`{flag}`" for flag in about.flags) or f"`--{option.name.replace('_', '-')}`"
    value = f" `{about.metavar}`" if about.metavar else ""
    choices = f"  One of {', '.join(f'`{each}`' for each in about.choices)}." if about.choices else ""
    file = "" if about.in_file else "  Not in a settings file."
    default = "; ".join((_default(option), *(_defaults_of_commands(option) if is_shared else ())))
    return f"| {named}{value} | {default} | {about.help}{choices}{file} |\n"


def _default(option: Option) -> str:
    if option.about.shown:
        return option.about.shown
    if isinstance(option.default, bool):
        return "on" if option.default else "off"
    if option.default is None or option.default == ():
        return "none"
    return f"{option.default:g}" if isinstance(option.default, float) else str(option.default)


def _defaults_of_commands(option: Option) -> Iterator[str]:
    for profile in PROFILES:
        words = profile.shown.get(option.name) or profile.defaults.get(option.name)
        if words is not None and words != option.about.shown:
            yield f"`{profile.name}`: {words:g}" if isinstance(words, float) else f"`{profile.name}`: {words}"


if __name__ == "__main__":
    sys.stdout.write(page())
