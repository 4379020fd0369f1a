"""One instruction, one function: the object IR over any heap model.

A step function takes the machine, the state and its instruction, and returns the successors: one state, or a list of
states and ended traces if the program decides something or the heap model distinguishes cases.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symheap.core.outcome import Bound, ErrorKind
from symheap.core.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    Sort,
    Term,
    Value,
    add,
    and_,
    eq,
    lt,
    not_,
    or_,
    sort_of,
    sub,
)
from symheap.core.types import Field
from symheap.engine import classes, environment, past
from symheap.engine.instructions import arrays as array_steps
from symheap.engine.instructions import calls, cloning, copying, monitors
from symheap.engine.instructions.texts import is_contents, unwritten, write_out
from symheap.engine.instructions.values import cell_of, reference, scalar
from symheap.engine.machine import Following, Machine, Next, listed
from symheap.engine.state import Birth, State
from symheap.heap.api import Cell, Handle, Ref
from symheap.objects import ir
from symheap.objects.decisions import Decision

H = TypeVar("H")


def step(machine: Machine[H], state: State[H]) -> Following[H]:
    """Run the current instruction."""
    instruction = state.frame.instruction()
    return STEPS[type(instruction)](machine, state, instruction)


# Values ---------------------------------------------------------------------------------------------------------------


def const(machine: Machine[H], state: State[H], i: ir.Const) -> State[H]:
    return state.set(i.dst, i.value)


def input_(machine: Machine[H], state: State[H], i: ir.Input) -> State[H]:
    return state.set(i.dst, state.inputs[i.index])


def move(machine: Machine[H], state: State[H], i: ir.Move) -> State[H]:
    return state.set(i.dst, state.frame.registers[i.src])


def unary(machine: Machine[H], state: State[H], i: ir.Unary) -> Following[H]:
    """Apply an operator; on a symbolic operand the result is a term.  Rule: [POSE] Fig. 10, "Op (c2)" """
    a = state.frame.registers[i.a]
    if isinstance(a, Handle) or sort_of(a) is not BOOL:
        return machine.threw(state, ErrorKind.TYPE, f"operand of {i.op.value} is not a boolean", i)
    return state.set(i.dst, not_(a))


_OPERATORS: dict[ir.Operator, tuple[Sort, Callable[[Value, Value], Value]]] = {
    ir.Operator.ADD: (INT, add),
    ir.Operator.SUB: (INT, sub),
    ir.Operator.LESS: (INT, lt),
    ir.Operator.AND: (BOOL, and_),
    ir.Operator.OR: (BOOL, or_),
}


def binary(machine: Machine[H], state: State[H], i: ir.Binary) -> Following[H]:
    """Apply an operator; on symbolic operands the result is a term.  Rule: [POSE] Fig. 10, "Op (c1)" """
    if i.op is ir.Operator.EQUAL:
        return equal(machine, state, i)
    a, b = state.frame.registers[i.a], state.frame.registers[i.b]
    sort, apply = _OPERATORS[i.op]
    if isinstance(a, Handle) or isinstance(b, Handle) or sort_of(a) is not sort or sort_of(b) is not sort:
        return machine.threw(state, ErrorKind.TYPE, f"operands of {i.op.value} do not fit it", i)
    return state.set(i.dst, apply(a, b))


def equal(machine: Machine[H], state: State[H], i: ir.Binary) -> Following[H]:
    """Compare two values of one kind; the heap model compares references."""
    a, b = state.frame.registers[i.a], state.frame.registers[i.b]
    left, right = reference(a), reference(b)
    if left is not None and right is not None:
        answer = machine.model.same(state.heap, left, right, machine.view(state))
        return machine.answers(state, answer, i, "", lambda s, ok: s.set(i.dst, cell_of(ok.value)))
    if left is None and right is None:
        x, y = scalar(a), scalar(b)
        if sort_of(x) is sort_of(y):
            return state.set(i.dst, eq(x, y))
    return machine.threw(state, ErrorKind.TYPE, "comparison of values of different kinds", i)


def compute(machine: Machine[H], state: State[H], i: ir.Compute) -> State[H]:
    registers = state.frame.registers
    return state.set(i.dst, i.operation.apply(*[registers[r] for r in i.args]))


def new(machine: Machine[H], state: State[H], i: ir.New) -> State[H]:
    """Allocate an object. For an exception, record the place."""
    heap, ref = machine.model.alloc(state.heap, i.class_name)
    if machine.is_throwable(i.class_name):
        made = machine.model.object_of(heap, ref)
        assert made is not None
        kind = ErrorKind.ASSERTION if i.class_name == "java.lang.AssertionError" else ErrorKind.EXCEPTION
        state = state.with_birth(made, Birth(kind, i.class_name, state.frame.stack(), ref))
    return state.with_heap(heap).set(i.dst, ref)


# The heap -------------------------------------------------------------------------------------------------------------


def get(machine: Machine[H], state: State[H], i: ir.Get) -> Following[H]:
    ref = reference(state.frame.registers[i.obj])
    if ref is None:
        return machine.threw(state, ErrorKind.TYPE, f"field {i.name} of a value that is not a reference", i)

    def load(at: State[H], field: Field) -> Following[H]:
        answer = machine.model.load(at.heap, ref, field, machine.view(at))
        return machine.answers(at, answer, i, i.name, lambda s, ok: s.set(i.dst, cell_of(ok.value)))

    if state.texts and is_contents(i.fields[0]):
        return write_out(machine, state, unwritten(machine, state, ref), i, lambda at: load(at, i.fields[0]))
    return choose_field(machine, state, ref, i, load)


def put(machine: Machine[H], state: State[H], i: ir.Put) -> Following[H]:
    ref = reference(state.frame.registers[i.obj])
    if ref is None:
        return machine.threw(state, ErrorKind.TYPE, f"field {i.name} of a value that is not a reference", i)
    value = state.frame.registers[i.src]

    def store(at: State[H], field: Field) -> Following[H]:
        if not _fits(value, field):
            return misfit(at, field)
        answer = machine.model.store(at.heap, ref, field, value, machine.view(at))
        return machine.answers(at, answer, i, i.name, lambda s, ok: s.next())

    def misfit(at: State[H], field: Field) -> Following[H]:
        """Report null and a missing field before a value of the wrong kind."""
        answer = machine.model.store(at.heap, ref, field, field.type.default, machine.view(at))
        detail = f"value does not fit field {field}"
        return machine.answers(at, answer, i, i.name, lambda s, ok: machine.threw(s, ErrorKind.TYPE, detail, i))

    return choose_field(machine, state, ref, i, store)


def _fits(value: Cell, field: Field) -> bool:
    """Whether a value is of the field's kind. Dynamically checked languages allow any class in a reference field."""
    sort = field.type.sort
    if type(value) is int and (sort.width or sort.float_width):
        return True
    return (REF if isinstance(value, Handle) else sort_of(value)) is sort


Access = Callable[[State[H], Field], Following[H]]


def choose_field(machine: Machine[H], state: State[H], ref: Ref, i: ir.Get | ir.Put, access: Access[H]) -> Following[H]:
    """Determine the class whose field is meant: a decision if several unrelated classes declare the name."""
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
) -> Following[H]:
    """Use the first candidate where the receiver has it, else the others; the last one reports null and misfits."""
    field, rest = fields[0], fields[1:]

    def has_it(at: State[H]) -> Following[H]:
        return access(at.decided(Decision("field", field.owner, i.position)), field)

    def has_it_not(at: State[H]) -> Following[H]:
        return _try_fields(machine, at, ref, i, rest, access) if rest else access(at, field)

    types = machine.program.table.subtypes(field.owner)
    answer = machine.model.is_a(state.heap, ref, types, machine.view(state))
    return machine.answers(
        state, answer, i, i.name, lambda at, ok: machine.split(at, scalar(ok.value), has_it, has_it_not)
    )


def is_a(machine: Machine[H], state: State[H], i: ir.IsA) -> Following[H]:
    ref = reference(state.frame.registers[i.obj])
    if ref is None:
        return machine.threw(state, ErrorKind.TYPE, "type test of a value that is not a reference", i)
    answer = machine.model.is_a(state.heap, ref, i.types, machine.view(state))
    return machine.answers(state, answer, i, i.types.text, lambda s, ok: s.set(i.dst, cell_of(ok.value)))


def cast(machine: Machine[H], state: State[H], i: ir.Cast) -> Following[H]:
    """Check a cast: null passes, an object of another class is an error."""
    ref = reference(state.frame.registers[i.obj])
    if ref is None:
        return machine.threw(state, ErrorKind.TYPE, "cast of a value that is not a reference", i)

    def passed(at: State[H]) -> State[H]:
        return at.set(i.dst, ref)

    def failed(at: State[H]) -> Following[H]:
        return machine.threw(at, ErrorKind.CAST, i.types.text, i)

    def unless_null(at: State[H], fits: Value) -> Following[H]:
        answer = machine.model.same(at.heap, ref, NULL, machine.view(at))
        return machine.answers(
            at, answer, i, "", lambda s, null: machine.split(s, or_(scalar(null.value), fits), passed, failed)
        )

    answer = machine.model.is_a(state.heap, ref, i.types, machine.view(state))
    return machine.answers(state, answer, i, i.types.text, lambda at, ok: unless_null(at, scalar(ok.value)))


# Control --------------------------------------------------------------------------------------------------------------


def jump(machine: Machine[H], state: State[H], i: ir.Jump) -> Following[H]:
    return machine.go_to(state, i.target, i.position)


def branch(machine: Machine[H], state: State[H], i: ir.Branch) -> Following[H]:
    """Decide a condition.  Rule: [POSE] Fig. 11, "If (c1)" to "If (c4)" """
    condition = state.frame.registers[i.cond]
    if isinstance(condition, Handle) or sort_of(condition) is not BOOL:
        return machine.threw(state, ErrorKind.TYPE, "condition is not a boolean", i)
    limit = machine.bounds.max_depth
    if limit is not None and state.decisions.length >= limit:
        return machine.cut(state, Bound.DEPTH, i.position, lambda: branch(machine, state, i))
    if isinstance(condition, bool):
        target = i.then if condition else i.other
        return machine.go_to(state.decided(Decision("branch", condition, i.position)), target, i.position)

    def taking(choice: bool, target: int) -> Callable[[State[H]], Following[H]]:
        return lambda at: machine.go_to(at.decided(Decision("branch", choice, i.position)), target, i.position)

    return machine.split(state, condition, taking(True, i.then), taking(False, i.other))


def switch(machine: Machine[H], state: State[H], i: ir.Switch) -> Following[H]:
    """Decide between several targets; cases with the same target stay separate cases."""
    key = scalar(state.frame.registers[i.key])
    limit = machine.bounds.max_depth
    if limit is not None and state.decisions.length >= limit:
        return machine.cut(state, Bound.DEPTH, i.position, lambda: switch(machine, state, i))
    if not isinstance(key, Term):
        choice, target = next(((str(k), t) for k, t in i.cases if k == key), ("default", i.default))
        return machine.go_to(state.decided(Decision("branch", choice, i.position)), target, i.position)
    following: list[Next[H]] = []
    guards = [(eq(key, k), str(k), target) for k, target in i.cases]
    neither = and_(*(not_(guard) for guard, _, _ in guards))
    for guard, choice, target in (*guards, (neither, "default", i.default)):
        taken = machine.assume(state, guard)
        if taken is not None:
            decided = taken.decided(Decision("branch", choice, i.position))
            following += listed(machine.go_to(decided, target, i.position))
    return following


def fail(machine: Machine[H], state: State[H], i: ir.Fail) -> Following[H]:
    return machine.threw(state, i.error, i.detail, i)


STEPS: dict[type[ir.Instruction], Callable[..., Following[H]]] = {
    ir.Const: const,
    ir.Input: input_,
    ir.Arbitrary: environment.arbitrary,
    ir.Consult: environment.consult,
    ir.IdentityHash: environment.identity_hash,
    ir.Move: move,
    ir.Unary: unary,
    ir.Binary: binary,
    ir.Compute: compute,
    ir.New: new,
    ir.Get: get,
    ir.Put: put,
    ir.IsA: is_a,
    ir.Cast: cast,
    ir.NewArray: array_steps.new_array,
    ir.Length: array_steps.length,
    ir.Contents: array_steps.contents,
    ir.SetContents: array_steps.set_contents,
    ir.Load: array_steps.load,
    ir.Store: array_steps.store,
    ir.CopyRange: copying.copy_range,
    ir.FillRange: array_steps.fill_range,
    ir.Call: calls.call,
    ir.Invoke: calls.invoke,
    ir.Initialize: calls.initialize,
    ir.Settle: past.settle,
    ir.ClassOf: calls.class_of,
    ir.Tell: classes.tell,
    ir.Clone: cloning.clone,
    ir.NullCheck: calls.null_check,
    ir.Lock: monitors.lock,
    ir.Unlock: monitors.unlock,
    ir.Holds: monitors.holds,
    ir.Check: calls.check,
    ir.HostCall: calls.host_call,
    ir.Assume: calls.assume,
    ir.Throw: calls.throw,
    ir.Refuse: calls.refuse,
    ir.Return: calls.return_,
    ir.Jump: jump,
    ir.Branch: branch,
    ir.Switch: switch,
    ir.Fail: fail,
}
