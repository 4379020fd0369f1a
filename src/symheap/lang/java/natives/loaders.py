"""Class loaders: none for the classes of the JDK, and one for the user's, which can do nothing but find classes."""

from __future__ import annotations

from symheap.lang.java.classes import CLINIT
from symheap.lang.java.core_classes import CORE_CLASSES
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.types import element_class, is_array, is_primitive
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Host, Refused, Throws
from symheap.objects.ir import Reg

MODELS = Models()
Cells = tuple[Cell, ...]
_CLASS, _LOADER = "java.lang.Class", "java.lang.ClassLoader"
_SECRETS = "jdk.internal.access.SharedSecrets"
_APPLICATION, _SYSTEM = "jdk.internal.loader.ClassLoaders$AppClassLoader", "scl"


@MODELS.built(f"{_LOADER}.<clinit>()V")
def start(e: Emitter, args: Args) -> None:
    """The loader of the user's classes, which no constructor has seen: its methods are refused."""
    loader, field = e.register(), e.link.find(_LOADER).static_fields[_SYSTEM]
    e.emit(ir.New(loader, _APPLICATION, e.at))
    e.put(e.constant(e.link.holder(_LOADER)), field, loader)


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


@MODELS.with_world(f"{_CLASS}.forName(Ljava/lang/String;)Ljava/lang/Class;")
def for_name(world: World, host: Host, args: Cells) -> Cell:
    return class_by_name(world, host, host.text(args[0]), initialize=True)


@MODELS.with_world(f"{_CLASS}.forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;")
def for_name_by_loader(world: World, host: Host, args: Cells) -> Cell:
    found = class_by_name(world, host, host.text(args[0]), initialize=bool(host.plain(args[1])))
    if host.is_null(args[2]) and world.find(host.class_named(found)).is_user:
        raise Throws("java.lang.ClassNotFoundException", host.text(args[0]))
    return found


@MODELS.with_world(f"{_LOADER}.loadClass(Ljava/lang/String;)Ljava/lang/Class;")
def load_class(world: World, host: Host, args: Cells) -> Cell:
    """A loader finds no arrays."""
    name = host.text(args[1])
    if is_array(name):
        raise Throws("java.lang.ClassNotFoundException", name)
    return class_by_name(world, host, name, initialize=False)


def class_by_name(world: World, host: Host, name: str, *, initialize: bool) -> Cell:
    """The class is not initialised here but when it is used.

    For the JDK's own that makes no difference, but where it is asked for the sake of what its initialiser does.
    """
    if "/" in name or is_primitive(name) or not world.exists(name):
        raise Throws("java.lang.ClassNotFoundException", name)
    for_its_effect = world.find(name).is_user or any(_SECRETS in caller for caller in host.stack()[:3])
    has_initializer = any(CLINIT in above.methods for above in world.chain(name))
    if initialize and for_its_effect and has_initializer and name not in CORE_CLASSES:
        raise Refused(f"{_CLASS}.forName of a class with an initialiser: {name}")
    return host.class_object(name)
