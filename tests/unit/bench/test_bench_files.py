"""CSV and JSON contain the rows; files are replaced as a whole."""

from __future__ import annotations

import csv
import errno
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from bench_rows import ADD, EMPTY, GET, LAZY, POSE, STUDY, row

from symheap.bench.report import output, tables
from symheap.bench.report.document import document
from symheap.bench.sums import add_up

FILES = ("classes.csv", "methods.csv", "study.html", "study.json")


def test_the_rows_come_back_from_csv() -> None:
    sums = add_up(STUDY, (*POSE, *LAZY))
    assert tables.read_methods(tables.methods(sums)) == sums.rows


def test_methods_say_whether_they_are_printed() -> None:
    records = list(csv.DictReader(io.StringIO(tables.methods(add_up(STUDY, POSE)))))
    assert [record["printed"] for record in records] == ["no", "yes", "no", "yes", "yes"]
    assert records[1]["cut:max-calls"] == "1"


def test_classes_have_ours_and_printed() -> None:
    records = list(csv.DictReader(io.StringIO(tables.classes(add_up(STUDY, (*POSE, *LAZY))))))
    assert [(record["class"], record["heap"]) for record in records[:2]] == [("a.Tree", "pose"), ("a.List", "pose")]
    many = records[1]
    assert (many["traces"], many["kept_traces"], many["printed_traces"]) == ("5", "4", "4")
    assert (many["cut"], many["unsupported"], many["methods"], many["kept_methods"]) == ("1", "1", "2", "1")
    assert records[0]["tree_tokens"] == str(10**30 + 120)
    assert records[2]["printed_traces"] == ""
    assert records[3]["printed_at_least"] == "test_seconds"


def test_where_nothing_is_printed_its_columns_are_empty() -> None:
    sums = add_up(replace(STUDY, printed={}, methods=tuple(replace(m, printed=False) for m in STUDY.methods)), POSE)
    for record in csv.DictReader(io.StringIO(tables.classes(sums))):
        assert (record["printed_traces"], record["printed_methods"], record["differs_by_a_tenth"]) == ("", "0", "")
    assert tables.read_methods(tables.methods(sums)) == sums.rows
    assert document(sums, {})["ratios"] is None


def test_an_empty_study_has_headings_only() -> None:
    sums = add_up(EMPTY, ())
    assert tables.methods(sums).startswith("method,printed,heap,outcome,")
    assert tables.methods(sums).count("\n") == tables.classes(sums).count("\n") == 1
    assert tables.read_methods(tables.methods(sums)) == ()


def test_the_document_is_json_with_every_number() -> None:
    stored = json.loads(json.dumps(document(add_up(STUDY, (*POSE, *LAZY)), {"workers": "2"})))
    assert stored["schema"] == 1
    assert stored["study"]["bounds"]["max_iterations"] == 150
    assert stored["settings"] == {"workers": "2"}
    assert stored["models"][0]["kept"]["traces"] == 15
    assert stored["models"][0]["printed"]["traces"] == 14
    assert stored["classes"][0]["all"]["solver"]["tokens"] == 10**30 + 120
    assert stored["ratios"]["both_ended"] == {"methods": 1, "pose": 4, "lazy": 40, "value": 10.0}
    assert stored["laws"] == {"hold": True, "broken": []}
    assert len(stored["methods"]) == 9


def test_all_files_are_written_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    written = output.write(STUDY, POSE, folder, {})
    assert sorted(each.name for each in folder.iterdir()) == sorted(FILES)
    assert "2 of 5 methods" in written.report
    assert not written.failed
    assert output.write(STUDY, iter(POSE), folder, {}) == written


def test_a_file_that_cannot_be_written_is_left_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "methods.csv").write_text("before")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "disk full", "a temporary name")

    monkeypatch.setattr("os.replace", fail)
    written = output.write(STUDY, POSE, tmp_path, {})
    assert {str(error.filename) for error in written.failed} == {str(tmp_path / name) for name in FILES}
    assert {error.strerror for error in written.failed} == {"disk full"}
    assert [each.name for each in tmp_path.iterdir()] == ["methods.csv"]
    assert (tmp_path / "methods.csv").read_text() == "before"


def test_a_file_that_cannot_be_written_keeps_neither_the_report_nor_the_others(tmp_path: Path) -> None:
    """2026-11-15: one file that could not be written prevented the report and the files after it."""
    (tmp_path / "methods.csv").mkdir()
    (tmp_path / "methods.csv" / "in the way").touch()
    written = output.write(STUDY, POSE, tmp_path, {})
    assert [error.filename for error in written.failed] == [str(tmp_path / "methods.csv")]
    assert "2 of 5 methods" in written.report
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(FILES)
    assert json.loads((tmp_path / "study.json").read_text())["heaps"] == ["pose"]


def test_a_part_of_a_study_has_no_printed_numbers_beside_it() -> None:
    """2026-11-15: all methods of the paper were expected when only some of its classes were run."""
    none = json.loads(json.dumps(document(add_up(STUDY, [row(GET, traces=4)]), {})))
    one = json.loads(json.dumps(document(add_up(STUDY, [row(GET, traces=4), row(ADD, traces=4)]), {})))
    [part], [model] = none["models"], one["models"]
    assert (part["printed"], part["compared_classes"], part["differs_by_a_tenth"]) == (None, 0, None)
    assert [each["printed"] for each in none["classes"]] == [None]
    assert (none["classes"][0]["methods"], none["classes"][0]["all"]["methods"]) == (2, 1)
    assert (model["printed"]["traces"], model["kept"]["traces"], model["printed_methods"]) == (4, 4, 1)
    assert (model["compared_classes"], one["study"]["printed_classes"], model["not_run"]) == (1, 2, 3)
    assert model["printed"]["below_one"] == {"query_seconds": 1}
    records = list(csv.DictReader(io.StringIO(tables.classes(add_up(STUDY, [row(GET)])))))
    assert [(each["printed_traces"], each["differs_by_a_tenth"]) for each in records] == [("", "")]
