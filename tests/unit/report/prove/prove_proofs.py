"""Small C programs, analysed."""

from __future__ import annotations

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.report.prove.proof import ProofReport, ProofRequest, Subject
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.transition import System
from symheap.solver.chain import default_chain

HEAD = """
void *malloc(unsigned long);
void free(void *);
void reach_error(void); int symheap_nondet_int(void);
struct node { int value; struct node *next; };
"""
CREATE = """
  struct node *list = 0;
  while (symheap_nondet_int()) {
    struct node *fresh = malloc(sizeof(struct node));
    fresh->next = list;
    list = fresh;
  }
"""
SAFE = (
    HEAD + "int main(void) {" + CREATE + "while (list) { struct node *gone = list; list = list->next; free(gone); } }"
)
LEAKING = HEAD + "int main(void) {" + CREATE + "return 0; }"
BROKEN = HEAD + "int main(void) {" + CREATE + "while (list) { free(list); list = list->next; } }"


def logic() -> Logic:
    return Logic(default_chain(timeout_ms=2000)[0])


def system_of(text: str, *, seconds: float | None = None) -> System:
    return analysed(text, seconds=seconds)[1]


def analysed(text: str, *, seconds: float | None = None) -> tuple[Subject, System]:
    program = load_text(text, "x.c", COptions())
    decides = logic()
    abstraction = Abstraction(decides, program.model.pointer)
    return Subject(program), Analysis(program, decides, abstraction, AnalysisLimits(seconds=seconds)).run()


def proof_of(
    text: str, aim: str = "memsafety", *, seconds: float | None = None, patterns: str = "discover"
) -> ProofReport:
    subject, system = analysed(text, seconds=seconds)
    return ProofReport.of(
        ProofRequest(("x.c",), aim, patterns=patterns, timeout=seconds), subject, system, 0.25, queries=3
    )
