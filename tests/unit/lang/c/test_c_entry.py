"""Programs of several files, their entry, and preprocessing without a compiler."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.core.source import SourceError
from symheap.lang.c.entry import COptions, load
from symheap.memory.check import check
from symheap.memory.ir import DataModel, Program, Refuse
from symheap.memory.text import program_text


def files(folder: Path, **sources: str) -> list[Path]:
    paths = []
    for name, source in sources.items():
        path = folder / f"{name}.c"
        path.write_text(source)
        paths.append(path)
    return paths


def loaded(paths: list[Path], options: COptions | None = None) -> Program:
    program = load(paths, options or COptions())
    assert check(program) == []
    return program


def test_files_are_linked_by_name(tmp_path: Path) -> None:
    paths = files(
        tmp_path,
        a="extern int shared; static int own(void) { return 1; } int other(void);\n"
        "int main(void) { return shared + own() + other(); }",
        b="int shared = 5; static int own(void) { return 2; } int other(void) { return own(); }",
    )
    program = loaded(paths)
    assert set(program.functions) == {"main", "own@1", "other", "own@2"}
    assert not program.globals["shared"].extern


def test_a_function_of_two_files(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="f is defined twice"):
        load(files(tmp_path, a="int f(void) { return 1; }", b="int f(void) { return 2; }"), COptions())


def test_a_call_by_another_type_than_that_of_the_definition_is_refused(tmp_path: Path) -> None:
    paths = files(tmp_path, a="int g(int, int); int main(void) { return g(1, 2); }", b="int g(int a) { return a; }")
    (refusal,) = loaded(paths).functions["main"].blocks["entry"].commands[:1]
    assert isinstance(refusal, Refuse)
    assert refusal.reason == "call of g by another type than that of its definition"


def test_main_is_the_entry_and_what_it_does_not_reach_is_left_out(tmp_path: Path) -> None:
    paths = files(tmp_path, a="int g(void) { return 1; } int h(void) { return 2; } int main(void) { return g(); }")
    program = loaded(paths)
    assert program.entry == "main"
    assert set(program.functions) == {"g", "main"}


def test_without_main_every_exported_function_is_there(tmp_path: Path) -> None:
    paths = files(
        tmp_path, a="static int in(void) { return 1; } static int dead(void) { return 0; } int f(void) { return in(); }"
    )
    program = loaded(paths)
    assert program.entry == ""
    assert set(program.functions) == {"in", "f"}


def test_another_entry(tmp_path: Path) -> None:
    paths = files(tmp_path, a="static int f(int n) { return n; } int main(void) { return 0; }")
    program = loaded(paths, COptions(entry="f"))
    assert program.entry == "f"
    assert set(program.functions) == {"f"}


def test_definitions_and_folders_reach_the_preprocessor(tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "own.h").write_text("#define VALUE 7\n")
    paths = files(tmp_path, a="#include <own.h>\nint main(void) { return VALUE + EXTRA; }")
    for use_compiler in (True, False):
        options = COptions(include=(tmp_path / "include",), define=("EXTRA=3",), use_compiler=use_compiler)
        assert "return 10" in program_text(loaded(paths, options))


def test_headers_that_come_first(tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("#define VALUE 7\n")
    paths = files(tmp_path, a="int main(void)\n{ return VALUE; }")
    for use_compiler in (True, False):
        options = COptions(include=(tmp_path,), include_first=("own.h",), use_compiler=use_compiler)
        program = loaded(paths, options)
        assert "return 7" in program_text(program)
        assert str(program.functions["main"].position) == f"{paths[0]}:1:5"


LIST = """#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <stdbool.h>
#include <stdint.h>
#include <limits.h>
#include <ctype.h>
struct node { int data; struct node *next; };
int main(void)
{
    struct node *n = malloc(sizeof *n);
    assert(n != NULL);
    n->next = NULL;
    printf("%d\\n", INT_MAX);
    free(n);
    return 0;
}
"""


@pytest.mark.parametrize("model", list(DataModel))
def test_with_and_without_a_compiler_the_program_is_the_same(model: DataModel, tmp_path: Path) -> None:
    paths = files(tmp_path, a=LIST)
    with_compiler = loaded(paths, COptions(model=model))
    without = loaded(paths, COptions(model=model, use_compiler=False))
    assert program_text(with_compiler) == program_text(without)
    assert without.functions["main"].blocks["entry"].commands[0].position.line == 12


def test_the_header_for_programs_that_are_to_be_proved(tmp_path: Path) -> None:
    source = "#include <symheap.h>\nint main(void) { int n = symheap_nondet_int(); symheap_assume(n); return n; }"
    for use_compiler in (True, False):
        shown = program_text(loaded(files(tmp_path, a=source), COptions(use_compiler=use_compiler)))
        assert "n = anything\n    assume (n != 0)" in shown


def test_assertions_keep_their_text(tmp_path: Path) -> None:
    paths = files(tmp_path, a="#include <assert.h>\nint main(void) { int n = 1; assert(n /* one */ > 0); return 0; }")
    assert "assert (0 <s n) 'n > 0'" in program_text(loaded(paths))
    assert "assert" not in program_text(loaded(paths, COptions(define=("NDEBUG",))))
