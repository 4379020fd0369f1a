"""Plain objects as data: an object of one machine can be recreated in another, or looked up by its contents.

An image is everything that an object leads to. Objects given by the caller, and those in static fields, are only named,
so that they stay the same objects. Of the rest, only objects whose identity is unobservable are included: regular
expressions and their parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symheap.core.terms import REF
from symheap.core.types import Field
from symheap.lang.java.lower.linking import Linker
from symheap.lang.java.values.types import STRING, is_array
from symheap.objects.host import Cell, Host

_PACKAGES = ("java.util.regex.",)
_HOLDERS = ("java.util.ArrayList", "java.util.HashMap", "java.util.HashMap$Node")
_INTEGER, _CACHE = "java.lang.Integer", "java.lang.Integer$IntegerCache"
_LEAST_CACHED, _MOST_CACHED = -128, 127
_LARGEST = 5000
"""The largest number of objects in an image."""


class NoImage(Exception):
    """Raised when an object leads to one that cannot be recreated."""


@dataclass(frozen=True, slots=True)
class At:
    """A reference to an object of the image, by its position."""

    place: int


Held = int | At | None
"""The content of a field or an array element; None is null."""


@dataclass(frozen=True, slots=True)
class Made:
    class_name: str
    fields: tuple[tuple[Field, Held], ...]


@dataclass(frozen=True, slots=True)
class ImageRow:
    class_name: str
    elements: tuple[Held, ...]


@dataclass(frozen=True, slots=True)
class Static:
    """The object in a static field."""

    owner: str
    name: str


@dataclass(frozen=True, slots=True)
class Given:
    """An object given by the caller, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class Boxed:
    """An int in a box from the shared cache."""

    value: int


Described = Made | ImageRow | Static | Given | Boxed | str
"""An object.  A text is a String of its own."""

Image = tuple[Described, ...]
"""The objects; the first one is the root."""


# Reading --------------------------------------------------------------------------------------------------------------


def image_of(host: Host, link: Linker, root: Cell, given: Sequence[Cell] = ()) -> Image:
    """Return the image of an object. Raises `NoImage`, and `Symbolic` where a value is not plain."""
    return _Reader(host, link, given).read(root)


class _Reader:
    """Builds an image. `_found` are the objects so far, by class: only `same` distinguishes them."""

    def __init__(self, host: Host, link: Linker, given: Sequence[Cell]) -> None:
        self._host = host
        self._link = link
        self._given = given
        self._found: dict[str, list[tuple[Cell, At]]] = {}
        self._pending: list[tuple[Cell, str, str]] = []

    def read(self, root: Cell) -> Image:
        self._place(root, "")
        done: list[Described] = []
        while len(done) < len(self._pending):
            if len(done) > _LARGEST:
                raise NoImage
            done.append(self._object(*self._pending[len(done)]))
        return tuple(done)

    def _place(self, cell: Cell, declaring: str) -> At | None:
        """Return the position of an object, which a field of the class `declaring` refers to."""
        if self._host.is_null(cell):
            return None
        name = self._host.class_of(cell)
        known = self._found.setdefault(name, [])
        for other, place in known:
            if self._host.same(cell, other):
                return place
        place = At(len(self._pending))
        known.append((cell, place))
        self._pending.append((cell, name, declaring))
        return place

    def _object(self, cell: Cell, name: str, declaring: str) -> Described:
        host = self._host
        for number, other in enumerate(self._given):
            if host.same(cell, other):
                return Given(number)
        for owner, static in self._statics(name, declaring):
            if host.same(cell, host.get_static(owner, static)):
                return Static(owner, static)
        if name == STRING:
            return host.text(cell)
        if name == _INTEGER:
            return _boxed(host.plain(host.get(cell, _INTEGER, "value")))
        if is_array(name):
            is_row_of_references = name[1] in "L["
            elements = host.elements(cell)
            return ImageRow(name, tuple(self._held(each, is_row_of_references, declaring) for each in elements))
        if not name.startswith(_PACKAGES) and name not in _HOLDERS:
            raise NoImage
        fields = self._link.table.fields(name)
        return Made(name, tuple((field, self._field(cell, field)) for field in fields))

    def _field(self, cell: Cell, field: Field) -> Held:
        return self._held(self._host.get(cell, field.owner, field.name), field.type.sort is REF, field.owner)

    def _held(self, cell: Cell, is_reference: bool, declaring: str) -> Held:
        return self._place(cell, declaring) if is_reference else self._host.plain(cell)

    def _statics(self, name: str, declaring: str) -> Iterator[tuple[str, str]]:
        """Yield static fields that may hold an object: of its class, the class referring to it, and enclosing
        classes.
        """
        nested = [each for each in (name, declaring) if each and not is_array(each)]
        for owner in dict.fromkeys(each for full in nested for each in (full, full.partition("$")[0])):
            for field in self._link.world.find(owner).static_fields.values():
                if field.type.sort is REF:
                    yield owner, field.name


def _boxed(value: int) -> Boxed:
    """Return a cached box; any other box is an object of its own."""
    if not _LEAST_CACHED <= value <= _MOST_CACHED:
        raise NoImage
    return Boxed(value)


def named_classes(image: Image) -> tuple[str, ...]:
    """Return the classes that must be initialised before an image can be recreated."""
    return tuple(dict.fromkeys(each.owner for each in image if isinstance(each, Static)))


# Making ---------------------------------------------------------------------------------------------------------------


def made_again(host: Host, image: Image, given: Sequence[Cell] = ()) -> Cell:
    """Recreate the object of an image. Raises `NoImage`, before anything is allocated, if a static field is null."""
    known = {place: host.get_static(each.owner, each.name) for place, each in enumerate(image) if type(each) is Static}
    if any(host.is_null(cell) for cell in known.values()):
        raise NoImage
    cells = [known[place] if place in known else _new(host, each, given) for place, each in enumerate(image)]
    for cell, each in zip(cells, image, strict=True):
        _fill(host, cell, each, cells)
    return cells[0]


def _new(host: Host, each: Described, given: Sequence[Cell]) -> Cell:
    match each:
        case Made(name):
            return host.new(name)
        case ImageRow(name, elements):
            return host.new_array(name, [host.null() if not isinstance(held, int) else held for held in elements])
        case Given(number):
            return given[number]
        case Boxed(value):
            return host.elements(host.get_static(_CACHE, "cache"))[value - _LEAST_CACHED]
        case str():
            return host.string(each)
        case Static():
            raise AssertionError(each)


def _fill(host: Host, cell: Cell, each: Described, cells: Sequence[Cell]) -> None:
    """Store the references, and the numbers that differ from those of a new object."""
    if isinstance(each, Made):
        for field, held in each.fields:
            if held:
                host.put(cell, field.owner, field.name, cells[held.place] if isinstance(held, At) else held)
    elif isinstance(each, ImageRow):
        for index, held in enumerate(each.elements):
            if isinstance(held, At):
                host.set_element(cell, index, cells[held.place])
