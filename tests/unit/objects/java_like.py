"""A small world with exceptions, arrays, class objects and static fields, and programs in it, written by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symheap.core.model import Plain
from symheap.core.outcome import ErrorKind
from symheap.core.source import Position
from symheap.core.terms import BOOL, BV8, BV32, REF, Term, location
from symheap.core.types import ELEMENTS, LENGTH, ClassInfo, ClassTable, Field, Type, ref_type
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject, Numbers
from symheap.objects.initialization import CLINIT
from symheap.objects.interpreter import ConcreteRun, run
from symheap.objects.ir import Handler, InputDecl, Instruction, Method, Operation, Program

VALUE = Field("java.lang.String", "value", ref_type("[B"))
CODER = Field("java.lang.String", "coder", Type(BV8))
MESSAGE = Field("java.lang.Throwable", "detailMessage", ref_type("java.lang.String"))
CAUSE = Field("java.lang.Throwable", "cause", ref_type("java.lang.Throwable"))
NUMBER = Field("A", "number", Type(BV32))
FLAG = Field("A", "flag", Type(BOOL))
LINK = Field("A", "link", ref_type("A"))
STATIC = Field("A.<static>", "count", Type(BV32))

PARENTS = {
    "java.lang.Throwable": "Object",
    "java.lang.Exception": "java.lang.Throwable",
    "java.lang.Error": "java.lang.Throwable",
    "java.lang.AssertionError": "java.lang.Error",
    "java.lang.NoClassDefFoundError": "java.lang.Error",
    "java.lang.ExceptionInInitializerError": "java.lang.Error",
    "java.lang.NullPointerException": "java.lang.Exception",
    "Bounds": "java.lang.Exception",
    "BadCast": "java.lang.Exception",
    "Division": "java.lang.Exception",
    "Negative": "java.lang.Exception",
    "BadStore": "java.lang.Exception",
    "NoMethod": "java.lang.Error",
}
ERRORS = {
    ErrorKind.NULL: "java.lang.NullPointerException",
    ErrorKind.BOUNDS: "Bounds",
    ErrorKind.CAST: "BadCast",
    ErrorKind.ARITHMETIC: "Division",
    ErrorKind.NEGATIVE_SIZE: "Negative",
    ErrorKind.ARRAY_STORE: "BadStore",
    ErrorKind.NO_METHOD: "NoMethod",
    ErrorKind.INITIALIZER: "java.lang.ExceptionInInitializerError",
}
ARRAYS = {"[I": BV32, "[B": BV8, "[Z": BOOL, "[Object": REF, "[A": REF, "[B-of-A": REF}
COMPONENTS = {"[Object": "Object", "[A": "A", "[B-of-A": "B"}
FIELDS = {
    "java.lang.Throwable": (MESSAGE, CAUSE),
    "java.lang.String": (VALUE, CODER),
    "A": (NUMBER, FLAG, LINK),
    "A.<static>": (STATIC,),
}


class World(ClassTable):
    """`orders` are the orders of initialisation; a class that is not in it is alone in its own."""

    def __init__(self, orders: Mapping[str, tuple[str, ...]] | None = None) -> None:
        methods = {"A": frozenset({"m()V", "loop()V"}), "B": frozenset({"m()V"})}
        parents = {**PARENTS, "java.lang.String": "Object", "java.lang.Class": "Object", "A": "Object", "B": "A"}
        parents |= dict.fromkeys(("C", "I", "A.<static>"), "Object") | {"S": "SS", "SS": "Object", "D": "S"}
        infos = [ClassInfo(n, p, FIELDS.get(n, ()), methods.get(n, frozenset())) for n, p in parents.items()]
        infos += [ClassInfo(n, "Object", (LENGTH, ELEMENTS[sort])) for n, sort in ARRAYS.items()]
        super().__init__(infos)
        self.initial = ConcreteHeap(self, numbers=Numbers(INITIAL))
        self._made: dict[str, Term] = {}
        self._orders = orders or {}

    def component(self, name: str) -> str | None:
        return COMPONENTS.get(name)

    def initialization_order(self, name: str) -> tuple[str, ...]:
        return self._orders.get(name, (name,))

    def _initial(self, key: str, class_name: str) -> Term:
        if key not in self._made:
            self._made[key] = location(self.initial.new(class_name), class_name, initial=True)
        return self._made[key]

    def class_object(self, name: str) -> Term:
        return self._initial(f"class {name}", "java.lang.Class")

    def class_named(self, class_object: Term) -> str:
        return next(key for key, term in self._made.items() if term is class_object).removeprefix("class ")

    def literal(self, text: str) -> Term:
        return self._initial(f"literal {text}", "java.lang.String")

    def holder(self, name: str) -> Term:
        return self._initial(f"holder {name}", f"{name}.<static>")


class Asking(ConcreteHeap):
    """A heap that the interpreter may not inspect: it has to ask for everything."""

    def copy(self) -> Asking:
        return Asking(self.table, dict(self.roots), {n: o.copy() for n, o in self.objects.items()}, self.base)


def at(line: int) -> Position:
    return Position("t", line, 1)


Blocks = tuple[tuple[Instruction, ...], ...]


def method(
    owner: str, key: str, *blocks: tuple[Instruction, ...], handlers: Mapping[int, list[Handler]] | None = None
) -> Method:
    """Return a method of ten registers."""
    by_block = tuple(tuple((handlers or {}).get(b, ())) for b in range(len(blocks)))
    return Method(owner, key, (), 10, blocks, at(0), handlers=by_block if handlers else ())


def clinit(owner: str, *blocks: tuple[Instruction, ...]) -> Method:
    return method(owner, CLINIT, *blocks)


INPUTS = (("a", ref_type("Object")), ("b", ref_type("Object")), ("n", Type(BV32)), ("c", Type(BOOL)))


@dataclass
class Case:
    """A program, its methods and its initial heap.  Registers 0 to 3 hold the inputs a, b, n and c."""

    blocks: Blocks
    methods: tuple[Method, ...] = ()
    handlers: Mapping[int, list[Handler]] = field(default_factory=dict)
    world: World = field(default_factory=World)
    initialized: frozenset[str] = frozenset()

    @property
    def program(self) -> Program:
        inputs = tuple(InputDecl(name, kind, self.world.everything()) for name, kind in INPUTS)
        entry = method("Main", "main()V", *self.blocks, handlers=self.handlers)
        methods = {(m.owner, m.key): m for m in self.methods}
        return Program(
            self.world,
            methods,
            entry,
            inputs,
            (0, 1, 2, 3),
            errors=ERRORS,
            initial=self.world.initial,
            initialized=self.initialized,
        )

    def run(
        self,
        objects: Mapping[int, ConcreteObject] | None = None,
        *,
        kind: type[ConcreteHeap] = ConcreteHeap,
        max_calls: int = 10,
        max_steps: int = 1000,
        **roots: Plain,
    ) -> ConcreteRun:
        heap = kind(self.world, {"a": 0, "b": 0, "n": 0, "c": False} | roots, dict(objects or {}))
        return run(self.program, heap, max_calls=max_calls, max_steps=max_steps)


ADD = Operation("add", lambda a, b: a + b)
NEGATE = Operation("negate", lambda a: -a)
SUM = Operation("sum", lambda a, b, c: a + b + c)
APPEND = Operation("append", lambda a, b: 10 * a + b)
LESS = Operation("less", lambda a, b: a < b)
