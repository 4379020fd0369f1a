"""The arguments of one call: inputs for all parameters, and what a precondition says of them together."""

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
    """`values` are the arguments in order, `held` other values that the client has, all made by code of `build`.

    `fixed` are arguments that are there already, by the names of the parameters.
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
            self._prepare(choice.last for found in given.inputs.values() for choice in found if choice.last)
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
        """Last nodes are null until there is a list."""
        for path in lasts:
            register = self._build.fresh()
            self._inputs.lasts[str(path)] = register
            self._build.set(register, self._build.null())

    def _make(self, export: Export, given: Precondition | None) -> None:
        """Numbers come before what they count."""
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
        """What is said of inputs that there are not is an error; relations hold of all that are there."""
        for path, choices in given.inputs.items():
            if path not in self._inputs.used:
                raise SourceError(f"{path} is no input: what it is in is described otherwise", choices[0].path.position)
        for relation in given.relations:
            self._reader.relate(relation)

    def _further(self, export: Export, given: Precondition | None) -> list[str]:
        found: list[str] = []
        if len(self._inputs.used) > 1:
            found.append(f"{export.name}: different pointers lead to different objects")
        if given is not None:
            found.append(f"{export.name}: its precondition ({given.position}) holds")
        return found
