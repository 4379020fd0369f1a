"""Convert paths to the compact form of run files, from which texts and drawings are derived later.

Besides the paths, the file stores once per run the facts that a notation needs: the kinds of inputs and fields, the
declarations of classes, and the names of objects that exist before the call.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from symheap.core.outcome import Returned
from symheap.core.terms import REF, Op, Term, Value
from symheap.core.types import Field
from symheap.engine.state import Trace
from symheap.heap import whole
from symheap.heap.api import Cell, Handle
from symheap.heap.input import Binding, Inputs
from symheap.heap.lazy.state import LazyHeap
from symheap.heap.pose.state import PoseHeap
from symheap.heap.readable import readable
from symheap.heap.term_state import TermState
from symheap.objects.concrete import INITIAL, ConcreteHeap
from symheap.objects.decisions import Decision
from symheap.objects.host import Part, Shown
from symheap.report.explore import text
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.forms import end_form, picture_form, position_form
from symheap.report.explore.last_heap import stored
from symheap.report.explore.path_pictures import final_picture, picture_roots
from symheap.report.explore.returned import contents
from symheap.solver.path import PathCondition
from symheap.store.compact_path import Cells, CompactPath, Conjunct, Elements, Item, Named, Slots
from symheap.store.records import Json

_REMEMBERED: Final = 10_000
VIEW: Final = "view"
CLASS: Final = "class"
ROOT: Final = "root"
KNOWN: Final = "known"
WORDS: Final = "words"
"""The kinds of these facts."""


class Compacting:
    """Converts the paths of one exploration.  Remembers which facts the file already has."""

    def __init__(self, run: Explored) -> None:
        self._run = run
        self._decisions: tuple[Decision, ...] = ()
        self._words: list[str] = []
        self._spelled: dict[object, tuple[Decision, str]] = {}
        self._fields: dict[Field, str] = {}
        self._bindings: tuple[Binding, ...] = ()
        self._named: list[Named] = []
        self._conditions: list[PathCondition] = []
        self._conjuncts: list[Conjunct] = []
        self._classes: set[str] = set()
        self._endings: dict[object, str] = {}
        self._objects: dict[int, tuple[Mapping[Field, Value | None], Slots]] = {}
        self._told: set[tuple[str, str]] = set()
        self._new: list[Item] = []
        program = run.loaded.program
        self._initial: Mapping[int, object] = {} if program.initial is None else program.initial.objects

    def path(self, path: Path, style: str) -> tuple[CompactPath, list[Item]]:
        """Return the compact form of a path, and the facts that the file still needs for it."""
        run, trace = self._run, path.trace
        self._new = []
        self._tell(VIEW, "", self._view)
        end = trace.end
        compact = CompactPath(
            int(path.id),
            str(run.exploration.place or ""),
            tuple(self._decided(trace.decisions)),
            end_form(end),
            path.confirmed,
            self._condition(path),
            trace.path.model,
            readable(trace.heap, end.value) if isinstance(end, Returned) else None,
            style,
            self._ending(path),
            self._inputs(path.inputs()),
            self._final(path),
        )
        return compact, self._new

    # Conditions and decisions -----------------------------------------------------------------------------------------

    def _condition(self, path: Path) -> tuple[Conjunct, ...]:
        """Return the conjuncts of the path: decisions, facts from declarations, and implications of the heap model."""
        new: list[PathCondition] = []
        at: PathCondition | None = path.trace.path
        while at is not None and at.term is not None:
            if at.depth <= len(self._conditions) and self._conditions[at.depth - 1] is at:
                break
            new.append(at)
            at = at.parent
        shared = 0 if at is None or at.term is None else at.depth
        new.reverse()
        self._conditions[shared:] = new
        self._conjuncts[shared:] = [Conjunct(each.term, each.is_fact) for each in new if each.term is not None]
        conjuncts = [*self._conjuncts]
        heap = path.trace.heap
        implied = whole.implied(heap.inputs) if _is_congruent(heap) else self._run.exploration.model.implied(heap)
        conjuncts += (Conjunct(fact, True) for fact in implied if isinstance(fact, Term))
        return tuple(conjuncts)

    def _decided(self, decisions: tuple[Decision, ...]) -> list[str]:
        """Return the words of decisions.  Most of them are shared with the previous path."""
        shared = 0
        for mine, last in zip(decisions, self._decisions, strict=False):
            if mine is not last:
                break
            shared += 1
        del self._words[shared:]
        self._words += map(self._word, decisions[shared:])
        self._decisions = decisions
        return self._words

    def _word(self, decision: Decision) -> str:
        """Return the word of a decision.

        Decisions are equal regardless of their stacks, but their words contain them.
        """
        key = (decision, decision.stack) if decision.stack else decision
        entry = self._spelled.get(key)
        if entry is None:
            entry = self._spelled[key] = decision, self._spell(decision)
        return entry[1]

    def _spell(self, decision: Decision) -> str:
        own = self._run.notation.is_own(decision.position)
        form = [decision.kind, decision.choice, position_form(decision.position), int(own)]
        stack = [[position_form(at) for at in decision.stack]] if decision.stack else []
        return json.dumps([*form, *stack], separators=(",", ":"))

    def _ending(self, path: Path) -> str | None:
        """Return the description of a path's end; None if the returned value alone describes it.

        Many paths share the description of an end that returns nothing.
        """
        end = path.trace.end
        if isinstance(end, Returned):
            told = contents(path)
            return None if told is None else f"returns {told}"
        description = self._endings.get(end)
        if description is None:
            description = self._endings[end] = text.ending(path)[0]
        return description

    def words(self, more: Iterable[Decision]) -> list[Item]:
        """Return the decisions of the program under test in words of its source."""
        notation = self._run.notation
        items: list[Item] = []
        for decision in {**dict.fromkeys(more), **dict(self._spelled.values())}:
            if notation.is_own(decision.position):
                described = notation.decisions([decision])
                items.append((WORDS, self._word(decision), {"text": described[0][1] if described else None}))
        return items

    # Heaps ------------------------------------------------------------------------------------------------------------

    def _inputs(self, heap: ConcreteHeap | None) -> Json:
        """Return an initial heap as JSON: its roots, and its objects with fields, length and elements."""
        if heap is None:
            return None
        objects: list[Json] = []
        for number, item in heap.objects.items():
            self._class(item.class_name, item.fields)
            self._known(number)
            for value in (*item.fields.values(), *item.elements.values()):
                self._known(value)
            array: list[Json] = [item.length, {str(at): value for at, value in item.elements.items()}]
            plain = item.length is None and not item.elements
            objects.append([number, item.class_name, dict(item.fields), *([] if plain else array)])
        for name, value in heap.roots.items():
            self._known(value)
            if (ROOT, name) not in self._told:
                self._told.add((ROOT, name))
                self._new.append((ROOT, name, {"kind": self._run.notation.root(name)}))
        return [dict(heap.roots), objects]

    def _final(self, path: Path) -> Cells | dict[str, Json]:
        """Return the cells of a heap whose references are terms; of any other heap, a picture."""
        trace = path.trace
        if not isinstance(trace.heap, TermState):
            last = self._run.last_heap(trace)
            for item in last.objects.values() if last is not None else ():
                self._class(item.class_name, item.fields)
            return {**picture_form(final_picture(path)), **stored(last, self._run.returned(trace))}
        known = trace.heap.known.items() if isinstance(trace.heap, LazyHeap) else None
        return Cells(
            tuple((name, _value(cell)) for name, cell in picture_roots(path)),
            tuple(self._slots(ref, slots) for ref, slots in trace.heap.objects.items()),
            None if known is None else tuple((ref, what) for ref, what in known if isinstance(what, Term)),
            tuple(_texts(trace)),
            self._names(trace.heap.inputs) if _is_congruent(trace.heap) else (),
            tuple(_elements(trace.heap.inputs)) if _is_congruent(trace.heap) else (),
        )

    def _names(self, inputs: Inputs) -> list[Named]:
        """Return the named slots of the initial heap.  Most of them are shared with the previous path."""
        shared = 0
        for mine, last in zip(inputs.bindings, self._bindings, strict=False):
            if mine is not last:
                break
            shared += 1
        named = [
            Named(each.owner, each.owner.id, self._field(each.field), each.value, _mask(inputs, each.owner))
            for each in inputs.bindings[shared:]
        ]
        self._bindings, self._named = inputs.bindings, [*self._named[:shared], *named]
        return self._named

    def _slots(self, ref: Term, slots: Mapping[Field, Value | None]) -> Slots:
        """Return an object and its fields; equal slots give the identical value, since most paths share them."""
        entry = self._objects.get(id(slots))
        if entry is None or entry[1][0] is not ref:
            if len(self._objects) >= _REMEMBERED:
                self._objects.clear()
            held = tuple((self._field(field), value) for field, value in slots.items() if value is not None)
            entry = self._objects[id(slots)] = slots, (ref, held)
        return entry[1]

    def _field(self, field: Field) -> str:
        form_text = self._fields.get(field)
        if form_text is None:
            self._class(field.owner, (field.name,))
            form = [field.owner, field.name, field.type.sort.name, field.type.class_name]
            form_text = self._fields[field] = json.dumps(form, separators=(",", ":"))
        return form_text

    # Facts for notations ----------------------------------------------------------------------------------------------

    def _tell(self, kind: str, key: str, content: Any) -> None:
        if (kind, key) not in self._told:
            self._told.add((kind, key))
            self._new.append((kind, key, content()))

    def _view(self) -> dict[str, Json]:
        loaded = self._run.loaded
        types: dict[str, Json] = {
            name: [each.sort.name, each.class_name] for name, each in self._run.input_types().items()
        }
        return {
            "java": loaded.java is not None,
            "path": loaded.target.path,
            "unit": loaded.returns_unit,
            "types": types,
            "result": self._run.notation.result_kind,
        }

    def _class(self, name: str, held: Any) -> None:
        """Store a class: its fields in declared order, which of them are references, and their kinds."""
        if name in self._classes:
            return
        self._classes.add(name)

        def content() -> dict[str, Json]:
            table, notation = self._run.loaded.program.table, self._run.notation
            declared = table.fields(name) if name in table else None
            names = [*(f.name for f in declared or ()), *held]
            kinds: dict[str, Json] = {each: kind for each in names if (kind := notation.field(name, each))}
            references: dict[str, Json] = {f.name: f.type.sort is REF for f in declared or ()}
            return {
                "fields": None if declared is None else references,
                "kinds": kinds,
                "enum": notation.is_enum(name),
            }

        self._tell(CLASS, name, content)

    def names(self, numbers: Iterable[int]) -> list[Item]:
        """Return the names of objects that exist before the call."""
        known = ((number, self._run.notation.known(number)) for number in numbers)
        return [(KNOWN, str(number), {"name": name}) for number, name in known if name is not None]

    def _known(self, value: object) -> None:
        """Note an object that exists before the call; its name is stored at the end of the exploration."""
        if isinstance(value, int) and value >= INITIAL and value in self._initial:
            self._tell(KNOWN, str(value), dict)


def _is_congruent(heap: object) -> bool:
    """Whether names of equal slots are equal without a conjunct that says so."""
    return isinstance(heap, PoseHeap) and heap.inputs.congruent


def _mask(inputs: Inputs, owner: Term) -> int:
    """Return the classes that an owner may have, and whether it belongs to another object, as bits."""
    if owner.op is not Op.SYM:
        return -1
    return inputs.bounds[owner].mask << 1 | (owner in inputs.owned)


def _elements(inputs: Inputs) -> Iterator[Elements]:
    for (owner, kind), items in inputs.elements.items():
        yield Elements(
            owner, owner.id, kind.name, _mask(inputs, owner), tuple((each.index, each.value) for each in items)
        )


def _value(cell: Cell) -> Value:
    assert not isinstance(cell, Handle)
    return cell


def _texts(trace: Trace[Any]) -> Iterator[tuple[Term, tuple[str | tuple[Value, str], ...]]]:
    for ref, joined in trace.texts.items():
        if isinstance(ref, Term):
            yield ref, tuple(map(_part, joined.parts))


def _part(part: Part) -> str | tuple[Value, str]:
    """Return a part of a text; a part that drawings omit becomes an empty value without a kind."""
    if isinstance(part, str):
        return part
    if isinstance(part, Shown) and isinstance(part.cell, Term | int):
        return part.cell, part.kind
    return False, "…"
