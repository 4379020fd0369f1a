"""Sets of instantiable classes: what ``Y <: C`` and its negation speak about."""

from __future__ import annotations


class TypeSet:
    """A set of classes out of a fixed universe, as a bit mask, with the text a person reads.

    The universe is fixed before a run, so a type test is membership in a finite set, and "any subclass of C that does
    not override m" is just another set.
    """

    __slots__ = ("_names", "mask", "text", "universe")

    def __init__(self, mask: int, universe: tuple[str, ...], text: str) -> None:
        self.mask = mask
        self.universe = universe
        self.text = text
        self._names: frozenset[str] | None = None

    def __bool__(self) -> bool:
        return self.mask != 0

    @property
    def is_everything(self) -> bool:
        return self.mask == (1 << len(self.universe)) - 1

    def contains(self, class_name: str) -> bool:
        return class_name in self._members()

    def _members(self) -> frozenset[str]:
        if self._names is None:
            self._names = frozenset(self.names())
        return self._names

    @property
    def first(self) -> str:
        """Some class of the set: the first one."""
        return self.universe[(self.mask & -self.mask).bit_length() - 1]

    def names(self) -> tuple[str, ...]:
        return tuple(name for i, name in enumerate(self.universe) if self.mask >> i & 1)

    def __and__(self, other: TypeSet) -> TypeSet:
        mask = self.mask & other.mask
        if mask == self.mask:
            return self
        return other if mask == other.mask else TypeSet(mask, self.universe, f"{self.text} & {other.text}")

    def __sub__(self, other: TypeSet) -> TypeSet:
        if not self.mask & other.mask:
            return self
        return TypeSet(self.mask & ~other.mask, self.universe, f"{self.text} - {other.text}")

    def intervals(self) -> tuple[tuple[int, int], ...]:
        """The runs of set bits.  Classes are numbered in preorder, so the subclasses of a class are one run."""
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
        return isinstance(other, TypeSet) and self.mask == other.mask and self.universe == other.universe

    def __hash__(self) -> int:
        return hash((self.mask, self.universe))

    def __repr__(self) -> str:
        return self.text
