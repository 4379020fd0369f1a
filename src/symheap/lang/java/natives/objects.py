"""Object, System.arraycopy and references: operations on every object."""

from __future__ import annotations

from symheap.core.terms import NULL, REF, Op, Value
from symheap.core.theories.bitvectors import bitvector
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.asked import is_fixed
from symheap.lang.java.natives.bounds import new_exception, unless_null
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.values import operations
from symheap.objects import ir
from symheap.objects.ir import Reg

MODELS = Models()

IDENTITY_HASH = 0x2A139A55
"""The identity hash of every object, as hash tables see it.

A JVM may choose any numbers, even equal ones, and a table looks the same from outside, except for the order of its
entries: see `symheap.lang.java.natives.ordering`.  With this constant no object needs to be known.  In a fixed
environment it is the hash for all callers.
"""

_TABLES = frozenset(
    f"java.util.{name}"
    for name in (
        *("HashMap", "HashMap$TreeNode", "Hashtable", "WeakHashMap", "IdentityHashMap"),
        *("concurrent.ConcurrentHashMap", "concurrent.ConcurrentHashMap$TreeBin"),
        *("ImmutableCollections$SetN", "ImmutableCollections$MapN"),
    )
)
_THROUGH = frozenset(("java.lang.Object", "java.lang.System", "java.lang.Enum"))
"""The classes whose `hashCode` asks for the identity hash, on behalf of their callers."""


@MODELS.built("java.lang.Object.getClass()Ljava/lang/Class;")
def get_class(e: Emitter, args: Args) -> Reg:
    result = e.register()
    e.emit(ir.ClassOf(result, args[0], e.at))
    return result


@MODELS.built("java.lang.Object.hashCode()I", "java.lang.System.identityHashCode(Ljava/lang/Object;)I")
def identity_hash(e: Emitter, args: Args) -> Reg:
    """Return the identity hash, see `IDENTITY_HASH`; 0 for null."""
    null, result = e.constant(NULL), e.register()
    then, other = e.decide(e.equal(args[0], null))
    e.start(then)
    e.emit(ir.Const(result, 0, e.at))
    e.emit(ir.Return(result, e.at))
    e.start(other)
    if is_fixed(e):
        e.emit(ir.Const(result, IDENTITY_HASH, e.at))
    else:
        e.emit(ir.IdentityHash(result, args[0], IDENTITY_HASH, _TABLES, _THROUGH, e.at))
    e.emit(ir.Return(result, e.at))
    return ir.DISCARD


@MODELS.built("java.lang.System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V")
def arraycopy(e: Emitter, args: Args) -> Reg:
    """Copy at once, or one by one if elements must be checked: those before one that does not fit stay copied.

    Such arrays are of different classes, so no element is overwritten before it is read.
    """
    source, start, target, at, length = args
    unless_null(e, source, target)
    copied, element, done = e.register(), e.register(), e.register()
    e.emit(ir.CopyRange(source, start, target, at, length, copied, e.at))
    end, each = e.decide(copied)
    e.start(each)
    e.emit(ir.Const(done, 0, e.at))
    head, body = e.block(), e.block()
    e.jump(head)
    e.start(head)
    e.branch(e.compute(operations.ICMP_LT, done, length), body, end)
    e.start(body)
    e.emit(ir.Load(element, source, e.compute(operations.IADD, start, done), REF, e.at))
    e.emit(ir.Store(target, e.compute(operations.IADD, at, done), element, REF, e.at))
    e.forget_constants()
    e.compute(operations.IADD, done, e.constant(1), dst=done)
    e.back_edges.add((body, head))
    e.jump(head)
    e.start(end)
    e.forget_constants()
    e.emit(ir.Return(e.constant(0), e.at))
    return ir.DISCARD


# Monitors -------------------------------------------------------------------------------------------------------------

_NOT_OWNER = "current thread is not owner"


def _unless_owner(e: Emitter, obj: Reg) -> None:
    """Continue where the thread has entered the monitor; elsewhere throw an exception."""
    held = e.register()
    e.emit(ir.Holds(held, obj, e.at))
    owner, other = e.decide(held)
    e.start(other)
    message = e.constant(e.link.initial.literal(_NOT_OWNER))
    e.emit(ir.Throw(new_exception(e, "java.lang.IllegalMonitorStateException", message), e.at))
    e.start(owner)
    e.forget_constants()


@MODELS.built("java.lang.Object.notify()V", "java.lang.Object.notifyAll()V")
def notify(e: Emitter, args: Args) -> None:
    """Do nothing for the owner: there is one thread, so no other one waits."""
    _unless_owner(e, args[0])


@MODELS.built("java.lang.Object.wait(J)V", "java.lang.Object.wait0(J)V", "java.lang.Object.wait()V")
def wait(e: Emitter, args: Args) -> Reg:
    """Refuse to wait: there is one thread, so no other one could end the wait."""
    if len(args) > 1:
        negative, valid = e.decide(e.compute(_IS_NEGATIVE, args[1]))
        e.start(negative)
        message = e.constant(e.link.initial.literal("timeout value is negative"))
        e.emit(ir.Throw(new_exception(e, "java.lang.IllegalArgumentException", message), e.at))
        e.start(valid)
        e.forget_constants()
    _unless_owner(e, args[0])
    e.emit(ir.Refuse("java.lang.Object.wait", e.at))
    return ir.DISCARD


@MODELS.built("java.lang.Thread.holdsLock(Ljava/lang/Object;)Z")
def holds_lock(e: Emitter, args: Args) -> Reg:
    held = e.register()
    unless_null(e, args[0])
    e.emit(ir.Holds(held, args[0], e.at))
    return e.compute(operations.Z2I, held)


def _is_negative(value: Value) -> Value:
    return value < 0 if isinstance(value, int) else bitvector(Op.BVSLT, 64, value, 0)


_IS_NEGATIVE = ir.Operation("negative", _is_negative)


# References -----------------------------------------------------------------------------------------------------------


@MODELS.built(
    "java.lang.ref.Reference.refersTo0(Ljava/lang/Object;)Z",
    "java.lang.ref.PhantomReference.refersTo0(Ljava/lang/Object;)Z",
)
def refers_to(e: Emitter, args: Args) -> Reg:
    """Compare the referent; nothing is ever collected."""
    field = e.link.world.find("java.lang.ref.Reference").fields["referent", "Ljava/lang/Object;"].field
    same = e.equal(e.get(args[0], field), args[1])
    return e.compute(operations.Z2I, same)


@MODELS.built("java.lang.ref.Reference.clear0()V")
def clear(e: Emitter, args: Args) -> None:
    field = e.link.world.find("java.lang.ref.Reference").fields["referent", "Ljava/lang/Object;"].field
    e.put(args[0], field, e.constant(NULL))
