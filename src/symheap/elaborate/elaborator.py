"""Build certificates from transition systems: follow every vertex that the proof needs, and record each step.

The states are the checker's own: its rules apply each step, with a prover that trusts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

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
    ProofTree,
    Side,
    Split,
    Step,
    Unfold,
    Vertex,
    Weaken,
)
from symheap.certify.checker import contract_point, shown
from symheap.certify.commands import NotExplicit, located
from symheap.certify.control import Called, Configuration
from symheap.certify.evaluation import Evaluation
from symheap.certify.heaps import assumed, is_allocated, refreshed
from symheap.certify.prover import Direct
from symheap.certify.rejection import Rejected
from symheap.certify.rules import Rules
from symheap.certify.start import initial_heap
from symheap.certify.values import binary, equal, negation, symbols
from symheap.core.nodes import Term, Value
from symheap.core.operators import Op
from symheap.core.terms import eq
from symheap.elaborate.matcher import Matcher
from symheap.memory import ir
from symheap.separation.entailment.logic import Logic, Truth, carrying
from symheap.separation.execution.activations import killed
from symheap.separation.heaps.addresses import Which, inside, spots
from symheap.separation.heaps.formula import Atom, Object, Segment, SymbolicHeap, split
from symheap.separation.heaps.guarded import tied
from symheap.separation.heaps.outline import Outline, outline
from symheap.separation.heaps.pattern import Pattern, parameter
from symheap.separation.heaps.places import MOST_ELEMENTS, is_multiple
from symheap.separation.heaps.points import Point
from symheap.separation.proof.recursion import Summary, cut, ghost, recursive
from symheap.separation.proof.transition import EdgeKind, System

_MOST_SPLITS = 6
_MOST_STEPS = 4_000
"""Largest number of steps of one proof: more suggest that something is unfolded over and over."""


_MOST_SUGGESTIONS = 3
_MOST_OTHERS = 12
_NO_MATCHING = Matching({}, ())


@dataclass(frozen=True, slots=True)
class Goal:
    """A heap that a state may entail: pairs of wanted and given values with their sizes, atoms and facts.

    `step` closes the proof; atoms for which `keeps` is true must not be left over.  `heap` is the given heap if it is
    not that of the state.
    """

    roots: Sequence[tuple[Value, Value, int]]
    atoms: tuple[Atom, ...]
    facts: frozenset[Term]
    step: Callable[[Matching], Step]
    keeps: Callable[[Atom], bool]
    heap: SymbolicHeap | None = None


Goals = Callable[[Configuration], list[Goal]]


class Unelaborated(Exception):
    """No steps were found to continue from a state."""


class Trusting:
    """A prover that requires nothing and decides by the analysis' own logic."""

    def __init__(self, logic: Logic) -> None:
        self._logic = logic

    def require(self, heap: SymbolicHeap, goal: Value, why: str) -> None:
        if goal is False:
            raise Rejected(why)

    def proves(self, heap: SymbolicHeap, goal: Value) -> bool:
        return self._logic.follows(heap, goal)

    def require_absurd(self, heap: SymbolicHeap) -> None:
        return


@dataclass(slots=True)
class Elaboration:
    """A certificate under construction.

    It gives up at `deadline` by `clock`; `where` names the current vertex or contract.
    """

    program: ir.Program
    system: System
    logic: Logic
    no_leak: bool
    uncounted: frozenset[str] = frozenset()
    deadline: float | None = None
    clock: Callable[[], float] = time.monotonic
    where: str = "the beginning"
    is_tracked: bool = False
    _certificate: Certificate = field(init=False)
    _rules: Rules = field(init=False)
    _waiting: list[tuple[str, int]] = field(default_factory=list)
    _at: dict[Point, list[int]] = field(default_factory=dict)
    _targets: dict[int, list[int]] = field(default_factory=dict)
    _covers: dict[int, list[int]] = field(default_factory=dict)
    _lemmas: dict[tuple[Pattern, Pattern], bool] = field(default_factory=dict)
    _outlines: dict[str, Outline] = field(default_factory=dict)
    _direct: Direct = field(default_factory=Direct)
    _recursive: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        roots = {name[1:] for vertex in self.system.vertices[:1] for name in vertex.heap.roots if name[0] == "&"}
        self._certificate = Certificate(
            ProofTree(Absurd()), frozenset(roots), {}, {}, [], self.no_leak, self.is_tracked
        )
        self._rules = Rules(self.program, self._certificate, Trusting(self.logic), self.uncounted)
        self._recursive = recursive(self.program)
        for vertex in self.system.vertices:
            self._at.setdefault(vertex.point, []).append(vertex.number)
        for edge in self.system.edges:
            self._targets.setdefault(edge.source, []).append(edge.target)
            if edge.kind is EdgeKind.COVER and edge.heap is None:
                self._covers.setdefault(edge.source, []).append(edge.target)

    def run(self) -> Certificate:
        """Return the certificate.  Raises `Unelaborated` if no steps are found."""
        program, certificate = self.program, self._certificate
        entry = program.functions[program.entry]
        start = Configuration(Point((), entry.name, entry.entry), initial_heap(program, certificate.roots))
        certificate.entry = self._proof(start, -1)
        while self._waiting:
            kind, number = self._waiting.pop()
            if kind == "vertex":
                vertex = certificate.vertices[number]
                self.where = f"vertex {number} at {shown(vertex.point)}"
                vertex.proof = self._proof(Configuration(vertex.point, refreshed(vertex.heap)), number)
            else:
                contract = certificate.contracts[number]
                self.where = f"contract {number} of {contract.function}"
                point = contract_point(program, contract.function, number)
                contract.proof = self._proof(Configuration(point, refreshed(contract.entry)), -1)
        return certificate

    # One proof --------------------------------------------------------------------------------------------------------

    def _proof(self, state: Configuration, source: int) -> ProofTree:
        """Return a proof that begins in a state."""
        holder: list[ProofTree] = []
        waiting = [(state, True, holder)]
        steps = 0
        while waiting:
            at, is_feasible, into = waiting.pop()
            steps += 1
            if steps > _MOST_STEPS or (self.deadline is not None and self.clock() > self.deadline):
                raise Unelaborated("it takes too long")
            step = self._settling(at.heap) if is_feasible else Absurd()
            proof = self._closed(at, source) if step is None else None
            if proof is not None:
                into.append(proof)
                continue
            step = step or self._step(at)
            proof = ProofTree(step)
            into.append(proof)
            if not isinstance(step, Absurd):
                cases = self._cases(at, step, source)
                waiting += ((case, feasible, proof.cases) for case, feasible in reversed(cases))
        return holder[0]

    def _settling(self, heap: SymbolicHeap) -> Step | None:
        """Return a step for a list that cannot have an item, such as one at null, or for a decided optional object."""
        for number, atom in enumerate(heap.atoms):
            if isinstance(atom, Segment) and not self._may_be(_without(heap, number), atom, False):
                return Absurd() if atom.least else Split(number)
            if isinstance(atom, Object) and atom.optional and self._is_told(heap, atom):
                return Split(number)
            if isinstance(atom, Object) and not atom.optional:
                for value in tied(heap.pure, atom.base):
                    at = eq(value, atom.base)
                    if isinstance(at, Term) and self.logic.follows(heap, at):
                        return Case(at)
        return None

    def _is_told(self, heap: SymbolicHeap, thing: Object) -> bool:
        """Whether facts about other symbols decide the existence of an optional object."""
        if not any(thing.base in symbols(fact) and len(symbols(fact)) > 1 for fact in heap.pure):
            return False
        return self.logic.holds(heap, eq(thing.base, 0)) is not Truth.MAYBE

    def _closed(self, state: Configuration, source: int) -> ProofTree | None:
        """Return the proof of a state at a place with known heaps; None if a command has to be executed first."""
        if state.is_returned:
            proof = self._reached(state, self._exits, source)
            if proof is None:
                raise Unelaborated(f"at {shown(state.point)}: no exit is reached")
            return proof
        if not state.moved:
            return self._reached(state, self._covering(source), source) if source in self._covers else None
        if state.point not in self._at:
            return None
        proof = self._reached(state, self._vertices(source), source)
        if proof is not None:
            return proof
        if self._is_absurd(state.heap):
            return ProofTree(Absurd())
        if any(self.system.vertices[number].before is not None for number in self._at[state.point]):
            raise Unelaborated(f"at {shown(state.point)}: no vertex is reached")
        return None

    def _cases(self, state: Configuration, step: Step, source: int) -> list[tuple[Configuration, bool]]:
        """Return the states that a step leaves, each with whether it is possible."""
        try:
            states = self._rules.successors(state, step, source)
        except Rejected as why:
            raise Unelaborated(f"at {shown(state.point)}: {why}") from why
        possible = self._possible(state, step)
        return list(zip(states, possible or [True] * len(states), strict=True))

    def _possible(self, state: Configuration, step: Step) -> list[bool]:
        """Return which cases of a step are possible, as far as the analysis can tell; empty if it cannot."""
        heap = state.heap
        match step:
            case Execute():
                command = self._next(state.point)
                if isinstance(command, ir.Branch | ir.Assume):
                    evaluation = Evaluation(heap, state.point.depth)
                    condition = evaluation.condition(command.condition)
                    both = (condition, negation(condition)) if isinstance(command, ir.Branch) else (condition,)
                    return self._kept(evaluation.heap, both)
            case Case(condition=condition):
                return self._kept(heap, (condition, negation(condition)))
            case Split(atom=number):
                return self._split(heap, number)
            case _:
                pass
        return []

    def _kept(self, heap: SymbolicHeap, conditions: tuple[Value, ...]) -> list[bool]:
        open_conditions = [each for each in conditions if assumed(heap, each) is not None]
        return [self.logic.holds(heap, each) is not Truth.NO for each in open_conditions]

    def _split(self, heap: SymbolicHeap, number: int) -> list[bool]:
        atom = heap.atoms[number]
        rest = _without(heap, number)
        if isinstance(atom, Object):
            ends: list[Value] = [equal(atom.base, 0, atom.base.sort.width)]
        else:
            width = 8 * atom.pattern.pointer
            ends = [equal(atom.front, atom.next, width)]
            if atom.prev is not None and atom.back is not None:
                ends.append(equal(atom.prev, atom.back, width))
            if atom.length is not None:
                ends.append(equal(atom.length, 0, width))
        there = self._may_be(rest, atom, ends[0])
        if assumed(rest, *ends) is None:
            return [there]
        return [all(self.logic.holds(rest, each) is not Truth.NO for each in ends), there]

    def _may_be(self, rest: SymbolicHeap, atom: Atom, is_absent: Value) -> bool:
        """Whether an object may exist, or a list may have an item."""
        if isinstance(atom, Object):
            return self.logic.holds(rest, is_absent) is not Truth.YES
        if atom.length is not None and self.logic.holds(rest, eq(atom.length, 0)) is Truth.YES:
            return False
        for end in (atom.front, atom.back):
            if end is not None and (split(end)[0] is None or inside(rest, end) is not None):
                return False
        return True

    def _is_absurd(self, heap: SymbolicHeap) -> bool:
        if not self.logic.is_consistent(heap):
            return True
        try:
            self._direct.require_absurd(heap)
        except Rejected:
            return False
        return True

    # The next step ----------------------------------------------------------------------------------------------------

    def _next(self, point: Point) -> ir.Command | ir.End:
        block = self.program.functions[point.function].blocks[point.label]
        return block.end if point.index == len(block.commands) else block.commands[point.index]

    def _step(self, state: Configuration) -> Step:
        """Return the next step for a state that is not closed."""
        command = self._next(state.point)
        try:
            if isinstance(command, ir.Call):
                call = self._rules.called(state)
                if call.callee.name in self._recursive:
                    return self._call_step(state)
                return Execute()
            element = self._element(state, command)
            if not isinstance(element, int | None):
                return element
            step = Execute(element)
            self._rules.successors(state, step, -1)
        except NotExplicit as missing:
            return self._exposing(state, command, missing)
        except Rejected as why:
            if self._is_absurd(state.heap):
                return Absurd()
            raise Unelaborated(f"at {shown(state.point)}: {why}") from why
        return step

    def _element(self, state: Configuration, command: ir.Command | ir.End) -> int | Step | None:
        """Return the accessed element of a small array, or a step if it is not known."""
        if not isinstance(command, ir.Load | ir.Store):
            return None
        evaluation = Evaluation(state.heap, state.point.depth)
        address = evaluation.value(command.address)
        size = command.target.size if isinstance(command, ir.Load) else command.value.size
        place = located(evaluation.heap, address)
        offset, limit = place.offset, place.thing.size
        if not isinstance(offset, Term) or not isinstance(limit, int) or not 0 < limit <= MOST_ELEMENTS * size:
            return None
        if not is_multiple(offset, size):
            return None
        for at in range(0, limit - size + 1, size):
            is_there = equal(offset, at, offset.sort.width)
            decided = self.logic.holds(evaluation.heap, is_there)
            if decided is Truth.YES:
                return at
            if decided is Truth.MAYBE:
                return Case(is_there)
        return Absurd()

    def _exposing(self, state: Configuration, command: ir.Command | ir.End, missing: NotExplicit) -> Step:
        """Return a step towards an object at an address."""
        address = missing.address
        if isinstance(command, ir.Free | ir.Reallocate):
            is_null = equal(address, 0, 8 * command.address.size)
            if isinstance(is_null, Term) and self.logic.holds(missing.heap, is_null) is Truth.MAYBE:
                return Case(is_null)
        for spot in spots(missing.heap, address):
            number = next(i for i, atom in enumerate(missing.heap.atoms) if atom is spot.atom)
            if not spot.exists:
                return Split(number)
            if isinstance(spot.atom, Segment):
                return Unfold(number, Side.FIRST if spot.which is Which.FIRST else Side.LAST)
        if self._is_absurd(missing.heap):
            return Absurd()
        raise Unelaborated(f"at {shown(state.point)}: {missing}")

    def _call_step(self, state: Configuration) -> Step:
        proof = self._reached(state, self._contracts, -1)
        if proof is None:
            raise Unelaborated(f"at {shown(state.point)}: no contract fits")
        return proof.step

    # Reaching what is known -------------------------------------------------------------------------------------------

    def _reached(self, state: Configuration, goals: Goals, source: int, splits: int = _MOST_SPLITS) -> ProofTree | None:
        """Return a proof that a state entails one of some goals, if necessary after steps that reveal more of it."""
        settling = self._settling(state.heap)
        if isinstance(settling, Absurd):
            return ProofTree(settling)
        if settling is not None:
            return self._after(state, settling, goals, source, splits)
        suggestions: dict[Step, None] = {}
        for goal in goals(state):
            matcher = Matcher(self.logic, state.heap if goal.heap is None else goal.heap, self._is_lemma)
            try:
                matching = matcher.matching(goal.roots, goal.atoms, goal.facts, keeps=goal.keeps)
            except Rejected:
                continue
            if matching is not None:
                return ProofTree(goal.step(matching))
            suggestions |= matcher.suggestions
        name = next(
            (step for step in suggestions if isinstance(step, Name) and self._has_bytes(state.heap, step)), None
        )
        if name is not None:  # naming the bytes of a cell loses nothing, so no other step has to be tried instead
            return self._after(state, name, goals, source, splits)
        if splits == 0:
            return None
        others = [step for step in suggestions if not isinstance(step, Name)]
        for step in others[:_MOST_SUGGESTIONS]:
            proof = self._after(state, step, goals, source, splits - 1)
            if proof is not None:
                return proof
        return None

    def _has_bytes(self, heap: SymbolicHeap, name: Name) -> bool:
        """Whether bytes to be named are certainly inside of their object."""
        thing = heap.atoms[name.atom]
        assert isinstance(thing, Object)
        is_inside = negation(binary(Op.BVULT, thing.base.sort.width, thing.size, name.offset + name.size))
        return is_inside is True or (isinstance(is_inside, Term) and self.logic.holds(heap, is_inside) is Truth.YES)

    def _after(self, state: Configuration, step: Step, goals: Goals, source: int, splits: int) -> ProofTree | None:
        """Return a proof that makes a step and then reaches a goal in each of its cases."""
        proof = ProofTree(step)
        try:
            cases = self._cases(state, step, source)
        except Unelaborated:
            return None
        if isinstance(goals(state)[0].step(_NO_MATCHING), Apply):
            return proof
        for case, is_feasible in cases:
            continuation = self._reached(case, goals, source, splits) if is_feasible else ProofTree(Absurd())
            if continuation is None and not self.logic.is_consistent(case.heap):
                continuation = ProofTree(Absurd())
            if continuation is None:
                return None
            proof.cases.append(continuation)
        return proof

    def _vertices(self, source: int) -> Goals:
        """Return the goals of the vertices at the point of a state, those that an edge leads to first."""

        def goals(state: Configuration) -> list[Goal]:
            here = self._at[state.point]
            first = [number for number in dict.fromkeys(self._targets.get(source, ())) if number in here]
            others = [number for number in here if number not in first and number not in self.system.covered]
            return [self._goal(state, number) for number in (*first, *(others[-_MOST_OTHERS:] if first else others))]

        return goals

    def _covering(self, source: int) -> Goals:
        return lambda state: [self._goal(state, number) for number in self._covers[source] if number > source]

    def _goal(self, state: Configuration, number: int) -> Goal:
        target = self.system.vertices[number].heap

        def step(matching: Matching) -> Step:
            if number not in self._certificate.vertices and matching is not _NO_MATCHING:
                self._certificate.vertices[number] = Vertex(state.point, target, ProofTree(Absurd()))
                self._waiting.append(("vertex", number))
            return Arrive(number, matching)

        return self._entailed(state, target, step)

    def _exits(self, state: Configuration) -> list[Goal]:
        contract = self._certificate.contracts[int(state.point.stack[0].label[1:])]
        return [self._entailed(state, leaving, partial(Exit, number)) for number, leaving in enumerate(contract.exits)]

    def _entailed(self, state: Configuration, wanted: SymbolicHeap, step: Callable[[Matching], Step]) -> Goal:
        sizes, given = self._rules.root_sizes(state.point), state.heap.roots
        roots = [
            (value, given[name], self._rules.root_size(name, sizes, value, given[name])) if name in given else (0, 1, 1)
            for name, value in sorted(wanted.roots.items())
        ]
        may_lose = self._rules.may_lose(state)
        return Goal(roots, wanted.atoms, wanted.pure, step, _nothing if may_lose else is_allocated)

    def _contracts(self, state: Configuration) -> list[Goal]:
        """Return the goals of the contracts that the next call may use."""
        call = self._rules.called(state)
        live = self._live(state.point, call.command)
        variables = self.program.functions[state.point.function].names
        heap, names = carrying(call.heap, call.values.values())
        heap = killed(heap, state.point.depth, live, variables).without_roots(names)
        values = {f"1:{name}": value for name, value in call.values.items()}
        parts = cut(heap, values)
        given: dict[str, Value] = {**call.heap.roots, **values}
        given |= {ghost(number): each for number, each in enumerate(parts.cutpoints)}
        goals: list[Goal] = []
        for summary in self.system.summaries:
            if summary.function == call.callee.name and set(summary.entry.roots) == set(parts.local.roots):
                goals.append(self._contract_goal(summary, given, call))
        return goals

    def _contract_goal(self, summary: Summary, given: dict[str, Value], call: Called) -> Goal:
        sizes = {f"1:{each.name}": each.size for each in call.callee.parameters}
        roots = [
            (value, given[name], self._rules.root_size(name, sizes, value, given[name]))
            for name, value in sorted(summary.entry.roots.items())
        ]

        def step(matching: Matching) -> Step:
            if summary.number not in self._certificate.contracts and matching is not _NO_MATCHING:
                exits = tuple(summary.exits)
                contract = Contract(summary.function, summary.entry, exits, ProofTree(Absurd()))
                self._certificate.contracts[summary.number] = contract
                self._waiting.append(("contract", summary.number))
            return Apply(summary.number, matching)

        return Goal(roots, summary.entry.atoms, summary.entry.pure, step, _nothing, call.heap)

    def _live(self, point: Point, command: ir.Call) -> frozenset[str]:
        if point.function not in self._outlines:
            self._outlines[point.function] = outline(self.program.functions[point.function])
        live = self._outlines[point.function].live(point.label, point.index + 1)
        return live if command.target is None else live - {command.target.name}

    # Lemmas -----------------------------------------------------------------------------------------------------------

    def _is_lemma(self, stronger: Pattern, weaker: Pattern) -> bool:
        known = self._lemmas.get((stronger, weaker))
        if known is None:
            self._lemmas[stronger, weaker] = False
            known = self._lemmas[stronger, weaker] = self._learned(stronger, weaker)
        return known

    def _learned(self, stronger: Pattern, weaker: Pattern) -> bool:
        lemma = Lemma(stronger, weaker, ProofTree(Absurd()))
        try:
            state = self._rules.lemma_state(lemma)
        except Rejected:
            return False

        def goals(at: Configuration) -> list[Goal]:
            roots = [
                (parameter(name, weaker.pointer), value, weaker.pointer)
                for name, value in sorted(at.heap.roots.items())
            ]
            return [Goal(roots, weaker.atoms, weaker.pure, Weaken, lambda atom: True)]

        proof = self._reached(state, goals, -1)
        if proof is None:
            return False
        lemma.proof = proof
        self._certificate.lemmas.append(lemma)
        self._rules.learn(lemma)
        return True


def _without(heap: SymbolicHeap, number: int) -> SymbolicHeap:
    return SymbolicHeap(heap.roots, heap.atoms[:number] + heap.atoms[number + 1 :], heap.pure)


def _nothing(atom: Atom) -> bool:
    return False
