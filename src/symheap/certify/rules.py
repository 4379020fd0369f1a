"""The rules: the effect of each step of a proof on a state.  A rule whose conditions fail rejects the step."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import immutables

from symheap.certify.cells import touching, written
from symheap.certify.certificate import (
    Absurd,
    Apply,
    Arrive,
    Case,
    Certificate,
    Contract,
    Execute,
    Exit,
    Lemma,
    Matching,
    Name,
    Split,
    Step,
    Unfold,
    Weaken,
)
from symheap.certify.control import GHOST, RESULT, Called, Configuration, Control
from symheap.certify.entailment import Consumption
from symheap.certify.heaps import (
    assumed,
    fresh,
    is_allocated,
    renamed,
    symbols_of,
    well_formed,
    with_atom_at,
    without_ended,
)
from symheap.certify.prover import Prover
from symheap.certify.rejection import Rejected, require
from symheap.certify.sorts import well_sorted
from symheap.certify.unfolding import atom_at, split_atom, unfolded
from symheap.certify.values import binary, equal, negation, substituted, symbols
from symheap.core.nodes import Term, Value
from symheap.core.operators import Op
from symheap.core.sorts import BOOL
from symheap.memory import ir
from symheap.memory.expressions import Register
from symheap.separation.heaps.formula import Object, SymbolicHeap
from symheap.separation.heaps.pattern import Pattern, parameter
from symheap.separation.heaps.points import Point


class Rules:
    """Applies steps.  `uncounted` are files in which losing memory is no leak."""

    def __init__(
        self, program: ir.Program, certificate: Certificate, prover: Prover, uncounted: Collection[str] = ()
    ) -> None:
        self._program = program
        self._certificate = certificate
        self._prover = prover
        self._uncounted = uncounted
        self._control = Control(program, prover)
        self._lemmas: set[tuple[Pattern, Pattern]] = set()
        self._sizes: dict[str, dict[str, int]] = {}
        self._known_sizes: dict[Point, dict[str, int]] = {}
        self._is_framed = False
        self._wanted: Pattern | None = None

    def successors(self, state: Configuration, step: Step, source: int) -> list[Configuration]:
        """Return the cases that a step leaves, in the proof of vertex `source`."""
        heap = state.heap
        match step:
            case Execute(element=element):
                return self._control.executed(state, element)
            case Unfold(atom=atom, side=side):
                return [replace(state, heap=unfolded(heap, atom, side))]
            case Split(atom=atom):
                return [replace(state, heap=new) for new in split_atom(heap, atom)]
            case Case(condition=condition):
                return [replace(state, heap=new) for new in _cases(heap, condition)]
            case Name(atom=atom, offset=offset, size=size):
                return [replace(state, heap=self._named(heap, atom, offset, size))]
            case Absurd():
                self._prover.require_absurd(heap)
                return []
            case Arrive(vertex=vertex, matching=matching):
                self._arrive(state, vertex, matching, source)
                return []
            case Apply(contract=number, matching=matching):
                return self._applied(state, number, matching)
            case Exit(number=number, matching=matching):
                self._exit(state, number, matching)
                return []
            case Weaken(matching=matching):
                self._weaken(state, matching)
                return []

    def _named(self, heap: SymbolicHeap, number: int, offset: int, size: int) -> SymbolicHeap:
        """Give a symbol to bytes inside an object that no cell covers and that are not known to be zero."""
        thing = atom_at(heap, number)
        require(isinstance(thing, Object) and not thing.zero and size > 0, "bytes that are known already")
        assert isinstance(thing, Object)
        require(not touching(thing.cells, offset, size), "bytes that are known already")
        width = thing.base.sort.width
        require(offset >= 0 and offset + size < 1 << (width - 1), "bytes outside of an object")
        is_inside = negation(binary(Op.BVULT, width, thing.size, offset + size))
        self._prover.require(heap, is_inside, "bytes outside of an object")
        heap, symbol = fresh(heap, size)
        return with_atom_at(heap, number, written(thing, offset, size, symbol))

    def called(self, state: Configuration) -> Called:
        """Return the call that is the next command of a state."""
        return self._control.called(state)

    # Entailment -------------------------------------------------------------------------------------------------------

    def _arrive(self, state: Configuration, number: int, matching: Matching, source: int) -> None:
        """Require the state to entail the heap of a vertex at its point.

        A proof that has not executed anything may only lead to a vertex with a higher number, so no two lead to each
        other.
        """
        vertex = self._certificate.vertices.get(number)
        if vertex is None:
            raise Rejected("there is no such vertex")
        require(not state.is_returned and vertex.point == state.point, "the vertex is at another point")
        require(state.moved or number > source, "a vertex is covered by an earlier one")
        self._entailed(state, vertex.heap, matching)

    def _exit(self, state: Configuration, number: int, matching: Matching) -> None:
        """Require a returned contract function to be in one of its exits."""
        require(state.is_returned, "an exit before the return")
        contract = self._contract(int(state.point.stack[0].label[1:]))
        require(0 <= number < len(contract.exits), "there is no such exit")
        self._entailed(state, contract.exits[number], matching)

    def _entailed(self, state: Configuration, wanted: SymbolicHeap, matching: Matching) -> None:
        require(_locals(wanted) == _locals(state.heap), "the address of a local is forgotten")
        taking = Consumption(self._prover, state.heap, self._is_lemma)
        sizes = self.root_sizes(state.point)
        for name, value in wanted.roots.items():
            require(name in state.heap.roots, f"{name} has no value")
            given = state.heap.roots[name]
            taking.same(value, given, self.root_size(name, sizes, value, given), matching.binding, name)
        taking.consume(wanted.atoms, wanted.pure, matching)
        if any(is_allocated(atom) for atom in taking.left):
            require(self.may_lose(state), "memory is lost, although nothing is said to leak")

    def may_lose(self, state: Configuration) -> bool:
        if not (self._certificate.no_leak or self._certificate.is_tracked):
            return True
        return state.position is not None and state.position.file in self._uncounted

    def root_size(self, name: str, sizes: dict[str, int], *values: Value) -> int:
        if name in sizes:
            return sizes[name]
        if "&" in name:
            return self._program.model.pointer
        return next((value.sort.width // 8 for value in values if isinstance(value, Term)), 8)

    # Contracts --------------------------------------------------------------------------------------------------------

    def _contract(self, number: int) -> Contract:
        contract = self._certificate.contracts.get(number)
        if contract is None:
            raise Rejected("there is no such contract")
        return contract

    def _applied(self, state: Configuration, number: int, matching: Matching) -> list[Configuration]:
        """Apply a contract: a call in a heap that contains the contract's entry leaves the rest, its frame, alone."""
        contract, call = self._contract(number), self._control.called(state)
        require(call.callee.name == contract.function, "a contract of another function")
        taking = Consumption(self._prover, call.heap, self._is_lemma)
        sizes = {parameter.name: parameter.size for parameter in call.callee.parameters}
        pointer = self._program.model.pointer
        for name, value in contract.entry.roots.items():
            if name.startswith("1:") and name[2:] in call.values:
                taking.same(value, call.values[name[2:]], sizes[name[2:]], matching.binding, name)
            elif name.startswith("&"):
                require(name in call.heap.roots, f"{name} has no value")
                taking.same(value, call.heap.roots[name], pointer, matching.binding, name)
            else:
                require(name.startswith(GHOST), f"{name} is no parameter")
        taking.consume(contract.entry.atoms, contract.entry.pure, matching)
        self._is_framed |= any(is_allocated(atom) for atom in taking.left)
        frame = without_ended(replace(call.heap, atoms=tuple(taking.left)))
        ghosts = {
            name: substituted(value, matching.binding)
            for name, value in contract.entry.roots.items()
            if name.startswith(GHOST)
        }
        after = replace(state.point, index=state.point.index + 1)
        states: list[Configuration] = []
        for leaving in contract.exits:
            heap = self._resumed(frame, leaving, ghosts, state.point.depth, call.command)
            if heap is not None:
                states.append(Configuration(after, heap, True, call.command.position))
        return states

    def _resumed(
        self, frame: SymbolicHeap, leaving: SymbolicHeap, ghosts: dict[str, Value], depth: int, command: ir.Call
    ) -> SymbolicHeap | None:
        """Return the frame with an exit beside it, over fresh symbols; None if they contradict each other."""
        mapping: dict[Term, Value] = {}
        for each in sorted(symbols_of(leaving), key=lambda term: (term.name, term.sort.width)):
            frame, mapping[each] = fresh(frame, each.sort.width // 8)
        theirs = renamed(leaving, mapping)
        if theirs is None:
            return None
        width = 8 * self._program.model.pointer
        ties: list[Value] = []
        for name, value in theirs.roots.items():
            if name in ghosts:
                known = [each.sort.width for each in (value, ghosts[name]) if isinstance(each, Term)]
                ties.append(equal(value, ghosts[name], known[0] if known else width))
            elif name.startswith("&") and name in frame.roots:
                ties.append(equal(value, frame.roots[name], width))
        heap = replace(frame, atoms=frame.atoms + theirs.atoms, pure=frame.pure | theirs.pure)
        heap = self._control.received(heap, depth, command, theirs.roots.get(RESULT))
        return assumed(heap, *ties)

    # Lemmas -----------------------------------------------------------------------------------------------------------

    def lemma_state(self, lemma: Lemma) -> Configuration:
        """Return the state of one item of the stronger pattern, with its parameters as roots."""
        one, two = lemma.stronger, lemma.weaker
        same = (one.pointer, one.entry, one.back_entry, one.back is None)
        require(same == (two.pointer, two.entry, two.back_entry, two.back is None), "patterns of other links")
        require(one.shared >= two.shared, "a pattern whose items have less in common")
        self._wanted = two
        roots = {name: parameter(name, one.pointer) for name in _parameters(one)}
        heap = SymbolicHeap(immutables.Map(roots), one.atoms, one.pure)
        return Configuration(Point((), "", ""), heap)

    def learn(self, lemma: Lemma) -> None:
        """Allow the use of a proved lemma."""
        self._lemmas.add((lemma.stronger, lemma.weaker))

    def _is_lemma(self, stronger: Pattern, weaker: Pattern) -> bool:
        return (stronger, weaker) in self._lemmas

    def _weaken(self, state: Configuration, matching: Matching) -> None:
        require(state.point.function == "", "only items are weakened")
        pattern = self._wanted
        require(pattern is not None, "no lemma is being proved")
        assert pattern is not None
        taking = Consumption(self._prover, state.heap, self._is_lemma)
        for name in _parameters(pattern):
            given = state.heap.roots[name]
            taking.same(parameter(name, pattern.pointer), given, pattern.pointer, matching.binding, name)
        taking.consume(pattern.atoms, pattern.pure, matching)
        require(not taking.left, "an item has more memory")

    # Form and claims --------------------------------------------------------------------------------------------------

    def require_form(self, point: Point, heap: SymbolicHeap) -> None:
        well_formed(heap, self._program.model.pointer, self.root_sizes(point))

    def require_no_leak(self) -> None:
        """Require that no memory is lost or left at the end, as far as the certificate claims it."""
        if not (self._certificate.no_leak or self._certificate.is_tracked):
            return
        control = self._control
        left = control.left_over if self._certificate.no_leak else control.lost_at_end
        kept = [each for each in left if each.file not in self._uncounted]
        status = "still allocated" if self._certificate.no_leak else "lost"
        require(not kept, f"memory is {status} at the end: {kept[0] if kept else ''}")
        halts = self._control.halts_in_contract
        require(not (halts and self._is_framed), "the program ends in a call whose callers have memory")

    def root_sizes(self, point: Point) -> dict[str, int]:
        """Return the sizes of the registers of all pending calls."""
        if point not in self._known_sizes:
            self._known_sizes[point] = self._sizes_at(point)
        return self._known_sizes[point]

    def _sizes_at(self, point: Point) -> dict[str, int]:
        frames = [(depth, site.function) for depth, site in enumerate(point.stack) if site.index >= 0]
        sizes: dict[str, int] = {}
        for depth, name in (*frames, (point.depth, point.function)):
            for register, size in self._registers(name).items():
                sizes[f"{depth}:{register}"] = size
        result = self._program.functions[point.function].result
        return sizes if result is None else {**sizes, RESULT: result}

    def _registers(self, name: str) -> dict[str, int]:
        if name not in self._sizes:
            function = self._program.functions.get(name)
            if function is None:
                raise Rejected(f"{name} is not defined")
            sizes = {each.name: each.size for each in function.parameters}
            for block in function.blocks.values():
                for command in block.commands:
                    target = getattr(command, "target", None)
                    if isinstance(target, Register):
                        require(sizes.setdefault(target.name, target.size) == target.size, "a register of two sizes")
            self._sizes[name] = sizes
        return self._sizes[name]


def _cases(heap: SymbolicHeap, condition: Value) -> list[SymbolicHeap]:
    well_sorted(condition)
    require(not isinstance(condition, Term) or condition.sort is BOOL, "a case that is no condition")
    require(symbols(condition) <= symbols_of(heap), "a case of something that is not in the heap")
    heaps = (assumed(heap, holds) for holds in (condition, negation(condition)))
    return [new for new in heaps if new is not None]


def _locals(heap: SymbolicHeap) -> set[str]:
    return {name for name in heap.roots if ":&" in name}


def _parameters(pattern: Pattern) -> list[str]:
    names = ["base", "next", *(["prev"] if pattern.back is not None else [])]
    return names + [f"shared{number}" for number in range(pattern.shared)]
