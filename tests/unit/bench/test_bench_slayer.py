"""SLAyer's programs: the table, the suite's labels, and the meaning of answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.bench import slayer_report
from symheap.bench.slayer import (
    MAY_LEAK,
    SAFE,
    UNSAFE,
    Judged,
    ProgramJob,
    SuiteProgram,
    agrees,
    judge,
    own_programs,
    suite_programs,
    table1,
)
from symheap.lang.c.options import COptions


def test_the_table_is_the_papers() -> None:
    rows = table1()
    assert len(rows) == 24
    assert {row.before for row in rows} == {"PossUnsafe"}
    assert [row.after for row in rows].count("Unsafe") == 22
    objects = rows[-1]
    assert (objects.test, objects.after) == ("list_of_objects", "Safe")
    assert objects.extra_seconds == pytest.approx(6.205)


def test_rows_that_were_not_released_have_own_programs(tmp_path: Path) -> None:
    programs = own_programs(tmp_path)
    names = {row.test for row in table1()}
    assert len(programs) == 9
    assert {program.row for program in programs} <= names
    for program in programs:
        judged = judge(ProgramJob(program, 20.0, asan=False))
        said = program.file.read_text().partition("unsafe: ")[2]
        assert judged.word == "unsafe", program.name
        assert judged.replayed == ("interpreter",)
        assert said.startswith(judged.reason), program.name
        assert f"line {judged.line}." in said, program.name


def _suite(folder: Path) -> Path:
    (folder / "include").mkdir()
    (folder / "include" / "slayer.h").write_text("#include <stdlib.h>\nint nondet(void);\n")
    (folder / "include" / "slayer_intrinsics.h").write_text("")
    for name in ("test/sll", "test/csll", "test/kmdf", "aliases"):
        (folder / name).mkdir(parents=True)
    (folder / "test/sll/good.c").write_text('#include "SLAyer.h"\nint main(void) { free(malloc(4)); return 0; }\n')
    (folder / "test/sll/leaks.c").write_text("int main(void) { malloc(4); return 0; }\n")
    (folder / "test/sll/bad.c").write_text("int main(void) { int *p = malloc(4); free(p); return *p; }\n")
    labels = "sll/good.c: SAFE\nsll/leaks.c: SAFE, MAY LEAK\nsll/bad.c: POSSIBLY UNSAFE\nsll/gone.c: SAFE\n"
    (folder / "test/CORRECT.txt").write_text(labels)
    return folder


def test_a_suite_is_judged_against_its_labels(tmp_path: Path) -> None:
    suite = _suite(tmp_path)
    programs = suite_programs(suite, suite / "aliases")
    assert [(program.name, program.label) for program in programs] == [
        ("sll/good.c", SAFE),
        ("sll/leaks.c", MAY_LEAK),
        ("sll/bad.c", UNSAFE),
    ]
    results = [(program, judge(ProgramJob(program, 20.0, asan=False))) for program in programs]
    assert [agrees(*each) for each in results] == [True, True, True]
    text = slayer_report.text(results, 1.0)
    assert "of 1 unsafe, the interpreter confirms all" in text
    entries = slayer_report.document(results, 1.0)["programs"]
    assert isinstance(entries, list)
    assert len(entries) == 3


@pytest.mark.parametrize(
    ("label", "word", "leak", "said"),
    [
        (SAFE, "safe", "none", True),
        (SAFE, "safe", "lost", False),
        (SAFE, "unknown", "none", None),
        (SAFE, "unsafe", "none", False),
        (MAY_LEAK, "safe", "unreleased", True),
        (MAY_LEAK, "safe", "none", False),
        (UNSAFE, "unsafe", "unknown", True),
        (UNSAFE, "safe", "none", False),
        (UNSAFE, "unknown", "unknown", None),
    ],
)
def test_what_agrees(label: str, word: str, leak: str, said: bool | None) -> None:
    program = SuiteProgram("x.c", Path("x.c"), COptions(), label, label)
    assert agrees(program, Judged("x.c", word, "", leak, 0.0)) is said
