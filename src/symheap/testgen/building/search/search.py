"""Search for a short sequence of calls that creates a wanted object, best first, each one verified by running it.

A sequence consists of a constructor or a static method, then methods of the object, then assignments to accessible
fields.
"""

from __future__ import annotations

import heapq
from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass, field

from symheap.core.deadline import tick
from symheap.lang.java.inputs.stubs import is_stub
from symheap.objects.concrete import INITIAL
from symheap.testgen.building.context import Context, live
from symheap.testgen.building.match import Match, Wrong
from symheap.testgen.building.members import Member
from symheap.testgen.building.search.arguments import argument_lists
from symheap.testgen.building.search.builders import built
from symheap.testgen.building.search.defaults import with_defaults
from symheap.testgen.building.search.picture import picture
from symheap.testgen.building.search.solve import Arguments, Called, accepted, called, solved
from symheap.testgen.building.steps import BuildState, Operand, Step

_CHANGING = (
    "add",
    "put",
    "push",
    "offer",
    "append",
    "set",
    "insert",
    "enqueue",
    "remove",
    "poll",
    "pop",
    "clear",
    "init",
)
_MAKINGS = 12
_CALLINGS = 6
_KEPT = 4
_PLANS = 8
_ACCEPTED = 2
ROUNDS = 4


Making = tuple[Member, tuple[Operand, ...]]


@dataclass(order=True, slots=True)
class Attempt:
    """An object that was created.

    `missing` counts the mentions of the target that are not right yet, `stuck` those of them that no assignment can
    fix, and `cost` counts the statements.
    """

    missing: int
    cost: int
    order: int
    stuck: int = field(compare=False)
    calls: int = field(compare=False)
    state: BuildState = field(compare=False)
    made: Operand = field(compare=False)
    match: Match = field(compare=False)
    mendable: tuple[Wrong, ...] = field(compare=False)
    others: tuple[Wrong, ...] = field(compare=False)


class Search:
    """The attempts at one object of the target."""

    def __init__(self, context: Context, number: int, start: BuildState) -> None:
        self.context = context
        self.number = number
        self.class_name = context.target.class_of(number)
        self.start = start
        self._seen: set[object] = set()
        self._order = 0
        region = (number, *context.target.dominated(number))
        self._wanted = sum(1 for n in region for _ in context.target.mentions(n))
        self._makers: dict[Member, tuple[Operand, ...]] = {}
        self.first: list[Attempt] = []
        """Objects created by constructors and static methods alone."""
        self.nearest: list[Attempt] = []
        """The closest attempts, best first."""

    def best(self, *, deep: bool) -> Attempt | None:
        """Return the shortest sequence found.

        A complete sequence is preferred to one that needs objects which only the helper can create.  Methods are called
        only if `deep` is set.
        """
        floor = max(self.context.workshop.runs - self.context.budget.runs_for_object, 0)
        self.context.defaults.clear()
        self.context.accepted.clear()
        self.first = list(self._made(floor))
        if all(a.stuck for a in self.first):
            self.start = with_defaults(self.context, self.start, self.context.members.makers(self.class_name))
            self.first += self._made(floor) if self.context.defaults else ()
        if not self.first and self._accept():
            self.first += self._made(floor)
        if not self.first:
            self.first += self._from_builders(floor)
        done = min((a for a in self.first if not a.stuck), key=lambda a: a.cost, default=None)
        if done is not None and not self._uses_helper(done):
            return done
        if done is None and deep and self.context.target.is_user(self.class_name):
            solution = next((a for a in self._solved(floor) if not a.stuck), None)
            if solution is not None:
                return solution
        return (self._by_calls(floor) if deep else None) or done

    def _accept(self) -> bool:
        """Ask the solver for arguments with which a constructor returns, if no guess succeeded."""
        context = self.context
        if context.target.is_user(self.class_name):
            for member in context.members.makers(self.class_name)[:_ACCEPTED]:
                arguments = accepted(context, self.number, member)
                if arguments is not None:
                    context.accepted[member] = arguments
        return bool(context.accepted)

    def _made(self, floor: int) -> Iterator[Attempt]:
        workshop = self.context.workshop
        for step, making in self._makings():
            if workshop.runs <= floor:
                return
            state = workshop.apply(self.start, step)
            made = state.steps[-1].made if state is not None else 0
            if state is None or state.heap.class_of(made) != self.class_name or self._was_there(made):
                continue
            if making is not None:
                self._makers.setdefault(making[0], making[1])
            attempt = self.attempt(state, made, 0)
            yield attempt
            if not attempt.stuck and not attempt.mendable:
                return

    def _from_builders(self, floor: int) -> Iterator[Attempt]:
        for state in built(self.context, self.number, self.class_name, self.start):
            yield self.attempt(state, state.steps[-1].made, 0)
            if self.context.workshop.runs <= floor:
                return

    def _was_there(self, made: int) -> bool:
        """Whether a static method returned an existing object, such as one of its arguments."""
        return made < INITIAL and made in self.start.heap.objects

    def _makings(self) -> Iterator[tuple[Step, Making | None]]:
        context = self.context
        if is_stub(self.class_name):
            made = context.stubs.maker(self.number)
            yield from () if made is None else ((made, None),)
            return
        yield from ((step, None) for step in self._records())
        for member in context.members.makers(self.class_name):
            for arguments in argument_lists(context, self.number, member, _MAKINGS):
                if not member.outer or arguments[0].number:
                    yield context.members.make(member, arguments), (member, arguments)

    def _records(self) -> Iterator[Step]:
        context = self.context
        record = context.members.record(self.class_name)
        named = record is not None and context.members.access.can_call(self.class_name, record.method)
        if record is not None and not named and context.mode.helper:
            for arguments in argument_lists(context, self.number, record, _MAKINGS):
                yield context.members.create_record(record, arguments)

    def _solved(self, floor: int) -> Iterator[Attempt]:
        """Yield attempts with numbers from the solver: for a constructor, then for one method after it."""
        context = self.context
        if not any(w.at == a.made.number and not w.mention.is_reference for a in self.first for w in a.others):
            return
        plans: list[list[Called | None]] = [[called(m, a, is_open=True)] for m, a in self._makers.items()]
        for making in list(self._makers.items())[:1]:
            for member in self._methods():
                arguments = next(argument_lists(context, self.number, member, 1), ())
                plans.append([called(*making, is_open=False), called(member, arguments, is_open=True)])
        for plan in plans[:_PLANS]:
            calls = [call for call in plan if call is not None]
            solved_arguments = solved(context, self.number, calls) if len(calls) == len(plan) else None
            state = None if solved_arguments is None else self._repeated(calls, solved_arguments)
            if state is not None and context.workshop.runs > floor:
                yield self.attempt(state, state.steps[len(self.start.steps)].made, len(calls) - 1)

    def _repeated(self, calls: list[Called], arguments: Arguments) -> BuildState | None:
        """Return the state after some calls, the first of which creates the object."""
        context = self.context
        state = context.workshop.apply(self.start, context.members.make(calls[0].member, arguments[0]))
        for call, given in zip(calls[1:], arguments[1:], strict=True):
            made = None if state is None else context.made_operand(state, state.steps[len(self.start.steps)].made)
            if state is None or made is None:
                return None
            state = context.workshop.apply(state, context.members.call(call.member, made, given))
        return state

    def _by_calls(self, floor: int) -> Attempt | None:
        pending = [a for a in self.first if not self._is_known(a)]
        heapq.heapify(pending)
        while pending:
            tick()
            at = heapq.heappop(pending)
            if at.calls >= self.context.budget.calls:
                continue
            for after in self._called(at, floor):
                if not after.stuck and not self._uses_helper(after):
                    return after
                if not self._is_known(after):
                    heapq.heappush(pending, after)
        return None

    def _called(self, at: Attempt, floor: int) -> Iterator[Attempt]:
        context = self.context
        yield from self._closing(at, floor)
        for member in self._methods():
            for arguments in argument_lists(context, self.number, member, _CALLINGS, at.made):
                if context.workshop.runs <= floor:
                    return
                state = context.workshop.apply(at.state, context.members.call(member, at.made, arguments))
                if state is not None:
                    yield self.attempt(state, at.made.number, at.calls + 1)

    def _closing(self, at: Attempt, floor: int) -> Iterator[Attempt]:
        """Yield attempts that close a cycle: they pass a missing object to a method of another object."""
        context = self.context
        for wrong in at.others:
            owner, value = context.made_operand(at.state, wrong.at), self.wanted(wrong, at.state, at.match)
            if owner is None or value is None or wrong.at == at.made.number:
                continue
            for member in context.members.methods(owner.type):
                takes_it = len(member.parameters) == 1 and member.parameters[0][0] == wrong.mention.descriptor[0]
                if not takes_it or not context.members.fits(value, member.parameters[0]):
                    continue
                if context.workshop.runs <= floor:
                    return
                state = context.workshop.apply(at.state, context.members.call(member, owner, (value,)))
                if state is not None:
                    yield self.attempt(state, at.made.number, at.calls + 1)

    def _methods(self) -> list[Member]:
        methods = self.context.members.methods(self.class_name)
        if self.context.target.is_user(self.class_name):
            return [m for m in methods if len(m.parameters) <= 3]
        return [m for m in methods if m.method.name.startswith(_CHANGING) and len(m.parameters) <= 2]

    # Attempts

    def attempt(self, state: BuildState, made: int, calls: int) -> Attempt:
        context = self.context
        matched = context.match(state, self.number, made)
        operand = context.made_operand(state, made)
        assert operand is not None
        left = [w for w in matched.wrong if not self._is_deferred(w, state, matched)]
        mendable = tuple(w for w in left if self._can_assign(w, state, matched))
        others = tuple(w for w in left if w not in mendable)
        self._order += 1
        cost = len(state.steps) - len(self.start.steps) + len(mendable)
        missing = self._wanted - matched.right - len(mendable)
        attempt = Attempt(missing, cost, self._order, len(others), calls, state, operand, matched, mendable, others)
        insort(self.nearest, attempt)
        del self.nearest[_KEPT:]
        return attempt

    def _is_deferred(self, wrong: Wrong, state: BuildState, match: Match) -> bool:
        return self.context.is_deferred(wrong, match.pairs) and state.maker(wrong.at) is not None

    def _can_assign(self, wrong: Wrong, state: BuildState, match: Match) -> bool:
        owner = self.context.made_operand(state, wrong.at)
        if owner is None or self.wanted(wrong, state, match) is None:
            return False
        if isinstance(wrong.mention.step, int):
            length = state.heap.length(wrong.at)
            return length is not None and wrong.mention.step < length
        declared = self.context.target.declared(state.heap.class_of(wrong.at)).get(wrong.mention.step)
        return declared is not None and self.context.members.field_in_reach(owner.type, declared)

    def wanted(self, wrong: Wrong, state: BuildState, match: Match) -> Operand | None:
        """Return an expression for the wanted value, preferring an object that this search created."""
        value = int(wrong.mention.value)
        is_paired = wrong.mention.is_reference and value in match.pairs and value < INITIAL
        made = self.context.made_operand(state, match.pairs[value]) if is_paired else None
        return made or self.context.wanted(wrong.mention)

    def mended(self, attempt: Attempt) -> Attempt | None:
        """Return the attempt with the assignments that it needs; None if they do not succeed.

        An assigned object may in turn need a reference back to this one.
        """
        for _ in range(ROUNDS):
            if attempt.stuck or not attempt.mendable:
                break
            state: BuildState | None = attempt.state
            for wrong in attempt.mendable:
                state = None if state is None else self.changed(state, attempt, wrong, by_helper=False)
            if state is None:
                return None
            attempt = self.attempt(state, attempt.made.number, attempt.calls)
        return None if attempt.stuck or attempt.mendable else attempt

    def changed(self, state: BuildState, attempt: Attempt, wrong: Wrong, *, by_helper: bool) -> BuildState | None:
        """Return the state with one field or element set to the wanted value."""
        owner, value = self.context.made_operand(state, wrong.at), self.wanted(wrong, state, attempt.match)
        if owner is None or value is None:
            return None
        step = self.context.change(owner, state, wrong, value, by_helper=by_helper)
        return self.context.workshop.apply(state, step)

    def _uses_helper(self, attempt: Attempt) -> bool:
        assigned = [
            o.number for w in attempt.mendable if (o := self.wanted(w, attempt.state, attempt.match)) is not None
        ]
        kept = live(attempt.state.steps, (attempt.made.number, *assigned))
        return any(step.is_helper for step in kept)

    def _is_known(self, attempt: Attempt) -> bool:
        """Whether an equal object was seen before."""
        key = (attempt.made.number < 0, picture(attempt.state.heap, attempt.made.number, self.start.made))
        if key in self._seen:
            return True
        self._seen.add(key)
        return False
