"""`symheap entail`: answers on small problems, and what is written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from cli_runner import ROOT, symheap
from jsonschema import Draft202012Validator

PROBLEMS = ROOT / "tests" / "programs" / "entailments"
FILES = sorted(PROBLEMS.glob("*.smt2"))
STATUS = {"valid": 0, "unsatisfiable": 0, "invalid": 1, "satisfiable": 1, "error": 2}


def expected(file: Path) -> str:
    """Return the verdict on top of a problem."""
    return file.read_text(encoding="utf-8").splitlines()[0].removeprefix("; ")


def document(*arguments: str | Path) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(symheap("entail", *arguments, "--format", "json").out)
    schema = json.loads(symheap("schema", "entail").out)
    assert list(Draft202012Validator(schema).iter_errors(written)) == []
    return written


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_problem_has_its_verdict_and_status(file: Path) -> None:
    word = expected(file)
    result = symheap("entail", file, "-q")
    assert result.status == STATUS[word]
    assert result.out == ("" if word == "error" else f"{file}: {word}\n")


def test_a_refutation_is_shown_as_a_heap() -> None:
    result = symheap("entail", PROBLEMS / "open_end.smt2")
    first, head, variables, *cells = result.out.splitlines()
    assert first.endswith("open_end.smt2: invalid")
    assert head == "  this heap satisfies the left side and not the right side:"
    values = dict(re.findall(r"(\w+) = (\w+)", variables))
    assert values.keys() == {"x", "y", "z"}
    links = dict(re.findall(r"(\w+) ↦ cell\(next: (\w+)\)", "\n".join(cells)))
    assert values["z"] in links, "the end of the list on the right is one of its nodes"


def test_what_is_not_supported_is_one_line_with_its_place() -> None:
    result = symheap("entail", PROBLEMS / "tree.smt2")
    assert result.err.splitlines() == [
        f"{PROBLEMS / 'tree.smt2'}:8:17: error: the predicate tree is not supported: it does not call itself exactly "
        "once, as a list does"
    ]


def test_a_folder_is_answered_file_by_file() -> None:
    result = symheap("entail", PROBLEMS, "-q")
    assert result.status == STATUS["error"]
    *lines, total = result.out.splitlines()
    assert lines == [f"{file}: {expected(file)}" for file in FILES if expected(file) != "error"]
    assert re.fullmatch(rf"{len(FILES)} problems: .*1 unsatisfiable.*1 error \(.* s\)", total)


def test_json_has_every_answer_and_the_heaps() -> None:
    written = document(PROBLEMS)
    assert [each["verdict"] for each in written["problems"]] == [expected(file) for file in FILES]
    for each in written["problems"]:
        assert (each["heap"] is not None) == (each["verdict"] in ("invalid", "satisfiable"))
    assert sum(written["counts"].values()) == len(FILES)
    ring = next(each["heap"] for each in written["problems"] if each["file"].endswith("ring.smt2"))
    links = {cell["location"]: cell["fields"]["next"] for cell in ring["cells"]}
    assert ring["variables"]["x"] in links
    assert set(links.values()) == set(links)


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    missing = symheap("entail", tmp_path / "none.smt2")
    assert (missing.status, missing.out) == (2, "")
    assert "none.smt2" in missing.err
    empty = symheap("entail", tmp_path)
    assert empty.status == 2
    assert "ends in .smt2" in empty.err
    (tmp_path / "bytes.smt2").write_bytes(b"\xff\xfe(")
    result = symheap("entail", tmp_path / "bytes.smt2")
    assert (result.status, len(result.err.splitlines())) == (2, 1)


def test_the_output_does_not_replace_a_problem(tmp_path: Path) -> None:
    file = tmp_path / "problem.smt2"
    file.write_text((PROBLEMS / "ring.smt2").read_text(encoding="utf-8"), encoding="utf-8")
    before = file.read_bytes()
    assert symheap("entail", file, "-o", file).status == 2
    assert file.read_bytes() == before


def test_time_that_is_over_is_unknown(tmp_path: Path) -> None:
    file = tmp_path / "long.smt2"
    head = (PROBLEMS / "append.smt2").read_text(encoding="utf-8").split("(declare-const")[0]
    declared = " ".join(f"(declare-const x{number} Node)" for number in range(301))
    lists = " ".join(f"(list x{number} x{number + 1})" for number in range(300))
    file.write_text(f"{head} {declared} (assert (sep {lists})) (assert (not (list x0 x300)))", encoding="utf-8")
    result = symheap("entail", file, "--timeout", "0.001", "-q")
    assert (result.status, result.out) == (3, f"{file}: unknown: out of time (--timeout)\n")
