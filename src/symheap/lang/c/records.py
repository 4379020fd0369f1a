"""Definitions of structs and unions."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from symheap.lang.c.context import Context
from symheap.lang.c.dispatch import constant_number
from symheap.lang.c.layouts import Member, lay_out
from symheap.lang.c.types import Array, CType, FunctionType, Integer, Record

Resolve = Callable[[Context, c_ast.Node], CType]


def define_record(context: Context, record: Record, node: c_ast.Struct | c_ast.Union, resolve: Resolve) -> None:
    """`record` is complete from here on.  `resolve` finds the types of the members."""
    members: list[Member] = []
    for declaration in node.decls or ():
        if isinstance(declaration, c_ast.Decl):
            member = _member(context, declaration, resolve)
            if member is not None:
                members.append(member)
    attributes = context.unit.attributes
    context.types.layouts[record.key] = lay_out(
        context.types,
        members,
        union=record.union,
        packed=attributes.is_packed(node.coord),
        aligned=attributes.alignment(node.coord),
        most=context.unit.pack,
    )


def _member(context: Context, node: c_ast.Decl, resolve: Resolve) -> Member | None:
    """None: a declaration of a tag only, which is no member."""
    position = context.at(node)
    ctype = resolve(context, node.type)
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
    attributes = context.unit.attributes
    coord = _name_coord(node)
    aligned = max([attributes.alignment(coord), *(_alignas(context, part, resolve) for part in node.align or ())])
    return Member(node.name, ctype, width, aligned, attributes.is_packed(coord))


def _alignas(context: Context, node: c_ast.Alignas, resolve: Resolve) -> int:
    if isinstance(node.alignment, c_ast.Typename):
        return context.types.alignment(resolve(context, node.alignment))
    return constant_number(context, node.alignment)


def _name_coord(node: c_ast.Decl) -> object:
    inner = node.type
    while isinstance(inner, (c_ast.PtrDecl, c_ast.ArrayDecl, c_ast.FuncDecl)):
        inner = inner.type
    return inner.coord
