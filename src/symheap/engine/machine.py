"""The machine that runs the object IR over a heap model: assumptions, branches and ends of traces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from symheap.core.deadline import tick
from symheap.core.outcome import Answer, Bound, Cut, ErrorKind, Purpose, Sat, Threw, Unsat, Unsupported, holds_for
from symheap.core.source import Position
from symheap.core.terms import Term, Value, and_, not_
from symheap.engine.bounds import Bounds
from symheap.engine.initializers import Initializers
from symheap.engine.instructions import exceptions
from symheap.engine.instructions.stretch import Code, local_code, run_so_far
from symheap.engine.iterations import BlockEdge, Iterations, edge_between, reached
from symheap.engine.state import End, Parked, State, Trace
from symheap.heap.api import Fault, HeapModel, Ok, PathView
from symheap.objects import ir
from symheap.solver.api import Query, Solver
from symheap.solver.numeric.bounds import refutes
from symheap.solver.path import PathCondition

H = TypeVar("H")

Next = State[H] | Trace[H] | Parked[H]
Following = State[H] | list[Next[H]]


class View(PathView):
    """The path as a heap model sees it.

    By default a model learns only what the path says word for word, and no solver is asked: a guard that turns out to
    be false costs less in a value than the query that would have revealed it
    (`docs/adr/003-heap-models-do-not-query.md`).
    """

    __slots__ = ("_ask_solver", "_path", "_solver")

    def __init__(self, solver: Solver, path: PathCondition, ask_solver: bool) -> None:
        self._solver = solver
        self._path = path
        self._ask_solver = ask_solver

    def may(self, condition: Value) -> bool:
        if self._ask_solver:
            return holds_for(self.ask(condition), Purpose.EXPLORE)
        return self._path.says(condition) is not False

    def settled(self, condition: Value) -> bool | None:
        return super().settled(condition) if self._ask_solver else self._path.says(condition)

    def recall(self, value: Term) -> Value | None:
        return None if self._ask_solver else self._path.recall(value)

    def remember(self, seen: Mapping[Term, Value]) -> None:
        """Remember simplified values, except those that a solver justified and the path does not imply word for
        word.
        """
        if not self._ask_solver:
            self._path.remember(seen)

    def ask(self, condition: Value) -> Answer:
        """Return the solver's answer."""
        return self._solver.check(Query(self._path, condition))


class Machine(Generic[H]):
    """The object IR over one heap model. It holds no state of a trace.

    A trace continues within `bounds`. A trace that would exceed them is parked, or cut if they are the `last` bounds.
    `array_classes` are the classes of the arrays that exist before the run or that some trace has allocated.
    """

    def __init__(
        self,
        program: ir.Program,
        model: HeapModel[H],
        solver: Solver,
        bounds: Bounds,
        ask_solver: bool = False,
        last: Bounds | None = None,
    ) -> None:
        self.program = program
        self.model = model
        self.solver = solver
        self.bounds = bounds
        self.last = last or bounds
        self.ask_solver = ask_solver
        self.initializers = Initializers(program, self.last)
        self._code: dict[ir.Method, Code] = {}
        existing = program.initial.objects.values() if program.initial is not None else ()
        self.array_classes = {obj.class_name for obj in existing if obj.class_name.startswith("[")}
        self._throwables = program.table.subtypes(exceptions.THROWABLE) if program.errors else None

    def local_code(self, method: ir.Method) -> Code:
        """Return the method in the form that `run_stretch` needs, prepared on first use."""
        code = self._code.get(method)
        if code is None:
            code = self._code[method] = local_code(method)
        return code

    def entered(self) -> tuple[ir.Method, ...]:
        return tuple(self._code)

    def covered(self, method: ir.Method) -> tuple[int, ...]:
        return run_so_far(self.local_code(method))

    def is_throwable(self, class_name: str) -> bool:
        return self._throwables is not None and self._throwables.contains(class_name)

    def view(self, state: State[H]) -> View:
        return View(self.solver, state.path, self.ask_solver)

    def assume(
        self, state: State[H], guard: Value, facts: tuple[Value, ...] = (), heap: H | None = None
    ) -> State[H] | None:
        """Return the state on the path where `guard` holds, or None if that is impossible. `heap` replaces its heap."""
        guard = state.path.simplified(guard)
        taken = self._on(state, guard, self._feasible(state.path, guard))
        if taken is None:
            return None
        path, doubtful = taken
        if facts:
            path, doubtful = self._learn(path, and_(*facts), doubtful)
        after = state.on_path(path, doubtful)
        return self.settled(after if heap is None else after.with_heap(heap))

    def _feasible(self, path: PathCondition, guard: Value) -> Answer | None:
        """Return the solver's answer for a guard on a path; None if the guard is True."""
        if guard is True:
            return None
        return Unsat() if guard is False else self.solver.check(Query(path, guard))

    def _on(
        self, state: State[H], guard: Value, answer: Answer | None, *, implied: bool = False
    ) -> tuple[PathCondition, bool] | None:
        """Return the path where a guard holds, and whether this is doubtful. An implied guard is known, and adds no
        conjunct.
        """
        path, doubtful = state.path, state.doubtful
        if answer is None:
            return path, doubtful
        if not holds_for(answer, Purpose.EXPLORE):
            return None
        doubtful = doubtful or not holds_for(answer, Purpose.CLAIM)
        model = answer.model if isinstance(answer, Sat) else None
        return path.knowing(guard, model) if implied else path.assume(guard, model), doubtful

    def settled(self, state: State[H]) -> State[H] | None:
        """Return the state with a model that violates no fact about the initial heap; None if there is none."""
        path = state.path
        while path.model is not None:
            tick()
            broken = self.model.conflicts(state.heap, path.model)
            if not broken:
                break
            fact = and_(*broken)
            answer = self.solver.check(Query(path, fact))
            if not holds_for(answer, Purpose.EXPLORE):
                return None
            path = path.assume(fact, answer.model if isinstance(answer, Sat) else None, is_fact=True)
        return state if path is state.path else state.on_path(path, state.doubtful or path.model is None)

    def _learn(self, path: PathCondition, fact: Value, doubtful: bool) -> tuple[PathCondition, bool]:
        """Add a fact. It cannot contradict the path, so only a model that satisfies it is needed."""
        if path.model is not None and path.model.satisfies(fact):
            return path.assume(fact, path.model, is_fact=True), doubtful
        answer = self.solver.check(Query(path, fact))
        if isinstance(answer, Sat):
            return path.assume(fact, answer.model, is_fact=True), doubtful
        return path.assume(fact, None, is_fact=True), True

    def end(self, state: State[H], end: End) -> list[Next[H]]:
        """End the trace. A doubtful path is checked once more as a whole, and so confirmed or refuted."""
        if state.doubtful or state.path.model is None:
            answer = self.solver.check(Query(state.path.with_model(None), True))
            if not holds_for(answer, Purpose.EXPLORE):
                return []
            state = state.on_path(state.path.with_model(answer.model if isinstance(answer, Sat) else None), False)
        settled = self.settled(state)
        if settled is None:
            return []
        path = settled.path
        confirmed = path.model is not None
        return [Trace(end, settled.heap, path, settled.decisions, settled.inputs, confirmed, settled.texts)]

    def cut(
        self, state: State[H], bound: Bound, position: Position, again: Callable[[], Following[H]]
    ) -> list[Next[H]]:
        """End the trace at a bound, or park it if a later round has larger bounds."""
        cut = Cut(bound, position)
        return self.end(state, cut) if self.bounds is self.last else [Parked(state, cut, again)]

    def unsupported(self, state: State[H], what: str, position: Position) -> list[Next[H]]:
        return self.end(state, Unsupported(what, position, state.frame.stack()))

    def go_to(self, state: State[H], target: int, position: Position) -> Following[H]:
        """Enter a block. A back edge counts as one iteration of its loop; any other edge into a loop restarts its
        count.
        """
        frame = state.frame
        edge = edge_between(frame.method, frame.block, target)
        return self.decide(
            state,
            reached(frame, state.iterations, edge, self.bounds),
            lambda at: self.cut(at, Bound.ITERATIONS, position, lambda: self.go_to(at, target, position)),
            lambda at: self._follow(at, edge, position),
        )

    def _follow(self, state: State[H], edge: BlockEdge, position: Position) -> Following[H]:
        frame, target = state.frame, edge.target
        iterations = Iterations(frame, state.iterations, self.bounds)
        bound = iterations.follow(edge)
        if bound is not None:
            return self.cut(state, bound, position, lambda: self.go_to(state, target, position))
        there = frame.at(target)._replace(loops=iterations.of_frame())
        return state._replace(frame=there, iterations=iterations.of_path)

    def threw(self, state: State[H], error: ErrorKind, detail: str, instruction: ir.Instruction) -> Following[H]:
        """Handle an error: the end of the program or, in a program with exceptions, the exception for it."""
        if self.program.errors:
            return exceptions.raise_error(self, state, error, detail, instruction)
        return self.end(state, Threw(error, detail, instruction.position))

    def answers(
        self,
        state: State[H],
        answer: tuple[Ok[H] | Fault[H], ...],
        instruction: ir.Instruction,
        detail: str,
        go_on: Callable[[State[H], Ok[H]], Following[H]],
    ) -> Following[H]:
        """Follow every feasible branch of a heap model's answer."""
        if len(answer) == 1 and isinstance(answer[0], Ok) and answer[0].guard is True and not answer[0].facts:
            if answer[0].heap is state.heap:
                return go_on(state, answer[0])
            settled = self.settled(state.with_heap(answer[0].heap))
            return [] if settled is None else self._continue(settled, answer[0], instruction, go_on)
        following: list[Next[H]] = []
        for branch in answer:
            taken = self.assume(state, branch.guard, branch.facts, branch.heap)
            if taken is None:
                continue
            if isinstance(branch, Fault):
                following += listed(self.threw(taken, branch.error, detail, instruction))
                continue
            following += listed(self._continue(taken, branch, instruction, go_on))
        return following

    def _continue(
        self,
        state: State[H],
        branch: Ok[H],
        instruction: ir.Instruction,
        go_on: Callable[[State[H], Ok[H]], Following[H]],
    ) -> Following[H]:
        """Continue with a branch of an answer, unless its input heap exceeds a bound."""
        bound = self.bounds.exceeded_by(state.heap)
        if bound is None:
            return go_on(state, branch)
        return self.cut(state, bound, instruction.position, lambda: self._continue(state, branch, instruction, go_on))

    def decide(
        self,
        state: State[H],
        condition: object,
        yes: Callable[[State[H]], Following[H]],
        no: Callable[[State[H]], Following[H]],
    ) -> Following[H]:
        """As `split`, without the solver if the condition is plain."""
        if condition is True:
            return yes(state)
        if condition is False:
            return no(state)
        assert isinstance(condition, Term)
        return self.split(state, condition, yes, no)

    def split(
        self,
        state: State[H],
        condition: Value,
        yes: Callable[[State[H]], Following[H]],
        no: Callable[[State[H]], Following[H]],
    ) -> list[Next[H]]:
        """Follow both sides of a condition, each where it is feasible.

        If bounds alone rule out one side, the other is implied and adds no conjunct. If a solver had to refute one
        side, the other becomes a conjunct, so that this result is kept.
        """
        guards = [state.path.simplified(guard) for guard in (condition, not_(condition))]
        answers = [self._feasible(state.path, guard) for guard in guards]
        following: list[Next[H]] = []
        for guard, answer, other, go_on in zip(guards, answers, reversed(guards), (yes, no), strict=True):
            taken = self._on(state, guard, answer, implied=refutes(state.path.index.bounds, other))
            settled = None if taken is None else self.settled(state.on_path(*taken))
            if settled is not None:
                following += listed(go_on(settled))
        return following


def listed(following: Following[H]) -> list[Next[H]]:
    return following if isinstance(following, list) else [following]
