"""Compare a created object with the wanted one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symheap.core.deadline import tick
from symheap.core.model import Plain
from symheap.lang.java.values.types import STRING, is_array, sort_of
from symheap.objects.concrete import ConcreteHeap
from symheap.report.java.notation import string_of
from symheap.testgen.building.target import Mention, Target, is_input, is_value


@dataclass(frozen=True, slots=True)
class Wrong:
    """A field or element of object `at` that differs from the wanted one of the target's object `owner`."""

    owner: int
    at: int
    mention: Mention


@dataclass(slots=True)
class Match:
    """`pairs` maps objects of the target to created ones; `wrong` lists the remaining differences."""

    pairs: dict[int, int] = field(default_factory=dict)
    wrong: list[Wrong] = field(default_factory=list)
    right: int = 0


def match(target: Target, number: int, heap: ConcreteHeap, made: int, fixed: Mapping[int, int], exact: bool) -> Match:
    """Compare everything reachable from an object of the target with the created objects.

    Law: if nothing is wrong, `pairs` is an isomorphism on everything that the target mentions; strings and boxes are
    compared by contents, unless `exact`.

    `fixed` are objects that were created before and must be used.
    """
    matched = Match({**fixed, number: made})
    taken = set(matched.pairs.values())
    pending = [(number, made)]
    while pending:
        tick()
        owner, at = pending.pop()
        for mention in target.mentions(owner):
            there = actual(target, heap, at, mention)
            if not mention.is_reference:
                is_right = there is not None and int(there) == int(mention.value)
            elif not is_input(mention.value):
                is_right = there is not None and _same_known(heap, int(mention.value), int(there), exact)
            else:
                is_right = there is not None and _pair(
                    target, heap, mention, int(there), matched, taken, pending, exact
                )
            if is_right:
                matched.right += 1
            else:
                matched.wrong.append(Wrong(owner, at, mention))
    return matched


def actual(target: Target, heap: ConcreteHeap, at: int, mention: Mention) -> Plain | None:
    """Return the actual value of a field or element; None if the object has no such field or element."""
    class_name = heap.class_of(at)
    if isinstance(mention.step, int):
        length = heap.length(at)
        if length is None or mention.step >= length:
            return None
        return heap.element(at, mention.step, sort_of(mention.descriptor))
    declared = target.declared(class_name).get(mention.step) if not is_array(class_name) else None
    return None if declared is None else heap.get(at, declared.field)


def _same_known(heap: ConcreteHeap, wanted: int, actual: int, exact: bool) -> bool:
    if wanted == actual or exact or not wanted or not actual:
        return wanted == actual
    if heap.class_of(wanted) != STRING or heap.class_of(actual) != STRING:
        return False
    return text_at(heap, wanted) == text_at(heap, actual)


def _pair(
    target: Target,
    heap: ConcreteHeap,
    mention: Mention,
    actual: int,
    match: Match,
    taken: set[int],
    pending: list[tuple[int, int]],
    exact: bool,
) -> bool:
    wanted = int(mention.value)
    if not actual or target.class_of(wanted) != heap.class_of(actual):
        return False
    if target.find(wanted).length not in (None, heap.length(actual)):
        return False
    if is_value(target.class_of(wanted)) and not exact:
        return same_value(target, wanted, heap, actual)
    if wanted in match.pairs:
        return match.pairs[wanted] == actual
    if actual in taken or (is_value(target.class_of(wanted)) and not same_value(target, wanted, heap, actual)):
        return False
    match.pairs[wanted] = actual
    taken.add(actual)
    pending.append((wanted, actual))
    return True


def same_value(target: Target, wanted: int, heap: ConcreteHeap, actual: int) -> bool:
    """Whether a string or a box has the wanted contents; if no path read these, any contents will do."""
    obj = target.find(wanted)
    if "value" not in obj.fields:
        return True
    if obj.class_name == STRING:
        return target.text(wanted) == text_at(heap, actual)
    return int(heap.find(actual).fields.get("value", 0)) == int(obj.fields["value"])


def text_at(heap: ConcreteHeap, number: int) -> str | None:
    obj = heap.find(number)
    value = int(obj.fields.get("value", 0))
    if not value:
        return None
    whole = ConcreteHeap(heap.table, objects={number: obj, value: heap.find(value)})
    return string_of(whole, obj)
