"""Checks the laws on one random program, with bounds that keep a long campaign moving."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.lang.javalite.lower import load as load_javalite
from symheap.lang.pose.lower import load as load_pose
from symheap.laws.choice import Chooser, every_choice
from symheap.laws.laws import LAWS, Enumeration, partition
from symheap.laws.small_heaps import NoSuchHeap, UndecidedHeap
from symheap.laws.subject import LawSubject, LawViolation
from symheap.objects.interpreter import run
from symheap.objects.ir import Program
from symheap.solver.api import Solver, Statistics
from symheap_testing.printers import to_javalite, to_pose
from symheap_testing.programs import features, random_program

Language = Literal["javalite", "pose"]
LANGUAGES: tuple[Language, ...] = ("javalite", "pose")

BOUNDS = Bounds(max_calls=3)
MAX_LAZY_TRACES = 120
MAX_HEAPS = 350
STEPS = 3


@dataclass(frozen=True, slots=True)
class ProgramVerdict:
    """The verdict of the laws on one program. `too_large`: lazy traces or distinguishable small heaps exceed the
    limits.
    """

    seed: int
    language: Language
    features: frozenset[str]
    too_large: bool
    violations: tuple[LawViolation, ...] = ()
    paths: int = 0
    lazy_traces: int = 0
    cut_paths: int = 0
    errors: int = 0

    @property
    def broken(self) -> tuple[LawViolation, ...]:
        return tuple(v for v in self.violations if v.certain)

    @property
    def undecided(self) -> bool:
        return any(not v.certain for v in self.violations)


def program_text(seed: int, language: Language) -> str:
    sketch = random_program(seed, STEPS)
    return to_javalite(sketch) if language == "javalite" else to_pose(sketch)


def load_program(seed: int, language: Language) -> Program:
    text = program_text(seed, language)
    if language == "javalite":
        return load_javalite(text, f"seed-{seed}.jl")
    return load_pose(text, f"seed-{seed}.pose")


def examine(seed: int, language: Language, solver: tuple[Solver, Statistics]) -> ProgramVerdict:
    """Check all laws on the program of a seed."""
    program = load_program(seed, language)
    used = features(random_program(seed, STEPS))
    if _is_too_large(program, solver):
        return ProgramVerdict(seed, language, used, too_large=True)
    subject = LawSubject(program, BOUNDS, solver=solver)
    enumeration = Enumeration()
    violations = (
        *partition(subject, limit=4 * MAX_HEAPS, enumeration=enumeration),
        *(v for name, law in LAWS.items() if name != "partition" for v in law(subject)),
    )
    if not violations and not enumeration.complete:
        return ProgramVerdict(seed, language, used, too_large=True)
    traces = subject.explored["pose"].traces
    return ProgramVerdict(
        seed,
        language,
        used,
        too_large=False,
        violations=violations,
        paths=len(traces),
        lazy_traces=len(subject.explored["lazy"].traces),
        cut_paths=sum(trace.end.kind == "cut" for trace in traces),
        errors=sum(trace.end.kind == "error" for trace in traces),
    )


def _is_too_large(program: Program, solver: tuple[Solver, Statistics]) -> bool:
    bounds = Bounds(max_calls=BOUNDS.max_calls, max_traces=MAX_LAZY_TRACES)
    model = heap_model("lazy", program.table)
    exploration: Exploration[Any] = Exploration(program, model, *solver, bounds)
    if sum(1 for _ in exploration) >= MAX_LAZY_TRACES:
        return True
    heaps = every_choice(lambda chooser: _run_on_some_heap(program, chooser))
    return sum(1 for _ in islice(heaps, MAX_HEAPS)) >= MAX_HEAPS


def _run_on_some_heap(program: Program, chooser: Chooser) -> None:
    with suppress(NoSuchHeap):
        run(program, UndecidedHeap(program, chooser), max_calls=BOUNDS.max_calls)
