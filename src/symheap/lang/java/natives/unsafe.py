"""Unsafe: fields and elements by offset, as far as offsets are plain.

The offset of a field is its position among the fields of its class, inherited ones first. So it is the same in every
subclass and needs no table. Elements of arrays have the offsets of a JVM. Offsets have no other meaning.
"""

from __future__ import annotations

from symheap.core.terms import Op, Term, Value
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.core.types import Field
from symheap.lang.java.natives.model import Models
from symheap.lang.java.values.types import element_descriptor, is_array, narrowing, widening
from symheap.lang.java.world import World
from symheap.objects.host import Cell, Host, Refused, Symbolic, Throws

MODELS = Models()
Cells = tuple[Cell, ...]
_UNSAFE = "jdk.internal.misc.Unsafe"
_FIELD = "java.lang.reflect.Field"
_OBJECT = "Ljava/lang/Object;"
_HEADER, _SLOT = 16, 8
_SCALES = {"Z": 1, "B": 1, "S": 2, "C": 2, "I": 4, "F": 4, "J": 8, "D": 8}
_REFERENCE_SCALE = 4
_KINDS = {
    "Boolean": "Z",
    "Byte": "B",
    "Short": "S",
    "Char": "C",
    "Int": "I",
    "Long": "J",
    "Float": "F",
    "Double": "D",
    "Reference": _OBJECT,
}


def _fields(world: World, name: str) -> tuple[Field, ...]:
    return tuple(f for above in reversed(tuple(world.chain(name))) for f in above.instance_fields)


def _scale(array_class: str) -> int:
    return _SCALES.get(element_descriptor(array_class), _REFERENCE_SCALE)


# Offsets


@MODELS.with_world(f"{_UNSAFE}.objectFieldOffset(Ljava/lang/Class;Ljava/lang/String;)J")
def object_field_offset(world: World, host: Host, args: Cells) -> Cell:
    owner, name = host.class_named(args[1]), host.text(args[2])
    for place, field in enumerate(_fields(world, owner)):
        if field.owner == owner and field.name in (name, f"{owner}.{name}"):
            return _HEADER + _SLOT * place
    raise Throws("java.lang.InternalError", name)


@MODELS.with_world("java.lang.Class.getDeclaredField(Ljava/lang/String;)Ljava/lang/reflect/Field;")
def get_declared_field(world: World, host: Host, args: Cells) -> Cell:
    """Return a field object that only serves to read its offset."""
    owner, name = host.class_named(args[0]), host.text(args[1])
    if not any(declared == name for declared, _ in world.find(owner).fields):
        raise Throws("java.lang.NoSuchFieldException", name)
    result = host.new(_FIELD)
    host.put(result, _FIELD, "clazz", args[0])
    host.put(result, _FIELD, "name", args[1])
    return result


@MODELS.with_world(f"{_UNSAFE}.objectFieldOffset(Ljava/lang/reflect/Field;)J")
def object_field_offset_of(world: World, host: Host, args: Cells) -> Cell:
    owner, name = (host.get(args[1], _FIELD, part) for part in ("clazz", "name"))
    return object_field_offset(world, host, (args[0], owner, name))


@MODELS.python(f"{_UNSAFE}.arrayBaseOffset(Ljava/lang/Class;)I", f"{_UNSAFE}.arrayBaseOffset0(Ljava/lang/Class;)I")
def array_base_offset(host: Host, args: Cells) -> Cell:
    return _HEADER


@MODELS.python(f"{_UNSAFE}.arrayIndexScale(Ljava/lang/Class;)I", f"{_UNSAFE}.arrayIndexScale0(Ljava/lang/Class;)I")
def array_index_scale(host: Host, args: Cells) -> Cell:
    return _scale(host.class_named(args[1]))


# Access


class _Place:
    """A field of an object, an element of an array, or several bytes of a byte array, the lowest first."""

    def __init__(self, world: World, host: Host, ref: Cell, offset: Cell, kind: str) -> None:
        self._host, self._ref, self._kind = host, ref, kind
        self._index: int | None = None
        self._bytes = 0
        name, at = host.class_of(ref), host.plain(offset) - _HEADER
        if is_array(name):
            self._index, rest = divmod(at, _scale(name))
            width = 1
            if name == "[B" and kind in "SCIJ":
                width = self._bytes = _SCALES[kind]
            elif _kind(element_descriptor(name)) != _kind(kind):
                rest = 1
            if rest or self._index < 0 or not _reaches(host, ref, self._index + width):
                raise Refused(f"{_UNSAFE}: access across the elements of an array")
            return
        place, rest = divmod(at, _SLOT)
        fields = _fields(world, name)
        if rest or not 0 <= place < len(fields):
            raise Refused(f"{_UNSAFE}: offset {at + _HEADER} of {name}")
        self._field = fields[place]

    def get(self) -> Cell:
        if self._index is not None:
            elements = self._host.elements(self._ref)[self._index : self._index + (self._bytes or 1)]
            return _narrowed(_joined(elements), self._kind) if self._bytes else elements[0]
        return self._host.get(self._ref, self._field.owner, self._field.name)

    def put(self, value: Cell) -> None:
        if self._index is None:
            self._host.put(self._ref, self._field.owner, self._field.name, _narrowed(value, self._kind))
            return
        parts = _split(value, self._bytes) if self._bytes else [_narrowed(value, self._kind)]
        for place, part in enumerate(parts):
            self._host.set_element(self._ref, self._index + place, part)


def _reaches(host: Host, array: Cell, end: int) -> bool:
    """Whether an array has at least `end` elements. If its length is symbolic, the caller has checked it."""
    try:
        return end <= host.length(array)
    except Symbolic:
        return True


def _joined(parts: list[Cell]) -> Value:
    """Return the number with these bytes: an int if there are fewer than eight."""
    width = 64 if len(parts) == 8 else 32
    result: Value = 0
    for place, part in enumerate(parts):
        assert isinstance(part, int | Term)
        byte = extend(part, 8, width, signed=place == len(parts) - 1)
        result = bitvector(Op.BVOR, width, result, bitvector(Op.BVSHL, width, byte, 8 * place))
    return result


def _split(value: Cell, count: int) -> list[Cell]:
    assert isinstance(value, int | Term)
    return [extract(value, 8 * place + 7, 8 * place) for place in range(count)]


def _kind(descriptor: str) -> str:
    return descriptor if descriptor in _SCALES else _OBJECT


def _is_same(host: Host, a: Cell, b: Cell, kind: str) -> bool:
    if kind == _OBJECT:
        return host.same(a, b)
    if isinstance(a, Term) and a is b:
        return True
    return host.plain(a) == host.plain(b)


def _widened(value: Cell, kind: str) -> Cell:
    """Widen the value of a field to a register."""
    operation = widening(kind)
    return value if operation is None else operation.apply(value)


def _narrowed(value: Cell, kind: str) -> Cell:
    """Narrow the value of a register to a field."""
    operation = narrowing(kind)
    return value if operation is None else operation.apply(value)


def _access(name: str, kind: str) -> None:
    @MODELS.with_world(*(f"{_UNSAFE}.get{name}{mode}({_OBJECT}J){kind}" for mode in ("", "Volatile")))
    def get(world: World, host: Host, args: Cells) -> Cell:
        return _widened(_Place(world, host, args[1], args[2], kind).get(), kind)

    @MODELS.with_world(*(f"{_UNSAFE}.put{name}{mode}({_OBJECT}J{kind})V" for mode in ("", "Volatile")))
    def put(world: World, host: Host, args: Cells) -> None:
        _Place(world, host, args[1], args[2], kind).put(args[3])


def _comparing(name: str, kind: str) -> None:
    @MODELS.with_world(f"{_UNSAFE}.compareAndSet{name}({_OBJECT}J{kind}{kind})Z")
    def compare_and_set(world: World, host: Host, args: Cells) -> Cell:
        place = _Place(world, host, args[1], args[2], kind)
        same = _is_same(host, place.get(), args[3], kind)
        if same:
            place.put(args[4])
        return int(same)

    @MODELS.with_world(f"{_UNSAFE}.compareAndExchange{name}({_OBJECT}J{kind}{kind}){kind}")
    def compare_and_exchange(world: World, host: Host, args: Cells) -> Cell:
        place = _Place(world, host, args[1], args[2], kind)
        old = place.get()
        if _is_same(host, old, args[3], kind):
            place.put(args[4])
        return old


for _name, _letter in _KINDS.items():
    _access(_name, _letter)
for _name in ("Int", "Long", "Reference"):
    _comparing(_name, _KINDS[_name])

MODELS.nothing(
    f"{_UNSAFE}.isBigEndian()Z",
    f"{_UNSAFE}.loadFence()V",
    f"{_UNSAFE}.storeFence()V",
    f"{_UNSAFE}.fullFence()V",
    f"{_UNSAFE}.ensureClassInitialized0(Ljava/lang/Class;)V",
    f"{_UNSAFE}.shouldBeInitialized0(Ljava/lang/Class;)Z",
)
_FENCES = ("releaseFence", "fullFence", "acquireFence", "storeStoreFence", "loadLoadFence")
MODELS.nothing(*(f"java.lang.invoke.VarHandle.{name}()V" for name in _FENCES))
