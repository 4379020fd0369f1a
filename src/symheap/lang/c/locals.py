"""Declarations inside functions."""

from __future__ import annotations

from typing import Final

from pycparser import c_ast

from symheap.lang.c.access import write
from symheap.lang.c.context import Context
from symheap.lang.c.declarations import resolve
from symheap.lang.c.dispatch import lowers_statement, value
from symheap.lang.c.initializers import initialize, initialized_type
from symheap.lang.c.scopes import Typedef, Variable
from symheap.lang.c.types import Array, CType, FunctionType, Record
from symheap.lang.c.values import InMemory, InRegister, Value
from symheap.memory.expressions import Number, Register
from symheap.memory.ir import Allocate, Fill, Lifetime, Nondet

VOLATILE: Final = "volatile objects change only by the program"


@lowers_statement(c_ast.DeclList)
def declarations(context: Context, node: c_ast.DeclList) -> None:
    for declaration in node.decls:
        context.at(declaration)
        if isinstance(declaration, c_ast.Decl):
            declare(context, declaration)


@lowers_statement(c_ast.Typedef)
def local_typedef(context: Context, node: c_ast.Typedef) -> None:
    context.scope.names[node.name] = Typedef(resolve(context, node.type))


@lowers_statement(c_ast.Decl)
def declare(context: Context, node: c_ast.Decl) -> None:
    """A name is known in its own initialiser."""
    position = context.at(node)
    if node.name is None:
        resolve(context, node.type)
        return
    ctype = _declared_type(context, node)
    context.position = position
    if "volatile" in node.quals:
        context.unit.program.assume(VOLATILE)
    if isinstance(ctype, FunctionType) or "extern" in node.storage:
        context.unit.declare(context.scope, node, ctype)
    elif "static" in node.storage:
        context.unit.static_local(context, node, ctype)
    elif isinstance(ctype, Array) and ctype.bytes is not None:
        _declare_variable_array(context, node, ctype)
    elif not context.types.is_complete(ctype):
        raise context.wrong(f"{node.name} has type {ctype}, which is not complete", node)
    elif id(node) in context.in_memory or isinstance(ctype, (Array, Record)):
        _declare_in_memory(context, node, ctype)
    else:
        _declare_in_register(context, node, ctype)


def _declared_type(context: Context, node: c_ast.Decl) -> CType:
    if isinstance(node.type, c_ast.TypeDecl) and isinstance(node.type.type, c_ast.InferredType):
        return value(context.scratch(), node.init).type
    return initialized_type(context, resolve(context, node.type), node.init)


def _declare_in_register(context: Context, node: c_ast.Decl, ctype: CType) -> None:
    register = Register(context.unique(node.name), context.types.size(ctype))
    context.scope.names[node.name] = Variable(ctype, InRegister(register, ctype))
    position = context.position
    if node.init is None:
        context.emit(Nondet(register, position))
        return
    initial = node.init
    while isinstance(initial, c_ast.InitList) and initial.exprs:
        initial = initial.exprs[0]
    new = Value(Number(0, 4), context.types.int) if isinstance(initial, c_ast.InitList) else value(context, initial)
    context.position = position
    write(context, InRegister(register, ctype), new)


def _declare_in_memory(context: Context, node: c_ast.Decl, ctype: CType) -> None:
    """A jump back to a label in the same block comes by again: an object without initialiser then holds anything."""
    place = InMemory(context.local(node.name, ctype), ctype)
    context.scope.names[node.name] = Variable(ctype, place)
    if node.init is not None:
        initialize(context, place, node.init)
    elif any(context.extent in extent.chain() for _, extent in context.jumps.labels.values()):
        context.emit(Fill(place.address, None, context.count(context.types.size(ctype)), context.position))


def _declare_variable_array(context: Context, node: c_ast.Decl, ctype: Array) -> None:
    assert ctype.bytes is not None
    register = Register(context.unique(node.name), context.types.model.pointer)
    context.unit.program.assume("arrays of variable length live until their function returns")
    context.emit(Allocate(register, ctype.bytes, context.position, lifetime=Lifetime.LOCAL))
    context.scope.names[node.name] = Variable(ctype, InMemory(register, ctype))
