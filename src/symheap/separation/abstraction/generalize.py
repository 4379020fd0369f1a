"""Find patterns in states: what two consecutive items of a list have in common.

An object that each of the two owns becomes part of the pattern, a value that both hold becomes a parameter, and other
differences are left open.  So a pattern entails each of its generalisations, and the lattice has finite height for
nodes of one size: null, an own object, or a common value; an object or null; anything.

Rule: [SLAyer] section 2, "Pattern-based Abstraction", and its reference [3].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import product

import immutables

from symheap.core.substitution import substituted
from symheap.core.terms import Op, Term, Value, eq, not_, or_
from symheap.core.theories.bitvectors import bitvector, extract
from symheap.core.walk import symbols
from symheap.memory.ir import Lifetime
from symheap.separation.abstraction.field_tests import FieldTest, FieldTests
from symheap.separation.abstraction.precision import FINE, Feature, Keep, LinkLayout, Precision
from symheap.separation.abstraction.template import Links, Template
from symheap.separation.entailment.entail import pattern_entails
from symheap.separation.entailment.items import as_segment
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.cells import held, is_zero_beside, overlapping_others
from symheap.separation.heaps.formula import Atom, Cell, Object, Segment, SymbolicHeap, split
from symheap.separation.heaps.guarded import guarded
from symheap.separation.heaps.pattern import Pattern, parameter

MOST_OWNED = 8
"""Largest number of objects in a pattern: further owned objects are left open."""

_NO_TESTS: FieldTests = {}
_DEEPEST = 4
"""Deepest nesting of lists of lists: a type of nodes that hold lists of themselves has no natural bound."""


class Generalization:
    """Compares two nodes of one heap and builds their common pattern.

    `owned` are the anchors of atoms that only one item owns, `seen` the patterns so far.  `precision` decides what the
    pattern keeps; `used` are its features, `denied` those that it would have otherwise.
    """

    def __init__(
        self,
        logic: Logic,
        heap: SymbolicHeap,
        links: Links,
        pointer: int,
        owned: frozenset[Term],
        coarse: bool,
        seen: Iterable[Pattern] = (),
        precision: Precision = FINE,
        tests: FieldTests = _NO_TESTS,
    ) -> None:
        self._logic = logic
        self._heap = heap
        self._links = links
        self._pointer = pointer
        self._owned = owned
        self._coarse = coarse
        self._seen = tuple(seen)
        self._ends: Value = 0
        self._template = Template()
        self._open: set[tuple[Value, Value]] = set()
        self._precision = precision
        self._tests = tests if precision.apart or precision.linked else _NO_TESTS
        self._layout = LinkLayout(0, links.link, links.entry)
        self._path: tuple[int, ...] = ()
        self._is_optional = False
        self.used: set[Feature] = set()
        self.denied: set[Feature] = set()

    def pattern(self, one: Object, two: Object) -> Pattern | None:
        """Return the common pattern of both nodes, or None if they are of different kinds."""
        if one.size != two.size or not isinstance(one.size, int):
            return None
        if one.lifetime is not Lifetime.HEAP or two.lifetime is not Lifetime.HEAP:
            return None
        template, links = self._template, self._links
        self._layout = LinkLayout(one.size, links.link, links.entry)
        base = parameter("base", self._pointer)
        template.pairs[one.base, two.base] = base
        cells = {links.link: Cell(self._pointer, parameter("next", self._pointer))}
        if links.back is not None and self._keeps(Keep.BACK):
            cells[links.back] = Cell(self._pointer, parameter("prev", self._pointer))
        if self._are_apart(one, two):
            return None
        if not self._coarse:
            cells |= self._cells(one, two, cells)
            cells |= self._linked(one, two, cells)
            cells |= self._guarded(one, two, cells)
        if any(isinstance(atom, Segment) and _depth(atom.pattern) >= _DEEPEST for atom in template.atoms):
            return None
        zero = is_zero_beside(cells, one, two) and self._keeps(Keep.ZERO)
        node = Object(base, one.size, immutables.Map(cells), zero=zero)
        return Pattern(
            (node, *template.atoms),
            links.link,
            links.entry,
            links.back,
            links.back_entry,
            self._pointer,
            template.shared,
            template.own,
            frozenset(template.facts),
        )

    def _cells(self, one: Object, two: Object, taken: dict[int, Cell]) -> dict[int, Cell]:
        """Return the cells that describe both objects."""
        cells: dict[int, Cell] = {}
        for offset in sorted((set(one.cells) | set(two.cells)) - set(taken)):
            size = (one.cells.get(offset) or two.cells[offset]).size
            a, b = held(one, offset, size), held(two, offset, size)
            if a is None or b is None:
                continue
            around, self._path = self._path, (*self._path, offset)
            value = self._value(a, b)
            if value is None:
                value = self._number(a, b, size)
            self._path = around
            if value is not None:
                cells[offset] = Cell(size, value)
        return cells

    def _are_apart(self, one: Object, two: Object) -> bool:
        """Whether a test of the program distinguishes two nodes: its outcome (true, false or open) differs.

        The largest or the least number in a compared field distinguishes, too: it may be a sentinel that ends walks.
        """
        for (offset, size), tests in self._tests.items() if self._precision.apart else ():
            if offset in (self._links.link, self._links.back):
                continue
            a, b = (held(thing, offset, size) for thing in (one, two))
            if any(self._outcome(test, a) is not self._outcome(test, b) for test in tests):
                return True
            if _extreme(a, size) != _extreme(b, size):
                return True
        return False

    def _outcome(self, test: FieldTest, value: Value | None) -> bool | None:
        """Return the outcome of a test on a value; None if it is open."""
        if value is None:
            return None
        condition = test.of(value)
        if not isinstance(condition, Term):
            return bool(condition)
        if self._logic.follows(self._heap, condition):
            return True
        return False if self._logic.follows(self._heap, not_(condition)) else None

    def _outcomes(self, values: tuple[Value, Value], offset: int, size: int, stands: Term) -> set[Term]:
        """Return the outcomes of tests that two values share, as facts about `stands`."""
        facts: set[Term] = set()
        for test in self._tests.get((offset, size), ()):
            outcome = self._outcome(test, values[0])
            if outcome is not None and self._outcome(test, values[1]) is outcome:
                fact = test.of(stands) if outcome else not_(test.of(stands))
                if isinstance(fact, Term):
                    facts.add(fact)
        return facts

    def _linked(self, one: Object, two: Object, cells: Mapping[int, Cell]) -> dict[int, Cell]:
        """Return the cells of tested numbers that decide in both nodes whether pointers to owned objects are null."""
        owned = {atom.base for atom in self._template.atoms if isinstance(atom, Object) and atom.optional}
        nullable = [(offset, cell) for offset, cell in cells.items() if cell.value in owned]
        linked: dict[int, Cell] = {}
        for (offset, size), tests in self._tests.items() if self._precision.linked else ():
            numbers = held(one, offset, size), held(two, offset, size)
            known = cells.get(offset, Cell(size, parameter(f"own{self._template.own}", size)))
            if None in numbers or known.size != size or offset in (self._links.link, self._links.back):
                continue
            facts: set[Term] = set()
            for at, pointer in nullable:
                for test in tests:
                    values = [(n, held(node, at, pointer.size)) for n, node in zip(numbers, (one, two), strict=True)]
                    facts |= self._implied(test, values, (known.value, pointer.value))
            if facts and (offset in cells or not overlapping_others(cells, offset, size)):
                self._template.own += offset not in cells
                self._template.facts |= facts
                linked[offset] = known
        return linked

    def _guarded(self, one: Object, two: Object, cells: Mapping[int, Cell]) -> dict[int, Cell]:
        """Return the cells of pointers to objects that an item owns if a test of another field says so.

        Without the object, a pointer may be anything; so the object has a base of its own, which facts tie to both.
        """
        found: dict[int, Cell] = {}
        if not self._precision.linked:
            return found
        at = guarded(self._heap)
        for offset in sorted((set(one.cells) | set(two.cells)) - set(cells)):
            values = held(one, offset, self._pointer), held(two, offset, self._pointer)
            if values[0] is None or values[1] is None or offset in found:
                continue
            pointers = values[0], values[1]
            things = [self._conditional(value, at) for value in pointers]
            if not any(things) or overlapping_others({**cells, **found}, offset, self._pointer):
                continue
            found |= self._guard((one, two), pointers, things, offset, {**cells, **found})
        return found

    def _conditional(self, value: Value, at: Mapping[Term, list[Object]]) -> Object | None:
        """Return the object that an item owns at a value, perhaps only if a fact says so."""
        mine = self._mine(value)
        if mine is not None or not isinstance(value, Term):
            return mine if isinstance(mine, Object) else None
        return next((thing for thing in at.get(value, ()) if thing.base in self._owned), None)

    def _guard(
        self,
        nodes: tuple[Object, Object],
        pointers: tuple[Value, Value],
        things: list[Object | None],
        offset: int,
        cells: Mapping[int, Cell],
    ) -> dict[int, Cell]:
        """Return the cells of a pointer and of the field whose test tells in both nodes whether its object exists."""
        for (field, size), tests in self._tests.items():
            numbers = held(nodes[0], field, size), held(nodes[1], field, size)
            if numbers[0] is None or numbers[1] is None or field in (self._links.link, self._links.back):
                continue
            fields = numbers[0], numbers[1]
            is_new = field not in cells
            known = cells.get(field, Cell(size, parameter(f"own{self._template.own}", size)))
            if known.size != size or (is_new and overlapping_others(cells, field, size)):
                continue
            for test, is_true in product(tests, (True, False)):
                guard = partial(_guarding, test, is_true)
                if not all(map(self._is_guarded, map(guard, fields), pointers, things)):
                    continue
                around, self._path = self._path, (*self._path, offset)
                self._template.own += is_new
                stands = self._objects(*things) if isinstance(guard(known.value), Term) else None
                self._path = around
                if stands is None:
                    self._template.own -= is_new
                    continue
                pointer = self._new()
                self._template.facts |= _ties(guard(known.value), pointer, stands)
                return {field: known, offset: Cell(self._pointer, pointer)}
        return {}

    def _is_guarded(self, owns: Value, pointer: Value, thing: Object | None) -> bool:
        """Whether a node owns the object at a pointer just if `owns` holds."""
        if thing is None:
            return self._logic.follows(self._heap, not_(owns))
        if not thing.optional:
            return self._logic.follows(self._heap, owns)
        return all(self._logic.follows(self._heap, each) for each in _tied(owns, pointer, thing.base))

    def _implied(
        self, test: FieldTest, values: list[tuple[Value | None, Value | None]], stand: tuple[Value, Value]
    ) -> set[Term]:
        """Return the implications from an outcome of a test to a pointer being null or not that hold for both nodes."""
        facts: set[Term] = set()
        for is_true, is_null in product((True, False), repeat=2):

            def claim(number: Value, pointer: Value, is_true: bool = is_true, is_null: bool = is_null) -> Value:
                outcome, null = test.of(number), eq(pointer, 0)
                return or_(not_(outcome) if is_true else outcome, null if is_null else not_(null))

            claims = [claim(number, at) for number, at in values if number is not None and at is not None]
            if len(claims) == len(values) and all(self._logic.follows(self._heap, each) for each in claims):
                general = claim(*stand)
                facts |= {general} if isinstance(general, Term) else set()
        return facts

    def _keeps(self, keep: Keep) -> bool:
        """Whether the pattern keeps what was found at the current field."""
        feature = Feature(self._layout, self._path, keep)
        if not self._precision.keeps(feature) and not self._open:
            self.denied.add(feature)
            return False
        self.used.add(feature)
        return True

    def _value(self, a: Value, b: Value) -> Value | None:
        """Return the value that stands for two values; None: anything."""
        if not isinstance(a, Term) and not isinstance(b, Term):
            is_kept = a == b and (a == 0 or self._precision.apart)
            return a if is_kept and self._keeps(Keep.VALUE) else None
        known = self._known(a, b)
        if known is not None:
            return known if self._keeps(Keep.VALUE) else None
        if a is b:
            return self._in_common(a)
        return self._owned_by_each(a, b)

    def _number(self, a: Value, b: Value, size: int) -> Value | None:
        """Return an item's own number for two numbers with common facts, which are added; else None."""
        if self._is_optional or self._mine(a) is not None or self._mine(b) is not None:
            return None  # no number of an object that does not exist
        stands = parameter(f"own{self._template.own}", size)
        facts: set[Term] = set()
        for value in (a, b):
            if isinstance(value, Term) and value.op is Op.SYM:
                facts |= self._facts_of_both(value, (a, b), stands)
        if len(self._path) == 1:
            facts |= self._outcomes((a, b), self._path[-1], size, stands)
        if not facts or not self._keeps(Keep.NUMBER):
            return None
        self._template.own += 1
        self._template.facts |= facts
        return stands

    def _facts_of_both(self, known: Term, both: tuple[Value, Value], stands: Term) -> set[Term]:
        """Return the facts about one symbol that hold for two values, as facts about `stands`."""
        facts: set[Term] = set()
        for fact in self._heap.pure:
            if symbols(fact) != {known}:
                continue
            if all(self._logic.follows(self._heap, substituted(fact, {known: value})) for value in both):
                general = substituted(fact, {known: stands})
                if isinstance(general, Term):
                    facts.add(general)
        return facts

    def _known(self, a: Value, b: Value) -> Value | None:
        """Return the value for two addresses at the same distance from a known pair."""
        (x, c), (y, d) = split(a), split(b)
        if x is None or y is None:
            return None
        for (p, q), stands in self._template.pairs.items():
            (u, m), (v, n) = split(p), split(q)
            if x is u and y is v and c - m == d - n:
                return bitvector(Op.BVADD, 8 * self._pointer, stands, c - m)
        return None

    def _in_common(self, value: Value) -> Value | None:
        assert isinstance(value, Term)
        width, whole = value.sort.width, 8 * self._pointer
        is_tested = len(self._path) == 1 and (self._path[-1], width // 8) in self._tests
        if width < whole and is_tested and self._keeps(Keep.VALUE):
            self._template.shared += 1
            return extract(parameter(f"shared{self._template.shared - 1}", self._pointer), width - 1, 0)
        if value.sort.width != 8 * self._pointer or split(value)[0] in self._owned or not self._keeps(Keep.VALUE):
            return None
        template = self._template
        stands = parameter(f"shared{template.shared}", self._pointer)
        template.shared += 1
        template.pairs[value, value] = stands
        return stands

    def _owned_by_each(self, a: Value, b: Value) -> Value | None:
        one, two = self._unpaired(a, 0), self._unpaired(b, 1)
        if (one is None and two is None) or (a, b) in self._open or len(self._template.atoms) >= MOST_OWNED:
            return None
        listed = self._lists(a, b, one, two)
        if listed is not None:
            return listed
        if isinstance(one, Segment) or isinstance(two, Segment):
            return None
        if (one is None and a != 0) or (two is None and b != 0):
            return None
        return self._objects(one, two)

    def _lists(self, a: Value, b: Value, one: Atom | None, two: Atom | None) -> Value | None:
        """Return the front of an inner list of each; None, with nothing changed, if they are no lists or lead back."""
        pattern = self._list_pattern(one, two)
        if pattern is None or not self._keeps(Keep.LIST):
            return None
        before = self._template.copy()
        self._open.add((a, b))
        front = self._segments(self._as_segment(a, one, pattern), self._as_segment(b, two, pattern), pattern)
        self._open.remove((a, b))
        if front is None:
            self._template.become(before)
        return front

    def _list_pattern(self, one: Atom | None, two: Atom | None) -> Pattern | None:
        """Return the pattern of an inner list: of an existing one, or one seen before of which both may be items."""
        lists = [each.pattern for each in (one, two) if isinstance(each, Segment)]
        if len(lists) == 2:
            return _weaker(self._logic, *lists)
        objects = [each for each in (one, two) if isinstance(each, Object)]
        for pattern in lists or self._seen:
            if all(as_segment(self._logic, self._heap, thing, pattern) is not None for thing in objects):
                return pattern
        return None

    def _unpaired(self, value: Value, side: int) -> Atom | None:
        """Return what one item owns at a value, unless it already has a partner in the other."""
        symbol = split(value)[0]
        if any(split(pair[side])[0] is symbol for pair in self._template.pairs):
            return None
        return self._mine(value)

    def _mine(self, value: Value) -> Atom | None:
        """Return the object or segment at a value that one item alone owns, or None."""
        symbol, number = split(value)
        if symbol is None or symbol not in self._owned:
            return None
        for atom in self._heap.atoms:
            if isinstance(atom, Object) and atom.base is symbol and number == 0 and atom.lifetime is Lifetime.HEAP:
                return atom
            if isinstance(atom, Segment) and atom.front is value:
                return atom
        return None

    def _objects(self, one: Atom | None, two: Atom | None) -> Value | None:
        """Return the object that each node owns; it is optional if one of them has null."""
        present = [thing for thing in (one, two) if isinstance(thing, Object)]
        first, last = present[0], present[-1]
        optional = len(present) == 1 or first.optional or last.optional
        if not self._keeps(Keep.NULLABLE if optional else Keep.OBJECT):
            return None
        size = self._size(first.size, last.size)
        stands = self._new()
        template = self._template
        template.pairs[first.base, last.base] = stands
        at = len(template.atoms)
        template.atoms.append(Object(stands, size, optional=optional))
        around, self._is_optional = self._is_optional, self._is_optional or optional
        cells = self._cells(first, last, {})
        self._is_optional = around
        zero = is_zero_beside(cells, first, last) and self._keeps(Keep.ZERO)
        template.atoms[at] = Object(stands, size, immutables.Map(cells), optional=optional, zero=zero)
        return stands

    def _size(self, a: Value, b: Value) -> Value:
        """Return the size for two sizes: one number, a common value, or each item's own."""
        if a == b and not isinstance(a, Term):
            return a
        common = self._in_common(a) if a is b else None
        return self._new() if common is None else common

    def _segments(self, one: Segment | None, two: Segment | None, pattern: Pattern) -> Value | None:
        """Return the front of an inner list of each.

        A missing one (None) is an empty list: it ends where it begins.
        """
        one = one or self._empty(two, pattern, 0)
        two = two or self._empty(one, pattern, 1)
        if one is None or two is None or len(one.shared) != len(two.shared):
            return None
        following = self._value(one.next, two.next)
        commons = tuple(self._value(x, y) for x, y in zip(one.shared, two.shared, strict=True))
        shared = tuple(value for value in commons if value is not None)
        if following is None or len(shared) < len(commons):
            return None
        prev = back = None
        if pattern.back is not None:
            if one.prev is None or two.prev is None or one.back is None or two.back is None:
                return None
            prev = self._value(one.prev, two.prev)
            if prev is None:
                return None
            back = self._standing(one.back, two.back)
        front = self._standing(one.front, two.front)
        self._template.atoms.append(Segment(pattern, min(one.least, two.least), front, following, prev, back, shared))
        return front

    def _standing(self, a: Value, b: Value) -> Value:
        """Return a new symbol for two addresses."""
        stands = self._new()
        self._template.pairs[a, b] = stands
        return stands

    def _as_segment(self, value: Value, atom: Atom | None, pattern: Pattern) -> Segment | None:
        """Return what one item has as a list, or None if it has nothing."""
        if isinstance(atom, Segment):
            return atom if len(atom.shared) == pattern.shared else None
        if atom is None:
            self._ends = value
            return None
        single = as_segment(self._logic, self._heap, atom, pattern)
        return None if single is None else single[0]

    def _empty(self, other: Segment | None, pattern: Pattern, side: int) -> Segment | None:
        """Return the empty list of one item beside a list of the other, with both ends equally far from the item."""
        if other is None:
            return None
        following = self._mirrored(other.next, side)
        if following is None or following != self._ends:
            return None
        mirrored = [self._mirrored(value, side) for value in other.shared]
        shared = tuple(value for value in mirrored if value is not None)
        if len(shared) < len(mirrored):
            return None
        if other.prev is None:
            return Segment(pattern, 0, following, following, shared=shared)
        prev = self._mirrored(other.prev, side)
        return None if prev is None else Segment(pattern, 0, following, following, prev, prev, shared)

    def _mirrored(self, value: Value, side: int) -> Value | None:
        """Return the value that is to one item as `value` is to the other; `side` is that of the result."""
        term, number = split(value)
        if term is None:
            return value
        for pair in self._template.pairs:
            known, distance = split(pair[1 - side])
            if known is term:
                return bitvector(Op.BVADD, 8 * self._pointer, pair[side], number - distance)
        return None

    def _new(self) -> Term:
        stands = parameter(f"own{self._template.own}", self._pointer)
        self._template.own += 1
        return stands


def _guarding(test: FieldTest, is_true: bool, number: Value) -> Value:
    return test.of(number) if is_true else not_(test.of(number))


def _tied(owns: Value, pointer: Value, base: Value) -> tuple[Value, ...]:
    """Return the facts that an object is at `pointer` if `owns`, else nowhere; `base` is its own address."""
    return (
        or_(not_(owns), eq(pointer, base)),
        or_(not_(owns), not_(eq(base, 0))),
        or_(owns, eq(base, 0)),
    )


def _ties(owns: Value, pointer: Value, base: Value) -> set[Term]:
    return {fact for fact in _tied(owns, pointer, base) if isinstance(fact, Term)}


def _extreme(value: Value | None, size: int) -> int | None:
    """Return the value if it is the largest or the least signed number of `size` bytes, else None."""
    most = (1 << (8 * size - 1)) - 1
    return value if isinstance(value, int) and value in (most, -most - 1) else None


def _weaker(logic: Logic, one: Pattern, two: Pattern) -> Pattern | None:
    """Return the pattern that the other one entails, or None."""
    if pattern_entails(logic, one, two):
        return two
    return one if pattern_entails(logic, two, one) else None


def _depth(pattern: Pattern) -> int:
    return 1 + max((_depth(atom.pattern) for atom in pattern.atoms if isinstance(atom, Segment)), default=0)
