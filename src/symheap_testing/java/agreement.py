"""A campaign of random calls on both machines, and its results."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from symheap.core.outcome import Returned, Threw, Unsupported
from symheap.lang.java.classes import INIT, JavaMethod
from symheap.objects.interpreter import ConcreteRun
from symheap_testing.java.calls import Calls
from symheap_testing.java.jvm.call import Call, CallOutcome, call_to_json
from symheap_testing.java.jvm.convert import NoNameOnTheJvm
from symheap_testing.java.principles import PRINCIPLE
from symheap_testing.java.sides import CallRequest

_RESOURCES = ("java.lang.OutOfMemoryError", "java.lang.StackOverflowError")
_TRIES = 2


@dataclass(frozen=True, slots=True)
class Difference:
    """A call on which the machines differ, with everything needed to repeat it."""

    method: str
    what: str
    call: str

    def __str__(self) -> str:
        return f"{self.method}\n  {self.what}\n  {self.call}"


@dataclass(slots=True)
class Tally:
    """Calls by result. `compared` are those that ended on both machines."""

    compared: int = 0
    returned: int = 0
    threw: int = 0
    methods: set[str] = field(default_factory=set)
    unsupported: Counter[str] = field(default_factory=Counter)
    principle: Counter[str] = field(default_factory=Counter)
    not_compared: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)
    seconds_here: float = 0.0
    seconds_there: float = 0.0


Target = tuple[str, JavaMethod]


def campaign(
    calls: Calls,
    targets: Sequence[Target],
    count: int,
    *,
    rounds: int = 50,
    max_steps: int = 300_000,
    seconds: float = float("inf"),
    told: Callable[[Difference], None] = lambda difference: None,
) -> Tally:
    """Call the targets in rounds, each round in a random order, until `count` calls were compared.

    A method that is unsupported twice in a row is not tried again.
    """
    tally = Tally()
    failed: Counter[str] = Counter()
    end = time.monotonic() + seconds
    for _ in range(rounds):
        order = list(targets)
        calls.random.shuffle(order)
        for class_name, method in order:
            if tally.compared >= count or time.monotonic() > end:
                return tally
            name = f"{class_name}.{method.key}"
            if failed[name] >= _TRIES:
                continue
            request = calls.request(class_name, method)
            if request is not None:
                before = len(tally.differences)
                failed[name] = 0 if one(calls, request, tally, max_steps) else failed[name] + 1
                for difference in tally.differences[before:]:
                    told(difference)
    return tally


def one(calls: Calls, request: CallRequest, tally: Tally, max_steps: int) -> bool:
    """Make one call; return whether it was compared."""
    start = time.perf_counter()
    run = calls.sides.here(request, max_steps)
    tally.seconds_here += time.perf_counter() - start
    if isinstance(run.end, Unsupported):
        by_principle = run.end.what.startswith(PRINCIPLE)
        (tally.principle if by_principle else tally.unsupported)[run.end.what] += 1
        return False
    reason = _incomparable_here(calls, run)
    if reason is not None:
        tally.not_compared[reason] += 1
        return False
    try:
        call = calls.sides.call_of(request)
    except NoNameOnTheJvm as unnamed:
        class_name = calls.sides.table.initial.heap.class_of(unnamed.number)
        tally.not_compared[f"no name on the JVM for an object of {class_name}"] += 1
        return False
    start = time.perf_counter()
    outcome = calls.sides.jvm.run(call)
    tally.seconds_there += time.perf_counter() - start
    reason = _incomparable_there(outcome)
    if reason is not None:
        tally.not_compared[reason] += 1
        return False
    _compare(calls, request, run, call, outcome, tally)
    return True


def _compare(
    calls: Calls, request: CallRequest, run: ConcreteRun, call: Call, outcome: CallOutcome, tally: Tally
) -> None:
    """Count a call that ended on both machines, and keep an object that it returned for later calls."""
    name = f"{request.class_name}.{request.method.key}"
    tally.compared += 1
    tally.methods.add(name)
    what = calls.sides.difference(request, run, outcome)
    if what is not None:
        tally.differences.append(Difference(name, what, call_to_json(call)))
    elif isinstance(run.end, Returned):
        tally.returned += 1
        is_object = run.returned_ref and (request.method.name == INIT or not request.method.descriptor.endswith(")V"))
        calls.keep(request, run, int(run.end.value) if is_object else 0)
    else:
        tally.threw += 1


def _incomparable_here(calls: Calls, run: ConcreteRun) -> str | None:
    if not calls.sides.is_set_up(run):
        return "here: a class of an input object cannot be initialised alone"
    return None if isinstance(run.end, Returned | Threw) else f"here: {run.end.kind}"


def _incomparable_there(outcome: CallOutcome) -> str | None:
    if outcome.kind not in ("return", "throw"):
        return f"JVM: {outcome.kind}: {outcome.reason[:90]}"
    if outcome.truncated:
        return "JVM: heap too large to tell"
    if outcome.thrown is not None and outcome.thrown.class_name in _RESOURCES:
        return f"JVM: {outcome.thrown.class_name}"
    return None
