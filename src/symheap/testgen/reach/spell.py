"""Write a sequence of calls as Java statements: ``var queue = new Queue(0);``, ``queue.add(1);``."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.lang.java.values.types import class_named_by
from symheap.testgen.building.steps import Parts, Slot, Step
from symheap.testgen.code import TypeName

_PRIMITIVE = {
    "I": "int",
    "J": "long",
    "S": "short",
    "B": "byte",
    "C": "char",
    "Z": "boolean",
    "F": "float",
    "D": "double",
}


def statements(steps: Sequence[Step]) -> tuple[str, ...]:
    """Return the statements of a sequence.  An object gets a variable if a later step mentions it."""
    needed = _needed(steps)
    names: dict[int, str] = {}
    lines: list[str] = []
    for at, step in enumerate(steps):
        is_last = at + 1 == len(steps)
        if not is_last and step.made not in needed and step.changes not in needed:
            continue
        text = _text(step.code, names)
        if step.made and step.made in needed and step.makes is not None:
            names[step.made] = _variable(step.makes, names)
            text = f"var {names[step.made]} = {text}"
        lines.append(f"{text};")
    return tuple(lines)


def _needed(steps: Sequence[Step]) -> frozenset[int]:
    """Return the objects that the last step needs, or that a kept step changes or needs."""
    needed = set(steps[-1].slots())
    for step in reversed(steps[:-1]):
        if (step.made and step.made in needed) or step.changes in needed:
            needed.update(step.slots())
    return frozenset(needed)


def _variable(class_name: str, names: dict[int, str]) -> str:
    simple = _simple(class_name).rstrip("[]").rpartition(".")[2]
    base = simple[:1].lower() + simple[1:] if not simple.islower() else simple[:1]
    taken = set(names.values())
    return next(name for n in range(1, len(taken) + 2) if (name := base if n == 1 else f"{base}{n}") not in taken)


def _text(code: Parts, names: dict[int, str]) -> str:
    parts: list[str] = []
    for part in code:
        if isinstance(part, Slot):
            parts.append(names[part.number])
        elif isinstance(part, TypeName):
            parts.append(_type(part.descriptor))
        else:
            parts.append(part)
    return "".join(parts)


def _type(descriptor: str) -> str:
    rank = len(descriptor) - len(descriptor.lstrip("["))
    element = descriptor[rank:]
    return (_PRIMITIVE.get(element) or _simple(class_named_by(element))) + "[]" * rank


def _simple(class_name: str) -> str:
    if class_name.startswith("["):
        return _type(class_name.replace(".", "/"))
    return class_name.rpartition(".")[2].replace("$", ".")
