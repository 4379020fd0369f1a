"""One instruction, one function: the object IR over any heap model.

A step function takes the machine, the state and its instruction and returns what comes next: one state, or a list of
states and ended traces where the program decides something or the heap model distinguishes cases.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from symheap.core.outcome import (
    Answer,
    Bound,
    Cut,
    ErrorKind,
    Purpose,
    Returned,
    Sat,
    Threw,
    holds_for,
)
from symheap.core.terms import BOOL, INT, NULL, REF, Term, Value, add, and_, eq, lt, not_, or_, sort_of, sub
from symheap.core.types import Field
from symheap.engine.bounds import Bounds
from symheap.engine.state import NO_LOOPS, End, Frame, State, Trace
from symheap.heap.api import Cell, Epoch, Fault, Handle, HeapModel, Ok, Ref
from symheap.objects import ir
from symheap.objects.decisions import Decision
from symheap.solver.api import Query, Solver
from symheap.solver.path import PathCondition

H = TypeVar("H")

Next = State[H] | Trace[H]


class View:
    """The path as a heap model sees it.

    By default a model hears what the path says word for word, and no solver is asked: a guard that turns out false
    costs less in a value than the query that would have found out (`docs/adr/003-heap-models-do-not-query.md`).
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

    def ask(self, condition: Value) -> Answer:
        """What the solver says."""
        return self._solver.check(Query(self._path, condition))


class Machine(Generic[H]):
    """The object IR over one heap model.  Holds no state of a trace."""

    def __init__(
        self, program: ir.Program, model: HeapModel[H], solver: Solver, bounds: Bounds, ask_solver: bool = False
    ) -> None:
        self.program = program
        self.model = model
        self.solver = solver
        self.bounds = bounds
        self.ask_solver = ask_solver
        self.steps = 0

    def step(self, state: State[H]) -> State[H] | list[Next[H]]:
        self.steps += 1
        instruction = state.frame.instruction()
        return STEPS[type(instruction)](self, state, instruction)

    def view(self, state: State[H]) -> View:
        return View(self.solver, state.path, self.ask_solver)

    def assume(self, state: State[H], guard: Value, facts: tuple[Value, ...] = ()) -> State[H] | None:
        """The state on the path where `guard` holds, or None if that is impossible."""
        if guard is False:
            return None
        path, doubtful = state.path, state.doubtful
        if guard is not True:
            answer = self.solver.check(Query(path, guard))
            if not holds_for(answer, Purpose.EXPLORE):
                return None
            doubtful = doubtful or not holds_for(answer, Purpose.CLAIM)
            path = path.assume(guard, answer.model if isinstance(answer, Sat) else None)
        if facts:
            path, doubtful = self._learn(path, and_(*facts), doubtful)
        return State(state.frame, state.heap, path, state.decisions, state.inputs, doubtful)

    def _learn(self, path: PathCondition, fact: Value, doubtful: bool) -> tuple[PathCondition, bool]:
        """A fact cannot contradict the path, so it needs no answer, only a model that satisfies it."""
        if path.model is not None and path.model.satisfies(fact):
            return path.assume(fact, path.model), doubtful
        answer = self.solver.check(Query(path, fact))
        if isinstance(answer, Sat):
            return path.assume(fact, answer.model), doubtful
        return path.assume(fact, None), True

    def end(self, state: State[H], end: End) -> list[Next[H]]:
        """The trace is over.  A doubtful path gets one more chance to be confirmed as a whole, or refuted."""
        confirmed, path = True, state.path
        if state.doubtful or path.model is None:
            answer = self.solver.check(Query(path.with_model(None), True))
            if not holds_for(answer, Purpose.EXPLORE):
                return []
            confirmed = holds_for(answer, Purpose.CLAIM)
            path = path.with_model(answer.model if isinstance(answer, Sat) else None)
        return [Trace(end, state.heap, path, state.decisions.all(), state.inputs, confirmed)]

    def threw(self, state: State[H], error: ErrorKind, detail: str, instruction: ir.Instruction) -> list[Next[H]]:
        return self.end(state, Threw(error, detail, instruction.position))

    def answers(
        self,
        state: State[H],
        answer: tuple[Ok[H] | Fault[H], ...],
        instruction: ir.Instruction,
        detail: str,
        go_on: Callable[[State[H], Ok[H]], State[H] | list[Next[H]]],
    ) -> State[H] | list[Next[H]]:
        """Follow every branch of a heap model's answer that is feasible."""
        if len(answer) == 1 and isinstance(answer[0], Ok) and answer[0].guard is True and not answer[0].facts:
            return go_on(state.with_heap(answer[0].heap), answer[0])
        found: list[Next[H]] = []
        for branch in answer:
            taken = self.assume(state, branch.guard, branch.facts)
            if taken is None:
                continue
            taken = taken.with_heap(branch.heap)
            if isinstance(branch, Fault):
                found.extend(self.threw(taken, branch.error, detail, instruction))
                continue
            following = go_on(taken, branch)
            if isinstance(following, list):
                found.extend(following)
            else:
                found.append(following)
        return found


def cell_of(value: Cell | str) -> Cell:
    assert not isinstance(value, str)
    return value


def reference(cell: Cell) -> Ref | None:
    """The cell as a reference, or None if it is not one: languages that are checked dynamically may get it wrong."""
    if isinstance(cell, Handle) or (isinstance(cell, Term) and cell.sort is REF):
        return cell
    return None


# Values ---------------------------------------------------------------------------------------------------------------


def const(machine: Machine[H], state: State[H], i: ir.Const) -> State[H]:
    return state.set(i.dst, i.value)


def input_(machine: Machine[H], state: State[H], i: ir.Input) -> State[H]:
    return state.set(i.dst, state.inputs[i.index])


def move(machine: Machine[H], state: State[H], i: ir.Move) -> State[H]:
    return state.set(i.dst, state.frame.registers[i.src])


def unary(machine: Machine[H], state: State[H], i: ir.Unary) -> State[H] | list[Next[H]]:
    a = state.frame.registers[i.a]
    if isinstance(a, Handle) or sort_of(a) is not BOOL:
        return machine.threw(state, ErrorKind.TYPE, f"operand of {i.op.value} is not a boolean", i)
    return state.set(i.dst, not_(a))


_OPERATORS: dict[ir.Operator, tuple[object, Callable[[Value, Value], Value]]] = {
    ir.Operator.ADD: (INT, add),
    ir.Operator.SUB: (INT, sub),
    ir.Operator.LESS: (INT, lt),
    ir.Operator.AND: (BOOL, and_),
    ir.Operator.OR: (BOOL, or_),
}


def binary(machine: Machine[H], state: State[H], i: ir.Binary) -> State[H] | list[Next[H]]:
    if i.op is ir.Operator.EQUAL:
        return equal(machine, state, i)
    a, b = state.frame.registers[i.a], state.frame.registers[i.b]
    sort, apply = _OPERATORS[i.op]
    if isinstance(a, Handle) or isinstance(b, Handle) or sort_of(a) is not sort or sort_of(b) is not sort:
        return machine.threw(state, ErrorKind.TYPE, f"operands of {i.op.value} do not fit it", i)
    return state.set(i.dst, apply(a, b))


def equal(machine: Machine[H], state: State[H], i: ir.Binary) -> State[H] | list[Next[H]]:
    """Equality of two values of one kind; of references as the heap model sees it."""
    a, b = state.frame.registers[i.a], state.frame.registers[i.b]
    left, right = reference(a), reference(b)
    if left is not None and right is not None:
        answer = machine.model.same(state.heap, left, right, machine.view(state))
        return machine.answers(state, answer, i, "", lambda s, ok: s.set(i.dst, cell_of(ok.value)))
    if left is None and right is None:
        assert not isinstance(a, Handle) and not isinstance(b, Handle)
        if sort_of(a) is sort_of(b):
            return state.set(i.dst, eq(a, b))
    return machine.threw(state, ErrorKind.TYPE, "comparison of values of different kinds", i)


def new(machine: Machine[H], state: State[H], i: ir.New) -> State[H]:
    heap, ref = machine.model.alloc(state.heap, i.class_name, Epoch.RUN)
    return state.with_heap(heap).set(i.dst, ref)


# The heap -------------------------------------------------------------------------------------------------------------


def get(machine: Machine[H], state: State[H], i: ir.Get) -> State[H] | list[Next[H]]:
    ref = reference(state.frame.registers[i.obj])
    if ref is None:
        return machine.threw(state, ErrorKind.TYPE, f"field {i.name} of a value that is not a reference", i)

    def load(at: State[H], field: Field) -> State[H] | list[Next[H]]:
        answer = machine.model.load(at.heap, ref, field, machine.view(at))
        return machine.answers(at, answer, i, i.name, lambda s, ok: s.set(i.dst, cell_of(ok.value)))

    return choose_field(machine, state, ref, i, load)


def put(machine: Machine[H], state: State[H], i: ir.Put) -> State[H] | list[Next[H]]:
    ref = reference(state.frame.registers[i.obj])
    if ref is None:
        return machine.threw(state, ErrorKind.TYPE, f"field {i.name} of a value that is not a reference", i)
    value = state.frame.registers[i.src]

    def store(at: State[H], field: Field) -> State[H] | list[Next[H]]:
        if not _fits(value, field):
            return misfit(at, field)
        answer = machine.model.store(at.heap, ref, field, value, machine.view(at))
        return machine.answers(at, answer, i, i.name, lambda s, ok: s.with_frame(_next(s.frame)))

    def misfit(at: State[H], field: Field) -> State[H] | list[Next[H]]:
        """Null and a missing field come before a value of the wrong kind."""
        answer = machine.model.store(at.heap, ref, field, field.type.default, machine.view(at))
        detail = f"value does not fit field {field}"
        return machine.answers(at, answer, i, i.name, lambda s, ok: machine.threw(s, ErrorKind.TYPE, detail, i))

    return choose_field(machine, state, ref, i, store)


def _fits(value: Cell, field: Field) -> bool:
    """By kind only: a language that is checked dynamically lets an object of any class into a reference field."""
    return (REF if isinstance(value, Handle) else sort_of(value)) is field.type.sort


def _next(frame: Frame) -> Frame:
    return frame._replace(offset=frame.offset + 1)


Access = Callable[[State[H], Field], State[H] | list[Next[H]]]


def choose_field(
    machine: Machine[H], state: State[H], ref: Ref, i: ir.Get | ir.Put, access: Access[H]
) -> State[H] | list[Next[H]]:
    """Which class's field is meant: a decision where several unrelated classes declare the name."""
    if len(i.fields) == 1:
        return access(state, i.fields[0])
    return _try_fields(machine, state, ref, i, i.fields, access)


def _try_fields(
    machine: Machine[H],
    state: State[H],
    ref: Ref,
    i: ir.Get | ir.Put,
    fields: tuple[Field, ...],
    access: Access[H],
) -> State[H] | list[Next[H]]:
    """The first candidate where the receiver has it, the others elsewhere; the last one finds null and misfits."""
    field, rest = fields[0], fields[1:]

    def decide(at: State[H], ok: Ok[H]) -> list[Next[H]]:
        has_it = cell_of(ok.value)
        assert not isinstance(has_it, Handle)
        found: list[Next[H]] = []
        taken = machine.assume(at, has_it)
        if taken is not None:
            found += listed(access(taken.decided(Decision("field", field.owner, i.position)), field))
        other = machine.assume(at, not_(has_it))
        if other is not None:
            found += listed(
                _try_fields(machine, other, ref, i, rest, access) if rest else access(other, field)
            )
        return found

    types = machine.program.table.subtypes(field.owner)
    answer = machine.model.is_a(state.heap, ref, types, machine.view(state))
    return machine.answers(state, answer, i, i.name, decide)


def listed(following: State[H] | list[Next[H]]) -> list[Next[H]]:
    return following if isinstance(following, list) else [following]


def is_a(machine: Machine[H], state: State[H], i: ir.IsA) -> State[H] | list[Next[H]]:
    ref = reference(state.frame.registers[i.obj])
    if ref is None:
        return machine.threw(state, ErrorKind.TYPE, "type test of a value that is not a reference", i)
    answer = machine.model.is_a(state.heap, ref, i.types, machine.view(state))
    return machine.answers(state, answer, i, i.types.text, lambda s, ok: s.set(i.dst, cell_of(ok.value)))


def cast(machine: Machine[H], state: State[H], i: ir.Cast) -> State[H] | list[Next[H]]:
    """Null passes, an object of another class is an error."""
    ref = reference(state.frame.registers[i.obj])
    if ref is None:
        return machine.threw(state, ErrorKind.TYPE, "cast of a value that is not a reference", i)

    def check(at: State[H], fits: Value) -> list[Next[H]]:
        def decide(s: State[H], ok: Ok[H]) -> list[Next[H]]:
            is_null = cell_of(ok.value)
            assert not isinstance(is_null, Handle)
            passes = or_(is_null, fits)
            found: list[Next[H]] = []
            taken = machine.assume(s, passes)
            if taken is not None:
                found.append(taken.set(i.dst, ref))
            failed = machine.assume(s, not_(passes))
            if failed is not None:
                found += machine.threw(failed, ErrorKind.CAST, i.types.text, i)
            return found

        null_answer = machine.model.same(at.heap, ref, NULL, machine.view(at))
        return listed(machine.answers(at, null_answer, i, "", decide))

    def typed(s: State[H], ok: Ok[H]) -> list[Next[H]]:
        fits = cell_of(ok.value)
        assert not isinstance(fits, Handle)
        return check(s, fits)

    answer = machine.model.is_a(state.heap, ref, i.types, machine.view(state))
    return machine.answers(state, answer, i, i.types.text, typed)


# Control --------------------------------------------------------------------------------------------------------------


def call(machine: Machine[H], state: State[H], i: ir.Call) -> State[H] | list[Next[H]]:
    """Run a body: one branch for each distinct body that the receiver may have."""
    ref = reference(state.frame.registers[i.obj])
    if ref is None:
        return machine.threw(state, ErrorKind.TYPE, f"call of {i.method} on a value that is not a reference", i)
    answer = machine.model.targets(state.heap, ref, i.method, machine.view(state))

    def enter(at: State[H], ok: Ok[H]) -> State[H] | list[Next[H]]:
        assert isinstance(ok.value, str)
        method = machine.program.methods[ok.value, i.method]
        at = at.decided(Decision("call", ok.value, i.position))
        caller = at.frame
        if caller.depth + 1 > machine.bounds.max_calls:
            return machine.end(at, Cut(Bound.CALLS, i.position))
        arguments = tuple(caller.registers[r] for r in (i.obj, *i.args))
        return at.with_frame(enter_method(method, arguments, caller, i.dst, caller.depth + 1))

    return machine.answers(state, answer, i, i.method, enter)


def enter_method(
    method: ir.Method, arguments: tuple[Cell, ...], caller: Frame | None, dst: ir.Reg, depth: int
) -> Frame:
    unused: tuple[Cell, ...] = (0,) * (method.registers - len(arguments))
    return Frame(method, 0, 0, arguments + unused, caller, dst, depth, NO_LOOPS)


def return_(machine: Machine[H], state: State[H], i: ir.Return) -> State[H] | list[Next[H]]:
    frame = state.frame
    value = frame.registers[i.src]
    if frame.caller is None:
        return machine.end(state, Returned(value))
    return state.with_frame(frame.caller.set(frame.dst, value))


def jump(machine: Machine[H], state: State[H], i: ir.Jump) -> State[H] | list[Next[H]]:
    return go_to(machine, state, i.target, i)


def go_to(machine: Machine[H], state: State[H], target: int, i: ir.Instruction) -> State[H] | list[Next[H]]:
    """Enter a block; a back edge counts as one iteration of its loop."""
    frame = state.frame
    edge = (frame.block, target)
    if edge not in frame.method.back_edges:
        return state.with_frame(frame.at(target))
    taken = frame.loops.get(edge, 0) + 1
    if taken > machine.bounds.max_loop:
        return machine.end(state, Cut(Bound.LOOP, i.position))
    return state.with_frame(frame.at(target)._replace(loops=frame.loops.set(edge, taken)))


def branch(machine: Machine[H], state: State[H], i: ir.Branch) -> State[H] | list[Next[H]]:
    """The decision that a program is made of.  Rule: 003, Fig. 11, "If (c1)" to "If (c4)" """
    condition = state.frame.registers[i.cond]
    if isinstance(condition, Handle) or sort_of(condition) is not BOOL:
        return machine.threw(state, ErrorKind.TYPE, "condition is not a boolean", i)
    limit = machine.bounds.max_depth
    if limit is not None and state.decisions.length >= limit:
        return machine.end(state, Cut(Bound.DEPTH, i.position))
    if isinstance(condition, bool):
        target = i.then if condition else i.other
        return go_to(machine, state.decided(Decision("branch", condition, i.position)), target, i)
    found: list[Next[H]] = []
    for choice, guard, target in ((True, condition, i.then), (False, not_(condition), i.other)):
        taken = machine.assume(state, guard)
        if taken is not None:
            found += listed(go_to(machine, taken.decided(Decision("branch", choice, i.position)), target, i))
    return found


def fail(machine: Machine[H], state: State[H], i: ir.Fail) -> list[Next[H]]:
    return machine.threw(state, i.error, i.detail, i)


STEPS: dict[type, Callable[..., State[H] | list[Next[H]]]] = {
    ir.Const: const,
    ir.Input: input_,
    ir.Move: move,
    ir.Unary: unary,
    ir.Binary: binary,
    ir.New: new,
    ir.Get: get,
    ir.Put: put,
    ir.IsA: is_a,
    ir.Cast: cast,
    ir.Call: call,
    ir.Return: return_,
    ir.Jump: jump,
    ir.Branch: branch,
    ir.Fail: fail,
}
