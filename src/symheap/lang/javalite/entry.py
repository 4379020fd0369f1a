"""The start of an exploration: a method body and its inputs."""

from __future__ import annotations

from dataclasses import dataclass

from symheap.core.source import Position, SourceError
from symheap.core.terms import REF
from symheap.core.theories.near import did_you_mean
from symheap.core.types import Type, ref_type
from symheap.core.typeset import TypeSet
from symheap.lang.javalite.check import CheckedProgram
from symheap.lang.javalite.classes import Signature
from symheap.objects.ir import InputDecl


@dataclass(frozen=True, slots=True)
class Entry:
    """The body to run, its inputs, and a name for the target."""

    signature: Signature
    inputs: tuple[InputDecl, ...]
    target: str


def entry(checked: CheckedProgram, class_name: str | None = None, method: str | None = None) -> Entry:
    """Return the entry of a program: its main pair, or the named class and method.

    ``this`` is an object whose class is the main class or a subclass that runs the same body. A parameter is null or an
    object of its type ([Summaries] Def. 2, does not mention parameters).
    """
    classes = checked.classes
    owner, position = _class(checked, class_name)
    name = method if method is not None else checked.syntax.main_method.text
    candidates = [m for m in classes.named(owner, name.partition("/")[0]) if "/" not in name or m.key == name]
    at = checked.syntax.main_method.position if class_name is None and method is None else position
    if not candidates:
        known = (m.syntax.name.text for m in classes.methods.values() if m.owner in classes.table.ancestors(owner))
        raise SourceError(f"class {owner} has no method {name}{did_you_mean(name, known)}", at)
    if len(candidates) > 1:
        keys = ", ".join(m.key for m in candidates)
        raise SourceError(f"class {owner} has several methods {name}: name one of {keys}", at)
    [signature] = candidates
    serving = dict(classes.table.providers(signature.key))[signature.owner]
    this = InputDecl("this", ref_type(owner), classes.table.subtypes(owner) & serving, nullable=False)
    parameters = [_parameter(checked, parameter, t) for parameter, t in signature.parameters]
    return Entry(signature, (this, *parameters), f"{owner}::{signature.syntax.name}")


def _class(checked: CheckedProgram, class_name: str | None) -> tuple[str, Position]:
    """Return the class to look in, and the position for an error if it has no such method."""
    if class_name is None:
        main = checked.syntax.main_class
        checked.classes.known(main)
        return main.text, _declared_at(checked, main.text)
    if class_name not in checked.classes.table:
        near = did_you_mean(class_name, checked.classes.table.universe)
        raise SourceError(f"unknown class {class_name}{near}", checked.syntax.position)
    return class_name, _declared_at(checked, class_name)


def _declared_at(checked: CheckedProgram, class_name: str) -> Position:
    places = [c.position for c in checked.syntax.classes if c.name.text == class_name]
    return places[0] if places else checked.syntax.position


def _parameter(checked: CheckedProgram, name: str, t: Type) -> InputDecl:
    table = checked.classes.table
    if t.sort is REF:
        return InputDecl(name, t, table.subtypes(t.class_name))
    return InputDecl(name, t, TypeSet(0, table.universe, "none"), nullable=False)
