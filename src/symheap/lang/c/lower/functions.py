"""Lower whole functions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pycparser import c_ast

from symheap.core.source import Position
from symheap.lang.c.front.attribute_values import argument_number, has
from symheap.lang.c.front.declarations import parameter_type
from symheap.lang.c.front.nodes import place
from symheap.lang.c.front.records import is_constant
from symheap.lang.c.front.scopes import Scope, Variable
from symheap.lang.c.front.types import CType, FunctionType, Pointer, Record, Void
from symheap.lang.c.lower.access import copy
from symheap.lang.c.lower.addresses import taken_addresses
from symheap.lang.c.lower.context import Context, Returns
from symheap.lang.c.lower.emitter import Extent
from symheap.lang.c.lower.statements import guarded, leave_function, resolve_gotos
from symheap.lang.c.lower.values import InMemory, InRegister, Value
from symheap.memory.check import unset_registers
from symheap.memory.expressions import Binary, Number, Operator, Register
from symheap.memory.ir import Function, Nondet, Refuse, Store

if TYPE_CHECKING:
    from symheap.lang.c.unit import Unit


@dataclass(frozen=True, eq=False)
class Definition:
    """A function that has a body."""

    unit: Unit
    node: c_ast.FuncDef
    symbol: str
    type: FunctionType
    is_static: bool


def lower_function(definition: Definition) -> Function:
    node, unit = definition.node, definition.unit
    position = place(node, Position("", 1, 1))
    parameters = parameter_declarations(node)
    context = Context(
        unit,
        Scope(unit.scope),
        position,
        function=str(node.decl.name),
        result=definition.type.result,
        in_memory=taken_addresses(parameters, node.body),
    )
    context.extent = Extent(None)
    context.emitter.begin(context.extent, position)
    attributes = unit.attributes_of(context.function)
    context.returns = Returns(
        never=has(attributes, "noreturn") or "_Noreturn" in node.decl.funcspec,
        nonnull=has(attributes, "returns_nonnull"),
    )
    registers = _parameters(context, definition, parameters)
    _obligations(context, definition, registers)
    guarded(context, node.body)
    if context.emitter.is_open:
        _fall_off(context, str(node.decl.name))
    resolve_gotos(context, refused=context.emitter.has_refusal())
    _refuse_unread(context, node)
    result = definition.type.result
    return _all_set(
        Function(
            definition.symbol,
            tuple(registers),
            None if isinstance(result, (Void, Record)) else context.types.size(result),
            context.emitter.entry,
            context.emitter.finish(),
            position,
            context.names,
            definition.is_static,
            context.places,
        )
    )


def _obligations(context: Context, definition: Definition, registers: list[Register]) -> None:
    """Emit the checks of attributes at the beginning of a function: unsupported ones, and ``nonnull`` parameters."""
    name = context.function
    refused = context.unit.refused_attribute(name, definition.symbol)
    if refused is not None:
        context.emit(Refuse(refused.reason, refused.position))
    first = len(registers) - len(definition.type.parameters)
    for each in context.unit.attributes_of(name):
        if each.name != "nonnull":
            continue
        numbers = [argument_number(context, each, text) for text in each.arguments.split(",") if text.strip()]
        for number, parameter in enumerate(definition.type.parameters, start=1):
            if isinstance(parameter, Pointer) and (number in numbers or not numbers):
                register = registers[first + number - 1]
                context.refuse_if(Binary(Operator.EQ, register, context.count(0)), f"a null argument of {name}, {each}")


def _refuse_unread(context: Context, node: c_ast.FuncDef) -> None:
    """Refuse the function if attributes or pragmas in it or in the file are unused: they may change its meaning."""
    attributes = context.unit.attributes
    refusal = attributes.refusal(node.body.coord) or attributes.refusal(None)
    if refusal is not None:
        context.emitter.emit_first(Refuse(*refusal))


def _all_set(function: Function) -> Function:
    """Give registers that a jump past their declaration leaves unset an unknown value."""
    unset = sorted(unset_registers(function), key=lambda register: register.name)
    if not unset:
        return function
    entry = function.blocks[function.entry]
    first = tuple(Nondet(register, function.position) for register in unset)
    blocks = {**function.blocks, function.entry: replace(entry, commands=first + entry.commands)}
    return replace(function, blocks=blocks)


def _fall_off(context: Context, name: str) -> None:
    """Lower the end of a body: ``main`` returns 0, any other function a value that the caller may not use."""
    zero = Value(Number(0, 4), context.types.int)
    leave_function(context, zero if name == "main" and not isinstance(context.result, Void) else None)


def parameter_declarations(node: c_ast.FuncDef) -> list[c_ast.Node]:
    """Return the declarations of the parameters, in order; old-style ones come after the list of their names."""
    arguments = node.decl.type.args
    if arguments is None:
        return []
    later = {part.name: part for part in node.param_decls or () if isinstance(part, c_ast.Decl)}
    declarations: list[c_ast.Node] = []
    for part in arguments.params:
        if isinstance(part, c_ast.ID):
            declarations.append(later.get(part.name, part))
        elif not isinstance(part, c_ast.EllipsisParam):
            declarations.append(part)
    return declarations


def defined_type(context: Context, node: c_ast.FuncDef, declared: FunctionType) -> FunctionType:
    """Return the type of a function with a body; old-style definitions give the types of their parameters, too."""
    if declared.prototyped:
        return declared
    types: list[CType] = []
    for part in parameter_declarations(node):
        if isinstance(part, (c_ast.Decl, c_ast.Typename)):
            types.append(parameter_type(context, part))
        else:
            types.append(context.types.int)
    return FunctionType(declared.result, tuple(types), declared.variadic, prototyped=False)


def _parameters(context: Context, definition: Definition, nodes: list[c_ast.Node]) -> list[Register]:
    """Return a register for each parameter.

    A parameter whose address is taken is copied to memory first, where it dies on return.
    """
    registers: list[Register] = []
    pointer = context.types.model.pointer
    if isinstance(definition.type.result, Record):
        result = Register(context.fresh(pointer).name, pointer)
        context.result_address = result
        registers.append(result)
    for node, ctype in zip(nodes, definition.type.parameters, strict=False):
        name = str(getattr(node, "name", None) or "unnamed")
        constant = is_constant(context, node.type) if isinstance(node, c_ast.Decl) else False
        where: InMemory | InRegister
        if isinstance(ctype, Record):
            register = Register(context.unique(name), pointer)
            where = InMemory(register, ctype)
            if id(node) in context.in_memory or context.types.has_array(ctype):
                where = InMemory(context.local(name, ctype, constant=constant), ctype)
                copy(context, where.address, register, ctype, initial=True)
        elif id(node) in context.in_memory:
            where = InMemory(context.local(name, ctype, constant=constant), ctype)
            register = Register(context.unique(name), context.types.size(ctype))
            context.emit(Store(where.address, register, context.position, initial=True))
        else:
            register = Register(context.unique(name), context.types.size(ctype))
            where = InRegister(register, ctype)
        registers.append(register)
        context.scope.names[name] = Variable(ctype, where, constant)
    return registers
