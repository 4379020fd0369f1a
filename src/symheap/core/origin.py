"""Origins: the place of an input symbol in the initial heap."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from symheap.core.terms import Term, Value

_SHOWN = 48


@dataclass(frozen=True, slots=True)
class IndexStep:
    """The step from an array to the element at `index`, a plain integer or a term."""

    index: Value


Step = str | IndexStep


class Origin:
    """An access path: a root (a parameter, ``this``, ``Y0``) and the fields and indices that lead on from it.

    A symbol is named by its origin alone, never by a counter. So runs repeat exactly, symbols of different heap models
    can be compared, and a concrete initial heap gives every symbol a value (`symheap.objects.concrete`). Different
    paths have different names, even if an index is a term.
    """

    __slots__ = ("field", "name", "parent", "step")
    _known: Final[dict[str, Origin]] = {}
    _elements: Final[dict[tuple[str, Value], Origin]] = {}

    parent: Origin | None
    field: str
    name: str
    step: Step

    @staticmethod
    def root(name: str) -> Origin:
        return Origin._of(name, None, name, name)

    def then(self, field: str) -> Origin:
        return Origin._of(f"{self.name}.{field}", self, field, field)

    def at(self, index: Value) -> Origin:
        """Return the origin of an array element."""
        known = Origin._elements.get((self.name, index))
        if known is None:
            shown = f"[{_shown(index)}]"
            known = Origin._of(f"{self.name}{shown}", self, shown, IndexStep(index))
            Origin._elements[self.name, index] = known
        return known

    @staticmethod
    def _of(name: str, parent: Origin | None, field: str, step: Step) -> Origin:
        origin = Origin._known.get(name)
        if origin is None:
            origin = Origin()
            origin.name = name
            origin.parent = parent
            origin.field = field
            origin.step = step
            Origin._known[name] = origin
        return origin

    def steps(self) -> tuple[str, tuple[Step, ...]]:
        """Return the root, and the fields and indices in order."""
        steps: list[Step] = []
        at = self
        while at.parent is not None:
            steps.append(at.step)
            at = at.parent
        return at.field, tuple(reversed(steps))

    def __repr__(self) -> str:
        return self.name


def _shown(index: Value) -> str:
    """Return a text that no other index has: a sum of integers in full, any other term cut and with a digest."""
    from symheap.core.printing import infix
    from symheap.core.terms import Term

    if not isinstance(index, Term):
        return str(index)
    text = infix(index, _SHOWN)
    if _is_sum(index) and len(text) <= _SHOWN:
        return text
    return f"{text}~{blake2b(_structure(index).encode(), digest_size=6).hexdigest()}"


def _is_sum(index: Term) -> bool:
    """Whether `index` is a symbol, sum or difference of 32-bit integers, so that its text identifies it."""
    from symheap.core.terms import BV32, Op, Term

    plain = index.op is Op.SYM or all(not isinstance(a, Term) or a.op is Op.SYM for a in index.args)
    sorts = {index.sort, *(a.sort for a in index.args if isinstance(a, Term))}
    return plain and index.op in (Op.SYM, Op.BVADD, Op.BVSUB) and sorts == {BV32}


def _structure(index: Term) -> str:
    """Return a term as a list of its nodes: equal for equal terms only, and the same in every run."""
    from symheap.core.terms import Location, Term
    from symheap.core.typeset import TypeSet
    from symheap.core.walk import postorder

    numbers: dict[Value, int] = {}
    nodes: list[str] = []
    for node in postorder(index):
        payload: object = node.payload
        if isinstance(payload, TypeSet):
            payload = payload.mask
        elif isinstance(payload, Location):
            payload = (payload.number, payload.class_name, payload.initial)
        args = [f"@{numbers[arg]}" if isinstance(arg, Term) else repr(arg) for arg in node.args]
        nodes.append(f"{node.op.name} {node.sort.name} {payload!r} {args}")
        numbers[node] = len(numbers)
    return "\n".join(nodes)
