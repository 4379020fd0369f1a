"""A layer that answers a query from the answers to earlier ones."""

from __future__ import annotations

from collections import OrderedDict, deque

from symheap.core.model import Model
from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.terms import Term
from symheap.solver.api import Query, Solver
from symheap.solver.backends.assertions import assertions_of

Conjunction = frozenset[Term]


class Cache:
    """Three bounded memories: exact answers, the latest models, and unsatisfiable conjunctions.

    A model of any earlier query answers this one if it satisfies it. An unsatisfiable conjunction stays so when more is
    added. `Unknown` is not remembered: there may be more time when the query comes again.
    """

    def __init__(self, next_layer: Solver, *, answers: int = 50_000, models: int = 6, cores: int = 5_000) -> None:
        self._next = next_layer
        self._answers: OrderedDict[Conjunction, Answer] = OrderedDict()
        self._capacity = answers
        self._models: deque[Model] = deque(maxlen=models)
        self._cores = _Cores(cores)

    def check(self, query: Query) -> Answer:
        assertions = assertions_of(query)
        conjunction = frozenset(assertions)
        answer = self._answers.get(conjunction)
        if answer is not None:
            return answer
        answer = self._derive(assertions, conjunction)
        if answer is None:
            answer = self._next.check(query)
            self._learn(answer, assertions, conjunction)
        if not isinstance(answer, Unknown):
            self._answers[conjunction] = answer
            if len(self._answers) > self._capacity:
                self._answers.popitem(last=False)
        return answer

    def _derive(self, assertions: tuple[Term, ...], conjunction: Conjunction) -> Answer | None:
        for model in self._models:
            if all(map(model.satisfies, reversed(assertions))):
                return Sat(model)
        return Unsat() if self._cores.contains_subset_of(conjunction) else None

    def _learn(self, answer: Answer, assertions: tuple[Term, ...], conjunction: Conjunction) -> None:
        if isinstance(answer, Sat):
            self._models.appendleft(answer.model)
        elif isinstance(answer, Unsat) and assertions:
            self._cores.add(conjunction, assertions[-1])


class _Cores:
    """Unsatisfiable conjunctions, each filed under its latest conjunct, which every superset contains."""

    def __init__(self, capacity: int) -> None:
        self._by_conjunct: dict[Term, list[Conjunction]] = {}
        self._order: deque[Term] = deque()
        self._capacity = capacity

    def add(self, core: Conjunction, key: Term) -> None:
        self._by_conjunct.setdefault(key, []).append(core)
        self._order.append(key)
        if len(self._order) > self._capacity:
            oldest = self._order.popleft()
            filed = self._by_conjunct[oldest]
            del filed[0]
            if not filed:
                del self._by_conjunct[oldest]

    def contains_subset_of(self, conjunction: Conjunction) -> bool:
        for conjunct in self._by_conjunct.keys() & conjunction:
            if any(core <= conjunction for core in self._by_conjunct[conjunct]):
                return True
        return False
