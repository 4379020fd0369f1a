"""The conditions of conditional jumps, and the value on which they jump."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from symheap.core.source import Position
from symheap.lang.java.classfile.code import Instruction
from symheap.lang.java.words.bytecode import Expressions
from symheap.lang.java.words.expression import (
    BOOLEAN,
    CALL,
    COMPARE,
    FIELD,
    INSTANCE,
    INT,
    LOCAL,
    UNKNOWN,
    Expression,
    contains,
    literal,
    negated,
    typed_literal,
)
from symheap.lang.java.words.operands import Stack
from symheap.objects import ir

RELATIONS: Final = {"eq": "==", "ne": "!=", "lt": "<", "ge": ">=", "gt": ">", "le": "<="}
_SWITCHES: Final = ("tableswitch", "lookupswitch")


@dataclass(frozen=True, slots=True)
class Condition:
    """The truth value that a jump tests; it jumps if the value is `jumps`.

    `total` says that the opposite comparison is the exact negation, which is false with NaN.
    """

    asked: Expression
    jumps: bool
    total: bool = True

    def flipped(self) -> Condition | None:
        """Return the same condition with the opposite comparison, if there is one."""
        other = negated(self.asked)
        return None if other is None or not self.total else Condition(other, not self.jumps)


def is_jump(instruction: Instruction) -> bool:
    return instruction.mnemonic.startswith("if")


def is_switch(instruction: Instruction) -> bool:
    return instruction.mnemonic in _SWITCHES


def condition_of(instruction: Instruction, stack: Stack) -> Condition:
    """Return the condition of a conditional jump, from the stack before it."""
    mnemonic = instruction.mnemonic
    last = stack[-1] if stack else UNKNOWN
    if mnemonic in ("ifnull", "ifnonnull"):
        return Condition(Expression("==", (last, literal("null"))), mnemonic == "ifnull")
    if "cmp" in mnemonic:
        before = stack[-2] if len(stack) > 1 else UNKNOWN
        return Condition(_compared(RELATIONS[mnemonic[-2:]], before, last), jumps=True)
    relation = mnemonic[2:]
    if last.op == COMPARE:
        return _of_comparison(relation, last)
    if relation in ("eq", "ne") and _is_truth(last):
        return Condition(last, relation == "ne")
    return Condition(_compared(RELATIONS[relation], last, literal("0", INT)), jumps=True)


def _is_truth(value: Expression) -> bool:
    return value.type == BOOLEAN or value.op == INSTANCE or (value.op == UNKNOWN.op and not value.type)


def _compared(op: str, a: Expression, b: Expression) -> Expression:
    """Return a comparison whose literals have the type of the other side."""
    return Expression(op, (typed_literal(a, b.type), typed_literal(b, a.type)), type=BOOLEAN)


def _of_comparison(relation: str, compared: Expression) -> Condition:
    """``a < b`` of longs and floats.  Rule: JVMS 6.5, `fcmp<op>` (NaN is less for fcmpl, greater for fcmpg)"""
    op = RELATIONS[relation]
    asked = Expression(op, compared.parts, type=BOOLEAN)
    if compared.text == "lcmp" or relation in ("eq", "ne"):
        return Condition(asked, jumps=True)
    holds_of_numbers = relation in (("gt", "ge") if compared.text.endswith("l") else ("lt", "le"))
    if holds_of_numbers:
        return Condition(asked, jumps=True, total=False)
    other = negated(asked)
    assert other is not None
    return Condition(other, jumps=False, total=False)


def jumped(instruction: Instruction, method: ir.Method | None, position: Position, choice: bool) -> bool:
    """Whether a decision took the jump.

    The choice of a branch is the truth of the register that it tests. That register is the outcome of the jump's own
    comparison, with two exceptions: for references equality is tested, and truth values of fields, elements and
    comparisons of longs are tested as they are.
    """
    mnemonic = instruction.mnemonic
    if mnemonic in ("if_acmpne", "ifnonnull"):
        return not choice
    if mnemonic not in ("ifeq", "ifne") or "cmp" in mnemonic or _is_computed(method, position):
        return choice
    return choice == (mnemonic == "ifne")


def _is_computed(method: ir.Method | None, position: Position) -> bool:
    """Whether ``ifeq`` and ``ifne`` test the outcome of a comparison: their own, or one of longs before them."""
    for block in () if method is None else method.blocks:
        branch = block[-1] if block else None
        if isinstance(branch, ir.Branch) and branch.position.place == position.place:
            written = _written_to(block, branch.cond)
            if not isinstance(written, ir.Compute):
                return False
            return written.position.place == position.place or written.operation.name.startswith(("LCMP", "ICMP"))
    return True


def _written_to(block: tuple[ir.Instruction, ...], register: ir.Reg) -> ir.Instruction | None:
    """Return the last instruction of a block that computes the content of a register; moves are followed."""
    for instruction in reversed(block):
        if getattr(instruction, "dst", None) != register:
            continue
        if not isinstance(instruction, ir.Move):
            return instruction
        register = instruction.src
    return None


# Conditions generated by the compiler
# -----------------------------------------------------------------------------------


def iterated(asked: Expression) -> Expression | None:
    """Return the collection or array of a loop ``for (T x : y)``, given the condition that the compiler generates."""
    if asked.op == CALL and asked.text == "hasNext" and asked.parts[0].op == LOCAL:
        made = asked.parts[0].parts
        is_iterator = bool(made) and made[0].op == CALL and made[0].text == "iterator"
        return made[0].parts[0] if is_iterator else None
    if asked.op in ("<", ">=") and all(part.op == LOCAL for part in asked.parts):
        length = asked.parts[1].parts
        if length and length[0].op == FIELD and length[0].text == "length":
            array = length[0].parts[0]
            return array.parts[0] if array.op == LOCAL and array.parts else array
    return None


def is_of_the_compiler(asked: Expression, expressions: Expressions) -> bool:
    """Whether a condition is about a variable or a field that is not in the source."""
    if contains_field(asked, "$assertionsDisabled"):
        return True
    return bool(expressions.code.locals.entries) and contains(asked, LOCAL)


def contains_field(value: Expression, name: str) -> bool:
    return (value.op == FIELD and value.text == name) or any(contains_field(p, name) for p in value.parts)
