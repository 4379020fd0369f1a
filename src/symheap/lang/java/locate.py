"""Finds the class and method of ``PATH[::Class][::method]``.

PATH is a ``.java``, ``.class`` or ``.jar`` file, a folder (`places.py`), or ``jrt:NAME`` for class NAME of the JDK. A
class is named by its binary name, with dots or ``$`` before nested ones, or by its simple name. The default is the
class that the file is named after. A method is named ``name`` or, to distinguish overloads, ``name(int,String)``; a
constructor ``<init>``, or like the class.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from symheap.core.theories.near import did_you_mean
from symheap.lang.java.classes import INIT, JavaClass, JavaMethod
from symheap.lang.java.classfile.access import BRIDGE, SYNTHETIC
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.options import JavaOptions
from symheap.lang.java.places import ClassPlace, open_places
from symheap.lang.java.values.types import source_name
from symheap.lang.java.world import World
from symheap.lang.target import Target, TargetError

_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Subject:
    """A method to be explored, as seen from class `class_name`, which declares or inherits it.

    `location` is the class path entry that a JVM needs to run it, besides the user's entries.
    """

    world: World
    class_name: str
    method: JavaMethod
    location: Path | None = None

    @property
    def java_class(self) -> JavaClass:
        return self.world.find(self.class_name)


def locate(target: Target, options: JavaOptions) -> Subject:
    """Return the method of a target. Raises `TargetError` if a name is unknown or ambiguous, or the error of
    reading.
    """
    place = open_place(target, options)
    world = place.world()
    class_name, method = names_in(target, place)
    method_found = method_named(world, class_name, method, target.path)
    return Subject(world, class_name, method_found, place.location)


def open_place(target: Target, options: JavaOptions) -> ClassPlace:
    """Return the one place of a target: of several, the one that has the named class."""
    return place_of(target, open_places(target, options, find_jdk(options.jdk, options.environ)).places)


def place_of(target: Target, places: Sequence[ClassPlace]) -> ClassPlace:
    """Return the place of a target. Raises `TargetError` if there is none, or more than one."""
    if len(places) == 1:
        return places[0]
    having = [place for place in places if target.names and classes_named(place, target.names[0])]
    if len(having) == 1:
        return having[0]
    if having:
        where = ", ".join(place.target(classes_named(place, target.names[0])[0]).path for place in having)
        raise TargetError(f"there are several classes {target.names[0]}: name one of {where}", target.path)
    choice = [name for place in places for name in place.choice]
    if target.names:
        near = did_you_mean(target.names[0], [*choice, *(each.rpartition(".")[2] for each in choice)])
        raise TargetError(f"there is no class {target.names[0]}{near or ';'} there are {_listed(choice)}", target.path)
    raise TargetError(f"name a class: PATH::Class, out of {_listed(choice)}", target.path)


# Classes --------------------------------------------------------------------------------------------------------------


def names_in(target: Target, place: ClassPlace) -> tuple[str, str | None]:
    """Return the class and method meant. A single name is a class if there is one, else a method of the main class."""
    if len(target.names) == 2:
        return _one_class(target, place, target.names[0]), target.names[1]
    if target.names:
        [name] = target.names
        if classes_named(place, name):
            return _one_class(target, place, name), None
        if place.main is None and place.choice:
            known = _listed(each for each in place.choice if "$" not in each)
            near = did_you_mean(name, [*place.choice, *(each.rpartition(".")[2] for each in place.choice)])
            raise TargetError(f"there is no class or package {name}{near or ';'} there are {known}", target.path)
        return _main_class(target, place), name
    return _main_class(target, place), None


def _main_class(target: Target, place: ClassPlace) -> str:
    if place.main is None:
        outer = [name for name in place.choice if "$" not in name]
        if not outer:
            raise TargetError(
                "there are no classes here: name a .java or .class file, or a folder of classes", target.path
            )
        raise TargetError(f"name a class: PATH::Class, out of {_listed(outer)}", target.path)
    if not place.has(place.main):
        raise TargetError(f"the JDK has no class {place.main}", target.path)
    return place.main


def _one_class(target: Target, place: ClassPlace, name: str) -> str:
    matches = classes_named(place, name)
    if not matches:
        near = did_you_mean(name, [*place.choice, *(each.rpartition(".")[2] for each in place.choice)])
        raise TargetError(f"there is no class {name}{near or ';'} there are {_listed(place.choice)}", target.path)
    if len(matches) > 1:
        raise TargetError(f"there are several classes {name}: name one of {_listed(matches)}", target.path)
    return matches[0]


def classes_named(place: ClassPlace, name: str) -> list[str]:
    """Return the classes with a binary name, or with that ending: ``Node``, ``List.Node``."""
    if "(" in name:
        return []
    if name in place.choice or (place.main is not None and not place.choice and place.has(name)):
        return [name]
    nested = f"{place.main}${name}" if place.main is not None and not place.choice else None
    if nested is not None and place.has(nested):
        return [nested]
    dotted = "." + name.replace("$", ".")
    return [each for each in place.choice if ("." + each.replace("$", ".")).endswith(dotted)]


def _listed(names: Iterable[str]) -> str:
    every = list(names)
    return ", ".join(every[:_SHOWN]) + (f" and {len(every) - _SHOWN} more" if len(every) > _SHOWN else "")


# Methods --------------------------------------------------------------------------------------------------------------


def method_named(world: World, class_name: str, text: str | None, path: str) -> JavaMethod:
    """Return the one method that `text` means in a class: its own ones come before inherited ones."""
    candidates = _candidates(world, class_name, text)
    if not candidates:
        own = sorted({m.name for m in world.find(class_name).methods.values() if is_source(m)})
        near = did_you_mean((text or "").partition("(")[0], own)
        known = f"there are {_listed(own) or 'none'}"
        raise TargetError(f"class {class_name} has no method {text or ''}{near or ';'} {known}", path)
    if len(candidates) > 1:
        several = f"class {class_name} has several methods{' ' + text if text else ''}"
        raise TargetError(f"{several}: name one of {_listed(map(written, candidates))}", path)
    if candidates[0].is_abstract:
        raise TargetError(f"method {written(candidates[0])} of {candidates[0].owner} has no body", path)
    return candidates[0]


def _candidates(world: World, class_name: str, text: str | None) -> list[JavaMethod]:
    start = world.find(class_name)
    if text is None:
        return [m for m in start.methods.values() if is_source(m) and not m.name.startswith("<")]
    name, parameters = _split(text)
    if name == re.split(r"[.$]", class_name)[-1] and not any(m.name == name for m in start.methods.values()):
        name = INIT
    by_key: dict[str, JavaMethod] = {}
    for at in world.chain(class_name):
        for each in (at, *(() if name == INIT else world.superinterfaces(at))):
            for method in each.methods.values():
                if method.name == name and is_source(method) and (parameters is None or _fits(method, parameters)):
                    by_key.setdefault(method.key, method)
        if name == INIT:
            break
    bodies = [_body(world, class_name, method) for method in by_key.values()]
    return _nearest([body for body in bodies if is_source(body)]) or bodies


def _nearest(methods: list[JavaMethod]) -> list[JavaMethod]:
    """Return the first of those with the same parameters: it overrides those further up with other result types."""
    nearest: dict[str, JavaMethod] = {}
    for method in methods:
        nearest.setdefault(method.key.rpartition(")")[0], method)
    return list(nearest.values())


def _body(world: World, class_name: str, method: JavaMethod) -> JavaMethod:
    """Return the method that a call runs, if known; an abstract interface method may have a body further up."""
    if not method.is_virtual or not method.is_abstract:
        return method
    owner = world.select(class_name, method.key)
    return method if owner is None else world.find(owner).methods[method.key]


def is_source(method: JavaMethod) -> bool:
    return not method.access & (BRIDGE | SYNTHETIC) and method.name != "<clinit>"


def _split(text: str) -> tuple[str, tuple[str, ...] | None]:
    """Split ``name(int, List<String>, Object...)`` into its name and its erased parameter types."""
    name, bracket, rest = text.partition("(")
    if not bracket:
        return name, None
    inner = rest.rpartition(")")[0]
    while (erased := re.sub(r"<[^<>]*>", "", inner)) != inner:
        inner = erased
    types = [each.strip().replace("...", "[]").replace("$", ".") for each in inner.split(",")]
    return name.strip(), tuple(each for each in types if each)


def _fits(method: JavaMethod, parameters: tuple[str, ...]) -> bool:
    declared = [p.descriptor for p in method_type(method.descriptor).parameters]
    return len(declared) == len(parameters) and all(
        f".{source_name(d)}".endswith(f".{text}") for d, text in zip(declared, parameters, strict=True)
    )


def written(method: JavaMethod) -> str:
    """Return a method as a user names it: ``add(int,Object)``."""
    types = ",".join(source_name(p.descriptor, simple=True) for p in method_type(method.descriptor).parameters)
    return f"{method.name}({types})"
