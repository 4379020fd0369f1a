"""Write long chains of objects from the outside in: ``list.next = new Node(); list.next.next = new Node();``

This takes one statement for each object instead of two with variables.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from symheap.testgen.building.steps import Slot, Step


def chain_of(steps: Sequence[Step], inputs: Collection[int], inline: Collection[int]) -> dict[int, Step]:
    """Return objects that need no variable, with the assignment that makes each of them part of another object.

    Such an object is created without arguments, assigned once, to a field declared with its own class, and otherwise
    only changed.  If methods are called, which may change what an access path leads to, there are none.
    """
    assignments: dict[int, Step] = {}
    if not all(_is_plain(step) for step in steps if step.changes is not None):
        return assignments
    for made in steps:
        uses = [step for step in steps if made.made in step.slots()]
        plain = made.made and not made.slots() and not made.is_helper
        if not plain or made.made in inputs or made.made in inline:
            continue
        assigned = [step for step in uses if step.changes != made.made]
        if len(assigned) == 1 and _is_assignment(assigned[0], made) and all(_is_change(s, made.made) for s in uses):
            assignments[made.made] = assigned[0]
    return assignments


def _is_plain(step: Step) -> bool:
    """Whether the step is a plain Java assignment."""
    return len(step.code) > 1 and isinstance(step.code[1], str) and step.code[1].endswith(" = ")


def _is_assignment(step: Step, made: Step) -> bool:
    return len(step.code) == 3 and step.code[2] == Slot(made.made) and step.field_type == made.makes


def _is_change(step: Step, number: int) -> bool:
    """Whether an object is used once, as the object that is changed or assigned."""
    return step.slots().count(number) == 1


def outside_in(steps: Sequence[Step], chain: Mapping[int, Step]) -> list[Step]:
    """Return the steps in an order in which objects of a chain are assigned before they are used."""
    makers = {step.made: step for step in steps if step.made}
    order: dict[int, Step] = {}

    def take(step: Step) -> None:
        if id(step) in order:
            return
        for number in step.slots():
            if number in chain and chain[number] is not step:
                take(chain[number])
            elif number in makers:
                take(makers[number])
        order[id(step)] = step

    for step in steps:
        if step.made not in chain or not step.made:
            take(step)
    return list(order.values())
