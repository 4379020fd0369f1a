"""Code that generates the models of a symbolic heap, one function per case of the paper's algorithm.

Law (Lemma 1): every state in which the code of ``prefix Q`` ends satisfies Q.

The paper's formulas describe only the heap; ours also describe globals and locals, which exist already: the code
assumes their addresses and sets their contents.  Two cases are not in the paper: an optional object is a disjunction,
and a freed one is allocated and freed, after all objects that still exist.

Rule: [SLAyer] section 5, Algorithm 3, "prefix".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from symheap.core.deadline import tick
from symheap.core.terms import Op, Term, Value, eq
from symheap.core.walk import symbols
from symheap.memory.expressions import AddressOf, Binary, Conversion, Convert, Expression, Number, Operator, Register
from symheap.memory.ir import Allocate, Assign, Fill, Free, Jump, Lifetime, Store
from symheap.refinement.spelling import spelled
from symheap.refinement.writer import Writer
from symheap.separation.heaps.addresses import node_size
from symheap.separation.heaps.formula import Atom, Object, Segment, SymbolicHeap, split
from symheap.separation.heaps.pattern import parameter
from symheap.separation.heaps.renaming import symbols_of

Scope = dict[Term, Expression]
"""The expressions for symbols; a symbol that is missing has no value yet."""


class Prefix:
    """The cases of the algorithm, over one `writer`.

    If `simplified`, an object without a place yet gets it from ``malloc``, instead of guessing and comparing one: the
    same states are reached, with fewer dead ends.  Lists have up to `more_items` optional items; None: any number.
    `order` are the bases of allocated objects, in order.

    Rule: [SLAyer] section 5, "prefix" of Algorithm 3.
    """

    def __init__(self, writer: Writer, simplified: bool = True, more_items: int | None = None) -> None:
        self._writer = writer
        self._simplified = simplified
        self._more_items = more_items
        self.order: list[Term] = []

    # The cases --------------------------------------------------------------------------------------------------------

    def pure(self, fact: Value, scope: Scope) -> None:
        """``F -> assume(F)``"""
        if fact is not True:
            self._writer.assume(spelled(fact, scope, 4))

    def exists(self, names: Iterable[Term], scope: Scope) -> Scope:
        """``∃x. Q -> local x in (prefix Q)``: the scope of Q."""
        inner = dict(scope)
        for name in sorted(names, key=lambda term: term.id):
            inner[name] = self._writer.local(name.sort.width // 8)
        return inner

    def disjunction(self, cases: Sequence[tuple[SymbolicHeap, Scope]]) -> None:
        """``Q0 ∨ … ∨ QN -> if nondet() then (prefix Q0) else (prefix Q1 ∨ … ∨ QN)``"""
        (heap, scope), *rest = cases
        if not rest:
            self.formula(heap, scope)
            return
        _, other = self._writer.choice()
        after = self._writer.label()
        self.formula(heap, scope)
        self._writer.end(Jump(after, self._writer.position), other)
        self.disjunction(rest)
        self._writer.jump(after)

    def emp(self) -> None:
        """``emp -> nop``"""

    def star(self, atoms: Sequence[Atom], scope: Scope) -> None:
        """``Q * R -> (prefix Q); (prefix R)``; freed objects come last, so that nothing else is at their address."""
        if not atoms:
            self.emp()
        for atom in sorted(atoms, key=_was_freed):
            if isinstance(atom, Segment):
                self.segment(atom, scope)
            else:
                self.points_to(atom, scope)

    def points_to(self, thing: Object, scope: Scope) -> None:
        """``l ↦ [r; o1: e1; …] -> local a in a = malloc(sizeof(typeof(r))); assume(a = l); *l.o1 = e1; …``"""
        if thing.optional:
            present = SymbolicHeap(atoms=(replace(thing, optional=False),))
            null = eq(thing.base, 0)
            assert isinstance(null, Term)
            self.disjunction([(SymbolicHeap(pure=frozenset({null})), scope), (present, scope)])
            return
        self.placed(thing, scope)
        self.contents(thing, scope)

    def segment(self, segment: Segment, scope: Scope) -> None:
        """``ls(Λ, k, p, f, b, n)``: a loop that creates one item per round.

        ``local l, w, x in l = k; w = p; x = f;
        for (; l > 0; l = l - 1) { local y, z in (prefix Λ(w, x, y, z)); w = y; x = z }
        assume(l = 0 ∧ w = b ∧ x = n)``
        """
        if self._gives(segment, scope):
            self._chain(segment, scope)
            return
        writer, pointer = self._writer, segment.pattern.pointer
        count = self._length(segment, scope)
        at = writer.assign(spelled(segment.front, scope, pointer))
        before = None if segment.prev is None else writer.assign(spelled(segment.prev, scope, pointer))
        head = writer.label()
        writer.jump(head)
        _, other = writer.branch(Binary(Operator.SLT, Number(0, 4), count))
        following = writer.local(pointer)
        self._item(segment, scope, writer.assign(moved(at, -segment.pattern.entry)), following, before)
        writer.emit(Assign(at, following, writer.position))
        self._counted_down(count)
        writer.end(Jump(head, writer.position), other)
        writer.assume_equal(at, spelled(segment.next, scope, pointer))
        self._back(segment, scope, before)

    def _chain(self, segment: Segment, scope: Scope) -> None:
        """The same where the front has no value yet: each node is allocated before the one that links to it is filled.

        ``l = k; w = p; f = l > 0 ? malloc(…) : n; x = f;
        for (; l > 0; l = l - 1) { z = l > 1 ? malloc(…) : n; (prefix Λ(w, x, y, z)); w = y; x = z }``
        """
        writer, pointer = self._writer, segment.pattern.pointer
        symbol, number = split(segment.front)
        assert symbol is not None
        count = self._length(segment, scope)
        end = writer.assign(spelled(segment.next, scope, pointer))
        before = None if segment.prev is None else writer.assign(spelled(segment.prev, scope, pointer))
        at = self._allocated(segment, count, end, 0)
        scope[symbol] = writer.assign(moved(at, -number))
        head = writer.label()
        writer.jump(head)
        _, other = writer.branch(Binary(Operator.SLT, Number(0, 4), count))
        following = self._allocated(segment, count, end, 1)
        self._item(segment, scope, writer.assign(moved(at, -segment.pattern.entry)), following, before, is_there=True)
        writer.emit(Assign(at, following, writer.position))
        self._counted_down(count)
        writer.end(Jump(head, writer.position), other)
        self._back(segment, scope, before)

    def _allocated(self, segment: Segment, count: Register, end: Register, least: int) -> Register:
        """Return where links to a new node point, or `end` if at most `least` nodes remain."""
        writer, pattern = self._writer, segment.pattern
        result = writer.register(pattern.pointer)
        after = writer.label()
        _, other = writer.branch(Binary(Operator.SLT, Number(least, 4), count))
        node = writer.register(pattern.pointer)
        writer.emit(Allocate(node, Number(node_size(pattern), pattern.pointer), writer.position))
        writer.emit(Assign(result, moved(node, pattern.entry), writer.position))
        writer.end(Jump(after, writer.position), other)
        writer.emit(Assign(result, end, writer.position))
        writer.jump(after)
        return result

    def _length(self, segment: Segment, scope: Scope) -> Register:
        """``l = k``, for some k that is large enough."""
        count = self._writer.local(4)
        if segment.length is not None:
            pointer = segment.pattern.pointer
            wide = count if pointer == count.size else Convert(Conversion.ZERO_EXTEND, count, pointer)
            self._writer.assume_equal(wide, spelled(segment.length, scope, pointer))
        self._writer.assume(Binary(Operator.SLE, Number(segment.least, 4), count))
        if self._more_items is not None:
            most = segment.least + self._more_items
            self._writer.assume(Binary(Operator.SLE, count, Number(most, 4)))
        return count

    def _counted_down(self, count: Register) -> None:
        writer = self._writer
        writer.emit(Assign(count, Binary(Operator.SUB, count, Number(1, 4)), writer.position))

    def _back(self, segment: Segment, scope: Scope, before: Register | None) -> None:
        """``w = b``, if there are back links; a back without a value gets it here."""
        if before is None or segment.back is None:
            return
        symbol, number = split(segment.back)
        if symbol is None or symbol in scope or symbol.op is not Op.SYM:
            self._writer.assume_equal(before, spelled(segment.back, scope, segment.pattern.pointer))
        else:
            scope[symbol] = self._writer.assign(moved(before, -number))

    def _item(
        self,
        segment: Segment,
        scope: Scope,
        base: Register,
        following: Register,
        before: Register | None,
        is_there: bool = False,
    ) -> None:
        """``(prefix Λ(w, x, y, z)); w = y``, where y is the item itself; its node may exist already."""
        writer, pattern = self._writer, segment.pattern
        pointer = pattern.pointer
        inner: Scope = {parameter("base", pointer): base, parameter("next", pointer): following}
        if before is not None:
            inner[parameter("prev", pointer)] = before
        for number, value in enumerate(segment.shared):
            inner[parameter(f"shared{number}", pointer)] = spelled(value, scope, pointer)
        there = pattern.atoms[:1] if is_there else ()
        self.formula(SymbolicHeap(atoms=pattern.atoms, pure=pattern.pure), inner, there)
        if before is not None:
            writer.emit(Assign(before, moved(base, pattern.back_entry), writer.position))

    # A whole formula --------------------------------------------------------------------------------------------------

    def formula(self, heap: SymbolicHeap, scope: Mapping[Term, Expression], there: Sequence[Atom] = ()) -> Scope:
        """``∃ symbols. F ∧ Q * … * R``: symbols without a value yet are local.

        First come the objects and lists that give their place a value, then the facts and contents of all of them.
        `there` are objects that exist already.
        """
        giving = [atom for atom in heap.atoms if self._gives(atom, dict(scope))]
        order = _in_order(giving, set(scope)) if self._simplified else []
        given = {name for atom in order for name in _place(atom)}
        inner = self.exists(symbols_of(heap) - given - scope.keys(), dict(scope))
        placed = [atom for atom in order if isinstance(atom, Object)]
        for thing in placed:
            self.placed(thing, inner)
        for atom in order:
            if isinstance(atom, Segment):
                self.segment(atom, inner)
        for fact in sorted(heap.pure, key=lambda term: term.id):
            self.pure(fact, inner)
        for atom in (*placed, *there):
            assert isinstance(atom, Object)
            self.contents(atom, inner)
        done = [*order, *there]
        self.star([atom for atom in heap.atoms if not any(atom is other for other in done)], inner)
        return inner

    def _gives(self, atom: Atom, scope: Scope) -> bool:
        """Whether an object or a list may be anywhere, so that its place is determined by its creation."""
        if not self._simplified or any(name in scope for name in _place(atom)):
            return False
        if isinstance(atom, Segment):
            ends = [atom.front] if atom.back is None else [atom.front, atom.back]
            return all(symbol is not None and symbol.op is Op.SYM for symbol, _ in map(split, ends))
        is_there = not atom.optional and atom.lifetime is not Lifetime.ENDED
        return is_there and atom.base.op is Op.SYM

    def placed(self, thing: Object, scope: Scope) -> None:
        """Create the object itself: allocate it if it is of the heap, else it exists already."""
        writer = self._writer
        if thing.name or thing.lifetime not in (Lifetime.HEAP, Lifetime.LOCAL, Lifetime.ENDED):
            address: Expression = AddressOf(thing.name, writer.pointer, thing.lifetime.is_local)
        else:
            address = writer.register(writer.pointer)
            lifetime = Lifetime.LOCAL if thing.lifetime is Lifetime.LOCAL else Lifetime.HEAP
            size = spelled(thing.size, scope, writer.pointer)
            writer.emit(Allocate(address, size, writer.position, lifetime=lifetime))
            self.order.append(thing.base)
        if thing.base in scope:
            writer.assume_equal(address, scope[thing.base])
        else:
            scope[thing.base] = writer.assign(address)
        if thing.lifetime is Lifetime.ENDED:
            writer.emit(Free(address, writer.position))

    def contents(self, thing: Object, scope: Scope) -> None:
        """Set the contents of the object: ``*l.o1 = e1; …``"""
        writer = self._writer
        if thing.lifetime in (Lifetime.STRING, Lifetime.FUNCTION, Lifetime.ENDED):
            return
        base = scope[thing.base]
        if thing.zero or thing.lifetime in (Lifetime.GLOBAL, Lifetime.CONSTANT):
            byte = Number(0, 1) if thing.zero else None
            size = spelled(thing.size, scope, writer.pointer)
            writer.emit(Fill(base, byte, size, writer.position, initial=True))
        for offset, cell in sorted(thing.cells.items()):
            value = spelled(cell.value, scope, cell.size)
            writer.emit(Store(moved(base, offset), value, writer.position, initial=True))


def _place(atom: Atom) -> set[Term]:
    """Return the symbols of an atom's place: its base, or both of its ends."""
    if isinstance(atom, Object):
        return {atom.base}
    return set(symbols(atom.front)) | (set() if atom.back is None else set(symbols(atom.back)))


def _in_order(giving: Sequence[Atom], known: set[Term]) -> list[Atom]:
    """Return the atoms that can be placed in sequence: objects, then each list whose end has a value by then.

    A guessed symbol has a value, too: each symbol that is not the place of one of `giving`.
    """
    order: list[Atom] = [atom for atom in giving if isinstance(atom, Object)]
    waiting = [atom for atom in giving if isinstance(atom, Segment)]
    counts = Counter(name for atom in giving for name in _place(atom))
    waiting = [atom for atom in waiting if all(counts[name] == 1 for name in _place(atom))]
    waiting = [atom for atom in waiting if known.isdisjoint(_place(atom))]
    while True:
        tick()
        open_ = {name for atom in waiting for name in _place(atom)}
        ready = next((atom for atom in waiting if open_.isdisjoint(_needed(atom))), None)
        if ready is None:
            return order
        order.append(ready)
        waiting.remove(ready)


def _needed(segment: Segment) -> set[Term]:
    """Return the symbols that must have a value before a list is created."""
    values = [value for value in (segment.next, segment.prev, *segment.shared) if value is not None]
    return {name for value in values for name in symbols(value)}


def _was_freed(atom: Atom) -> bool:
    return isinstance(atom, Object) and atom.lifetime is Lifetime.ENDED


def moved(address: Expression, number: int) -> Expression:
    return address if number == 0 else Binary(Operator.ADD, address, Number(number, address.size))
