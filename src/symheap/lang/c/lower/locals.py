"""Declarations inside functions."""

from __future__ import annotations

from typing import Final

from pycparser import c_ast

from symheap.lang.c.front.alignments import asked_alignment
from symheap.lang.c.front.attribute_table import LOCALS
from symheap.lang.c.front.attribute_values import has, understood, with_mode
from symheap.lang.c.front.attributes import Attribute
from symheap.lang.c.front.declarations import resolve, typedef
from symheap.lang.c.front.errors import RefusedType, Unsupported
from symheap.lang.c.front.parse import parse_expression
from symheap.lang.c.front.records import is_constant, name_coord
from symheap.lang.c.front.scopes import Refused, Variable
from symheap.lang.c.front.types import Array, CType, FunctionType, Record
from symheap.lang.c.lower.access import write
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.dispatch import effect, lowers_statement, value
from symheap.lang.c.lower.initializers import initialize, initialized_type
from symheap.lang.c.lower.values import InMemory, InRegister, Value
from symheap.memory.expressions import Number, Register
from symheap.memory.ir import Allocate, Assign, Fill, Leave, Lifetime, Nondet

VOLATILE: Final = "volatile objects change only by the program"


@lowers_statement(c_ast.DeclList)
def declarations(context: Context, node: c_ast.DeclList) -> None:
    for declaration in node.decls:
        context.at(declaration)
        if isinstance(declaration, c_ast.Decl):
            declare(context, declaration)


@lowers_statement(c_ast.Typedef)
def local_typedef(context: Context, node: c_ast.Typedef) -> None:
    context.scope.names[node.name] = typedef(context, node)


@lowers_statement(c_ast.Decl)
def declare(context: Context, node: c_ast.Decl) -> None:
    """Lower a declaration.  If it is refused, each use of the name is refused, too."""
    if node.name is None:
        context.at(node)
        resolve(context, node.type)
        return
    try:
        _declare(context, node)
    except Unsupported as refusal:
        context.scope.names[node.name] = Refused(refusal.reason, refusal.position)
        raise
    except RefusedType as refused:
        context.scope.names[node.name] = Refused(str(refused), context.position)
        raise


def _declare(context: Context, node: c_ast.Decl) -> None:
    """Declare a name, which is already known in its own initialiser."""
    position = context.at(node)
    ctype = _declared_type(context, node)
    context.position = position
    is_local = not isinstance(ctype, FunctionType) and not {"extern", "static"} & set(node.storage)
    attributes: tuple[Attribute, ...] = ()
    if is_local:
        attributes = understood(context.unit.attributes.of(name_coord(node)), LOCALS)
        ctype = with_mode(context, ctype, attributes)
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
    elif id(node) in context.in_memory or isinstance(ctype, (Array, Record)) or has(attributes, "cleanup"):
        _declare_in_memory(context, node, ctype, asked_alignment(context, node, attributes))
    else:
        _declare_in_register(context, node, ctype)
    context.end_expression()
    for each in attributes:
        if each.name == "cleanup":
            _clean_up(context, node, each)


def _clean_up(context: Context, node: c_ast.Decl, attribute: Attribute) -> None:
    """Handle ``cleanup(f)``: call ``f(&variable)`` whichever way the scope is left."""
    scope = context.scope
    call = parse_expression(f"{attribute.arguments}(&{node.name})", (), attribute.position)

    def emit() -> None:
        outer, context.scope = context.scope, scope
        position = context.position
        effect(context, call)
        context.scope, context.position = outer, position

    context.extent.cleanups.append(emit)
    context.has_cleanups = True


def _declared_type(context: Context, node: c_ast.Decl) -> CType:
    if isinstance(node.type, c_ast.TypeDecl) and isinstance(node.type.type, c_ast.InferredType):
        return value(context.scratch(), node.init).type
    return initialized_type(context, resolve(context, node.type), node.init)


def _declare_in_register(context: Context, node: c_ast.Decl, ctype: CType) -> None:
    register = Register(context.unique(node.name), context.types.size(ctype))
    context.scope.names[node.name] = Variable(ctype, InRegister(register, ctype), is_constant(context, node.type))
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


def _declare_in_memory(context: Context, node: c_ast.Decl, ctype: CType, aligned: int | None) -> None:
    """Declare a local in memory.

    A jump back to a label in the same block may reach the declaration again: an object without initialiser then has
    unknown contents.
    """
    constant = is_constant(context, node.type)
    place = InMemory(context.local(node.name, ctype, aligned, constant=constant), ctype)
    context.scope.names[node.name] = Variable(ctype, place, constant)
    if node.init is not None:
        initialize(context, place, node.init)
    elif any(context.extent in extent.chain() for _, extent in context.jumps.labels.values()):
        size = context.count(context.types.size(ctype))
        context.emit(Fill(place.address, None, size, context.position, initial=True))


def _declare_variable_array(context: Context, node: c_ast.Decl, ctype: Array) -> None:
    assert ctype.bytes is not None
    register = Register(context.unique(node.name), context.types.model.pointer)
    context.emitter.emit_first(Assign(register, context.count(0), context.position))
    context.emit(Leave((), context.position, (register,)))
    context.emit(Allocate(register, ctype.bytes, context.position, lifetime=Lifetime.LOCAL))
    context.extent.arrays.append(register)
    context.scope.names[node.name] = Variable(ctype, InMemory(register, ctype))
