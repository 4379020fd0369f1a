"""One call of a Java method on two machines, the concrete interpreter and a real JVM, and their differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from symheap.core.model import Plain
from symheap.core.outcome import ErrorKind, Returned, Threw
from symheap.core.source import CodePosition
from symheap.core.terms import F32, F64, REF
from symheap.core.types import Field
from symheap.lang.java.classes import INIT, JavaMethod, held_class
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.files.classpath import ClassPath, open_entry
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.past.boot import boot, booting
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.pseudo import DEFERRED
from symheap.lang.java.values.types import CLASS, STRING, class_named_by, element_sort, is_array
from symheap.lang.java.world import World
from symheap.objects import interpreter, ir
from symheap.objects.concrete import INITIAL, ConcreteHeap
from symheap.objects.interpreter import ConcreteRun, Pointer
from symheap_testing.java.jvm.call import Call, CallOutcome, HeapObject, Value, text_of, units
from symheap_testing.java.jvm.convert import plain_of, to_driver, value_of
from symheap_testing.java.jvm.driver import Jvm
from symheap_testing.java.principles import ULPS, Principled
from symheap_testing.java.walk import Walk, same_value, text_here

_AT = CodePosition("agreement", 0, 0, "agreement")
_SETUP = CodePosition("agreement", 0, 0, "classes of the input objects")


@dataclass(frozen=True, slots=True)
class CallRequest:
    """A call: a method as seen from a class, and a heap of input objects.

    The call is dispatched on the receiver; a constructor has none.
    """

    class_name: str
    method: JavaMethod
    receiver: int | None
    arguments: tuple[Value, ...]
    heap: ConcreteHeap

    def roots(self) -> Iterator[tuple[str, int]]:
        """Yield the references that the call is given, by name."""
        if self.receiver is not None:
            yield "this", self.receiver
        for i, value in enumerate(self.arguments):
            if value.kind == "ref" and value.bits:
                yield f"argument {i}", value.bits


class Sides:
    """Two machines with the same classes.

    Every call has fresh classes of the user. Static fields are compared too, unless the classes are `settled`, that is,
    initialised here once and for all.
    """

    def __init__(
        self, class_path: Sequence[Path], jdk: Jdk, environ: Mapping[str, str], *, settled: bool = False
    ) -> None:
        world = World(ClassPath([open_entry(path, jdk.feature) for path in class_path], jdk))
        self.table = JavaTable(world, (), boot(world, environ))
        self._settled = settled
        program = booting(self.table)
        self.program = replace(program, methods=Principled(program.methods, world))
        self._initialize([name for name in world.class_path.user_names() if self._is_there(name)])
        self.jvm = Jvm(str(jdk.java()), str(jdk.javac()), [str(path) for path in class_path])
        self._known: dict[int, HeapObject] = {}
        self._known_size = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.jvm.close()

    @property
    def world(self) -> World:
        return self.table.world

    def _is_there(self, name: str) -> bool:
        """Whether the objects of a class's initialiser exist before the call: the constants of an enum always do."""
        return self.world.exists(name) and (self._settled or self.world.find(name).is_enum)

    def _initialize(self, names: Sequence[str]) -> None:
        """Initialise one after the other; an initialiser that does not end has no effect, and runs in each call."""
        initial = self.table.initial
        for name in names:
            before = dict(initial.heap.objects)
            done = interpreter.initialize(self.program, initial.heap, [name], max_steps=3_000_000)
            if done.why:
                initial.heap.objects.update(before)
            else:
                initial.initialized.update(done.done)
                self.program = replace(self.program, initialized=done.done)

    # Here

    def here(self, request: CallRequest, max_steps: int) -> ConcreteRun:
        arguments: list[Plain] = [] if request.receiver is None else [Pointer(request.receiver)]
        for value in request.arguments:
            arguments.append(Pointer(value.bits) if value.kind == "ref" else value.bits)
        entry = self._entry(request, len(arguments))
        return interpreter.call(self.program, request.heap, entry, arguments, max_calls=600, max_steps=max_steps)

    def _entry(self, request: CallRequest, count: int) -> ir.Method:
        """Return a method that initialises the classes of the input objects, then makes the call."""
        owner, key, args = request.class_name, request.method.key, tuple(range(count))
        steps: list[ir.Instruction] = [ir.Initialize(name, _SETUP) for name in self._initialized_first(request)]
        if request.method.name == INIT:
            steps += [ir.Initialize(owner, _AT), ir.New(count, owner, _AT)]
            steps.append(ir.Invoke(ir.DISCARD, owner, key, (count, *args), _AT, receiver=True))
        elif request.receiver is None:
            steps += [ir.Initialize(owner, _AT), ir.Invoke(count, request.method.owner, key, args, _AT)]
        elif request.method.is_private:
            steps.append(ir.Invoke(count, request.method.owner, key, args, _AT, receiver=True))
        else:
            steps.append(ir.Call(count, self.world.call_key(request.method), 0, args[1:], _AT))
        return ir.Method("", "agreement", (), count + 1, ((*steps, ir.Return(count, _AT)),), _AT)

    def _initialized_first(self, request: CallRequest) -> list[str]:
        classes = dict.fromkeys(request.heap.objects[n].class_name for n in sorted(request.heap.objects))
        return [name for name in classes if not is_array(name)]

    @staticmethod
    def is_set_up(run: ConcreteRun) -> bool:
        """Whether the call was reached, after the initialisation of the classes of the input objects."""
        return not (isinstance(run.end, Threw) and _SETUP in run.end.stack)

    # There

    def call_of(self, request: CallRequest) -> Call:
        """Return the call for the JVM. Raises `NoNameOnTheJvm` for an existing object that cannot be named there."""
        known = {**self.known(), **self._literals(request)}
        objects = to_driver(request.heap, self._kind_of, known)
        objects.update({n: known[n] for _, n in request.roots() if n not in objects and n in known})
        return Call(
            request.class_name,
            request.method.name,
            request.method.descriptor,
            request.receiver,
            request.arguments,
            {number: self._renamed(obj) for number, obj in sorted(objects.items())},
            initialize=tuple(self._initialized_first(request)),
            observe=tuple(f"{request.method.owner}.{f.name}" for f in self._observed(request)),
            limit=20_000,
        )

    def there(self, request: CallRequest) -> CallOutcome:
        return self.jvm.run(self.call_of(request))

    def _kind_of(self, class_name: str, field: str) -> str:
        descriptors = (f for c in self.world.chain(class_name) for f in c.fields.values() if not f.is_static)
        descriptor = next(f.descriptor for f in descriptors if f.field.name == field)
        return "ref" if descriptor[0] in "L[" else class_named_by(descriptor)

    def _renamed(self, obj: HeapObject) -> HeapObject:
        if not obj.fields or is_array(obj.class_name):
            return obj
        there = {f.name: name for name, f in self.fields_there(obj.class_name).items()}
        return HeapObject(obj.class_name, {there[name]: value for name, value in obj.fields.items()})

    def fields_there(self, class_name: str) -> dict[str, Field]:
        """Return an object's fields by the driver's name: of two with one name, one is qualified by its owner."""
        by_name: dict[str, Field] = {}
        for at in self.world.chain(class_name):
            for f in at.fields.values():
                if not f.is_static:
                    by_name[f"{at.name}.{f.name}" if f.name in by_name else f.name] = f.field
        return by_name

    def _observed(self, request: CallRequest) -> list[Field]:
        if self._settled:
            return []
        fields = self.world.find(request.method.owner).fields.values()
        return [f.field for f in fields if f.is_static and f.constant is None]

    def known(self) -> dict[int, HeapObject]:
        """Return the names on the JVM of objects that exist before the call: from static fields, breadth first."""
        initial = self.table.initial
        if self._known_size != len(initial.heap.objects):
            self._known_size = len(initial.heap.objects)
            names = {n: HeapObject(CLASS, known="classObject", name=c) for c, n in initial.interned.classes.items()}
            pending = [(f"{c}.", n) for c, n in initial.interned.holders.items() if c in initial.initialized]
            for path, number in pending:
                obj = initial.heap.objects[number]
                for step, target in self.references(initial.heap, number):
                    if target not in names and initial.heap.class_of(target) != STRING:
                        name = path + step if held_class(obj.class_name) else f"{path}/{step}"
                        names[target] = HeapObject(initial.heap.class_of(target), known="static", name=name)
                        pending.append((name, target))
            self._known = names
        return self._known

    def _literals(self, request: CallRequest) -> dict[int, HeapObject]:
        """Return the literals that the input objects refer to."""
        initial = self.table.initial.heap
        numbers = [n for at in request.heap.objects for _, n in self.references(request.heap, at) if n >= INITIAL]
        texts = {n: units(text_here(initial, n)) for n in numbers if initial.class_of(n) == STRING}
        return {n: HeapObject(STRING, string=text, interned=True) for n, text in texts.items()}

    def references(self, heap: ConcreteHeap, number: int) -> Iterator[tuple[str, int]]:
        """Yield the non-null references of an object, each with its step."""
        obj = heap.find(number)
        if is_array(obj.class_name):
            if element_sort(obj.class_name) is REF:
                yield from ((f"[{i}]", int(value)) for i, value in sorted(obj.elements.items()) if value)
            return
        for field in self.table.fields(obj.class_name):
            value = obj.fields.get(field.name)
            if field.type.sort is REF and value:
                yield field.name, int(value)

    # Both

    def difference(self, request: CallRequest, run: ConcreteRun, outcome: CallOutcome) -> str | None:
        """Return the difference between an end here and that on the JVM; None if there is none."""
        walk = Walk(run.heap, outcome.heap, self.fields_there, lambda number: self.known()[number].name)
        for name, number in request.roots():
            walk.pending.append((name, number, number))
        return (
            self._ends(request, run, outcome, walk) or self._statics(request, run, outcome, walk) or walk.difference()
        )

    def _ends(self, request: CallRequest, run: ConcreteRun, outcome: CallOutcome, walk: Walk) -> str | None:
        if isinstance(run.end, Threw):
            if outcome.thrown is None:
                return f"throws {run.end.exception}, the JVM returns {outcome.value}"
            return self._thrown(run, run.end, outcome, walk)
        assert isinstance(run.end, Returned)
        if outcome.thrown is not None:
            message = text_of(outcome.thrown.message or ())
            return f"returns {run.end.value}, the JVM throws {outcome.thrown.class_name}: {message}"
        descriptor = method_type(request.method.descriptor).result.descriptor
        if request.method.name == INIT or descriptor[0] in "L[":
            walk.pending.append(("result", int(run.end.value), outcome.value.bits if outcome.value else 0))
            return None
        if descriptor == "V" or outcome.value is None:
            return None
        mine = value_of(outcome.value.kind, run.end.value).bits
        sort = {"float": F32, "double": F64}.get(outcome.value.kind)
        if request.method.owner == "java.lang.Math" and sort is F64:
            open_to = ULPS.get(request.method.name, 0)
            return (
                None
                if same_value(mine, outcome.value.bits, sort) or abs(mine - outcome.value.bits) <= open_to
                else (f"result is {mine}, not within {open_to} of {outcome.value.bits}")
            )
        return None if same_value(mine, outcome.value.bits, sort) else f"result is {mine}, not {outcome.value.bits}"

    def _thrown(self, run: ConcreteRun, end: Threw, outcome: CallOutcome, walk: Walk) -> str | None:
        """Compare exceptions. Those created by the machine have no message here, and the JVM's own is not specified."""
        assert outcome.thrown is not None
        if end.exception and end.exception != outcome.thrown.class_name:
            return f"throws {end.exception}, not {outcome.thrown.class_name}"
        walk.pending.append(("exception", run.thrown, outcome.thrown.number))
        if end.error is not ErrorKind.EXCEPTION or not run.thrown:
            return None
        mine = int(run.heap.find(run.thrown).fields.get("detailMessage", 0))
        if mine and run.heap.class_of(mine) == DEFERRED and outcome.thrown.message is not None:
            return None
        text = text_here(run.heap, mine) if mine else None
        there = None if outcome.thrown.message is None else text_of(outcome.thrown.message)
        return None if text == there else f"message is {text!r}, not {there!r}"

    def _statics(self, request: CallRequest, run: ConcreteRun, outcome: CallOutcome, walk: Walk) -> str | None:
        holder = self.table.initial.holder(request.method.owner).location.number
        for field in self._observed(request):
            mine, there = run.heap.get(holder, field), plain_of(outcome.statics[f"{request.method.owner}.{field.name}"])
            if field.type.sort is REF:
                walk.pending.append((field.name, int(mine), int(there)))
            elif not same_value(mine, there, field.type.sort):
                return f"static {field.name} is {mine}, not {there}"
        return None
