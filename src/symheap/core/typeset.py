"""Sets of instantiable classes: the right-hand side of ``Y <: C`` and its negation."""

from __future__ import annotations

from collections.abc import Callable

Outside = Callable[[str], bool]


class TypeSet:
    """A set of classes of a fixed universe, as a bit mask with a readable text.

    The universe is fixed before a run, so a type test is membership in a finite set, and "any subclass of C that does
    not override m" is just another set.

    The universe holds the classes that an *input* may have. A run may also create objects of classes outside it;
    `outside` decides whether such a class is in the set.

    `below` is the class whose subtypes, itself included, form the set; it is None for any other set, even one that has
    the same members in a small universe. Sets that differ in `below` are not equal, so a text that says ``<: C`` is
    right in every program that has the set.

    `declared` holds what a declaration says beyond the class (such as type arguments), in the terms of the class table
    that created the set. It is kept when the set is narrowed, and has no other effect.
    """

    __slots__ = ("_hash", "_intervals", "_names", "below", "declared", "mask", "outside", "text", "universe")

    def __init__(
        self,
        mask: int,
        universe: tuple[str, ...],
        text: str,
        outside: Outside | None = None,
        declared: object | None = None,
        below: str | None = None,
    ) -> None:
        self.mask = mask
        self.universe = universe
        self.text = text
        self.outside = outside
        self.declared = declared
        self.below = below
        self._names: frozenset[str] | None = None
        self._intervals: tuple[tuple[int, int], ...] | None = None
        self._hash = hash((mask, len(universe)))

    def __bool__(self) -> bool:
        return self.mask != 0

    @property
    def is_everything(self) -> bool:
        return self.mask == (1 << len(self.universe)) - 1

    def contains(self, class_name: str) -> bool:
        return class_name in self._members() or (self.outside is not None and self.outside(class_name))

    def _members(self) -> frozenset[str]:
        if self._names is None:
            self._names = frozenset(self.names())
        return self._names

    @property
    def first(self) -> str:
        """The first class of the set."""
        return self.universe[(self.mask & -self.mask).bit_length() - 1]

    def names(self) -> tuple[str, ...]:
        return tuple(name for i, name in enumerate(self.universe) if self.mask >> i & 1)

    def __and__(self, other: TypeSet) -> TypeSet:
        mask = self.mask & other.mask
        outside = _both(self.outside, other.outside)
        if outside is None and mask == self.mask:
            return self
        if outside is None and mask == other.mask and self.declared is None:
            return other
        return TypeSet(mask, self.universe, f"{self.text} & {other.text}", outside, self.declared)

    def __sub__(self, other: TypeSet) -> TypeSet:
        if not self.mask & other.mask and self.outside is None:
            return self
        outside = _but(self.outside, other)
        text = f"{self.text} - {other.text}"
        return TypeSet(self.mask & ~other.mask, self.universe, text, outside, self.declared)

    def with_declared(self, declared: object | None) -> TypeSet:
        if declared is self.declared:
            return self
        return TypeSet(self.mask, self.universe, self.text, self.outside, declared, self.below)

    def intervals(self) -> tuple[tuple[int, int], ...]:
        """Return the runs of set bits. Classes are numbered in preorder, so the subclasses of a class are one run."""
        if self._intervals is None:
            self._intervals = self._runs()
        return self._intervals

    def _runs(self) -> tuple[tuple[int, int], ...]:
        runs: list[tuple[int, int]] = []
        start = None
        for i in range(len(self.universe) + 1):
            if self.mask >> i & 1:
                start = i if start is None else start
            elif start is not None:
                runs.append((start, i - 1))
                start = None
        return tuple(runs)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, TypeSet) or self.mask != other.mask or self.outside is not other.outside:
            return False
        if self.below != other.below:
            return False
        return self.universe is other.universe or self.universe == other.universe

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return self.text


def _both(a: Outside | None, b: Outside | None) -> Outside | None:
    if a is None or b is None:
        return None
    return lambda name: a(name) and b(name)


def _but(a: Outside | None, other: TypeSet) -> Outside | None:
    return None if a is None else lambda name: a(name) and not other.contains(name)
