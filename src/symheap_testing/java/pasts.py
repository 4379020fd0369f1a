"""Random classes whose initialisers interfere with each other, and runs after every order of initialisation.

The concrete interpreter decides on the past of classes as the engine does: the roots of a heap state what was
initialised before the call. `after` does not need this: it initialises the classes, and then runs the method. The two
must agree, which compares all of `symheap.objects.past` with the order in which a JVM would run initialisers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random

from symheap.core.model import Plain
from symheap.core.outcome import Threw, Unsupported
from symheap.core.types import Field
from symheap.lang.java.table import JavaTable
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.history import name_of, order_of
from symheap.objects.initialization import Mark, Progress
from symheap.objects.interpreter import End, initializing, run
from symheap.objects.ir import Program
from symheap.objects.steps.binding import code_of
from symheap.objects.steps.loop import run_method
from symheap.objects.steps.machine import ConcreteMachine

_STEPS = 100_000
_CALLS = 200


# Programs -------------------------------------------------------------------------------------------------------------


def source(seed: int, outer: str = "P", count: int = 3) -> str:
    """Return a class with nested classes A, B… whose initialisers access each other's fields, and a method m()."""
    random = Random(seed)
    names = [chr(ord("A") + k) for k in range(count)]
    lines = [f"class {outer} {{", "    static int x, y;"]
    for at, name in enumerate(names):
        above = f" extends {random.choice(names[:at])}" if at and random.random() < 0.3 else ""
        body = " ".join(_initial(random, names) for _ in range(random.randint(1, 2)))
        lines.append(f"    static class {name}{above} {{ static int of{name} = {at + 1}; static {{ {body} }} }}")
    body = " ".join(_step(random, names) for _ in range(random.randint(1, 3)))
    lines.append(f"    static int m() {{ int r = 0; {body} return r; }}")
    return "\n".join([*lines, "}", ""])


def _initial(random: Random, names: Sequence[str]) -> str:
    other, digit = random.choice(names), random.randint(1, 9)
    return random.choice(
        [
            f"x = 10 * x + {digit};",
            f"x = {digit};",
            "y += x;",
            f"y = {digit};",
            f"x += {other}.of{other};",
            f"{other}.of{other}++;",
            f"if (x > {digit}) throw new IllegalStateException();",
            f"if (y == 0) x = {digit};",
        ]
    )


def _step(random: Random, names: Sequence[str]) -> str:
    other, digit = random.choice(names), random.randint(1, 9)
    return random.choice(
        [
            f"r = 10 * r + {other}.of{other};",
            f"new {other}();",
            f"try {{ r += {other}.of{other}; }} catch (Throwable t) {{ r -= {digit}; }}",
            "r += x;",
            f"x = {digit};",
            "y++;",
            f"if (y > {digit}) r++;",
        ]
    )


# Pasts ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ran:
    """The end of a run, and the numbers in static fields at the end, without those of classes that have failed."""

    end: End
    statics: dict[str, Plain]


def pasts(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield all orders in which some of the classes may have been initialised."""
    for size in range(len(names) + 1):
        yield from permutations(names, size)


def roots(past: Sequence[str], names: Sequence[str]) -> dict[str, Plain]:
    """Return the inputs by which a heap states a past."""
    stated_roots: dict[str, Plain] = {name_of(name): name in past for name in names}
    for first, second in permutations(past, 2):
        stated_roots[order_of(first, second)] = past.index(first) < past.index(second)
    return stated_roots


def is_stated(past: Sequence[str], said: Mapping[str, Plain], names: Sequence[str]) -> bool:
    """Whether the inputs of an example state this past: classes that they do not name were not initialised."""
    if any((name in past) != bool(said.get(name_of(name), False)) for name in names):
        return False
    pairs = ((said.get(order_of(one, other)), one, other) for one, other in permutations(past, 2))
    return all(value is None or bool(value) == (past.index(one) < past.index(other)) for value, one, other in pairs)


def after(
    program: Program, past: Sequence[str], fields: Mapping[str, tuple[int, Field]], *, alone: bool = True
) -> Ran | None:
    """Initialise classes in this order, and run a method without inputs.

    With `alone` the result is None if the initialisation of one class initialises another one. `fields` are the static
    fields to read, each with the object that holds it.
    """
    assert program.initial is not None
    heap = ConcreteHeap(program.initial.table, base=program.initial.shared())
    bare = replace(program, past=None)
    machine = _machine(bare, heap, {})
    for name in past:
        known = set(machine.marks)
        run_method(machine, initializing(name), [], _STEPS)
        if alone and set(machine.marks) - known != {name}:
            return None
        machine = _machine(bare, heap, machine.marks)
    end = run_method(machine, bare.entry, [], _STEPS)
    failed = {name for name, mark in machine.marks.items() if mark is Progress.FAILED}
    return Ran(end, values(heap, {name: at for name, at in fields.items() if name.rpartition(".")[0] not in failed}))


def stated(program: Program, said: Mapping[str, Plain], fields: Mapping[str, tuple[int, Field]]) -> Ran:
    """Run a method without inputs on a heap that states a past."""
    assert program.initial is not None
    outcome = run(program, ConcreteHeap(program.initial.table, dict(said)), max_calls=_CALLS, max_steps=_STEPS)
    return Ran(outcome.end, values(outcome.heap, fields))


def values(heap: ConcreteHeap, fields: Mapping[str, tuple[int, Field]]) -> dict[str, Plain]:
    return {name: heap.get(holder, field) for name, (holder, field) in fields.items()}


def problems(program: Program, examples: Iterable[Mapping[str, Plain]], owner: str) -> list[str]:
    """Return the differences between stated and real pasts: in the end of a run, for examples also in the values.

    `examples` are the roots of the examples of the paths. Static fields of `owner` and of its nested classes count.
    """
    assert isinstance(program.table, JavaTable)
    table = program.table
    names = [name for name in table.world.class_path.user_names() if name.startswith(f"{owner}$")]
    fields = {
        f"{name}.{declared.field.name}": (table.initial.holder(name).location.number, declared.field)
        for name in (owner, *names)
        for declared in table.world.find(name).fields.values()
    }
    contested = [name for name in names if program.past is not None and program.past.is_contested(name)]
    differences: list[str] = []
    for past in pasts(contested):
        real, here = after(program, past, fields), stated(program, roots(past, names), fields)
        if real is not None and not isinstance(here.end, Unsupported) and _shown(here.end) != _shown(real.end):
            differences.append(f"after {past}: {_shown(here.end)} instead of {_shown(real.end)}")
    for example in examples:
        here = stated(program, example, fields)
        meant = [past for past in pasts(contested) if is_stated(past, example, names)]
        differences += [] if meant else [f"no past is that of {example}"]
        for past in meant:
            real = after(program, past, fields, alone=False)
            if real is None:
                continue
            statics = {name: here.statics[name] for name in real.statics}
            if (_shown(here.end), statics) != (_shown(real.end), real.statics):
                differences.append(f"{example}, {past}: {_shown(here.end)}, {here.statics} instead of {real}")
    return differences


def _shown(end: End) -> str:
    """Return an end without its position, which differs if a class failed before."""
    return f"throws {end.exception}" if isinstance(end, Threw) else str(end)


def _machine(program: Program, heap: ConcreteHeap, marks: dict[str, Mark]) -> ConcreteMachine:
    machine = ConcreteMachine(program, code_of(program, heap), heap, _CALLS)
    machine.marks = marks
    return machine
