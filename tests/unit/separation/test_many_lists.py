"""Several lists at once do not multiply the states: lengths are joined list by list."""

from __future__ import annotations

from itertools import pairwise

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.analysis import Analysis
from symheap.separation.proof.verdict import Leak, Word, judged
from symheap.solver.chain import default_chain

HEAD = """
typedef unsigned long size_t;
void *malloc(size_t size);
void free(void *address);
int symheap_nondet_int(void);
struct node { int data; struct node *next; };
"""


def program(lists: int) -> str:
    """Return a program that puts nodes into any of its lists, and then frees them all."""
    names = [f"list{number}" for number in range(lists)]
    declared = "".join(f"struct node *{name} = 0;" for name in names)
    put = "".join(
        f"if (which == {number}) {{ n->next = {name}; {name} = n; }} else " for number, name in enumerate(names)
    )
    freed = "".join(f"while ({name}) {{ struct node *n = {name}; {name} = n->next; free(n); }}" for name in names)
    built = f"struct node *n = malloc(sizeof *n); int which = symheap_nondet_int(); {put} free(n);"
    return f"{HEAD} int main(void) {{ {declared} while (symheap_nondet_int()) {{ {built} }} {freed} return 0; }}"


def states(lists: int) -> int:
    """Return the number of states in the proof."""
    logic = Logic(default_chain()[0])
    loaded = load_text(program(lists), "lists.c", COptions())
    system = Analysis(loaded, logic, Abstraction(logic, loaded.model.pointer)).run()
    verdict = judged(system)
    assert (verdict.word, verdict.leak) == (Word.SAFE, Leak.NONE)
    return len(system.vertices)


def test_states_grow_slowly_with_the_number_of_lists() -> None:
    counts = [states(lists) for lists in range(1, 7)]
    assert all(after < 3 * before for before, after in pairwise(counts))
    assert counts[-1] < 300
