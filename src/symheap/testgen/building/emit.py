"""Turn steps into statements: an object that is used twice gets a variable, one that is used once is inlined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from symheap.lang.java.values.types import descriptor_of
from symheap.testgen.building.chain import chain_of, outside_in
from symheap.testgen.building.steps import Parts, Slot, Step
from symheap.testgen.code import Code, Declare, Do, Statement, TypeName

_LONGEST = 45
_DEEPEST = 2
_MOST = 18
"""Above this number, statements are merged into chains."""

_ASSIGNED = " = "


@dataclass(slots=True)
class StatementLayout:
    """Statements in progress.  `order` are the steps in the order in which Java evaluates them.

    Objects of a `chain` have no variable: they are created where they are assigned, and named by their access path.
    """

    steps: Sequence[Step]
    inline: Collection[int]
    name: Callable[[int, str], str]
    statements: list[Statement] = field(default_factory=list)
    order: list[Step] = field(default_factory=list)
    variables: dict[int, Code] = field(default_factory=dict)
    chain: Mapping[int, Step] = field(default_factory=dict)

    def lay_out(self) -> None:
        makers = {step.made: step for step in self.steps if step.made}
        for step in self.steps:
            if step.made and (step.made in self.inline or step.made in self.chain):
                continue
            code = self._code(step, makers)
            self.order.append(step)
            if step.made:
                assert step.makes is not None
                variable = self.name(step.made, step.makes)
                self.variables[step.made] = (variable,)
                self.statements.append(Declare(TypeName(descriptor_of(step.makes)), variable, code))
            else:
                self.statements.append(Do(code))

    def _code(self, step: Step, makers: Mapping[int, Step]) -> Code:
        """Return the code of a step, with inlined objects, which are created before it from left to right."""
        parts: list[str | TypeName] = []
        for part in step.code:
            if not isinstance(part, Slot):
                parts.append(part)
            elif part.number in self.inline or self.chain.get(part.number) is step:
                inner = makers[part.number]
                parts += self._code(inner, makers)
                self.order.append(inner)
            else:
                parts += self._expression(part.number)
        return tuple(parts)

    def _expression(self, number: int) -> Code:
        if number not in self.chain:
            return self.variables[number]
        owner, name, _ = self.chain[number].code
        assert isinstance(owner, Slot)
        assert isinstance(name, str)
        return (*self._expression(owner.number), name.removesuffix(_ASSIGNED))


def lay_out(steps: Sequence[Step], inputs: Collection[int], name: Callable[[int, str], str]) -> StatementLayout:
    """Return statements for `steps`, all of which are needed.  Inputs have variables, named by `name`."""
    inline = _inline(steps, inputs)
    chain: dict[int, Step] = {}
    if len(steps) - len(inline) > _MOST:
        chain = chain_of(steps, inputs, inline)
        steps = outside_in(steps, chain)
    layout = StatementLayout(steps, inline, name, chain=chain)
    layout.lay_out()
    return layout


def _inline(steps: Sequence[Step], inputs: Collection[int]) -> frozenset[int]:
    uses = Counter(number for step in steps for number in step.slots())
    changed = {step.changes for step in steps}
    makers = {step.made: step for step in steps if step.made}
    inlined: dict[int, tuple[int, int]] = {}
    for number, step in makers.items():
        if uses[number] != 1 or number in changed or number in inputs or _is_lambda(step.code):
            continue
        inner = [inlined[n] for n in step.slots() if n in inlined]
        length = _length(step.code) + sum(length for length, _ in inner)
        depth = 1 + max((depth for _, depth in inner), default=0)
        if length <= _LONGEST and depth <= _DEEPEST:
            inlined[number] = (length, depth)
    return frozenset(inlined)


def _length(code: Parts) -> int:
    """Return the approximate length of an expression in source."""
    return sum(len(part) if isinstance(part, str) else 8 for part in code)


def _is_lambda(code: Parts) -> bool:
    """Whether the code is a lambda, which has no type of its own and needs a variable."""
    return isinstance(code[0], str) and " -> " in code[0]
