"""Access checks of reflection: `jdk.internal.reflect.Reflection.verifyMemberAccess`."""

from __future__ import annotations

from collections.abc import Callable

from symheap.lang.java.classes import JavaClass, package_of
from symheap.lang.java.classfile.access import PRIVATE, PROTECTED, PUBLIC
from symheap.lang.java.world import World
from symheap.objects.host import Host, Refused

Target = Callable[[], str | None]
"""Called only where it matters; None for a static member."""

_EXPORTED = ("java.", "javax.", "org.w3c.dom.", "org.xml.sax.")
"""The prefixes of the JDK's packages that are known to be exported to everyone."""


def caller_of(host: Host) -> str:
    """Return the class whose code called the running method; empty if there is none."""
    stack = host.stack()
    return stack[1].partition("(")[0].rpartition(".")[0].rstrip(".") if len(stack) > 1 else ""


def may_access(world: World, caller: str, owner: JavaClass, member: int, target: Target = lambda: None) -> bool:
    """Whether code of class `caller` may use a member of `owner` with these flags, on an object of class `target`.

    Only some packages of the JDK are known to be exported; other cases are refused.
    """
    if caller == owner.name or not caller:
        return True
    if not world.exists(caller):
        raise Refused(f"reflective access from {caller}")
    using = world.find(caller)
    if using.is_user and not owner.is_user and not owner.name.startswith(_EXPORTED):
        raise Refused(f"reflective access to a member of {owner.name}")
    together = package_of(caller) == package_of(owner.name) and using.is_user == owner.is_user
    if not owner.access & PUBLIC and not together:
        return False
    if member & PUBLIC:
        return True
    if member & PRIVATE:
        return nest_of(using) == nest_of(owner)
    if together or not member & PROTECTED or not world.is_subtype(caller, owner.name):
        return together
    on = target()
    return on is None or world.is_subtype(on, caller)


def nest_of(java_class: JavaClass) -> str:
    """Return the nest host of a class, which may be itself."""
    host = java_class.file.nest_host if java_class.file is not None else None
    return host or java_class.name
