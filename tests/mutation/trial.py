"""The child of `run.py`: check the laws on the symheap that it imports, program by program, up to the first violation.

Prints one line of JSON: ``{"law": ..., "program": ..., "detail": ...}``; the law is "" if all of them hold, "crash" if
an assertion of symheap failed, and "error" for any other exception, which does not count as caught.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice, product
from pathlib import Path

import symheap
from symheap.core.model import Model
from symheap.core.outcome import Answer, Returned
from symheap.core.terms import REF, Term, Value
from symheap.engine.bounds import Bounds
from symheap.engine.state import Trace
from symheap.heap.api import Handle
from symheap.heap.registry import MODELS, heap_model
from symheap.heap.summary.model import Summary, SummaryHeap
from symheap.lang.javalite.check import check_text
from symheap.lang.javalite.lower import load as load_javalite
from symheap.lang.javalite.machine import run
from symheap.lang.javalite.state import MachineState
from symheap.lang.pose.lower import load as load_pose
from symheap.laws.laws import LAWS, witness
from symheap.laws.subject import LawSubject, LawViolation
from symheap.objects.ir import Program
from symheap.solver.api import Query
from symheap.solver.chain import default_chain
from symheap.solver.path import PathCondition
from symheap_testing.programs import random_program, to_javalite, to_pose

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "tests" / "programs"
EXAMPLES = ROOT / "examples"
ENDINGS = (".jl", ".pose")
MAX_CALLS = 3
FEWER_CALLS = {"linkedlist": 1, "tree": 2, "visitor": 2, "bst_insert": 2, "bst_find": 2, "flags": 2, "dll_remove": 2}

SOLVER, STATISTICS = default_chain()


def texts(first: str, seeds: int) -> Iterator[tuple[str, str]]:
    """Yield the programs by name, the most effective first: small ones, examples, random ones."""
    known = [path for folder in (PROGRAMS, EXAMPLES) for path in sorted(folder.glob("*/*")) if path.suffix in ENDINGS]
    for path in sorted(known, key=lambda p: p.name != first):
        yield path.name, path.read_text()
    for seed in range(seeds):
        sketch = random_program(seed)
        yield f"random-{seed}.pose", to_pose(sketch)
        yield f"random-{seed}.jl", to_javalite(sketch)


def bounds_of(name: str) -> Bounds:
    return Bounds(max_calls=FEWER_CALLS.get(Path(name).stem, MAX_CALLS))


def load(name: str, text: str) -> Program:
    return load_javalite(text, name) if name.endswith(".jl") else load_pose(text, name)


def violations(name: str, text: str) -> Iterator[LawViolation]:
    """Yield the violations of a program: the laws of `symheap.laws`, the reference machine, the trace counts."""
    subject = LawSubject(load(name, text), bounds_of(name), tuple(MODELS), solver=(SOLVER, STATISTICS))
    for law in LAWS.values():
        yield from law(subject)
    if name.endswith(".jl"):
        yield from machine(name, text, subject)
    yield from trace_counts(text, subject)


def any_witness(name: str, text: str) -> Iterator[LawViolation]:
    """Check the witness law for models that no solver returns: an input reference is changed to another object.

    Anything that a path condition leaves open must not matter, so every such model of a path is as good as the
    solver's.
    """
    subject = LawSubject(
        load(name, text), bounds_of(name), ("summary",), check_guards=False, solver=(SOLVER, STATISTICS)
    )
    explored = subject.explored["summary"]
    for trace in explored.traces:
        explored.traces = [trace._replace(path=trace.path.with_model(model)) for model in other_models(trace)]
        for violation in witness(subject):
            yield LawViolation("any witness", violation.model, violation.detail)


def other_models(trace: Trace[SummaryHeap]) -> Iterator[Model]:
    """Yield the models of a path that differ from its own in the target of one field of the initial heap."""
    known = trace.path.model
    assert known is not None
    values = [binding.value for binding in trace.heap.inputs.bindings]
    named = [value for value in values if isinstance(value, Term) and value.sort is REF]
    objects = sorted({int(known[ref]) for ref in (*named, *trace.heap.inputs.roots)})
    for ref, number in product(named, objects):
        model = Model({**known.values, ref: number}, known.classes, known.ranks)
        if all(model.satisfies(term) for term in trace.path.conjuncts()):
            yield model


def machine(name: str, text: str, subject: LawSubject) -> Iterator[LawViolation]:
    """Check that the reference machine and the engine see the same traces, with the same scalar results."""
    for model in ("lazy", "pose"):
        checked = check_text(text, name)
        ends = run(checked, heap_model(model, checked.classes.table), feasible, subject.bounds.max_calls)
        expected, found = Counter(map(_result, ends)), Counter(map(_result, subject.explored[model].traces))
        for (key, value), count in (expected - found).items():
            yield LawViolation("machine", model, f"{count} more {' '.join(key)} with {value}")
        for (key, value), count in (found - expected).items():
            yield LawViolation("machine", model, f"{count} fewer {' '.join(key)} with {value}")


def feasible(path: PathCondition, condition: Value) -> Answer:
    return SOLVER.check(Query(path, condition))


def _result(ended: MachineState[object] | Trace[object]) -> tuple[tuple[str, ...], Value | None]:
    """Return the path, and the value unless it is a reference, which each machine numbers in its own way."""
    end = ended.end
    value = end.value if isinstance(end, Returned) else None
    if isinstance(value, Handle) or (isinstance(value, Term) and value.sort is REF):
        value = None
    return ended.key, value


def trace_counts(text: str, subject: LawSubject) -> Iterator[LawViolation]:
    """Check the number of traces of each model against the ``expect`` line of the program."""
    match = re.search(r"expect: (\S.*)", text)
    for expected in match.group(1).split() if match else ():
        model, _, count = expected.partition("=")
        actual = len(subject.explored[model].traces)
        if actual != int(count):
            yield LawViolation("trace counts", model, f"{actual} traces, not {count}")


def first_violation(first: str, seeds: int, *, alone: bool) -> dict[str, str]:
    for name, text in islice(texts(first, seeds), 1 if alone else None):
        try:
            for violation in chain(violations(name, text), any_witness(name, text) if name == first else ()):
                detail = f"{violation.model}: {violation.detail}"
                return {"law": violation.law, "program": name, "detail": detail}
        except AssertionError as error:
            return {"law": "crash", "program": name, "detail": f"assertion in {_place(error)}"}
        except Exception as error:
            return {"law": "error", "program": name, "detail": f"{error!r} in {_place(error)}"}
    return {"law": "", "program": "", "detail": ""}


def _place(error: BaseException) -> str:
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return "?" if at is None else f"{Path(at.tb_frame.f_code.co_filename).stem}.{at.tb_frame.f_code.co_name}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=Path, required=True, help="the folder that symheap must have come from")
    parser.add_argument("--first", default="", help="the program to begin with")
    parser.add_argument("--seeds", type=int, default=20, help="how many random programs, in each language")
    parser.add_argument("--alone", action="store_true", help="look at the first program only")
    options = parser.parse_args()
    if not Path(symheap.__file__).is_relative_to(options.source):
        sys.exit(f"symheap was imported from {symheap.__file__}")
    MODELS["summary with C"] = partial(Summary, consistency=True)
    print(json.dumps(first_violation(options.first, options.seeds, alone=options.alone)))


if __name__ == "__main__":
    main()
