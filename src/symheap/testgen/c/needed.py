"""Select the declarations that the written functions and objects need, since headers declare much more.

A name is declared before its use, but a struct may be defined after its first use, so passes repeat until nothing is
added.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pycparser import c_ast

from symheap.lang.c.front.nodes import children

_TAGGED = (c_ast.Struct, c_ast.Union, c_ast.Enum)


def needed(tree: c_ast.FileAST, functions: Collection[str], objects: Collection[str]) -> set[int]:
    """Return the ids of the nodes that are needed for the functions and objects with these names."""
    names = {*functions, *objects}
    waiting = [(node, frozenset(_declared(node))) for node in reversed(tree.ext)]
    chosen = {id(node) for node in tree.ext if isinstance(node, c_ast.Pragma)}
    before = -1
    while before < len(chosen):
        before = len(chosen)
        for node, declared in waiting:
            if id(node) not in chosen and not names.isdisjoint(declared):
                chosen.add(id(node))
                names.update(_mentioned(node))
    return chosen


def _walk(node: c_ast.Node) -> Iterator[c_ast.Node]:
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += children(part)


def _declared(node: c_ast.Node) -> Iterator[str]:
    """Yield the names that a declaration defines; the body of a function defines none for others."""
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
