"""Describe decisions of Java programs as conditions of their sources: ``n.value == value  yes``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from symheap.core.outcome import ErrorKind, Threw
from symheap.core.source import CodePosition, Position
from symheap.lang.java.classfile.code import Code, Instruction
from symheap.lang.java.classfile.constants import ClassRef, FieldRef, InvokeDynamic, MethodRef, StringConst
from symheap.lang.java.entry import ERRORS, JavaProgram
from symheap.lang.java.words.bytecode import Expressions
from symheap.lang.java.words.conditions import (
    Condition,
    condition_of,
    is_jump,
    is_of_the_compiler,
    is_switch,
    iterated,
    jumped,
)
from symheap.lang.java.words.expression import CALL, FIELD, INDEX, LITERAL, LOCAL, Expression, typed_literal
from symheap.lang.java.words.methods import MethodExpressions
from symheap.lang.java.words.operands import Stack, simple_name
from symheap.lang.java.words.sources import FindSource, Sources
from symheap.objects import ir
from symheap.objects.decisions import Decision
from symheap.report.java.crash_words import CrashWords, call_of

_SWITCH_MAP: Final = "$SwitchMap$"
_BY_TYPE: Final = ("typeSwitch", "enumSwitch")


class DecisionWords:
    """Describes decisions of a program in the words of its source, one at a time.

    A decision in code that the compiler generated has no description; it follows from the decisions around it.
    """

    def __init__(self, java: JavaProgram, find_source: FindSource) -> None:
        self._java = java
        self._expressions = MethodExpressions(java.table.world)
        self._sources = Sources(find_source)
        self._crashes = CrashWords(java.table.world)
        self._said: dict[tuple[Decision, int], str | None] = {}

    def lines(self, decisions: Sequence[Decision]) -> list[tuple[Position, str]]:
        """Return the decisions that have descriptions, each with its position."""
        descriptions: list[tuple[Position, str]] = []
        again = 0
        for number, decision in enumerate(decisions):
            before = decisions[number - 1] if number else None
            again = again + 1 if before is not None and _is_of_one_search(before, decision) else 0
            text = self._say(decision, again)
            if text is not None:
                descriptions.append((decision.position, text))
        return descriptions

    def _say(self, decision: Decision, again: int) -> str | None:
        key = (decision, again)
        if key not in self._said:
            self._said[key] = self._words(decision, again)
        return self._said[key]

    def _words(self, decision: Decision, again: int) -> str | None:
        """Describe a decision.  `again` counts the decisions directly before it at the same place."""
        position, choice = decision.position, decision.choice
        site = self._expressions.at(position)
        if decision.kind == "error":
            return self._error(decision)
        if decision.kind == "class" or site is None or not isinstance(position, CodePosition):
            return _plain(decision)
        instruction, stack = site
        if decision.kind == "call":
            return self._call(position, instruction, stack, str(choice))
        if is_switch(instruction):
            return self._switch(position, instruction, stack, str(choice))
        if isinstance(choice, bool) and is_jump(instruction):
            return self._branch(position, instruction, stack, choice)
        return self._caught(position, instruction, choice, again) if isinstance(choice, bool) else None

    # Conditions

    def _branch(self, position: CodePosition, instruction: Instruction, stack: Stack, choice: bool) -> str | None:
        condition = condition_of(instruction, stack)
        is_jumped = jumped(instruction, self._lowered(position), position, choice)
        loop = iterated(condition.asked)
        if loop is not None:
            truth = is_jumped == condition.jumps
            more = truth if condition.asked.op != ">=" else not truth
            return f"another element in {self._written(position, loop)}  {_answer(more)}"
        for each in (condition, condition.flipped()):
            text = None if each is None else self._in_source(position, each.asked)
            if each is not None and text is not None:
                return f"{text}  {_answer(is_jumped == each.jumps)}"
        expressions = self._expressions.of(position)
        if expressions is not None and is_of_the_compiler(condition.asked, expressions):
            return None
        shown = _as_written(condition, instruction)
        return f"{shown.asked}  {_answer(is_jumped == shown.jumps)}"

    def _written(self, position: CodePosition, value: Expression) -> str:
        return self._in_source(position, value) or str(value)

    def _in_source(self, position: CodePosition, value: Expression) -> str | None:
        expressions = self._expressions.of(position)
        return None if expressions is None else self._sources.text(position, value, expressions.folds)

    def _lowered(self, position: CodePosition) -> ir.Method | None:
        method = self._expressions.method_at(position)
        return None if method is None else self._java.program.methods.get((method.owner, method.key))

    # Switches

    def _switch(self, position: CodePosition, instruction: Instruction, stack: Stack, choice: str) -> str | None:
        expressions = self._expressions.of(position)
        key = stack[-1] if stack else None
        if key is None or expressions is None:
            return _plain_case(choice)
        if key.op == CALL and key.text == "hashCode" and key.parts[0].op == LOCAL:
            return None
        labels = self._labels(key, expressions, position)
        subject = _subject(key, expressions)
        if subject is None:
            return _plain_case(choice) if labels is None else f"case {labels.get(choice, choice)}"
        text = self._written(position, subject)
        if choice == "default":
            return f"switch ({text})  default"
        label = labels.get(choice, choice) if labels is not None else str(typed_literal(_int(choice), subject.type))
        return f"switch ({text})  case {label}"

    def _labels(self, key: Expression, expressions: Expressions, position: CodePosition) -> dict[str, str] | None:
        """Return the labels behind the numbers that the compiler gave to cases; None if the numbers are the user's."""
        if key.op == INDEX and key.parts[0].op == FIELD and key.parts[0].text.startswith(_SWITCH_MAP):
            return self._enum_labels(key.parts[0])
        if key.op == CALL and key.text in _BY_TYPE:
            return _type_labels(expressions, position)
        return _string_labels(expressions, key) if key.op == LOCAL else None

    def _enum_labels(self, numbers: Expression) -> dict[str, str]:
        """Return the constants of an enum by their numbers in a switch, read from the compiler's table of numbers."""
        owner, name = numbers.parts[0], numbers.text
        constants: dict[str, str] = {}
        for candidate in self._classes_named(owner.text):
            method = self._java.table.world.find(candidate).methods.get("<clinit>()V")
            code = None if method is None else method.code
            if code is not None:
                constants.update(_numbered_constants(code, name))
        return constants

    def _classes_named(self, simple: str) -> list[str]:
        """Return the compiler's classes with tables for switches, which are numbered like anonymous classes."""
        number = simple.rpartition(" ")[2]
        world = self._java.table.world
        names = [n for n in world.class_path.user_names() if n.rpartition("$")[2] == number]
        return [n for n in names if world.exists(n)]

    # Calls, exceptions and errors

    def _call(self, position: CodePosition, instruction: Instruction, stack: Stack, provider: str) -> str | None:
        method = instruction.args[0] if instruction.args else None
        call = call_of(instruction, stack)
        if not isinstance(method, MethodRef) or call is None or instruction.mnemonic == "invokespecial":
            return None
        if not self._is_open(method):
            return None
        text, expressions = self._in_source(position, call), self._expressions.of(position)
        if text is None and expressions is not None and is_of_the_compiler(call, expressions):
            return None
        return f"{text or call}  is {simple_name(provider)}.{method.name}"

    def _is_open(self, method: MethodRef) -> bool:
        """Whether a call may run different methods, judged by the known classes."""
        world = self._java.table.world
        resolved = world.resolve_method(method.owner, method.name, method.descriptor)
        if resolved is None:
            return True
        providers = [name for name, _ in self._java.table.providers(world.call_key(resolved))]
        fitting = [p for p in providers if world.is_subtype(p, method.owner) or world.is_subtype(method.owner, p)]
        return len(fitting) > 1

    def _caught(self, position: CodePosition, instruction: Instruction, choice: bool, again: int) -> str | None:
        expressions = self._expressions.of(position)
        handlers = expressions.code.handlers if expressions is not None else ()
        around = [h.catch for h in handlers if h.start <= position.column < h.end and h.catch is not None]
        if again >= len(around) and len(around) != 1:
            return None
        caught = around[min(again, len(around) - 1)]
        assert caught is not None
        return f"catch ({simple_name(caught)}) takes the exception  {_answer(choice)}"

    def _error(self, decision: Decision) -> str:
        kind = ErrorKind(str(decision.choice))
        end = Threw(kind, "", decision.position, ERRORS.get(kind, ""), decision.stack)
        return self._crashes.describe(end, decision.position)


def _is_of_one_search(before: Decision, decision: Decision) -> bool:
    """Whether both decisions ask handlers of the same place, one after the other, for the same exception."""
    both = before.kind == decision.kind == "branch" and before.choice is False
    return both and before.position == decision.position


def _answer(truth: bool) -> str:
    return "yes" if truth else "no"


def _plain(decision: Decision) -> str:
    choice = decision.choice
    if isinstance(choice, bool):
        return f"a condition of code without a source  {_answer(choice)}"
    return choice if decision.kind == "class" else f"{decision.kind} {choice}"


def _plain_case(choice: str) -> str:
    return "default" if choice == "default" else f"case {choice}"


def _int(choice: str) -> Expression:
    return Expression(LITERAL, (), choice, "I")


def _as_written(condition: Condition, instruction: Instruction) -> Condition:
    """Return the condition as in the source.

    Compilers jump over a body if its condition is false, and jump back if the condition of a loop is true.
    """
    target = instruction.args[0]
    is_forward = isinstance(target, int) and target > instruction.pc
    other = condition.flipped()
    return other if other is not None and condition.jumps == is_forward else condition


def _subject(key: Expression, expressions: Expressions) -> Expression | None:
    """Return the expression that a switch tests."""
    if key.op == INDEX and key.parts[0].text.startswith(_SWITCH_MAP):
        ordinal = key.parts[1]
        return ordinal.parts[0] if ordinal.op == CALL and ordinal.text == "ordinal" else None
    if key.op == CALL and key.text in _BY_TYPE:
        value = key.parts[1]
        return value.parts[0] if value.op == LOCAL and value.parts else value
    if key.op != LOCAL:
        return key
    for stack in expressions.stacks.values():
        last = stack[-1] if stack else None
        if last is not None and last.op == CALL and last.text == "hashCode" and last.parts[0].op == LOCAL:
            return last.parts[0].parts[0] if last.parts[0].parts else None
    return None


def _numbered_constants(code: Code, table: str) -> dict[str, str]:
    """Return the constants by number, from ``table[CONSTANT.ordinal()] = number``."""
    constants: dict[str, str] = {}
    is_here, constant = False, ""
    for i in code.instructions:
        field = i.args[0] if i.args else None
        if i.mnemonic == "getstatic" and isinstance(field, FieldRef):
            if field.name.startswith(_SWITCH_MAP):
                is_here = field.name == table
            else:
                constant = field.name
        elif is_here and constant and (number := _pushed(i)) is not None:
            constants[str(number)] = constant
            constant = ""
    return constants


def _pushed(i: Instruction) -> int | None:
    if i.mnemonic in ("bipush", "sipush"):
        return i.args[0] if isinstance(i.args[0], int) else None
    if i.mnemonic.startswith("iconst_"):
        return int(i.mnemonic.removeprefix("iconst_").replace("m1", "-1"))
    return None


def _string_labels(expressions: Expressions, key: Expression) -> dict[str, str]:
    """Return the texts by number, from ``if (s.equals("text")) number = 3``."""
    texts: dict[str, str] = {}
    text = ""
    for i in expressions.code.instructions:
        stack = expressions.before(i.pc)
        top = stack[-1] if stack else None
        if i.mnemonic in ("ifeq", "ifne") and top is not None and top.op == CALL and top.text == "equals":
            text = str(top.parts[1]) if top.parts[0].op == LOCAL else ""
        elif text and i.mnemonic.startswith("istore") and top is not None and top.op == LITERAL:
            texts[top.text] = text
            text = ""
    return texts


def _type_labels(expressions: Expressions, position: CodePosition) -> dict[str, str]:
    """Return the labels of a switch over types, from the call that selects the label."""
    called: InvokeDynamic | None = None
    for i in expressions.code.instructions:
        if i.pc >= position.column:
            break
        if i.mnemonic == "invokedynamic" and isinstance(i.args[0], InvokeDynamic) and i.args[0].name in _BY_TYPE:
            called = i.args[0]
    if called is None:
        return {}
    labels = expressions.file.bootstrap_methods[called.bootstrap].arguments
    return {"-1": "null", **{str(number): _label(label) for number, label in enumerate(labels)}}


def _label(label: object) -> str:
    if isinstance(label, ClassRef):
        return simple_name(label.name)
    if isinstance(label, StringConst):
        return f'"{label.value}"'
    return str(getattr(label, "value", "…"))
