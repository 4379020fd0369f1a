"""The classes of one source file, which share their private members."""

from __future__ import annotations

from symheap.lang.java.classes import JavaClass
from symheap.lang.java.world import World


def top_name(class_name: str) -> str:
    """Return the name of the outermost class, as compilers form names of nested ones."""
    return class_name.partition("$")[0]


def nest_of(world: World, owner: JavaClass) -> tuple[JavaClass, ...]:
    """Return all classes whose code may touch private members of a class, the class itself first.

    A `$` may also belong to the name itself, and a jar may lack classes: only those that exist count.
    Rule: JLS 6.6.1
    """
    top = top_name(owner.name)
    outer = [world.find(top)] if world.exists(top) else []
    files = [each.file for each in (owner, *outer) if each.file is not None]
    listed = [each.name for file in files for each in file.inner_classes if top_name(each.name) == top]
    names = dict.fromkeys((owner.name, *(each.name for each in outer), *listed))
    return tuple(world.find(name) for name in names if world.exists(name))
