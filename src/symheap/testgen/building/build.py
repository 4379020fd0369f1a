"""Turn a graph into steps: objects before those that refer to them, cycles closed by later assignments."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from symheap.lang.java.inputs.stubs import is_stub
from symheap.lang.java.values.types import element_descriptor, is_array
from symheap.testgen.building.closed import Closed
from symheap.testgen.building.context import Context
from symheap.testgen.building.match import Wrong, actual
from symheap.testgen.building.reflect import Stuck, otherwise
from symheap.testgen.building.search.search import Search
from symheap.testgen.building.steps import BuildState, Operand, Step
from symheap.testgen.building.target import Mention, is_value
from symheap.testgen.building.values import value_of

LARGEST_ARRAY = 100_000
LONGEST_LIST = 12
"""A longer array is written by assignments to the elements that are not the default."""


@dataclass(slots=True)
class Builder:
    """Creates the objects of a target one by one.  `later` holds assignments that wait for objects not created yet."""

    context: Context
    state: BuildState
    later: list[Wrong] = field(default_factory=list)

    def ensure(self, number: int) -> Operand | None:
        """Return an expression for an object of the target; None if it is in progress or cannot be created."""
        context = self.context
        operand = context.operands.get(number)
        if operand is not None or number in context.open or number in self.context.reasons:
            return operand
        context.open.add(number)
        try:
            context.operands[number] = self._closed(number) or self._make(number)
        except Stuck as stuck:
            self.context.reasons[number] = stuck.reason
        finally:
            context.open.discard(number)
        if number in context.operands:
            self._close()
        return context.operands.get(number)

    def _children(self, number: int) -> list[int]:
        """Return the objects to create before an object: those it refers to, without the internals of JDK objects."""
        target = self.context.target
        children: dict[int, None] = {}
        pending = [number]
        for at in pending:
            for _, to in target.references(at):
                if self._is_own(number) or to not in target.dominated(number) or not self._is_inside(to):
                    children[to] = None
                elif to not in pending:
                    pending.append(to)
        return list(children)

    def _is_inside(self, number: int) -> bool:
        """Whether only the JDK creates such an object."""
        class_name = self.context.target.class_of(number)
        return not self._is_own(number) and not (
            self.context.members.access.can_name(class_name) and self.context.members.makers(class_name)
        )

    def _is_own(self, number: int) -> bool:
        """Whether a test creates such an object field by field: one of the user's classes, a value, an array."""
        class_name = self.context.target.class_of(number)
        return (
            is_array(class_name)
            or is_value(class_name)
            or is_stub(class_name)
            or self.context.target.is_user(class_name)
        )

    def _close(self) -> None:
        """Assign objects that exist now to the places that waited for them."""
        pending, self.later = self.later, []
        for wrong in pending:
            value = self.context.reference(int(wrong.mention.value))
            owner = self.context.made_operand(self.state, wrong.at)
            if value is None or owner is None:
                self.later.append(wrong)
            elif actual(self.context.target, self.state.heap, wrong.at, wrong.mention) != value.number:
                self._do(self.context.change(owner, self.state, wrong, value, by_helper=True))

    def answer(self) -> str | None:
        """Assign the answers of stubs; return the obstacle if that is impossible."""
        for step in self.context.stubs.assignments(self.context.operands):
            if step is None:
                return next(iter(self.context.reasons.values()), "there is no expression for what a stub returns")
            self._do(step)
        return None

    def _do(self, step: Step) -> None:
        after = self.context.workshop.apply(self.state, step)
        if after is None:
            raise Stuck("a step that sets a field does not work")
        self.state = after

    # Objects

    def _make(self, number: int) -> Operand:
        class_name = self.context.target.class_of(number)
        for child in self._children(number):
            self.ensure(child)
        if is_value(class_name):
            return self._value(number)
        if is_array(class_name):
            return self._array(number)
        return self._object(number, class_name)

    def _closed(self, number: int) -> Operand | None:
        """Create a JDK object from its contents or its text."""
        if self._is_own(number):
            return None
        state_and_object = Closed(self.context, self.ensure, lambda: self.state).made(number)
        if state_and_object is None:
            return None
        self.state, made = state_and_object
        return made

    def _value(self, number: int) -> Operand:
        made = value_of(self.context, number)
        if isinstance(made, Operand):
            return made
        before = self.state
        self._do(made)
        operand = self._last()
        if operand.number < 0:
            return operand
        self.state = before
        return replace(operand, code=made.code)

    def _last(self) -> Operand:
        operand = self.context.made_operand(self.state, self.state.steps[-1].made)
        assert operand is not None
        return operand

    def _array(self, number: int) -> Operand:
        """Create an array; elements that do not exist yet are assigned later."""
        context, obj = self.context, self.context.target.find(number)
        length = obj.length or 0
        if length > LARGEST_ARRAY:
            raise Stuck(f"it would take an array of {length} elements")
        known = {int(m.step): (m, context.wanted(m)) for m in context.target.mentions(number) if m.value}
        missing = [m for m, operand in known.values() if operand is None]
        for mention in missing:
            if int(mention.value) not in context.open:
                raise Stuck(self._reason(mention))
        listed = length <= LONGEST_LIST and any(operand is not None for _, operand in known.values())
        listed = listed and context.members.access.can_name(obj.class_name)
        elements = [self._element(obj.class_name, known.get(i)) for i in range(length)] if listed else None
        self._do(context.members.array(obj.class_name, length, elements))
        made = self._last()
        for mention, operand in known.values() if not listed else ():
            if operand is not None:
                self._do(context.members.element(made, obj.class_name, int(mention.step), operand))
        self.later += [Wrong(number, made.number, mention) for mention in missing]
        return made

    def _element(self, class_name: str, known: tuple[Mention, Operand | None] | None) -> Operand:
        if known is not None and known[1] is not None:
            return known[1]
        kind = element_descriptor(class_name)
        return self.context.null() if kind[0] in "L[" else self.context.members.scalar(kind, 0, assigned=True)

    def _reason(self, mention: Mention) -> str:
        return self.context.reasons.get(int(mention.value), f"no expression for the value of {mention.step}")

    def _object(self, number: int, class_name: str) -> Operand:
        search = Search(self.context, number, self.state)
        best = search.best(deep=number not in self.context.hopeless and not self.context.library.is_told(class_name))
        done = search.mended(best) if best is not None else None
        if done is None:
            self.context.hopeless.add(number)
            done = otherwise(self.context, search)
        self.state = done.state
        made = done.made
        for at, pair in done.match.pairs.items():
            operand = self.context.made_operand(self.state, pair)
            if at in self.context.target.dominated(number) and operand is not None:
                self.context.operands[at] = operand
        self.later = [w for w in self.later if w.at in {o.number for o in self.context.operands.values()}]
        self.later += [w for w in done.match.wrong if self.context.is_deferred(w, {}) and w not in self.later]
        return made
