"""Opaque services: objects of the JDK that programs create, and rarely look into.

Behind formatters, loggers and time zones there is machinery that no path should enter, and a program mostly needs only
that they exist. Laws of a service:

- *Creating* one runs none of its code. Null is an error as in the JDK. Any other argument that might make it throw must
  be plain and known to be valid; otherwise the call is refused.
- *Configuring* it has no observable effect, since no method that would reveal one is modelled.
- A *text* that it returns is a deferred string, which cannot be read.
- Every other method of its class is refused by name: the class is one of `refused.CLASSES`. (A time zone returns its
  name if it has one: the machine's has, and an input may have.)
- It is of exactly the class. A subclass may have overridden a method that the JDK's code calls, so its objects are
  refused.

An input is assumed to be a service that works: reports list this assumption.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from symheap.core.terms import NULL
from symheap.core.typeset import TypeSet
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models, full_name
from symheap.lang.java.values.pseudo import DEFERRED
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Refused
from symheap.objects.ir import Reg

Cells = tuple[Cell, ...]
Check = Callable[[Host, Cells], None]
"""Checks the arguments, without the receiver: raises `Refused` if the creation might throw."""


@dataclass(frozen=True, slots=True)
class Service:
    """Objects of exactly `class_name`, whose models are added to `models`. Methods are given by their full names."""

    models: Models
    class_name: str

    def constructed(self, *parameters: str, check: Check | None = None) -> None:
        """Register constructors, by the descriptors of their parameters."""
        for each in parameters:
            name = f"{self.class_name}.<init>({each})V"

            def build(e: Emitter, args: Args, name: str = name) -> None:
                _not_null(e, name, args[1:])
                _look(e, name, args[1:], check)

            self.models.built(name)(build)

    def made(self, *names: str, check: Check | None = None) -> None:
        """Register static methods that return a new object each time. Null is checked last."""
        for each in names:

            def build(e: Emitter, args: Args, name: str = each) -> Reg:
                _look(e, name, args, check)
                _not_null(e, name, args)
                return new(e, self.class_name)

            self.models.built(each)(build)

    def configured(self, *names: str, check: Check | None = None) -> None:
        """Register methods that return nothing. Null is refused, since its effect shows later."""
        for each in names:

            def build(e: Emitter, args: Args, name: str = each) -> None:
                only_exactly(e, args[0], self.class_name, name)
                for reference in _references(name, args[1:]):
                    _refuse_null(e, reference, name)
                _look(e, name, args[1:], check)

            self.models.built(each)(build)

    def written(self, *names: str, of: str | None = None) -> None:
        """Register methods that return the text of a number, or of an object of exactly class `of`."""
        for each in names:

            def build(e: Emitter, args: Args, name: str = each) -> Reg:
                only_exactly(e, args[0], self.class_name, name)
                if of is not None:
                    e.emit(ir.NullCheck(args[1], e.at))
                    only_exactly(e, args[1], of, name)
                return new(e, DEFERRED)

            self.models.built(each)(build)


def new(e: Emitter, class_name: str) -> Reg:
    """Create an object without running a constructor."""
    result = e.register()
    e.emit(ir.New(result, class_name, e.at))
    return result


def only_exactly(e: Emitter, obj: Reg, class_name: str, name: str) -> None:
    """Continue where the non-null `obj` is of that very class; refuse all others by the method's name."""
    universe = e.link.table.universe
    mask = sum(1 << i for i, each in enumerate(universe) if each == class_name)
    types = TypeSet(mask, universe, f"exactly {class_name}", lambda c: c == class_name)
    result = e.register()
    e.emit(ir.IsA(result, obj, types, e.at))
    same, other = e.decide(result)
    e.start(other)
    e.emit(ir.Refuse(f"{_short(name)} of a class below {class_name}", e.at))
    e.start(same)


def one_of(texts: Callable[[str], bool]) -> Check:
    """Return a check that the first argument is a text known to be valid."""

    def check(host: Host, cells: Cells) -> None:
        text = host.text(cells[0])
        if not texts(text):
            raise Refused(f"the pattern {text!r}")

    return check


def _not_null(e: Emitter, name: str, args: Args) -> None:
    for reference in _references(name, args):
        e.emit(ir.NullCheck(reference, e.at))


def _look(e: Emitter, name: str, args: Args, check: Check | None) -> None:
    if check is not None:
        e.emit(ir.HostCall(ir.DISCARD, HostFunction(_short(name), check), args, e.at))


def _references(name: str, args: Args) -> Sequence[Reg]:
    """Return the arguments, without the receiver, that are references."""
    parameters = method_type(name[name.index("(") :]).parameters
    return [reg for reg, each in zip(args, parameters, strict=True) if each.descriptor[0] in "L["]


def _refuse_null(e: Emitter, reference: Reg, name: str) -> None:
    null, other = e.decide(e.equal(reference, e.constant(NULL)))
    e.start(null)
    e.emit(ir.Refuse(f"{_short(name)} of null", e.at))
    e.start(other)


def _short(name: str) -> str:
    """Return a method's name for reports: ``java.text.DecimalFormat.applyPattern``."""
    owner, key = full_name(name)
    return f"{owner}.{key.partition('(')[0]}"
