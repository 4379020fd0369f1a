"""Class loaders: none for the classes of the JDK, and one for the user's, which can do nothing but find classes."""

from __future__ import annotations

import re

from symheap.core.terms import REF
from symheap.lang.java.classes import CLINIT
from symheap.lang.java.classfile.descriptors import MAX_DIMENSIONS
from symheap.lang.java.core_classes import CORE_CLASSES
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.linking import Linker
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.natives.threads import main_thread
from symheap.lang.java.types import element_class, is_array, is_primitive
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Function, Host, HostFunction, Refused, Throws
from symheap.objects.ir import Reg

MODELS = Models()
Cells = tuple[Cell, ...]
_CLASS, _LOADER = "java.lang.Class", "java.lang.ClassLoader"
_THREAD, _CONTEXT = "java.lang.Thread", ("contextClassLoader", "Ljava/lang/ClassLoader;")
_NOT_FOUND = "java.lang.ClassNotFoundException"
_SECRETS = "jdk.internal.access.SharedSecrets"
_APPLICATION, _SYSTEM = "jdk.internal.loader.ClassLoaders$AppClassLoader", "scl"
_PLAIN = r"[^./;\[]+(?:\.[^./;\[]+)*\.?"
_BINARY_NAME = re.compile(rf"(?P<plain>{_PLAIN})|\[{{1,{MAX_DIMENSIONS}}}(?:[BCDFIJSZ]|L(?P<elements>{_PLAIN});)")
"""What `Class.forName` looks for, JVMS 4.2.1; a dot at the end is let through, to no avail."""


@MODELS.built(f"{_LOADER}.<clinit>()V")
def start(e: Emitter, args: Args) -> None:
    """The loader of the user's classes, which no constructor has seen: its methods are refused.

    It is the context of the thread that runs the program, too.
    """
    loader, field = e.register(), e.link.find(_LOADER).static_fields[_SYSTEM]
    e.emit(ir.New(loader, _APPLICATION, e.at))
    e.put(e.constant(e.link.holder(_LOADER)), field, loader)
    thread = e.constant(e.link.initial.term(main_thread(e.link.initial)))
    e.put(thread, e.link.find(_THREAD).fields[_CONTEXT].field, loader)


@MODELS.built(f"{_LOADER}.getSystemClassLoader()Ljava/lang/ClassLoader;")
def get_system_class_loader(e: Emitter, args: Args) -> Reg:
    e.initialize(_LOADER)
    return e.get(e.constant(e.link.holder(_LOADER)), e.link.find(_LOADER).static_fields[_SYSTEM])


@MODELS.of_classes(
    f"{_CLASS}.getClassLoader0()Ljava/lang/ClassLoader;", f"{_CLASS}.getClassLoader()Ljava/lang/ClassLoader;"
)
def get_class_loader(world: World, host: Host, args: Cells) -> Cell:
    """That of an array is that of its elements."""
    name = host.class_named(args[0])
    while is_array(name):
        name = element_class(name)
    return host.get_static(_LOADER, _SYSTEM) if world.find(name).is_user else host.null()


# By name


@MODELS.built(f"{_CLASS}.forName(Ljava/lang/String;)Ljava/lang/Class;")
def for_name(e: Emitter, args: Args) -> Reg:
    link = e.link

    def run(host: Host, cells: Cells) -> Cell:
        return class_by_name(link, host, host.text(cells[0]), initialize=True)

    return _asked(e, run, args)


@MODELS.built(f"{_CLASS}.forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;")
def for_name_by_loader(e: Emitter, args: Args) -> Reg:
    link = e.link

    def run(host: Host, cells: Cells) -> Cell:
        name = host.text(cells[0])
        if host.is_null(cells[2]):
            needed = existing(link.world, name)
            if needed is not None and link.world.find(needed).is_user:
                raise Throws(_NOT_FOUND, needed)
        return class_by_name(link, host, name, initialize=bool(host.plain(cells[1])))

    return _asked(e, run, args)


def _asked(e: Emitter, function: Function, args: Args) -> Reg:
    dst = e.register()
    e.emit(ir.HostCall(dst, HostFunction(f"{_CLASS}.forName", function, REF), args, e.at))
    return dst


@MODELS.with_world(f"{_LOADER}.loadClass(Ljava/lang/String;)Ljava/lang/Class;")
def load_class(world: World, host: Host, args: Cells) -> Cell:
    """A loader finds no arrays."""
    name = host.text(args[1])
    if is_array(name) or _BINARY_NAME.fullmatch(name) is None:
        raise Throws(_NOT_FOUND, name)
    existing(world, name)
    return host.class_object(name)


def class_by_name(link: Linker, host: Host, name: str, *, initialize: bool) -> Cell:
    """The class is not initialised here but when it is used.

    For the JDK's own that makes no difference, but where it is asked for the sake of what its initialiser does; nor
    does it where the initialisers have run before the call.
    """
    world = link.world
    existing(world, name)
    for_its_effect = world.find(name).is_user or any(_SECRETS in caller for caller in host.stack()[:3])
    if initialize and for_its_effect and name not in CORE_CLASSES:
        first = (at for at in link.table.initialization_order(name) if at not in link.initial.initialized)
        if any(CLINIT in world.find(at).methods for at in first):
            raise Refused(f"{_CLASS}.forName of a class with an initialiser: {name}")
    return host.class_object(name)


def existing(world: World, name: str) -> str | None:
    """The class that a name needs, which for an array is that of its innermost elements; None for primitive ones.

    What no class can be called is shown as the JVM does it, with slashes.
    """
    found = _BINARY_NAME.fullmatch(name)
    if found is None:
        raise Throws(_NOT_FOUND, name.replace(".", "/"))
    needed = found["elements"] or found["plain"]
    if needed is not None and (is_primitive(needed) or not world.exists(needed)):
        raise Throws(_NOT_FOUND, needed)
    return needed
