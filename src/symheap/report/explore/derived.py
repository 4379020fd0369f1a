"""Read the paths of a run from its file; texts, SMT-LIB and drawings are derived on demand.

A path in compact form is shown by the same functions as a new path.  The data that these read from an exploration come
from the file: see `symheap.report.explore.compacting`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from heapq import merge
from typing import Any, cast

import immutables

from symheap.core.contents import Plain
from symheap.core.outcome import Returned
from symheap.core.source import Position
from symheap.core.terms import INT, NULL, REF, Op, Term, Value, and_, eq, implies
from symheap.core.types import ClassTable, Field, Type
from symheap.engine.state import End, Text, Trace
from symheap.heap.picture import Picture, Writing
from symheap.heap.term_picture import term_picture
from symheap.lang.target import Target
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.decisions import Decision, path_key
from symheap.objects.host import Held, Part, Shown
from symheap.report.explore.compacting import CLASS, KNOWN, ROOT, VIEW, WORDS
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.forms import end_of, picture_of, position_of
from symheap.report.explore.fresh import ShownPath
from symheap.report.explore.last_heap import last_heap, returned
from symheap.report.formats.notation import Notation
from symheap.solver.backends.smtlib import Definitions
from symheap.store.compact import CompactPaths
from symheap.store.compact_path import Cells, CompactPath, Elements, Named
from symheap.store.file import RunFile
from symheap.store.reading import undamaged
from symheap.store.records import Document, KeptPath
from symheap.store.terms import sort_of


def kept_paths(run: RunFile, subject: int, since: int = 0) -> Iterator[KeptPath]:
    """Yield the paths of a subject from number `since` on, in the order in which they were found, in either form."""
    with undamaged(run.path):
        facts: list[_Facts] = []

        def derived() -> Iterator[KeptPath]:
            for compact in CompactPaths(run).read(subject, since):
                if not facts:
                    facts.append(_Facts.read(run, subject))
                yield DerivedPath(compact, facts[0])

        yield from merge(run.text_paths(subject, since), derived(), key=lambda path: path.number)


class DerivedPath(ShownPath):
    """A `KeptPath` in compact form."""

    def __init__(self, compact: CompactPath, facts: _Facts) -> None:
        self._compact = compact
        self._facts = facts
        self.number = compact.number
        self.place = compact.place
        self.end = compact.end
        self.confirmed = compact.confirmed
        self.style = compact.style
        self.test = compact.test

    @cached_property
    def path(self) -> Path:  # type: ignore[override]
        """The path as the reporting functions expect it."""
        trace = _Trace(self._compact, self._facts)
        run = _Run(self._facts, self.style)
        return Path(str(self.number), cast("Trace[Any]", trace), cast(Explored, run), self._compact.ending)


# Stored facts ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Facts:
    """The stored facts about the program of a subject."""

    path: str
    returns_unit: bool
    types: Mapping[str, Type]
    notation: Notation
    table: _Table
    own: dict[Position, bool]
    shown: dict[Term, str] = field(default_factory=dict)
    decisions: dict[str, Decision] = field(default_factory=dict)
    definitions: Definitions = field(default_factory=Definitions)

    @staticmethod
    def read(run: RunFile, subject: int) -> _Facts:
        view = run.items(subject, VIEW).get("", {})
        classes = run.items(subject, CLASS)
        roots = {name: str(form["kind"]) for name, form in run.items(subject, ROOT).items()}
        names = {int(number): str(form["name"]) for number, form in run.items(subject, KNOWN).items() if form}
        types = {name: Type(sort_of(sort), owner) for name, (sort, owner) in view.get("types", {}).items()}
        own: dict[Position, bool] = {}
        is_java = bool(view.get("java"))
        notation = Notation()
        if is_java:
            from symheap.report.java.stored import StoredJavaNotation

            words = {word: form["text"] for word, form in run.items(subject, WORDS).items()}
            described = {_decision(word): text for word, text in words.items()}
            notation = StoredJavaNotation(roots, classes, names, str(view["result"]), own, described)
        return _Facts(str(view.get("path", "")), bool(view.get("unit")), types, notation, _Table(classes), own)

    def decision(self, word: str) -> Decision:
        decision = self.decisions.get(word)
        if decision is None:
            decision = self.decisions[word] = _decision(word)
            self.own[decision.position] = bool(json.loads(word)[3])
        return decision


def _decision(word: str) -> Decision:
    kind, choice, position, _, *stack = json.loads(word)
    return Decision(kind, choice, position_of(position), tuple(map(position_of, *stack)) if stack else ())


class _Table:
    """The classes whose objects occur on some path."""

    def __init__(self, classes: Mapping[str, Document]) -> None:
        self._fields = {
            name: tuple(Field(name, each, Type(REF if is_ref else INT)) for each, is_ref in form["fields"].items())
            for name, form in classes.items()
            if form["fields"] is not None
        }

    def __contains__(self, name: object) -> bool:
        return name in self._fields

    def fields(self, name: str) -> tuple[Field, ...]:
        return self._fields[name]


# Stand-ins for an exploration -----------------------------------------------------------------------------------------


class _Run:
    """Stands in for an `Explored`.  A path that crashes has the style of a crash."""

    def __init__(self, facts: _Facts, style: str) -> None:
        self._facts = facts
        self._style = style
        self.notation = facts.notation
        self.definitions = facts.definitions
        self.exploration = self
        self.model = self
        self.loaded = self
        self.program = self
        self.inputs = ()
        self.target = Target(facts.path)
        self.returns_unit = facts.returns_unit

    def crashes(self, end: object) -> bool:
        return self._style == "bad"

    def shown(self, term: Term) -> str:
        text = self._facts.shown.get(term)
        if text is None:
            text = self._facts.shown[term] = self.notation.term(term)
        return text

    def input_types(self) -> Mapping[str, Type]:
        return self._facts.types

    def implied(self, heap: _Heap) -> Iterator[Value]:
        """Yield that names of one slot are equal.

        Other implications of the heap model are stored with the condition.
        """
        return heap.congruence()

    def witness(self, trace: _Trace) -> ConcreteHeap | None:
        return trace.witness

    def last_heap(self, trace: _Trace) -> ConcreteHeap | None:
        return last_heap(trace.compact, trace.witness)

    def returned(self, trace: _Trace) -> tuple[Plain, bool] | None:
        return returned(trace.compact) if not self.returns_unit and self.notation.gives_back() else None

    def picture(self, heap: _Heap, roots: object, writing: Writing) -> Picture:
        return heap.picture(writing)


class _Trace:
    """Stands in for a `Trace`."""

    def __init__(self, compact: CompactPath, facts: _Facts) -> None:
        self.compact = compact
        self._facts = facts
        self.confirmed = compact.confirmed
        self.path = self
        self.inputs = ()

    @cached_property
    def end(self) -> End:
        end = end_of(self.compact.end)
        if not isinstance(end, Returned):
            return end
        return Returned(NULL if self.compact.result is None else self.compact.result)

    @property
    def key(self) -> tuple[str, ...]:
        return path_key(self.decisions, self.end)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(map(self._facts.decision, self.compact.key))

    def conjuncts(self, *, facts: bool = True) -> tuple[Term, ...]:
        return tuple(each.term for each in self.compact.condition if facts or not each.is_fact)

    @cached_property
    def witness(self) -> ConcreteHeap | None:
        form: Any = self.compact.inputs
        if form is None:
            return None
        roots, objects = form
        concrete_objects = {number: _object(*rest) for number, *rest in objects}
        return ConcreteHeap(cast(ClassTable, self._facts.table), roots, concrete_objects)

    @cached_property
    def heap(self) -> _Heap:
        return _Heap(self.compact.final)

    @cached_property
    def texts(self) -> immutables.Map[Term, Text]:
        return self.heap.texts()


def _object(name: str, fields: Document, length: int | None = None, elements: Document | None = None) -> ConcreteObject:
    return ConcreteObject(name, dict(fields), length, {int(at): value for at, value in (elements or {}).items()})


class _Heap:
    """The symbolic heap at the end of a path: its cells, or a picture."""

    def __init__(self, final: Cells | Document | None) -> None:
        self._final = final

    def picture(self, writing: Writing) -> Picture:
        if not isinstance(self._final, Cells):
            return picture_of(self._final or {"nodes": [], "edges": []})
        fields: dict[str, Field] = {}
        objects = {ref: {_field(fields, name): value for name, value in slots} for ref, slots in self._final.objects}
        if self._final.known is None:
            return term_picture(objects, self._final.roots, writing)
        known = dict(self._final.known)
        return term_picture(
            objects, self._final.roots, writing, lambda ref: known.get(ref) if ref.op is Op.SYM else ref
        )

    def congruence(self) -> Iterator[Value]:
        """Yield the equalities of names, as `symheap.heap.congruence` does.

        There are some additional ones, about owners that declarations separate.
        """
        if not isinstance(self._final, Cells):
            return
        named = [each for each in sorted(self._final.named, key=_place) if not json.loads(each.field)[2].endswith("[]")]
        for i, one in enumerate(named):
            for other in named[:i]:
                if one.field == other.field and _may_be_one(one, other):
                    yield implies(eq(other.owner, one.owner), eq(other.value, one.value))
        arrays = sorted(self._final.elements, key=lambda each: (each.age, each.kind))
        for i, array in enumerate(arrays):
            for same in arrays[: i + 1]:
                if array.kind == same.kind and _may_be_one(array, same):
                    for index, value in array.items:
                        for at, held in same.items:
                            yield implies(and_(eq(same.owner, array.owner), eq(index, at)), eq(value, held))

    def texts(self) -> immutables.Map[Term, Text]:
        if not isinstance(self._final, Cells):
            return immutables.Map()
        return immutables.Map({ref: Text(ref, tuple(map(_part, parts)), False) for ref, parts in self._final.texts})


def _place(named: Named) -> tuple[int, str]:
    owner, name, *_ = json.loads(named.field)
    return named.age, f"{owner}.{name}"


def _may_be_one(a: Named | Elements, b: Named | Elements) -> bool:
    """Whether two owners may be one object, judged by their classes and by whether they belong to another object."""
    if a.mask < 0 or b.mask < 0:
        return a.owner is b.owner or a.mask != b.mask
    return bool((a.mask & b.mask) >> 1) and (a.mask ^ b.mask) & 1 == 0


def _field(known: dict[str, Field], word: str) -> Field:
    field_of_word = known.get(word)
    if field_of_word is None:
        owner, name, sort, class_name = json.loads(word)
        field_of_word = known[word] = Field(owner, name, Type(sort_of(sort), class_name))
    return field_of_word


def _part(part: str | tuple[Value, str]) -> Part:
    if isinstance(part, str):
        return part
    cell, kind = part
    return Held(False, False) if kind == "…" else Shown(cell, kind)
