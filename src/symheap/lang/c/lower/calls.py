"""Calls: of the program's functions, of modelled library functions, and through pointers."""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from symheap.lang.c.front.compatible import Compatibility
from symheap.lang.c.front.scopes import FunctionName, Meaning
from symheap.lang.c.front.types import VOID, CType, FunctionType, Pointer, Record, Void
from symheap.lang.c.library import LIBRARY, Invocation
from symheap.lang.c.library.checks import require, shortened
from symheap.lang.c.library.nondeterminism import any_of, is_nondet
from symheap.lang.c.lower.access import copy
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.conversions import convert, default_promote, promoted_type
from symheap.lang.c.lower.dispatch import lowers_value, value
from symheap.lang.c.lower.effects import GCC_ORDER, has_effects, has_order
from symheap.lang.c.lower.forms import FORMS
from symheap.lang.c.lower.sequence import check_operands
from symheap.lang.c.lower.values import Value
from symheap.memory.expressions import AddressOf, Expression, Number
from symheap.memory.ir import Call, Fill, Refuse


@lowers_value(c_ast.FuncCall)
def call(context: Context, node: c_ast.FuncCall) -> Value:
    position = context.at(node)
    name = node.name.name if isinstance(node.name, c_ast.ID) else ""
    meaning = context.scope.find(name) if name else None
    arguments: list[c_ast.Node] = list(node.args.exprs) if node.args is not None else []
    if name and (meaning is None or isinstance(meaning, FunctionName)):
        symbol = meaning.symbol if isinstance(meaning, FunctionName) else name
        program = context.unit.program
        refused = context.unit.refused_attribute(name, symbol)
        if refused is not None:
            raise refused
        model = LIBRARY.get(name)
        if not program.is_defined(symbol) or (model is not None and model.intrinsic):
            if name in FORMS:
                return FORMS[name](context, node, arguments)
            if model is not None:
                values = _values(context, arguments)
                context.position = position
                declared = meaning.type.result if isinstance(meaning, FunctionName) else None
                return _modelled(context, name, values, declared)
            if isinstance(meaning, FunctionName) and is_nondet(name, meaning.type.result):
                _values(context, arguments)
                context.position = position
                return any_of(context, meaning.type.result)
            program.adopt(name)
        ctype = context.unit.function_type(symbol, meaning)
        result = _checked_result(context, symbol, meaning, ctype, len(arguments))
        return _direct(context, symbol, replace(ctype, result=result), arguments)
    return _indirect(context, node, arguments)


def _checked_result(context: Context, symbol: str, meaning: Meaning | None, ctype: FunctionType, count: int) -> CType:
    """Return the type by which the caller reads the result: that of its own declaration, not of the definition.

    A call without a prototype must fit the definition, which the compiler does not see there.
    """
    program = context.unit.program
    declared = (
        meaning.type if isinstance(meaning, FunctionName) else FunctionType(context.types.int, (), prototyped=False)
    )
    if not program.is_defined(symbol) or declared.prototyped:
        return ctype.result
    if not program.agrees(symbol, declared):
        raise context.unsupported(f"call of {symbol} by another type than that of its definition")
    if count != len(ctype.parameters):
        raise context.unsupported(f"call of {symbol} with {count} arguments instead of {len(ctype.parameters)}")
    return declared.result


def _fits(context: Context, argument: Value, parameter: CType) -> bool:
    """Whether an argument that no prototype converts is what the function expects."""
    given, wanted = argument.type, promoted_type(context.types, parameter)
    return Compatibility(context.types).same(given, wanted)


def _values(context: Context, nodes: list[c_ast.Node]) -> list[Value]:
    """Return the values of arguments, each as it is when its turn comes.

    If the order matters it is that of gcc: from right to left, and a record is read when the call is made.
    """
    check_operands(context, nodes)
    backwards = has_order(context.scope, *nodes)
    if backwards:
        context.unit.program.assume(GCC_ORDER)
    waiting = list(nodes[::-1] if backwards else nodes)
    values: list[Value] = []
    while waiting:
        given = value(context, waiting.pop(0))
        if any(has_effects(part) for part in waiting):
            given = Value(context.keep(given.expression), given.type)
        values.append(given)
    return values[::-1] if backwards else values


def _copied(context: Context, given: Value, ctype: Record) -> Value:
    where = context.scratch_local(ctype)
    copy(context, where, given.expression, ctype)
    return Value(where, ctype)


def _modelled(context: Context, name: str, arguments: list[Value], declared: CType | None) -> Value:
    invocation = Invocation(name, tuple(arguments), declared)
    require(context, invocation)
    result = LIBRARY[name].emit(context, invocation)
    context.unit.program.assume_all(LIBRARY[name].assumptions)
    if declared is None or result.type == declared or isinstance(declared, Record):
        return result
    if isinstance(declared, Void) or isinstance(result.type, Void):
        return Value(Number(0, 4), VOID) if isinstance(declared, Void) else _anything(context, declared)
    return convert(context, result, declared)


def _anything(context: Context, ctype: CType) -> Value:
    return Value(context.anything(context.types.size(ctype)), ctype)


def _direct(context: Context, symbol: str, ctype: FunctionType, nodes: list[c_ast.Node]) -> Value:
    arguments = _arguments(context, ctype, nodes)
    program = context.unit.program
    if program.is_defined(symbol):
        program.refer(symbol)
        if program.is_adopted(symbol):
            arguments = shortened(context, symbol, arguments)
        if program.agrees(symbol, ctype):
            return _emit(context, symbol, ctype.result, arguments)
        context.emit(Refuse(f"call of {symbol} by another type than that of its definition", context.position))
        return _unknown_result(context, ctype.result)
    if context.unit.options.havoc_unknown:
        program.assume(f"{symbol}, which has no body, returns anything and changes nothing")
    else:
        context.emit(Refuse(f"call of {symbol}, which has neither a body nor a model", context.position))
    return _unknown_result(context, ctype.result)


def _unknown_result(context: Context, ctype: CType) -> Value:
    if isinstance(ctype, Void):
        return Value(Number(0, 4), VOID)
    if isinstance(ctype, Record):
        where = context.scratch_local(ctype)
        context.emit(Fill(where, None, context.count(context.types.size(ctype)), context.position))
        return Value(where, ctype)
    return _anything(context, ctype)


def _indirect(context: Context, node: c_ast.FuncCall, nodes: list[c_ast.Node]) -> Value:
    """Lower ``(*f)(…)`` and ``f(…)`` through a pointer: functions decay, so both are a call of an address."""
    position = context.position
    target = value(context, node.name)
    function = target.type.target if isinstance(target.type, Pointer) else target.type
    if not isinstance(function, FunctionType):
        raise context.wrong(f"a call of a value of type {target.type}", node)
    pinned = target.expression
    if any(has_effects(part) for part in nodes):
        pinned = context.keep(pinned)
    arguments = _arguments(context, function, nodes)
    context.position = position
    if isinstance(pinned, AddressOf) and not pinned.local:
        return _emit_known(context, pinned.symbol, function, arguments)
    return _emit(context, pinned, function.result, arguments)


def _emit_known(context: Context, symbol: str, ctype: FunctionType, arguments: list[Expression]) -> Value:
    program = context.unit.program
    if program.is_defined(symbol) and program.agrees(symbol, ctype):
        return _emit(context, symbol, ctype.result, arguments)
    return _emit(context, AddressOf(symbol, context.types.model.pointer), ctype.result, arguments)


def _emit(context: Context, function: str | Expression, result: CType, arguments: list[Expression]) -> Value:
    """Emit the call.  A record is returned through an address that is passed first."""
    if isinstance(result, Record):
        has_array = context.types.has_array(result)
        where = context.temporary(result) if has_array else context.scratch_local(result)
        context.emit(Call(None, function, (where, *arguments), context.position))
        return Value(where, result)
    if isinstance(result, Void):
        context.emit(Call(None, function, tuple(arguments), context.position))
        return Value(Number(0, 4), VOID)
    target = context.fresh(context.types.size(result))
    context.emit(Call(target, function, tuple(arguments), context.position))
    return Value(target, result)


def _arguments(context: Context, ctype: FunctionType, nodes: list[c_ast.Node]) -> list[Expression]:
    """Return the arguments, converted to the types of the parameters.

    Surplus arguments are evaluated and dropped; arguments that an old-style call omits have unknown values.
    """
    position = context.position
    values = _values(context, nodes)
    context.position = position
    arguments: list[Expression] = []
    for argument, parameter in zip(values, ctype.parameters, strict=False):
        promoted = default_promote(context, argument)
        if not ctype.prototyped and not _fits(context, promoted, parameter):
            raise context.unsupported(f"an argument of type {argument.type} for a parameter of type {parameter}")
        converted = convert(context, promoted, parameter)
        if isinstance(converted.type, Record):
            converted = _copied(context, converted, converted.type)
        arguments.append(converted.expression)
    for parameter in ctype.parameters[len(nodes) :]:
        if ctype.prototyped:
            raise context.wrong("a call has too few arguments")
        arguments.append(context.anything(context.types.size(parameter)))
    return arguments
