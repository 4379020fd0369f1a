"""Files that the documentation names exist.  Decisions (docs/adr) may name files of their time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tests", "benchmarks", "integrations", "examples", "docs")
PAGES = [
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent.name != "adr"),
]
PLACEHOLDERS = {
    "heap/NAME.py",
    "src/symheap/heap/NAME.py",
    "src/symheap/heap/eager.py",
    "src/symheap/solver/backends/NAME.py",
}


def sources() -> set[str]:
    return {f"/{path.relative_to(ROOT)}" for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")}


SOURCES = sources()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_files_that_a_page_names_exist(page: Path) -> None:
    named = set(re.findall(r"`([\w./-]+\.py)`", page.read_text(encoding="utf-8"))) - PLACEHOLDERS
    assert [name for name in sorted(named) if not any(path.endswith(f"/{name}") for path in SOURCES)] == []
