"""Recursive functions, by summaries: from an entry heap to the heaps in which the function may return.

A function sees the part of the heap that its arguments and the globals lead to; the rest is the frame of the call.
*Cutpoints* are addresses that both parts mention: they pass through the function as ghosts, roots that no command
reads, and show afterwards where the frame is attached.

Law: if a function, called in a model of an entry heap, returns, it does so in a model of one of the exits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import immutables

from symheap.core.deadline import tick
from symheap.core.terms import Term, Value
from symheap.core.walk import symbols
from symheap.memory.ir import Call, Program
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.canonical import anchors, in_order
from symheap.separation.heaps.formula import Atom, SymbolicHeap, is_ended, variable
from symheap.separation.heaps.renaming import renamed, symbols_of, values_of

RESULT = "$result"


@dataclass(frozen=True, slots=True)
class Cut:
    """A heap at a call, cut in two: the part that the callee sees (`local`) and the `frame`, with their `cutpoints`."""

    local: SymbolicHeap
    frame: SymbolicHeap
    cutpoints: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller that waits for exits: its vertex, the index of its call, and its frame."""

    vertex: int
    index: int
    frame: SymbolicHeap
    cutpoints: tuple[Term, ...]


@dataclass(slots=True)
class Summary:
    """An entry of a function, with its exits so far and the callers that wait for more."""

    function: str
    number: int
    entry: SymbolicHeap
    callers: list[Caller] = field(default_factory=list)
    exits: list[SymbolicHeap] = field(default_factory=list)


def ghost(number: int) -> str:
    return f"$c{number}"


def cut(heap: SymbolicHeap, arguments: dict[str, Value]) -> Cut:
    """Cut a heap: the part that arguments and globals lead to, with both as roots, and the rest, with the others."""
    visible = dict(arguments)
    visible.update({name: value for name, value in heap.roots.items() if name.startswith("&")})
    reached = _reached(heap, list(visible.values()))
    local_atoms = tuple(atom for atom in heap.atoms if id(atom) in reached)
    rest = tuple(atom for atom in heap.atoms if id(atom) not in reached and not is_ended(atom))
    inside = _symbols(visible.values()) | _symbols_of_atoms(local_atoms)
    hidden = [value for name, value in heap.roots.items() if not name.startswith("&")]
    outside = _symbols(hidden) | _symbols_of_atoms(rest)
    ordered = [symbol for name in sorted(visible) for symbol in in_order(visible[name])]
    ordered += [symbol for atom in local_atoms for value in values_of(atom) for symbol in in_order(value)]
    places = _places(heap, local_atoms)
    cutpoints = tuple(symbol for symbol in dict.fromkeys(ordered) if symbol in inside & outside & places)
    for number, symbol in enumerate(cutpoints):
        visible[ghost(number)] = symbol
    facts = frozenset(fact for fact in heap.pure if symbols(fact) <= inside)
    local = replace(heap, roots=immutables.Map(visible), atoms=local_atoms, pure=facts)
    return Cut(local, replace(heap, atoms=rest), cutpoints)


def _places(heap: SymbolicHeap, local: tuple[Atom, ...]) -> set[Term]:
    """Return the symbols that are addresses: of an existing atom, or in the callee's part of the heap.

    The call may lose a relation of mere numbers in both parts, but not that two addresses are the same.
    """
    return {anchor for atom in heap.atoms for anchor in anchors(atom)} | _symbols_of_atoms(local)


def _reached(heap: SymbolicHeap, values: list[Value]) -> set[int]:
    anchored: dict[Term, list[Atom]] = {}
    for atom in heap.atoms:
        for anchor in anchors(atom):
            anchored.setdefault(anchor, []).append(atom)
    reached: set[int] = set()
    waiting = values
    for value in waiting:
        for symbol in symbols(value):
            for atom in anchored.get(symbol, ()):
                if id(atom) not in reached:
                    reached.add(id(atom))
                    waiting.extend(values_of(atom))
    return reached


def _symbols(values: Iterable[Value]) -> set[Term]:
    return {symbol for value in values for symbol in symbols(value)}


def _symbols_of_atoms(atoms: tuple[Atom, ...]) -> set[Term]:
    return {symbol for atom in atoms for value in values_of(atom) for symbol in symbols(value)}


def returned(logic: Logic, caller: Caller, leaving: SymbolicHeap) -> list[SymbolicHeap]:
    """Return the heaps of a caller after the call: its frame, with an exit of the callee in place of the local heap.

    The result of the callee is root `RESULT`.
    """
    frame = caller.frame
    fresh: dict[Term, Value] = {}
    for symbol in sorted(symbols_of(leaving), key=lambda term: term.id):
        fresh[symbol] = variable(frame.next_symbol + len(fresh), symbol.sort.width // 8)
    renamed_exit = renamed(leaving, fresh)
    assert renamed_exit is not None
    roots = frame.roots.mutate()
    ties: list[tuple[str, str]] = []
    for number, symbol in enumerate(caller.cutpoints):
        roots[f"!mine{number}"], roots[f"!theirs{number}"] = symbol, renamed_exit.roots[ghost(number)]
        ties.append((f"!mine{number}", f"!theirs{number}"))
    for name, value in renamed_exit.roots.items():
        if name.startswith("&") and name in frame.roots:
            roots[f"!{name}"] = value
            ties.append((name, f"!{name}"))
    if RESULT in renamed_exit.roots:
        roots[RESULT] = renamed_exit.roots[RESULT]
    heap = SymbolicHeap(
        roots.finish(),
        frame.atoms + renamed_exit.atoms,
        frame.pure | renamed_exit.pure,
        frame.next_symbol + len(fresh),
        frame.gone.update(renamed_exit.gone),
    )
    heaps = [heap]
    for mine, theirs in ties:
        heaps = [new for old in heaps for new in logic.equate(old, old.roots[mine], old.roots[theirs])]
    names = [name for tie in ties for name in tie if name.startswith("!")]
    return [new.without_roots(names) for new in heaps]


def recursive(program: Program) -> frozenset[str]:
    """Return the names of the functions that may call themselves, directly or through others."""
    calls = {
        name: {
            command.function
            for block in function.blocks.values()
            for command in block.commands
            if isinstance(command, Call) and isinstance(command.function, str)
        }
        for name, function in program.functions.items()
    }
    result: set[str] = set()
    for name, called in calls.items():
        seen: set[str] = set()
        waiting = list(called)
        while waiting:
            tick()
            at = waiting.pop()
            if at not in seen:
                seen.add(at)
                waiting += calls.get(at, ())
        if name in seen:
            result.add(name)
    return frozenset(result)
