"""2026-11-18: a proof stopped where a short was in the place of the link of a list."""

from __future__ import annotations

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.verdict import Word, judged
from symheap.solver.chain import default_chain

SHORT_IN_PLACE_OF_A_LINK = """
void *malloc(unsigned long); void free(void *); int nondet(void);
union slot { short number; union slot *next_free; };
static union slot *pool;
static void put(union slot *s) { if (!s->number) s->next_free = pool; pool = s; }
static union slot *get(void) {
  union slot *s = pool;
  if (!s) return malloc(sizeof *s);
  pool = s->next_free;
  return s;
}
int main(void) {
  union slot *a = get(), *b = get();
  a->number = nondet(); b->number = nondet();
  put(a); put(b);
  while (pool) free(get());
  return 0;
}
"""


def test_a_short_in_the_place_of_a_link_is_no_link() -> None:
    program = load_text(SHORT_IN_PLACE_OF_A_LINK, "links.c", COptions())
    solver, _ = default_chain()
    logic = Logic(solver)
    system = Analysis(program, logic, Abstraction(logic, program.model.pointer), AnalysisLimits(seconds=60)).run()
    assert judged(system).word is not Word.SAFE
