"""Opaque services: objects of the JDK that programs make, and hardly ever look into.

Formatters, loggers, time zones: behind each there is machinery that no path should go through, and what a program has
of it is mostly that it is there.  Laws of a service:

- *Making* one runs none of its code.  Null is an error as in the JDK; whatever else might throw is plain and known not
  to, or refused.
- What *configures* it has no effect that anybody can see, since no method that would tell is modelled.
- A *text* that it gives is a deferred string, which nobody can read.
- Every other method of its class is refused by name: the class is one of `refused.CLASSES`.  (A time zone tells
  its name if it has one: that of the machine has, and so may an input.)
- It is of exactly the class.  A class below may have overridden what the JDK's code calls, so its objects are refused.

An input is taken to be a service that works: that is one of the assumptions that a report names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from symheap.core.terms import NULL
from symheap.core.typeset import TypeSet
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models, full_name
from symheap.lang.java.table import DEFERRED
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Refused
from symheap.objects.ir import Reg

Cells = tuple[Cell, ...]
Check = Callable[[Host, Cells], None]
"""A look at the arguments, without the receiver: raises `Refused` where making one might throw."""


@dataclass(frozen=True, slots=True)
class Service:
    """Objects of exactly `class_name`, whose models go into `models`.  Methods are named in full."""

    models: Models
    class_name: str

    def constructed(self, *parameters: str, check: Check | None = None) -> None:
        """Constructors, by the descriptors of their parameters."""
        for each in parameters:
            name = f"{self.class_name}.<init>({each})V"

            def build(e: Emitter, args: Args, name: str = name) -> None:
                _not_null(e, name, args[1:])
                _look(e, name, args[1:], check)

            self.models.built(name)(build)

    def made(self, *names: str, check: Check | None = None) -> None:
        """Static methods, each of whose results is a new one.  Null is looked at last."""
        for each in names:

            def build(e: Emitter, args: Args, name: str = each) -> Reg:
                _look(e, name, args, check)
                _not_null(e, name, args)
                return new(e, self.class_name)

            self.models.built(each)(build)

    def configured(self, *names: str, check: Check | None = None) -> None:
        """Methods that return nothing.  Null is refused: what comes of it shows later."""
        for each in names:

            def build(e: Emitter, args: Args, name: str = each) -> None:
                only_exactly(e, args[0], self.class_name, name)
                for reference in _references(name, args[1:]):
                    _refuse_null(e, reference, name)
                _look(e, name, args[1:], check)

            self.models.built(each)(build)

    def written(self, *names: str, of: str | None = None) -> None:
        """Methods that give the text of their argument, which is a number, or an object of exactly class `of`."""
        for each in names:

            def build(e: Emitter, args: Args, name: str = each) -> Reg:
                only_exactly(e, args[0], self.class_name, name)
                if of is not None:
                    e.emit(ir.NullCheck(args[1], e.at))
                    only_exactly(e, args[1], of, name)
                return new(e, DEFERRED)

            self.models.built(each)(build)


def new(e: Emitter, class_name: str) -> Reg:
    """An object that no constructor has seen."""
    result = e.register()
    e.emit(ir.New(result, class_name, e.at))
    return result


def only_exactly(e: Emitter, obj: Reg, class_name: str, name: str) -> None:
    """Go on where `obj`, which is not null, is of that very class; in a method of that name all others are refused."""
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
    """The first argument is a text that is known to be fine."""

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
    """Those of the arguments, the receiver not among them, that are references."""
    parameters = method_type(name[name.index("(") :]).parameters
    return [reg for reg, each in zip(args, parameters, strict=True) if each.descriptor[0] in "L["]


def _refuse_null(e: Emitter, reference: Reg, name: str) -> None:
    null, other = e.decide(e.equal(reference, e.constant(NULL)))
    e.start(null)
    e.emit(ir.Refuse(f"{_short(name)} of null", e.at))
    e.start(other)


def _short(name: str) -> str:
    """As reports name a method: ``java.text.DecimalFormat.applyPattern``."""
    owner, key = full_name(name)
    return f"{owner}.{key.partition('(')[0]}"
