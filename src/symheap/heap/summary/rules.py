"""The rules of [Summaries] and [Uber-lazy] as functions on heaps, corrected as described in `docs/errata.md`."""

from __future__ import annotations

from dataclasses import replace

from symheap.core.terms import NULL, REF, Op, Term, Value, and_, conjunction, disjunction, eq, ite, not_
from symheap.core.types import Field
from symheap.heap.api import Cell, Handle, PathView, Ref
from symheap.heap.initial import only_constants
from symheap.heap.summary.initial import admit
from symheap.heap.summary.state import L_NULL, L_UN, R_UN, GuardedSet, Location, SummaryHeap, handle_of, merged


def value_set(
    heap: SummaryHeap, ref: Term, owner_exists: Value, *, nullable: bool = True
) -> tuple[SummaryHeap, GuardedSet]:
    """θ_null, θ_alias and θ_new: the possible locations of an input reference. Exactly one guard is true.

    An alias is possible with locations that exist. `ref` then differs from all others, since the creators of two
    existing locations differ.

    Rule: [Summaries] Fig. 8, "Summarize" (θ_null, θ_alias, θ_new)
    """
    aliases: list[tuple[Value, Location]] = []
    for at, creator in sorted(heap.creators.items()):
        if creator.op is Op.SYM and heap.inputs.compatible(ref, creator):
            aliases.append((and_(heap.exists[at], eq(ref, creator)), at))
    aliases += [(eq(ref, known), known.location.number) for known in heap.inputs.candidates(ref)]
    is_null = eq(ref, NULL) if nullable else False
    candidates = [(is_null, L_NULL), *aliases]
    if not only_constants(heap.inputs.table, heap.inputs.bounds[ref]):
        is_new = conjunction([not_(is_null), *(not_(guard) for guard, _ in aliases)])
        heap, made = heap.location(ref, and_(owner_exists, is_new))
        candidates.append((is_new, made))
    return heap, tuple((guard, at) for guard, at in candidates if guard is not False)


def UN(heap: SummaryHeap, at: Location, field: Field) -> Value:  # noqa: N802 - the paper's name
    """φ_un: the condition under which the field is uninitialized.  Rule: [Summaries] section 4, UN"""
    cell = heap.R.get((at, field), R_UN)
    if not isinstance(cell, Handle):
        return False
    return disjunction(guard for guard, target in heap.L[cell] if target == L_UN)


def summarize(heap: SummaryHeap, holders: GuardedSet, field: Field) -> tuple[SummaryHeap, tuple[Value, ...]]:
    """Initialize the field of every possible location of the receiver.  Rule: [Summaries] Fig. 8, "Summarize (end)" """
    facts: tuple[Value, ...] = ()
    for _, at in holders:
        uninitialized = UN(heap, at, field)
        if uninitialized is False or ((at, field) in heap.R and field.type.sort is not REF):
            continue
        heap, more = summarize_field(heap, at, field, uninitialized)
        facts += more
    return heap, facts


def summarize_field(
    heap: SummaryHeap, at: Location, field: Field, uninitialized: Value
) -> tuple[SummaryHeap, tuple[Value, ...]]:
    """θ = (θ_null ∪ θ_new ∪ θ_alias) where the field is uninitialized, ∪ θ_orig elsewhere: earlier writes stay.

    Rule: [Summaries] Fig. 8, "Summarize"; [Uber-lazy] Fig. 5, "Lazy initialization"
    """
    inputs, named, facts = heap.inputs.bind(heap.creators[at], field)
    facts += inputs.increasing(heap.creators[at], field, named)
    original = heap.R.get((at, field), R_UN)
    heap = replace(heap, inputs=inputs)
    if field.type.sort is not REF:
        return replace(heap, R=heap.R.set((at, field), named)), facts
    if not isinstance(named, Term) or named.op is not Op.SYM:
        heap, known = admit(heap, named)
        fresh = heap.L[known]
    else:
        heap, fresh = value_set(heap, named, heap.exists[at])
    kept = [(and_(not_(uninitialized), g), t) for g, t in heap.L[handle_of(original)] if t != L_UN]
    locations = merged([*((and_(uninitialized, g), t) for g, t in fresh), *kept])
    heap, summary = heap.reference(locations)
    return replace(heap, R=heap.R.set((at, field), summary)), facts


def VS(heap: SummaryHeap, holders: GuardedSet, field: Field, path: PathView) -> GuardedSet:  # noqa: N802
    """Return the value set of a field: the locations it may lead to, through each possible location of the receiver.

    Rule: [Summaries] section 5, VS(L, R, φ_g, r, f); [Uber-lazy] section III, VS; [Uber-lazy draft] section I, VS
    """
    pairs = [
        (and_(guard, inner), target)
        for guard, at in holders
        for inner, target in heap.L[handle_of(heap.R[at, field])]
        if target != L_UN
    ]
    return tuple((guard, target) for guard, target in merged(pairs) if path.may(guard))


def scalar(heap: SummaryHeap, holders: GuardedSet, field: Field) -> Value:
    """Return the value of a scalar field at the receiver's location."""
    value: Value | None = None
    for guard, at in reversed(holders):
        held = heap.R[at, field]
        assert not isinstance(held, Handle)
        value = held if value is None else ite(guard, held, value, field.type.sort)
    return 0 if value is None else value


def ST(locations: GuardedSet, condition: Value, path: PathView) -> GuardedSet:  # noqa: N802
    """Strengthen every guard, and keep the guards that remain possible.

    Rule: [Summaries] section 5, ST(L, r, φ, φ_g); [Uber-lazy] section III, ST; [Uber-lazy draft] section I, ST
    """
    strengthened = ((and_(condition, guard), at) for guard, at in locations)
    return tuple((guard, at) for guard, at in strengthened if path.may(guard))


def field_write(heap: SummaryHeap, holders: GuardedSet, field: Field, value: Handle, path: PathView) -> SummaryHeap:
    """Give each possible location of the receiver the value where it is the receiver; elsewhere it keeps its own.

    Rule: [Summaries] Fig. 9, "Field write" (Ψ_x, X, R', L')
    """
    for guard, at in holders:
        current = handle_of(heap.R.get((at, field), R_UN))
        locations = [*ST(heap.L[value], guard, path), *ST(heap.L[current], not_(guard), ANYWHERE)]
        heap, target = heap.reference(merged(locations))
        heap = replace(heap, R=heap.R.set((at, field), target))
    return heap


def scalar_write(
    heap: SummaryHeap, holders: GuardedSet, field: Field, value: Cell
) -> tuple[SummaryHeap, tuple[Value, ...]]:
    """As `field_write`, for a scalar: the old value must be named first if the receiver may be another location."""
    assert not isinstance(value, Handle)
    facts: tuple[Value, ...] = ()
    for guard, at in holders:
        held: Cell = value
        if guard is not True:
            heap, more = summarize(heap, ((guard, at),), field)
            facts += more
            old = heap.R[at, field]
            assert not isinstance(old, Handle)
            held = ite(guard, value, old, field.type.sort)
        heap = replace(heap, R=heap.R.set((at, field), held))
    return heap, facts


class _Anywhere(PathView):
    """A path that excludes only conditions that are false in themselves."""

    def may(self, condition: Value) -> bool:
        return condition is not False


ANYWHERE = _Anywhere()


def references_equal(heap: SummaryHeap, a: Ref, b: Ref) -> Value:
    """Return the condition that both references have the same location.

    It follows that neither has a location that the other lacks (θ_0, θ_1), since guards are disjoint; and since they
    cover all cases, the negation is "not equal".

    Rule: [Summaries] Fig. 9, "Equals (references-true)" (θ_α)
    """
    left, right = dict_of(heap.locations(a)), dict_of(heap.locations(b))
    return disjunction(and_(left[at], right[at]) for at in left if at in right)


def dict_of(locations: GuardedSet) -> dict[Location, Value]:
    return {at: guard for guard, at in locations}


def strengthen(heap: SummaryHeap, condition: Value, path: PathView) -> SummaryHeap:
    """Strengthen every reference by a condition and drop guards that become impossible.

    Rule: [Uber-lazy draft] Fig. 3 (L')
    """
    kept: dict[Handle, GuardedSet] = {}
    for ref, locations in heap.L.items():
        possible = tuple((guard, at) for guard, at in locations if path.may(and_(guard, condition)))
        if len(possible) != len(locations):
            kept[ref] = possible
    return replace(heap, L=heap.L.update(kept)) if kept else heap


def ER(heap: SummaryHeap) -> frozenset[Handle]:  # noqa: N802 - the paper's name
    """References that have lost all their locations: on such a path the heap is inconsistent.

    Guards cover all cases, so one empty reference, reachable or not, means that the path itself is impossible:
    [Uber-lazy draft]'s consistency function C need not look for a live one.

    Rule: [Uber-lazy draft] section I, ER(L, φ'), C(L, R, X, η, k)
    """
    return frozenset(ref for ref, locations in heap.L.items() if not locations)
