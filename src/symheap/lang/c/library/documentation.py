"""The table of all models, for people."""

from __future__ import annotations

from symheap.lang.c.library import LIBRARY
from symheap.lang.c.library.in_c import DOCUMENTATION
from symheap.lang.c.library.parameters import description
from symheap.lang.c.library.signatures import SIGNATURES
from symheap.lang.c.lower.forms import FORMS


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
    lines = ["| function | header | model | arguments |", "|---|---|---|---|"]
    for name, header, text in rows():
        needs = description(name) if name in SIGNATURES else ""
        lines.append(f"| `{name}` | {f'`{header}`' if header else ''} | {text} | {needs} |")
    return "\n".join(lines) + "\n"
