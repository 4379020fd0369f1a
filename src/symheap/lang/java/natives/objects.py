"""Object, System.arraycopy and references: what every object can do."""

from __future__ import annotations

from symheap.core.terms import NULL, REF
from symheap.lang.java import operations
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models
from symheap.objects import ir
from symheap.objects.ir import Reg

MODELS = Models()

IDENTITY_HASH = 0x2A139A55
"""The identity hash of every object.

A JVM may choose any numbers, equal ones too.  This choice needs no object to be known, makes no path depend on the
order in which objects are made, and lets hash tables keep such keys in the order of insertion.
"""


@MODELS.built("java.lang.Object.getClass()Ljava/lang/Class;")
def get_class(e: Emitter, args: Args) -> Reg:
    result = e.register()
    e.emit(ir.ClassOf(result, args[0], e.at))
    return result


@MODELS.built("java.lang.Object.hashCode()I", "java.lang.System.identityHashCode(Ljava/lang/Object;)I")
def identity_hash(e: Emitter, args: Args) -> Reg:
    """See `IDENTITY_HASH`.  That of null is 0."""
    null, result = e.constant(NULL), e.register()
    then, other = e.decide(e.equal(args[0], null))
    for block, value in ((then, 0), (other, IDENTITY_HASH)):
        e.start(block)
        e.emit(ir.Const(result, value, e.at))
        e.emit(ir.Return(result, e.at))
    return ir.DISCARD


@MODELS.built("java.lang.System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V")
def arraycopy(e: Emitter, args: Args) -> Reg:
    """At once, or one by one where elements have to be checked: those before one that does not fit stay copied.

    Such arrays are of different classes, so no element is overwritten before it is read.
    """
    source, start, target, at, length = args
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


@MODELS.built("java.util.Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;")
def require_non_null(e: Emitter, args: Args) -> Reg:
    e.emit(ir.NullCheck(args[0], e.at))
    return args[0]


# Monitors are counted nowhere: there is one thread.
MODELS.nothing("java.lang.Object.notify()V", "java.lang.Object.notifyAll()V")
MODELS.refuse("java.lang.Object.wait(J)V", "java.lang.Object.wait0(J)V", "java.lang.Object.wait()V")


# References -----------------------------------------------------------------------------------------------------------


@MODELS.built(
    "java.lang.ref.Reference.refersTo0(Ljava/lang/Object;)Z",
    "java.lang.ref.PhantomReference.refersTo0(Ljava/lang/Object;)Z",
)
def refers_to(e: Emitter, args: Args) -> Reg:
    """Nothing is collected."""
    field = e.link.world.find("java.lang.ref.Reference").fields["referent", "Ljava/lang/Object;"].field
    same = e.equal(e.get(args[0], field), args[1])
    return e.compute(operations.Z2I, same)


@MODELS.built("java.lang.ref.Reference.clear0()V")
def clear(e: Emitter, args: Args) -> None:
    field = e.link.world.find("java.lang.ref.Reference").fields["referent", "Ljava/lang/Object;"].field
    e.put(args[0], field, e.constant(NULL))
