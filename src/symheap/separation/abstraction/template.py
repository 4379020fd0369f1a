"""Patterns under construction."""

from __future__ import annotations

from dataclasses import dataclass, field

from symheap.core.terms import Term, Value
from symheap.separation.heaps.formula import Atom


@dataclass(frozen=True, slots=True)
class Links:
    """The links of nodes: see `Pattern`."""

    link: int
    entry: int
    back: int | None = None
    back_entry: int = 0


@dataclass(slots=True)
class Template:
    """A pattern under construction; `pairs` map a value of either item to the value that stands for both."""

    pairs: dict[tuple[Value, Value], Value] = field(default_factory=dict)
    atoms: list[Atom] = field(default_factory=list)
    shared: int = 0
    own: int = 0
    facts: set[Term] = field(default_factory=set)

    def copy(self) -> Template:
        return Template(dict(self.pairs), list(self.atoms), self.shared, self.own, set(self.facts))

    def become(self, other: Template) -> None:
        self.pairs, self.atoms, self.facts = other.pairs, other.atoms, other.facts
        self.shared, self.own = other.shared, other.own
