"""Atomic variables and tables: with one thread, reading and writing a field or an element."""

from __future__ import annotations

from collections.abc import Callable

from symheap.core.terms import REF
from symheap.core.types import Field
from symheap.lang.java import operations
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.relations import INT_RELATIONS, LONG_RELATIONS
from symheap.lang.java.natives.model import Args, Models
from symheap.objects import ir
from symheap.objects.ir import Operation, Reg

MODELS = Models()
_PACKAGE = "java.util.concurrent.atomic"
_OBJECT = "Ljava/lang/Object;"
_MODES = ("", "Plain", "Volatile", "Acquire", "Release")


def _field(e: Emitter, descriptor: str) -> Field:
    return e.link.java_class.fields["value", descriptor].field


def _getting(descriptor: str) -> Callable[[Emitter, Args], Reg]:
    return lambda e, args: e.get(args[0], _field(e, descriptor), dst=e.register())


def _setting(descriptor: str) -> Callable[[Emitter, Args], None]:
    return lambda e, args: e.put(args[0], _field(e, descriptor), args[1])


def _replacing(descriptor: str) -> Callable[[Emitter, Args], Reg]:
    def get_and_set(e: Emitter, args: Args) -> Reg:
        old = e.get(args[0], _field(e, descriptor), dst=e.register())
        e.put(args[0], _field(e, descriptor), args[1])
        return old

    return get_and_set


def _comparing(descriptor: str, *, exchange: bool) -> Callable[[Emitter, Args], Reg]:
    """The new value is stored where the old one is the expected one; the answer is that, or the old value."""

    def compare_and_set(e: Emitter, args: Args) -> Reg:
        old, answer = e.get(args[0], _field(e, descriptor), dst=e.register()), e.register()
        same, different = e.decide(_equal(e, old, args[1], descriptor))
        for block, is_same in ((same, True), (different, False)):
            e.start(block)
            if is_same:
                e.put(args[0], _field(e, descriptor), args[2])
            e.emit(ir.Const(answer, int(is_same), e.at))
            e.emit(ir.Return(old if exchange else answer, e.at))
        return ir.DISCARD

    return compare_and_set


def _equal(e: Emitter, a: Reg, b: Reg, descriptor: str) -> Reg:
    relations = {"I": INT_RELATIONS, "J": LONG_RELATIONS}.get(descriptor)
    return e.equal(a, b) if relations is None else e.compute(relations["eq"], a, b)


def _adding(descriptor: str, add: Operation, step: int | None, *, new: bool) -> Callable[[Emitter, Args], Reg]:
    def add_and_get(e: Emitter, args: Args) -> Reg:
        old = e.get(args[0], _field(e, descriptor), dst=e.register())
        by = args[1] if step is None else e.constant(step)
        result = e.compute(add, old, by, dst=e.register())
        e.put(args[0], _field(e, descriptor), result)
        return result if new else old

    return add_and_get


def _variable(owner: str, d: str) -> None:
    """The accesses of a class with one field `value`; `d` is its descriptor."""
    name = f"{_PACKAGE}.{owner}"
    for mode in ("Plain", "Opaque", "Acquire"):
        MODELS.built(f"{name}.get{mode}(){d}")(_getting(d))
    for method in ("setPlain", "setOpaque", "setRelease", "lazySet"):
        MODELS.built(f"{name}.{method}({d})V")(_setting(d))
    MODELS.built(f"{name}.getAndSet({d}){d}")(_replacing(d))
    MODELS.built(f"{name}.compareAndSet({d}{d})Z")(_comparing(d, exchange=False))
    for mode in _MODES:
        MODELS.built(f"{name}.weakCompareAndSet{mode}({d}{d})Z")(_comparing(d, exchange=False))
    for mode in ("", "Acquire", "Release"):
        MODELS.built(f"{name}.compareAndExchange{mode}({d}{d}){d}")(_comparing(d, exchange=True))


def _counter(owner: str, d: str, add: Operation) -> None:
    name = f"{_PACKAGE}.{owner}"
    for method, step in (("Increment", 1), ("Decrement", -1)):
        MODELS.built(f"{name}.getAnd{method}(){d}")(_adding(d, add, step, new=False))
        MODELS.built(f"{name}.{method.lower()}AndGet(){d}")(_adding(d, add, step, new=True))
    MODELS.built(f"{name}.getAndAdd({d}){d}")(_adding(d, add, None, new=False))
    MODELS.built(f"{name}.addAndGet({d}){d}")(_adding(d, add, None, new=True))


_variable("AtomicInteger", "I")
_variable("AtomicLong", "J")
_variable("AtomicReference", _OBJECT)
_counter("AtomicInteger", "I", operations.IADD)
_counter("AtomicLong", "J", operations.LADD)
MODELS.nothing(f"{_PACKAGE}.AtomicReference.<clinit>()V", f"{_PACKAGE}.AtomicBoolean.<clinit>()V")


# AtomicBoolean keeps an int.


def _getting_truth(e: Emitter, args: Args) -> Reg:
    return e.get(args[0], _field(e, "I"), dst=e.register())


def _boolean(name: str) -> str:
    return f"{_PACKAGE}.AtomicBoolean.{name}"


for _mode in ("Plain", "Opaque", "Acquire"):
    MODELS.built(_boolean(f"get{_mode}()Z"))(_getting_truth)
for _method in ("setPlain", "setOpaque", "setRelease", "lazySet"):
    MODELS.built(_boolean(f"{_method}(Z)V"))(_setting("I"))
MODELS.built(_boolean("getAndSet(Z)Z"))(_replacing("I"))
for _method in ("compareAndSet", *(f"weakCompareAndSet{mode}" for mode in _MODES)):
    MODELS.built(_boolean(f"{_method}(ZZ)Z"))(_comparing("I", exchange=False))


# The table of ConcurrentHashMap

_NODE = "Ljava/util/concurrent/ConcurrentHashMap$Node;"
_MAP = "java.util.concurrent.ConcurrentHashMap"


@MODELS.built(f"{_MAP}.tabAt([{_NODE}I){_NODE}")
def table_at(e: Emitter, args: Args) -> Reg:
    return _loaded(e, args)


def _loaded(e: Emitter, args: Args) -> Reg:
    result = e.register()
    e.emit(ir.Load(result, args[0], args[1], REF, e.at))
    return result


@MODELS.built(f"{_MAP}.setTabAt([{_NODE}I{_NODE})V")
def set_table_at(e: Emitter, args: Args) -> None:
    e.emit(ir.Store(args[0], args[1], args[2], REF, e.at))


@MODELS.built(f"{_MAP}.casTabAt([{_NODE}I{_NODE}{_NODE})Z")
def compare_and_set_table_at(e: Emitter, args: Args) -> Reg:
    old, answer = _loaded(e, args), e.register()
    same, different = e.decide(e.equal(old, args[2]))
    for block, is_same in ((same, True), (different, False)):
        e.start(block)
        if is_same:
            e.emit(ir.Store(args[0], args[1], args[3], REF, e.at))
        e.emit(ir.Const(answer, int(is_same), e.at))
        e.emit(ir.Return(answer, e.at))
    return ir.DISCARD
