"""Walk the code of a class with its fields as terms, for any state of the rest of the heap.

Every path through a method is walked; at a loop, everything that the loop changes gets an arbitrary value.  A call of
unknown code is a *visit*: the conditions must hold before it, and hold after it, but fields may have changed.  A result
that the walk does not model is an unknown value, about which nothing can be proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from symheap.core.deadline import tick
from symheap.core.origin import Origin
from symheap.core.terms import BV32, NULL, REF, Sort, Term, Value, symbol
from symheap.core.theories.booleans import not_
from symheap.core.theories.equality import eq
from symheap.core.types import Field
from symheap.lang.java.classes import INIT, JavaField, JavaMethod
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.entry import JavaProgram
from symheap.testgen.reach.walk.effects import Effects
from symheap.testgen.reach.walk.state import Assume, Demand, Here, Left, TooHard
from symheap.testgen.reach.walk.values import SORTS, THIS, Registers, default_of, not_less
from symheap.testgen.reach.walk.way import Way

_DEPTH: Final = 4


_MOST_WAYS: Final = 2_000


@dataclass(slots=True)
class Walker:
    """Walks methods of one class.  `private` collects those that must be walked on their own as well.

    Unless it `inlines`, a method that calls others of its class does not walk on in them; constructors always do.
    """

    java: JavaProgram
    class_name: str
    tracked: Mapping[Field, JavaField]
    demand: Demand
    assume: Assume
    inlines: bool = True
    private: set[JavaMethod] = field(default_factory=set)
    about: dict[Term, tuple[Value, ...]] = field(default_factory=dict)
    """What holds of values in any case."""
    _lengths: dict[Term, Value] = field(default_factory=dict)
    _count: int = 0
    _ways: int = 0
    effects: Effects = field(init=False)

    def __post_init__(self) -> None:
        self.effects = Effects(self.java, self.tracked)

    # Values

    def fresh(self, sort: Sort, *, is_object: bool = False) -> Term:
        """Any value."""
        self._count += 1
        made = symbol(Origin.root(f"any{self._count}"), sort)
        if is_object:
            self.about[made] = (not_(eq(made, NULL)), not_(eq(made, THIS)))
        return made

    def start(self) -> dict[JavaField, Value | None]:
        """Fields with any values."""
        return {each: self.any(each.descriptor) for each in self.tracked.values()}

    def any(self, descriptor: str) -> Value | None:
        sort = SORTS.get(descriptor[:1])
        return None if sort is None else self.fresh(sort)

    def length(self, array: Value | None) -> Value | None:
        """The length of an array."""
        if not isinstance(array, Term) or array.sort is not REF or array is NULL:
            return None
        if array not in self._lengths:
            self._lengths[array] = found = self.fresh(BV32)
            self.about[found] = (not_less(found, 0),)
        return self._lengths[array]

    # Methods

    def walk(self, method: JavaMethod) -> None:
        """Walk a method from any state that is in order; a constructor from a new object."""
        is_new = method.name == INIT
        self._ways = 0
        if is_new:
            fields: dict[JavaField, Value | None] = {f: default_of(f) for f in self.tracked.values()}
            here = Here(fields, (), None, escaped=False)
        else:
            fields = self.start()
            here = Here(fields, self.assume(fields), fields)
        types = method_type(method.descriptor).parameters
        given = [] if method.is_static else [THIS]
        arguments = (*given, *(self.any(each.descriptor) for each in types))
        for left in self._run(method, arguments, here, (method,)):
            if not (left.throws and not left.here.escaped):
                self.demand(left.here)

    def _run(
        self, method: JavaMethod, arguments: Registers, here: Here, within: tuple[JavaMethod, ...]
    ) -> Iterator[Left]:
        body = self.java.program.methods[method.owner, method.key]
        registers: Registers = (*arguments, *(None,) * (body.registers - len(arguments)))
        yield from Way(self, body, within).blocks(0, registers, here, frozenset())

    def count_way(self) -> None:
        tick()
        self._ways += 1
        if self._ways > _MOST_WAYS:
            raise TooHard

    # Calls

    def visited(self, here: Here) -> Here:
        """Return the state after a call of code that may call any accessible method of the object."""
        if not here.escaped:
            return here
        self.demand(here)
        fields: dict[JavaField, Value | None] = {
            f: here.fields[f] if f.is_final and here.orderly is not None else self.any(f.descriptor)
            for f in here.fields
        }
        return replace(here, fields=fields, orderly=fields).having(*self.assume(fields))

    def own(self, key: str) -> JavaMethod | None:
        return self.java.table.world.find(self.class_name).methods.get(key)

    def is_overridden(self, method: JavaMethod) -> bool:
        """Whether a known class overrides a method of the class.  Others are not considered in any exploration."""
        table = self.java.table
        below = (
            name for name in table.universe if name != self.class_name and table.is_subclass(name, self.class_name)
        )
        return any(
            method.key in each.methods
            for name in below
            for each in table.world.chain(name)
            if each.name != self.class_name
        )

    def inlined(
        self, method: JavaMethod, arguments: Registers, here: Here, within: tuple[JavaMethod, ...]
    ) -> Iterator[Left] | None:
        """Walk a call of a method of the class itself; None if it is too deep."""
        is_short = self.inlines or within[0].name == INIT
        if method in within or len(within) > _DEPTH or method.code is None or not is_short:
            self.private |= {method} if method.is_private else set()
            return None
        return self._run(method, arguments, here, (*within, method))

    def knows_length(self, array: Term, length: Value) -> None:
        self._lengths[array] = length
