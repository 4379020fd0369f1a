"""The class table of a program, and the errors of programs without a valid one."""

from __future__ import annotations

from collections.abc import Iterable

from symheap.core.source import Position, SourceError
from symheap.core.types import BOOL_TYPE, INT_TYPE, ROOT, ClassInfo, ClassTable, Field, Type, ref_type
from symheap.lang.pose.syntax import ClassDeclaration, MethodDeclaration, Source, TypeName
from symheap.objects.ir import method_key

MOST_CLASSES = 1000

_PRIMITIVE = {"bool": BOOL_TYPE, "int": INT_TYPE}


def class_table(source: Source) -> ClassTable:
    """Return the closed world of `source`. Result types are ignored: the language is checked dynamically."""
    if len(source.classes) > MOST_CLASSES:
        raise SourceError(f"more than {MOST_CLASSES} classes", source.classes[MOST_CLASSES].position)
    _no_duplicates("class", ((c.name, c.position) for c in source.classes))
    declared = {c.name: c for c in source.classes}
    _check_parents(declared)
    for declaration in source.classes:
        _check_members(declaration, declared)
    return ClassTable([_info(declaration) for declaration in source.classes])


def declared_type(name: TypeName) -> Type:
    return _PRIMITIVE.get(name.name) or ref_type(name.name)


def key_of(method: MethodDeclaration) -> str:
    return method_key(method.name, len(method.parameters))


def _info(declaration: ClassDeclaration) -> ClassInfo:
    fields = tuple(Field(declaration.name, f.name, declared_type(f.type)) for f in declaration.fields)
    return ClassInfo(declaration.name, _parent(declaration), fields, frozenset(map(key_of, declaration.methods)))


def _parent(declaration: ClassDeclaration) -> str | None:
    if declaration.name == ROOT:
        return None
    return declaration.parent.name if declaration.parent is not None else ROOT


def _no_duplicates(what: str, names: Iterable[tuple[str, Position]]) -> None:
    seen: set[str] = set()
    for name, position in names:
        if name in seen:
            raise SourceError(f"{what} '{name}' is declared twice", position)
        seen.add(name)


def _check_parents(declared: dict[str, ClassDeclaration]) -> None:
    """Check that every superclass exists, and that every chain of superclasses ends in Object."""
    for declaration in declared.values():
        parent = declaration.parent
        if parent is None:
            continue
        if declaration.name == ROOT:
            raise SourceError(f"class '{ROOT}' has no superclass", parent.position)
        if parent.name not in declared and parent.name != ROOT:
            raise SourceError(f"unknown superclass '{parent.name}'", parent.position)
    safe = {ROOT}
    for declaration in declared.values():
        chain: list[str] = []
        at = declaration.name
        while at not in safe:
            if at in chain:
                raise SourceError(f"class '{at}' inherits from itself", declared[at].position)
            chain.append(at)
            at = _parent(declared[at]) or ROOT
        safe.update(chain)


def _check_members(declaration: ClassDeclaration, declared: dict[str, ClassDeclaration]) -> None:
    _no_duplicates("field", ((f.name, f.position) for f in declaration.fields))
    _no_duplicates("method", ((key_of(m), m.position) for m in declaration.methods))
    inherited = {f.name: c for c in _superclasses(declaration, declared) for f in c.fields}
    for field in declaration.fields:
        _check_type(field.type, declared)
        if field.name in inherited:
            message = f"field '{field.name}' is declared in superclass '{inherited[field.name].name}' too"
            raise SourceError(message, field.position)
    for method in declaration.methods:
        this = ("this", method.position)
        _no_duplicates("parameter", (this, *((p.name, p.position) for p in method.parameters)))
        for parameter in method.parameters:
            _check_type(parameter.type, declared)


def _superclasses(declaration: ClassDeclaration, declared: dict[str, ClassDeclaration]) -> Iterable[ClassDeclaration]:
    at = _parent(declaration)
    while at is not None and at in declared:
        yield declared[at]
        at = _parent(declared[at])


def _check_type(name: TypeName, declared: dict[str, ClassDeclaration]) -> None:
    if name.name not in declared and name.name != ROOT and name.name not in _PRIMITIVE:
        raise SourceError(f"unknown class '{name.name}'", name.position)
