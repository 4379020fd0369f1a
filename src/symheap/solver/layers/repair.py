"""A layer that makes small changes to the path's model: this often satisfies the goal, far cheaper than a solver."""

from __future__ import annotations

from functools import cached_property

from symheap.core.contents import Unreadable, contents_with
from symheap.core.deadline import tick
from symheap.core.model import Model
from symheap.core.outcome import Answer, Sat
from symheap.core.terms import Op, Term
from symheap.solver.api import Query, Solver
from symheap.solver.backends.levels import by_age, class_index
from symheap.solver.features import Features, features_of_all, numbers_of
from symheap.solver.layers.proposals import Assign, Change, Fresh, Reclass, proposals
from symheap.solver.path import PathCondition, conjuncts_of

Symbols = frozenset[Term]


class Repair:
    """Tries up to `candidates` models that differ from the path's own in one or two changes.

    Sound by construction: the goal and every conjunct with a changed symbol are evaluated; the other conjuncts hold as
    before. If no model is found, the next layer is asked.
    """

    def __init__(self, next_layer: Solver, *, candidates: int = 8) -> None:
        self._next = next_layer
        self._candidates = candidates

    def check(self, query: Query) -> Answer:
        model, goal = query.path.model, query.goal
        if model is not None and isinstance(goal, Term):
            try:
                repaired = _Search(query.path, goal).run(model, self._candidates)
            except Unreadable:
                repaired = None
            if repaired is not None:
                return Sat(repaired)
        return self._next.check(query)


class _Search:
    """A breadth-first search: changes for the goal, then, in each model that still fails, changes for a failing
    condition.
    """

    def __init__(self, path: PathCondition, goal: Term) -> None:
        self.goal = goal
        self.index = path.index
        self.by_symbol: dict[Term, tuple[Term, ...]] = {}

    def run(self, model: Model, candidates: int) -> Model | None:
        model = self.with_known_classes(model)
        if model.satisfies(self.goal):
            return model
        level: list[tuple[Model, Symbols, Term]] = [(model, frozenset(), self.goal)]
        while level:
            tick()
            deeper: list[tuple[Model, Symbols, Term]] = []
            for before, changed, broken in level:
                for change in proposals(broken, before):
                    if candidates == 0:
                        return None
                    if isinstance(change, Assign | Fresh) and change.symbol in changed:
                        continue
                    outcome = self.apply(change, before)
                    if outcome is None:
                        continue
                    candidates -= 1
                    after, touched = outcome
                    touched |= changed
                    failing = self.failing(after, touched)
                    if failing is None:
                        return after
                    deeper.append((after, touched, failing))
            level = deeper if level[0][0] is model else []
        return None

    def with_known_classes(self, model: Model) -> Model:
        """Return the model extended with the classes of the known objects that a symbol may refer to."""
        if not self.known:
            return model
        features = self.features
        known = {term.location.number: class_index(features.universe, term) for term in features.locations}
        return Model(model.values, {**model.classes, **known}, model.ranks) if features.universe else model

    def failing(self, model: Model, changed: Symbols) -> Term | None:
        """Return a condition that `model` violates: the goal, or a conjunct about a changed symbol."""
        if not model.satisfies(self.goal):
            return self.goal
        for symbol in by_age(changed):
            if not self.index.is_within(symbol, model[symbol]):
                return next(bound for bound in self.index.bounds_on(symbol) if not model.satisfies(bound))
            for conjunct in self.about(symbol):
                if not model.satisfies(conjunct):
                    return conjunct
        return None

    def about(self, symbol: Term) -> tuple[Term, ...]:
        """Return the conjuncts that depend on `symbol`, except bounds. For an element, include those about its
        contents.
        """
        conjuncts = self.by_symbol.get(symbol)
        if conjuncts is None:
            whole = contents_with(symbol)
            places = self.index.about((symbol,) if whole is None else (symbol, whole))
            conjuncts = self.by_symbol[symbol] = tuple(at.term for at in places if at.term is not None)
        return conjuncts

    def apply(self, change: Change, model: Model) -> tuple[Model, Symbols] | None:
        """Return the changed model and the symbols whose meaning changed; None if the change is not allowed."""
        symbol = change.symbol
        if isinstance(change, Assign):
            return Model({**model.values, symbol: change.value}, model.classes, model.ranks), frozenset((symbol,))
        if isinstance(change, Fresh):
            number = model.largest_object() + 1
            while number in self.known:
                number += 1
            allowed = change.types.mask if change.types is not None else -1
            classes = {**model.classes, number: self.preferred_class(frozenset((symbol,)), allowed)}
            return Model({**model.values, symbol: number}, classes, model.ranks), frozenset((symbol,))
        number = int(model[symbol])
        if number <= 0 or number in self.known:
            return None
        sharing = frozenset(s for s, v in model.values.items() if v == number and s.sort is symbol.sort)
        if isinstance(change, Reclass):
            classes = {**model.classes, number: self.preferred_class(sharing, change.types.mask)}
            return Model(model.values, classes, model.ranks), sharing
        return Model(model.values, model.classes, {**model.ranks, (change.field, number): change.rank}), sharing

    @cached_property
    def known(self) -> frozenset[int]:
        """Numbers of the objects from before the run: they cannot change and are not fresh."""
        return numbers_of(self.features)

    @cached_property
    def features(self) -> Features:
        return self.index.features | features_of_all(conjuncts_of(self.goal))

    def preferred_class(self, refs: Symbols, allowed: int) -> int:
        """Return a class from the mask `allowed` that satisfies the path's type tests on `refs`, if there is one."""
        for conjunct in (c for ref in by_age(refs) for c in self.about(ref)):
            for test in conjunct.args if conjunct.op is Op.OR else (conjunct,):
                narrowed = allowed & _wish(test, refs) if isinstance(test, Term) else 0
                allowed = narrowed or allowed
        return (allowed & -allowed).bit_length() - 1


def _wish(test: Term, refs: Symbols) -> int:
    """Return the mask of classes for which a type test on one of `refs` holds; all classes for any other term."""
    inner = test.args[0] if test.op is Op.NOT else test
    if not isinstance(inner, Term) or inner.op is not Op.ISA or inner.args[0] not in refs:
        return -1
    universe = (1 << len(inner.types.universe)) - 1
    return inner.types.mask if inner is test else universe & ~inner.types.mask
