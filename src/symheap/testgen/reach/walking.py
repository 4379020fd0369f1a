"""Walk the code of a class with its fields as terms, for any state of the rest of the heap.

Every path through a method is walked; at a loop, everything that the loop changes gets an arbitrary value.  A call of
unknown code is a *visit*: the conditions must hold before it, and hold after it, but fields may have changed.  A result
that the walk does not model is an unknown value, about which nothing can be proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from symheap.core.deadline import tick
from symheap.core.origin import Origin
from symheap.core.terms import BV32, BV64, NULL, REF, Op, Sort, Term, Value, symbol
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.booleans import not_, or_
from symheap.core.theories.choice import ite
from symheap.core.theories.equality import eq
from symheap.core.types import Field
from symheap.lang.java.classes import INIT, JavaField, JavaMethod
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.entry import JavaProgram
from symheap.objects import ir

THIS: Final = symbol(Origin.root("this"), REF)

SORTS: Final = {"I": BV32, "J": BV64, "L": REF, "[": REF}
"""The types whose values are followed, by the first letters of their descriptors."""
_LANG: Final = ("Math", "Integer", "Long", "Character", "Double", "Boolean")
_STRING: Final = (
    *("length", "charAt", "codePointAt", "isEmpty", "substring", "indexOf", "equals", "trim", "compareTo"),
    *("startsWith", "endsWith", "toLowerCase", "toUpperCase", "toCharArray"),
)
_TEXTS: Final = ("substring", "trim", "toLowerCase", "toUpperCase", "toCharArray")
_NEW: Final = ("java.lang.StringBuilder", "java.util.ArrayList", "java.util.HashMap", "java.util.ArrayDeque")
_WITHOUT_EFFECT: Final = (
    *(f"java.lang.{name}." for name in _LANG),
    *(f"java.lang.String.{name}(" for name in _STRING),
    *(f"{name}.<init>()" for name in (*_NEW, "java.util.LinkedList")),
    *(f"java.lang.{name}.<init>(" for name in ("Object", "Enum", "Record")),
    *("java.lang.System.arraycopy(", "java.lang.Object.clone(", "java.util.Arrays.copyOf", "java.util.Arrays.fill("),
    "java.util.Objects.requireNonNull(",
)
"""Methods of the JDK that call no code of a program."""

_QUERIES: Final = frozenset(
    (
        *("size()I", "isEmpty()Z", "get(I)Ljava/lang/Object;", "remove(I)Ljava/lang/Object;", "clear()V", "hasNext()Z"),
        *("next()Ljava/lang/Object;", "iterator()Ljava/util/Iterator;", "peek()Ljava/lang/Object;", "length()I"),
        *("getFirst()Ljava/lang/Object;", "getLast()Ljava/lang/Object;", "removeFirst()Ljava/lang/Object;"),
        *("removeLast()Ljava/lang/Object;", "addFirst(Ljava/lang/Object;)V", "addLast(Ljava/lang/Object;)V"),
        *("intValue()I", "longValue()J", "charAt(I)C", "ordinal()I", "name()Ljava/lang/String;"),
    )
)
"""Methods of collections and values of the JDK that call no code of a program."""

_DEPTH: Final = 4
_MOST_WAYS: Final = 2_000


class TooHard(Exception):
    """Raised for code with too many paths, or with an instruction that the walk does not support."""


@dataclass(frozen=True, slots=True)
class Here:
    """A state on a path: the fields of `this`, the path condition, and the fields when the conditions last held.

    `escaped`: other code may have a reference to the object.  In a constructor the conditions have not held before.
    """

    fields: Mapping[JavaField, Value | None]
    holding: tuple[Value, ...]
    orderly: Mapping[JavaField, Value | None] | None
    escaped: bool = True

    def having(self, *conditions: Value) -> Here:
        return replace(self, holding=(*self.holding, *(each for each in conditions if each is not True)))

    @property
    def is_impossible(self) -> bool:
        return False in self.holding


@dataclass(frozen=True, slots=True)
class _Left:
    """How a walk leaves a method: with a value, or with an exception."""

    here: Here
    value: Value | None = None
    throws: bool = False


Registers = tuple[Value | None, ...]
Demand = Callable[[Here], None]
"""Is told of each moment at which the object must be in order."""
Assume = Callable[[Mapping[JavaField, Value | None]], tuple[Value, ...]]
"""What holds of fields that are in order."""


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
    _declared: dict[str, bool] = field(default_factory=dict)
    _count: int = 0
    _ways: int = 0

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
            fields: dict[JavaField, Value | None] = {f: _default(f) for f in self.tracked.values()}
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
    ) -> Iterator[_Left]:
        body = self.java.program.methods[method.owner, method.key]
        registers: Registers = (*arguments, *(None,) * (body.registers - len(arguments)))
        yield from _Way(self, body, within).blocks(0, registers, here, frozenset())

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

    def is_declared_by_user(self, key: str) -> bool:
        """Whether a known class of the user has a method of its own under a key."""
        if key not in self._declared:
            table = self.java.table
            own = (table.world.find(name) for name in table.universe if table.world.class_path.is_user(name))
            self._declared[key] = any(key in each.methods for each in own)
        return self._declared[key]

    def inlined(
        self, method: JavaMethod, arguments: Registers, here: Here, within: tuple[JavaMethod, ...]
    ) -> Iterator[_Left] | None:
        """Walk a call of a method of the class itself; None if it is too deep."""
        is_short = self.inlines or within[0].name == INIT
        if method in within or len(within) > _DEPTH or method.code is None or not is_short:
            self.private |= {method} if method.is_private else set()
            return None
        return self._run(method, arguments, here, (*within, method))

    def knows_length(self, array: Term, length: Value) -> None:
        self._lengths[array] = length


@dataclass(frozen=True, slots=True)
class _Way:
    """Walks the blocks of one call."""

    walker: Walker
    body: ir.Method
    within: tuple[JavaMethod, ...]

    def blocks(self, at: int, registers: Registers, here: Here, passed: frozenset[int]) -> Iterator[_Left]:
        """Yield every continuation from the first instruction of a block.

        At the head of a loop everything that the loop changes has any value, so nothing is new when control comes back.
        """
        self.walker.count_way()
        loop = _loop_at(self.body, at)
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
                if isinstance(result, _Left):
                    yield from self._thrown(at, registers, result.here, passed | {at})
                else:
                    todo.append((offset + 1, *result))

    def _changed_in(self, loop: frozenset[int], here: Here) -> frozenset[JavaField]:
        """The fields that a loop may change: by calls only where others know the object."""
        tracked, instructions = self.walker.tracked, self._instructions(loop)
        calls = (i for i in instructions if isinstance(i, ir.Call | ir.Invoke))
        if here.escaped and not all(map(self._is_without_effect, calls)):
            return frozenset(tracked.values())
        return frozenset(tracked[f] for i in instructions if isinstance(i, ir.Put) for f in i.fields if f in tracked)

    def _instructions(self, loop: frozenset[int]) -> list[ir.Instruction]:
        return [i for n in loop for i in self.body.blocks[n]]

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
    ) -> Iterator[_Left]:
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
                yield _Left(here, registers[i.src])
            case ir.Throw() | ir.Fail():
                yield from self._thrown(at, registers, here, passed)
            case _:
                raise TooHard

    def _thrown(self, at: int, registers: Registers, here: Here, passed: frozenset[int]) -> Iterator[_Left]:
        """To every handler of the block, and out of the method if none takes all."""
        handlers = self.body.handlers[at] if self.body.handlers else ()
        for handler in handlers:
            caught = self.walker.fresh(REF, is_object=True)
            given = _set(registers, handler.reg, caught)
            yield from self.blocks(handler.target, given, here, passed)
            if handler.types is None:
                return
        yield _Left(here, throws=True)

    def _step(self, i: ir.Instruction, registers: Registers, here: Here) -> Iterator[tuple[Registers, Here] | _Left]:
        """Yield the states after an instruction: the registers and the place, or an exception."""
        match i:
            case ir.Const():
                yield _set(registers, i.dst, i.value), here
            case ir.Move():
                yield _set(registers, i.dst, registers[i.src]), here
            case ir.Binary():
                yield _set(registers, i.dst, _binary(i, registers)), here
            case ir.Compute():
                yield _set(registers, i.dst, _computed(i, registers)), here
            case ir.New():
                yield _set(registers, i.dst, self.walker.fresh(REF, is_object=True)), here
            case ir.Put():
                yield from self._put(i, registers, here)
            case ir.Get():
                yield from self._get(i, registers, here)
            case ir.NewArray():
                yield from self._new_array(i, registers, here)
            case ir.Length():
                found = self.walker.length(registers[i.obj])
                yield from self._checked(_is_null(registers[i.obj]), here, _set(registers, i.dst, found))
            case ir.Load():
                sort = i.kind if i.kind in (BV32, BV64, REF) else None
                value = None if sort is None else self.walker.fresh(sort)
                yield from self._checked(self._outside(i, registers), here, _set(registers, i.dst, value))
            case ir.Store():
                yield from self._checked(self._outside(i, registers), self._given(here, registers[i.src]), registers)
            case ir.Cast():
                yield from self._checked(None, here, _set(registers, i.dst, registers[i.obj]))
            case ir.NullCheck():
                yield from self._checked(_is_null(registers[i.obj]), here, registers)
            case ir.Check():
                cond = registers[i.cond]
                yield from self._checked(None if cond is None else not_(cond), here, registers)
            case ir.Invoke() | ir.Call():
                yield from self._called(i, registers, here)
            case ir.Refuse() | ir.Assume() | ir.Input():
                raise TooHard
            case ir.IsA() | ir.Unary() | ir.Settle() | ir.Holds() | ir.Unlock():
                yield _set(registers, getattr(i, "dst", None), None), here
            case ir.Initialize() if self.walker.java.table.world.class_path.is_user(i.class_name):
                after = here if i.class_name.startswith(self.walker.class_name) else self.walker.visited(here)
                yield registers, after
            case _:
                after = self._given(here, *(registers[n] for n in _given_away(i)))
                yield from self._checked(None, after, _set(registers, _written(i), None))

    def _checked(
        self, fails: Value | None, here: Here, registers: Registers
    ) -> Iterator[tuple[Registers, Here] | _Left]:
        """An instruction that throws where a condition holds; without one, it may always throw."""
        if fails is not False:
            yield _Left(here if fails is None else here.having(fails), throws=True)
        if fails is not True:
            yield registers, here if fails is None else here.having(not_(fails))

    def _given(self, here: Here, *values: Value | None) -> Here:
        """Return the state after other code gets these values; it may refer to the object if that is among them."""
        return replace(here, escaped=True) if any(value is THIS for value in values) else here

    def _outside(self, i: ir.Load | ir.Store, registers: Registers) -> Value | None:
        length, index = self.walker.length(registers[i.obj]), registers[i.index]
        null = _is_null(registers[i.obj])
        if null is None or length is None or index is None:
            return None
        return or_(null, less(index, 0), not_less(index, length))

    def _get(self, i: ir.Get, registers: Registers, here: Here) -> Iterator[tuple[Registers, Here] | _Left]:
        obj = registers[i.obj]
        declared = self.walker.tracked.get(i.fields[0]) if len(i.fields) == 1 else None
        if obj is THIS and declared is not None:
            yield _set(registers, i.dst, here.fields[declared]), here
            return
        value = self._constant(i, obj)
        if value is None:
            sorts = {f.type.sort for f in i.fields}
            value = self.walker.fresh(sorts.pop()) if len(sorts) == 1 else None
        yield from self._checked(_is_null(obj), here, _set(registers, i.dst, value))

    def _constant(self, i: ir.Get, obj: Value | None) -> Value | None:
        """An enum constant, which no other name has."""
        if not isinstance(obj, Term) or obj.op is not Op.LOC:
            return None
        table, owner = self.walker.java.table, obj.location.class_name.removesuffix(".<static>")
        if owner == obj.location.class_name or not table.world.exists(owner):
            return None
        number = table.initial.static(owner, i.fields[0].name)
        return next((t for t in table.constants(owner) or () if number and t.location.number == number), None)

    def _put(self, i: ir.Put, registers: Registers, here: Here) -> Iterator[tuple[Registers, Here] | _Left]:
        obj, value = registers[i.obj], registers[i.src]
        declared = [self.walker.tracked[f] for f in i.fields if f in self.walker.tracked]
        if obj is THIS:
            fields = {**here.fields, **dict.fromkeys(declared, value)}
            yield registers, self._given(replace(here, fields=fields), value)
            return
        if declared:
            raise TooHard
        yield from self._checked(_is_null(obj), self._given(here, value), registers)

    def _new_array(self, i: ir.NewArray, registers: Registers, here: Here) -> Iterator[tuple[Registers, Here] | _Left]:
        length = registers[i.length]
        made = self.walker.fresh(REF, is_object=True)
        if length is not None:
            self.walker.knows_length(made, length)
        fails = None if length is None else less(length, 0)
        yield from self._checked(fails, here, _set(registers, i.dst, made))

    # Calls

    def _called(
        self, i: ir.Invoke | ir.Call, registers: Registers, here: Here
    ) -> Iterator[tuple[Registers, Here] | _Left]:
        arguments = (*((i.obj,) if isinstance(i, ir.Call) else ()), *i.args)
        given: Registers = tuple(registers[n] for n in arguments)
        method = self._target(i, given)
        left = None if method is None else self.walker.inlined(method, given, here, self.within)
        if left is not None:
            for each in left:
                yield each if each.throws else (_set(registers, i.dst, each.value), each.here)
            return
        key = i.method.partition(")")[2]
        if self._is_without_effect(i):
            yield from self._modelled(i, given, registers, here)
            return
        is_other = isinstance(i, ir.Invoke) and i.method.startswith(f"{INIT}(") and given[0] is not THIS
        after = self.walker.visited(self._given(here, *given))
        value = self.walker.any(key or "V")
        yield _Left(after, throws=True)
        null = False if is_other or not given else _is_null(given[0])
        is_virtual = isinstance(i, ir.Call) or i.receiver
        after = after.having(not_(null)) if is_virtual and null is not None else after
        yield _set(registers, i.dst, value), after

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

    def _is_without_effect(self, i: ir.Invoke | ir.Call, depth: int = 2) -> bool:
        """Whether a call runs no code of the program, or code that only touches objects of its own."""
        if not isinstance(i, ir.Invoke):
            return i.method in _QUERIES and not self.walker.is_declared_by_user(i.method)
        if _name(i).startswith(_WITHOUT_EFFECT):
            return True
        if i.owner.startswith("java.lang.") and i.owner.endswith(("Exception", "Error")):
            return i.method.startswith((f"{INIT}()", f"{INIT}(Ljava/lang/String;)"))
        body = self.walker.java.program.methods.get((i.owner, i.method))
        if not depth or body is None or not self.walker.java.table.world.class_path.is_user(i.owner):
            return False
        return all(self._is_harmless(each, depth) for block in body.blocks for each in block)

    def _is_harmless(self, i: ir.Instruction, depth: int) -> bool:
        if isinstance(i, ir.Invoke | ir.Call):
            return self._is_without_effect(i, depth - 1)
        if isinstance(i, ir.Put):
            return not any(f in self.walker.tracked for f in i.fields)
        return not isinstance(i, ir.Initialize | ir.Refuse)

    def _modelled(
        self, i: ir.Invoke | ir.Call, given: Registers, registers: Registers, here: Here
    ) -> Iterator[tuple[Registers, Here] | _Left]:
        """A call that changes no object of the program, with what is known of its result."""
        name, walker = _name(i).partition("(")[0], self.walker
        result = i.method.partition(")")[2]
        value = walker.fresh(REF, is_object=True) if _gives_object(name) else walker.any(result)
        null = _is_null(given[0]) if isinstance(i, ir.Call) or i.receiver else False
        fails: Value | None = None
        known: list[Value] = [] if null is None else [not_(null)]
        if name in ("java.util.Arrays.copyOf", "java.lang.Object.clone") and isinstance(value, Term):
            length = walker.length(given[0]) if name.endswith("clone") else given[1]
            if length is not None:
                walker.knows_length(value, length)
                known.append(not_less(length, 0))
        elif name == "java.util.Objects.requireNonNull":
            value, fails = given[0], _is_null(given[0])
        elif name in ("java.lang.Math.max", "java.lang.Math.min") and "I)" in i.method:
            fails, value = False, _extreme(name, given[0], given[1])
        elif name in ("java.lang.String.length", "size()I", "length()I") and value is not None:
            fails = null
            known.append(not_less(value, 0))
        elif name.endswith(INIT):
            fails, value = False, None
        for each in self._checked(fails, here, _set(registers, i.dst, value)):
            yield each if isinstance(each, _Left) else (each[0], each[1].having(*known))


def _gives_object(name: str) -> bool:
    """Whether a method of the JDK that returns a reference never returns null."""
    is_text = name.startswith("java.lang.String.") and name.rpartition(".")[2] in _TEXTS
    return is_text or name.startswith("java.util.Arrays.copyOf") or name == "java.lang.Object.clone"


def _extreme(name: str, a: Value | None, b: Value | None) -> Value | None:
    """The larger or the smaller one of two ints."""
    if a is None or b is None:
        return None
    return ite(less(a, b), b, a, BV32) if name.endswith("max") else ite(less(a, b), a, b, BV32)


def _name(i: ir.Invoke | ir.Call) -> str:
    """Return class, method and descriptor, without the caller that keys of models begin with."""
    return f"{i.owner}.{i.method.rpartition(': ')[2]}" if isinstance(i, ir.Invoke) else i.method


def less(a: Value, b: Value) -> Value:
    """``a < b`` of two ints, or of two longs."""
    width = next((x.sort.width for x in (a, b) if isinstance(x, Term)), 32)
    return bitvector(Op.BVSLT, width, a, b)


def not_less(a: Value, b: Value) -> Value:
    return not_(less(a, b))


def _default(declared: JavaField) -> Value | None:
    return NULL if declared.descriptor[0] in "L[" else 0 if declared.descriptor in "ZBCSIJ" else None


def _is_null(value: Value | None) -> Value | None:
    if value is THIS:
        return False
    return eq(value, NULL) if isinstance(value, Term) and value.sort is REF else None


def _set(registers: Registers, dst: int | None, value: Value | None) -> Registers:
    if dst is None or dst == ir.DISCARD:
        return registers
    return (*registers[:dst], value, *registers[dst + 1 :])


def _binary(i: ir.Binary, registers: Registers) -> Value | None:
    a, b = registers[i.a], registers[i.b]
    if i.op is not ir.Operator.EQUAL or a is None or b is None:
        return None
    if THIS in (a, b) and NULL in (a, b):
        return False
    return eq(a, b)


def _computed(i: ir.Compute, registers: Registers) -> Value | None:
    given = [registers[n] for n in i.args]
    if any(each is None for each in given):
        return None
    return i.operation.apply(*given)


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


def _loop_at(body: ir.Method, head: int) -> frozenset[int]:
    """The blocks of the loops that begin at a block; none if none does."""
    if head not in _heads(body):
        return frozenset()
    after = _reachable(body, head)
    return frozenset(n for n in after if n == head or head in _reachable(body, n))


@lru_cache(maxsize=64)
def _heads(body: ir.Method) -> frozenset[int]:
    """Return the targets of back edges in a depth-first walk from the entry."""
    found: set[int] = set()
    done: set[int] = set()
    path: list[tuple[int, list[int]]] = [(0, list(_following(body, 0)))]
    within = {0}
    while path:
        at, left = path[-1]
        if not left:
            path.pop()
            within.discard(at)
            done.add(at)
            continue
        target = left.pop()
        if target in within:
            found.add(target)
        elif target not in done:
            path.append((target, list(_following(body, target))))
            within.add(target)
    return frozenset(found)


def _reachable(body: ir.Method, start: int) -> frozenset[int]:
    """Return the blocks that are reachable from a block in at least one step."""
    seen: set[int] = set()
    todo = list(_following(body, start))
    while todo:
        at = todo.pop()
        if at not in seen:
            seen.add(at)
            todo += _following(body, at)
    return frozenset(seen)


def _following(body: ir.Method, at: int) -> tuple[int, ...]:
    handlers = tuple(h.target for h in (body.handlers[at] if body.handlers else ()))
    last = body.blocks[at][-1]
    if isinstance(last, ir.Jump):
        return (last.target, *handlers)
    if isinstance(last, ir.Branch):
        return (last.then, last.other, *handlers)
    if isinstance(last, ir.Switch):
        return (last.default, *(target for _, target in last.cases), *handlers)
    return handlers
