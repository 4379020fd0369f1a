"""Checks of the obligations of a call, put in front of the bodies of models in C."""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from symheap.lang.c.library.parameters import Factor, Obligation, obligations


def with_checks(tree: c_ast.FileAST) -> c_ast.FileAST:
    """Return the models, each beginning with checks of its arguments, by the declarations of its parameters."""
    for node in tree.ext:
        if isinstance(node, c_ast.FuncDef):
            node.body.block_items = [*_checks(node), *(node.body.block_items or [])]
    return tree


def _checks(node: c_ast.FuncDef) -> Iterator[c_ast.Node]:
    names = parameter_names(node)
    for name, obligation in zip(names, obligations(node.decl.name), strict=True):
        if obligation.helper is not None:
            yield _check(obligation, obligation.helper, name, names, node.body.coord)


def _check(obligation: Obligation, helper: str, name: str, names: list[str], where: object) -> c_ast.Node:
    arguments = [_name(name, where), *(_argument(factor, names, where) for factor in obligation.factors)]
    given = c_ast.ExprList(arguments, where)  # type: ignore[no-untyped-call]
    call = c_ast.FuncCall(_name(helper, where), given, where)  # type: ignore[no-untyped-call]
    if not obligation.or_null:
        return call
    return c_ast.If(_name(name, where), call, None, where)  # type: ignore[no-untyped-call]


def _argument(factor: Factor, names: list[str], where: object) -> c_ast.Node:
    if factor.is_parameter:
        return _name(names[factor.number], where)
    return c_ast.Constant("int", str(factor.number), where)  # type: ignore[no-untyped-call]


def _name(name: str, where: object) -> c_ast.Node:
    return c_ast.ID(name, where)  # type: ignore[no-untyped-call]


def parameter_names(node: c_ast.FuncDef) -> list[str]:
    """Return the names of the declared parameters; ``void`` and ``...`` are not parameters."""
    arguments = node.decl.type.args
    return [part.name for part in arguments.params if isinstance(part, c_ast.Decl)] if arguments is not None else []
