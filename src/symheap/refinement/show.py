"""Rounds of refinement as text: what was lost where, what would go wrong, what is kept from now on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from symheap.bmc.counterexample import Counterexample, NoneFound
from symheap.core.deadline import tick
from symheap.memory.ir import Lifetime
from symheap.refinement.concrete import ConcreteHeap, ConcreteObject
from symheap.refinement.decision import Decision, Phase, Round
from symheap.refinement.diagnose import Discontinuity
from symheap.refinement.lattice import ordered
from symheap.refinement.refine import Refined
from symheap.separation.abstraction.precision import COARSE, Feature, Keep, LinkLayout, Precision
from symheap.separation.heaps.addresses import node_of
from symheap.separation.heaps.formula import Object, Segment, SymbolicHeap
from symheap.separation.heaps.pattern import Pattern
from symheap.separation.heaps.show import Names, heap_text
from symheap.separation.proof.verdict import Word

Members = Callable[[Object], Mapping[int, str]]


class RoundsText:
    """Formats rounds; `spelled` maps roots to their source names, `members` returns known field names of an object."""

    def __init__(self, spelled: Mapping[str, str] | None = None, members: Members | None = None) -> None:
        self._spelled = spelled or {}
        self._members = members

    def decision(self, decision: Decision) -> list[str]:
        """Return all rounds and their result."""
        lines = [line for each in decision.rounds for line in self.round(each)]
        if decision.word is Word.UNKNOWN:
            lines.append(f"given up in {decision.reason}")
        return lines

    def round(self, done: Round) -> list[str]:
        """Return the result of a round, and why another one followed."""
        lines = [f"round {done.number}, {precision_text(done.precision)}: {_verdict(done)}"]
        if isinstance(done.feasibility, NoneFound):
            seconds = done.seconds.get(Phase.FEASIBILITY, 0.0)
            bound = done.feasibility.bound
            lines.append(
                f"  no execution into it was found ({_why(done.feasibility)}; {bound} blocks, {seconds:.1f} s)"
            )
        elif isinstance(done.feasibility, Counterexample):
            failure = done.feasibility.failure
            lines.append(f"  an execution runs into it: {failure.kind.value} at {failure.position}, {failure.why}")
        if isinstance(done.diagnosis, Discontinuity):
            lines += (f"  {line}" for line in self.discontinuity(done.diagnosis, done.refined))
        elif done.diagnosis is not None:
            lines.append(f"  no doomed state was found in {done.diagnosis.edges} abstractions")
        if done.refined is not None:
            lines += (f"  {line}" for line in self.refined(done.refined))
        return lines

    def discontinuity(self, discontinuity: Discontinuity, refined: Refined | None = None) -> list[str]:
        """Return the place, the heaps before and after the abstraction, and the doomed state."""
        names = Names(self._members)
        lines = [f"at {discontinuity.edge.position} the abstraction {self._forgot(refined, names)}", "  before:"]
        lines += _indented(self._heap(discontinuity.before, names))
        lines.append("  after:")
        lines += _indented(self._heap(discontinuity.after, names))
        lines += (f"    where {line}" for line in names.definitions())
        failure = discontinuity.doomed.failure
        lines.append(f"  so this state seems possible, which runs into {failure.kind.value} at {failure.position}:")
        lines += (f"    {line}" for line in self.state(discontinuity.doomed.state, _pointer(discontinuity.after)))
        return lines

    def _heap(self, heap: SymbolicHeap, names: Names) -> Iterator[str]:
        spelled = {name: self._root(name) for name in heap.roots}
        yield from heap_text(heap, names, spelled).splitlines()

    def _forgot(self, refined: Refined | None, names: Names) -> str:
        if refined is None or not refined.features:
            return "lost what the proof needs"
        return "forgot that " + "; ".join(self._features(refined, names))

    def refined(self, refined: Refined) -> list[str]:
        """Return what is kept from now on, with the resulting patterns."""
        names = Names(self._members)
        lines = [f"kept from now on: {line}" for line in self._features(refined, names)]
        if refined.what:
            lines.append(f"from now on: {refined.what}")
        for heap in refined.after:
            heap_text(heap, names)
        return [*lines, *(f"  {line}" for line in names.definitions())]

    def _features(self, refined: Refined, names: Names) -> list[str]:
        nodes = {_layout(pattern): node_of(pattern) for pattern in _patterns(refined.after)}
        return [feature_text(each, names, nodes.get(each.layout)) for each in ordered(refined.features)]

    # Concrete states --------------------------------------------------------------------------------------------------

    def state(self, state: ConcreteHeap, pointer: int = 8) -> list[str]:
        """Return roots, then objects, named A, B, …, in words of the size of a pointer."""
        letters = {base: _letter(number) for number, base in enumerate(_from_roots(state, pointer))}
        lines = [f"{self._root(name)} = {_value(state, letters, value)}" for name, value in sorted(state.roots.items())]
        for base, letter in letters.items():
            thing = state.objects[base]
            held = ", ".join(f"+{at}: {_value(state, letters, value)}" for at, value in _words(thing, pointer))
            what = "" if thing.lifetime is Lifetime.HEAP else f"{thing.lifetime.value} "
            lines.append(f"{letter}: {what}[{held}] ({thing.size} bytes at {base:#x})")
        return lines

    def _root(self, name: str) -> str:
        return self._spelled.get(name, name.split(":", 1)[-1])


def precision_text(precision: Precision) -> str:
    if precision.features is None:
        return "all patterns that are found"
    if precision == COARSE:
        return "bare spines"
    return f"spines with {len(precision.features)} more"


def feature_text(feature: Feature, names: Names, node: Object | None = None) -> str:
    """Return a feature in words; `node` is one of its layout, if fields have names."""
    layout = feature.layout
    link = f"+{layout.link}" if node is None else names.offset(node, layout.link)
    field = "".join(
        f"->+{offset}" if number or node is None else f"->{names.offset(node, offset)}"
        for number, offset in enumerate(feature.path)
    )
    return f"in lists linked by {link} (nodes of {layout.size} bytes), item{field} {_KEPT[feature.keep]}"


_KEPT: Mapping[Keep, str] = {
    Keep.VALUE: "is null in all, the same in all, or inside the item",
    Keep.OBJECT: "is the address of an object of its own",
    Keep.NULLABLE: "is null or the address of an object of its own",
    Keep.LIST: "is the beginning of a list of its own",
    Keep.NUMBER: "is a number of which something is known",
    Keep.ZERO: "is zero where nothing else is said",
    Keep.BACK: "points back at the item before",
}


def _verdict(done: Round) -> str:
    if done.verdict.word is Word.SAFE:
        return "proved"
    if done.failure is None:
        return f"no proof: {done.verdict.reason}"
    fault = done.failure.fault
    return f"no proof: {fault.kind.value} at {fault.position} is not excluded, {fault.why}"


def _why(exhausted: NoneFound) -> str:
    return {"time": "the time was up", "bound": "up to a bound", "exhausted": "there is none"}.get(
        exhausted.reason, exhausted.reason
    )


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)


def _layout(pattern: Pattern) -> LinkLayout:
    size = node_of(pattern).size
    assert isinstance(size, int)
    return LinkLayout(size, pattern.link, pattern.entry)


def _patterns(heaps: Iterable[SymbolicHeap]) -> Iterator[Pattern]:
    waiting = [atom.pattern for heap in heaps for atom in heap.atoms if isinstance(atom, Segment)]
    while waiting:
        tick()
        pattern = waiting.pop()
        yield pattern
        waiting += (atom.pattern for atom in pattern.atoms if isinstance(atom, Segment))


def _pointer(heap: SymbolicHeap) -> int:
    """Return the size of an address."""
    sizes = (atom.base.sort.width // 8 if isinstance(atom, Object) else atom.pattern.pointer for atom in heap.atoms)
    return next(sizes, 8)


def _from_roots(state: ConcreteHeap, pointer: int) -> list[int]:
    """Return the objects in the order in which roots lead to them, then the others."""
    order: dict[int, None] = {}
    waiting = [state.roots[name] for name in sorted(state.roots)]
    for value in waiting:
        place = state.place(value)
        if place is not None and place[0] not in order:
            order[place[0]] = None
            waiting += (word for _, word in _words(state.objects[place[0]], pointer))
    return list(dict.fromkeys([*order, *sorted(state.objects)]))


def _words(thing: ConcreteObject, pointer: int) -> Iterator[tuple[int, int]]:
    at = 0
    while at < thing.size:
        size = next(size for size in (pointer, 4, 2, 1) if at + size <= thing.size)
        yield at, thing.word(at, size)
        at += size


def _letter(number: int) -> str:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return letters[number] if number < len(letters) else f"A{number}"


_LOWEST = 4096


def _value(state: ConcreteHeap, letters: Mapping[int, str], value: int) -> str:
    place = state.place(value)
    if place is not None:
        return f"&{letters[place[0]]}" + (f" + {place[1]}" if place[1] else "")
    if value == 0:
        return "null"
    return str(value) if abs(value) < _LOWEST else f"{value:#x} (where nothing is)"


def explained(
    decision: Decision, spelled: Mapping[str, str] | None = None, members: Members | None = None
) -> list[str]:
    """Return the rounds of a decision, in words and as symbolic heaps."""
    return RoundsText(spelled, members).decision(decision)
