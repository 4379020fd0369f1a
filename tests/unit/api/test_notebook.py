"""The notebook runs, and its stored drawings are current."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = Path(__file__).parents[3] / "docs" / "notebooks"
EXECUTE = """
import sys

import nbformat
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], as_version=4)
place = {"metadata": {"path": sys.argv[2]}}
NotebookClient(notebook, timeout=600, startup_timeout=300, kernel_name="python3", resources=place).execute()
nbformat.write(notebook, sys.argv[3])
"""


def outputs(notebook: Path) -> list[list[dict[str, Any]]]:
    """Return the outputs of each code cell."""
    document = json.loads(notebook.read_text(encoding="utf-8"))
    return [cell["outputs"] for cell in document["cells"] if cell["cell_type"] == "code"]


def kinds(cells: list[list[dict[str, Any]]]) -> list[list[str]]:
    return [[kind for output in cell for kind in (output.get("data") or {output["output_type"]: 0})] for cell in cells]


def drawings(cells: list[list[dict[str, Any]]]) -> int:
    return sum(len(re.findall("<svg ", json.dumps(output.get("data", {})))) for cell in cells for output in cell)


def test_the_stored_notebook_shows_drawings_and_nothing_of_a_machine() -> None:
    stored = outputs(NOTEBOOKS / "heaps.ipynb")
    assert drawings(stored) >= 6
    assert sum("image/svg+xml" in cell for cell in kinds(stored)) >= 3
    assert "error" not in {kind for cell in kinds(stored) for kind in cell}
    assert not re.search(r"/(home|root|work|usr|tmp)/", json.dumps(stored))


@pytest.mark.parametrize("notebook", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_is_stored(notebook: Path, tmp_path: Path) -> None:
    done = tmp_path / notebook.name
    command = [sys.executable, "-c", EXECUTE, str(notebook), str(NOTEBOOKS), str(done)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert result.returncode == 0, result.stderr
    assert kinds(outputs(done)) == kinds(outputs(notebook))
    assert drawings(outputs(done)) == drawings(outputs(notebook))
