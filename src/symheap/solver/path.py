"""Path conditions: persistent conjunctions with an index of what is known about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import NamedTuple

import immutables

from symheap.core.contents import contents_with
from symheap.core.model import Model, Plain
from symheap.core.terms import Op, Term, Value, not_
from symheap.core.walk import symbols
from symheap.solver.features import NOTHING, Features, features
from symheap.solver.layers.units import Literals, Watched, conjuncts_of, learned, simplified
from symheap.solver.mentions import Mention, mention
from symheap.solver.numeric.bounds import NO_BOUNDS, Intervals, tightened

__all__ = ["EMPTY_PATH", "Key", "Mention", "PathCondition", "PathIndex", "conjuncts_of", "contents_of", "keys_of"]

Key = Term | str
"""A key connects conjuncts: a symbol, the contents of an input array, or a rank function (null has ranks too)."""


class Sight(NamedTuple):
    """The simplified forms of values on a path: `simpler` ones, and choices that stay `unchanged`.

    An unchanged choice is as simple as the path can make it, and stays so until the path decides the test of some
    choice.
    """

    simpler: immutables.Map[Term, Value] = immutables.Map()
    unchanged: immutables.Map[Term, None] = immutables.Map()

    def after(self, news: bool) -> Sight:
        """Return the sight for an extended path; `news` says that it decides more tests of choices."""
        return Sight(self.simpler) if news and self.unchanged else self

    def of(self, value: Term) -> Value | None:
        return value if value in self.unchanged else self.simpler.get(value)

    def having(self, seen: Mapping[Term, Value]) -> Sight:
        simpler = {value: other for value, other in seen.items() if other is not value}
        unchanged = {other: None for other in seen.values() if isinstance(other, Term) and other.op is Op.ITE}
        return Sight(self.simpler.update(simpler) if simpler else self.simpler, self.unchanged.update(unchanged))


UNSEEN = Sight()


class PathIndex(NamedTuple):
    """Conjuncts of a path by key: `by_key` for conjuncts about a key, `keyless` for those about none.

    `by_element` maps contents to the conjuncts about one of their elements, which matter to conditions on the contents
    as a whole. `bounds` holds an interval for each bit-vector.
    """

    features: Features = NOTHING
    by_key: immutables.Map[Key, Mention] = immutables.Map()
    keyless: Mention | None = None
    by_element: immutables.Map[Term, Mention] = immutables.Map()
    bounds: Intervals = NO_BOUNDS

    def with_conjunct(self, at: PathCondition) -> PathIndex:
        assert at.term is not None
        keys = keys_of(at.term)
        features_so_far = self.features | features(at.term)
        bounds = tightened(self.bounds, at.term)
        if not keys:
            return PathIndex(features_so_far, self.by_key, Mention(at, self.keyless), self.by_element, bounds)
        changed = self.by_key.mutate()
        for key in keys:
            changed[key] = mention(at, changed.get(key), key)
        by_element = self.by_element
        for contents in {contents_of(key) for key in keys} - {None}:
            assert contents is not None
            by_element = by_element.set(contents, Mention(at, by_element.get(contents)))
        return PathIndex(features_so_far, changed.finish(), self.keyless, by_element, bounds)

    def about(self, keys: Iterable[Key]) -> list[PathCondition]:
        """Return the conjuncts about `keys` that are not bounds, as positions on the path, in path order."""
        places: dict[int, PathCondition] = {}
        for key in keys:
            at = self.by_key.get(key)
            while at is not None:
                if not at.is_bound:
                    places[at.at.depth] = at.at
                at = at.rough
        return [places[depth] for depth in sorted(places)]

    def is_within(self, symbol: Term, value: Plain) -> bool:
        """Whether all bounds on a symbol hold for `value`."""
        last = self.by_key.get(symbol)
        return last is None or last.low <= value <= last.high

    def bounds_on(self, symbol: Term) -> Iterator[Term]:
        """Yield the conjuncts that are bounds on a symbol."""
        at = self.by_key.get(symbol)
        while at is not None:
            if at.is_bound and at.at.term is not None:
                yield at.at.term
            at = at.before


def keys_of(term: Value) -> frozenset[Key]:
    about = features(term)
    if not about.ranked and not about.contents:
        return symbols(term)
    return symbols(term) | about.contents | {str(rank.payload) for rank in about.ranked}


def contents_of(key: Key) -> Term | None:
    """Return the contents that a key is an element of, at a known index, if any."""
    return contents_with(key) if isinstance(key, Term) and key.op is Op.SYM else None


class PathCondition:
    """Conjunction of decisions and facts, stored as a list that shares its prefix with its siblings.

    A *fact* follows from the declarations of the program and holds for every input. `model` is a model of the whole
    conjunction, if one is known: at a fork one side always satisfies it and needs no solver. `literals` are the
    conjuncts and their direct consequences, for answering questions that the path itself settles; `watched` are the
    conjuncts that may yield more literals (`symheap.solver.layers.units`). `sight` holds values as simplified on this
    path.
    """

    __slots__ = ("_index", "depth", "is_fact", "literals", "model", "parent", "sight", "term", "watched")

    def __init__(
        self,
        parent: PathCondition | None,
        term: Term | None,
        literals: Literals,
        model: Model | None,
        is_fact: bool = False,
        watched: Watched = immutables.Map(),
        sight: Sight = UNSEEN,
    ) -> None:
        self.parent = parent
        self.term = term
        self.literals = literals
        self.model = model
        self.is_fact = is_fact
        self.watched = watched
        self.sight = sight
        self.depth: int = parent.depth + 1 if parent is not None else 0
        self._index: PathIndex | None = None

    @property
    def index(self) -> PathIndex:
        """The index, extended from that of the path that this one continues."""
        if self._index is None:
            new: list[PathCondition] = []
            at: PathCondition | None = self
            while at is not None and at._index is None:
                new.append(at)
                at = at.parent
            index = at._index if at is not None and at._index is not None else PathIndex()
            for each in reversed(new):
                index = index if each.term is None else index.with_conjunct(each)
            self._index = index
        return self._index

    def assume(self, condition: Value, model: Model | None, *, is_fact: bool = False) -> PathCondition:
        """Return this path extended by `condition`. `model`, if given, satisfies both."""
        at = self
        new = dict.fromkeys(conjunct for conjunct in conjuncts_of(condition) if conjunct not in self.literals)
        literals, watched, news = learned(self.literals, self.watched, new)
        sight = self.sight.after(news)
        for conjunct in new:
            at = PathCondition(at, conjunct, literals, None, is_fact, watched, sight)
        if at is self:
            return self if self.model is not None or model is None else self.with_model(model)
        at.model = model
        return at

    def knowing(self, condition: Value, model: Model | None) -> PathCondition:
        """Return this path, which implies `condition`, with the condition recorded as known and no conjunct added."""
        new = [conjunct for conjunct in conjuncts_of(condition) if conjunct not in self.literals]
        same = self.with_model(self.model if model is None else model)
        same.literals, same.watched, news = learned(self.literals, self.watched, new)
        same.sight = self.sight.after(news)
        same._index = self.index._replace(bounds=reduce(tightened, new, self.index.bounds))
        return same

    def with_model(self, model: Model | None) -> PathCondition:
        same = PathCondition(self.parent, self.term, self.literals, model, self.is_fact, self.watched, self.sight)
        same._index = self._index
        return same

    def recall(self, value: Term) -> Value | None:
        return self.sight.of(value)

    def remember(self, seen: Mapping[Term, Value]) -> None:
        self.sight = self.sight.having(seen)

    def simplified(self, condition: Value) -> Value:
        """Return a condition that equals this one on the path."""
        known = self.says(condition)
        return simplified(condition, self.literals) if known is None else known

    def says(self, condition: Value) -> bool | None:
        """Whether the path contains `condition` (True) or its negation (False) word for word; None if neither."""
        if isinstance(condition, bool):
            return condition
        if condition in self.literals:
            return True
        negation = not_(condition)
        if isinstance(negation, Term) and negation in self.literals:
            return False
        if isinstance(condition, Term) and condition.op is Op.AND:
            return self._says_parts(condition, False)
        if isinstance(condition, Term) and condition.op is Op.OR:
            return self._says_parts(condition, True)
        return None

    def _says_parts(self, condition: Term, settles: bool) -> bool | None:
        """Decide a connective by its parts on the path: one part with value `settles` is enough, else all are
        needed.
        """
        unknown = False
        for part in condition.args:
            assert isinstance(part, Term)
            if part in self.literals:
                value = True
            elif not_(part) in self.literals:
                value = False
            else:
                unknown = True
                continue
            if value is settles:
                return settles
        return None if unknown else not settles

    def conjuncts(self, *, facts: bool = True) -> tuple[Term, ...]:
        """Return the conjuncts in the order in which they were assumed; without `facts`, only the decisions."""
        terms: list[Term] = []
        at: PathCondition | None = self
        while at is not None and at.term is not None:
            if facts or not at.is_fact:
                terms.append(at.term)
            at = at.parent
        terms.reverse()
        return tuple(terms)


EMPTY_PATH = PathCondition(None, None, immutables.Map(), Model({}, {}))
