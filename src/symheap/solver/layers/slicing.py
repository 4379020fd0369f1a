"""Independence: conjuncts that share no symbol with the goal, even indirectly, cannot affect it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable

import immutables

from symheap.core.contents import contents_with
from symheap.core.deadline import tick
from symheap.core.model import Model, Plain
from symheap.core.outcome import Answer, Sat
from symheap.core.terms import REF, Op, Term, Value
from symheap.solver.api import Query, Solver
from symheap.solver.backends.numbering import Numbering
from symheap.solver.features import features, location_numbers, numbers_of
from symheap.solver.path import Key, Mention, PathCondition, PathIndex, conjuncts_of, contents_of, keys_of


class Slicing:
    """Solves only the part of the path connected to the goal, and completes the model with the path's own.

    This needs a model of the path: without one the rest of the path may be contradictory, so all of it is solved.
    """

    def __init__(self, next_layer: Solver) -> None:
        self._next = next_layer

    def check(self, query: Query) -> Answer:
        model = query.path.model
        if model is None:
            return self._next.check(query)
        index = query.path.index
        part, reached = connected(index, query.goal)
        if len(part) == query.path.depth:
            return self._next.check(query)
        answer = self._next.check(Query(_path(part, model), query.goal))
        if not isinstance(answer, Sat):
            return answer
        known = location_numbers((*part, *conjuncts_of(query.goal)))
        taken = known | numbers_of(index.features)
        return Sat(merged(model, answer.model, reached, known, taken))


def connected(index: PathIndex, goal: Value) -> tuple[tuple[Term, ...], frozenset[Key]]:
    """Return the conjuncts that the goal depends on, in path order, and their keys. Others are not visited.

    A conjunct about an element is connected to those about the whole contents, if there are any, and vice versa.
    """
    whole = index.features.contents | features(goal).contents
    reached: set[Key] = set(_with_contents(keys_of(goal), whole))
    pending = list(reached)
    chosen: dict[int, Term] = {}
    _choose(index.keyless, chosen)
    while pending:
        tick()
        key = pending.pop()
        chosen_now = _choose(index.by_key.get(key), chosen)
        if key in whole:
            assert isinstance(key, Term)
            chosen_now += _choose(index.by_element.get(key), chosen)
        for term in chosen_now:
            new = _with_contents(keys_of(term), whole) - reached
            reached |= new
            pending += new
    return tuple(chosen[depth] for depth in sorted(chosen)), frozenset(reached)


def _choose(mention: Mention | None, chosen: dict[int, Term]) -> list[Term]:
    """Add the mentioned conjuncts to `chosen` and return the new ones."""
    new: list[Term] = []
    while mention is not None:
        at = mention.at
        if at.depth not in chosen:
            assert at.term is not None
            chosen[at.depth] = at.term
            new.append(at.term)
        mention = mention.before
    return new


def _with_contents(keys: frozenset[Key], whole: frozenset[Term]) -> frozenset[Key]:
    return keys | (whole & {contents_of(key) for key in keys}) if whole else keys


def _path(conjuncts: tuple[Term, ...], model: Model) -> PathCondition:
    path = PathCondition(None, None, immutables.Map(), None)
    literals = immutables.Map(dict.fromkeys(conjuncts, True))
    for conjunct in conjuncts:
        path = PathCondition(path, conjunct, literals, None)
    return path.with_model(model)


def merged(whole: Model, part: Model, of_part: frozenset[Key], known: Iterable[int], taken: Collection[int]) -> Model:
    """Return a model with the values of `part` for the keys `of_part`, and those of `whole` for all others.

    The objects of `part` get numbers that `whole` does not use; otherwise unrelated symbols would become equal by
    accident. Null, objects allocated by the run and those `known` to the part are the same in both. The numbers in
    `taken` belong to known objects of the whole.
    """
    same: dict[Hashable, int] = {number: number for number in known}
    numbering = Numbering(same | {0: 0}, above=whole.largest_object(), taken=taken)

    def renumbered(number: int) -> int:
        return number if number < 0 else numbering[number]

    contents = {key for key in of_part if isinstance(key, Term) and key.op is Op.CONTENTS}

    def is_of_part(symbol: Term) -> bool:
        return symbol in of_part or (bool(contents) and contents_with(symbol) in contents)

    values: dict[Term, Plain] = {symbol: value for symbol, value in whole.values.items() if not is_of_part(symbol)}
    for symbol, value in part.values.items():
        if is_of_part(symbol):
            values[symbol] = renumbered(int(value)) if symbol.sort is REF else value
    classes = {**whole.classes, **{renumbered(number): index for number, index in part.classes.items()}}
    ranks = {key: rank for key, rank in whole.ranks.items() if key[0] not in of_part}
    for (field, number), rank in part.ranks.items():
        if field in of_part:
            ranks[field, renumbered(number)] = rank
    return Model(values, classes, ranks)
