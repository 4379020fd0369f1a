"""Definitions of structs and unions."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from symheap.lang.c.front.attribute_table import MEMBERS, RECORDS
from symheap.lang.c.front.attribute_values import alignment, has, understood, with_mode
from symheap.lang.c.front.errors import Unsupported
from symheap.lang.c.front.layouts import Member, lay_out
from symheap.lang.c.front.scopes import GlobalVariable, Typedef, Variable
from symheap.lang.c.front.types import Array, CType, FunctionType, Integer, Record, TypeLayout
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.dispatch import constant_number

Resolve = Callable[[Context, c_ast.Node], CType]


def define_record(context: Context, record: Record, node: c_ast.Struct | c_ast.Union, resolve: Resolve) -> None:
    """Complete `record` with the members of its definition; `resolve` finds their types."""
    try:
        context.types.layouts[record.key] = _layout(context, record, node, resolve)
    except Unsupported as refusal:
        context.types.refused[record.key] = refusal.reason


def _layout(context: Context, record: Record, node: c_ast.Struct | c_ast.Union, resolve: Resolve) -> TypeLayout:
    attributes = understood(context.unit.attributes.of(node.coord), RECORDS)
    members: list[Member] = []
    for declaration in node.decls or ():
        if isinstance(declaration, c_ast.Decl):
            member = _member(context, declaration, resolve)
            if member is not None:
                members.append(member)
    return lay_out(
        context.types,
        members,
        union=record.union,
        packed=has(attributes, "packed"),
        aligned=alignment(context, attributes) or 1,
        most=context.unit.attributes.pack(node.coord),
    )


def _member(context: Context, node: c_ast.Decl, resolve: Resolve) -> Member | None:
    """Return the member that a declaration adds; None if it only declares a tag."""
    position = context.at(node)
    attributes = understood(context.unit.attributes.of(name_coord(node)), MEMBERS)
    ctype = with_mode(context, resolve(context, node.type), attributes)
    if isinstance(ctype, FunctionType):
        raise context.wrong(f"the member {node.name} is a function", node)
    if isinstance(ctype, Record) and not context.types.is_complete(ctype):
        context.position = position
        raise context.wrong(f"the member {node.name} has type {ctype}, which is not defined")
    if isinstance(node.type, (c_ast.Struct, c_ast.Union)) and node.type.name is not None:
        return None
    if isinstance(node.type, c_ast.Enum):
        return None
    if isinstance(ctype, Array) and ctype.bytes is not None:
        raise context.wrong(f"the member {node.name} has a variable size", node)
    width = None if node.bitsize is None else constant_number(context, node.bitsize)
    if width is not None and not (isinstance(ctype, Integer) and 0 <= width <= 8 * ctype.size):
        raise context.wrong(f"a bit-field of type {ctype} cannot have {width} bits", node)
    asked = [alignment(context, attributes), *(alignas(context, part, resolve) for part in node.align or ())]
    aligned = max((each for each in asked if each is not None), default=None)
    natural, constant = typedef_alignment(context, node.type), is_constant(context, node.type)
    return Member(node.name, ctype, width, aligned, has(attributes, "packed"), natural, constant)


def alignas(context: Context, node: c_ast.Alignas, resolve: Resolve) -> int:
    if isinstance(node.alignment, c_ast.Typename):
        ctype = resolve(context, node.alignment)
        return typedef_alignment(context, node.alignment) or context.types.alignment(ctype)
    return constant_number(context, node.alignment)


def typedef_alignment(context: Context, node: c_ast.Node) -> int | None:
    """Return the alignment that a typedef gives to the type of a declarator, if it has an attribute for it."""
    while isinstance(node, (c_ast.Typename, c_ast.TypeDecl, c_ast.AttributedType, c_ast.ArrayDecl)):
        node = node.type
    if isinstance(node, c_ast.TypeOf) and isinstance(node.expr, c_ast.Typename):
        return typedef_alignment(context, node.expr)
    if isinstance(node, c_ast.IdentifierType) and len(node.names) == 1:
        meaning = context.scope.find(node.names[0])
        return meaning.alignment if isinstance(meaning, Typedef) else None
    return None


def is_constant(context: Context, node: c_ast.Node) -> bool:
    """Whether a declarator or a type name has a ``const`` type: such an object may never be modified."""
    while True:
        match node:
            case c_ast.PtrDecl(quals=quals):
                return "const" in quals
            case c_ast.TypeDecl(quals=quals) if "const" in quals:
                return True
            case c_ast.Typename() | c_ast.TypeDecl() | c_ast.ArrayDecl() | c_ast.AttributedType():
                node = node.type
            case c_ast.TypeOf(expr=inner):
                node = inner
            case c_ast.IdentifierType(names=[name]) | c_ast.ID(name=name):
                meaning = context.scope.find(str(name))
                return isinstance(meaning, (Typedef, Variable, GlobalVariable)) and meaning.constant
            case _:
                return False


def leads_to_constant(context: Context, node: c_ast.Node) -> bool:
    """Whether a type name denotes a pointer to a ``const`` type."""
    while isinstance(node, (c_ast.Typename, c_ast.AttributedType)):
        node = node.type
    return isinstance(node, c_ast.PtrDecl) and is_constant(context, node.type)


def name_coord(node: c_ast.Decl | c_ast.Typedef | c_ast.Typename) -> object:
    """Return the place of the name that a declaration declares."""
    inner = node.type
    while isinstance(inner, (c_ast.PtrDecl, c_ast.ArrayDecl, c_ast.FuncDecl)):
        inner = inner.type
    return inner.coord
