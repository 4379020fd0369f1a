"""Items that a test of the program distinguishes stay separate, and outcomes of tests are kept."""

from __future__ import annotations

import time

from symheap.core.terms import not_
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Settings
from symheap.separation.abstraction.field_tests import field_tests
from symheap.separation.heaps.formula import variable
from symheap.separation.proof.verdict import Leak, Word

HEAD = """void *malloc(unsigned long); void free(void *); int nondet(void);
struct node { int mark; struct node *next; };
"""
MADE = """
  struct node *list = malloc(sizeof *list), *p;
  list->mark = 1;
  list->next = 0;
  while (nondet()) { p = malloc(sizeof *p); p->mark = %s; p->next = list; list = p; }
"""
WALK = """
  for (p = list; p->mark == 0; p = p->next) {}
  while (list) { p = list->next; free(list); list = p; }
  return 0; }
"""


def decided(text: str) -> tuple[Word, Leak, bool]:
    program = load_text(HEAD + "int main(void) {" + text, "x.c", COptions())
    decision = decide(program, Settings(seconds=30.0), tools=Tools(clock=time.process_time))
    return decision.word, decision.leak, decision.precision.apart


def test_a_mark_at_the_end_is_kept() -> None:
    assert decided(MADE % "0" + WALK) == (Word.SAFE, Leak.NONE, True)


def test_without_the_mark_the_walk_is_an_error() -> None:
    assert decided(MADE.replace("list->mark = 1", "list->mark = 0") % "0" + WALK)[0] is Word.UNSAFE


def test_what_needs_no_tests_is_proved_without() -> None:
    assert decided(MADE % "0" + "while (list) { p = list->next; free(list); list = p; } return 0; }") == (
        Word.SAFE,
        Leak.NONE,
        False,
    )


def test_tests_are_comparisons_of_one_field() -> None:
    body = "int f(struct node *p, int k) { int m = p->mark; if (p->next) k++; return m > 3 && p->mark == k; }"
    program = load_text(HEAD + body + "int main(void) { struct node n = {1, 0}; return f(&n, 1); }", "x.c", COptions())
    result = field_tests(program)
    (test,) = result[0, 4]
    assert [test.of(value) for value in (3, 4)] == [False, True]
    symbol = variable(0, 4)
    assert test.of(symbol) is not not_(test.of(symbol))
    (linked,) = result[8, 8]
    assert [linked.of(value) for value in (0, 8)] == [False, True]


EQUAL = """
  int wanted = nondet(); struct node *list = 0, *p;
  while (nondet()) { p = malloc(sizeof *p); p->mark = %s; p->next = list; list = p; }
  while (list) { p = list->next; if (list->mark != wanted) *(int *)0 = 1; free(list); list = p; }
  return 0; }
"""


def test_a_number_that_all_items_have_in_common_is_kept() -> None:
    assert decided(EQUAL % "wanted") == (Word.SAFE, Leak.NONE, True)
    assert decided(EQUAL % "wanted + (nondet() == 7)")[0] is Word.UNSAFE
