"""Binary operators on values, assignments, increments."""

from __future__ import annotations

from typing import Final

from pycparser import c_ast

from symheap.lang.c.front.floats import encode, float_constant
from symheap.lang.c.front.scopes import GlobalVariable, Variable
from symheap.lang.c.front.types import CType, Floating, Integer, Pointer
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.access import distance, offset, read, write
from symheap.lang.c.lower.conditions import truth_value
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.conversions import common, convert, is_signed, promote, resize, widened
from symheap.lang.c.lower.dispatch import lowers_value, place, type_of, value
from symheap.lang.c.lower.effects import GCC_ORDER, acts, address_parts, has_effects, has_order
from symheap.lang.c.lower.sequence import check_assignment, check_operands
from symheap.lang.c.lower.values import InBits, InMemory, Place, Value
from symheap.memory.expressions import AddressOf, Binary, Expression, Number, Operator
from symheap.memory.ir import Refuse

_ARITHMETIC: Final = {
    "+": (Operator.ADD, Operator.ADD, Operator.FADD),
    "-": (Operator.SUB, Operator.SUB, Operator.FSUB),
    "*": (Operator.MUL, Operator.MUL, Operator.FMUL),
    "/": (Operator.SDIV, Operator.UDIV, Operator.FDIV),
    "%": (Operator.SREM, Operator.UREM, None),
    "&": (Operator.AND, Operator.AND, None),
    "|": (Operator.OR, Operator.OR, None),
    "^": (Operator.XOR, Operator.XOR, None),
}
_COMPARISONS: Final = {
    "==": (Operator.EQ, Operator.EQ, Operator.FEQ),
    "!=": (Operator.NE, Operator.NE, None),
    "<": (Operator.SLT, Operator.ULT, Operator.FLT),
    "<=": (Operator.SLE, Operator.ULE, Operator.FLE),
}
_SWAPPABLE: Final = frozenset({"+", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">="})
_SWAPPED: Final = {">": "<", ">=": "<="}
_DIVISIONS: Final = frozenset({Operator.SDIV, Operator.UDIV, Operator.SREM, Operator.UREM})
SHIFTS: Final = frozenset({"<<", ">>"})


@lowers_value(c_ast.BinaryOp)
def binary_operation(context: Context, node: c_ast.BinaryOp) -> Value:
    if node.op in {"&&", "||"}:
        return truth_value(context, node)
    check_operands(context, [node.left, node.right])
    if has_order(context.scope, node.left, node.right):
        context.unit.program.assume(GCC_ORDER)
        if _is_read_last(context, node):
            return _read_last(context, node)
    if _is_read_last(context, node):
        right = value(context, node.right)
        left = value(context, node.left)
    else:
        left = value(context, node.left)
        if has_effects(node.right):
            left = Value(context.keep(left.expression), left.type)
        right = value(context, node.right)
    context.at(node)
    return apply(context, str(node.op), left, right)


def _is_read_last(context: Context, node: c_ast.BinaryOp) -> bool:
    """Whether the left operand is read last: where gcc may swap operands, it puts a variable behind the other one."""
    if node.op not in _SWAPPABLE or not acts(node.right):
        return False
    meaning = _variable(context, node)
    return meaning is not None and isinstance(meaning.type, (Integer, Floating))


def _variable(context: Context, node: c_ast.BinaryOp) -> Variable | GlobalVariable | None:
    """Return the variable that the left operand is, apart from casts."""
    left = node.left
    while isinstance(left, c_ast.Cast):
        left = left.expr
    meaning = context.scope.find(left.name) if isinstance(left, c_ast.ID) else None
    return meaning if isinstance(meaning, (Variable, GlobalVariable)) else None


def _read_last(context: Context, node: c_ast.BinaryOp) -> Value:
    """Lower an operation whose left operand is a variable that the right one may change.

    gcc reads the variable last, but first if it converts it to another size.  A narrower type around the operation is
    such a conversion, too: then `convert` makes the check.
    """
    first = context.store(value(context, node.left).expression)
    right = value(context, node.right)
    left = value(context, node.left)
    last = context.store(left.expression)
    context.at(node)
    operator = str(node.op)
    plain = promote(context, left).type, promote(context, right).type
    variable = _variable(context, node)
    assert variable is not None
    sizes = {context.types.size(each) for each in (variable.type, left.type, common(context.types, *plain))}
    context.read_last[last] = first
    if len(sizes) > 1 or isinstance(left.type, Floating) != any(isinstance(each, Floating) for each in plain):
        context.check_read_last((last,))
    return apply(context, operator, Value(last, left.type), right)


def apply(context: Context, operator: str, left: Value, right: Value) -> Value:
    """Return ``left operator right``, with the conversions of C."""
    if operator in _SWAPPED:
        return apply(context, _SWAPPED[operator], right, left)
    if operator in _COMPARISONS:
        return _compare(context, operator, left, right)
    if isinstance(left.type, Pointer) and isinstance(right.type, Pointer) and operator == "-":
        return distance(context, left, right)
    if isinstance(left.type, Pointer) and operator in {"+", "-"}:
        return offset(context, left, promote(context, right), Operator.ADD if operator == "+" else Operator.SUB)
    if isinstance(right.type, Pointer) and operator == "+":
        return offset(context, right, promote(context, left))
    if operator not in SHIFTS:
        left, right = widened(left, right), widened(right, left)
    left, right = promote(context, left), promote(context, right)
    if not isinstance(left.type, (Integer, Floating)) or not isinstance(right.type, (Integer, Floating)):
        raise context.wrong(f"operands of types {left.type} and {right.type} for {operator}")
    if operator in SHIFTS:
        return _shift(context, operator, left, right)
    ctype = common(context.types, left.type, right.type)
    chosen = _select(context, _ARITHMETIC[operator], ctype, operator)
    one, two = convert(context, left, ctype).expression, convert(context, right, ctype).expression
    if isinstance(ctype, Floating):
        return Value(_float_operation(chosen, one, two, ctype), ctype)
    result = fold.binary(chosen, one, two)
    _note_assumption(context, result, ctype)
    return Value(result, ctype)


def _note_assumption(context: Context, result: Expression, ctype: CType) -> None:
    """Record the assumption for behaviour that C leaves undefined and the IR defines."""
    if not isinstance(result, Binary):
        return
    if result.operator in _DIVISIONS and not isinstance(result.right, Number):
        context.unit.program.assume("no divisor is zero")
    elif is_signed(ctype) and result.operator in {Operator.ADD, Operator.SUB, Operator.MUL}:
        context.unit.program.assume("signed integers wrap around")


def _select(
    context: Context, choice: tuple[Operator, Operator, Operator | None], ctype: CType, operator: str
) -> Operator:
    if isinstance(ctype, Floating):
        if choice[2] is None:
            raise context.wrong(f"{operator} on floating-point numbers")
        if "_Complex" in ctype.name:
            raise context.unsupported("arithmetic of complex numbers")
        return choice[2]
    return choice[0] if is_signed(ctype) else choice[1]


def _float_operation(operator: Operator, left: Expression, right: Expression, ctype: Floating) -> Expression:
    """Compute an operation on constant doubles as a compiler does, or build its expression."""
    one, two = float_constant(left, ctype), float_constant(right, ctype)
    if ctype.size == 8 and one is not None and two is not None:
        if operator is Operator.FADD:
            return encode(one + two, ctype)
        if operator is Operator.FSUB:
            return encode(one - two, ctype)
        if operator is Operator.FMUL:
            return encode(one * two, ctype)
        if operator is Operator.FDIV and two != 0:
            return encode(one / two, ctype)
    return Binary(operator, left, right)


def _shift(context: Context, operator: str, left: Value, right: Value) -> Value:
    if not isinstance(left.type, Integer) or not isinstance(right.type, Integer):
        raise context.wrong("a shift of what is not an integer")
    chosen = Operator.SHL if operator == "<<" else Operator.ASHR if left.type.signed else Operator.LSHR
    return Value(fold.binary(chosen, left.expression, _distance(context, left, right.expression)), left.type)


def _distance(context: Context, left: Value, distance: Expression) -> Expression:
    """Return the distance of a shift as x86 takes it: modulo the width.  Too large a constant is refused."""
    width = 8 * left.expression.size
    if not isinstance(distance, Number):
        return fold.binary(Operator.AND, distance, Number(width - 1, distance.size))
    if not 0 <= distance.value < width:
        context.emit(Refuse(f"a shift by {distance.value} of a number of {width} bits", context.position))
        return Number(0, distance.size)
    return distance


def _compare(context: Context, operator: str, left: Value, right: Value) -> Value:
    one, two, ctype = _compared(context, left, right)
    integer = context.types.int
    if isinstance(ctype, Floating) and operator == "!=":
        return Value(fold.negate(Binary(Operator.FEQ, one, two)), integer)
    chosen = _select(context, _COMPARISONS[operator], ctype, operator)
    if isinstance(ctype, Floating):
        return Value(Binary(chosen, one, two), integer)
    return Value(fold.binary(chosen, one, two), integer)


def _compared(context: Context, left: Value, right: Value) -> tuple[Expression, Expression, CType]:
    """Return the operands of a comparison in one type; an integer beside a pointer is compared as an address."""
    if isinstance(left.type, Pointer) or isinstance(right.type, Pointer):
        size = context.types.model.pointer
        if isinstance(left.type, Floating) or isinstance(right.type, Floating):
            raise context.wrong("a pointer and a floating-point number are compared")
        one = resize(left.expression, is_signed(left.type), size)
        two = resize(right.expression, is_signed(right.type), size)
        _refuse_strings(context, one, two)
        return one, two, left.type if isinstance(left.type, Pointer) else right.type
    left, right = promote(context, widened(left, right)), promote(context, widened(right, left))
    if not isinstance(left.type, (Integer, Floating)) or not isinstance(right.type, (Integer, Floating)):
        raise context.wrong(f"a comparison of {left.type} and {right.type}")
    ctype = common(context.types, left.type, right.type)
    return convert(context, left, ctype).expression, convert(context, right, ctype).expression, ctype


def _refuse_strings(context: Context, one: Expression, two: Expression) -> None:
    """Refuse to compare addresses of string constants: a compiler may store one inside another."""
    for operand, other in ((one, two), (two, one)):
        base, _ = fold.split(operand)
        is_string = isinstance(base, AddressOf) and context.unit.program.string_data(base.symbol) is not None
        if is_string and not isinstance(other, Number):
            raise context.unsupported("a comparison of the address of a string constant")


# Assignments ----------------------------------------------------------------------------------------------------------


@lowers_value(c_ast.Assignment)
def assignment(context: Context, node: c_ast.Assignment) -> Value:
    check_assignment(context, node)
    parts = address_parts(node.lvalue) if node.op == "=" else [node.lvalue]
    if any(has_order(context.scope, part, node.rvalue) for part in parts):
        context.unit.program.assume(GCC_ORDER)
        if node.op != "=" or not _is_call_of_type(context, node):
            return _assign_last(context, node)
    target = _assignable(context, node.lvalue)
    if has_effects(node.rvalue):
        target = _kept(context, target)
    if node.op == "=":
        new = value(context, node.rvalue)
    else:
        old = read(context, target)
        if has_effects(node.rvalue):
            old = Value(context.keep(old.expression), old.type)
        new = apply(context, str(node.op)[:-1], old, value(context, node.rvalue))
    context.at(node)
    return write(context, target, new)


def _is_call_of_type(context: Context, node: c_ast.Assignment) -> bool:
    """Whether the assigned value is the unconverted result of a call: then gcc evaluates the left side first."""
    source = node.rvalue
    while isinstance(source, c_ast.Cast):
        source = source.expr
    return isinstance(source, c_ast.FuncCall) and type_of(context, source) == type_of(context, node.lvalue)


def _assign_last(context: Context, node: c_ast.Assignment) -> Value:
    """Lower an assignment whose right side gcc evaluates first."""
    given = value(context, node.rvalue)
    if has_effects(node.lvalue):
        given = Value(context.keep(given.expression), given.type)
    target = _assignable(context, node.lvalue)
    context.at(node)
    if node.op == "=":
        return write(context, target, given)
    return write(context, target, apply(context, str(node.op)[:-1], read(context, target), given))


def _assignable(context: Context, node: c_ast.Node) -> Place:
    """Return a place to write to; an assignment to a ``const`` variable is an error, as in every compiler."""
    name = str(node.name) if isinstance(node, c_ast.ID) else ""
    meaning = context.scope.find(name) if name else None
    if isinstance(meaning, (Variable, GlobalVariable)) and meaning.constant:
        raise context.wrong(f"an assignment to {name}, which is const", node)
    return place(context, node)


def _kept(context: Context, target: Place) -> Place:
    """Return `target` with its current address, unaffected by assignments on the right-hand side."""
    match target:
        case InMemory(address=address, type=ctype):
            return InMemory(context.keep(address), ctype)
        case InBits(address=address, type=ctype, bits=bits):
            return InBits(context.keep(address), ctype, bits)
        case _:
            return target


def step(context: Context, node: c_ast.UnaryOp, *, wanted: bool = True) -> Value:
    """Lower ``++`` and ``--``: before the operand they give the new value, behind it the old one."""
    target = _assignable(context, node.expr)
    old = read(context, target)
    one = Value(fold.number(1, 4), context.types.int)
    new = apply(context, "+" if "+" in str(node.op) else "-", old, one)
    if not str(node.op).startswith("p"):
        return write(context, target, new)
    if wanted:
        old = Value(context.keep(old.expression), old.type)
    write(context, target, new)
    return old
