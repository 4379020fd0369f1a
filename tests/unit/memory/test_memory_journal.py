"""Journals: the command and the object of each answer of an oracle."""

from __future__ import annotations

import pytest

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.journal import Journal, Word, journal
from symheap.memory.execution.oracle import RandomOracle, Script, ScriptedOracle
from symheap.memory.ir import Program

DECLARED = "void *malloc(unsigned long); void *realloc(void *, unsigned long); void free(void *); int nondet(void);"
PLACE = 1 << 16


def program(text: str) -> Program:
    return load_text(f"{DECLARED}\n{text}", "journal.c", COptions())


def written(text: str, script: Script) -> Journal:
    return journal(program(text), ScriptedOracle(script))


@pytest.mark.parametrize("seed", range(20))
def test_the_outcome_is_that_of_the_run(seed: int) -> None:
    text = """struct n { int d; struct n *next; };
int main(void) { struct n *l = 0, *x; int a[3];
  while (nondet()) { x = malloc(sizeof *x); x->next = l; l = x; if (x->d == a[1]) free(x); }
  for (; l; l = l->next) if (l->d == nondet()) free(l);
  return a[nondet()]; }"""
    subject = program(text)
    assert str(journal(subject, RandomOracle(seed)).outcome) == str(run(subject, RandomOracle(seed)))


def test_a_value_belongs_to_the_command_that_asked() -> None:
    book = written(
        "int f(void) { return nondet(); }\nint main(void) { int x = f(); return x + nondet(); }", Script((3, 4))
    )
    assert [(each.function, each.command.position.line, each.word.bits) for each in book.answers] == [
        ("f", 2, 3),
        ("main", 3, 4),
    ]


def test_bytes_belong_to_the_object_that_held_them() -> None:
    text = "int main(void) { int a[2], b[2]; return b[1] + a[0]; }"
    book = written(text, Script(contents=b"\1\0\0\0\2\0\0\0"))
    assert {made.name: made.fresh.data for made in book.objects} == {"a": b"\2\0\0\0", "b": b"\0\0\0\0\1\0\0\0"}


def test_bytes_that_are_set_before_they_are_read_are_nobodys() -> None:
    book = written("int main(void) { int *p = malloc(8); p[0] = 7; return p[0]; }", Script(contents=b"\1\1\1\1"))
    assert not book.objects[0].fresh


def test_an_address_is_known_as_one() -> None:
    text = "int main(void) { long *p = malloc(8), **q = malloc(8), *r; return *q == p && r == p; }"
    script = Script(values=(PLACE,), contents=PLACE.to_bytes(8, "little"), places=(PLACE, 2 * PLACE))
    book = written(text, script)
    assert book.objects[1].fresh.words == {0: Word(PLACE, 0, 0)}
    assert book.answers[0].word == Word(PLACE, 0, 0)


def test_what_realloc_copies_was_the_old_objects() -> None:
    text = "int main(void) { int *p = malloc(4); p = realloc(p, 8); return p[0] + p[1]; }"
    book = written(text, Script(contents=b"\1\0\0\0\2\0\0\0"))
    assert [made.fresh.data for made in book.objects] == [b"\1\0\0\0", b"\0\0\0\0\2\0\0\0"]


def test_what_is_made_anything_again_belongs_to_that_command() -> None:
    text = """void symheap_havoc(void *, unsigned long);
int main(void) { int x = 1; symheap_havoc(&x, 4); return x; }"""
    book = written(text, Script(contents=b"\5\0\0\0"))
    assert [each.fresh.data for each in book.havocs] == [b"\5\0\0\0"]


def test_an_allocation_that_fails_gives_no_object() -> None:
    subject = load_text(
        f"{DECLARED}\nint main(void) {{ return malloc(4) == malloc(4); }}", "f.c", COptions(malloc_may_fail=True)
    )
    book = journal(subject, ScriptedOracle(Script(failures=(True, False))))
    assert [each.thing for each in book.allocations] == [None, 0]
