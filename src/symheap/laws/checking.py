"""Check the exactness theorem on one program, law by law."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from symheap.core.outcome import Answer, Cut, Unsupported
from symheap.core.terms import Value
from symheap.engine.bounds import Bounds
from symheap.heap.registry import MODELS, heap_model
from symheap.lang.target import Loaded
from symheap.laws.laws import LAWS, Enumeration, partition
from symheap.laws.subject import LawSubject, LawViolation, ModelTraces
from symheap.objects.decisions import PathKey
from symheap.report.explore.verdicts import LawVerdict
from symheap.report.words import counted
from symheap.solver.api import Query, Solver, Statistics
from symheap.solver.path import PathCondition

MACHINE = "machine"


@dataclass(frozen=True, slots=True)
class Sizes:
    """Size limits for the initial heaps on which a program is run."""

    max_objects: int = 3
    max_int: int = 2
    max_heaps: int = 20_000


def laws_of(loaded: Loaded) -> tuple[str, ...]:
    """Return the laws that can be checked on a program.  Only Javalite has a reference machine to compare with."""
    return (*LAWS, *([MACHINE] if loaded.checked is not None else []))


def subject_of(
    loaded: Loaded,
    bounds: Bounds,
    solver: tuple[Solver, Statistics],
    on_model: Callable[[str], None] = lambda name: None,
) -> LawSubject:
    """Explore the program under every heap model; `on_model` is called with the name of each before it starts."""
    return LawSubject(loaded.program, bounds, tuple(MODELS), solver=solver, on_model=on_model)


def verdict_on(law: str, loaded: Loaded, subject: LawSubject, sizes: Sizes) -> LawVerdict:
    """Check one law.  If a model was stopped or a solver answered unknown, the law is not decided."""
    doubt = _doubt(subject)
    if doubt:
        return LawVerdict(law, "not decided", doubt)
    before = subject.statistics.unknown
    enumeration = Enumeration()
    if law == MACHINE:
        problems = _machine(loaded, subject)
    elif law == "partition":
        size = {"max_objects": sizes.max_objects, "max_int": sizes.max_int, "limit": sizes.max_heaps}
        problems = list(partition(subject, **size, enumeration=enumeration))
    else:
        problems = list(LAWS[law](subject))
    unknown = subject.statistics.unknown - before
    if unknown:
        return LawVerdict(law, "not decided", counted(unknown, "unknown answer") + " of the solver")
    unsupported = _unsupported(subject)
    if problems and not any(problem.certain for problem in problems):
        return LawVerdict(law, "not decided", problems[0].detail)
    if problems and not (unsupported and law == "agreement"):
        return LawVerdict(law, "broken", _basis(law, subject, enumeration), tuple(_counterexamples(problems)))
    if unsupported:
        return LawVerdict(law, "not decided", f"unsupported: {unsupported}")
    if law == "partition" and not enumeration.complete:
        return LawVerdict(law, "not decided", f"stopped after {counted(enumeration.heaps, 'initial heap')}")
    return LawVerdict(law, "holds", _basis(law, subject, enumeration))


def _doubt(subject: LawSubject) -> str:
    for name, explored in subject.explored.items():
        stopped = explored.exploration.progress.stopped
        if stopped is not None:
            return f"{name} was stopped by {stopped.value}"
        if explored.unconfirmed:
            return f"{name} has {counted(explored.unconfirmed, 'trace')} that no solver confirmed"
    return (
        f"{counted(subject.statistics.unknown, 'unknown answer')} of the solver" if subject.statistics.unknown else ""
    )


def _unsupported(subject: LawSubject) -> str:
    """Return the unsupported features in which some path ended.  No law can be claimed for what lies beyond them."""
    ends = (trace.end for explored in subject.explored.values() for trace in explored.traces)
    return ", ".join(dict.fromkeys(end.what for end in ends if isinstance(end, Unsupported)))


def _basis(law: str, subject: LawSubject, enumeration: Enumeration) -> str:
    if law == "partition":
        return counted(enumeration.heaps, "initial heap")
    first = next(iter(subject.explored.values()))
    if law == "agreement":
        noted = "".join(f", {number} of them {how}" for how, number in _open_ends(first).items() if number)
        return f"{counted(len(first.by_path()), 'path')}{noted}, {counted(len(subject.explored), 'model')}"
    if law == "path optimality":
        return counted(len(first.traces), "trace")
    traces = sum(len(explored.traces) for explored in subject.explored.values())
    return f"{counted(traces, 'trace')} of {counted(len(subject.explored), 'model')}"


def _open_ends(explored: ModelTraces) -> dict[str, int]:
    """Count paths whose end is not known.  What lies beyond them is not part of the check."""
    ends = [{type(trace.end) for trace in traces} for traces in explored.by_path().values()]
    return {"cut": sum(Cut in kinds for kinds in ends), "unsupported": sum(Unsupported in kinds for kinds in ends)}


def _counterexamples(problems: Iterable[LawViolation]) -> Iterable[str]:
    return (f"{problem.model}: {problem.detail}" for problem in problems)


# The reference machine ------------------------------------------------------------------------------------------------


def _machine(loaded: Loaded, subject: LawSubject) -> list[LawViolation]:
    """Check that the rules of the papers, run as written, see each path as often as the engine does, in every model."""
    return [
        problem
        for name, explored in subject.explored.items()
        for problem in _differences(
            name,
            Counter(trace.key for trace in explored.traces),
            _by_machine(loaded, name, subject.solver, subject.bounds.max_calls),
        )
    ]


def _by_machine(loaded: Loaded, name: str, solver: Solver, max_calls: int) -> Counter[PathKey]:
    assert loaded.checked is not None

    def feasible(path: PathCondition, condition: Value) -> Answer:
        return solver.check(Query(path, condition))

    from symheap.lang.javalite.machine import JavaliteMachine

    model = heap_model(name, loaded.program.table)
    machine = JavaliteMachine(loaded.checked, model, feasible, max_calls, loaded.class_name, loaded.method)
    return Counter(state.key for state in machine.run())


def _differences(name: str, engine: Counter[PathKey], machine: Counter[PathKey]) -> list[LawViolation]:
    return [
        LawViolation(MACHINE, name, f"{' '.join(key)}: {machine[key]} by the rules, {engine[key]} by the engine")
        for key in sorted(engine.keys() | machine.keys())
        if engine[key] != machine[key]
    ]
