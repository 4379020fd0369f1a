"""The table of all models, for people."""

from __future__ import annotations

from symheap.lang.c.forms import FORMS
from symheap.lang.c.library import LIBRARY
from symheap.lang.c.library.in_c import DOCUMENTATION


def rows() -> list[tuple[str, str, str]]:
    """Name, header, and what the model does, in the order of the names."""
    found = [(name, model.header, model.documentation) for name, model in LIBRARY.items()]
    found += [(name, header, text) for name, (header, text) in DOCUMENTATION.items()]
    found += [(name, "", _sentence(form.__doc__ or "")) for name, form in FORMS.items()]
    return sorted(found)


def _sentence(text: str) -> str:
    return " ".join(text.split())


def markdown() -> str:
    """The table as a page of documentation holds it."""
    lines = ["| function | header | model |", "|---|---|---|"]
    lines += [f"| `{name}` | {f'`{header}`' if header else ''} | {text} |" for name, header, text in rows()]
    return "\n".join(lines) + "\n"
