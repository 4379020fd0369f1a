"""Control: jumps, calls and returns, class initialisation, and ends."""

from __future__ import annotations

from symheap.core.outcome import Bound, Cut, ErrorKind, Returned, Unsupported
from symheap.core.source import Position
from symheap.objects.decisions import Decision, Excluded
from symheap.objects.initialization import CLINIT, Begin, Broken, Mark, Progress, due
from symheap.objects.ir import (
    Assume,
    Branch,
    Call,
    Check,
    Fail,
    Initialize,
    Invoke,
    Jump,
    Refuse,
    Reg,
    Return,
    Switch,
    Throw,
)
from symheap.objects.past import is_open
from symheap.objects.steps.machine import (
    Body,
    Code,
    ConcreteMachine,
    Ended,
    Last,
    Raised,
    Registers,
    Segment,
    Step,
    Thrown,
)
from symheap.objects.steps.members import dereferenced, reference
from symheap.objects.steps.past import assume_past, settle_claims
from symheap.objects.steps.unwinding import raise_unusable
from symheap.objects.steps.values import boolean, type_error

# Within a method ------------------------------------------------------------------------------------------------------


def jump(code: Code, i: Jump, segments: list[Segment], after: Segment | None) -> Last:
    target = i.target

    def last(machine: ConcreteMachine, registers: Registers) -> Segment:
        return segments[target]

    return last


def branch(code: Code, i: Branch, segments: list[Segment], after: Segment | None) -> Last:
    cond, then, other, position = i.cond, i.then, i.other, i.position
    yes, no = Decision("branch", True, position), Decision("branch", False, position)

    def last(machine: ConcreteMachine, registers: Registers) -> Segment:
        choice = registers[cond]
        if choice is True:
            machine.decisions.append(yes)
            return segments[then]
        if choice is False:
            machine.decisions.append(no)
            return segments[other]
        return type_error("a truth value", position)

    return last


def switch(code: Code, i: Switch, segments: list[Segment], after: Segment | None) -> Last:
    key = i.key
    default = (Decision("branch", "default", i.position), i.default)
    cases = {n: (Decision("branch", str(n), i.position), target) for n, target in reversed(i.cases)}

    def last(machine: ConcreteMachine, registers: Registers) -> Segment:
        decision, target = cases.get(registers[key], default)
        machine.decisions.append(decision)
        return segments[target]

    return last


def check(code: Code, i: Check) -> Step:
    cond = i.cond

    def step(machine: ConcreteMachine, registers: Registers) -> None:
        if not boolean(registers[cond], i.position):
            raise Raised(i.error, i.detail, i.position)

    return step


def throw(code: Code, i: Throw) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        at = reference(registers[i.src], i.position)
        if not at:
            raise Raised(ErrorKind.NULL, "null is thrown", i.position)
        raise Thrown(at, i.position)

    return step


def assume(code: Code, i: Assume) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        if not boolean(registers[i.cond], i.position):
            raise Ended(Excluded(i.position))

    return step


def refuse(code: Code, i: Refuse) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        raise Ended(Unsupported(i.what, i.position))

    return step


def fail(code: Code, i: Fail) -> Step:
    def step(machine: ConcreteMachine, registers: Registers) -> None:
        raise Raised(i.error, i.detail, i.position)

    return step


# Calls ----------------------------------------------------------------------------------------------------------------


def _enter(
    machine: ConcreteMachine,
    body: Body,
    arguments: Registers,
    after: Segment,
    registers: Registers,
    dst: Reg,
    at: Position,
) -> Segment:
    frames = machine.frames
    if len(frames) >= machine.max_calls:
        if machine.overflows:
            raise Raised(ErrorKind.STACK_OVERFLOW, "", at)
        raise Ended(Cut(Bound.CALLS, at))
    frames.append((after, registers, dst, at))
    machine.registers = arguments + [0] * (body.registers - len(arguments))
    return body.segments[0]


def call(code: Code, i: Call, segments: list[Segment], after: Segment | None) -> Last:
    """Rule: [POSE] Fig. 11, "Invoke (c1)" """
    assert after is not None
    key, dst, obj, args, position = i.method, i.dst, i.obj, i.args, i.position
    targets: dict[str, tuple[Decision, Body]] = {}

    def target(name: str, provider: str | None) -> tuple[Decision, Body]:
        if provider is None:
            raise Raised(ErrorKind.NO_METHOD, f"no method '{key}'", position)
        targets[name] = Decision("call", provider, position), code.body(code.methods[provider, key])
        return targets[name]

    def settled(machine: ConcreteMachine, registers: Registers) -> Segment:
        at = dereferenced(registers[obj], key, position)
        name = machine.heap.find(at).class_name
        decision, body = targets.get(name) or target(name, code.table.receiver(name, key))
        machine.decisions.append(decision)
        return _enter(machine, body, [at, *[registers[arg] for arg in args]], after, registers, dst, position)

    def last(machine: ConcreteMachine, registers: Registers) -> Segment:
        at = dereferenced(registers[obj], key, position)
        heap = machine.heap
        receivers = (name for name, types in code.table.providers(key) if heap.is_instance(at, types))
        provider = next(receivers, None)
        decision, body = target(provider or "", provider)
        machine.decisions.append(decision)
        return _enter(machine, body, [at, *[registers[arg] for arg in args]], after, registers, dst, position)

    return settled if code.settled else last


def invoke(code: Code, i: Invoke, segments: list[Segment], after: Segment | None) -> Last:
    assert after is not None
    owner, key, dst, args, position, receiver = i.owner, i.method, i.dst, i.args, i.position, i.receiver
    body: Body | None = None

    def last(machine: ConcreteMachine, registers: Registers) -> Segment:
        nonlocal body
        if receiver:
            dereferenced(registers[args[0]], key, position)
        if body is None:
            body = code.body(code.methods[owner, key])
        return _enter(machine, body, [registers[arg] for arg in args], after, registers, dst, position)

    return last


def return_(code: Code, i: Return, segments: list[Segment], after: Segment | None) -> Last:
    src = i.src

    def last(machine: ConcreteMachine, registers: Registers) -> Segment:
        value = registers[src]
        if not machine.frames:
            raise Ended(Returned(value))
        following, machine.registers, dst, _ = machine.frames.pop()
        machine.registers[dst] = value
        return following

    return last


# Classes --------------------------------------------------------------------------------------------------------------


def return_from_initializer(class_name: str) -> Last:
    """Return to the instruction that started the initialiser, which is met again."""

    def last(machine: ConcreteMachine, registers: Registers) -> Segment:
        machine.marks[class_name] = Progress.DONE
        if not machine.frames:
            raise Ended(Returned(0))
        following, machine.registers, _, _ = machine.frames.pop()
        machine.leave_initializer()
        return following

    return last


def initialize(code: Code, i: Initialize, again: Segment, after: Segment) -> Last:
    name, position = i.class_name, i.position

    def has_initializer(class_name: str) -> bool:
        return code.methods.get((class_name, CLINIT)) is not None

    def last(machine: ConcreteMachine, registers: Registers) -> Segment:
        initialized, marks = machine.initialized, machine.marks
        if name in initialized or marks.get(name) is Progress.DONE:
            return after

        def mark(class_name: str) -> Mark | None:
            return Progress.DONE if class_name in initialized else marks.get(class_name)

        past = machine.program.past
        if past is not None:
            if name not in marks and past.settle(name):
                return after
            assume_past(machine, past, mark, name, position)
        answer = due(code.table, mark, has_initializer, name)
        if past is not None:
            while isinstance(answer, Begin) and is_open(past, machine.history, mark, answer.class_name):
                assume_past(machine, past, mark, answer.class_name, position)
                answer = due(code.table, mark, has_initializer, name)
            settle_claims(machine, past, mark, position)
        marks.update(answer.changes)
        if isinstance(answer, Broken):
            raise_unusable(machine, answer.class_name, position)
        if not isinstance(answer, Begin):
            return after
        body = code.body(code.methods[answer.class_name, CLINIT])
        machine.enter_initializer()
        return _enter(machine, body, [], again, registers, 0, position)

    return last
