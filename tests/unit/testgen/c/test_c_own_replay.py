"""Counterexamples on the user's own files, compiled as they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from c_replay_subject import failing, needs_compiler

from symheap.lang.c.client.most_general import clients
from symheap.lang.c.entry import load_library
from symheap.lang.c.options import COptions
from symheap.memory.execution.oracle import Script
from symheap.memory.execution.replays import ASAN, INTERPRETER, REPRODUCER, Replays
from symheap.memory.ir import DataModel
from symheap.testgen.c.replay import ReplaySettings, replay

ALL = (INTERPRETER, ASAN, REPRODUCER)


def replayed(folder: Path, *texts: str, script: Script, options: COptions | None = None) -> Replays:
    """Replay a script on the first client of these files."""
    needs_compiler()
    options = options or COptions()
    files = [folder / f"file{number}.c" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    library = load_library(files, options)
    program = clients(library)[0].program
    answers, failure = failing(program, script)
    return replay(library, program, answers, failure, ReplaySettings(sources=tuple(files), options=options))


def values(*given: int) -> Script:
    return Script(values=given)


SHOWN = {
    "an answer": ("int nondet(void); int main(void) { int *p = 0; if (nondet() == 7) *p = 1; return 0; }", values(7)),
    "answers in their order": (
        "int nondet(void); int main(void) { int a = nondet(), b = nondet(), *p = 0; if (a < b) *p = 1; return 0; }",
        values(3, 4),
    ),
    "a floating-point answer": (
        "double symheap_nondet_double(void);\n"
        "int main(void) { int *p = 0; if (symheap_nondet_double() == 2.5) *p = 1; return 0; }",
        values(0x4004000000000000),
    ),
    "a library function": (
        "#include <stdlib.h>\nint main(void) { int a[2]; return a[rand() % 3] = 1; }",
        values(5),
    ),
    "a double free": ("#include <stdlib.h>\nint main(void) { char *p = malloc(1); free(p); free(p); }", Script()),
    "a failed assertion": ("#include <assert.h>\nint main(void) { int x = 1; assert(x == 2); return 0; }", Script()),
    "two lines": ("int main(void) { int *p = 0;\n  return 1 +\n    *p; }", Script()),
}


@pytest.mark.parametrize("name", SHOWN)
def test_the_users_own_file_shows_the_error(name: str, tmp_path: Path) -> None:
    text, script = SHOWN[name]
    assert replayed(tmp_path, text, script=script).confirmed == ALL


def test_an_allocation_fails_where_the_script_says_so(tmp_path: Path) -> None:
    text = """#include <stdlib.h>
int main(void) { char *p = malloc(1), *q = malloc(1); free(p); *q = 1; free(q); return 0; }"""
    script = Script(failures=(False, True))
    done = replayed(tmp_path, text, script=script, options=COptions(malloc_may_fail=True))
    assert done.confirmed == ALL


def test_memory_holds_what_the_script_says(tmp_path: Path) -> None:
    text = """#include <stdlib.h>
int main(void) { int *p = malloc(4), *q = 0; if (*p == 0x01020304) *q = 1; free(p); return 0; }"""
    done = replayed(tmp_path, text, script=Script(contents=bytes((4, 3, 2, 1))))
    assert done.confirmed == ALL


def test_a_function_is_called_with_the_inputs_of_its_client(tmp_path: Path) -> None:
    text = "static int value(int *p) { return *p; }\nint twice(int n, int *p) { return n == 3 ? value(p + 1) : 0; }"
    assert replayed(tmp_path, text, script=values(3)).confirmed == ALL


def test_several_files_are_linked(tmp_path: Path) -> None:
    first = "int other(int); int nondet(void); int main(void) { return other(nondet()); }"
    second = "int other(int n) { int *p = 0; return n == 5 ? *p : 0; }"
    assert replayed(tmp_path, first, second, script=values(5)).confirmed == ALL


def test_what_cannot_be_given_is_said(tmp_path: Path) -> None:
    text = "int main(void) { int n; int *p = 0; if (n == 123456) *p = 1; return 0; }"
    done = replayed(tmp_path, text, script=values(123456))
    assert done.confirmed == (INTERPRETER, REPRODUCER)
    assert "it was not given a variable without a value at line 1" in done.reasons[ASAN]
    assert not done.is_refuted


def test_a_program_that_ends_clean_refutes(tmp_path: Path) -> None:
    """The file changes before it is compiled, which simulates a mistake in how symheap reads C."""
    needs_compiler()
    file = tmp_path / "x.c"
    file.write_text("int main(void) { int *p = 0; return *p; }")
    library = load_library([file], COptions())
    answers, failure = failing(library.program, Script())
    file.write_text("int main(void) { int x = 0, *p = &x; return *p; }")
    done = replay(library, library.program, answers, failure, ReplaySettings(sources=(file,)))
    assert done.is_refuted
    assert done.confirmed == ()


def test_a_file_that_gcc_refuses_is_said(tmp_path: Path) -> None:
    needs_compiler()
    file = tmp_path / "x.c"
    file.write_text("int main(void) { int *p = 0; return *p; }")
    library = load_library([file], COptions())
    answers, failure = failing(library.program, Script())
    file.write_text("no C at all")
    done = replay(library, library.program, answers, failure, ReplaySettings(sources=(file,)))
    assert done.confirmed == (INTERPRETER, REPRODUCER)
    assert done.reasons[ASAN].startswith("the user's files do not compile: ")


def test_a_build_with_other_sizes_refutes_nothing(tmp_path: Path) -> None:
    """An address is as long as an int if pointers have 4 bytes; a machine may only support 8."""
    text = "int v; int main(void) { int x = (int)&v, *p = 0; if (x == (long)&v) *p = 1; return 0; }"
    done = replayed(tmp_path, text, script=Script(), options=COptions(model=DataModel.ILP32))
    assert not done.is_refuted
    assert INTERPRETER in done.confirmed
