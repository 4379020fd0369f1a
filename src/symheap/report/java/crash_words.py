"""Describe crashes of Java programs in the words of their source.

``index -1 is out of bounds: `size` is 0 when pop() is called``: the problem, in terms of the expression in the source,
and the inputs of the method.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from symheap.core.outcome import ErrorKind, Threw
from symheap.core.source import Position
from symheap.lang.java.classes import INIT, JavaMethod
from symheap.lang.java.classfile.code import Instruction
from symheap.lang.java.classfile.constants import ClassRef, MethodRef
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.words.conditions import Condition, condition_of, is_jump, is_of_the_compiler
from symheap.lang.java.words.expression import (
    CALL,
    CAST,
    INDEX,
    LITERAL,
    LOCAL,
    NAME,
    NOTHING,
    UNKNOWN,
    Expression,
    contains,
    typed_literal,
    without_boxing,
)
from symheap.lang.java.words.methods import MethodExpressions
from symheap.lang.java.words.operands import Stack, simple_name
from symheap.lang.java.world import World
from symheap.objects import interpreter
from symheap.objects.concrete import ConcreteHeap
from symheap.report.java.entry_values import EntryValues, MethodEntry, access_paths
from symheap.report.words import a

_INDEX: Final = re.compile(r"Index (-?\d+) out of bounds for length (\d+)")
_CALLS, _STEPS = 200, 20_000
"""Limits for running an input again."""
_MOST_VALUES: Final = 3
_LONGEST: Final = 60
_CHANGED: Final = "java.util.ConcurrentModificationException"


def parameter_names(method: JavaMethod) -> tuple[str, ...]:
    """Return the names of the parameters; unnamed ones are ``arg0`` and so on, as in Java."""
    code, names = method.code, list[str]()
    slot = 0 if method.is_static else 1
    for number, parameter in enumerate(method_type(method.descriptor).parameters):
        names.append((code.locals.name(slot, 0) if code is not None else None) or f"arg{number}")
        slot += 2 if parameter.descriptor in ("J", "D") else 1
    return tuple(names)


class CrashWords:
    """Describes crashes of the programs of one world."""

    def __init__(self, world: World) -> None:
        self._expressions = MethodExpressions(world)
        self._values = EntryValues(world)

    def describe(self, end: Threw, place: Position, entry: MethodEntry | None = None) -> str:
        """Describe the problem at `place`, the innermost place in the user's code.

        `entry` adds the inputs of the method.
        """
        site = self._expressions.at(place)
        instruction, stack = site if site is not None else (None, ())
        fault = self._fault(end, place, instruction, stack)
        is_entered = entry is not None and self._expressions.method_at(place) == entry.method
        given = fault.given(self._values, entry) if entry is not None and is_entered else ""
        if not given or not fault.separate:
            return fault.text + (given or fault.otherwise)
        return f"{fault.text}{';' if ': ' in fault.text else ':'} {given}"

    def _assertion(self, place: Position) -> FaultWords:
        """Describe a failed assertion by its condition, if it tests a single one."""
        text = "the assertion does not hold"
        conditions = self.asserted(place)
        if len(conditions) != 1:
            return FaultWords(text)
        (condition,) = conditions
        turned = condition.flipped() if not condition.jumps else None
        shown = turned or condition
        return FaultWords(f"{text}: {_quote(shown.asked)} is {'false' if shown.jumps else 'true'}", (shown.asked,))

    def asserted(self, place: Position) -> Sequence[Condition]:
        """Return the conditions of the source that lead to the failure of an assertion at `place`."""
        expressions = self._expressions.of(place)
        number = None if expressions is None else expressions.code.index.get(place.column)
        if expressions is None or not number:
            return ()
        code = expressions.code.instructions
        leading = [each for each in code[: number - 1] if is_jump(each) and place.column in each.args]
        found: list[Condition] = []
        for tested in (*leading, code[number - 1]):
            stack = expressions.before(tested.pc)
            if is_jump(tested) and stack is not None:
                found.append(condition_of(tested, stack))
        return [each for each in found if not is_of_the_compiler(each.asked, expressions)]

    def call(self, place: Position) -> str | None:
        """Return the call at a place, in quotes."""
        expression = self._expressions.at(place)
        call = None if expression is None else call_of(*expression)
        looped = None if call is None else _looped_over(call)
        if looped is not None:
            return f"the loop over {_quote(looped)}"
        return None if call is None else _quote(call)

    def describe_input(self, java: JavaProgram, end: Threw, place: Position, heap: ConcreteHeap) -> str:
        """Describe the crash of an input, which is run again to get the values at the place.

        If that run ends elsewhere, or is too long, the input is not mentioned.
        """
        again = interpreter.run(java.program, heap, max_calls=_CALLS, max_steps=_STEPS).end
        if not isinstance(again, Threw) or (again.exception, again.position.place) != _identity(end):
            return self.describe(end, place)
        return self.describe(again, place, MethodEntry(java.subject.method, heap, heap.roots))

    def _fault(self, end: Threw, place: Position, instruction: Instruction | None, stack: Stack) -> FaultWords:
        if instruction is None:
            return FaultWords(_plain(end))
        if end.position.place != place.place or end.error in (ErrorKind.EXCEPTION, ErrorKind.STACK_OVERFLOW):
            return _from_library(end, instruction, stack)
        if end.error is ErrorKind.ASSERTION:
            return self._assertion(place)
        describe = _FAULTS.get(end.error)
        return FaultWords(_plain(end)) if describe is None else describe(end, instruction, stack)


def _identity(end: Threw) -> tuple[str, str]:
    return end.exception, end.position.place


@dataclass(frozen=True, slots=True)
class FaultWords:
    """The problem, and the expressions whose values at the call explain it; `otherwise` is added if they are unknown.

    `nulls`: the text already says that the expression is null, and what is to be said is whether it was at the call.
    `classes`: of an object its class explains it; otherwise that says nothing.
    """

    text: str
    about: tuple[Expression, ...] = ()
    nulls: bool = False
    otherwise: str = ""
    classes: bool = False

    @property
    def separate(self) -> bool:
        return not self.nulls

    def given(self, values: EntryValues, entry: MethodEntry) -> str:
        """Return the values of the expressions when the method was called, as far as its inputs determine them."""
        when = f"when {called(entry.method)} is called"
        if self.nulls:
            is_null = bool(self.about) and values.of(self.about[0], entry) == "null"
            return f" {when}" if is_null else ""
        facts = dict.fromkeys(
            f"`{path}` is {value}"
            for expression in self.about
            for path in access_paths(expression)
            if (value := values.of(path, entry, classes=self.classes)) is not None
        )
        return f"{' and '.join([*facts][:_MOST_VALUES])} {when}" if facts else ""


def called(method: JavaMethod) -> str:
    """Return a call of a method with the names of its parameters: ``pop()``, ``new Stack(size)``."""
    names = ", ".join(parameter_names(method))
    return f"new {simple_name(method.owner)}({names})" if method.name == INIT else f"{method.name}({names})"


# Faults ---------------------------------------------------------------------------------------------------------------


def _plain(end: Threw) -> str:
    """Describe the exception alone, if no expression is known."""
    name = simple_name(end.exception) if end.exception else f"{end.error.value} error"
    detail = end.detail if end.error is ErrorKind.EXCEPTION and end.detail != end.exception else ""
    return f"{name}: {detail}" if detail else name


def _from_library(end: Threw, instruction: Instruction, stack: Stack) -> FaultWords:
    """Describe an exception that leaves a call, by the call and its arguments in the caller."""
    thrown = _plain(end)
    if end.error is ErrorKind.STACK_OVERFLOW:
        return FaultWords("the recursion does not come to an end")
    call = call_of(instruction, stack)
    if call is None:
        return FaultWords(f"throws {thrown}")
    looped = _looped_over(call)
    if looped is None:
        return FaultWords(f"{_quote(call)} throws {thrown}", call.parts)
    if end.exception == _CHANGED:
        return FaultWords(f"{_quote(looped)} is changed while a loop runs over it: {thrown}")
    return FaultWords(f"the loop over {_quote(looped)} throws {thrown}")


def _looped_over(call: Expression) -> Expression | None:
    """Return y of a loop ``for (T x : y)``, given a call of its compiler-generated iterator; None for other calls."""
    if call.op != CALL or call.text not in ("next", "hasNext") or call.parts[0].op != LOCAL:
        return None
    made = call.parts[0].parts
    is_iterator = bool(made) and made[0].op == CALL and made[0].text == "iterator"
    return made[0].parts[0] if is_iterator else None


def _null(end: Threw, instruction: Instruction, stack: Stack) -> FaultWords:
    value = _dereferenced(instruction, stack)
    while value is not None and value.op == LOCAL and value.parts:
        value = value.parts[0]
    if value is None or value.op == LOCAL or contains(value, UNKNOWN.op):
        return FaultWords(f"null has no {_member(instruction)}" if _member(instruction) else "null is dereferenced")
    value = _uncast(value)
    looped = _looped_over(value)
    if looped is not None:
        return FaultWords(f"an element of {_quote(looped)} is null")
    return FaultWords(f"{_quote(value)} is null", (value,), nulls=True)


def _bounds(end: Threw, instruction: Instruction, stack: Stack) -> FaultWords:
    array, index = _element(instruction, stack)
    match = _INDEX.fullmatch(end.detail)
    element = Expression(INDEX, (array, index))
    if match is None:
        return FaultWords(f"index {_quote(index)} is out of bounds of {_quote(array)}", (index,))
    number, length = int(match[1]), int(match[2])
    if number < 0:
        return FaultWords(f"index {number} is out of bounds", (index,), otherwise=f": {_quote(element)}")
    text = f"index {number} is out of bounds for length {length}"
    return FaultWords(text, (index,), otherwise=f": {_quote(element)}")


def _cast(end: Threw, instruction: Instruction, stack: Stack) -> FaultWords:
    target = instruction.args[0] if instruction.args else None
    value = _uncast(stack[-1]) if stack else UNKNOWN
    if not isinstance(target, ClassRef):
        return FaultWords(_plain(end))
    return FaultWords(f"{_quote(value)} is not {a(simple_name(target.name))}", (value,), classes=True)


def _negative(end: Threw, instruction: Instruction, stack: Stack) -> FaultWords:
    size = stack[-1] if stack else UNKNOWN
    number = end.detail if re.fullmatch(r"-\d+", end.detail) else ""
    return FaultWords(f"the length {number or _quote(size)} of a new array is negative", (size,))


def _zero(end: Threw, instruction: Instruction, stack: Stack) -> FaultWords:
    divisor = stack[-1] if stack else UNKNOWN
    if divisor.op == LITERAL:
        return FaultWords("division by zero")
    return FaultWords(f"division by zero: {_quote(divisor)} is 0", (divisor,) if divisor.parts else ())


def _store(end: Threw, instruction: Instruction, stack: Stack) -> FaultWords:
    value = stack[-1] if stack else UNKNOWN
    array = stack[-3] if len(stack) > 2 else UNKNOWN
    text = f"{_quote(value)} is not of the class of the elements of {_quote(array)}"
    return FaultWords(text, (value,), classes=True)


_FAULTS: Final = {
    ErrorKind.NULL: _null,
    ErrorKind.BOUNDS: _bounds,
    ErrorKind.CAST: _cast,
    ErrorKind.NEGATIVE_SIZE: _negative,
    ErrorKind.ARITHMETIC: _zero,
    ErrorKind.ARRAY_STORE: _store,
}


def _quote(value: Expression) -> str:
    text = str(without_boxing(value))
    return f"`{text}`" if len(text) <= _LONGEST else f"`{text[:_LONGEST]}…`"


def _uncast(value: Expression) -> Expression:
    return _uncast(value.parts[0]) if value.op == CAST and value.type[:1] in ("L", "[") else value


def _member(instruction: Instruction) -> str:
    name = getattr(instruction.args[0], "name", "") if instruction.args else ""
    return f"{name}()" if isinstance(instruction.args[0] if instruction.args else None, MethodRef) else name


def call_of(instruction: Instruction, stack: Stack) -> Expression | None:
    """Return the call of an instruction as an expression."""
    method = instruction.args[0] if instruction.args else None
    if not isinstance(method, MethodRef):
        return None
    parameters = method_type(method.descriptor).parameters
    given = stack[len(stack) - len(parameters) :]
    arguments = tuple(typed_literal(v, p.descriptor) for v, p in zip(given, parameters, strict=False))
    rest = stack[: len(stack) - len(parameters)]
    if instruction.mnemonic == "invokestatic":
        return Expression(CALL, (Expression(NAME, text=simple_name(method.owner)), *arguments), method.name)
    if method.name == INIT:
        return Expression("new", arguments, simple_name(method.owner))
    return Expression(CALL, (_uncast(rest[-1]) if rest else NOTHING, *arguments), method.name)


def _element(instruction: Instruction, stack: Stack) -> tuple[Expression, Expression]:
    """Return the array and the index of an instruction that reads or writes an element."""
    at = stack[:-1] if instruction.mnemonic.endswith("store") else stack
    return (at[-2], at[-1]) if len(at) > 1 else (UNKNOWN, UNKNOWN)


def _dereferenced(instruction: Instruction, stack: Stack) -> Expression | None:
    """Return the expression that an instruction requires to be not null."""
    mnemonic = instruction.mnemonic
    if mnemonic.endswith(("aload", "astore")):
        return _element(instruction, stack)[0]
    if mnemonic == "putfield":
        return stack[-2] if len(stack) > 1 else None
    method = instruction.args[0] if instruction.args else None
    if isinstance(method, MethodRef) and mnemonic != "invokestatic":
        before = len(stack) - len(method_type(method.descriptor).parameters) - 1
        return stack[before] if before >= 0 else None
    return stack[-1] if stack else None


# Inputs of a method ---------------------------------------------------------------------------------------------------
