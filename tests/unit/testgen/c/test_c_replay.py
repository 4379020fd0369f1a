"""Counterexamples of C programs, replayed under AddressSanitizer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from c_replay_subject import failing, library, needs_compiler

from symheap.lang.c.client.most_general import clients
from symheap.lang.c.entry import load_library
from symheap.lang.c.options import COptions
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import RandomOracle, RecordingOracle, Script
from symheap.memory.execution.replays import ASAN, INTERPRETER, REPRODUCER, Replays
from symheap.memory.ir import DataModel, Program
from symheap.memory.outcome import Failed
from symheap.testgen.c import compile as compilers
from symheap.testgen.c.replay import NARROW, PLACED, ReplaySettings, replay

BOTH = (INTERPRETER, REPRODUCER)


def replayed(text: str, script: Script, kind: MemoryErrorKind, line: int) -> Replays:
    needs_compiler()
    result = library(text)
    answers, failure = failing(result.program, script)
    assert (failure.kind, failure.position.line) == (kind, line)
    return replay(result, result.program, answers, failure)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (MemoryErrorKind.NULL, "int *p = 0; return *p;"),
        (MemoryErrorKind.NULL, "struct { int a; int b[9]; } *p = 0; return p->b[2];"),
        (MemoryErrorKind.DANGLING, "int *p = malloc(4); free(p); return *p;"),
        (MemoryErrorKind.SCOPE, "int *p; { int x = 1; p = &x; } return *p;"),
        (MemoryErrorKind.BOUNDS, "int *p = malloc(4); return p[1];"),
        (MemoryErrorKind.BOUNDS, "int a[3]; int n = 3; return a[n];"),
        (MemoryErrorKind.BOUNDS, "char *p = malloc(0); return *p;"),
        (MemoryErrorKind.BOUNDS, "int *p = calloc(2, 4); p = realloc(p, 4); return p[1];"),
        (MemoryErrorKind.DOUBLE_FREE, "int *p = malloc(4); free(p); free(p); return 0;"),
        (MemoryErrorKind.INVALID_FREE, "int x = 0; free(&x); return 0;"),
        (MemoryErrorKind.INVALID_FREE, "char *p = malloc(4); free(p + 1); return 0;"),
        (MemoryErrorKind.READ_ONLY, 'char *p = "abc"; *p = 1; return 0;'),
        (MemoryErrorKind.ASSERTION, "symheap_assert(1 > 2); return 0;"),
        (MemoryErrorKind.BAD_CALL, "void (*f)(void) = 0; f(); return 0;"),
    ],
)
def test_every_kind_of_error_is_confirmed(kind: MemoryErrorKind, body: str) -> None:
    assert replayed(f"int main(void) {{ {body} }}", Script(), kind, 2).confirmed == BOTH


def test_a_pointer_that_was_never_set_is_what_the_script_says() -> None:
    text = "int main(void) { int *p; return *p; }"
    assert replayed(text, Script(values=(0x41414141,)), MemoryErrorKind.INVALID, 2).confirmed == BOTH


def test_values_go_to_the_calls_that_asked_whatever_the_order_of_evaluation() -> None:
    text = """int f(int a, int b) { return a == 1 && b == 2; }
int main(void) { int *p = malloc(4); if (f(symheap_nondet_int(), symheap_nondet_int())) free(p); return *p; }"""
    assert replayed(text, Script(values=(2, 1)), MemoryErrorKind.DANGLING, 3).confirmed == BOTH


def test_fresh_memory_and_locals_hold_what_the_script_says() -> None:
    text = """struct s { int a; int *p; };
int main(void) {
  struct s local; struct s *q = malloc(sizeof *q);
  if (local.a == 7 && q->a == 8) return *q->p;
  return 0; }"""
    contents = (7).to_bytes(4, "little") + (8).to_bytes(4, "little") + bytes(8)
    assert replayed(text, Script(contents=contents), MemoryErrorKind.NULL, 5).confirmed == BOTH


def test_a_word_that_was_an_address_is_the_address_of_the_same_object() -> None:
    """The address is guessed: the compiled program has its objects elsewhere than the script."""
    text = """int main(void) {
  int *p = malloc(4), *q; if (q != p) return 0; free(p); return *q; }"""
    result = library(text)
    place = 1 << 16
    answers, failure = failing(result.program, Script(values=(place,), places=(place,)))
    assert failure.position.line == 3
    needs_compiler()
    assert replay(result, result.program, answers, failure).confirmed == BOTH


def test_each_entry_of_a_block_has_its_own_contents() -> None:
    text = """int main(void) {
  int *p = malloc(4);
  for (int i = 0; i < 3; i++) {
    if (symheap_nondet_int()) continue;
    int a[2];
    if (a[0] == 5) free(p);
  }
  return *p; }"""
    script = Script(values=(0, 1, 0), contents=(1).to_bytes(4, "little") + (5).to_bytes(4, "little"))
    assert replayed(text, script, MemoryErrorKind.DANGLING, 9).confirmed == BOTH


def test_locals_of_a_switch_hold_what_the_script_says() -> None:
    text = """int main(void) {
  int *p = malloc(4);
  for (int i = 0; i < 2; i++)
    switch (i) { case 0: ; int a[2]; if (a[0] == 1) free(p); break; default: a[0] = 3; }
  return *p; }"""
    script = Script(contents=(1).to_bytes(4, "little"))
    assert replayed(text, script, MemoryErrorKind.DANGLING, 6).confirmed == BOTH


def test_an_allocation_fails_where_the_script_says() -> None:
    needs_compiler()
    result = library("int main(void) { int *p = malloc(4); p = malloc(4); return *p; }", COptions(malloc_may_fail=True))
    answers, failure = failing(result.program, Script(failures=(False, True)))
    assert failure.kind is MemoryErrorKind.NULL
    assert replay(result, result.program, answers, failure).confirmed == BOTH


def test_an_error_that_needs_an_address_to_be_used_again_is_shown_in_the_arena() -> None:
    text = """int main(void) {
  int *p = malloc(4), *q = malloc(4);
  free(p); int *r = malloc(4);
  if (r == p) { free(q); return *q; }
  return 0; }"""
    result = replayed(text, Script(places=(1 << 16, 1 << 17, 1 << 16)), MemoryErrorKind.DANGLING, 5)
    assert result.confirmed == BOTH
    assert PLACED in result.notes


def test_a_statement_over_several_lines_is_one_place() -> None:
    text = """int main(void) {
  int total = 0; int *p = malloc(4);
  for (int i = 0;
       i < 3;
       i++)
    total +=
      1 +
        p[i];
  return total; }"""
    assert replayed(text, Script(contents=bytes(4)), MemoryErrorKind.BOUNDS, 9).confirmed == BOTH


def test_reads_that_nobody_uses_are_made() -> None:
    text = "int main(void) { int *p = malloc(4); free(p); (void)*p; return 0; }"
    assert replayed(text, Script(), MemoryErrorKind.DANGLING, 2).confirmed == BOTH


def test_an_error_in_a_library_function_is_at_the_call() -> None:
    text = """size_t strlen(const char *); int main(void) {
  char *p = malloc(2); p[0] = p[1] = 'x';
  return strlen(p); }"""
    result = library(text)
    answers, failure = failing(result.program, Script())
    assert failure.position.file != failure.stack[0].position.file
    needs_compiler()
    assert replay(result, result.program, answers, failure).confirmed == BOTH


def test_another_error_does_not_confirm() -> None:
    needs_compiler()
    result = library("int main(void) { int *p = malloc(4); free(p); return *p; }")
    answers, failure = failing(result.program, Script())
    wrong = replace(failure, kind=MemoryErrorKind.NULL)
    assert replay(result, result.program, answers, wrong).confirmed == ()


def test_a_script_that_leads_elsewhere_confirms_nothing() -> None:
    result = library("int main(void) { int *p = malloc(4); if (symheap_nondet_int()) free(p); return *p; }")
    _, failure = failing(result.program, Script(values=(1,)))
    assert replay(result, result.program, Script(), failure).reasons[ASAN] == "the script does not lead to the error"


def test_without_a_compiler_the_interpreter_confirms_alone() -> None:
    result = library("int main(void) { int *p = 0; return *p; }")
    answers, failure = failing(result.program, Script())
    replays = replay(result, result.program, answers, failure, ReplaySettings(compiler="no-such-compiler"))
    assert replays.confirmed == (INTERPRETER,)
    assert replays.reasons[REPRODUCER] == "there is no no-such-compiler"


def test_a_program_of_32_bits_is_built_for_64_where_nothing_else_links(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_compiler()
    monkeypatch.setattr(compilers, "_links", lambda command, width: width == "-m64")
    result = library("int main(void) { int *p = 0; return *p; }", COptions(model=DataModel.ILP32))
    answers, failure = failing(result.program, Script())
    replays = replay(result, result.program, answers, failure)
    assert replays.confirmed == BOTH
    assert replays.notes == (NARROW,)


def searched(program: Program, kind: MemoryErrorKind) -> tuple[Script, Failed]:
    for seed in range(500):
        oracle = RecordingOracle(RandomOracle(seed))
        outcome = run(program, oracle)
        if isinstance(outcome, Failed) and outcome.kind is kind:
            return oracle.script(), outcome
    raise AssertionError("no error was found")


def test_a_client_is_replayed() -> None:
    needs_compiler()
    result = library("struct n { int d; struct n *next; };\nint f(struct n *l) { return l->next->d; }")
    (client,) = clients(result)
    answers, failure = searched(client.program, MemoryErrorKind.NULL)
    assert replay(result, client.program, answers, failure).confirmed == BOTH


def test_a_main_with_arguments_and_a_library_function_as_a_pointer_are_replayed() -> None:
    needs_compiler()
    result = library("""static void (*drop)(void *) = free;
int main(int argc, char **argv) { char *p = malloc(2); if (argc > 2) { drop(p); } return *p; }""")
    answers, failure = searched(result.program, MemoryErrorKind.DANGLING)
    assert replay(result, result.program, answers, failure).confirmed == BOTH


def test_a_program_of_several_files_is_replayed(tmp_path: Path) -> None:
    needs_compiler()
    first, second = tmp_path / "first.c", tmp_path / "second.c"
    first.write_text(
        "typedef struct n n; extern n *list; void fill(int); int symheap_nondet_int(void);\n"
        "struct n { int d; };\nstatic int own(n *l) { return l->d; }\n"
        "int main(void) { fill(symheap_nondet_int()); return own(list); }\n",
        encoding="utf-8",
    )
    second.write_text(
        "struct n { int d; } *list; void *malloc(unsigned long);\n"
        "static void own(struct n **l) { *l = malloc(sizeof **l); }\nvoid fill(int n) { if (n) own(&list); }\n",
        encoding="utf-8",
    )
    result = load_library([first, second], COptions())
    answers, failure = failing(result.program, Script(values=(0,)))
    assert replay(result, result.program, answers, failure).confirmed == BOTH
