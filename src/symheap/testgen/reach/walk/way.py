"""Walk the blocks and the instructions of one call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symheap.core.terms import BV32, BV64, REF, Op, Term, Value
from symheap.core.theories.booleans import not_, or_
from symheap.core.theories.equality import eq
from symheap.lang.java.classes import INIT, JavaField, JavaMethod
from symheap.objects import ir
from symheap.testgen.reach.walk.effects import called_name, gives_object
from symheap.testgen.reach.walk.flow import loop_at
from symheap.testgen.reach.walk.state import Here, Left, TooHard
from symheap.testgen.reach.walk.values import (
    THIS,
    Registers,
    compared,
    computed,
    extreme,
    is_null,
    less,
    not_less,
    with_register,
)

if TYPE_CHECKING:
    from symheap.testgen.reach.walk.walker import Walker


@dataclass(frozen=True, slots=True)
class Way:
    """Walks the blocks of one call."""

    walker: Walker
    body: ir.Method
    within: tuple[JavaMethod, ...]

    def blocks(self, at: int, registers: Registers, here: Here, passed: frozenset[int]) -> Iterator[Left]:
        """Yield every continuation from the first instruction of a block.

        At the head of a loop everything that the loop changes has any value, so nothing is new when control comes back.
        """
        self.walker.count_way()
        loop = loop_at(self.body, at)
        if loop:
            changed = self._changed_in(loop, here)
            if changed and here.escaped:
                self.walker.demand(here)
            if at in passed:
                return
            registers, here = self._anywhere_in(loop, changed, registers, here)
        todo = [(0, registers, here)]
        while todo:
            offset, registers, here = todo.pop()
            instruction = self.body.blocks[at][offset]
            if here.is_impossible:
                continue
            if offset == len(self.body.blocks[at]) - 1:
                yield from self._last(instruction, at, registers, here, passed | {at})
                continue
            for result in self._step(instruction, registers, here):
                if isinstance(result, Left):
                    yield from self._thrown(at, registers, result.here, passed | {at})
                else:
                    todo.append((offset + 1, *result))

    def _changed_in(self, loop: frozenset[int], here: Here) -> frozenset[JavaField]:
        """The fields that a loop may change: by calls only where others know the object."""
        tracked, instructions = self.walker.tracked, self._instructions(loop)
        calls = (i for i in instructions if isinstance(i, ir.Call | ir.Invoke))
        if here.escaped and not all(map(self.walker.effects.has_none, calls)):
            return frozenset(tracked.values())
        return frozenset(tracked[f] for i in instructions if isinstance(i, ir.Put) for f in i.fields if f in tracked)

    def _anywhere_in(
        self, loop: frozenset[int], changed: frozenset[JavaField], registers: Registers, here: Here
    ) -> tuple[Registers, Here]:
        """Any round of a loop: what it changes has any value, and the object is in order if others may know it."""
        instructions, walker = self._instructions(loop), self.walker
        written = {_written(i) for i in instructions}
        kept = tuple(None if n in written else value for n, value in enumerate(registers))
        if not here.escaped and _gives_away(instructions, registers):
            raise TooHard
        new = {f: walker.any(f.descriptor) for f in changed if not (f.is_final and here.orderly is not None)}
        if not new:
            return kept, here
        fields = {**here.fields, **new}
        if not here.escaped:
            return kept, replace(here, fields=fields)
        return kept, replace(here, fields=fields, orderly=fields).having(*walker.assume(fields))

    # Instructions

    def _last(
        self, i: ir.Instruction, at: int, registers: Registers, here: Here, passed: frozenset[int]
    ) -> Iterator[Left]:
        match i:
            case ir.Jump():
                yield from self.blocks(i.target, registers, here, passed)
            case ir.Branch():
                cond = registers[i.cond]
                yes, no = (here, here) if cond is None else (here.having(cond), here.having(not_(cond)))
                yield from self.blocks(i.then, registers, yes, passed)
                yield from self.blocks(i.other, registers, no, passed)
            case ir.Switch():
                key = registers[i.key]
                for value, target in i.cases:
                    taken = here if key is None else here.having(eq(key, value))
                    yield from self.blocks(target, registers, taken, passed)
                others = () if key is None else tuple(not_(eq(key, value)) for value, _ in i.cases)
                yield from self.blocks(i.default, registers, here.having(*others), passed)
            case ir.Return():
                yield Left(here, registers[i.src])
            case ir.Throw() | ir.Fail():
                yield from self._thrown(at, registers, here, passed)
            case _:
                raise TooHard

    def _thrown(self, at: int, registers: Registers, here: Here, passed: frozenset[int]) -> Iterator[Left]:
        """To every handler of the block, and out of the method if none takes all."""
        handlers = self.body.handlers[at] if self.body.handlers else ()
        for handler in handlers:
            caught = self.walker.fresh(REF, is_object=True)
            given = with_register(registers, handler.reg, caught)
            yield from self.blocks(handler.target, given, here, passed)
            if handler.types is None:
                return
        yield Left(here, throws=True)

    def _step(self, i: ir.Instruction, registers: Registers, here: Here) -> Iterator[tuple[Registers, Here] | Left]:
        """Yield the states after an instruction: the registers and the place, or an exception."""
        match i:
            case ir.Const():
                yield with_register(registers, i.dst, i.value), here
            case ir.Move():
                yield with_register(registers, i.dst, registers[i.src]), here
            case ir.Binary():
                yield with_register(registers, i.dst, compared(i, registers)), here
            case ir.Compute():
                yield with_register(registers, i.dst, computed(i, registers)), here
            case ir.New():
                yield with_register(registers, i.dst, self.walker.fresh(REF, is_object=True)), here
            case ir.Put():
                yield from self._put(i, registers, here)
            case ir.Get():
                yield from self._get(i, registers, here)
            case ir.NewArray():
                yield from self._new_array(i, registers, here)
            case ir.Length() | ir.Load() | ir.Store():
                yield from self._in_array(i, registers, here)
            case ir.Cast():
                yield from self._checked(None, here, with_register(registers, i.dst, registers[i.obj]))
            case ir.NullCheck():
                yield from self._checked(is_null(registers[i.obj]), here, registers)
            case ir.Check():
                cond = registers[i.cond]
                yield from self._checked(None if cond is None else not_(cond), here, registers)
            case ir.Invoke() | ir.Call():
                yield from self._called(i, registers, here)
            case ir.Refuse() | ir.Assume() | ir.Input():
                raise TooHard
            case ir.IsA() | ir.Unary() | ir.Settle() | ir.Holds() | ir.Unlock():
                yield with_register(registers, getattr(i, "dst", None), None), here
            case ir.Initialize() if self.walker.java.table.world.class_path.is_user(i.class_name):
                after = here if i.class_name.startswith(self.walker.class_name) else self.walker.visited(here)
                yield registers, after
            case _:
                after = self._given(here, *(registers[n] for n in _given_away(i)))
                yield from self._checked(None, after, with_register(registers, _written(i), None))

    def _checked(
        self, fails: Value | None, here: Here, registers: Registers
    ) -> Iterator[tuple[Registers, Here] | Left]:
        """An instruction that throws where a condition holds; without one, it may always throw."""
        if fails is not False:
            yield Left(here if fails is None else here.having(fails), throws=True)
        if fails is not True:
            yield registers, here if fails is None else here.having(not_(fails))

    def _given(self, here: Here, *values: Value | None) -> Here:
        """Return the state after other code gets these values; it may refer to the object if that is among them."""
        return replace(here, escaped=True) if any(value is THIS for value in values) else here

    def _in_array(
        self, i: ir.Length | ir.Load | ir.Store, registers: Registers, here: Here
    ) -> Iterator[tuple[Registers, Here] | Left]:
        match i:
            case ir.Length():
                found = self.walker.length(registers[i.obj])
                yield from self._checked(is_null(registers[i.obj]), here, with_register(registers, i.dst, found))
            case ir.Load():
                sort = i.kind if i.kind in (BV32, BV64, REF) else None
                value = None if sort is None else self.walker.fresh(sort)
                yield from self._checked(self._outside(i, registers), here, with_register(registers, i.dst, value))
            case ir.Store():
                yield from self._checked(self._outside(i, registers), self._given(here, registers[i.src]), registers)

    def _outside(self, i: ir.Load | ir.Store, registers: Registers) -> Value | None:
        length, index = self.walker.length(registers[i.obj]), registers[i.index]
        null = is_null(registers[i.obj])
        if null is None or length is None or index is None:
            return None
        return or_(null, less(index, 0), not_less(index, length))

    def _get(self, i: ir.Get, registers: Registers, here: Here) -> Iterator[tuple[Registers, Here] | Left]:
        obj = registers[i.obj]
        declared = self.walker.tracked.get(i.fields[0]) if len(i.fields) == 1 else None
        if obj is THIS and declared is not None:
            yield with_register(registers, i.dst, here.fields[declared]), here
            return
        value = self._constant(i, obj)
        if value is None:
            sorts = {f.type.sort for f in i.fields}
            value = self.walker.fresh(sorts.pop()) if len(sorts) == 1 else None
        yield from self._checked(is_null(obj), here, with_register(registers, i.dst, value))

    def _constant(self, i: ir.Get, obj: Value | None) -> Value | None:
        """An enum constant, which no other name has."""
        if not isinstance(obj, Term) or obj.op is not Op.LOC:
            return None
        table, owner = self.walker.java.table, obj.location.class_name.removesuffix(".<static>")
        if owner == obj.location.class_name or not table.world.exists(owner):
            return None
        number = table.initial.static(owner, i.fields[0].name)
        return next((t for t in table.constants(owner) or () if number and t.location.number == number), None)

    def _put(self, i: ir.Put, registers: Registers, here: Here) -> Iterator[tuple[Registers, Here] | Left]:
        obj, value = registers[i.obj], registers[i.src]
        declared = [self.walker.tracked[f] for f in i.fields if f in self.walker.tracked]
        if obj is THIS:
            fields = {**here.fields, **dict.fromkeys(declared, value)}
            yield registers, self._given(replace(here, fields=fields), value)
            return
        if declared:
            raise TooHard
        yield from self._checked(is_null(obj), self._given(here, value), registers)

    def _new_array(self, i: ir.NewArray, registers: Registers, here: Here) -> Iterator[tuple[Registers, Here] | Left]:
        length = registers[i.length]
        made = self.walker.fresh(REF, is_object=True)
        if length is not None:
            self.walker.knows_length(made, length)
        fails = None if length is None else less(length, 0)
        yield from self._checked(fails, here, with_register(registers, i.dst, made))

    # Calls

    def _called(
        self, i: ir.Invoke | ir.Call, registers: Registers, here: Here
    ) -> Iterator[tuple[Registers, Here] | Left]:
        arguments = (*((i.obj,) if isinstance(i, ir.Call) else ()), *i.args)
        given: Registers = tuple(registers[n] for n in arguments)
        method = self._target(i, given)
        left = None if method is None else self.walker.inlined(method, given, here, self.within)
        if left is not None:
            for each in left:
                yield each if each.throws else (with_register(registers, i.dst, each.value), each.here)
            return
        key = i.method.partition(")")[2]
        if self.walker.effects.has_none(i):
            yield from self._modelled(i, given, registers, here)
            return
        is_other = isinstance(i, ir.Invoke) and i.method.startswith(f"{INIT}(") and given[0] is not THIS
        after = self.walker.visited(self._given(here, *given))
        value = self.walker.any(key or "V")
        yield Left(after, throws=True)
        null = False if is_other or not given else is_null(given[0])
        is_virtual = isinstance(i, ir.Call) or i.receiver
        after = after.having(not_(null)) if is_virtual and null is not None else after
        yield with_register(registers, i.dst, value), after

    def _target(self, i: ir.Invoke | ir.Call, given: Registers) -> JavaMethod | None:
        """The method of the class itself that a call on `this`, or a static one, certainly runs."""
        method = self.walker.own(i.method)
        if method is None or (isinstance(i, ir.Invoke) and i.owner != self.walker.class_name):
            return None
        if method.is_static:
            return method if isinstance(i, ir.Invoke) else None
        if not given or given[0] is not THIS:
            return None
        is_certain = method.is_private or method.name == INIT or isinstance(i, ir.Invoke)
        return method if is_certain or not self.walker.is_overridden(method) else None

    def _modelled(
        self, i: ir.Invoke | ir.Call, given: Registers, registers: Registers, here: Here
    ) -> Iterator[tuple[Registers, Here] | Left]:
        """A call that changes no object of the program, with what is known of its result."""
        name, walker = called_name(i).partition("(")[0], self.walker
        result = i.method.partition(")")[2]
        value = walker.fresh(REF, is_object=True) if gives_object(name) else walker.any(result)
        null = is_null(given[0]) if isinstance(i, ir.Call) or i.receiver else False
        fails: Value | None = None
        known: list[Value] = [] if null is None else [not_(null)]
        if name in ("java.util.Arrays.copyOf", "java.lang.Object.clone") and isinstance(value, Term):
            length = walker.length(given[0]) if name.endswith("clone") else given[1]
            if length is not None:
                walker.knows_length(value, length)
                known.append(not_less(length, 0))
        elif name == "java.util.Objects.requireNonNull":
            value, fails = given[0], is_null(given[0])
        elif name in ("java.lang.Math.max", "java.lang.Math.min") and "I)" in i.method:
            fails, value = False, extreme(name, given[0], given[1])
        elif name in ("java.lang.String.length", "size()I", "length()I") and value is not None:
            fails = null
            known.append(not_less(value, 0))
        elif name.endswith(INIT):
            fails, value = False, None
        for each in self._checked(fails, here, with_register(registers, i.dst, value)):
            yield each if isinstance(each, Left) else (each[0], each[1].having(*known))

    def _instructions(self, loop: frozenset[int]) -> list[ir.Instruction]:
        return [i for n in loop for i in self.body.blocks[n]]


def _written(i: ir.Instruction) -> int | None:
    """The register that an instruction writes."""
    if isinstance(i, ir.CopyRange):
        return i.copied
    return getattr(i, "dst", None)


def _given_away(i: ir.Instruction) -> tuple[int, ...]:
    """Return the registers whose objects other code may refer to after an instruction."""
    if isinstance(i, ir.Call):
        return (i.obj, *i.args)
    if isinstance(i, ir.Invoke | ir.HostCall):
        return i.args
    return (i.src,) if isinstance(i, ir.Put | ir.Store | ir.FillRange) else ()


def _gives_away(instructions: list[ir.Instruction], registers: Registers) -> bool:
    """Whether a loop may make `this` known to other code."""
    copies = {i.dst for i in instructions if isinstance(i, ir.Move | ir.Cast)}
    own = copies | {n for n, value in enumerate(registers) if value is THIS}
    return any(own & set(_given_away(i)) for i in instructions)
