"""Expressions: names, members, elements, casts, sizes, conditional values."""

from __future__ import annotations

from pycparser import c_ast

from symheap.lang.c.front.declarations import resolve
from symheap.lang.c.front.errors import Unsupported
from symheap.lang.c.front.literals import literal, string_bytes
from symheap.lang.c.front.records import is_constant, leads_to_constant, typedef_alignment
from symheap.lang.c.front.scopes import Constant, FunctionName, GlobalVariable, Refused, Variable
from symheap.lang.c.front.types import VOID, Array, Floating, Integer, Pointer, Record, Void
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.access import address, member, offset, read
from symheap.lang.c.lower.conditions import truth_value
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.conversions import condition, convert, is_signed, promote, resize
from symheap.lang.c.lower.dispatch import (
    effect,
    lowers_effect,
    lowers_place,
    lowers_value,
    place,
    type_of,
    value,
)
from symheap.lang.c.lower.effects import has_effects
from symheap.lang.c.lower.initializers import initialize, initialized_type
from symheap.lang.c.lower.operators import step
from symheap.lang.c.lower.sequence import check_operands
from symheap.lang.c.lower.values import InMemory, InRegister, Place, Value
from symheap.memory.expressions import AddressOf, Number, Operator

_FUNCTION_NAMES = frozenset({"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"})

# Names and constants --------------------------------------------------------------------------------------------------


@lowers_place(c_ast.ID)
def name_place(context: Context, node: c_ast.ID) -> Place:
    pointer = context.types.model.pointer
    meaning = context.scope.find(node.name)
    match meaning:
        case Variable(place=where):
            return where
        case GlobalVariable(type=ctype, symbol=symbol):
            if context.unit.program.has_clash(symbol):
                raise context.unsupported(f"{node.name}, which is declared with different types", node)
            context.unit.program.refer(symbol)
            return InMemory(AddressOf(symbol, pointer), ctype)
        case FunctionName(type=function, symbol=symbol):
            refused = context.unit.refused_attribute(node.name, symbol)
            if refused is not None:
                raise refused
            context.unit.program.refer_function(context.unit, symbol, function)
            return InMemory(AddressOf(symbol, pointer), function)
        case None if node.name in _FUNCTION_NAMES:
            return context.unit.string_place(context.function.encode() + b"\0", context.types.char, context.position)
        case Refused(reason=reason, position=position):
            raise Unsupported(reason, position)
        case None:
            raise context.wrong(f"{node.name} is not declared", node)
        case _:
            raise context.wrong(f"{node.name} is not a variable", node)


@lowers_value(c_ast.ID)
def name_value(context: Context, node: c_ast.ID) -> Value:
    meaning = context.scope.find(node.name)
    if isinstance(meaning, Constant):
        return Value(fold.number(meaning.value, meaning.type.size), meaning.type)
    return read(context, name_place(context, node))


@lowers_value(c_ast.Constant)
def constant_value(context: Context, node: c_ast.Constant) -> Value:
    if node.type == "string":
        return read(context, string_place(context, node))
    if node.type == "nullptr_t":
        return Value(context.count(0), context.types.pointer(VOID))
    return literal(context, node)


@lowers_place(c_ast.Constant)
def string_place(context: Context, node: c_ast.Constant) -> Place:
    if node.type != "string":
        raise context.wrong("a constant is no object", node)
    data, element = string_bytes(context, node)
    return context.unit.string_place(data, element, context.position)


# Members, elements, dereferences --------------------------------------------------------------------------------------


@lowers_place(c_ast.StructRef)
def member_place(context: Context, node: c_ast.StructRef) -> Place:
    """Return the place of ``a.f`` or ``p->f``: the address of the record plus the member's offset.

    Nothing is read for ``a.f``.
    """
    base = value(context, node.name)
    record = base.type
    if node.type == "->":
        if not isinstance(record, Pointer):
            raise context.wrong(f"-> on a value of type {record}", node)
        record = record.target
    if not isinstance(record, Record):
        raise context.wrong(f"a member of a value of type {record}", node)
    if not context.types.is_complete(record):
        raise context.wrong(f"{record} is not defined", node)
    context.types.accessed.add(record.key)
    field = context.types.member(record, str(node.field.name))
    if field is None:
        raise context.wrong(f"{record} has no member {node.field.name}", node)
    return member(base.expression, field)


@lowers_place(c_ast.ArrayRef)
def element_place(context: Context, node: c_ast.ArrayRef) -> Place:
    return _element(context, node, is_address=False)


def _element(context: Context, node: c_ast.ArrayRef, *, is_address: bool) -> Place:
    check_operands(context, [node.name, node.subscript])
    base = value(context, node.name)
    if has_effects(node.subscript):
        base = Value(context.keep(base.expression), base.type)
    index = value(context, node.subscript)
    if isinstance(index.type, Pointer):
        base, index = index, base
    if not isinstance(base.type, Pointer):
        raise context.wrong(f"an element of a value of type {base.type}", node)
    index = promote(context, index)
    _stays_inside(context, node.name, index, is_address=is_address)
    return InMemory(offset(context, base, index).expression, base.type.target)


def _stays_inside(context: Context, array: c_ast.Node, index: Value, *, is_address: bool) -> None:
    """Refuses an index beyond an array that has more of its object behind it, which the bounds of the object allow.

    The address of an element may be that behind the last one.
    """
    if not context.function or not isinstance(index.type, Integer):
        return
    if not isinstance(array, (c_ast.StructRef, c_ast.ArrayRef)):
        return
    ctype = type_of(context, array)
    if not isinstance(ctype, Array) or not ctype.length or _is_last_member(context, array):
        return
    index = Value(resize(index.expression, is_signed(index.type), 8), index.type)
    most = Number(ctype.length if is_address else ctype.length - 1, 8)
    beyond = fold.binary(Operator.ULT, most, index.expression)
    context.refuse_if(beyond, f"an index beyond an array of {ctype.length}, inside the object that it is a part of")


def _is_last_member(context: Context, node: c_ast.Node) -> bool:
    """Whether an array is the last member of a record: such arrays are used as if they had any length."""
    if not isinstance(node, c_ast.StructRef):
        return False
    base = type_of(context, node.name)
    record = base.target if isinstance(base, Pointer) else base
    found = context.types.member(record, str(node.field.name)) if isinstance(record, Record) else None
    if found is None or not isinstance(record, Record):
        return True
    ends = (part.offset + context.types.size(part.type) for part in context.types.layout(record).fields)
    return found.offset + context.types.size(found.type) >= max(ends)


@lowers_place(c_ast.UnaryOp)
def pointed_place(context: Context, node: c_ast.UnaryOp) -> Place:
    if node.op in {"++", "--"}:
        step(context, node)
        return place(context, node.expr)
    if node.op != "*":
        raise context.wrong(f"the result of {node.op} is no object", node)
    pointer = value(context, node.expr)
    if not isinstance(pointer.type, Pointer):
        raise context.wrong(f"* on a value of type {pointer.type}", node)
    return InMemory(pointer.expression, pointer.type.target)


@lowers_value(c_ast.StructRef, c_ast.ArrayRef, c_ast.CompoundLiteral)
def read_value(context: Context, node: c_ast.Node) -> Value:
    return read(context, place(context, node))


@lowers_place(c_ast.CompoundLiteral)
def compound_literal(context: Context, node: c_ast.CompoundLiteral) -> Place:
    ctype = initialized_type(context, resolve(context, node.type), node.init)
    constant = is_constant(context, node.type)
    if not context.function:
        return context.unit.anonymous_global(context, ctype, node.init, constant=constant)
    where = context.scratch_local(ctype, constant=constant)
    initialize(context, InMemory(where, ctype), node.init)
    return InMemory(where, ctype)


# Unary operators ------------------------------------------------------------------------------------------------------


@lowers_value(c_ast.UnaryOp)
def unary(context: Context, node: c_ast.UnaryOp) -> Value:
    operator = str(node.op)
    if operator == "sizeof":
        return size_of(context, node)
    if "align" in operator.lower():
        return _alignment_of(context, node)
    if operator in {"++", "--", "p++", "p--"}:
        return step(context, node)
    if operator == "*":
        return read(context, pointed_place(context, node))
    if operator == "&":
        if isinstance(node.expr, c_ast.ArrayRef):
            return address(context, _element(context, node.expr, is_address=True))
        return address(context, place(context, node.expr))
    if operator == "!":
        return _not(context, node)
    return _arithmetic(context, operator, promote(context, value(context, node.expr)))


def _alignment_of(context: Context, node: c_ast.UnaryOp) -> Value:
    if not isinstance(node.expr, c_ast.Typename):
        raise context.unsupported("the alignment of an object", node)
    ctype = resolve(context, node.expr)
    aligned = typedef_alignment(context, node.expr) or context.types.alignment(ctype)
    return Value(context.count(aligned), context.types.size_t)


def _not(context: Context, node: c_ast.UnaryOp) -> Value:
    if isinstance(node.expr, c_ast.BinaryOp) and node.expr.op in {"&&", "||"}:
        return truth_value(context, node)
    return Value(fold.negate(condition(value(context, node.expr))), context.types.int)


def _arithmetic(context: Context, operator: str, operand: Value) -> Value:
    size = operand.expression.size
    if isinstance(operand.type, Floating) and operator in {"-", "+"}:
        sign = fold.number(1 << (8 * size - 1), size) if size in {4, 8} else fold.number(1 << 79, size)
        negated = fold.binary(Operator.XOR, operand.expression, sign)
        return Value(negated if operator == "-" else operand.expression, operand.type)
    if not isinstance(operand.type, Integer):
        raise context.wrong(f"{operator} on a value of type {operand.type}")
    if operator == "-":
        return Value(fold.binary(Operator.SUB, Number(0, size), operand.expression), operand.type)
    if operator == "~":
        return Value(fold.binary(Operator.XOR, operand.expression, Number(-1, size)), operand.type)
    if operator == "+":
        return operand
    raise context.unsupported(f"the operator {operator}")


@lowers_effect(c_ast.UnaryOp)
def unary_effect(context: Context, node: c_ast.UnaryOp) -> None:
    if node.op in {"++", "--", "p++", "p--"}:
        step(context, node, wanted=False)
    else:
        value(context, node)


def size_of(context: Context, node: c_ast.UnaryOp) -> Value:
    ctype = resolve(context, node.expr) if isinstance(node.expr, c_ast.Typename) else type_of(context, node.expr)
    if isinstance(ctype, (Record, Array)) and not context.types.is_complete(ctype):
        if isinstance(ctype, Array) and ctype.bytes is not None:
            return Value(ctype.bytes, context.types.size_t)
        raise context.wrong(f"the size of {ctype} is not known", node)
    return Value(context.count(context.types.size(ctype)), context.types.size_t)


# Casts, commas, conditional values ------------------------------------------------------------------------------------


@lowers_value(c_ast.Cast)
def cast(context: Context, node: c_ast.Cast) -> Value:
    ctype = resolve(context, node.to_type)
    if isinstance(ctype, Void):
        effect(context, node.expr)
        return Value(Number(0, 4), VOID)
    operand = value(context, node.expr)
    context.at(node)
    if isinstance(ctype, Pointer) and not leads_to_constant(context, node.to_type) and _is_constant_part(context, node):
        raise context.unsupported("a cast that takes const from the address of a member", node)
    if isinstance(ctype, Record) and operand.type != ctype:
        raise context.unsupported(f"a cast to {ctype}", node)
    return convert(context, operand, ctype)


def _is_constant_part(context: Context, node: c_ast.Cast) -> bool:
    """Whether a cast is applied to the address of a member that is const although its object is not."""
    part = node.expr
    if isinstance(part, c_ast.UnaryOp) and part.op == "&":
        part = part.expr
    elif not isinstance(type_of(context, part), Array):
        return False
    while isinstance(part, (c_ast.StructRef, c_ast.ArrayRef)):
        if isinstance(part, c_ast.StructRef):
            record = type_of(context, part.name)
            record = record.target if isinstance(record, Pointer) else record
            field = context.types.member(record, str(part.field.name)) if isinstance(record, Record) else None
            if field is not None and field.constant:
                return True
            if part.type == "->":
                return False
        part = part.name
    return False


@lowers_effect(c_ast.Cast)
def cast_effect(context: Context, node: c_ast.Cast) -> None:
    effect(context, node.expr)


@lowers_place(c_ast.Cast)
def cast_place(context: Context, node: c_ast.Cast) -> Place:
    """Return the object of a cast that is assigned to, as old compilers allow, with the type of the cast."""
    ctype = resolve(context, node.to_type)
    inner = place(context, node.expr)
    if isinstance(inner, InMemory):
        return InMemory(inner.address, ctype)
    if isinstance(inner, InRegister) and inner.register.size == context.types.size(ctype):
        return InRegister(inner.register, ctype)
    raise context.unsupported("an assignment to a cast", node)


@lowers_value(c_ast.ExprList)
def comma(context: Context, node: c_ast.ExprList) -> Value:
    for part in node.exprs[:-1]:
        effect(context, part)
    return value(context, node.exprs[-1])


@lowers_effect(c_ast.ExprList)
def comma_effect(context: Context, node: c_ast.ExprList) -> None:
    for part in node.exprs:
        effect(context, part)
