"""The classes that an input may have.

It rests on assumptions, all listed in the report: inputs are of classes that the program mentions, or of a few that
every program has. A class of the JDK comes with the classes that its fields hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from symheap.lang.java.classes import INIT, JavaClass
from symheap.lang.java.classfile.access import PRIVATE
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.inputs import mentions
from symheap.lang.java.values.types import CLASS, OBJECT, STRING, THROWABLE, element_class, is_array, is_primitive
from symheap.lang.java.world import World

SMALL = 300
"""The number of classes up to which a user's class path is included as a whole."""

LARGEST_LIBRARY = 60
"""The largest number of classes of the JDK, not counting those that every program has."""

ALWAYS = (
    OBJECT,
    STRING,
    *(f"java.lang.{box}" for box in ("Integer", "Long", "Short", "Byte", "Character", "Boolean", "Float", "Double")),
)
ALWAYS_ARRAYS = (*(f"[{kind}" for kind in "ZBCSIJFD"), "[Ljava.lang.Object;", "[Ljava.lang.String;")

REPRESENTATIVES = {
    "java.lang.Iterable": "java.util.ArrayList",
    "java.util.Collection": "java.util.ArrayList",
    "java.util.List": "java.util.ArrayList",
    "java.util.Set": "java.util.HashSet",
    "java.util.SortedSet": "java.util.TreeSet",
    "java.util.NavigableSet": "java.util.TreeSet",
    "java.util.Map": "java.util.HashMap",
    "java.util.SortedMap": "java.util.TreeMap",
    "java.util.NavigableMap": "java.util.TreeMap",
    "java.util.Queue": "java.util.ArrayDeque",
    "java.util.Deque": "java.util.ArrayDeque",
}
"""The representative class for a declared type of the JDK that no mentioned class implements."""

_MACHINERY = (
    *("java.lang.invoke.", "java.lang.reflect.", "java.lang.runtime.", "java.lang.foreign.", "jdk.", "sun."),
    *("java.io.ObjectInputStream", "java.io.ObjectOutputStream"),
)
_MACHINE = frozenset(("java.lang.ClassLoader", "java.lang.Module", "java.lang.Thread", "java.lang.Runtime"))


@dataclass(frozen=True, slots=True)
class Universe:
    """The classes in preorder, and the assumptions behind their choice.

    `class_objects` are further classes whose class object an input may be: those that the program mentions.
    """

    names: tuple[str, ...]
    assumptions: tuple[str, ...] = ()
    class_objects: tuple[str, ...] = ()


def universe_of(world: World, entry: str, also: Sequence[str] = ()) -> Universe:
    """Return the universe of a program that begins in class `entry`."""
    return _Builder(world, entry).build(also)


def subject_names(world: World, entry: str) -> tuple[str, ...]:
    """Return the user's classes that a program may use: a small class path, or those that `entry` leads to."""
    return tuple(c.name for c in _Builder(world, entry).subjects() if c.is_user)


class _Builder:
    """One computation. `chosen` keeps the order of discovery, so that runs repeat."""

    def __init__(self, world: World, entry: str) -> None:
        self._world = world
        self._entry = entry
        self._chosen: dict[str, None] = dict.fromkeys((*ALWAYS, *ALWAYS_ARRAYS))
        self._library = 0
        self._assumptions: dict[str, None] = {}
        self._declares_class_objects = False

    def build(self, also: Sequence[str]) -> Universe:
        subjects = tuple(self.subjects())
        thrown = self._thrown(subjects)
        declared = (name for c in subjects if c.file is not None for name in mentions.inputs(c.file))
        self._declares_class_objects = any(_base(name) == CLASS for name in declared)
        if not self._declares_class_objects and CLASS not in also:
            self._assumptions.setdefault("no input is a class object (--also java.lang.Class)")
        for subject in subjects:
            if _instantiable(subject) and self._wanted(subject, thrown):
                self._chosen.setdefault(subject.name)
        self._mention(subjects, thrown)
        for name in also:
            if not is_array(name) and not _instantiable(self._world.find(name)):
                raise NotFound(f"--also {name}: there are no objects of exactly this class")
            self._chosen.setdefault(name)
        for name in tuple(self._chosen):
            self._parts(name)
        return Universe(preorder(self._world, self._chosen), tuple(self._assumptions), self._class_objects(subjects))

    def _class_objects(self, subjects: Iterable[JavaClass]) -> tuple[str, ...]:
        """Return class objects, if an input may be one: the primitives, and classes that the tested ones mention."""
        if CLASS not in self._chosen:
            return ()
        files = [c.file for c in subjects if c.file is not None and not (c.name != self._entry and not c.is_user)]
        named = dict.fromkeys(name for file in files for name in mentions.pool_classes(file))
        existing = [name for name in named if self._world.exists(name)]
        self._assumptions.setdefault("an input that is a class object is one of a class that the program mentions")
        return ("int", "long", "short", "byte", "char", "boolean", "float", "double", *existing)

    def _thrown(self, subjects: Iterable[JavaClass]) -> set[str]:
        """Return the classes of exceptions that inputs are declared to have."""
        names = {_base(name) for c in subjects if c.file is not None for name in mentions.inputs(c.file)}
        classes = [self._find(name) for name in names if not is_primitive(name)]
        return {c.name for c in classes if c is not None and THROWABLE in c.supertypes}

    def subjects(self) -> Iterator[JavaClass]:
        """Yield the classes under test: the user's, or the nest of a class of the JDK with its superclasses."""
        path = self._world.class_path
        if not path.is_user(self._entry):
            yield from self._nest(self._entry)
            yield from tuple(self._world.chain(self._entry))[1:]
            return
        names = path.user_names()
        for name in names if len(names) <= SMALL else self._reachable():
            java_class = self._find(name)
            if java_class is not None:
                yield java_class

    def _find(self, name: str) -> JavaClass | None:
        """Return a class, or None for an invalid one, which is left out and reported."""
        try:
            return self._world.find(name)
        except (NotFound, Malformed) as error:
            if self._world.class_path.is_user(name):
                self._assumptions.setdefault(f"no input is of class {name}, which cannot be linked: {error}")
            return None

    def _reachable(self) -> Iterator[str]:
        """Yield the user's classes that the entry mentions, directly or through others."""
        path = self._world.class_path
        seen = {self._entry: None}
        queue = [self._entry]
        while queue:
            name = queue.pop(0)
            yield name
            java_class = self._find(name)
            for other in (
                mentions.mentioned(java_class.file) if java_class is not None and java_class.file is not None else ()
            ):
                base = _base(other)
                if base not in seen and path.is_user(base):
                    seen[base] = None
                    queue.append(base)
        self._assumptions.setdefault(f"inputs are of the {len(seen)} classes that {self._entry} leads to")

    def _nest(self, name: str) -> Iterator[JavaClass]:
        java_class = self._world.find(name)
        host = java_class.file.nest_host if java_class.file is not None else None
        top = self._world.find(host) if host is not None else java_class
        members = top.file.nest_members if top.file is not None else ()
        yield java_class
        for each in (top.name, *members):
            if each != name and (other := self._find(each)) is not None:
                yield other

    def _mention(self, subjects: Iterable[JavaClass], thrown: set[str]) -> None:
        """Add the classes mentioned by the subjects, then one for each declared type of the JDK that would have none.

        Declared classes come before those that are only used, since there may be too many.
        """
        files = [c.file for c in subjects if c.file is not None]
        declared = dict.fromkeys(name for file in files for name in mentions.inputs(file))
        named = dict.fromkeys(name for file in files for name in mentions.mentioned(file))
        for name in (*declared, *named):
            self._add(name, thrown)
        for name in declared:
            stand_in = REPRESENTATIVES.get(_base(name))
            if stand_in is not None and not any(self._world.is_subtype(c, _base(name)) for c in self._chosen):
                self._add(stand_in, thrown, bounded=False)
                if stand_in in self._chosen:
                    self._assumptions.setdefault(f"{_base(name)} is taken to be {stand_in}")

    def _add(self, name: str, thrown: set[str], *, bounded: bool = True) -> None:
        if is_array(name):
            self._add_array(name)
            name = _base(name)
        java_class = None if is_primitive(name) or name in self._chosen else self._find(name)
        if (
            java_class is None
            or java_class.is_user
            or not _instantiable(java_class)
            or not self._wanted(java_class, thrown)
        ):
            return
        if bounded and self._library >= LARGEST_LIBRARY:
            self._assumptions.setdefault(f"inputs are of at most {LARGEST_LIBRARY} classes of the JDK (--also adds)")
            return
        self._library += 1
        self._chosen[name] = None
        self._parts(name)

    def _add_array(self, name: str) -> None:
        """Add an array class and those of its rows."""
        if self._find(_base(name)) is None:
            return
        while is_array(name):
            self._chosen.setdefault(name)
            name = element_class(name)

    def _parts(self, name: str) -> None:
        """Add the classes in the fields of a JDK class: arrays, and members of its nest that fit."""
        if is_array(name) or self._world.find(name).is_user:
            return
        held = [f.type.class_name for c in self._world.chain(name) for f in c.instance_fields if f.type.class_name]
        for each in filter(is_array, held):
            self._add_array(each)
        bases = {_base(each) for each in held} - {OBJECT}
        for member in self._nest(name):
            if _instantiable(member) and bases & member.supertypes:
                self._add(member.name, set())

    def _wanted(self, java_class: JavaClass, thrown: set[str]) -> bool:
        """Whether to include a class: exceptions only if an input is declared as one, and no machinery of the JVM."""
        if java_class.name == CLASS:
            return self._declares_class_objects
        if is_machinery(java_class):
            return java_class.name == self._entry
        if THROWABLE not in java_class.supertypes or java_class.name == self._entry:
            return True
        return bool(thrown & java_class.supertypes)


def is_machinery(java_class: JavaClass) -> bool:
    """Whether the objects of a class are created by the JVM and its library for themselves."""
    return java_class.name in _MACHINE or (not java_class.is_user and java_class.name.startswith(_MACHINERY))


def _base(name: str) -> str:
    """Return the class of the innermost elements of an array class, or any other class itself."""
    while is_array(name):
        name = element_class(name)
    return name


def _instantiable(java_class: JavaClass) -> bool:
    """Whether objects of exactly this class are possible.

    A class with only private constructors and only static members is a collection of functions.
    """
    if java_class.is_abstract or java_class.is_interface:
        return False
    made = any(m.name == INIT and not m.access & PRIVATE for m in java_class.methods.values())
    member = any(not m.is_static and m.name != INIT for m in java_class.methods.values())
    return made or member or bool(java_class.instance_fields) or java_class.parent != OBJECT


def preorder(world: World, names: Iterable[str]) -> tuple[str, ...]:
    """Return the classes by inheritance: subclasses follow a class directly. Arrays come last."""
    members = tuple(names)
    chosen = frozenset(members)
    children: dict[str, dict[str, None]] = {}
    for name in (*(n for n in members if not is_array(n)), *(n for n in members if is_array(n))):
        chain = [c.name for c in world.chain(name)]
        for below, above in pairwise(chain):
            children.setdefault(above, {}).setdefault(below)
    order: list[str] = []
    stack = [OBJECT]
    while stack:
        at = stack.pop()
        if at in chosen:
            order.append(at)
        stack.extend(reversed(children.get(at, {})))
    return tuple(order)
