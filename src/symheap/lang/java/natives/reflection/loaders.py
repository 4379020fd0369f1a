"""Class loaders: none for the classes of the JDK, and one for the user's, which can only find classes."""

from __future__ import annotations

import re

from symheap.core.terms import NULL, REF
from symheap.lang.java.classfile.descriptors import MAX_DIMENSIONS
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.linking import Linker
from symheap.lang.java.natives.bounds import unless_null
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.natives.starting import emit_start, starter
from symheap.lang.java.natives.threads import main_thread
from symheap.lang.java.past.core_classes import CORE_CLASSES
from symheap.lang.java.values.types import element_class, is_array, is_primitive
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
"""The names that `Class.forName` looks up, JVMS 4.2.1; a dot at the end is allowed, but finds nothing."""
_PART = r"(?!\.)[^/\\:\x00-\x1f\ud800-\udfff]+"
_PLAIN_PATH = re.compile(rf"{_PART}(?:/{_PART})*")
"""Paths that every file system interprets in the same way."""


@MODELS.built(f"{_LOADER}.<clinit>()V")
def start(e: Emitter, args: Args) -> None:
    """Create the loader of the user's classes without running a constructor: its methods are refused.

    It is also the context class loader of the thread that runs the program.
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
    """Return the loader of a class, for an array that of its elements."""
    name = host.class_named(args[0])
    while is_array(name):
        name = element_class(name)
    return host.get_static(_LOADER, _SYSTEM) if world.find(name).is_user else host.null()


# By name


@MODELS.built(f"{_CLASS}.forName(Ljava/lang/String;)Ljava/lang/Class;")
def for_name(e: Emitter, args: Args) -> Reg:
    link = e.link
    unless_null(e, args[0])

    def run(host: Host, cells: Cells) -> Cell:
        return class_by_name(link.world, host, host.text(cells[0]))

    def start(host: Host, cells: Cells) -> Cell:
        return started(link, host, host.class_named(cells[0]))

    return _asked(e, run, start, args)


@MODELS.built(f"{_CLASS}.forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;")
def for_name_by_loader(e: Emitter, args: Args) -> Reg:
    link = e.link
    unless_null(e, args[0])

    def of_all(host: Host, cells: Cells) -> Cell:
        return class_by_name(link.world, host, host.text(cells[0]))

    def of_the_jdk(host: Host, cells: Cells) -> Cell:
        name = host.text(cells[0])
        needed = existing(link.world, name)
        if needed is not None and link.world.find(needed).is_user:
            raise Throws(_NOT_FOUND, needed)
        return class_by_name(link.world, host, name)

    def start(host: Host, cells: Cells) -> Cell:
        return started(link, host, host.class_named(cells[0])) if host.plain(cells[2]) else host.null()

    class_object, ready = e.register(), e.block()
    no_loader, some = e.decide(e.equal(args[2], e.constant(NULL)))
    for block, function in ((no_loader, of_the_jdk), (some, of_all)):
        e.start(block)
        e.emit(ir.HostCall(class_object, HostFunction(f"{_CLASS}.forName", function, REF), args, e.at))
        e.jump(ready)
    e.start(ready)
    e.forget_constants()
    return _initialized(e, class_object, start, args)


def _asked(e: Emitter, function: Function, start: Function, args: Args) -> Reg:
    class_object = e.register()
    e.emit(ir.HostCall(class_object, HostFunction(f"{_CLASS}.forName", function, REF), args, e.at))
    return _initialized(e, class_object, start, args)


def _initialized(e: Emitter, class_object: Reg, start: Function, args: Args) -> Reg:
    """Return the class after its initialisation; the function gets the class before the arguments."""
    made = e.register()
    e.emit(ir.HostCall(made, HostFunction(f"{_CLASS}.forName", start, REF), (class_object, *args), e.at))
    emit_start(e, made)
    return class_object


@MODELS.with_world(f"{_LOADER}.loadClass(Ljava/lang/String;)Ljava/lang/Class;")
def load_class(world: World, host: Host, args: Cells) -> Cell:
    """Load a class; a loader finds no arrays."""
    name = host.text(args[1])
    if is_array(name) or _BINARY_NAME.fullmatch(name) is None:
        raise Throws(_NOT_FOUND, name)
    existing(world, name)
    return host.class_object(name)


_STREAM = "getResourceAsStream(Ljava/lang/String;)Ljava/io/InputStream;"
_URL = "getResource(Ljava/lang/String;)Ljava/net/URL;"


@MODELS.with_world(f"{_LOADER}.{_STREAM}", f"{_LOADER}.{_URL}", f"{_LOADER}.getSystem{_STREAM[3:]}")
def get_resource(world: World, host: Host, args: Cells) -> Cell:
    """Return null for a missing resource; an existing one is refused, and so is a path that is ambiguous."""
    path = host.text(args[-1])
    if not _PLAIN_PATH.fullmatch(path) or world.class_path.has(path):
        raise Refused(f"{_LOADER}.getResource of {path}")
    return host.null()


@MODELS.built(f"{_CLASS}.{_STREAM}", f"{_CLASS}.{_URL}")
def get_resource_of_class(e: Emitter, args: Args) -> Reg:
    """Look up by the loader of the class, relative to its package unless the path begins with a slash."""
    world = e.link.world

    def found(host: Host, cells: Cells) -> Cell:
        path, name = host.text(cells[1]), host.class_named(cells[0])
        package = "" if path.startswith("/") or "." not in name else name.rpartition(".")[0].replace(".", "/") + "/"
        return get_resource(world, host, (host.literal(package + path.removeprefix("/")),))

    dst, told = e.register(), e.register()
    e.emit(ir.NullCheck(args[1], e.at))
    e.emit(ir.Tell(told, args[0], e.at))
    e.emit(ir.HostCall(dst, HostFunction(f"{_CLASS}.getResource", found, REF), (told, args[1]), e.at))
    return dst


def class_by_name(world: World, host: Host, name: str) -> Cell:
    existing(world, name)
    return host.class_object(name)


def started(link: Linker, host: Host, name: str) -> Cell:
    """Return the object that initialises the class, see `starter`.

    The JDK's own classes are initialised when they are used, which makes no difference. If one is looked up for the
    effect of its initialiser, that is refused.
    """
    if name in CORE_CLASSES or is_primitive(name) or is_array(name):
        return host.null()
    made = starter(link, host, name)
    if link.world.find(name).is_user:
        return made
    if not host.is_null(made) and any(_SECRETS in caller for caller in host.stack()[:3]):
        raise Refused(f"{_CLASS}.forName of a class with an initialiser: {name}")
    return host.null()


def existing(world: World, name: str) -> str | None:
    """Return the class that a name needs: for an array that of its innermost elements, None for primitive ones.

    A name that no class can have is reported with slashes, as the JVM does.
    """
    match = _BINARY_NAME.fullmatch(name)
    if match is None:
        raise Throws(_NOT_FOUND, name.replace(".", "/"))
    needed = match["elements"] or match["plain"]
    if needed is not None and (is_primitive(needed) or not world.exists(needed)):
        raise Throws(_NOT_FOUND, needed)
    return needed
