"""`prove --jobs N` on a folder: the same results in the same order, whatever the number of jobs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from cli_runner import symheap

from symheap.jobs.count import is_supported
from symheap.store.file import RunFile

pytestmark = pytest.mark.skipif(not is_supported(), reason="workers are forked on Linux only")

LIST: Final = """#include <stdlib.h>
struct node { struct node *next; int item; };
int length(struct node *list) { int n = 0; for (; list; list = list->next) n++; return n; }
struct node *push(struct node *list, int item) {
    struct node *made = malloc(sizeof *made);
    made->next = list;
    made->item = item;
    return made;
}
"""
TWICE: Final = """#include <stdlib.h>
int main(void) { int *p = malloc(sizeof *p); free(p); free(p); return 0; }
"""
SAFE: Final = """#include <stdlib.h>
int main(void) { int *p = malloc(sizeof *p); *p = %d; free(p); return 0; }
"""
FILES: Final = {
    "a_list.c": LIST,
    "b_torn.c": "int f( {",
    "c_twice.c": TWICE,
    **{f"d_safe{number}.c": SAFE % number for number in range(3)},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "c").mkdir()
    for name, text in FILES.items():
        (tmp_path / "c" / name).write_text(text)
    return tmp_path


def timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items() if key not in ("seconds", "spent")}
    return [*map(timeless, value)] if isinstance(value, list) else value


def without_seconds(text: str) -> str:
    return re.sub(r"\d+\.\d+ s\b|time=\"[\d.]+\"|\"seconds\": [\d.]+", "…", text)


def test_documents_are_equal(folder: Path) -> None:
    results = [symheap("prove", "c", "--format", "json", "-q", "--jobs", jobs, folder=folder) for jobs in "124"]
    assert {(each.status, each.err) for each in results} == {(1, "")}
    one, *others = (json.loads(each.out) for each in results)
    assert [each["target"] for each in one["programs"]] == [f"c/{name}" for name in FILES if name != "b_torn.c"]
    assert [each["verdict"] for each in one["programs"]] == ["safe", "unsafe", "safe", "safe", "safe"]
    for other in others:
        assert timeless(other) == timeless(one)


@pytest.mark.parametrize("form", ["text", "sarif", "junit-xml"])
def test_other_forms_are_equal(form: str, folder: Path) -> None:
    one, two = (
        without_seconds(symheap("prove", "c", "--format", form, "--jobs", jobs, folder=folder).out) for jobs in "12"
    )
    assert "double" in one
    assert two == one


def kept(folder: Path, jobs: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.setenv("SYMHEAP_RUNS", str(folder / jobs))
    assert symheap("prove", "c", "-q", "--jobs", jobs, folder=folder).status == 1
    [file] = (folder / jobs).glob("*.run")
    with RunFile.read(file) as run:
        subjects = [(each.target, timeless(each.document), without_seconds(each.text)) for each in run.subjects()]
        kinds = ("round", "page", "notes")
        items = [[timeless(run.items(each.number, kind)) for kind in kinds] for each in run.subjects()]
        return [subjects, re.sub(r"\d+\.\d+", "…", json.dumps(items)), run.noted("skipped"), run.sources()]


def test_run_files_hold_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = (kept(folder, jobs, monkeypatch) for jobs in "12")
    assert len(one[0]) == 6
    for first, second in zip(one, two, strict=True):
        assert second == first


def test_a_folder_in_which_nothing_can_be_read_is_refused_as_with_one_job(tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    for name in ("one.c", "two.c"):
        (tmp_path / "c" / name).write_text("int f( {")
    one, two = (symheap("prove", "c", "--jobs", jobs, folder=tmp_path) for jobs in "12")
    assert (one.status, two) == (2, one)
    assert one.err.startswith("c/one.c:1:")
