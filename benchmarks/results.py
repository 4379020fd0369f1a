"""Write measurements as JSON and as a table."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from measure import ROOT, Row

RESULTS = ROOT / "benchmarks" / "results"


def write_json(name: str, content: dict[str, object], folder: Path = RESULTS) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    path.write_text(without_places(json.dumps(content, indent=1)) + "\n", encoding="utf-8")
    return path


def without_places(text: str) -> str:
    """Return a text without the folders of this machine, which messages of programs may have in them."""
    text = text.replace(f"{ROOT}/", "")
    return re.sub(rf"{re.escape(tempfile.gettempdir())}/[^/\s\"]+/", "", text)


def read_json(name: str, folder: Path = RESULTS) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return content


def write_text(name: str, text: str, folder: Path = RESULTS) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.md"
    path.write_text(text, encoding="utf-8")
    return path


def table(rows: Sequence[Row]) -> str:
    """Return a table.  `>` marks a stopped row: more traces exist, and it would have taken longer."""
    labels = list(rows[0].labels) if rows else []
    head = (
        *labels,
        "model",
        "normal",
        "errors",
        "cut",
        "traces",
        "paths",
        "queries",
        "seconds",
        "cpu seconds",
        "cpu ms a path",
    )
    return markdown(head, [(*(str(row.labels[label]) for label in labels), *_figures(row)) for row in rows])


def _figures(row: Row) -> tuple[str, ...]:
    more = "> " if row.stopped else ""
    return (
        row.model,
        f"{more}{row.normal:,}",
        f"{more}{sum(row.errors.values()):,}",
        f"{more}{row.cut:,}",
        f"{more}{row.traces:,}",
        f"{more}{row.paths:,}",
        f"{more}{row.queries:,}",
        f"{more}{row.seconds:.2f}",
        f"{more}{row.cpu_seconds:.2f}",
        "" if row.stopped else f"{row.per_path:.2f}",
    )


def markdown(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    out = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    out += ["| " + " | ".join(line) + " |" for line in lines]
    return "\n".join(out) + "\n"
