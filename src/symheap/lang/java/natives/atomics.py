"""Atomic variables and tables: with one thread, plain reads and writes of a field or an element."""

from __future__ import annotations

from dataclasses import dataclass

from symheap.core.types import Field
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.relations import INT_RELATIONS, LONG_RELATIONS
from symheap.lang.java.natives.model import Args, Build, Models
from symheap.lang.java.natives.services.opaque import new
from symheap.lang.java.values import operations
from symheap.lang.java.values.types import register_sort
from symheap.objects import ir
from symheap.objects.ir import Operation, Reg

MODELS = Models()
_PACKAGE = "java.util.concurrent.atomic"
_OBJECT = "Ljava/lang/Object;"
_MODES = ("", "Plain", "Volatile", "Acquire", "Release")


@dataclass(frozen=True, slots=True)
class OwnValue:
    """The field `value` of the receiver.

    `index` are the types of the arguments, after the receiver, that select the variable; the others are values.
    """

    descriptor: str
    index: str = ""

    def get(self, e: Emitter, args: Args) -> Reg:
        return e.get(args[0], self._field(e), dst=e.register())

    def put(self, e: Emitter, args: Args, value: Reg) -> None:
        e.put(args[0], self._field(e), value)

    def _field(self, e: Emitter) -> Field:
        return e.link.java_class.fields["value", self.descriptor].field


@dataclass(frozen=True, slots=True)
class AtomicElement:
    """An element of the array in the field `array` of the receiver."""

    descriptor: str
    index: str = "I"

    def get(self, e: Emitter, args: Args) -> Reg:
        result = e.register()
        e.emit(ir.Load(result, self._array(e, args), args[1], register_sort(self.descriptor), e.at))
        return result

    def put(self, e: Emitter, args: Args, value: Reg) -> None:
        e.emit(ir.Store(self._array(e, args), args[1], value, register_sort(self.descriptor), e.at))

    def _array(self, e: Emitter, args: Args) -> Reg:
        field = e.link.java_class.fields["array", f"[{self.descriptor}"].field
        return e.get(args[0], field, dst=e.register())


@dataclass(frozen=True, slots=True)
class ArgumentElement(AtomicElement):
    """An element of the array that is the first argument."""

    def _array(self, e: Emitter, args: Args) -> Reg:
        return args[0]


Variable = OwnValue | AtomicElement


def _values(variable: Variable, args: Args) -> Args:
    return args[1 + len(variable.index) :]


def _getting(variable: Variable) -> Build:
    return variable.get


def _setting(variable: Variable) -> Build:
    return lambda e, args: variable.put(e, args, _values(variable, args)[0])


def _replacing(variable: Variable) -> Build:
    def get_and_set(e: Emitter, args: Args) -> Reg:
        old = variable.get(e, args)
        variable.put(e, args, _values(variable, args)[0])
        return old

    return get_and_set


def _comparing(variable: Variable, *, exchange: bool) -> Build:
    """Store the new value if the old one is the expected one; return whether it was, or the old value."""

    def compare_and_set(e: Emitter, args: Args) -> Reg:
        expected, new = _values(variable, args)
        old, answer = variable.get(e, args), e.register()
        same, different = e.decide(_equal(e, old, expected, variable.descriptor))
        for block, is_same in ((same, True), (different, False)):
            e.start(block)
            if is_same:
                variable.put(e, args, new)
            e.emit(ir.Const(answer, int(is_same), e.at))
            e.emit(ir.Return(old if exchange else answer, e.at))
        return ir.DISCARD

    return compare_and_set


def _equal(e: Emitter, a: Reg, b: Reg, descriptor: str) -> Reg:
    relations = {"I": INT_RELATIONS, "J": LONG_RELATIONS}.get(descriptor)
    return e.equal(a, b) if relations is None else e.compute(relations["eq"], a, b)


def _adding(variable: Variable, add: Operation, step: int | None, *, new: bool) -> Build:
    def add_and_get(e: Emitter, args: Args) -> Reg:
        old = variable.get(e, args)
        by = _values(variable, args)[0] if step is None else e.constant(step)
        result = e.compute(add, old, by, dst=e.register())
        variable.put(e, args, result)
        return result if new else old

    return add_and_get


def _variable(owner: str, variable: Variable) -> None:
    """Register the accesses of a class of variables."""
    name, i, d = f"{_PACKAGE}.{owner}", variable.index, variable.descriptor
    for mode in ("Plain", "Opaque", "Acquire"):
        MODELS.built(f"{name}.get{mode}({i}){d}")(_getting(variable))
    for method in ("setPlain", "setOpaque", "setRelease", "lazySet"):
        MODELS.built(f"{name}.{method}({i}{d})V")(_setting(variable))
    MODELS.built(f"{name}.getAndSet({i}{d}){d}")(_replacing(variable))
    MODELS.built(f"{name}.compareAndSet({i}{d}{d})Z")(_comparing(variable, exchange=False))
    for mode in _MODES:
        MODELS.built(f"{name}.weakCompareAndSet{mode}({i}{d}{d})Z")(_comparing(variable, exchange=False))
    for mode in ("", "Acquire", "Release"):
        MODELS.built(f"{name}.compareAndExchange{mode}({i}{d}{d}){d}")(_comparing(variable, exchange=True))


def _counter(owner: str, variable: Variable, add: Operation) -> None:
    name, i, d = f"{_PACKAGE}.{owner}", variable.index, variable.descriptor
    for method, step in (("Increment", 1), ("Decrement", -1)):
        MODELS.built(f"{name}.getAnd{method}({i}){d}")(_adding(variable, add, step, new=False))
        MODELS.built(f"{name}.{method.lower()}AndGet({i}){d}")(_adding(variable, add, step, new=True))
    MODELS.built(f"{name}.getAndAdd({i}{d}){d}")(_adding(variable, add, None, new=False))
    MODELS.built(f"{name}.addAndGet({i}{d}){d}")(_adding(variable, add, None, new=True))


def _array(owner: str, element: AtomicElement) -> None:
    """Register the other accesses of a class of arrays. Plain variables read and write their field by bytecode."""
    name, d = f"{_PACKAGE}.{owner}", element.descriptor
    _variable(owner, element)
    MODELS.built(f"{name}.get(I){d}")(_getting(element))
    MODELS.built(f"{name}.set(I{d})V")(_setting(element))


_variable("AtomicInteger", OwnValue("I"))
_variable("AtomicLong", OwnValue("J"))
_variable("AtomicReference", OwnValue(_OBJECT))
_counter("AtomicInteger", OwnValue("I"), operations.IADD)
_counter("AtomicLong", OwnValue("J"), operations.LADD)
MODELS.nothing(f"{_PACKAGE}.AtomicReference.<clinit>()V", f"{_PACKAGE}.AtomicBoolean.<clinit>()V")
_array("AtomicIntegerArray", AtomicElement("I"))
_array("AtomicLongArray", AtomicElement("J"))
_array("AtomicReferenceArray", AtomicElement(_OBJECT))
_counter("AtomicIntegerArray", AtomicElement("I"), operations.IADD)
_counter("AtomicLongArray", AtomicElement("J"), operations.LADD)


@MODELS.built("java.lang.invoke.MethodHandles.arrayElementVarHandle(Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;")
def handle_of_elements(e: Emitter, args: Args) -> Reg:
    """Create a handle for initialisers of the JDK. No operation on it is modelled."""
    e.emit(ir.NullCheck(args[0], e.at))
    return new(e, "java.lang.invoke.VarHandle")


# AtomicBoolean keeps an int.


_TRUTH = OwnValue("I")


def _boolean(name: str) -> str:
    return f"{_PACKAGE}.AtomicBoolean.{name}"


for _mode in ("Plain", "Opaque", "Acquire"):
    MODELS.built(_boolean(f"get{_mode}()Z"))(_getting(_TRUTH))
for _method in ("setPlain", "setOpaque", "setRelease", "lazySet"):
    MODELS.built(_boolean(f"{_method}(Z)V"))(_setting(_TRUTH))
MODELS.built(_boolean("getAndSet(Z)Z"))(_replacing(_TRUTH))
for _method in ("compareAndSet", *(f"weakCompareAndSet{mode}" for mode in _MODES)):
    MODELS.built(_boolean(f"{_method}(ZZ)Z"))(_comparing(_TRUTH, exchange=False))


# The table of ConcurrentHashMap

_NODE = "Ljava/util/concurrent/ConcurrentHashMap$Node;"
_MAP = "java.util.concurrent.ConcurrentHashMap"


_SLOT = ArgumentElement(_NODE)
MODELS.built(f"{_MAP}.tabAt([{_NODE}I){_NODE}")(_getting(_SLOT))
MODELS.built(f"{_MAP}.setTabAt([{_NODE}I{_NODE})V")(_setting(_SLOT))
MODELS.built(f"{_MAP}.casTabAt([{_NODE}I{_NODE}{_NODE})Z")(_comparing(_SLOT, exchange=False))
