"""Find heaps that take a path in the concrete interpreter, as inputs for a test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symheap.core.outcome import Cut, ErrorKind, Returned, Threw, Unsupported
from symheap.core.terms import Term
from symheap.core.walk import symbols
from symheap.engine.state import Trace
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.inputs.stubs import answers
from symheap.lang.java.natives.asked import is_consulted, kind_of_answer
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.decisions import path_key
from symheap.objects.interpreter import ConcreteRun
from symheap.objects.interpreter import run as run_concretely
from symheap.report.draw.ascii import draw_concrete
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.text import ending
from symheap.report.java.notation import JavaNotation
from symheap.testgen.access import Access
from symheap.testgen.cases import Candidate, NoTest, Why
from symheap.testgen.inputs.minimal import SHORT, IsChar, MinimalBudget, smallest
from symheap.testgen.inputs.reachable import Reachable
from symheap.testgen.inputs.settling import inputs_with_classes, settled
from symheap.testgen.inputs.telling import tell_fields, tell_inputs, with_letters

CALLS = 600
STEPS = 2_000_000
"""Bounds of a concrete run; a longer run is not a unit test."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Heaps that take a path.

    `told` has more informative values than defaults.  `reached` is a state that the program itself reaches in a few
    calls. `least` has only what the path requires, except for the values of parameters.  `is_remote`: a search for
    calls found none whose result can start the path.
    """

    least: Candidate
    told: Candidate | None = None
    reached: Candidate | None = None
    is_remote: bool = False

    def best_first(self) -> tuple[Candidate, ...]:
        return tuple(each for each in (self.told, self.reached, self.least) if each is not None)


def candidates(
    path: Path, access: Access, reachable: Reachable, budget: MinimalBudget | None = None
) -> Candidates | NoTest:
    """Return the possible inputs for a test of a path, or why there is none."""
    java = path.run.loaded.java
    assert java is not None
    gap = _gap(path, java)
    if gap is not None:
        return gap
    is_char = _is_char(path.run, java)
    search = smallest(path.run.exploration, path.trace, budget, is_char=is_char)
    if search is None:
        return NoTest(path.id, Why.TOO_LARGE, f"every input has an array of more than {SHORT[-1]} elements")
    tell_inputs(search, path.trace)
    least = _candidate(path, java, search.witness())
    tell_fields(search, path.trace, access)
    told = _candidate(path, java, search.witness())
    if isinstance(least, NoTest):
        return least
    if isinstance(told, NoTest):
        return told
    reached = _reached(path, java, reachable, is_char)
    classes = [name for _, name in inputs_with_classes(path.run.exploration, path.trace)]
    is_remote = reached is None and any(map(reachable.of, classes))
    return Candidates(least, told if told.witness != least.witness else None, reached, is_remote)


def _reached(path: Path, java: JavaProgram, reachable: Reachable, is_char: IsChar) -> Candidate | None:
    """Return a candidate with inputs that a few calls produce.

    It may fail, because the path does not describe them fully.
    """
    trace = settled(path.run.exploration, path.trace, reachable)
    search = None if trace is None else smallest(path.run.exploration, trace, is_char=is_char)
    if trace is None or search is None:
        return None
    tell_inputs(search, trace)
    candidate = _candidate(path, java, search.witness())
    return candidate if isinstance(candidate, Candidate) else None


def takes(actual: ConcreteRun, trace: Trace[Any]) -> bool:
    return path_key(actual.decisions, actual.end) == trace.key


def _candidate(path: Path, java: JavaProgram, witness: ConcreteHeap) -> Candidate | NoTest:
    """Return a candidate.  Letters are put into unread characters for the reader, unless that changes the path."""
    for heap in (with_letters(witness), witness):
        run = run_concretely(java.program, heap, max_calls=CALLS, max_steps=STEPS)
        if takes(run, path.trace):
            return Candidate(java, path.id, path.trace, heap, run)
    if isinstance(run.end, Cut):
        return NoTest(path.id, Why.TOO_LARGE, f"a run of the input takes more than {STEPS} steps or {CALLS} calls")
    detail = "the input found for this path takes another one in the concrete interpreter; that is an error of symheap"
    return NoTest(path.id, Why.MISMATCH, detail, reproduction(path, witness, run))


def _gap(path: Path, java: JavaProgram) -> NoTest | None:
    """Return why no input is searched for; None if one is."""
    trace, end = path.trace, path.trace.end
    if not trace.confirmed:
        return NoTest(path.id, Why.UNKNOWN, "no solver could say whether any input takes this path")
    if isinstance(end, Cut | Unsupported):
        return NoTest(path.id, Why.CUT if isinstance(end, Cut) else Why.UNSUPPORTED, ending(path)[0])
    if _fails_to_initialize(trace):
        return NoTest(path.id, Why.INITIALIZER, "an initialiser of a class fails on this path: that happens once a JVM")
    past = [str(each) for each in trace.decisions if each.kind == "class"]
    if past:
        return NoTest(path.id, Why.INITIALIZER, f"{past[0].replace('$', '.')}: that is so once a JVM")
    foreign = _foreign(path, java)
    return None if not foreign else NoTest(path.id, Why.ENVIRONMENT, f"it depends on {', '.join(foreign)}")


def _fails_to_initialize(trace: Trace[Any]) -> bool:
    failed = ErrorKind.INITIALIZER
    if isinstance(trace.end, Threw) and trace.end.error is failed:
        return True
    return any(each.kind == "error" and each.choice == failed.value for each in trace.decisions)


def _foreign(path: Path, java: JavaProgram) -> list[str]:
    """Return the values that the path read besides its inputs and the answers of stubs.

    Environment values that the path does not depend on, such as a time that it only returns, are left out: assertions
    about them are checked against another machine.
    """
    known = answers(java.table.world, java.table.universe)
    more = path.trace.inputs[len(java.program.inputs) :]
    names = [cell.name for cell in more if isinstance(cell, Term)]
    conditions = path.trace.path.conjuncts(facts=False) if names else ()
    used = {symbol.name for term in conditions for symbol in symbols(term)}
    spare = {name for name in names if kind_of_answer(name) and not is_consulted(name) and name not in used}
    return [name for name in names if name.rpartition("#")[0] not in known and name not in spare]


def _is_char(run: Explored, java: JavaProgram) -> IsChar:
    notation = run.notation
    assert isinstance(notation, JavaNotation)

    def is_char(at: Term) -> bool:
        step = at.origin.step
        if at.origin.parent is None or not isinstance(step, str):
            return notation.root(at.name) == "C"
        return any(notation.field(field.owner, field.name) == "C" for field in java.table.declaring(step))

    return is_char


def reproduction(path: Path, witness: ConcreteHeap, run: ConcreteRun) -> str:
    """Return all data to reproduce a mismatch: the target, the path, its input, and both sequences of decisions."""
    end = run.end.value if isinstance(run.end, Returned) else run.end
    return "\n".join(
        (
            f"target: {path.run.target}",
            f"path {path.id}: {' '.join(path.trace.key)}",
            "input:",
            draw_concrete(witness, types=path.run.input_types(), notation=path.run.notation),
            f"concrete run: {' '.join(path_key(run.decisions, run.end))} ({end})",
        )
    )
