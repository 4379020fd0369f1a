"""Where a file writes qualifiers.  They are not part of a type here, but two selections depend on them."""

from __future__ import annotations

from pycparser import c_ast

from symheap.lang.c.front.nodes import descendants
from symheap.lang.c.lower.context import Context


def may_be_qualified(context: Context, node: c_ast.Node) -> bool:
    """Whether a qualifier may be in the type of an expression, or is in that of a type name.

    Law: if not, no name in it is declared with a qualifier anywhere in the file, and it writes none itself.
    """
    return _mentions(node, context.unit.qualified_names())


def qualified_names(tree: c_ast.Node) -> frozenset[str]:
    """The variables, members, functions and typedefs that some declaration of a file gives a qualifier."""
    declared = [
        part for part in descendants(tree) if isinstance(part, (c_ast.Decl, c_ast.Typedef)) and part.name is not None
    ]
    names: frozenset[str] = frozenset()
    while True:
        found = frozenset(str(each.name) for each in declared if _mentions(each.type, names))
        if found <= names:
            return names
        names |= found


def _mentions(node: c_ast.Node, names: frozenset[str]) -> bool:
    for part in descendants(node):
        match part:
            case c_ast.ID(name=name) if name in names:
                return True
            case c_ast.IdentifierType(names=words) if names & set(words):
                return True
        if getattr(part, "quals", None) or getattr(part, "dim_quals", None):
            return True
    return False
