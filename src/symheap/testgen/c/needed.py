"""Which declarations of a file the written functions and objects need: headers declare much more.

Law: in C a name is declared before it is used, so one pass from the end to the beginning finds all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pycparser import c_ast

from symheap.lang.c.nodes import children

_TAGGED = (c_ast.Struct, c_ast.Union, c_ast.Enum)


def needed(tree: c_ast.FileAST, functions: Collection[str], objects: Collection[str]) -> set[int]:
    """The identities of the nodes that are needed for the functions and objects with these names."""
    names: set[str] = set()
    found: set[int] = set()
    for node in reversed(tree.ext):
        is_root = isinstance(node, c_ast.Pragma) or (
            (isinstance(node, c_ast.FuncDef) and node.decl.name in functions)
            or (isinstance(node, c_ast.Decl) and node.name in objects)
        )
        if is_root or not names.isdisjoint(_declared(node)):
            found.add(id(node))
            names.update(_mentioned(node))
    return found


def _walk(node: c_ast.Node) -> Iterator[c_ast.Node]:
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += children(part)


def _declared(node: c_ast.Node) -> Iterator[str]:
    """The names that a declaration gives a meaning; a function's body gives none to others."""
    if isinstance(node, c_ast.FuncDef):
        yield str(node.decl.name)
        return
    if isinstance(node, (c_ast.Decl, c_ast.Typedef)) and node.name is not None:
        yield str(node.name)
    for part in _walk(node):
        if isinstance(part, _TAGGED) and part.name is not None:
            yield f"tag {part.name}"
        elif isinstance(part, c_ast.Enumerator):
            yield str(part.name)


def _mentioned(node: c_ast.Node) -> Iterator[str]:
    for part in _walk(node):
        if isinstance(part, c_ast.IdentifierType):
            yield from map(str, part.names)
        elif isinstance(part, c_ast.ID):
            yield str(part.name)
        elif isinstance(part, _TAGGED) and part.name is not None:
            yield f"tag {part.name}"
