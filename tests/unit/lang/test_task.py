"""Task definitions of SV-COMP."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.core.source import SourceError
from symheap.lang.task import Task, read_task

DEFINITION = """format_version: '2.0'

# old file name: x_true-valid-memsafety.i
input_files: 'x.i'

properties:
  - property_file: ../properties/termination.prp
    expected_verdict: true
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-memtrack

options:
  language: C
  data_model: ILP32
"""


def read(text: str, folder: Path) -> Task:
    (folder / "x.yml").write_text(text)
    return read_task(folder / "x.yml")


def test_a_task_names_program_property_and_model(tmp_path: Path) -> None:
    assert read(DEFINITION, tmp_path) == Task((tmp_path / "x.i",), ("termination", "valid-memsafety"), "ilp32", "c")


@pytest.mark.parametrize("files", ["input_files: ['a.c', 'b.c']", "input_files:\n  - 'a.c'\n  - b.c  # second"])
def test_several_files(files: str, tmp_path: Path) -> None:
    assert read(files, tmp_path) == Task((tmp_path / "a.c", tmp_path / "b.c"), (), "")


@pytest.mark.parametrize("text", ["", "properties:\n", "input_files: x.c\noptions:\n  data_model: LP32\n"])
def test_what_is_no_task_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        read(text, tmp_path)


def test_a_task_names_its_language(tmp_path: Path) -> None:
    assert read("input_files:\n  - ../common/\n  - x/\noptions:\n  language: Java\n", tmp_path) == Task(
        (tmp_path / "../common", tmp_path / "x"), (), "", "java"
    )
