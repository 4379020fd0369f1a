"""Threads: one runs, created when the JVM starts.

The program may create others, by the bytecode of their constructors: they are objects that are never started. Their
numbers depend on the JVM's own threads, so reading them is refused.
"""

from __future__ import annotations

from symheap.core.model import Plain
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.asked import MAIN_THREAD
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.values import operations
from symheap.objects.host import Cell, Host, Refused, Symbolic
from symheap.objects.ir import Reg

MODELS = Models()
_THREAD = "java.lang.Thread"
_GROUP = "java.lang.ThreadGroup"
_NUMBERING = f"{_THREAD}$ThreadNumbering"


@MODELS.built(f"{_THREAD}.currentThread()Ljava/lang/Thread;", f"{_THREAD}.currentCarrierThread()Ljava/lang/Thread;")
def current_thread(e: Emitter, args: Args) -> Reg:
    return e.constant(e.link.initial.term(main_thread(e.link.initial)))


def main_thread(initial: InitialObjects) -> int:
    """Return the thread that runs the program: the first one, created on demand."""
    heap = initial.heap
    number = next((n for n in sorted(heap.objects) if heap.objects[n].class_name == _THREAD), None)
    return number if number is not None else _made(initial)


def _made(initial: InitialObjects) -> int:
    heap = initial.heap
    number = heap.new(_THREAD)
    fields = {f.name for f in initial.world.find(_THREAD).instance_fields}
    own: dict[str, Plain] = {"name": initial.literal("main").location.number, "tid": MAIN_THREAD}
    state: dict[str, Plain] = {"priority": 5, "threadStatus": 5, "group": _group(initial, number)}
    heap.objects[number].fields.update(own)
    if "holder" in fields:
        holder = heap.objects[number].fields["holder"] = heap.new(f"{_THREAD}$FieldHolder")
        heap.objects[int(holder)].fields.update(state)
    else:
        heap.objects[number].fields.update(state)
    return number


def _group(initial: InitialObjects, thread: int) -> int:
    """Create the group "main" with that one thread, below "system"."""
    heap, literal = initial.heap, initial.literal
    system, main = (heap.new(_GROUP) for _ in range(2))
    groups, threads = heap.new_array(f"[L{_GROUP};", 1), heap.new_array(f"[L{_THREAD};", 1)
    heap.objects[groups].elements[0], heap.objects[threads].elements[0] = main, thread
    contents: dict[int, dict[str, Plain]] = {
        system: {"name": literal("system").location.number, "ngroups": 1, "groups": groups},
        main: {"name": literal("main").location.number, "parent": system, "nthreads": 1, "threads": threads},
    }
    has = {f.name for f in initial.world.find(_GROUP).instance_fields}
    for number, fields in contents.items():
        known = {name: value for name, value in {"maxPriority": 10, **fields}.items() if name in has}
        heap.objects[number].fields.update(known)
    return main


_UNKNOWN_NUMBER = 0
"""The number of a thread that the program has created: no thread of a JVM has it."""


@MODELS.guarded(f"{_THREAD}.getId()J", f"{_THREAD}.threadId()J", f"{_THREAD}.toString()Ljava/lang/String;")
def known_number(host: Host, args: tuple[Cell, ...]) -> None:
    """Refuse the number of a thread created by the program; that of an input is its field's value."""
    try:
        number = host.plain(host.get(args[0], _THREAD, "tid"))
    except Symbolic:
        return
    if number == _UNKNOWN_NUMBER:
        raise Refused("the number of a new java.lang.Thread")
    if number == MAIN_THREAD and not host.fixed_environment():
        raise Refused("the thread that runs the program")


@MODELS.built(f"{_NUMBERING}.next()I")
def next_unnamed(e: Emitter, args: Args) -> Reg:
    """Number unnamed threads from 0."""
    counter = e.constant(e.link.holder(_NUMBERING)), e.link.find(_NUMBERING).static_fields["next"]
    number = e.get(*counter, dst=e.register())
    e.put(*counter, e.compute(operations.IADD, number, e.constant(1), dst=e.register()))
    return number


MODELS.nothing(
    f"{_THREAD}.nextThreadID()J",
    f"{_THREAD}$ThreadIdentifiers.<clinit>()V",
    f"{_THREAD}$ThreadIdentifiers.next()J",
    f"{_NUMBERING}.<clinit>()V",
    f"{_THREAD}.ensureMaterializedForStackWalk(Ljava/lang/Object;)V",
    f"{_THREAD}.yield()V",
    f"{_THREAD}.yield0()V",
    f"{_THREAD}.setPriority0(I)V",
    f"{_THREAD}.onSpinWait()V",
    f"{_THREAD}.dumpStack()V",
    f"{_THREAD}.interrupted()Z",
    f"{_THREAD}.isInterrupted()Z",
    f"{_THREAD}.sleep(J)V",
    f"{_THREAD}.sleep(JI)V",
)
MODELS.refuse(
    f"{_THREAD}.start()V",
    f"{_THREAD}.join()V",
    f"{_THREAD}.join(J)V",
    f"{_THREAD}.interrupt()V",
    f"{_THREAD}.getStackTrace()[Ljava/lang/StackTraceElement;",
    f"{_THREAD}.getAllStackTraces()Ljava/util/Map;",
    "java.util.concurrent.locks.LockSupport.park()V",
    "java.util.concurrent.locks.LockSupport.park(Ljava/lang/Object;)V",
    "java.util.concurrent.locks.LockSupport.parkNanos(Ljava/lang/Object;J)V",
)
