"""The table of all models, for the documentation."""

from __future__ import annotations

from symheap.lang.c.library import LIBRARY
from symheap.lang.c.library.in_c import DOCUMENTATION
from symheap.lang.c.library.parameters import description
from symheap.lang.c.library.signatures import SIGNATURES
from symheap.lang.c.lower.forms import FORMS


def rows() -> list[tuple[str, str, str]]:
    """Return the name, the header and the description of each model, sorted by name."""
    result = [(name, model.header, model.documentation) for name, model in LIBRARY.items()]
    result += [(name, header, text) for name, (header, text) in DOCUMENTATION.items()]
    result += [(name, "", _sentence(form.__doc__ or "")) for name, form in FORMS.items()]
    return sorted(result)


def _sentence(text: str) -> str:
    return " ".join(text.split())


def markdown() -> str:
    """Return the table in Markdown."""
    lines = ["| function | header | model | arguments |", "|---|---|---|---|"]
    for name, header, text in rows():
        needs = description(name) if name in SIGNATURES else ""
        lines.append(f"| `{name}` | {f'`{header}`' if header else ''} | {text} | {needs} |")
    return "\n".join(lines) + "\n"
