"""One call of a Java method on two machines, the concrete interpreter and a real JVM, and where they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from symheap.core.model import Plain
from symheap.core.outcome import ErrorKind, Returned, Threw
from symheap.core.source import CodePosition
from symheap.core.terms import BV8, F32, F64, REF, Sort
from symheap.core.types import Field
from symheap.lang.java.boot import boot, booting
from symheap.lang.java.classes import CLINIT, INIT, JavaMethod, held_class
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.files.classpath import ClassPath, open_entry
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.lower.lambdas import MARK
from symheap.lang.java.methods import refused
from symheap.lang.java.table import DEFERRED, JavaTable
from symheap.lang.java.types import CLASS, STRING, class_named_by, element_sort, is_array
from symheap.lang.java.world import World
from symheap.objects import interpreter, ir
from symheap.objects.concrete import INITIAL, ConcreteHeap
from symheap.objects.host import Cell, Host, HostFunction, Refused
from symheap.objects.interpreter import Pointer, Run
from symheap.testing.jvm.call import Call, HeapObject, Outcome, Value, text_of, units
from symheap.testing.jvm.convert import element_kind, plain_of, to_driver, value_of
from symheap.testing.jvm.driver import Jvm

BY_PRINCIPLE: Mapping[tuple[str, str], str] = {
    ("java.lang.Object", "hashCode()I"): "identity hash codes",
    ("java.lang.System", "identityHashCode(Ljava/lang/Object;)I"): "identity hash codes",
    ("java.lang.System", "currentTimeMillis()J"): "time",
    ("java.lang.System", "nanoTime()J"): "time",
    ("java.lang.Runtime", "availableProcessors()I"): "the machine",
    ("java.lang.Runtime", "freeMemory()J"): "the machine",
    ("java.lang.Runtime", "totalMemory()J"): "the machine",
    ("java.lang.Runtime", "maxMemory()J"): "the machine",
    ("java.lang.Throwable", "getStackTrace()[Ljava/lang/StackTraceElement;"): "stack traces",
    ("java.lang.String", "intern()Ljava/lang/String;"): "the pool of interned strings",
    ("java.lang.ThreadGroup", "enumerate([Ljava/lang/Thread;IZ)I"): "threads",
    ("java.lang.ThreadGroup", "enumerate([Ljava/lang/ThreadGroup;IZ)I"): "threads",
    ("java.lang.ThreadGroup", "activeCount()I"): "threads",
    ("java.lang.ThreadGroup", "activeGroupCount()I"): "threads",
    ("java.util.concurrent.ThreadLocalRandom", "current()Ljava/util/concurrent/ThreadLocalRandom;"): "random, no seed",
    **dict.fromkeys(
        (
            ("java.util.ImmutableCollections$SetN", "probe(Ljava/lang/Object;)I"),
            ("java.util.ImmutableCollections$MapN", "probe(Ljava/lang/Object;)I"),
            ("java.util.ImmutableCollections$Set12", "toArray()[Ljava/lang/Object;"),
            ("java.util.ImmutableCollections$Set12", "toArray([Ljava/lang/Object;)[Ljava/lang/Object;"),
            ("java.util.ImmutableCollections$Set12", "forEach(Ljava/util/function/Consumer;)V"),
            ("java.util.ImmutableCollections$Set12$1", "next()Ljava/lang/Object;"),
            ("java.util.ImmutableCollections$SetN$SetNIterator", "<init>(Ljava/util/ImmutableCollections$SetN;)V"),
            ("java.util.ImmutableCollections$MapN$MapNIterator", "<init>(Ljava/util/ImmutableCollections$MapN;)V"),
        ),
        "random, no seed",
    ),
}
"""Methods whose result no two JVMs need to agree on: a run that meets one is refused under the reason."""

ULPS: Mapping[str, int] = {
    **dict.fromkeys(("sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "log10", "pow", "cbrt"), 1),
    **dict.fromkeys(("hypot", "expm1", "log1p"), 1),
    **dict.fromkeys(("atan2", "sinh", "cosh", "tanh"), 2),
}
"""By how many units in the last place the specification of class Math lets two JVMs differ."""

OF_THE_MACHINE = frozenset(
    (
        *(
            "java.home",
            "java.library.path",
            "java.class.path",
            "java.version",
            "java.version.date",
            "java.runtime.name",
        ),
        *("java.vendor", "java.vendor.url", "java.vendor.url.bug", "java.vendor.version", "java.runtime.version"),
        *("java.vm.info", "java.vm.name", "java.vm.vendor", "java.vm.version", "java.vm.compressedOopsMode"),
        *(
            "java.io.tmpdir",
            "java.awt.headless",
            "jdk.debug",
            "os.version",
            "sun.arch.data.model",
            "sun.boot.library.path",
        ),
        *("sun.cpu.endian", "sun.cpu.isalist", "sun.io.unicode.encoding", "sun.java.command", "sun.java.launcher"),
        *("sun.jnu.encoding", "sun.management.compiler", "sun.stderr.encoding", "sun.stdout.encoding"),
        *("native.encoding", "stdin.encoding", "stdout.encoding", "stderr.encoding"),
        *("user.dir", "user.home", "user.name", "user.timezone", "user.variant", "user.script"),
    )
)
"""System properties that tell one machine from another; all others are the same on all, most of them not set."""

SHARED = frozenset(
    (
        ("java.util.Locale", "hashCodeValue"),
        ("java.util.Locale", "languageTag"),
        ("java.lang.ThreadLocal", "threadLocalHashCode"),
    )
)
"""Fields that tell what calls before this one did on the same JVM: caches in shared objects, running numbers."""

_BUILDER = "java.lang.AbstractStringBuilder"
PRINCIPLE = "by principle: "
_AT = CodePosition("agreement", 0, 0, "agreement")
_SETUP = CodePosition("agreement", 0, 0, "classes of the input objects")


@dataclass(frozen=True, slots=True)
class Request:
    """A call: a method as seen from a class, and a heap of input objects.

    A receiver is dispatched on; a constructor has none.
    """

    class_name: str
    method: JavaMethod
    receiver: int | None
    arguments: tuple[Value, ...]
    heap: ConcreteHeap

    def roots(self) -> Iterator[tuple[str, int]]:
        """The references that the call is given, by name."""
        if self.receiver is not None:
            yield "this", self.receiver
        for i, value in enumerate(self.arguments):
            if value.kind == "ref" and value.bits:
                yield f"argument {i}", value.bits


class _Methods(Mapping[tuple[str, str], ir.Method]):
    """The bodies of a program, but for the methods that are refused by principle."""

    def __init__(self, methods: Mapping[tuple[str, str], ir.Method], world: World) -> None:
        self._methods = methods
        self._refused = {
            (owner, key): refused(world.find(owner).methods[key], PRINCIPLE + reason)
            for (owner, key), reason in BY_PRINCIPLE.items()
            if world.exists(owner) and key in world.find(owner).methods
        }

    def __getitem__(self, at: tuple[str, str]) -> ir.Method:
        found = self._refused.get(at)
        if found is None and at[0] == "java.lang.System" and at[1].startswith("getProperty("):
            found = self._refused[at] = _guarded_property(self._methods[at])
        return found or self._methods[at]

    def __contains__(self, at: object) -> bool:
        return at in self._methods

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._methods)

    def __len__(self) -> int:
        return len(self._methods)


def _guarded_property(body: ir.Method) -> ir.Method:
    def guard(host: Host, args: tuple[Cell, ...]) -> None:
        if not host.is_null(args[0]) and host.text(args[0]) in OF_THE_MACHINE:
            raise Refused(PRINCIPLE + "system properties of the machine")

    first = ir.HostCall(body.registers, HostFunction("java.lang.System.getProperty", guard), (0,), body.position)
    return replace(body, registers=body.registers + 1, blocks=((first, *body.blocks[0]), *body.blocks[1:]))


class Sides:
    """Two machines with the same classes.

    `isolated` calls have fresh classes of the user on the JVM, as here every call has, and static fields are compared.
    """

    def __init__(
        self, class_path: Sequence[Path], jdk: Jdk, environ: Mapping[str, str], *, isolated: bool = True
    ) -> None:
        world = World(ClassPath([open_entry(path, jdk.feature) for path in class_path], jdk))
        self.table = JavaTable(world, (), boot(world, environ))
        self._isolated = isolated
        self._initialize([name for name in world.class_path.user_names() if self._is_there(name)])
        program = booting(self.table)
        self.program = replace(program, methods=_Methods(program.methods, world))
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
        """Whether what a class's initialiser makes is there before the call: the constants of an enum always are."""
        return self.world.exists(name) and (not self._isolated or self.world.find(name).is_enum)

    def _initialize(self, names: Sequence[str]) -> None:
        """One after the other; an initialiser that comes to no end leaves no trace, and runs in each call."""
        initial = self.table.initial
        program = booting(self.table)
        for name in names:
            before = dict(initial.heap.objects)
            done = interpreter.initialize(program, initial.heap, [name], max_steps=3_000_000)
            if done.why:
                initial.heap.objects.update(before)
            else:
                initial.initialized.update(done.done)
                program = replace(program, initialized=done.done)

    # Here

    def here(self, request: Request, max_steps: int) -> Run:
        arguments: list[Plain] = [] if request.receiver is None else [Pointer(request.receiver)]
        for value in request.arguments:
            arguments.append(Pointer(value.bits) if value.kind == "ref" else value.bits)
        entry = self._entry(request, len(arguments))
        return interpreter.call(self.program, request.heap, entry, arguments, max_calls=600, max_steps=max_steps)

    def _entry(self, request: Request, count: int) -> ir.Method:
        """Where there is an object, its class is initialised; then the call."""
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

    def _initialized_first(self, request: Request) -> list[str]:
        classes = dict.fromkeys(request.heap.objects[n].class_name for n in sorted(request.heap.objects))
        return [name for name in classes if not is_array(name)]

    @staticmethod
    def is_set_up(run: Run) -> bool:
        """Whether the call was reached: the classes of the input objects were initialised before."""
        return not (isinstance(run.end, Threw) and _SETUP in run.end.stack)

    # There

    def call_of(self, request: Request) -> Call:
        """Raises `NoNameOnTheJvm` for what existed before the call and cannot be named there."""
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
            isolate=self._isolated,
            limit=20_000,
        )

    def there(self, request: Request) -> Outcome:
        return self.jvm.run(self.call_of(request))

    def _kind_of(self, class_name: str, field: str) -> str:
        descriptors = (f for c in self.world.chain(class_name) for f in c.fields.values() if not f.is_static)
        found = next(f.descriptor for f in descriptors if f.field.name == field)
        return "ref" if found[0] in "L[" else class_named_by(found)

    def _renamed(self, obj: HeapObject) -> HeapObject:
        if not obj.fields or is_array(obj.class_name):
            return obj
        there = {f.name: name for name, f in self.fields_there(obj.class_name).items()}
        return HeapObject(obj.class_name, {there[name]: value for name, value in obj.fields.items()})

    def fields_there(self, class_name: str) -> dict[str, Field]:
        """The fields of an object by the driver's name: of two of one name, the upper one has its owner's before it."""
        found: dict[str, Field] = {}
        for at in self.world.chain(class_name):
            for f in at.fields.values():
                if not f.is_static:
                    found[f"{at.name}.{f.name}" if f.name in found else f.name] = f.field
        return found

    def _observed(self, request: Request) -> list[Field]:
        if not self._isolated:
            return []
        fields = self.world.find(request.method.owner).fields.values()
        return [f.field for f in fields if f.is_static and f.constant is None]

    def known(self) -> dict[int, HeapObject]:
        """The names on the JVM of objects that exist before the call: from static fields, breadth first."""
        initial = self.table.initial
        if self._known_size != len(initial.heap.objects):
            self._known_size = len(initial.heap.objects)
            found = {n: HeapObject(CLASS, known="classObject", name=c) for c, n in initial.interned.classes.items()}
            pending = [(f"{c}.", n) for c, n in initial.interned.holders.items() if c in initial.initialized]
            for path, number in pending:
                obj = initial.heap.objects[number]
                for step, target in self.references(initial.heap, number):
                    if target not in found and initial.heap.class_of(target) != STRING:
                        name = path + step if held_class(obj.class_name) else f"{path}/{step}"
                        found[target] = HeapObject(initial.heap.class_of(target), known="static", name=name)
                        pending.append((name, target))
            self._known = found
        return self._known

    def _literals(self, request: Request) -> dict[int, HeapObject]:
        """The literals that the input objects refer to."""
        initial = self.table.initial.heap
        found = [n for at in request.heap.objects for _, n in self.references(request.heap, at) if n >= INITIAL]
        texts = {n: units(text_here(initial, n)) for n in found if initial.class_of(n) == STRING}
        return {n: HeapObject(STRING, string=text, interned=True) for n, text in texts.items()}

    def references(self, heap: ConcreteHeap, number: int) -> Iterator[tuple[str, int]]:
        """What an object refers to, null left out, with the step that leads there."""
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

    def difference(self, request: Request, run: Run, outcome: Outcome) -> str | None:
        """Where an end here differs from that on the JVM; None if nowhere."""
        walk = _Walk(self, run.heap, outcome.heap)
        for name, number in request.roots():
            walk.pending.append((name, number, number))
        return (
            self._ends(request, run, outcome, walk) or self._statics(request, run, outcome, walk) or walk.difference()
        )

    def _ends(self, request: Request, run: Run, outcome: Outcome, walk: _Walk) -> str | None:
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
                if _same(mine, outcome.value.bits, sort) or abs(mine - outcome.value.bits) <= open_to
                else (f"result is {mine}, not within {open_to} of {outcome.value.bits}")
            )
        return None if _same(mine, outcome.value.bits, sort) else f"result is {mine}, not {outcome.value.bits}"

    def _thrown(self, run: Run, end: Threw, outcome: Outcome, walk: _Walk) -> str | None:
        """Exceptions that the machine makes have no message here, and those of the JVM's own are not specified."""
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

    def _statics(self, request: Request, run: Run, outcome: Outcome, walk: _Walk) -> str | None:
        holder = self.table.initial.holder(request.method.owner).location.number
        for field in self._observed(request):
            mine, there = run.heap.get(holder, field), plain_of(outcome.statics[f"{request.method.owner}.{field.name}"])
            if field.type.sort is REF:
                walk.pending.append((field.name, int(mine), int(there)))
            elif not _same(mine, there, field.type.sort):
                return f"static {field.name} is {mine}, not {there}"
        return None


def text_here(heap: ConcreteHeap, number: int) -> str:
    """The text of a String, one character for each UTF-16 code unit."""
    string = heap.find(number)
    array = heap.find(int(string.fields["value"]))
    raw = bytes(int(array.elements.get(i, 0)) & 0xFF for i in range(array.length or 0))
    if not string.fields.get("coder"):
        return raw.decode("latin-1")
    return raw.decode("utf-16-le", "surrogatepass")


def _same(mine: Plain, there: Plain, sort: Sort | None) -> bool:
    """Bit by bit, but that a NaN is a NaN: which one comes out of an operation is left open by the JVM."""
    if mine == there:
        return True
    if sort is F32:
        return int(mine) & 0x7FFFFFFF > 0x7F800000 and int(there) & 0x7FFFFFFF > 0x7F800000
    if sort is F64:
        infinite = 0x7FF0000000000000
        return int(mine) & (2**63 - 1) > infinite and int(there) & (2**63 - 1) > infinite
    return False


class _Walk:
    """Two heaps, walked at once from pairs of references: the same but for the numbers of objects."""

    def __init__(self, sides: Sides, here: ConcreteHeap, there: Mapping[int, HeapObject]) -> None:
        self.pending: list[tuple[str, int, int]] = []
        self._sides = sides
        self._here = here
        self._there = there
        self._paired: dict[int, int] = {0: 0}
        self._taken: dict[int, int] = {0: 0}

    def difference(self) -> str | None:
        while self.pending:
            name, a, b = self.pending.pop()
            if a in self._paired or b in self._taken:
                if self._paired.get(a) != b or self._taken.get(b) != a:
                    return f"{name} is another object: {a} is {self._paired.get(a)}, {b} is {self._taken.get(b)}"
                continue
            self._paired[a], self._taken[b] = b, a
            found = self._object(name, a, b)
            if found is not None:
                return f"{name} {found}"
        return None

    def _object(self, name: str, a: int, b: int) -> str | None:
        mine, there = self._here.find(a), self._there[b]
        if MARK in mine.class_name and "$$Lambda" in there.class_name:
            return None
        if mine.class_name == DEFERRED and there.string is not None:
            return None
        if mine.class_name != there.class_name:
            return f"is a {mine.class_name}, not a {there.class_name}"
        if there.known == "classObject":
            return None if self._sides.known()[a].name == there.name else f"is not the class {there.name}"
        if there.opaque:
            return None
        if there.string is not None:
            text, expected = text_here(self._here, a), text_of(there.string)
            return None if text == expected else f"is {text!r}, not {expected!r}"
        return self._array(name, a, there) if there.elements is not None else self._fields(name, a, there)

    def _array(self, name: str, a: int, there: HeapObject) -> str | None:
        elements = there.elements or ()
        length = self._here.length(a)
        if length != len(elements):
            return f"has length {length}, not {len(elements)}"
        sort, kind = element_sort(there.class_name), element_kind(there.class_name)
        for i, bits in enumerate(elements):
            mine, expected = self._here.element(a, i, sort), plain_of(Value(kind, bits))
            if sort is REF:
                self.pending.append((f"{name}[{i}]", int(mine), bits))
            elif not _same(mine, expected, sort):
                return f"[{i}] is {mine}, not {expected}"
        return None

    def _text(self, a: int, there: HeapObject) -> str | None:
        """A builder: its text and its capacity.  What is behind the end of the text is nobody's."""
        mine = self._here.find(a).fields
        array = self._there[there.fields["value"].bits].elements or ()
        expected = (there.fields["coder"].bits, there.fields["count"].bits, len(array))
        own = int(mine["value"])
        found = (int(mine.get("coder", 0)), int(mine.get("count", 0)), self._here.length(own))
        if found != expected:
            return f"has coder, count and capacity {found}, not {expected}"
        end = found[1] << found[0]
        bytes_here = tuple(self._here.element(own, i, BV8) for i in range(end))
        return None if bytes_here == array[:end] else f"is {bytes_here}, not {array[:end]}"

    def _fields(self, name: str, a: int, there: HeapObject) -> str | None:
        named = self._sides.fields_there(there.class_name)
        for driver, value in there.fields.items():
            field = named[driver]
            if (field.owner, field.name) in SHARED:
                continue
            mine = self._here.get(a, field)
            if field.owner == _BUILDER and field.name == "value":
                found = self._text(a, there)
                if found is not None:
                    return found
                continue
            if field.type.sort is REF:
                self.pending.append((f"{name}.{field.name}", int(mine), value.bits))
            elif not _same(mine, plain_of(value), field.type.sort):
                return f".{field.name} is {mine}, not {plain_of(value)}"
        return None
