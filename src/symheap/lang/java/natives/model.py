"""Models of methods, and their translation to methods of the IR.

A model replaces one method, named ``java.lang.Math.sqrt(D)D``. There are five kinds, from the most to the least
precise:

- `Built`: instructions of the IR. It supports symbolic values as far as the instructions do.
- `Python`: a function on a `Host`. It needs plain values; if one is symbolic, the path ends as unsupported.
- `Guarded`: the bytecode, after a function that checks the arguments.
- `Nothing`: the method has no observable effect, and returns nothing, null, zero or false.
- `Unmodelled`: the path ends as unsupported, by the name that the user knows, before it enters the internals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from symheap.core.source import CodePosition
from symheap.core.terms import NULL, REF, Sort
from symheap.lang.java.classes import JavaMethod
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.lower import lower
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.errors import Unlinkable
from symheap.lang.java.lower.linking import Linker
from symheap.lang.java.lower.method import header
from symheap.lang.java.methods import in_bytecode
from symheap.lang.java.values.types import register_sort
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Function, Host, HostFunction
from symheap.objects.ir import Reg

Args = tuple[Reg, ...]
Build = Callable[[Emitter, Args], Reg | None]
WorldFunction = Callable[[World, Host, tuple[Cell, ...]], Cell | None]


@dataclass(frozen=True, slots=True, eq=False)
class Built:
    """`build` emits the body and returns the register of the result, None for a method that returns nothing.

    If it ends the last block itself, it returns `ir.DISCARD`.
    """

    build: Build


@dataclass(frozen=True, slots=True, eq=False)
class Python:
    """A function of the world of classes, the host and the arguments, the receiver first. Truth values are 0 and 1."""

    function: WorldFunction
    of_classes: bool = False
    """Whether it reads only classes, see `HostFunction`."""


@dataclass(frozen=True, slots=True, eq=False)
class Guarded:
    """The method's own bytecode, after a function that may refuse or throw.

    With `receiver` the function takes a receiver, and static methods are left alone. If the function has ensured that
    loops are `settled`, their number of iterations depends on the arguments alone, whatever the inputs are, and is not
    counted.
    """

    function: WorldFunction
    receiver: bool = False
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Nothing:
    """No effect. With `native` only for a method that has no bytecode."""

    native: bool = False


@dataclass(frozen=True, slots=True)
class Unmodelled:
    """`what` is the name for the user; by default the method's own."""

    what: str = ""


Model = Built | Python | Guarded | Nothing | Unmodelled


class Models(Mapping[str, Model]):
    """A table of models, filled while its modules are loaded. No method has two."""

    def __init__(self) -> None:
        self._models: dict[str, Model] = {}

    def __getitem__(self, name: str) -> Model:
        return self._models[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._models)

    def __len__(self) -> int:
        return len(self._models)

    def add(self, model: Model, *names: str) -> None:
        for name in names:
            if name in self._models:
                raise ValueError(f"{name} has two models")
            self._models[name] = model

    def update(self, others: Mapping[str, Model]) -> None:
        for name, model in others.items():
            self.add(model, name)

    def built(self, *names: str) -> Callable[[Build], Build]:
        def register(build: Build) -> Build:
            self.add(Built(build), *names)
            return build

        return register

    def python(self, *names: str) -> Callable[[Function], Function]:
        def register(function: Function) -> Function:
            self.add(Python(lambda world, host, args: function(host, args)), *names)
            return function

        return register

    def with_world(self, *names: str) -> Callable[[WorldFunction], WorldFunction]:
        def register(function: WorldFunction) -> WorldFunction:
            self.add(Python(function), *names)
            return function

        return register

    def of_classes(self, *names: str) -> Callable[[WorldFunction], WorldFunction]:
        """As `with_world`, for a function that reads only classes: it also has an answer for symbolic ones."""

        def register(function: WorldFunction) -> WorldFunction:
            self.add(Python(function, of_classes=True), *names)
            return function

        return register

    def guarded(self, *names: str) -> Callable[[Function], Function]:
        def register(function: Function) -> Function:
            self.add(Guarded(lambda world, host, args: function(host, args)), *names)
            return function

        return register

    def nothing(self, *names: str) -> None:
        self.add(Nothing(), *names)

    def refuse(self, *names: str) -> None:
        self.add(Unmodelled(), *names)


def lowered(link: Linker, method: JavaMethod, model: Model) -> ir.Method | None:
    """Return the modelled method; None if its bytecode is to be used."""
    if isinstance(model, Nothing) and model.native and method.code is not None:
        return None
    try:
        return _guarded(link, method, model) if isinstance(model, Guarded) else _modelled(link, method, model)
    except Unlinkable as missing:
        return _modelled(link, method, Unmodelled(missing.what))


def _guarded(link: Linker, method: JavaMethod, model: Guarded) -> ir.Method | None:
    if method.code is None or (model.receiver and method.is_static):
        return None
    body = lower(link.world, link.initial, link.table, method)
    world, function = link.world, model.function
    guard = HostFunction(user_name(method), lambda host, cells: function(world, host, cells))
    arguments = tuple(range(len(body.params) + (0 if method.is_static else 1)))
    first = ir.HostCall(body.registers, guard, arguments, body.position)
    blocks = ((first, *body.blocks[0]), *body.blocks[1:])
    loops = frozenset[tuple[int, int]]() if model.settled else body.back_edges
    return replace(body, registers=body.registers + 1, blocks=blocks, back_edges=loops)


def _modelled(link: Linker, method: JavaMethod, model: Model) -> ir.Method:
    head = header(link.java_class, method)
    parameters = head.parameters()
    receiver = 0 if method.is_static else 1
    count = len(parameters) + receiver
    position = CodePosition(head.source, 0, 0, head.member)
    e = Emitter(link, count + 1, position)
    e.start(e.block())
    result = _body(e, method, model, tuple(range(count)))
    if result != ir.DISCARD:
        e.emit(ir.Return(count if result is None else result, position))
    return ir.Method(
        owner=method.owner,
        key=method.key,
        params=parameters,
        registers=e.registers,
        blocks=tuple(tuple(block) for block in e.blocks),
        position=position,
        back_edges=frozenset(e.back_edges),
        handlers=tuple(e.handlers) if any(e.handlers) else (),
    )


def _body(e: Emitter, method: JavaMethod, model: Model, args: Args) -> Reg | None:
    result = result_sort(method.descriptor)
    match model:
        case Built(build):
            return build(e, args)
        case Python(function, of_classes):
            name, world = user_name(method), e.link.world
            host_function = HostFunction(name, lambda host, cells: function(world, host, cells), result, of_classes)
            dst = e.register()
            e.emit(ir.HostCall(dst, host_function, args, e.at))
            return dst
        case Nothing():
            return e.constant(NULL if result is REF else 0)
        case Guarded():
            raise AssertionError(model)
        case Unmodelled(what):
            e.emit(ir.Refuse(what or user_name(method), e.at))
            return ir.DISCARD


def leave_to_bytecode(e: Emitter, owner: str, key: str, args: Args) -> None:
    """Return the result of the bytecode of a method that has a model."""
    result = e.register()
    e.emit(ir.Invoke(result, owner, in_bytecode(key), args, e.at))
    e.emit(ir.Return(result, e.at))


def emit_question(e: Emitter, name: str, function: Function, args: Args, result: Sort) -> Reg:
    """Ask about classes, see `HostFunction`: `args` are non-null class objects and other arguments."""
    dst = e.register()
    e.emit(ir.HostCall(dst, HostFunction(name, function, result, of_classes=True), args, e.at))
    return dst


def result_sort(descriptor: str) -> Sort | None:
    """Return the sort of the result register; None for a method that returns nothing."""
    result = method_type(descriptor).result.descriptor
    return None if result == "V" else register_sort(result)


def user_name(method: JavaMethod) -> str:
    """Return a method's name for reports: ``java.util.regex.Pattern.compile``."""
    return f"{method.owner}.{method.name}"


def full_name(name: str) -> tuple[str, str]:
    """Split the full name of a method into its class and its key."""
    before, _, descriptor = name.partition("(")
    owner, _, member = before.rpartition(".")
    return owner, f"{member}({descriptor}"
