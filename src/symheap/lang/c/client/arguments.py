"""The arguments of one call: an input for each parameter, restricted by the function's precondition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symheap.core.source import SourceError
from symheap.lang.c.client.build import Builder
from symheap.lang.c.client.exports import Export, Library
from symheap.lang.c.client.inputs import Inputs
from symheap.lang.c.client.pre import Path, Precondition
from symheap.lang.c.client.values import Values
from symheap.lang.c.front.types import Pointer, Record
from symheap.memory.expressions import Expression, Register
from symheap.memory.ir import Store


class Arguments:
    """The code that makes the arguments of one call.

    `values` are the arguments in order, and `held` the other values that the client keeps; code of `build` makes all of
    them.  `fixed` maps names of parameters to arguments that exist already.
    """

    def __init__(
        self,
        library: Library,
        build: Builder,
        export: Export,
        given: Precondition | None = None,
        fixed: Mapping[str, Expression] | None = None,
        *,
        is_last: bool = True,
    ) -> None:
        self._build = build
        self._inputs = Inputs(library, build, export, given, is_last=is_last)
        self._inputs.values.update(fixed or {})
        self._reader = Values(library.types, build, export, self._inputs.values)
        if given is not None:
            self._reader.check(given)
            self._prepare(choice.last for choices in given.inputs.values() for choice in choices if choice.last)
        self._make(export, given)
        self._finish_lasts()
        if given is not None:
            self._finish(given)
        self.values = [self._inputs.values[parameter.name] for parameter in export.parameters]
        self.held = self._inputs.held
        variadic = (f"{export.name}: no arguments are given for ...",) if export.type.variadic else ()
        self.assumptions = (*self._inputs.assumptions, *variadic, *self._further(export, given))
        self.bounds = (*self._inputs.bounds, *variadic)

    def _prepare(self, lasts: Iterable[Path]) -> None:
        """Set each variable for the last node of a list to null: it stays null until its list is built."""
        for path in lasts:
            register = self._build.fresh()
            self._inputs.lasts[str(path)] = register
            self._build.set(register, self._build.null())

    def _make(self, export: Export, given: Precondition | None) -> None:
        """Make the values of all parameters, numbers before pointers and records, since a number may be a length."""
        values = self._inputs.values
        same = self._reader.aliases(given)
        for parameter in sorted(export.parameters, key=lambda each: isinstance(each.type, (Pointer, Record))):
            if parameter.name not in values and parameter.name not in same:
                values[parameter.name] = self._inputs.parameter(parameter.name, parameter.type)
        for name, other in same.items():
            values[name] = values[other]

    def _finish_lasts(self) -> None:
        for name, register in self._inputs.lasts.items():
            value = self._inputs.values.get(name)
            if isinstance(value, Register):
                self._build.set(value, register)
            else:
                self._build.emit(Store(self._reader.address(name), register, self._build.position))

    def _finish(self, given: Precondition) -> None:
        """Apply the relations of the precondition; raise `SourceError` if it describes an input that was not made."""
        for path, choices in given.inputs.items():
            if path not in self._inputs.used:
                raise SourceError(f"{path} is no input: what it is in is described otherwise", choices[0].path.position)
        for relation in given.relations:
            self._reader.relate(relation)

    def _further(self, export: Export, given: Precondition | None) -> list[str]:
        assumptions: list[str] = []
        if len(self._inputs.used) > 1:
            assumptions.append(f"{export.name}: different pointers lead to different objects")
        if given is not None:
            assumptions.append(f"{export.name}: its precondition ({given.position}) holds")
        return assumptions
