"""The declarations of a program, checked: inheritance, members and their types, overriding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symheap.core.source import SourceError
from symheap.core.terms import INT, REF
from symheap.core.types import BOOL_TYPE, INT_TYPE, ROOT, ClassInfo, ClassTable, Field, Type, ref_type
from symheap.lang.javalite import syntax as s
from symheap.objects.ir import method_key

MAX_CLASSES = 500

UNIT_TYPE = Type(INT, "unit")
"""The type with a single value, which every machine represents as 0."""

NULL_TYPE = Type(REF, "null")
"""The type of ``null``: below every class.  No class can have that name."""

_PRIMITIVES = {"bool": BOOL_TYPE, "int": INT_TYPE, "unit": UNIT_TYPE}


def type_name(t: Type) -> str:
    return t.class_name or str(t)


@dataclass(frozen=True, slots=True)
class Signature:
    """A method with its types resolved; `owner` is the class that declares the body."""

    owner: str
    key: str
    result: Type
    parameters: tuple[tuple[str, Type], ...]
    syntax: s.Method

    @property
    def types(self) -> tuple[Type, ...]:
        return tuple(t for _, t in self.parameters)


@dataclass(frozen=True, slots=True)
class Classes:
    """The classes of a program and their members."""

    table: ClassTable
    methods: Mapping[tuple[str, str], Signature]

    def resolve(self, name: s.Name) -> Type:
        """Return the type that a name denotes."""
        primitive = _PRIMITIVES.get(name.text)
        return primitive if primitive is not None else ref_type(self.known(name))

    def known(self, name: s.Name) -> str:
        if name.text not in self.table:
            raise SourceError(f"unknown class {name}", name.position)
        return name.text

    def method(self, class_name: str, key: str) -> Signature | None:
        """Return the method that a call of `key` on a `class_name` runs: its own or the nearest inherited one."""
        owner = self.table.receiver(class_name, key)
        return self.methods[owner, key] if owner is not None else None

    def named(self, class_name: str, name: str) -> tuple[Signature, ...]:
        """Return the methods of that name that a class has, by number of parameters."""
        signatures = {
            signature.key: signature
            for ancestor in reversed(self.table.ancestors(class_name))
            for signature in self.methods.values()
            if signature.owner == ancestor and signature.syntax.name.text == name
        }
        return tuple(sorted(signatures.values(), key=lambda signature: len(signature.parameters)))

    def field(self, class_name: str, name: str) -> Field | None:
        candidates = self.table.declaring(name)
        return next((f for f in candidates if self.table.is_subclass(class_name, f.owner)), None)

    def fits(self, source: Type, target: Type) -> bool:
        """Whether a value of type `source` is allowed where `target` is expected."""
        if source == target:
            return True
        if source.sort is not REF or target.sort is not REF:
            return False
        return source == NULL_TYPE or (
            target != NULL_TYPE and self.table.is_subclass(source.class_name, target.class_name)
        )

    def common(self, a: Type, b: Type) -> Type | None:
        """Return the least type that both fit."""
        if self.fits(a, b):
            return b
        if self.fits(b, a):
            return a
        if a.sort is not REF or b.sort is not REF:
            return None
        superclasses = self.table.ancestors(a.class_name)
        return ref_type(next(c for c in superclasses if self.table.is_subclass(b.class_name, c)))


def declare(program: s.Program) -> Classes:
    """Return the classes of a program; raise `SourceError` at the first wrong declaration."""
    by_name = _by_name(program)
    _check_inheritance(by_name)
    types = {**_PRIMITIVES, **{name: ref_type(name) for name in [ROOT, *by_name]}}
    signatures: dict[tuple[str, str], Signature] = {}
    infos = [_info(c, types, signatures) for c in program.classes]
    classes = Classes(ClassTable(infos), signatures)
    for c in program.classes:
        _check_fields(classes, c)
    for signature in signatures.values():
        _check_override(classes, signature)
    return classes


def _by_name(program: s.Program) -> dict[str, s.Class]:
    by_name: dict[str, s.Class] = {}
    for c in program.classes:
        if c.name.text == ROOT:
            raise SourceError(f"class {ROOT} is predefined", c.name.position)
        if c.name.text in by_name:
            raise SourceError(f"class {c.name} is declared twice", c.name.position)
        if len(by_name) == MAX_CLASSES:
            raise SourceError(f"the program has more than {MAX_CLASSES} classes", c.position)
        by_name[c.name.text] = c
    return by_name


def _check_inheritance(by_name: Mapping[str, s.Class]) -> None:
    rooted = {ROOT}
    for c in by_name.values():
        chain: dict[str, None] = {}
        at = c
        while at.name.text not in rooted:
            chain[at.name.text] = None
            parent = at.parent
            if parent is None or parent.text == ROOT:
                break
            if parent.text not in by_name:
                raise SourceError(f"unknown class {parent}", parent.position)
            if parent.text in chain:
                raise SourceError(f"class {at.name} inherits from itself", parent.position)
            at = by_name[parent.text]
        rooted.update(chain)


def _info(c: s.Class, types: Mapping[str, Type], signatures: dict[tuple[str, str], Signature]) -> ClassInfo:
    owner = c.name.text
    fields: dict[str, Field] = {}
    for declaration in c.fields:
        if declaration.name.text in fields:
            raise SourceError(f"field {declaration.name} is declared twice in class {owner}", declaration.name.position)
        fields[declaration.name.text] = Field(owner, declaration.name.text, _resolve(declaration.type, types))
    for method in c.methods:
        key = method_key(method.name.text, len(method.parameters))
        if (owner, key) in signatures:
            raise SourceError(f"method {key} is declared twice in class {owner}", method.name.position)
        signatures[owner, key] = Signature(owner, key, _resolve(method.type, types), _parameters(method, types), method)
    keys = frozenset(key for declared, key in signatures if declared == owner)
    return ClassInfo(owner, c.parent.text if c.parent is not None else ROOT, tuple(fields.values()), keys)


def _parameters(method: s.Method, types: Mapping[str, Type]) -> tuple[tuple[str, Type], ...]:
    parameters: dict[str, Type] = {}
    for declaration in method.parameters:
        name = declaration.name
        if name.text in parameters:
            raise SourceError(f"parameter {name} is declared twice", name.position)
        parameters[name.text] = _resolve(declaration.type, types)
    return tuple(parameters.items())


def _resolve(name: s.Name, types: Mapping[str, Type]) -> Type:
    declared = types.get(name.text)
    if declared is None:
        raise SourceError(f"unknown class {name}", name.position)
    return declared


def _check_fields(classes: Classes, c: s.Class) -> None:
    parent = classes.table.classes[c.name.text].parent
    assert parent is not None
    inherited = {f.name: f for f in classes.table.fields(parent)}
    for declaration in c.fields:
        if declaration.name.text in inherited:
            owner = inherited[declaration.name.text].owner
            raise SourceError(
                f"field {declaration.name} is already declared in class {owner}", declaration.name.position
            )


def _check_override(classes: Classes, signature: Signature) -> None:
    """Check that an overriding method has the same types: a call is checked once, against the static class."""
    parent = classes.table.classes[signature.owner].parent
    assert parent is not None
    overridden = classes.method(parent, signature.key)
    if overridden is None:
        return
    name = signature.syntax.name
    if overridden.result != signature.result:
        wanted = type_name(overridden.result)
        message = f"method {name} overrides one of class {overridden.owner} with another result type than {wanted}"
        raise SourceError(message, signature.syntax.type.position)
    for declaration, mine, theirs in zip(signature.syntax.parameters, signature.types, overridden.types, strict=True):
        if mine != theirs:
            message = f"method {name} overrides one of class {overridden.owner} whose parameter is {type_name(theirs)}"
            raise SourceError(message, declaration.type.position)
