"""Abstraction: merge adjacent items of a list into one segment.

Law: every model of a heap is one of the folded heap.

Two items are merged only if that loses no address that is held elsewhere: nothing outside of the two points at the node
between them.  Inner lists fold before the lists that contain them, so that they can be part of a pattern.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from symheap.core.deadline import tick
from symheap.core.terms import Op, Term, Value
from symheap.core.walk import symbols
from symheap.memory.ir import Lifetime
from symheap.separation.abstraction.field_tests import FieldTests
from symheap.separation.abstraction.generalize import Generalization
from symheap.separation.abstraction.precision import FINE, Feature, Keep, LinkLayout, Precision
from symheap.separation.abstraction.template import Links
from symheap.separation.entailment.entail import Matcher
from symheap.separation.entailment.items import as_wanted, front_of, next_of, replaced_by
from symheap.separation.entailment.logic import Logic
from symheap.separation.execution.unfolding import instance
from symheap.separation.heaps.addresses import node_size
from symheap.separation.heaps.canonical import anchors, garbage, traversal
from symheap.separation.heaps.formula import Atom, Cell, Object, Segment, SymbolicHeap, is_ended, split
from symheap.separation.heaps.guarded import guarded
from symheap.separation.heaps.pattern import Pattern, parameter
from symheap.separation.heaps.renaming import values_of


@dataclass(frozen=True, slots=True)
class Abstraction:
    """How to fold: to bare spines, or to lists that keep all that their items have in common, up to a `precision`.

    `seen` are the patterns found so far: inside others, an object that may be an item of one counts as a list of one
    item. `used` are the features of these patterns, `denied` those that more precision would add.  `tests` are the
    tests that the program makes of fields, `links` the offsets that may link nodes of a size, by their types.
    """

    logic: Logic
    pointer: int
    coarse: bool = False
    seen: dict[Pattern, None] = field(default_factory=dict)
    precision: Precision = FINE
    used: dict[Feature, None] = field(default_factory=dict)
    denied: dict[Feature, None] = field(default_factory=dict)
    tests: FieldTests = field(default_factory=dict)
    links: Mapping[int, frozenset[int]] = field(default_factory=dict)

    @property
    def is_owning(self) -> bool:
        """Whether an item of some list was found to own an object."""
        return any(each.keep in (Keep.OBJECT, Keep.NULLABLE) for each in self.used)

    def fold(self, heap: SymbolicHeap) -> SymbolicHeap:
        """Return the heap with everything folded that can be.

        Rule: [SLAyer] section 2, "Pattern-based Abstraction".
        """
        heap = self._without_back_links(heap)
        while True:
            tick()
            new = self._once(heap)
            if new is None:
                return heap
            heap = new

    def _once(self, heap: SymbolicHeap) -> SymbolicHeap | None:
        order = list(traversal(heap).atoms.values())
        for one in reversed(order):
            for two, links in self._neighbours(heap, one):
                new = self._merged(heap, one, two, links)
                if new is not None:
                    return new
        return None

    def _neighbours(self, heap: SymbolicHeap, one: Atom) -> Iterator[tuple[Atom, Links]]:
        """Yield the possible items of the same list whose types allow it."""
        for two, links in _neighbours(heap, one, self.pointer):
            size = one.size if isinstance(one, Object) else node_size(one.pattern)
            plausible = self.links.get(size) if isinstance(size, int) else None
            if plausible is None or links.link in plausible:
                yield two, links

    def _merged(self, heap: SymbolicHeap, one: Atom, two: Atom, links: Links) -> SymbolicHeap | None:
        """Return the heap in which two neighbours are one segment, or None if that would lose too much."""
        links = self._kept(one, links)
        if not _is_private(heap, one, two, links):
            return None
        pattern, used = self._pattern(heap, one, two, links)
        if pattern is None:
            return None
        segment, match = as_wanted(heap, one, two, pattern, self.precision.counted, measured=self.precision.measured)
        if split(next_of(two, pattern))[0] is split(front_of(one, pattern))[0]:
            return None  # a ring keeps one separate item; otherwise it could be folded at any place
        held = _held(heap) - anchors(one) - anchors(two)
        for merged in Matcher(self.logic).matched(match, (segment,)):
            if one in merged.used and two in merged.used:
                new = replaced_by(segment, merged)
                if self._may_lose() or (self._garbage(new) <= self._garbage(heap) and held <= _held(new)):
                    self.seen.setdefault(pattern)
                    self.used.update(dict.fromkeys(used))
                    return new
        return None

    def _garbage(self, heap: SymbolicHeap) -> int:
        """Return the number of unreachable atoms; freed objects may be forgotten where items need not own anything."""
        return sum(not (self.precision.linked and is_ended(atom)) for atom in garbage(heap))

    def _may_lose(self) -> bool:
        """Whether folding may make memory unreachable that a pattern omits."""
        return self.coarse or not self.precision.keeps_memory

    def _without_back_links(self, heap: SymbolicHeap) -> SymbolicHeap:
        """Return the heap with back links forgotten where they are not kept; with them, no node would be private."""
        if self.precision.features is None:
            return heap
        forgotten = [
            (two, links.back)
            for one in heap.atoms
            for two, links in self._neighbours(heap, one)
            if links.back is not None and self._kept(one, links).back is None and isinstance(two, Object)
        ]
        for thing, offset in dict(forgotten).items():
            heap, anything = heap.fresh(self.pointer)
            heap = heap.replaced(thing, replace(thing, cells=thing.cells.set(offset, Cell(self.pointer, anything))))
        return heap

    def _kept(self, one: Atom, links: Links) -> Links:
        """Return the links without the back link if that is not kept."""
        if links.back is None:
            return links
        size = node_size(one.pattern) if isinstance(one, Segment) else one.size
        assert isinstance(size, int)
        feature = Feature(LinkLayout(size, links.link, links.entry), (), Keep.BACK)
        if self.precision.keeps(feature):
            return links
        self.denied.setdefault(feature)
        return Links(links.link, links.entry)

    def _pattern(
        self, heap: SymbolicHeap, one: Atom, two: Atom, links: Links
    ) -> tuple[Pattern | None, frozenset[Feature]]:
        heap, first, owned = _representative(heap, one, two)
        heap, second, more = _representative(heap, two, one)
        generalization = Generalization(
            self.logic, heap, links, self.pointer, owned | more, self.coarse, self.seen, self.precision, self.tests
        )
        pattern = generalization.pattern(first, second)
        self.denied.update(dict.fromkeys(generalization.denied))
        return pattern, frozenset(generalization.used)


def _neighbours(heap: SymbolicHeap, one: Atom, pointer: int) -> Iterator[tuple[Atom, Links]]:
    """Yield the atoms that an item's links lead to and that may be items of the same list."""
    if isinstance(one, Segment):
        links = _links_of(one.pattern)
        for two in heap.atoms:
            if two is not one and _begins_at(two, one.next, links, node_size(one.pattern)):
                yield two, links
        return
    if one.lifetime is not Lifetime.HEAP or one.optional or not isinstance(one.size, int):
        return
    for offset in sorted(one.cells):
        cell = one.cells[offset]
        target, number = split(cell.value)
        if cell.size != pointer or target is None:
            continue
        for two in heap.atoms:
            if isinstance(two, Segment):
                if two.pattern.link == offset and two.front is cell.value and node_size(two.pattern) == one.size:
                    yield two, _links_of(two.pattern)
            elif two is not one and two.base is target and _is_alike(one, two) and 0 <= number < one.size:
                if offset in two.cells and _is_number(heap, two.cells[offset].value):
                    continue
                between = _links_between(one, two, offset, number, pointer)
                if between is not None:
                    yield two, between


def _links_of(pattern: Pattern) -> Links:
    return Links(pattern.link, pattern.entry, pattern.back, pattern.back_entry)


def _is_alike(one: Object, two: Object) -> bool:
    return two.lifetime is Lifetime.HEAP and two.size == one.size and not two.optional


def _begins_at(atom: Atom, address: Value, links: Links, size: int) -> bool:
    """Whether an item of a list with these links begins at `address`."""
    if isinstance(atom, Segment):
        return atom.front == address and _links_of(atom.pattern) == links and node_size(atom.pattern) == size
    if atom.lifetime is not Lifetime.HEAP or atom.size != size or atom.optional:
        return False
    target, number = split(address)
    return atom.base is target and number == links.entry and links.link in atom.cells


def _links_between(one: Object, two: Object, link: int, entry: int, pointer: int) -> Links | None:
    """Return the links of two nodes, the first of which points to the second.

    If both point at each other, the lower offset is the link.
    """
    if link not in two.cells or two.cells[link].size != pointer:
        return None
    for offset in sorted(two.cells):
        target, number = split(two.cells[offset].value)
        if offset == link or target is not one.base or two.cells[offset].size != pointer:
            continue
        if offset not in one.cells or one.cells[offset].size != pointer:
            continue
        if not isinstance(one.size, int) or not 0 <= number < one.size:
            continue
        return None if offset < link else Links(link, entry, offset, number)
    return Links(link, entry)


def _is_number(heap: SymbolicHeap, value: Value) -> bool:
    """Whether a value is no address: a plain number, or one computed from something that is no address.

    Objects of one size may have different types, and only one of them may have a link here.
    """
    symbol, number = split(value)
    if symbol is None:
        return number != 0
    is_reckoned = symbol.op is not Op.SYM or number != 0
    return is_reckoned and not any(symbol in anchors(atom) for atom in heap.atoms)


# Who points where -----------------------------------------------------------------------------------------------------


def _is_private(heap: SymbolicHeap, one: Atom, two: Atom, links: Links) -> bool:
    """Whether only the two items and what they own point at the nodes that merging hides."""
    is_double = links.back is not None
    hidden: set[Term | None] = set()
    if isinstance(two, Segment):
        hidden.add(split(two.front)[0])
    elif not is_double:
        hidden.add(two.base)
    if isinstance(one, Segment) and is_double and one.back is not None:
        hidden.add(split(one.back)[0])
    hidden -= {None, split(one.front)[0] if isinstance(one, Segment) else one.base}
    inside = _owned(heap, one, two) | _owned(heap, two, one) | {one, two}
    rooted = hidden if isinstance(two, Segment) else hidden | {two.base}
    for value in heap.roots.values():
        if not symbols(value).isdisjoint(rooted):
            return False
    for atom in heap.atoms:
        if atom not in inside and any(not symbols(value).isdisjoint(hidden) for value in values_of(atom)):
            return False
    return True


def _held(heap: SymbolicHeap) -> frozenset[Term]:
    """Return the addresses of memory that both a root and another part of the heap lead to.

    If a pattern omitted the latter, the memory would become unreachable as soon as the root moves on.
    """
    rooted = {split(value)[0] for value in heap.roots.values()}
    allocated = [atom for atom in heap.atoms if isinstance(atom, Segment) or atom.lifetime is Lifetime.HEAP]
    places = {anchor for atom in allocated for anchor in anchors(atom)} & rooted
    return frozenset(
        place
        for place in places
        if any(
            place in symbols(value) for atom in heap.atoms if place not in anchors(atom) for value in values_of(atom)
        )
    )


def _owned(heap: SymbolicHeap, item: Atom, neighbour: Atom) -> frozenset[Atom]:
    """Return the atoms that only `item` leads to, apart from its neighbour: only the item and owned atoms point at
    them.

    The largest such set is returned, so that a structure which points back into itself, such as a ring, can be owned.
    """
    held = {each for value in heap.roots.values() for each in symbols(value)}
    mentioned = _mentioned(heap)
    mine = _reached(heap, item, neighbour, mentioned)
    while True:
        tick()
        inside = {id(item), *map(id, mine)}
        outside = held.union(*(mentioned[id(atom)] for atom in heap.atoms if id(atom) not in inside))
        kept = [atom for atom in mine if anchors(atom).isdisjoint(outside)]
        if len(kept) == len(mine):
            return frozenset(mine)
        mine = kept


def _mentioned(heap: SymbolicHeap) -> dict[int, set[Term]]:
    """Return the symbols in each atom, and the bases of objects that may be at one of them."""
    at = guarded(heap)
    result: dict[int, set[Term]] = {}
    for atom in heap.atoms:
        names = {each for value in values_of(atom) for each in symbols(value)}
        result[id(atom)] = names | {thing.base for each in names & at.keys() for thing in at[each]}
    return result


def _reached(heap: SymbolicHeap, item: Atom, neighbour: Atom, mentioned: dict[int, set[Term]]) -> list[Atom]:
    """Return the heap's allocated memory that an item leads to without passing its neighbour."""
    waiting, reached = [item], list[Atom]()
    rest = [
        atom
        for atom in heap.atoms
        if atom is not item and atom is not neighbour and (isinstance(atom, Segment) or atom.lifetime is Lifetime.HEAP)
    ]
    while waiting:
        tick()
        names = mentioned[id(waiting.pop())]
        new = [atom for atom in rest if not anchors(atom).isdisjoint(names)]
        rest = [atom for atom in rest if anchors(atom).isdisjoint(names)]
        waiting += new
        reached += new
    return reached


def _representative(heap: SymbolicHeap, item: Atom, neighbour: Atom) -> tuple[SymbolicHeap, Object, frozenset[Term]]:
    """Return a node that stands for an item, in a heap that has it, and the anchors of the atoms that it owns."""
    if isinstance(item, Object):
        owned = _owned(heap, item, neighbour)
        return heap, item, frozenset(each for atom in owned for each in anchors(atom))
    pattern = item.pattern
    heap, base = heap.fresh(pattern.pointer)
    arguments: dict[Term, Value] = {parameter("base", pattern.pointer): base}
    for number, value in enumerate(item.shared):
        arguments[parameter(f"shared{number}", pattern.pointer)] = value
    heap, atoms = instance(heap, pattern, arguments)
    node = atoms[0]
    assert isinstance(node, Object)
    owned_anchors = frozenset(each for atom in atoms[1:] for each in anchors(atom))
    return heap.with_atoms(*atoms), node, owned_anchors
