"""``symheap check``: the exactness theorem on one program, law by law."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable

from symheap.cli.interrupt import Interrupt
from symheap.cli.settings import Settings
from symheap.cli.status import Status, worst
from symheap.cli.subjects import Subjects
from symheap.cli.terminal import Output, Progress, output
from symheap.core.outcome import Answer, Bound, Cut, Unsupported
from symheap.core.terms import Value
from symheap.heap.registry import MODELS, heap_model
from symheap.lang.target import Loaded
from symheap.objects.decisions import PathKey
from symheap.report import json, text, verdicts
from symheap.report.json import Json
from symheap.report.text import counted
from symheap.report.verdicts import Verdict
from symheap.solver.api import Query, Solver
from symheap.solver.chain import default_chain
from symheap.solver.path import PathCondition
from symheap.testing.laws import LAWS, Enumeration, Explored, Subject, Violation, partition

MACHINE = "machine"


def check(target: str, settings: Settings, form: str, file: str | None, *, quiet: bool) -> Status:
    work = [f"reading {target}"]
    documents: list[dict[str, Json]] = []
    statuses: list[Status] = []
    with (
        Interrupt() as interrupt,
        Progress(lambda: f"symheap: {work[0]}", quiet=quiet) as progress,
    ):
        subjects = Subjects.load(target, settings, interrupt)
        with output(file, progress) as out:
            shown = out if form == "text" else None
            for loaded in subjects:
                if shown is not None and subjects.several:
                    shown.write(text.heading(str(loaded.target), out.paint))
                found, seconds = _timed(loaded, settings, interrupt, shown, work)
                statuses.append(_status(found))
                documents.append(verdicts.document(str(loaded.target), _bounds(settings), found, seconds))
                if shown is not None:
                    shown.write(_closing(settings, found, seconds) + ("\n" if subjects.several else ""))
            if shown is None:
                whole = json.several(str(subjects.target), documents, subjects.skipped)
                out.write(json.text(documents[0] if documents and not subjects.several else whole))
            else:
                shown.write("".join(f"not explored: {each}\n" for each in subjects.skipped))
    if interrupt.seen:
        return Status.INTERRUPTED
    return worst((*statuses, *(Status.INCONCLUSIVE for _ in subjects.skipped)))


def _timed(
    loaded: Loaded, settings: Settings, interrupt: Interrupt, out: Output | None, work: list[str]
) -> tuple[list[Verdict], float]:
    begun = time.perf_counter()
    work[0] = "exploring"
    found = _verdicts(loaded, settings, interrupt, out, work)
    return found, time.perf_counter() - begun


def _status(found: list[Verdict]) -> Status:
    outcomes = {verdict.outcome for verdict in found}
    if "broken" in outcomes:
        return Status.FINDINGS
    return Status.INCONCLUSIVE if "not decided" in outcomes else Status.CLEAN


def _bounds(settings: Settings) -> dict[str, int | float | None]:
    return {
        "max_calls": settings.max_calls,
        "max_loop": settings.max_loop,
        "max_objects": settings.max_objects,
        "max_int": settings.max_int,
        "max_heaps": settings.max_heaps,
        "timeout": settings.timeout,
    }


def _closing(settings: Settings, found: list[Verdict], seconds: float) -> str:
    held = sum(verdict.outcome == "holds" for verdict in found)
    within = (
        f"up to {counted(settings.max_calls, 'nested call')}, initial heaps of up to "
        f"{counted(settings.max_objects, 'object')} with integers from 0 to {settings.max_int}"
    )
    return f"\n{held} of {len(found)} laws hold, {within}; {seconds:.2f} s\n"


def _verdicts(
    loaded: Loaded, settings: Settings, interrupt: Interrupt, out: Output | None, work: list[str]
) -> list[Verdict]:
    """Law by law, each said as soon as it is known."""
    laws = [*LAWS, *([MACHINE] if loaded.checked is not None else [])]
    solver = default_chain(timeout_ms=settings.solver_milliseconds(), backend=settings.solver)
    subject = interrupt.call(lambda: Subject(loaded.program, settings.bounds(), tuple(MODELS), solver=solver))
    found: list[Verdict] = []
    for law in laws:
        work[0] = f"checking {law}"
        verdict = interrupt.call(lambda law=law: _one(loaded, subject, law, settings)) if subject else None  # type: ignore[misc]
        found.append(verdict or Verdict(law, "not decided", Bound.INTERRUPTED.value))
        if out is not None:
            out.write(verdicts.line(found[-1], out.paint))
    return found


def _one(loaded: Loaded, subject: Subject, law: str, settings: Settings) -> Verdict:
    """What becomes of a law.  Where a model was stopped or a solver did not know, nothing can be claimed."""
    doubt = _doubt(subject)
    if doubt:
        return Verdict(law, "not decided", doubt)
    before = subject.statistics.unknown
    enumeration = Enumeration()
    if law == MACHINE:
        problems = _machine(loaded, subject)
    elif law == "partition":
        size = {"max_objects": settings.max_objects, "max_int": settings.max_int, "limit": settings.max_heaps}
        problems = list(partition(subject, **size, enumeration=enumeration))
    else:
        problems = list(LAWS[law](subject))
    unknown = subject.statistics.unknown - before
    if unknown:
        return Verdict(law, "not decided", counted(unknown, "unknown answer") + " of the solver")
    unsupported = _unsupported(subject)
    if problems and not any(problem.certain for problem in problems):
        return Verdict(law, "not decided", problems[0].detail)
    if problems and not (unsupported and law == "agreement"):
        return Verdict(law, "broken", _basis(law, subject, enumeration), tuple(_counterexamples(problems)))
    if unsupported:
        return Verdict(law, "not decided", f"unsupported: {unsupported}")
    if law == "partition" and not enumeration.complete:
        return Verdict(law, "not decided", f"stopped after {counted(enumeration.heaps, 'initial heap')}")
    return Verdict(law, "holds", _basis(law, subject, enumeration))


def _doubt(subject: Subject) -> str:
    for name, explored in subject.explored.items():
        stopped = explored.exploration.progress.stopped
        if stopped is not None:
            return f"{name} was stopped by {stopped.value}"
        if explored.unconfirmed:
            return f"{name} has {counted(explored.unconfirmed, 'trace')} that no solver confirmed"
    return (
        f"{counted(subject.statistics.unknown, 'unknown answer')} of the solver" if subject.statistics.unknown else ""
    )


def _unsupported(subject: Subject) -> str:
    """What some path ended in that the analysis does not do: of what lies beyond, no law can be claimed."""
    ends = (trace.end for explored in subject.explored.values() for trace in explored.traces)
    return ", ".join(dict.fromkeys(end.what for end in ends if isinstance(end, Unsupported)))


def _basis(law: str, subject: Subject, enumeration: Enumeration) -> str:
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


def _open_ends(explored: Explored) -> dict[str, int]:
    """Paths whose end is not known: what lies beyond is no part of the question."""
    ends = [{type(trace.end) for trace in traces} for traces in explored.by_path().values()]
    return {"cut": sum(Cut in kinds for kinds in ends), "unsupported": sum(Unsupported in kinds for kinds in ends)}


def _counterexamples(problems: Iterable[Violation]) -> Iterable[str]:
    return (f"{problem.model}: {problem.detail}" for problem in problems)


# The reference machine ------------------------------------------------------------------------------------------------


def _machine(loaded: Loaded, subject: Subject) -> list[Violation]:
    """The rules of the papers, run as they are written, see each path as often as the engine does, in every model."""
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

    from symheap.lang.javalite.machine import Machine

    model = heap_model(name, loaded.program.table)
    machine = Machine(loaded.checked, model, feasible, max_calls, loaded.class_name, loaded.method)
    return Counter(state.key for state in machine.run())


def _differences(name: str, engine: Counter[PathKey], machine: Counter[PathKey]) -> list[Violation]:
    return [
        Violation(MACHINE, name, f"{' '.join(key)}: {machine[key]} by the rules, {engine[key]} by the engine")
        for key in sorted(engine.keys() | machine.keys())
        if engine[key] != machine[key]
    ]
