"""The parts of a path in compact form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from symheap.core.model import Model
from symheap.core.terms import Term, Value
from symheap.store.records import Document, Json
from symheap.store.terms import Row as TermRow


class Conjunct(NamedTuple):
    """One conjunct of a path condition: a decision of the path, or a fact that declarations imply for all inputs."""

    term: Term
    is_fact: bool = False


Slots = tuple[Term, tuple[tuple[str, Value], ...]]
"""An object and the values of its fields by name."""


class Named(NamedTuple):
    """Named slot of the initial heap: `owner.field` is `value`.

    `age` orders the owners.  `mask` is the set of classes that an owner may have; two owners may be one object if their
    masks overlap.
    """

    owner: Term
    age: int
    field: str
    value: Value
    mask: int


class Elements(NamedTuple):
    """The named elements of an input array, by index."""

    owner: Term
    age: int
    kind: str
    mask: int
    items: tuple[tuple[Value, Value], ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """Symbolic heap: the values of its roots, its objects, and the object chosen for each reference.

    `texts` are strings that are not written out, each with its parts: a text, or a value and how to show it.  `named`
    and `elements` are the names of the initial heap, in models where equal slots imply equal names without a stored
    conjunct.
    """

    roots: tuple[tuple[str, Value], ...]
    objects: tuple[Slots, ...]
    known: tuple[tuple[Term, Term], ...] | None = None
    texts: tuple[tuple[Term, tuple[str | tuple[Value, str], ...]], ...] = ()
    named: Sequence[Named] = ()
    elements: tuple[Elements, ...] = ()


@dataclass(frozen=True, slots=True)
class CompactPath:
    """One path: its place in the computation tree, its decisions, its end, its condition and a model of the condition.

    `result` is the returned value, or None.  `style` is "bad" for a crash.  `ending` describes the end of a path that
    does not return.  `inputs` is an initial heap that takes the path.  `final` is the heap at its end, or a picture of
    that heap.  `test` is the test generated from the path.
    """

    number: int
    place: str
    key: tuple[str, ...]
    end: Document
    confirmed: bool
    condition: tuple[Conjunct, ...]
    model: Model | None = None
    result: Value | None = None
    style: str = ""
    ending: str | None = None
    inputs: Json = None
    final: Cells | Document | None = None
    test: Document | None = None


Item = tuple[str, str, Mapping[str, Json]]
"""A fact about the subject of a path: kind, key and content."""


class Packed(NamedTuple):
    """A path as plain data: its row, and the rows that it refers to and that no earlier path of its sequence had."""

    terms: list[tuple[int, TermRow]]
    words: list[tuple[int, str]]
    links: list[tuple[int, ...]]
    conjuncts: list[tuple[int, ...]]
    path: tuple[Any, ...]
