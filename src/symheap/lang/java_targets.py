"""Java targets of any size: a method, a class, a package, a jar, a folder of classes or sources, a project."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from symheap.core.deadline import look
from symheap.lang.java.classes import JavaClass
from symheap.lang.java.errors import Malformed, NotFound, printable
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.inputs.declared import parameter_names
from symheap.lang.java.locate import Subject, classes_named, place_of, written
from symheap.lang.java.named import NOT_CLASSES, is_usable
from symheap.lang.java.options import JavaOptions
from symheap.lang.java.places import ClassPlace, Places, open_places, package_filter
from symheap.lang.java.project.modules import Tell
from symheap.lang.java.reading import reading
from symheap.lang.java_programs import Choose, is_explored, methods_of_class, one_of_several
from symheap.lang.target import Load, Loaded, Part, Programs, Target, TargetError

Wanted = Callable[[str], bool]
"""Whether a target includes a class, given its binary name."""


def java_programs(
    target: Target, options: JavaOptions | None, choose: Choose = is_explored, tell: Tell = lambda doing: None
) -> Programs:
    """Return the method that `target` names, else the chosen methods of every class that it includes.

    The build of a project is run, after `tell` was called.
    """
    given = options or JavaOptions()
    with reading(target):
        opened = open_places(target, given, find_jdk(given.jdk, given.environ), tell)
        is_wanted = _wanted(target, opened.places)
        if is_wanted is None:
            _check_compiled(target, opened)
            return methods_of_class(target, place_of(target, opened.places), given, choose)
        return _Classes(target, opened, given, choose).programs(is_wanted)


def _wanted(target: Target, places: Sequence[ClassPlace]) -> Wanted | None:
    """Return a filter for the classes meant; None if a single class is meant, or none was found."""
    [first, *others] = places
    if first.is_jdk:
        name = first.main or ""
        return None if target.names or first.has(name) else package_filter(name, first.names())
    if not target.names:
        return None if first.main is not None and not others else lambda name: True
    [name, *method] = target.names
    if method or any(classes_named(place, name) for place in places):
        return None
    return package_filter(name, [each for place in places for each in place.names()])


def _check_compiled(target: Target, opened: Places) -> None:
    """Raise the compile error of the source of the requested class, if it could not be compiled."""
    if target.names and not any(classes_named(place, target.names[0]) for place in opened.places):
        for problem in opened.problems:
            if f".{problem.class_name}".endswith(f".{target.names[0]}"):
                raise problem.error


@dataclass(frozen=True, slots=True)
class _Methods:
    """The methods of one class, by their keys."""

    place: ClassPlace
    class_name: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Classes:
    """The classes of places, one after the other. Each class is linked in a world of its own, which is then dropped."""

    target: Target
    opened: Places
    options: JavaOptions
    choose: Choose

    def programs(self, wanted: Wanted) -> Programs:
        """Raise `TargetError` if there is nothing to run."""
        problems = [each.error for each in self.opened.problems if wanted(each.class_name)]
        names: set[str] = {"this"}
        methods = [each for place in self.opened.places for each in self._in_place(place, wanted, problems, names)]
        if not methods:
            raise problems[0] if problems else TargetError(self._nothing(), self.target.path)
        unknown = [name for name in self.options.non_null if name not in names]
        if unknown:
            raise TargetError(f"--non-null: no method here has a parameter {unknown[0]}", self.target.path)
        count = len(problems) + sum(len(each.keys) for each in methods)
        parts = [Part(len(each.keys), partial(self._of_class, each)) for each in methods]
        if problems:
            parts.insert(0, Part(len(problems), partial(_unreadable, tuple(problems))))
        members = chain.from_iterable(part.load() for part in parts)
        return Programs(self.target, True, members, count, len(methods), tuple(parts))

    def _nothing(self) -> str:
        if not any(place.names() for place in self.opened.places):
            return "there are no classes here: name a .java or .class file, a jar, or a folder of classes or sources"
        return "no class here has a method with a body that is not private"

    def _in_place(
        self, place: ClassPlace, wanted: Wanted, problems: list[TargetError], names: set[str]
    ) -> Iterator[_Methods]:
        """Add classes that cannot be loaded to `problems`, and the names of parameters to `names`."""
        world = place.world()
        for class_name in filter(wanted, place.names()):
            if class_name.rpartition(".")[2] in NOT_CLASSES:
                continue
            look()
            try:
                java_class = world.find(class_name)
            except (NotFound, Malformed) as error:
                problems.append(TargetError(_why(error), printable(str(place.target(class_name)))))
                continue
            keys = self._keys(java_class)
            if self.options.non_null:
                names.update(name for key in keys for name in parameter_names(java_class.methods[key]))
            if keys:
                yield _Methods(place, class_name, keys)

    def _keys(self, java_class: JavaClass) -> tuple[str, ...]:
        """Return the methods that other code can call, of a class that it can name."""
        if java_class.file is None or not is_usable(java_class.file):
            return ()
        return tuple(key for key, method in java_class.methods.items() if self.choose(java_class, method))

    def _of_class(self, methods: _Methods) -> Load:
        place, world = methods.place, methods.place.world()

        def load(number: int) -> Loaded | TargetError:
            method = world.find(methods.class_name).methods[methods.keys[number]]
            subject = Subject(world, methods.class_name, method, place.location)
            return one_of_several(place.target(methods.class_name, written(method)), subject, self.options)

        return load


def _unreadable(problems: Sequence[TargetError]) -> Load:
    return problems.__getitem__


def _why(error: NotFound | Malformed) -> str:
    return error.message if isinstance(error, Malformed) else str(error)
