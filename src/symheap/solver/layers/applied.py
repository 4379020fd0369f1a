"""Functions that are known by evaluation, decided without being shown to anybody.

For the back ends an application is a constant about which nothing is known but the law of its function.  Unsatisfiable
then is unsatisfiable.  A model is believed if it satisfies the query by evaluation.  If it does not, its sizes may do
all the same: with these every application is its expansion, so one more question settles them.  And it says what it got
wrong, so *lemmas* are added that are true of every model (`symheap.solver.backends.lemmas`): where the sizes are those
of this one, the application is its expansion; where all arguments are, it is their value.  That goes on for a few
rounds, at first with sizes that are bounded, since short texts are easy to reason about.  What is not settled then is
unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from time import perf_counter

import immutables

from symheap.core.bitvectors import bitvector
from symheap.core.contents import Unreadable
from symheap.core.deadline import tick
from symheap.core.functions import Guess, bounded_form, function_of
from symheap.core.model import Model, Plain
from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.terms import Op, Term, Value, and_, conjunction, eq, not_
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
    """Takes applications out of queries.  Below it there are none.

    What helps to find a model is asked of `brief`, a solver that should give up soon.
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
    """The search for a model of `assertions`; `lemmas` are true of every one."""

    def __init__(self, solver: Solver, brief: Solver, assertions: tuple[Term, ...], deadline: float) -> None:
        self.solver = solver
        self.brief = brief
        self.assertions = assertions
        self.deadline = deadline
        self.lemmas: dict[Term, None] = {}
        self.wanted: Model | None = None
        self.told: set[Term] = set()

    def run(self) -> Answer:
        """First as it is, then with sizes that are bounded and arguments that are guessed, and as it is again."""
        answer = self.rounds((), 2)
        if not isinstance(answer, Unknown):
            return answer
        self.solver = self.brief
        for most in _SHORT_SIZES:
            found = self.with_sizes_up_to(most)
            if found is not None:
                return found
        for restriction in self.restrictions():
            if perf_counter() > self.deadline:
                break
            answer = self.rounds(restriction, _ROUNDS)
            if isinstance(answer, Sat):
                return answer
        return self.rounds((), _ROUNDS)

    def rounds(self, restriction: tuple[Value, ...], most: int) -> Answer:
        """Unsat tells of the query only if nothing restricts it."""
        for _ in range(most):
            answer = self.ask(restriction)
            if not isinstance(answer, Sat):
                return answer
            model = answer.model
            if self.believes(model):
                return Sat(_without_constants(model, self.applications()))
            self.wanted = self.wanted or model
            known = len(self.lemmas)
            found = self.with_sizes_of(model)
            if found is not None:
                return found
            self.learn(model)
            if len(self.lemmas) == known or perf_counter() > self.deadline:
                break
        return Unknown(UNSETTLED)

    def believes(self, model: Model) -> bool:
        return all(map(model.satisfies, reversed(self.assertions)))

    def with_sizes_up_to(self, most: int) -> Sat | None:
        """A model in which all sizes are small: there, applications are formulas, if their functions say which."""
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
            found = outermost(tuple(each for each in forms if isinstance(each, Term)))
            waiting = tuple(application for application in found if application not in done)
        answer = self.ask(tuple(forms)) if forms else None
        if isinstance(answer, Sat) and self.believes(answer.model):
            return Sat(_without_constants(answer.model, tuple(done)))
        return None

    def with_sizes_of(self, wrong: Model) -> Sat | None:
        """A model that has the sizes of a wrong one: with these, all applications that can are their expansions.

        If there is none, no model has these sizes, which is a lemma.
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
            found = outermost(tuple(each for each in (*expansions, *fixed) if isinstance(each, Term)))
            waiting = tuple(application for application in found if application not in done)
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
        """The laws of the applications that there are now, and of those that these mention."""
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
        """The sizes in all applications that there are now, which are not plain."""
        found: dict[Term, None] = {}
        for application in self.applications():
            sizes = (application.args[at] for at in function_of(application).sizes)
            found.update(dict.fromkeys(size for size in sizes if isinstance(size, Term)))
        return tuple(found)

    def exactly(self, only: Term, size: int) -> tuple[Value, ...]:
        """All sizes are this one, and the applications are told to be their expansions then."""
        chosen: list[Value] = [eq(only, size)]
        for application in self.applications():
            function = function_of(application)
            if function.expand is not None:
                sizes = {at: size if application.args[at] is only else application.args[at] for at in function.sizes}
                chosen.append(expanded(application, {at: int(n) for at, n in sizes.items() if not isinstance(n, Term)}))
        return tuple(chosen)

    def guesses(self, application: Term) -> Iterable[Guess]:
        """Arguments that may give the application the value that the first model wanted it to have."""
        function = function_of(application)
        if function.guesses is None or self.wanted is None:
            return ()
        return function.guesses(self.wanted[constant_of(application)])


def _opaque_value(value: Value, model: Model) -> int:
    """What a model says of a value, with what it says of the applications in it, true or not."""
    return int(model.evaluate(opaque(value)) if isinstance(value, Term) else value)


def _at_most(size: Term, bound: int) -> Value:
    """As a signed number, which may be negative."""
    return not_(bitvector(Op.BVSLT, size.sort.width, bound, size))


def _without_constants(model: Model, applications: tuple[Term, ...]) -> Model:
    constants = {constant_of(application) for application in applications}
    values: dict[Term, Plain] = {symbol: value for symbol, value in model.values.items() if symbol not in constants}
    return Model(values, model.classes, model.ranks)
