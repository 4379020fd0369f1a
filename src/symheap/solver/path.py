"""Path conditions: persistent, with what is known of them at hand."""

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
from symheap.solver.numeric.bounds import NO_BOUNDS, Bounds, tightened

__all__ = ["EMPTY_PATH", "Index", "Key", "Mention", "PathCondition", "conjuncts_of", "contents_of", "keys_of"]

Key = Term | str
"""What connects conjuncts: symbols, contents of input arrays, and rank functions, which speak of null as well."""


class Sight(NamedTuple):
    """What values are on a path: those that are `simpler` there, and choices that are `unchanged`.

    One that is unchanged is as simple as the path can tell, and stays so until the path says something about the test
    of some choice.
    """

    simpler: immutables.Map[Term, Value] = immutables.Map()
    unchanged: immutables.Map[Term, None] = immutables.Map()

    def after(self, news: bool) -> Sight:
        """On a path that goes on; `news`: it says more about tests of choices."""
        return Sight(self.simpler) if news and self.unchanged else self

    def of(self, value: Term) -> Value | None:
        return value if value in self.unchanged else self.simpler.get(value)

    def having(self, seen: Mapping[Term, Value]) -> Sight:
        simpler = {value: other for value, other in seen.items() if other is not value}
        unchanged = {other: None for other in seen.values() if isinstance(other, Term) and other.op is Op.ITE}
        return Sight(self.simpler.update(simpler) if simpler else self.simpler, self.unchanged.update(unchanged))


UNSEEN = Sight()


class Index(NamedTuple):
    """What the conjuncts of a path are about: `by_key` finds those about a key, `keyless` those about none.

    `by_element` finds those about an element of contents: they matter to whoever speaks of the contents as a whole.
    `bounds` is what they say of each bit-vector by itself.
    """

    features: Features = NOTHING
    by_key: immutables.Map[Key, Mention] = immutables.Map()
    keyless: Mention | None = None
    by_element: immutables.Map[Term, Mention] = immutables.Map()
    bounds: Bounds = NO_BOUNDS

    def with_conjunct(self, at: PathCondition) -> Index:
        assert at.term is not None
        keys = keys_of(at.term)
        found = self.features | features(at.term)
        bounds = tightened(self.bounds, at.term)
        if not keys:
            return Index(found, self.by_key, Mention(at, self.keyless), self.by_element, bounds)
        changed = self.by_key.mutate()
        for key in keys:
            changed[key] = mention(at, changed.get(key), key)
        by_element = self.by_element
        for contents in {contents_of(key) for key in keys} - {None}:
            assert contents is not None
            by_element = by_element.set(contents, Mention(at, by_element.get(contents)))
        return Index(found, changed.finish(), self.keyless, by_element, bounds)

    def about(self, keys: Iterable[Key]) -> list[PathCondition]:
        """The conjuncts about one of `keys` that are no bounds, as the places where they stand, in the path's order."""
        found: dict[int, PathCondition] = {}
        for key in keys:
            at = self.by_key.get(key)
            while at is not None:
                if not at.is_bound:
                    found[at.at.depth] = at.at
                at = at.rough
        return [found[depth] for depth in sorted(found)]

    def is_within(self, symbol: Term, value: Plain) -> bool:
        """Whether the bounds on a symbol hold if it has that value."""
        last = self.by_key.get(symbol)
        return last is None or last.low <= value <= last.high

    def bounds_on(self, symbol: Term) -> Iterator[Term]:
        """The conjuncts that are bounds on a symbol."""
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
    """The contents that a key is an element of, if it is one at a known index."""
    return contents_with(key) if isinstance(key, Term) and key.op is Op.SYM else None


class PathCondition:
    """A conjunction, as a list that shares its prefix with its siblings.

    A conjunct is a decision or a *fact*: what the declarations of the program say of an input in any case.

    `model` is a model of the whole conjunction if one is known: at a fork one side always satisfies it, and needs no
    solver.  `literals` are the conjuncts and what is read off them, for answering what the path says itself; `watched`
    is what would tell more (`symheap.solver.layers.units`), and `sight` what values have turned out to be on the path.
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
        self._index: Index | None = None

    @property
    def index(self) -> Index:
        """Made from that of the path which this one continues."""
        if self._index is None:
            new: list[PathCondition] = []
            at: PathCondition | None = self
            while at is not None and at._index is None:
                new.append(at)
                at = at.parent
            index = at._index if at is not None and at._index is not None else Index()
            for each in reversed(new):
                index = index if each.term is None else index.with_conjunct(each)
            self._index = index
        return self._index

    def assume(self, condition: Value, model: Model | None, *, is_fact: bool = False) -> PathCondition:
        """This path and `condition`.  `model`, if given, satisfies both."""
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
        """This path, which implies `condition`: nobody has to ask again, and no query gets longer."""
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
        """A condition that is equal to this one on the path."""
        said = self.says(condition)
        return simplified(condition, self.literals) if said is None else said

    def says(self, condition: Value) -> bool | None:
        """Whether the path contains `condition` (True) or its negation (False) word for word."""
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
        """A connective whose parts the path contains: one part of value `settles` is enough, else all must be known."""
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
        """In the order in which they were assumed; without `facts`, those that the path decided."""
        found: list[Term] = []
        at: PathCondition | None = self
        while at is not None and at.term is not None:
            if facts or not at.is_fact:
                found.append(at.term)
            at = at.parent
        found.reverse()
        return tuple(found)


EMPTY_PATH = PathCondition(None, None, immutables.Map(), Model({}, {}))
