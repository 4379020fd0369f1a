"""The bytecode of a method as object IR."""

from __future__ import annotations

from symheap.core.deadline import tick
from symheap.core.types import ClassTable
from symheap.lang.java.classes import JavaMethod
from symheap.lang.java.classfile.access import SYNCHRONIZED
from symheap.lang.java.classfile.opcodes import MNEMONICS
from symheap.lang.java.lower.arrays import ARRAYS
from symheap.lang.java.lower.body import BodyLowering
from symheap.lang.java.lower.control import CONTROL
from symheap.lang.java.lower.emitter import MAX_CONSTANTS
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.graph import ENDS, Block, Graph
from symheap.lang.java.lower.invoke import CALLS
from symheap.lang.java.lower.lambdas import MARK
from symheap.lang.java.lower.linking import linker
from symheap.lang.java.lower.method import MethodHeader, header
from symheap.lang.java.lower.objects import OBJECTS
from symheap.lang.java.lower.scalars import SCALARS
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.world import World
from symheap.objects import ir

MANY = 8
"""The number of registers in use from which on it pays to check which of them the operand stack still needs."""

_BY_NAME = {**SCALARS, **CONTROL, **OBJECTS, **ARRAYS, **CALLS}
_LOWERINGS = tuple(_BY_NAME.get(name) for name in MNEMONICS)


def lower(world: World, initial: InitialObjects, table: ClassTable, java_method: JavaMethod) -> ir.Method:
    """Return the IR of a method with code, or of a synthetic one with a body.

    Raises `Malformed` for code that a verifier refuses, and nothing else.
    """
    if java_method.body is not None:
        return java_method.body
    java_class = world.find(java_method.owner)
    known = header(java_class, java_method)
    if known.code is None:
        return refusing(world, java_method)
    try:
        graph = Graph(known.code)
    except Unlinkable as refused:
        return _refused(known, refused.what)
    body = BodyLowering(linker(world, initial, table, java_class, known.method), known, graph)
    body.enter()
    while (block := body.next_block()) is not None:
        _lower_block(body, block)
    return _method(body)


def restore_lambdas(world: World, initial: InitialObjects, table: ClassTable) -> None:
    """Define the lambda classes with objects in the initial heap, which another world had defined.

    Lowering the method with the call site defines them; a class whose call site no longer exists stays unknown.
    """
    class_names = {o.class_name for o in initial.heap.objects.values() if MARK in o.class_name}
    for name in sorted(class_names):
        host, _, place = name.rpartition(MARK)
        number = place.partition("_")[0]
        if world.exists(name) or not number.isdecimal() or not world.exists(host):
            continue
        methods = list(world.find(host).methods.values())
        if int(number) < len(methods):
            lower(world, initial, table, methods[int(number)])


def refusing(world: World, java_method: JavaMethod) -> ir.Method:
    """Return a body that ends the path by the name of the method: a native one without a model."""
    known = header(world.find(java_method.owner), java_method)
    return _refused(known, f"{java_method.owner}.{java_method.name}")


def _refused(known: MethodHeader, what: str) -> ir.Method:
    at = known.position(0)
    registers = max(1, len(known.argument_slots))
    blocks: tuple[tuple[ir.Instruction, ...], ...] = ((ir.Refuse(what, at),),)
    return ir.Method(known.method.owner, known.method.key, known.parameters(), registers, blocks, at)


def _lower_block(body: BodyLowering, block: Block) -> None:
    instructions = body.graph.code.instructions
    last = block.last
    try:
        for number in range(block.first, last + 1):
            tick()
            instruction = instructions[number]
            body.pc = instruction.pc
            body.at = body.position(instruction.pc)
            body.next = instructions[number + 1] if number < last else None
            if body.changed and block.handlers:
                body.tell_handlers(block)
            if not body.entries:
                body.release()
            elif body.taken > MANY:
                body.release(body.held())
            if len(body.constants) > MAX_CONSTANTS:
                body.forget_constants()
            lowering = _LOWERINGS[instruction.opcode]
            assert lowering is not None
            lowering(body, instruction)
        if instruction.opcode not in ENDS:
            body.flush()
            body.jump(body.edge(body.following()))
    except Unlinkable as refused:
        body.emit(ir.Refuse(refused.what, body.at))


def _entering_monitor(body: BodyLowering) -> tuple[ir.Instruction, ...]:
    """Return the first instructions of a synchronized method. Its monitor is left however the method ends."""
    known = body.header
    if not known.method.access & SYNCHRONIZED:
        return ()
    at = known.position(0)
    if not known.method.is_static:
        return (ir.Lock(0, at, for_method=True),)
    register = body.register()
    class_object = body.link.initial.class_object(known.method.owner)
    return ir.Const(register, class_object, at), ir.Lock(register, at, for_method=True)


def _method(body: BodyLowering) -> ir.Method:
    known = body.header
    first = _entering_monitor(body)
    return ir.Method(
        known.method.owner,
        known.method.key,
        known.parameters(),
        max(1, body.registers),
        ((*first, *body.blocks[0]), *(tuple(block) for block in body.blocks[1:])),
        known.position(0),
        body.variable_names(),
        frozenset(body.back_edges),
        tuple(body.handlers) if any(body.handlers) else (),
    )
