"""A layer that decides functions known by evaluation without showing them to a decision procedure.

For the back ends, an application is a constant constrained only by the law of its function. So if they find a query
unsatisfiable, it is. A model is accepted if it satisfies the query by evaluation. If it does not, its sizes may still
be right: with fixed sizes every application equals its expansion, so one more query settles them. The wrong model also
yields *lemmas* that hold in every model (`symheap.solver.backends.lemmas`): with the model's sizes an application
equals its expansion, and with all its arguments it equals its value. This is repeated for a few rounds, at first with
bounded sizes, since short texts are easy to reason about. A query that is still open then is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from time import perf_counter

import immutables

from symheap.core.contents import Unreadable
from symheap.core.deadline import tick
from symheap.core.model import Model, Plain
from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.terms import Op, Term, Value, and_, conjunction, eq, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.functions import Guess, bounded_form, function_of
from symheap.solver.api import Query, Solver
from symheap.solver.backends.assertions import assertions_of
from symheap.solver.backends.lemmas import between, by_sizes, by_value, can_expand, congruence, expanded, laws
from symheap.solver.backends.opaque import constant_of, opaque, outermost
from symheap.solver.features import features
from symheap.solver.path import PathCondition, conjuncts_of

UNSETTLED = "functions that are known by evaluation only"
_BOUNDS = (4, 16, 64, 256)
_SIZES = (6, 8, 12)
_SHORT_SIZES = (4, 8, 20)
_ROUNDS = 8
_GUESSES = 12
_CASES = 16
_MOST_EXPANDED = 400


class Applied:
    """Takes applications out of queries, so that the layers below see none.

    `brief`, a solver that should give up soon, gets the queries that only help to find a model.
    """

    def __init__(self, next_layer: Solver, brief: Solver | None = None, *, seconds: float = 5.0) -> None:
        self._next = next_layer
        self._brief = brief or next_layer
        self._seconds = seconds

    def check(self, query: Query) -> Answer:
        assertions = assertions_of(query)
        if not any(features(assertion).applications for assertion in assertions):
            return self._next.check(query)
        deadline = perf_counter() + self._seconds
        return _Refinement(self._next, self._brief, assertions, deadline).run()


class _Refinement:
    """The search for a model of `assertions`. Every model satisfies `lemmas`."""

    def __init__(self, solver: Solver, brief: Solver, assertions: tuple[Term, ...], deadline: float) -> None:
        self.solver = solver
        self.brief = brief
        self.assertions = assertions
        self.deadline = deadline
        self.lemmas: dict[Term, None] = {}
        self.wanted: Model | None = None
        self.told: set[Term] = set()

    def run(self) -> Answer:
        """Try the query as it is, then with bounded sizes and guessed arguments, and as it is once more."""
        answer = self.rounds((), 2)
        if not isinstance(answer, Unknown):
            return answer
        self.solver = self.brief
        for most in _SHORT_SIZES:
            answer_in_bounds = self.with_sizes_up_to(most)
            if answer_in_bounds is not None:
                return answer_in_bounds
        for restriction in self.restrictions():
            if perf_counter() > self.deadline:
                break
            answer = self.rounds(restriction, _ROUNDS)
            if isinstance(answer, Sat):
                return answer
        return self.rounds((), _ROUNDS)

    def rounds(self, restriction: tuple[Value, ...], most: int) -> Answer:
        """Alternate between solving and learning. Unsat is an answer to the query only if there is no restriction."""
        for _ in range(most):
            answer = self.ask(restriction)
            if not isinstance(answer, Sat):
                return answer
            model = answer.model
            if self.believes(model):
                return Sat(_without_constants(model, self.applications()))
            self.wanted = self.wanted or model
            known = len(self.lemmas)
            settled = self.with_sizes_of(model)
            if settled is not None:
                return settled
            self.learn(model)
            if len(self.lemmas) == known or perf_counter() > self.deadline:
                break
        return Unknown(UNSETTLED)

    def believes(self, model: Model) -> bool:
        return all(map(model.satisfies, reversed(self.assertions)))

    def with_sizes_up_to(self, most: int) -> Sat | None:
        """Return a model in which all sizes are small: there, functions with a bounded form are formulas."""
        forms: dict[Value, None] = {}
        waiting = self.applications()
        done: set[Term] = set()
        while waiting and len(done) <= _MOST_EXPANDED:
            tick()
            done.update(waiting)
            for application in waiting:
                form = bounded_form(application, most)
                if form is not None:
                    condition, value = form
                    forms.update({condition: None, eq(application, value): None})
            nested = outermost(tuple(each for each in forms if isinstance(each, Term)))
            waiting = tuple(application for application in nested if application not in done)
        answer = self.ask(tuple(forms)) if forms else None
        if isinstance(answer, Sat) and self.believes(answer.model):
            return Sat(_without_constants(answer.model, tuple(done)))
        return None

    def with_sizes_of(self, wrong: Model) -> Sat | None:
        """Return a model with the sizes of a wrong one, for which all applications that can are expanded.

        If there is none, no model has these sizes, and that becomes a lemma.
        """
        fixed: dict[Term, int] = {}
        expansions: dict[Value, None] = {}
        waiting = self.applications()
        done: set[Term] = set()
        while waiting:
            tick()
            for application in waiting:
                done.add(application)
                places = function_of(application).sizes
                sizes = {at: _opaque_value(application.args[at], wrong) for at in places}
                if function_of(application).expand is None:
                    continue
                if not can_expand(application, sizes) or len(done) > _MOST_EXPANDED:
                    return None
                terms = ((application.args[at], size) for at, size in sizes.items())
                fixed.update({term: size for term, size in terms if isinstance(term, Term)})
                expansions[expanded(application, sizes)] = None
            nested = outermost(tuple(each for each in (*expansions, *fixed) if isinstance(each, Term)))
            waiting = tuple(application for application in nested if application not in done)
        here = tuple(eq(size, value) for size, value in fixed.items())
        answer = self.ask((*here, *expansions), self.brief)
        if isinstance(answer, Sat) and self.believes(answer.model):
            return Sat(_without_constants(answer.model, tuple(done)))
        if isinstance(answer, Unsat):
            self.add((not_(and_(*here)),))
        return None

    def ask(self, restriction: tuple[Value, ...], solver: Solver | None = None) -> Answer:
        self.tell()
        path = PathCondition(None, None, immutables.Map(), None)
        for conjunct in (*self.assertions, *self.lemmas):
            shown = opaque(conjunct)
            if shown not in path.literals:
                path = PathCondition(path, shown, path.literals.set(shown, True), None)
        goal = conjunction(restriction)
        return (solver or self.solver).check(Query(path, opaque(goal) if isinstance(goal, Term) else goal))

    # Lemmas -----------------------------------------------------------------------------------------------------------

    def applications(self) -> tuple[Term, ...]:
        return outermost((*self.assertions, *self.lemmas))

    def tell(self) -> None:
        """Add the laws of all current applications, and of those that these laws mention."""
        while len(self.told) < _CASES:
            tick()
            new = [application for application in self.applications() if application not in self.told]
            if not new:
                break
            for application in new:
                self.add(laws(application))
                self.add(between(application, self.told))
                self.told.add(application)

    def learn(self, model: Model) -> None:
        applications = self.applications()
        for application in applications:
            try:
                self.add((by_sizes(application, model) or by_value(application, model),))
            except Unreadable:
                continue
        try:
            self.add(congruence(applications, model))
        except Unreadable:
            return

    def add(self, lemmas: Iterable[Value]) -> None:
        for lemma in lemmas:
            self.lemmas.update(dict.fromkeys(conjuncts_of(lemma)))

    # Restrictions -----------------------------------------------------------------------------------------------------

    def restrictions(self) -> Iterator[tuple[Value, ...]]:
        sizes = self.sizes()
        if sizes:
            yield tuple(_at_most(size, _BOUNDS[0]) for size in sizes)
            if len(sizes) == 1:
                yield from (self.exactly(sizes[0], size) for size in _SIZES)
            yield from (tuple(_at_most(size, bound) for size in sizes) for bound in _BOUNDS[1:])
        for application in outermost(self.assertions):
            for guess in islice(self.guesses(application), _GUESSES):
                yield tuple(eq(arg, value) for arg, value in zip(application.args, guess, strict=True))

    def sizes(self) -> tuple[Term, ...]:
        """Return the symbolic sizes in all current applications."""
        terms: dict[Term, None] = {}
        for application in self.applications():
            sizes = (application.args[at] for at in function_of(application).sizes)
            terms.update(dict.fromkeys(size for size in sizes if isinstance(size, Term)))
        return tuple(terms)

    def exactly(self, only: Term, size: int) -> tuple[Value, ...]:
        """Return a restriction: all sizes equal `size`, and applications equal their expansions for it."""
        chosen: list[Value] = [eq(only, size)]
        for application in self.applications():
            function = function_of(application)
            if function.expand is not None:
                sizes = {at: size if application.args[at] is only else application.args[at] for at in function.sizes}
                chosen.append(expanded(application, {at: int(n) for at, n in sizes.items() if not isinstance(n, Term)}))
        return tuple(chosen)

    def guesses(self, application: Term) -> Iterable[Guess]:
        """Return arguments that may give the application the value it had in the first rejected model."""
        function = function_of(application)
        if function.guesses is None or self.wanted is None:
            return ()
        return function.guesses(self.wanted[constant_of(application)])


def _opaque_value(value: Value, model: Model) -> int:
    """Return the value in a model, taking the model's values of applications as given, right or wrong."""
    return int(model.evaluate(opaque(value)) if isinstance(value, Term) else value)


def _at_most(size: Term, bound: int) -> Value:
    """Return ``size <= bound`` as signed numbers, which may be negative."""
    return not_(bitvector(Op.BVSLT, size.sort.width, bound, size))


def _without_constants(model: Model, applications: tuple[Term, ...]) -> Model:
    constants = {constant_of(application) for application in applications}
    values: dict[Term, Plain] = {symbol: value for symbol, value in model.values.items() if symbol not in constants}
    return Model(values, model.classes, model.ranks)
